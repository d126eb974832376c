//! Makes a few river states with exact values, and measures on them the network that ships,
//! beside a guess that every hand is worth half of the pot.
//!
//! ```sh
//! cargo run --release -p quasar --example nets
//! ```

use std::error::Error;
use std::io::{self, Write};

use quasar::cards::{Game, Street};
use quasar::nets::{
    Deck, EvalSpec, GenerateSpec, Model, Predictor, RangeSource, SampleSplit, Shard,
};
use quasar::prelude::*;
use quasar::schema::names::ErrorGroup;

fn main() -> Result<(), Box<dyn Error>> {
    run(&mut io::stdout())
}

pub(crate) fn run(out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let (runtime, control) = (Runtime::new(RuntimeOptions::default())?, Control::new());
    let engine = runtime.questions();
    let folder = tempfile::tempdir()?;
    let shard = Shard {
        game: Game::Holdem,
        deck: Deck::Full,
        street: Street::River,
        part: SampleSplit::HeldOut,
        source: RangeSource::Random,
        seed: 1,
        number: 0,
        count: 4,
    };
    let made = GenerateSpec::run_of(shard, 4, 4, folder.path()).run(engine, &control)?;
    writeln!(out, "{} states", made.samples)?;
    let model = Model::shipped(Street::River, Game::Holdem).ok_or("no network ships for rivers")?;
    let folder = folder.path().to_owned();
    let spec = EvalSpec { folder, model, buckets: None, noise: 0 };
    for row in spec.run(engine, &control)?.rows.iter().filter(|row| row.by.0 == ErrorGroup::Game) {
        if matches!(row.predictor, Predictor::Network | Predictor::Zero) {
            writeln!(out, "{}: mean error {:.4} pots", row.predictor.name(), row.mean)?;
        }
    }
    Ok(())
}
