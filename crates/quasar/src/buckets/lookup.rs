//! Which bucket a hand is in, and how much of a range each bucket has.

use quasar_cards::{Combo, Range};
use schemars::JsonSchema;
use serde::Serialize;

use super::report::{FeatureReport, centre_report};
use super::{Buckets, BucketsError};

/// The bucket of a hand.
#[derive(Clone, PartialEq, Debug, JsonSchema, Serialize)]
pub struct HandBucketReport {
    /// The hand.
    pub hand: String,
    /// The number of its bucket.
    pub bucket: u32,
    /// Its features.
    pub features: Vec<FeatureReport>,
}

/// A range as weights of buckets.
#[derive(Clone, PartialEq, Debug, JsonSchema, Serialize)]
pub struct BucketWeightsReport {
    /// The board.
    pub board: String,
    /// The sum of all weights: combos of the range that the board leaves.
    pub combos: f64,
    /// The sum of the weights of the range's hands in each bucket.
    pub weights: Vec<f64>,
}

impl Buckets {
    /// The bucket of a hand, and its features; an error if the board has one of its
    /// cards, or if it has not four.
    pub fn hand(&self, hand: &Combo) -> Result<HandBucketReport, BucketsError> {
        let place = self.hands().position(|other| other == *hand);
        let place =
            place.ok_or_else(|| BucketsError::NoHand { hand: *hand, board: self.board() })?;
        let dims = self.spec().features.dims();
        Ok(HandBucketReport {
            hand: hand.to_string(),
            bucket: self.labels()[place],
            features: centre_report(self.spec().features, &self.features()[place * dims..][..dims]),
        })
    }

    /// The weight that each bucket has of a range of four-card hands.
    pub fn weights(&self, range: &Range) -> BucketWeightsReport {
        let mut weights = vec![0.0; self.len()];
        for (hand, &label) in self.hands().zip(self.labels()) {
            weights[label as usize] += f64::from(range.weight(&hand));
        }
        BucketWeightsReport {
            board: self.board().to_string(),
            combos: weights.iter().sum(),
            weights,
        }
    }
}
