//! Making training data in shards.
//!
//! A shard is one file, written whole or not at all; it is done if the file is there. So a run
//! that was interrupted is resumed by repeating it, and many machines can share a folder. A
//! plan is a list of shards, one JSON object per line.

use std::path::{Path, PathBuf};
use std::time::Instant;

use quasar_cards::{Game, Street};
use quasar_nets::data::{Deck, HeldOut, RangeSource, Sample, SampleSplit, Shard};
use quasar_nets::limit::LeafValues;
use quasar_nets::range::NetworkValues;
use quasar_store::{Records, make_folder};
use serde::{Deserialize, Serialize};

use super::{Model, NetsError, PlanFault, ShardFault};
use crate::job::{Control, Engine};

/// Samples to be made.
#[derive(Clone, Debug)]
pub struct GenerateSpec {
    /// The shards, in the order in which they are made.
    pub shards: Vec<Shard>,
    /// The folder of the files; it is made if there is none.
    pub folder: PathBuf,
    /// The network of searches that lead to ranges; needed for such shards only.
    pub model: Option<Model>,
}

/// What was made.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct GenerateReport {
    /// Shards written.
    pub written: usize,
    /// Shards that were there.
    pub found: usize,
    /// Samples written.
    pub samples: usize,
    /// The mean residual gap of the samples written, in pots.
    pub gap: f64,
    /// Seconds in all.
    pub seconds: f64,
}

/// A shard as a line of a plan.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShardLine {
    /// Its name.
    pub id: String,
    /// `holdem` or `plo4`.
    pub game: String,
    /// `full` or `royal`.
    pub deck: String,
    /// `turn` or `river`.
    pub street: String,
    /// `train` or `held-out`.
    pub part: String,
    /// Where ranges come from: `random`, `search` or `narrow`.
    #[serde(default = "random", skip_serializing_if = "is_random")]
    pub ranges: String,
    /// The seed of the run.
    pub seed: u64,
    /// The number of the shard in the run.
    pub number: u32,
    /// How many samples.
    pub count: u32,
}

fn random() -> String {
    RangeSource::Random.name().to_owned()
}

fn is_random(ranges: &String) -> bool {
    *ranges == random()
}

impl From<&Shard> for ShardLine {
    fn from(shard: &Shard) -> ShardLine {
        ShardLine {
            id: shard.id(),
            game: shard.game.name().to_owned(),
            deck: shard.deck.name().to_owned(),
            street: street_name(shard.street).to_owned(),
            part: shard.part.name().to_owned(),
            ranges: shard.source.name().to_owned(),
            seed: shard.seed,
            number: shard.number,
            count: shard.count,
        }
    }
}

impl ShardLine {
    /// The shard.
    pub fn shard(&self) -> Result<Shard, ShardFault> {
        let unknown =
            |what: &'static str, name: &str| ShardFault::Unknown { what, name: name.to_owned() };
        let game = self.game.parse::<Game>()?;
        let deck = [Deck::Full, Deck::Royal].into_iter().find(|deck| deck.name() == self.deck);
        let deck = deck.ok_or_else(|| unknown("deck", &self.deck))?;
        let part = [SampleSplit::Train, SampleSplit::HeldOut]
            .into_iter()
            .find(|part| part.name() == self.part);
        let part = part.ok_or_else(|| unknown("part", &self.part))?;
        let street = [Street::Turn, Street::River];
        let street = street.into_iter().find(|&street| street_name(street) == self.street);
        let street = street.ok_or_else(|| unknown("street", &self.street))?;
        let source = RangeSource::ALL.into_iter().find(|source| source.name() == self.ranges);
        let source = source.ok_or_else(|| unknown("ranges", &self.ranges))?;
        let (seed, number, count) = (self.seed, self.number, self.count);
        let shard = Shard { game, deck, street, part, source, seed, number, count };
        let (expected, found) = (shard.id(), self.id.clone());
        if expected == found { Ok(shard) } else { Err(ShardFault::Id { expected, found }) }
    }
}

/// The name of a street in files.
pub(super) fn street_name(street: Street) -> &'static str {
    match street {
        Street::Preflop => "preflop",
        Street::Flop => "flop",
        Street::Turn => "turn",
        Street::River => "river",
    }
}

