//! `quasar nets`.

mod eval;
mod export;
mod generate;
mod leduc;
mod rebel;
mod search;
mod train;

use std::env;
use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use quasar::cards::{Game, Street};
use quasar::nets::Model;

use crate::error::Failure;
use crate::output::Output;

/// Make, train and measure value networks.
///
/// A value network says what every hand is worth at the start of a turn or river, so that a
/// tree can be cut there: `quasar solve` with `cut`. docs/NETS.md has the method and the results.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quasar nets generate --street river --count 600 --seed 7 --list
  quasar nets generate --street river --count 10000 --seed 7 -o data
  quasar nets generate --street river --ranges search --count 2000 --seed 7 -o data
  quasar nets train data --street river -o river.safetensors
  quasar nets eval data --street river --page errors.html
  quasar nets search --table holdem-turn --values network,equity
  quasar nets export river.safetensors -o river.onnx
  quasar nets export river.safetensors --weights 8 -o small.safetensors
  quasar nets rebel --game 1x4 --epochs 200
  quasar nets leduc")]
pub(crate) struct NetsArguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    Generate(generate::GenerateArguments),
    Train(train::TrainArguments),
    Eval(eval::EvalArguments),
    Search(search::SearchArguments),
    Export(export::ExportArguments),
    Rebel(rebel::RebelArguments),
    Leduc(leduc::LeducArguments),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum StreetName {
    Turn,
    River,
}

impl StreetName {
    fn street(self) -> Street {
        match self {
            StreetName::Turn => Street::Turn,
            StreetName::River => Street::River,
        }
    }
}

pub(crate) fn run(arguments: &NetsArguments, output: &mut Output) -> Result<(), Failure> {
    match &arguments.action {
        Action::Generate(arguments) => generate::run(arguments, output),
        Action::Train(arguments) => train::run(arguments, output),
        Action::Eval(arguments) => eval::run(arguments, output),
        Action::Search(arguments) => search::run(arguments, output),
        Action::Rebel(arguments) => rebel::run(arguments, output),
        Action::Leduc(arguments) => leduc::run(arguments, output),
        Action::Export(arguments) => export::run(arguments, output),
    }
}

/// This command, for files.
fn command() -> String {
    env::args().skip(1).fold("quasar".to_owned(), |all, next| all + " " + &next)
}

/// The network of a file, or the one that ships.
fn model(path: Option<&PathBuf>, street: Street, game: Game) -> Result<Model, Failure> {
    match path {
        Some(path) => Ok(Model::open(path)?),
        None => Model::shipped(street, game)
            .ok_or_else(|| Failure::Usage("no network ships for this street; use --model".into())),
    }
}
