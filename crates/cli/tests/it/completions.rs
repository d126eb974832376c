//! Completion scripts and manual pages name every command, and shells accept them.

use std::io::Write;
use std::process::{Command, Stdio};

use crate::common::{refused, shown};

/// The commands that `quasar --help` lists, `help` left out.
fn commands() -> Vec<String> {
    let help = shown(&["--help"]);
    let list = help.split("Commands:\n").nth(1).expect("a list of commands");
    let names = list.lines().take_while(|line| !line.is_empty());
    // A description that is wrapped starts far from the margin.
    let names = names.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let names = names.map(|line| line.split_whitespace().next().unwrap().to_owned());
    let names: Vec<_> = names.filter(|name| name != "help").collect();
    assert!(names.len() > 10, "{names:?}");
    names
}

#[test]
fn scripts_name_every_command() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = shown(&["completions", shell]);
        for command in commands() {
            assert!(script.contains(&command), "{shell}: {command}");
        }
    }
    assert!(refused(&["completions", "tcsh"]).contains("possible values"));
}

#[test]
fn bash_accepts_its_script() {
    let script = shown(&["completions", "bash"]);
    let Ok(mut bash) =
        Command::new("bash").arg("-n").stdin(Stdio::piped()).stderr(Stdio::piped()).spawn()
    else {
        return; // not every machine has it
    };
    bash.stdin.take().unwrap().write_all(script.as_bytes()).unwrap();
    let checked = bash.wait_with_output().unwrap();
    assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stderr));
}

#[test]
fn manual_pages_have_commands_and_examples() {
    let page = shown(&["man"]);
    for command in commands() {
        let escaped = command.replace('-', "\\-");
        assert!(page.contains(&format!("quasar\\-{escaped}(1)")), "{command}");
        let page = shown(&["man", &command]);
        let title = format!(".TH quasar-{command} 1");
        assert!(page.lines().any(|line| line.starts_with(&title)), "{page}");
        assert!(page.contains(&format!("quasar {escaped}")), "{page}");
    }
    assert!(refused(&["man", "nothing"]).contains("there is no command `nothing`"));
}
