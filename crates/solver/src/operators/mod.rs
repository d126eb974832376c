//! Leaf operators: the values of leaves on a board, for many leaves at once.
//!
//! Nearly every way to end a hand is a linear map from the opponent's reach to
//! counterfactual values, one column per leaf:
//!
//! | operator | leaves |
//! |---|---|
//! | [`HoldemFold`], [`OmahaFold`] | folds on a board where hands are not compared |
//! | [`HoldemShowdown`], [`OmahaShowdown`] | showdowns and folds on a river |
//! | [`HoldemAllIn`] | all-ins and folds on a flop or turn, by a table of all pairs of hands |
//! | [`OmahaAllIn`] | all-ins and folds on a turn, by a sweep for every river |
//! | [`MatrixTables`] | showdowns and folds by tables that compare hands, or [buckets](crate::BoardBuckets) of hands |
//!
//! An operator belongs to a board and shares the board's hands with the game that owns
//! it. One that replaces the rest of a game may read both players' reach, need not be
//! linear or zero-sum, and may fail; the methods of [`LeafOperator`] declare this.

mod call;
mod error;
mod holdem;
mod matrix;
mod omaha;

use std::fmt::Debug;

use crate::Player;
pub use call::{BothCall, Column, JoinedFold, LeafCall};
pub use error::LeafError;
pub(crate) use holdem::{HoldemAllIn, HoldemFold, HoldemShowdown, run_outs, wins_minus_losses};
pub use matrix::{MatrixEntry, MatrixShowdown, MatrixTables, PairTable, Product};
pub(crate) use omaha::{
    ALIGNMENT, ByClass, OmahaAllIn, OmahaFold, OmahaRunOuts, OmahaShowdown, River, RunOut, aligned,
};

/// Computes the values of leaves on a board.
pub trait LeafOperator: Debug + Send + Sync {
    /// Writes the counterfactual values of a player's hands at every leaf in
    /// `call.columns`. A column with a difference of 0 is worth its sum times the
    /// compatible weight of a hand, whatever the operator.
    fn values(&self, call: LeafCall<'_>) -> Result<(), LeafError>;

    /// The same for both players' values, where both are wanted. An operator that computes
    /// them together saves half of its work here.
    fn values_of_both(&self, mut call: BothCall<'_>) -> Result<(), LeafError> {
        self.values(call.of(Player::Oop))?;
        self.values(call.of(Player::Ip))
    }

    /// The number of scratch numbers that a call needs.
    fn scratch(&self) -> usize {
        0
    }

    /// Whether a call can keep several threads busy.
    fn shares_work(&self) -> bool {
        false
    }

    /// Whether values also depend on the player's own reach. The whole game then
    /// carries both players' reach down, which costs time if updates alternate.
    fn reads_both(&self) -> bool {
        false
    }

    /// Whether at every leaf one player wins what the other loses, if the sums of
    /// their columns are opposite. If not, measuring the exploitability needs the
    /// values of the strategies as well as those of the best responses.
    fn is_zero_sum(&self) -> bool {
        true
    }

    /// The operator's memory in bytes, without the hands that it shares with the game.
    fn bytes(&self) -> usize {
        0
    }
}

/// Corrects all-ins that the tree shows down on boards whose hands are merged.
pub trait RunOuts: Debug + Send + Sync {
    /// Adds what the all-ins in `call.columns` are worth more than by buckets. An iteration
    /// that learns gives its number, and may get an estimate whose mean over iterations is
    /// exact; otherwise all of it is added.
    fn add(&self, sample: Option<u32>, call: LeafCall<'_>);

    /// The number of scratch numbers that a call needs.
    fn scratch(&self) -> usize;
}
