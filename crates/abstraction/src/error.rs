//! Why buckets cannot be made or compared.

use quasar_cards::Board;
use thiserror::Error;

use crate::kmeans::MOST_CLUSTERS;

/// Why buckets cannot be made or compared.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum AbstractionError {
    /// Features are of hands on a turn or a river.
    #[error("`{0}` is neither a turn nor a river")]
    NeitherTurnNorRiver(Board),
    /// Matrices are of rivers.
    #[error("`{0}` is not a river")]
    NotARiver(Board),
    /// No clusters, or more than are possible.
    #[error("{0} clusters are not possible: the number must be 1 to {MOST_CLUSTERS}")]
    ClusterCount(usize),
    /// Settings that leave nothing to do.
    #[error("k-means needs at least one start and one iteration")]
    NoIterations,
    /// There is nothing to cluster.
    #[error("there are no points")]
    NoPoints,
    /// Numbers that do not fill their rows.
    #[error("{values} values do not divide into rows of {dims}")]
    Shape {
        /// How many numbers there are.
        values: usize,
        /// How many a row has.
        dims: usize,
    },
    /// A number that is not finite.
    #[error("point {point} has a feature that is not a finite number")]
    NotFinite {
        /// The number of the row.
        point: usize,
    },
    /// A list that does not have one entry for each hand of the board.
    #[error("{found} {what}, but the board has {expected} hands")]
    HandCount {
        /// What is listed.
        what: &'static str,
        /// Entries there are.
        found: usize,
        /// Entries there should be.
        expected: usize,
    },
    /// A label of a bucket that does not exist.
    #[error("hand {hand} is in bucket {label}, but there are only {buckets}")]
    Label {
        /// The number of the hand.
        hand: usize,
        /// Its label.
        label: u32,
        /// How many buckets there are.
        buckets: usize,
    },
    /// A number that is not of a hand that can be held.
    #[error("hand {hand} (index {index}) is not possible on this board")]
    Hand {
        /// Its place in the list.
        hand: usize,
        /// Its number as a combo.
        index: u32,
    },
    /// A weight that is negative or not a number.
    #[error("hand {hand} has the weight {weight}; weights must be finite and not negative")]
    Weight {
        /// The number of the hand.
        hand: usize,
        /// The weight as text.
        weight: String,
    },
    /// Stopped before the end.
    #[error("stopped before the end")]
    Stopped,
}
