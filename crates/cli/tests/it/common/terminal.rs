//! A command on a terminal of its own, made by `script` of util-linux.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

/// A command that runs on a terminal.
pub(crate) struct Session {
    folder: tempfile::TempDir,
    script: Child,
}

/// What a command left behind.
pub(crate) struct Ended {
    /// Its exit code, as a shell says it.
    pub(crate) code: String,
    /// Everything that was written to the terminal.
    pub(crate) output: String,
    /// The settings of the terminal before and after the command.
    pub(crate) settings: [String; 2],
}

impl Session {
    /// Starts a program with arguments on a terminal of this size. `variables` are added
    /// to its environment. SIGHUP works even if the tests themselves ignore it.
    pub(crate) fn start(
        program: &Path,
        arguments: &[&str],
        variables: &[(&str, &str)],
        (width, height): (u16, u16),
    ) -> Session {
        let folder = tempfile::tempdir().unwrap();
        let words: Vec<String> = [program.to_str().unwrap()]
            .into_iter()
            .chain(arguments.iter().copied())
            .map(|word| format!("'{word}'"))
            .collect();
        let shell = format!(
            "stty cols {width} rows {height}; stty -g > before; \
             sh -c 'echo $$ > pid; exec env --default-signal=HUP \"$0\" \"$@\"' {}; echo $? > code; stty -g > after",
            words.join(" ")
        );
        let script = Command::new("script")
            .args(["-qefc", &shell, "output"])
            .current_dir(folder.path())
            .env("SHELL", "/bin/sh")
            .env("TERM", "xterm-256color")
            .envs(variables.iter().copied())
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("script of util-linux makes a terminal");
        Session { folder, script }
    }

    /// Waits until the terminal shows a text.
    pub(crate) fn wait_for(&self, text: &str) {
        for _ in 0..3_000 {
            if self.output().contains(text) {
                return;
            }
            sleep(Duration::from_millis(20));
        }
        panic!("{text} is not on the terminal:\n{}", self.output());
    }

    /// Types keys.
    pub(crate) fn press(&mut self, keys: &str) {
        let keyboard = self.script.stdin.as_mut().expect("a keyboard");
        keyboard.write_all(keys.as_bytes()).unwrap();
        keyboard.flush().unwrap();
    }

    /// Sends a signal such as `TERM` to the command.
    pub(crate) fn signal(&self, name: &str) {
        let id = self.read("pid");
        let sent = Command::new("kill").args(["-s", name, id.trim()]).status().unwrap();
        assert!(sent.success(), "kill -s {name} {id}");
    }

    /// Waits for the end of the command.
    pub(crate) fn end(mut self) -> Ended {
        self.script.wait().unwrap();
        Ended {
            code: self.read("code").trim().to_owned(),
            output: self.output(),
            settings: ["before", "after"].map(|name| self.read(name)),
        }
    }

    fn output(&self) -> String {
        String::from_utf8_lossy(&fs::read(self.path("output")).unwrap_or_default()).into_owned()
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_default()
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }
}

impl Ended {
    /// Checks that the terminal is as it was: its settings, the screen and the cursor.
    #[track_caller]
    pub(crate) fn assert_restored(&self) {
        let [before, after] = &self.settings;
        assert!(!before.is_empty() && before == after, "{before}{after}");
        let last = |sequence: &str| self.output.rfind(sequence);
        assert!(last("\x1b[?1049h").is_some(), "the other screen is used: {}", self.output);
        assert!(last("\x1b[?1049l") > last("\x1b[?1049h"), "it is left: {}", self.output);
        assert!(last("\x1b[?25h") > last("\x1b[?25l"), "the cursor is back: {}", self.output);
    }
}
