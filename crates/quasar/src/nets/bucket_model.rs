//! The bucket network: training, and its file.
//!
//! It is the baseline that range networks are compared with, on the same samples.

use std::path::{Path, PathBuf};

use quasar_cards::{Game, Street};
use quasar_nets::classic::train::{BucketTraining, lesson, train};
use quasar_nets::classic::{BUCKET_VERSION, BUCKETS, BucketNetwork, NORMALISATION_VERSION};
use quasar_nets::data::{Deck, Part};
use quasar_nets::net::Tensor;
use quasar_nets::range::train::is_validation;
use quasar_store::{StoredTensor, Tensors};

use super::NetsError;
use super::generate::{read_shard, shard_files};
use super::model::betting_hash;
use crate::job::Engine;

const KIND: &str = "quasar bucket network";

/// A bucket network to be trained on the Hold'em rivers of a folder.
#[derive(Clone, PartialEq, Debug)]
pub struct BucketTrainSpec {
    /// The folder of the shards.
    pub folder: PathBuf,
    /// How it is trained.
    pub training: BucketTraining,
    /// The file to write.
    pub output: PathBuf,
    /// The command, for the file.
    pub made_by: String,
}

/// A bucket network from a file.
#[derive(Clone, Debug)]
pub struct BucketModel {
    /// The network.
    pub network: BucketNetwork,
}

impl BucketTrainSpec {
    /// Trains and writes the file; returns the number of samples and the size of the file.
    /// `watch` sees every epoch and its loss, and stops by false.
    pub fn run(
        &self,
        engine: &Engine,
        mut watch: impl FnMut(u32, f64) -> bool + Send,
    ) -> Result<(usize, u64), NetsError> {
        engine.pool().install(|| {
            let mut lessons = Vec::new();
            for path in shard_files(&self.folder)? {
                let (shard, samples) = read_shard(&path)?;
                let fits = shard.street == Street::River && shard.part == Part::Train;
                if !fits || (shard.game, shard.deck) != (Game::Holdem, Deck::Full) {
                    continue;
                }
                // The same samples as range networks: their validation boards are left out.
                for sample in samples.iter().filter(|sample| !is_validation(&sample.board)) {
                    lessons.push(lesson(sample)?);
                }
            }
            if lessons.is_empty() {
                let (path, street) = (self.folder.clone(), "river".to_owned());
                return Err(NetsError::NoSamples { path, what: "Hold'em training", street });
            }
            let mut stopped = false;
            let network = train(&lessons, self.training, |epoch, loss| {
                stopped = !watch(epoch, loss);
                !stopped
            })?;
            if stopped {
                return Err(NetsError::Stopped);
            }
            let bytes = self.tensors(&network, lessons.len()).write(&self.output)?;
            Ok((lessons.len(), bytes))
        })
    }

    fn tensors(&self, network: &BucketNetwork, samples: usize) -> Tensors {
        let texts = [
            ("kind", KIND.to_owned()),
            ("bucket_version", BUCKET_VERSION.to_string()),
            ("buckets", BUCKETS.to_string()),
            ("normalisation_version", NORMALISATION_VERSION.to_string()),
            ("street", "river".to_owned()),
            ("width", self.training.width.to_string()),
            ("depth", self.training.depth.to_string()),
            ("betting_hash", betting_hash(Street::River)),
            ("samples", samples.to_string()),
            ("made_by", self.made_by.clone()),
        ];
        let stored = |tensor: Tensor<'_>| StoredTensor {
            name: tensor.name,
            shape: tensor.shape,
            values: tensor.values.to_vec(),
        };
        let metadata = texts.map(|(name, text)| (name.to_owned(), text)).into();
        Tensors { metadata, tensors: network.network().tensors().map(stored).collect() }
    }
}

impl BucketModel {
    /// Reads a file. Buckets, normalisation and betting must be those of this program.
    pub fn open(path: &Path) -> Result<BucketModel, NetsError> {
        let tensors = Tensors::open(path)?;
        let wrong = |why: String| NetsError::Model { path: path.to_owned(), why };
        let text = |name: &str| tensors.metadata.get(name).map_or("", String::as_str);
        let expected = [
            ("kind", KIND.to_owned()),
            ("bucket_version", BUCKET_VERSION.to_string()),
            ("buckets", BUCKETS.to_string()),
            ("normalisation_version", NORMALISATION_VERSION.to_string()),
            ("betting_hash", betting_hash(Street::River)),
        ];
        for (name, value) in &expected {
            let found = text(name);
            if found != value {
                return Err(wrong(format!("its {name} is `{found}`; this program has `{value}`")));
            }
        }
        let number = |name: &str, most: usize| {
            let found = text(name).parse::<usize>().ok().filter(|number| *number <= most);
            found.ok_or_else(|| wrong(format!("`{name}` is not a number up to {most}")))
        };
        let mut network = BucketNetwork::new(number("width", 4_096)?, number("depth", 16)?, 0)?;
        let loaded = tensors.tensors.iter().map(|stored| Tensor {
            name: stored.name.clone(),
            shape: stored.shape.clone(),
            values: &stored.values,
        });
        network.network_mut().load(loaded)?;
        Ok(BucketModel { network })
    }
}
