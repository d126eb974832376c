//! `quasar nets train`.

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use quasar::cards::Game;
use quasar::job::Engine;
use quasar::nets::{
    BucketGame, BucketTrainSpec, BucketTraining, Deck, NetworkSpec, Output as NetworkOutput,
    TrainEvent, TrainSpec, Training,
};

use super::{StreetName, command};
use crate::error::Failure;
use crate::output::{Output, size, tell, thousands};
use crate::progress::with_control;

/// Train a network on a folder of shards.
///
/// One training board in sixteen is kept to choose the best epoch. To resume an interrupted
/// run, repeat the command. The network is the same for any number of threads.
#[derive(Debug, Args)]
pub(super) struct TrainArguments {
    /// The folder of the shards.
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
    /// The street; shards of other streets are left out.
    #[arg(long, value_enum, default_value_t = StreetName::River)]
    street: StreetName,
    /// The kind of network: one pass per leaf; one pass per hand (a slow reference); or strength
    /// buckets (a baseline that learns one game only).
    #[arg(long, value_enum, default_value_t = HeadName::Curve)]
    head: HeadName,
    /// The game of strength buckets: holdem or plo4. Other networks learn all games at once.
    #[arg(long, default_value = "holdem")]
    game: Game,
    /// The royal deck, for strength buckets of four-card Omaha.
    #[arg(long)]
    royal: bool,
    /// Units per hidden layer.
    #[arg(long, default_value_t = 128, value_parser = clap::value_parser!(u16).range(1..=4_096))]
    width: u16,
    /// Hidden layers.
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u8).range(0..=16))]
    depth: u8,
    /// The version of the features that it reads [default: the latest].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=2))]
    features: Option<u32>,
    /// Passes over all samples.
    #[arg(long, default_value_t = 60)]
    epochs: u32,
    /// Initial learning rate.
    #[arg(long, default_value_t = 0.002)]
    rate: f32,
    /// The seed of the first weights and of the order of samples.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The file to write.
    #[arg(short, long, value_name = "FILE", default_value = "network.safetensors")]
    output: PathBuf,
    /// Number of threads; 0 means one per processor.
    #[arg(long, default_value_t = 0, value_name = "N")]
    threads: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum HeadName {
    Curve,
    Hand,
    Buckets,
}

fn train_buckets(arguments: &TrainArguments, output: &mut Output) -> Result<(), Failure> {
    let spec = BucketTrainSpec {
        folder: arguments.folder.clone(),
        game: BucketGame {
            game: arguments.game,
            deck: if arguments.royal { Deck::Royal } else { Deck::Full },
            street: arguments.street.street(),
        },
        training: BucketTraining {
            width: usize::from(arguments.width),
            depth: usize::from(arguments.depth),
            epochs: arguments.epochs,
            rate: arguments.rate,
            seed: arguments.seed,
            ..BucketTraining::default()
        },
        output: arguments.output.clone(),
        made_by: command(),
    };
    let engine = Engine::new(arguments.threads, Engine::DEFAULT_CACHE)?;
    let show = |epoch, loss| tell(format_args!("epoch {epoch:3}: loss {loss:.5}"));
    let (samples, bytes) = with_control(|control| spec.run(&engine, control, show))?;
    let (path, samples) = (arguments.output.display(), thousands(samples as u64));
    Ok(writeln!(output, "{path}: {}, {samples} samples", size(bytes))?)
}

pub(super) fn run(arguments: &TrainArguments, output: &mut Output) -> Result<(), Failure> {
    if arguments.head == HeadName::Buckets {
        return train_buckets(arguments, output);
    }
    let spec = TrainSpec {
        folder: arguments.folder.clone(),
        network: NetworkSpec {
            street: arguments.street.street(),
            output: match arguments.head {
                HeadName::Hand => NetworkOutput::Hand,
                HeadName::Curve | HeadName::Buckets => NetworkOutput::Curve,
            },
            width: usize::from(arguments.width),
            depth: usize::from(arguments.depth),
            version: arguments.features.unwrap_or(NetworkSpec::latest(arguments.street.street())),
        },
        training: Training {
            epochs: arguments.epochs,
            rate: arguments.rate,
            seed: arguments.seed,
            ..Training::default()
        },
        output: arguments.output.clone(),
        made_by: command(),
    };
    let engine = Engine::new(arguments.threads, Engine::DEFAULT_CACHE)?;
    let report = with_control(|control| spec.run(&engine, control, show))?;
    for (game, error) in &report.held_out {
        writeln!(
            output,
            "held-out {game}: mean error {:.4}, by range {:.4}, Huber {:.5} (pots)",
            error.plain, error.weighted, error.huber
        )?;
    }
    let path = arguments.output.display();
    Ok(writeln!(output, "{path}: {}, {:.1} s", size(report.bytes), report.seconds)?)
}

fn show(event: &TrainEvent) {
    match event {
        TrainEvent::Read { examples, kept, resumed } => tell(format_args!(
            "{} training examples, {} validation examples{}",
            thousands(*examples as u64),
            thousands(*kept as u64),
            if *resumed > 0 { format!("; resumed after epoch {resumed}") } else { String::new() }
        )),
        TrainEvent::Epoch(epoch) => tell(format_args!(
            "epoch {:3}: loss {:.5}; validation: mean error {:.4}, by range {:.4}, Huber {:.5}{}",
            epoch.number,
            epoch.loss,
            epoch.kept.plain,
            epoch.kept.weighted,
            epoch.kept.huber,
            if epoch.is_best { " *" } else { "" }
        )),
    }
}