impl GenerateSpec {
    /// So many samples in shards of `per_shard`; the last shard may be smaller.
    pub fn run_of(first: Shard, samples: u32, per_shard: u32, folder: &Path) -> GenerateSpec {
        let per_shard = per_shard.max(1);
        let shard = |number: u32| {
            let count = per_shard.min(samples - number * per_shard);
            Shard { number: first.number + number, count, ..first }
        };
        let shards = (0..samples.div_ceil(per_shard)).map(shard).collect();
        GenerateSpec { shards, folder: folder.to_owned(), model: None }
    }

    /// One shard of a plan.
    pub fn from_plan(plan: &Path, id: &str, folder: &Path) -> Result<GenerateSpec, NetsError> {
        let wrong = |fault: PlanFault| NetsError::Plan { path: plan.to_owned(), fault };
        let text = std::fs::read_to_string(plan)
            .map_err(|error| NetsError::Folder { path: plan.to_owned(), error })?;
        for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let in_line = |fault| wrong(PlanFault::Line { line: number + 1, fault });
            let read = serde_json::from_str::<ShardLine>(line);
            let read = read.map_err(|error| in_line(error.into()))?;
            if read.id == id {
                let shard = read.shard().map_err(in_line)?;
                let folder = folder.to_owned();
                return Ok(GenerateSpec { shards: vec![shard], folder, model: None });
            }
        }
        Err(wrong(PlanFault::NoShard(id.to_owned())))
    }

    /// The plan: one line for each shard.
    pub fn plan(&self) -> String {
        let line = |shard: &Shard| {
            serde_json::to_string(&ShardLine::from(shard)).expect("plain fields are JSON")
        };
        self.shards.iter().map(|shard| line(shard) + "\n").collect()
    }

    /// Makes what is missing. `control` counts samples; cancelled work can be resumed.
    pub fn run(&self, engine: &Engine, control: &Control) -> Result<GenerateReport, NetsError> {
        let (start, progress) = (Instant::now(), control.progress());
        let held_out = HeldOut::shipped();
        let network = self.model.as_ref().map(|model| NetworkValues::new(model.network.clone()));
        let values = network.as_ref().map(|network| network as &dyn LeafValues);
        make_folder(&self.folder)?;
        progress.set_total(self.shards.iter().map(|shard| u64::from(shard.count)).sum());
        let mut report = GenerateReport::default();
        let mut gaps = 0.0;
        for shard in &self.shards {
            shard.check()?;
            let path = self.folder.join(shard.id() + EXTENSION);
            if path.exists() {
                report.found += 1;
                progress.advance(u64::from(shard.count));
                continue;
            }
            let samples = engine.pool().install(|| shard.samples(&held_out, values, progress))?;
            gaps += samples.iter().map(|sample| f64::from(sample.gap)).sum::<f64>();
            report.samples += samples.len();
            let text = serde_json::to_string(&ShardLine::from(shard)).unwrap_or_default();
            let records = samples.iter().map(Sample::to_bytes).collect();
            Records { text, records }.write(&path)?;
            report.written += 1;
        }
        report.gap = gaps / report.samples.max(1) as f64;
        report.seconds = start.elapsed().as_secs_f64();
        Ok(report)
    }
}

/// How files of shards end.
const EXTENSION: &str = ".samples";

/// The files of a folder, in the order of their names.
pub(super) fn shard_files(folder: &Path) -> Result<Vec<PathBuf>, NetsError> {
    let wrong = |error| NetsError::Folder { path: folder.to_owned(), error };
    let entries = std::fs::read_dir(folder).map_err(wrong)?;
    let mut paths = Vec::new();
    for entry in entries {
        let path = entry.map_err(wrong)?.path();
        if path.to_string_lossy().ends_with(EXTENSION) {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}

/// The shard of a file, and its samples.
pub(super) fn read_shard(path: &Path) -> Result<(Shard, Vec<Sample>), NetsError> {
    let records = Records::open(path)?;
    let line = serde_json::from_str::<ShardLine>(&records.text);
    let shard = line.map_err(ShardFault::from).and_then(|line| line.shard());
    let shard =
        shard.map_err(|fault| NetsError::Plan { path: path.to_owned(), fault: fault.into() })?;
    let read = |(number, bytes): (usize, &Vec<u8>)| {
        Sample::from_bytes(bytes).map_err(|fault| NetsError::Sample {
            path: path.to_owned(),
            number,
            fault,
        })
    };
    let samples = records.records.iter().enumerate().map(read).collect::<Result<_, _>>()?;
    Ok((shard, samples))
}
