//! The bucket network: training, and its file.
//!
//! It is the baseline that range networks are compared with, on the same samples.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use quasar_nets::classic::train::{BucketExample, BucketTraining, example, train};
use quasar_nets::classic::{
    BUCKET_VERSION, BUCKETS, BucketGame, BucketNetwork, NORMALISATION_VERSION,
};
use quasar_nets::data::{SampleSplit, Shard};
use quasar_nets::range::train::is_validation;
use quasar_store::Tensors;
use rayon::prelude::*;

use super::generate::{read_shard, shard_files, street_name};
use super::model::betting_hash;
use super::stored::{full_tensors, stored};
use super::train::shard_game;
use super::{ModelFault, NetsError};
use crate::job::{Control, Engine};

const KIND: &str = "quasar bucket network";

/// A bucket network to be trained on the samples of one game in a folder.
#[derive(Clone, PartialEq, Debug)]
pub struct BucketTrainSpec {
    /// The folder of the shards.
    pub folder: PathBuf,
    /// The game; shards of others are left out.
    pub game: BucketGame,
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
    /// What it values.
    pub game: BucketGame,
}

impl BucketTrainSpec {
    /// Trains and writes the file; returns the number of samples and the size of the file.
    /// `show` sees every epoch and its loss; `control` is checked between two epochs.
    pub fn run(
        &self,
        engine: &Engine,
        control: &Control,
        mut show: impl FnMut(u32, f64) + Send,
    ) -> Result<(usize, u64), NetsError> {
        engine.pool().install(|| {
            let mut examples: Vec<BucketExample> = Vec::new();
            for path in shard_files(&self.folder)? {
                let (shard, samples) = read_shard(&path)?;
                let Shard { game, deck, street, .. } = shard;
                if shard.part != SampleSplit::Train
                    || self.game != (BucketGame { game, deck, street })
                {
                    continue;
                }
                // The same samples as range networks: their validation boards are left out.
                let learned = samples.par_iter().filter(|sample| !is_validation(&sample.board));
                let found: Result<Vec<_>, _> = learned.map(example).collect();
                examples.extend(found?);
            }
            if examples.is_empty() {
                let (path, game) = (self.folder.clone(), bucket_game_name(self.game));
                return Err(NetsError::NoBucketSamples { path, part: SampleSplit::Train, game });
            }
            if !control.may_continue() {
                return Err(NetsError::Cancelled);
            }
            let network = train(&examples, self.training, |epoch, loss| {
                show(epoch, loss);
                control.may_continue()
            })?;
            if control.is_cancelled() {
                return Err(NetsError::Cancelled);
            }
            let bytes = self.tensors(&network, examples.len()).write(&self.output)?;
            Ok((examples.len(), bytes))
        })
    }

    fn tensors(&self, network: &BucketNetwork, samples: usize) -> Tensors {
        let texts = [
            ("kind", KIND.to_owned()),
            ("bucket_version", BUCKET_VERSION.to_string()),
            ("buckets", BUCKETS.to_string()),
            ("normalisation_version", NORMALISATION_VERSION.to_string()),
            ("game", self.game.game.name().to_owned()),
            ("deck", self.game.deck.name().to_owned()),
            ("street", street_name(self.game.street).to_owned()),
            ("width", self.training.width.to_string()),
            ("depth", self.training.depth.to_string()),
            ("betting_hash", betting_hash(self.game.street)),
            ("samples", samples.to_string()),
            ("made_by", self.made_by.clone()),
        ];
        let metadata = texts.map(|(name, text)| (name.to_owned(), text)).into();
        Tensors { metadata, tensors: network.network().tensors().map(stored).collect() }
    }
}

impl BucketModel {
    /// Reads a file. Buckets, normalisation and betting must be those of this program.
    pub fn open(path: &Path) -> Result<BucketModel, NetsError> {
        let tensors = Tensors::open(path)?;
        let wrong = |fault: ModelFault| NetsError::Model { path: path.to_owned(), fault };
        let text = |name: &str| tensors.metadata.get(name).map_or("", String::as_str);
        let game = bucket_game(&tensors.metadata).map_err(wrong)?;
        let expected = [
            ("kind", KIND.to_owned()),
            ("bucket_version", BUCKET_VERSION.to_string()),
            ("buckets", BUCKETS.to_string()),
            ("normalisation_version", NORMALISATION_VERSION.to_string()),
            ("betting_hash", betting_hash(game.street)),
        ];
        for (name, known) in expected {
            let found = text(name).to_owned();
            if found != known {
                return Err(wrong(ModelFault::Version { name, found, known }));
            }
        }
        let number = |name: &'static str, most: usize| {
            let found = text(name).parse::<usize>().ok().filter(|number| *number <= most);
            found.ok_or_else(|| wrong(ModelFault::Number { name, most }))
        };
        let mut network = BucketNetwork::new(number("width", 4_096)?, number("depth", 16)?, 0)?;
        network.network_mut().load(full_tensors(path, &tensors)?)?;
        Ok(BucketModel { network, game })
    }
}

/// The game that a file names. Files of before there were others are of Hold'em rivers.
fn bucket_game(texts: &BTreeMap<String, String>) -> Result<BucketGame, ModelFault> {
    let text = |name: &str, old: &'static str| texts.get(name).map_or(old, String::as_str);
    let (game, deck, street) =
        (text("game", "holdem"), text("deck", "full"), text("street", "river"));
    let known = BucketGame::all().find(|known| {
        (known.game.name(), known.deck.name(), street_name(known.street)) == (game, deck, street)
    });
    known.ok_or_else(|| {
        let [game, deck, street] = [game, deck, street].map(str::to_owned);
        ModelFault::NoBuckets { game, deck, street }
    })
}

/// A game in words, such as `plo4-royal river`.
pub(super) fn bucket_game_name(game: BucketGame) -> String {
    format!("{} {}", shard_game(game.game, game.deck), street_name(game.street))
}
