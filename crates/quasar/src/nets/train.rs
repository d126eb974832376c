//! Training a network on a folder of shards.

use std::path::PathBuf;
use std::time::Instant;

use quasar_cards::Game;
use quasar_nets::data::{Betting, Deck, RangeSource, Sample, SampleSplit, Shard};
use quasar_nets::net::AdamState;
use quasar_nets::range::train::{
    Epoch, Example, ExampleError, Run, RunState, Training, errors, examples, is_validation,
};
use quasar_nets::range::{LeafFeatures, NetworkSpec};
use quasar_store::{StoredTensor, StoredValues, Tensors};
use rayon::prelude::*;
use sha2::{Digest, Sha256};

use super::generate::{read_shard, shard_files, street_name};
use super::{Model, ModelFault, ModelInfo, NetsError};
use crate::job::{Control, Engine};

/// A network to be trained.
#[derive(Clone, PartialEq, Debug)]
pub struct TrainSpec {
    /// The folder of the shards.
    pub folder: PathBuf,
    /// The network; shards of other streets are left out.
    pub network: NetworkSpec,
    /// How it is trained.
    pub training: Training,
    /// The file to write. While training runs, `<file>.state` has what is needed to resume.
    pub output: PathBuf,
    /// The command, for the file.
    pub made_by: String,
}

/// What is known while training.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum TrainEvent {
    /// The examples are read.
    Read {
        /// Examples for training: two for each sample.
        examples: usize,
        /// Examples for choosing the best epoch.
        kept: usize,
        /// Epochs done by an earlier run.
        resumed: u32,
    },
    /// An epoch is done.
    Epoch(Epoch),
}

/// What was trained.
#[derive(Clone, Debug)]
pub struct TrainReport {
    /// The network.
    pub model: Model,
    /// Errors on held-out samples, by game; none if the folder has none.
    pub held_out: Vec<(String, ExampleError)>,
    /// The size of the file.
    pub bytes: u64,
    /// Seconds of this run.
    pub seconds: f64,
}

/// Everything that is read from the folder.
struct Data {
    train: Vec<Example>,
    kept: Vec<Example>,
    held_out: Vec<(String, Vec<Example>)>,
    counts: Vec<(String, usize)>,
    /// The runs that made the training shards.
    runs: Vec<GenerateRun>,
    hash: String,
}

/// Shards that one command made.
struct GenerateRun {
    /// The command without its numbers of samples.
    command: String,
    samples: u32,
    per_shard: u32,
}

impl Data {
    fn add_run(&mut self, shard: &Shard) {
        let Shard { street, seed, count, .. } = *shard;
        let game = if shard.game == Game::Holdem { "" } else { " --game plo4" };
        let royal = if shard.deck == Deck::Royal { " --royal" } else { "" };
        let ranges = match shard.source {
            RangeSource::Random => String::new(),
            source => format!(" --ranges {}", source.name()),
        };
        let street = street_name(street);
        let command =
            format!("quasar nets generate{game}{royal} --street {street}{ranges} --seed {seed}");
        match self.runs.iter_mut().find(|run| run.command == command) {
            Some(run) => {
                run.samples += count;
                run.per_shard = run.per_shard.max(count);
            }
            None => self.runs.push(GenerateRun { command, samples: count, per_shard: count }),
        }
    }

    /// All commands that made a network: those of its data, then the one that trained it.
    fn made_by(&self, train: &str) -> String {
        let run = |run: &GenerateRun| {
            let GenerateRun { command, samples, per_shard } = run;
            format!("{command} --count {samples} --per-shard {per_shard}; ")
        };
        self.runs.iter().map(run).collect::<String>() + train
    }
}

impl TrainSpec {
    /// Trains, and shows every event. `control` is checked between two epochs; if it is
    /// cancelled, the state is kept.
    pub fn run(
        &self,
        engine: &Engine,
        control: &Control,
        mut show: impl FnMut(&TrainEvent) + Send,
    ) -> Result<TrainReport, NetsError> {
        let start = Instant::now();
        engine.pool().install(|| {
            let data = self.read()?;
            let mut run = Run::new(self.network, self.training)?;
            let state_path = self.state_path();
            if state_path.exists() {
                run = self.resume(run)?;
            }
            let (examples, kept) = (data.train.len(), data.kept.len());
            show(&TrainEvent::Read { examples, kept, resumed: run.state().epoch });
            if !control.may_continue() {
                return Err(NetsError::Stopped);
            }
            while !run.is_over() {
                let epoch = run.epoch(&data.train, &data.kept);
                show(&TrainEvent::Epoch(epoch));
                let stopped = !control.may_continue();
                if stopped || epoch.number % 5 == 0 {
                    self.keep(&run.state(), &data.hash)?;
                }
                if stopped {
                    return Err(NetsError::Stopped);
                }
            }
            let network = run.best();
            let held_out: Vec<(String, ExampleError)> = data
                .held_out
                .iter()
                .map(|(game, examples)| (game.clone(), errors(&network, examples)))
                .collect();
            let model = Model { network, info: self.info(&data, &held_out) };
            let bytes = model.write(&self.output)?;
            // The network is there; a state that cannot be removed does no harm.
            let _ = std::fs::remove_file(&state_path);
            Ok(TrainReport { model, held_out, bytes, seconds: start.elapsed().as_secs_f64() })
        })
    }

