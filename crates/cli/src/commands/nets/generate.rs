//! `quasar nets generate`.

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use quasar::cards::Game;
use quasar::job::Engine;
use quasar::nets::{Deck, GenerateSpec, RangeSource, SampleSplit, Shard};

use super::{StreetName, model};
use crate::error::Failure;
use crate::output::{Output, thousands};
use crate::progress::{Shown, with_progress};

/// Make training data: random states with exact values.
///
/// Samples are written in shards, one file each. Shards that already exist are kept, so repeat
/// the command to resume an interrupted run. The same seed gives the same samples on any machine.
#[derive(Debug, Args)]
pub(super) struct GenerateArguments {
    /// The game: holdem or plo4.
    #[arg(long, default_value = "holdem")]
    game: Game,
    /// Deal from ten to ace only; four-card Omaha.
    #[arg(long)]
    royal: bool,
    /// The street at whose start states are valued.
    #[arg(long, value_enum, default_value_t = StreetName::River)]
    street: StreetName,
    /// Boards for training or for measuring.
    #[arg(long, value_enum, default_value_t = PartName::Train)]
    part: PartName,
    /// Source of ranges: random; search, ranges that searches on the previous street lead to;
    /// narrow, the best starting hands only.
    #[arg(long, value_enum, default_value_t = RangesName::Random)]
    ranges: RangesName,
    /// The network for searches [default: the shipped one for the street].
    #[arg(long, value_name = "FILE")]
    model: Option<PathBuf>,
    /// The seed of the run.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many samples.
    #[arg(long, default_value_t = 1_000, value_name = "N")]
    count: u32,
    /// Samples per shard.
    #[arg(long, default_value_t = 250, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    per_shard: u32,
    /// The folder to write to.
    #[arg(short, long, value_name = "FOLDER", default_value = "nets-data")]
    output: PathBuf,
    /// Print the plan of all shards, one JSON object per line, without making samples.
    #[arg(long, conflicts_with_all = ["plan", "id"])]
    list: bool,
    /// Make one shard of a plan: the one named by --id.
    #[arg(long, value_name = "FILE", requires = "id")]
    plan: Option<PathBuf>,
    /// The shard of the plan.
    #[arg(long, requires = "plan")]
    id: Option<String>,
    /// Number of threads; 0 means one per processor.
    #[arg(long, default_value_t = 0, value_name = "N")]
    threads: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum PartName {
    Train,
    HeldOut,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum RangesName {
    Random,
    Search,
    Narrow,
}

pub(super) fn run(arguments: &GenerateArguments, output: &mut Output) -> Result<(), Failure> {
    let mut spec = match (&arguments.plan, &arguments.id) {
        (Some(plan), Some(id)) => GenerateSpec::from_plan(plan, id, &arguments.output)?,
        _ => {
            let first = Shard {
                game: arguments.game,
                deck: if arguments.royal { Deck::Royal } else { Deck::Full },
                street: arguments.street.street(),
                part: match arguments.part {
                    PartName::Train => SampleSplit::Train,
                    PartName::HeldOut => SampleSplit::HeldOut,
                },
                source: RangeSource::ALL[arguments.ranges as usize],
                seed: arguments.seed,
                number: 0,
                count: arguments.per_shard,
            };
            let (count, per_shard) = (arguments.count, arguments.per_shard);
            GenerateSpec::run_of(first, count, per_shard, &arguments.output)
        }
    };
    if arguments.list {
        return Ok(output.write_all(spec.plan().as_bytes())?);
    }
    if let Some(shard) = spec.shards.iter().find(|shard| shard.source == RangeSource::Search) {
        spec.model = Some(model(arguments.model.as_ref(), shard.street, shard.game)?);
    }
    let engine = Engine::new(arguments.threads, Engine::DEFAULT_CACHE)?;
    let report = with_progress(Shown::Count("samples"), |control| spec.run(&engine, control))?;
    let folder = arguments.output.display();
    writeln!(
        output,
        "{folder}: {} samples in {} shards written, {} shards already existed; mean gap {:.3} % of the pot, {:.1} s",
        thousands(report.samples as u64),
        report.written,
        report.found,
        100.0 * report.gap,
        report.seconds
    )?;
    Ok(())
}
