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
  quasar man equity | man -l -")]
pub(crate) struct ManArguments {
    /// The command, such as `solve`; without one, the page of quasar itself.
    command: Option<String>,
}

pub(crate) fn run(arguments: &ManArguments, output: &mut Output) -> Result<(), Failure> {
    let mut quasar = Arguments::command().disable_help_subcommand(true);
    quasar.build();
    let page = match &arguments.command {
        None => quasar,
        Some(name) => quasar.find_subcommand(name).cloned().ok_or_else(|| {
            Failure::Usage(format!("there is no command `{name}`; `quasar --help` lists them"))
        })?,
    };
    let mut text = Vec::new();
    write_page(&page, &mut text)?;
    Ok(output.write_all(&text)?)
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

    #[test]
    fn examples_keep_their_lines() {
        let page = notes_as_sections("Examples:\n  quasar flops\n  quasar flops --json").to_roff();
        assert_eq!(page, ".SH EXAMPLES\n.nf\nquasar flops\nquasar flops \\-\\-json\n.fi\n");
    }
}
