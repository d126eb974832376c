//! Reports about buckets, as plain data.

use quasar_abstraction::{EquityMatrix, FeatureSet};
use quasar_cards::Combo;
use schemars::JsonSchema;
use serde::Serialize;

use super::Buckets;
use crate::request::values::{FeatureSets, Name};

/// The number of hands shown per bucket.
const EXAMPLES: usize = 4;

/// The buckets and their hands.
#[derive(Clone, PartialEq, Debug, JsonSchema, Serialize)]
pub struct BucketsReport {
    /// The board.
    pub board: String,
    /// The name of the feature set.
    pub features: Name<FeatureSets>,
    /// The version of the feature sets.
    pub feature_version: u32,
    /// The number of hands on the board.
    pub hands: usize,
    /// The requested number of buckets.
    pub asked: usize,
    /// The seed of the clustering.
    pub seed: u64,
    /// The number of starts.
    pub starts: u32,
    /// The buckets, by number.
    pub buckets: Vec<BucketReport>,
}

/// One bucket.
#[derive(Clone, PartialEq, Debug, JsonSchema, Serialize)]
pub struct BucketReport {
    /// Its number, from 0.
    pub bucket: usize,
    /// The number of its hands.
    pub hands: usize,
    /// Its fraction of all hands, 0 to 1.
    pub fraction: f64,
    /// Its centre.
    pub centre: Vec<FeatureReport>,
    /// Some of its hands, nearest to the centre first.
    pub examples: Vec<String>,
}

/// A feature of a centre.
#[derive(Clone, PartialEq, Debug, JsonSchema, Serialize)]
pub struct FeatureReport {
    /// The name of the feature.
    pub feature: &'static str,
    /// Its mean over the hands of the bucket.
    pub value: f32,
}

/// Buckets against buckets.
#[derive(Clone, PartialEq, Debug, JsonSchema, Serialize)]
pub struct MatrixReport {
    /// The board, if it is known.
    pub board: Option<String>,
    /// The number of buckets.
    pub buckets: usize,
    /// Pairs of buckets without two hands that can be held together.
    pub none: usize,
    /// The equity of each bucket against each other, 0 to 1; none
    /// where no two hands can be held together.
    pub equities: Vec<Vec<Option<f64>>>,
}

impl BucketsReport {
    /// The buckets and their hands.
    pub fn of(buckets: &Buckets) -> BucketsReport {
        let spec = buckets.spec();
        let dims = spec.features.dims();
        let hands = buckets.labels().len();
        let mut sizes = vec![0; buckets.len()];
        buckets.labels().iter().for_each(|&label| sizes[label as usize] += 1);
        let examples = examples(buckets, |_| true);
        let bucket = |(bucket, centre): (usize, &[f32])| BucketReport {
            bucket,
            hands: sizes[bucket],
            fraction: sizes[bucket] as f64 / hands as f64,
            centre: centre_report(spec.features, centre),
            examples: examples[bucket].iter().map(|(_, hand)| hand.to_string()).collect(),
        };
        BucketsReport {
            board: spec.board.to_string(),
            features: Name(spec.features),
            feature_version: FeatureSet::VERSION,
            hands,
            asked: spec.clustering.clusters,
            seed: spec.clustering.seed,
            starts: spec.clustering.starts,
            buckets: buckets.centres().chunks_exact(dims).enumerate().map(bucket).collect(),
        }
    }
}

pub(super) fn centre_report(features: FeatureSet, centre: &[f32]) -> Vec<FeatureReport> {
    let report = |(&feature, &value): (&&'static str, &f32)| FeatureReport { feature, value };
    features.columns().iter().zip(centre).map(report).collect()
}

/// For each bucket the hands nearest to its centre, in case of ties the first; only
/// those that are `shown`.
pub(super) fn examples(
    buckets: &Buckets,
    shown: impl Fn(&Combo) -> bool,
) -> Vec<Vec<(f32, Combo)>> {
    let dims = buckets.spec().features.dims();
    let rows = buckets.features().chunks_exact(dims);
    let mut nearest: Vec<Vec<(f32, Combo)>> = vec![Vec::new(); buckets.len()];
    let hands = buckets.hands().zip(buckets.labels()).zip(rows);
    for ((hand, &label), row) in hands.filter(|((hand, _), _)| shown(hand)) {
        let centre = &buckets.centres()[label as usize * dims..][..dims];
        let squared = row.iter().zip(centre).map(|(a, b)| (a - b) * (a - b)).sum();
        let list = &mut nearest[label as usize];
        let place = list.partition_point(|(other, _)| *other <= squared);
        if place < EXAMPLES {
            list.truncate(EXAMPLES - 1);
            list.insert(place, (squared, hand));
        }
    }
    nearest
}

impl MatrixReport {
    /// A matrix, and its board if known.
    pub fn of(matrix: &EquityMatrix, board: Option<String>) -> MatrixReport {
        let buckets = matrix.buckets();
        let row = |row: usize| (0..buckets).map(|column| matrix.equity(row, column)).collect();
        let equities: Vec<Vec<Option<f64>>> = (0..buckets).map(row).collect();
        let none = equities.iter().flatten().filter(|equity| equity.is_none()).count();
        MatrixReport { board, buckets, none, equities }
    }
}