    fn info(&self, data: &Data, held_out: &[(String, ExampleError)]) -> ModelInfo {
        let counts: Vec<String> =
            data.counts.iter().map(|(game, count)| format!("{game} {count}")).collect();
        let text = |(game, error): &(String, ExampleError)| {
            let ExampleError { plain, weighted, huber } = error;
            format!("{game}: mean {plain:.4}, by range {weighted:.4}, Huber {huber:.5}")
        };
        let errors: Vec<String> = held_out.iter().map(text).collect();
        ModelInfo {
            betting: Betting::for_street(self.network.street).text(),
            stack_to_pot: [0.05, 8.0],
            samples: counts.join(", "),
            data: data.hash.clone(),
            errors: errors.join("; "),
            made_by: data.made_by(&self.made_by),
        }
    }

    fn read(&self) -> Result<Data, NetsError> {
        let mut data = Data {
            train: Vec::new(),
            kept: Vec::new(),
            held_out: Vec::new(),
            counts: Vec::new(),
            runs: Vec::new(),
            hash: String::new(),
        };
        let mut hash = Sha256::new();
        for path in shard_files(&self.folder)? {
            let (shard, samples) = read_shard(&path)?;
            if shard.street != self.network.street {
                continue;
            }
            hash.update(shard.id());
            let found: Result<Vec<Vec<Example>>, NetsError> = samples
                .par_iter()
                .map_init(LeafFeatures::default, |features, sample| self.examples(sample, features))
                .collect();
            let game = shard_game(shard.game, shard.deck);
            if shard.part == SampleSplit::Train {
                data.add_run(&shard);
            }
            for (sample, examples) in samples.iter().zip(found?) {
                match (shard.part, is_validation(&sample.board)) {
                    (SampleSplit::HeldOut, _) => entry(&mut data.held_out, &game).extend(examples),
                    (SampleSplit::Train, true) => data.kept.extend(examples),
                    (SampleSplit::Train, false) => data.train.extend(examples),
                }
                if shard.part == SampleSplit::Train {
                    *entry(&mut data.counts, &game) += 1;
                }
            }
        }
        if data.train.is_empty() || data.kept.is_empty() {
            let street = street_name(self.network.street).to_owned();
            let path = self.folder.clone();
            return Err(NetsError::NoSamples { path, what: "training", street });
        }
        data.hash = hash.finalize()[..8].iter().map(|byte| format!("{byte:02x}")).collect();
        Ok(data)
    }

    fn examples(
        &self,
        sample: &Sample,
        features: &mut LeafFeatures,
    ) -> Result<Vec<Example>, NetsError> {
        Ok(examples(sample, &self.training, features)??)
    }

    fn state_path(&self) -> PathBuf {
        let mut path = self.output.as_os_str().to_owned();
        path.push(".state");
        PathBuf::from(path)
    }

    fn keep(&self, state: &RunState, data: &str) -> Result<(), NetsError> {
        let [now, best] = &state.parameters;
        let tensor = |name: &str, values: &[f32]| StoredTensor {
            name: name.to_owned(),
            shape: vec![values.len()],
            values: StoredValues::F32(values.to_vec()),
        };
        let texts = [
            ("kind", "quasar training state".to_owned()),
            ("data", data.to_owned()),
            ("epoch", state.epoch.to_string()),
            ("since", state.since.to_string()),
            ("best_error", state.best_error.to_bits().to_string()),
            ("steps", state.adam.steps.to_string()),
        ];
        let metadata = texts.map(|(name, text)| (name.to_owned(), text)).into();
        let tensors = vec![
            tensor("now", now),
            tensor("best", best),
            tensor("means", &state.adam.means),
            tensor("squares", &state.adam.squares),
        ];
        Tensors { metadata, tensors }.write(&self.state_path())?;
        Ok(())
    }

    fn resume(&self, start: Run) -> Result<Run, NetsError> {
        let path = self.state_path();
        let stored = Tensors::open(&path)?;
        let wrong = || NetsError::Model { path: path.clone(), fault: ModelFault::OtherTraining };
        let number = |name: &str| {
            stored.metadata.get(name).and_then(|text| text.parse::<u64>().ok()).ok_or_else(wrong)
        };
        let tensor = |name: &str| {
            let found = stored.tensors.iter().find(|tensor| tensor.name == name);
            let values = found.and_then(|tensor| tensor.values.as_f32());
            values.map(<[f32]>::to_vec).ok_or_else(wrong)
        };
        let adam = AdamState {
            steps: number("steps")?,
            means: tensor("means")?,
            squares: tensor("squares")?,
        };
        let state = RunState {
            epoch: u32::try_from(number("epoch")?).map_err(|_| wrong())?,
            parameters: [tensor("now")?, tensor("best")?],
            best_error: f64::from_bits(number("best_error")?),
            since: u32::try_from(number("since")?).map_err(|_| wrong())?,
            adam,
        };
        start.resume(state).ok_or_else(wrong)
    }
}

/// The name of a game in reports.
pub(super) fn shard_game(game: Game, deck: Deck) -> String {
    match deck {
        Deck::Full => game.name().to_owned(),
        deck => format!("{}-{}", game.name(), deck.name()),
    }
}

fn entry<'a, T: Default>(list: &'a mut Vec<(String, T)>, name: &str) -> &'a mut T {
    let place = list.iter().position(|(known, _)| known == name).unwrap_or_else(|| {
        list.push((name.to_owned(), T::default()));
        list.len() - 1
    });
    &mut list[place].1
}
