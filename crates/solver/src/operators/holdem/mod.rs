//! Leaves of Hold'em: a sweep over the hands of a board ([`sweep`]), and before the
//! river a table of all runouts ([`all_in`]).

mod all_in;
mod balance;
mod lanes;
mod sweep;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use super::{Column, LeafCall, LeafError, LeafOperator, MatrixEntry, PairTable, Product};
use crate::holdem::hands::BoardHands;
pub(crate) use all_in::{HoldemAllIn, run_outs};
pub(crate) use balance::wins_minus_losses;

/// Folds on any board: the weight of the opponent's hands that share no card.
#[derive(Debug)]
pub(crate) struct HoldemFold {
    hands: Arc<BoardHands>,
}

/// Showdowns and folds on a river.
#[derive(Debug)]
pub(crate) struct HoldemShowdown {
    hands: Arc<BoardHands>,
}

impl HoldemFold {
    pub(crate) fn new(hands: Arc<BoardHands>) -> HoldemFold {
        HoldemFold { hands }
    }
}

impl HoldemShowdown {
    /// The hands must be sorted by strength.
    pub(crate) fn new(hands: Arc<BoardHands>) -> HoldemShowdown {
        HoldemShowdown { hands }
    }
}

impl LeafOperator for HoldemFold {
    fn values(&self, call: LeafCall<'_>) -> Result<(), LeafError> {
        sweep::sweep(&self.hands, false, call);
        Ok(())
    }

    fn scratch(&self) -> usize {
        sweep::scratch_len(&self.hands)
    }
}

impl LeafOperator for HoldemShowdown {
    fn values(&self, call: LeafCall<'_>) -> Result<(), LeafError> {
        sweep::sweep(&self.hands, true, call);
        Ok(())
    }

    fn scratch(&self) -> usize {
        sweep::scratch_len(&self.hands)
    }
}
