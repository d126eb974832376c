//! `quasar man`: manual pages, made from the definitions of the arguments.

use std::io::Write;

use clap::{Args, Command, CommandFactory};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, roman};

use crate::args::Arguments;
use crate::error::Failure;
use crate::output::Output;

/// Print the manual page of quasar or of one of its commands.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quasar man > ~/.local/share/man/man1/quasar.1
  quasar man solve > ~/.local/share/man/man1/quasar-solve.1
  quasar man nets generate > ~/.local/share/man/man1/quasar-nets-generate.1
  quasar man equity | man -l -")]
pub(crate) struct ManArguments {
    /// The command, such as `solve` or `nets generate`; without one, the page of quasar itself.
    command: Vec<String>,
}

pub(crate) fn run(arguments: &ManArguments, output: &mut Output) -> Result<(), Failure> {
    let quasar = quasar();
    let page = match arguments.command.as_slice() {
        [] => &quasar,
        words => find(&quasar, &words.join("-")).ok_or_else(|| {
            let name = words.join(" ");
            Failure::Usage(format!("there is no command `{name}`; `quasar --help` lists them"))
        })?,
    };
    let mut text = Vec::new();
    write_page(page, &mut text)?;
    Ok(output.write_all(&text)?)
}

/// The command with all of its commands, as pages show them.
fn quasar() -> Command {
    let mut quasar = Arguments::command().disable_help_subcommand(true);
    quasar.build();
    quasar
}

/// The command below `command` whose name, or names joined by hyphens as in the name of its
/// page, are `name`.
fn find<'a>(command: &'a Command, name: &str) -> Option<&'a Command> {
    command.get_subcommands().find_map(|one| {
        let rest = name.strip_prefix(one.get_name())?;
        if rest.is_empty() { Some(one) } else { find(one, rest.strip_prefix('-')?) }
    })
}

fn write_page(command: &Command, out: &mut Vec<u8>) -> Result<(), Failure> {
    let page = Man::new(command.clone())
        .source(concat!("quasar ", env!("CARGO_PKG_VERSION")))
        .manual("Quasar Manual");
    page.render_title(out)?;
    page.render_name_section(out)?;
    page.render_synopsis_section(out)?;
    page.render_description_section(out)?;
    page.render_options_section(out)?;
    if command.has_subcommands() {
        page.render_subcommands_section(out)?;
    }
    if let Some(notes) = command.get_after_help() {
        Ok(notes_as_sections(&notes.to_string()).to_writer(out)?)
    } else {
        Ok(())
    }
}

/// The text below the options of `--help`: an unindented line that ends with a colon
/// starts a section, and line breaks are kept.
fn notes_as_sections(notes: &str) -> Roff {
    let mut page = Roff::new();
    for line in notes.lines() {
        if let Some(heading) = line.strip_suffix(':').filter(|_| !line.starts_with(' ')) {
            page.control("SH", [heading.to_uppercase().as_str()]);
            page.control("nf", []);
        } else {
            page.text([roman(line.strip_prefix("  ").unwrap_or(line))]);
        }
    }
    page.control("fi", []);
    page
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every page that another page names can be printed, whichever way it is written.
    #[test]
    fn pages_that_are_named_can_be_printed() {
        fn check(command: &Command, page: &str, quasar: &Command, seen: &mut usize) {
            let mut text = Vec::new();
            write_page(command, &mut text).unwrap();
            let text = String::from_utf8(text).unwrap().replace("\\-", "-");
            for one in command.get_subcommands() {
                let name = format!("{page}-{}", one.get_name());
                assert!(text.contains(&format!("{name}(1)")), "{name}: {text}");
                let found = find(quasar, &name["quasar-".len()..]).expect("its page");
                assert_eq!(found.get_display_name(), Some(name.as_str()));
                *seen += 1;
                check(one, &name, quasar, seen);
            }
            // All pages that it names are those of its commands.
            assert_eq!(text.matches("(1)").count(), command.get_subcommands().count(), "{text}");
        }
        let (quasar, mut seen) = (quasar(), 0);
        check(&quasar, "quasar", &quasar, &mut seen);
        assert!(seen > 15, "{seen}");
        assert!(find(&quasar, "nets-nothing").is_none());
    }

    #[test]
    fn examples_keep_their_lines() {
        let page = notes_as_sections("Examples:\n  quasar flops\n  quasar flops --json").to_roff();
        assert_eq!(page, ".SH EXAMPLES\n.nf\nquasar flops\nquasar flops \\-\\-json\n.fi\n");
    }
}
