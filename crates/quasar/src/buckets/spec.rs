//! Making buckets.

use quasar_abstraction::{BucketMatrix, FeatureSet, Features, KMeans};
use quasar_cards::{Board, Combo, Game};
use quasar_equity::Progress;

use super::BucketsError;
use crate::job::Engine;

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
    /// Computes the features of all hands of the board and sorts them into buckets.
    /// `progress` counts rivers, then iterations.
    pub fn build(&self, engine: &Engine, progress: &Progress) -> Result<Buckets, BucketsError> {
        engine.pool().install(|| {
            let features = Features::new(&self.board, self.features, progress)?;
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

    /// How often the buckets beat each other, on a river. `progress` counts buckets.
    pub fn matrix(
        &self,
        engine: &Engine,
        progress: &Progress,
    ) -> Result<BucketMatrix, BucketsError> {
        let (board, labels) = (&self.spec.board, &self.labels);
        Ok(engine.pool().install(|| BucketMatrix::new(board, labels, self.len(), progress))?)
    }
}
