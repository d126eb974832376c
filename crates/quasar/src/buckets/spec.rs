//! Making buckets.

use quasar_abstraction::{AbstractionError, BucketMatrix, FeatureSet, HandFeatures, KMeans};
use quasar_cards::{Board, Combo, Game, Street};
use quasar_eval::LiveCards;

use super::BucketsError;
use crate::job::{Control, Engine};

/// Which buckets to make.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BucketsSpec {
    /// Turn or river.
    pub board: Board,
    /// The features by which hands are compared.
    pub features: FeatureSet,
    /// The number of buckets, and how they are found.
    pub clustering: KMeans,
}

/// The four-card hands of a board in buckets.
#[derive(Clone, PartialEq, Debug)]
pub struct Buckets {
    pub(super) spec: BucketsSpec,
    pub(super) labels: Vec<u32>,
    pub(super) centres: Vec<f32>,
    pub(super) features: Vec<f32>,
}

impl BucketsSpec {
    /// Fails unless the board is a river, where buckets can be compared.
    pub fn check_river(&self) -> Result<(), BucketsError> {
        match self.board.street() {
            Street::River => Ok(()),
            _ => Err(AbstractionError::NotARiver(self.board).into()),
        }
    }

    /// About how many bytes of memory making the buckets takes: the features, a copy of
    /// them sorted by value, what k-means knows of each hand, and the centres.
    pub fn memory(&self) -> u64 {
        let hands = LiveCards::new(self.board.set()).hands(Game::Plo4) as u64;
        let row = 4 * self.features.dims() as u64;
        hands * (3 * row + 32) + 4 * row * self.clustering.clusters as u64
    }

    /// Computes the features of all hands of the board and sorts them into buckets.
    /// `control` counts rivers, then iterations.
    pub fn build(&self, engine: &Engine, control: &Control) -> Result<Buckets, BucketsError> {
        let progress = control.progress();
        engine.pool().install(|| {
            let features = HandFeatures::new(&self.board, self.features, progress)?;
            let clusters =
                self.clustering.run(features.values(), self.features.dims(), progress)?;
            Ok(Buckets {
                spec: *self,
                labels: clusters.labels().to_vec(),
                centres: clusters.centres().to_vec(),
                features: features.values().to_vec(),
            })
        })
    }
}

impl Buckets {
    /// The spec they were made from.
    pub fn spec(&self) -> &BucketsSpec {
        &self.spec
    }

    /// The board.
    pub fn board(&self) -> Board {
        self.spec.board
    }

    /// The number of buckets: as many as requested, or fewer if fewer hands differ in
    /// their features.
    pub fn len(&self) -> usize {
        self.centres.len() / self.spec.features.dims()
    }

    /// Whether there are none, which is impossible.
    pub fn is_empty(&self) -> bool {
        self.centres.is_empty()
    }

    /// The bucket of each hand of the board, in the order of combos.
    pub fn labels(&self) -> &[u32] {
        &self.labels
    }

    /// The centres, one row of features after the other.
    pub fn centres(&self) -> &[f32] {
        &self.centres
    }

    /// The features of each hand, one row after the other.
    pub fn features(&self) -> &[f32] {
        &self.features
    }

    /// The hands of the board, in the order of labels and features.
    pub fn hands(&self) -> impl Iterator<Item = Combo> {
        Combo::all(Game::Plo4, self.spec.board.set())
    }

    /// About how many bytes of memory comparing so many buckets and showing the result
    /// takes: three counts as they are added up and as whole numbers, an equity and its text.
    pub fn matrix_memory(buckets: usize) -> u64 {
        let entries = (buckets as u64).saturating_mul(buckets as u64);
        entries.saturating_mul(6 * 8 + 16 + 20)
    }

    /// How often the buckets beat each other, on a river. `control` counts buckets.
    pub fn matrix(&self, engine: &Engine, control: &Control) -> Result<BucketMatrix, BucketsError> {
        let (board, labels) = (&self.spec.board, &self.labels);
        let progress = control.progress();
        Ok(engine.pool().install(|| BucketMatrix::new(board, labels, self.len(), progress))?)
    }
}
