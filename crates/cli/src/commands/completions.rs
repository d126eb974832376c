//! `quasar completions`: scripts that complete the command line, made from the
//! definitions of the arguments, so that they cannot go stale.

use clap::{Args, CommandFactory};
use clap_complete::{Shell, generate};

use crate::args::Arguments;
use crate::error::Failure;
use crate::output::Output;

/// Print a shell completion script.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quasar completions bash > ~/.local/share/bash-completion/completions/quasar
  quasar completions zsh > ~/.zfunc/_quasar    # with fpath+=~/.zfunc before compinit
  quasar completions fish > ~/.config/fish/completions/quasar.fish
  quasar completions elvish >> ~/.config/elvish/rc.elv
  quasar completions powershell >> $PROFILE

Start a new shell afterwards. Repeat the command after an update.")]
pub(crate) struct CompletionsArguments {
    /// The shell.
    shell: Shell,
}

pub(crate) fn run(arguments: &CompletionsArguments, output: &mut Output) -> Result<(), Failure> {
    // `generate` panics if its writer fails, and a closed pipe must not cause a panic.
    let mut script = Vec::new();
    generate(arguments.shell, &mut Arguments::command(), "quasar", &mut script);
    Ok(std::io::Write::write_all(output, &script)?)
}
