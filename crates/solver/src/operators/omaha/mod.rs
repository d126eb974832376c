//! Leaves of Omaha: a sweep over the hands of a board for eight leaves at once
//! ([`showdown`]), and for all-ins on the turn one sweep per river ([`all_in`]).

mod all_in;
mod by_class;
mod outputs;
mod run_out;
mod showdown;
mod table;
#[cfg(test)]
mod tests;
mod total;
mod weights;

use std::sync::Arc;

use super::{Column, LeafCall, LeafError, LeafOperator, RunOuts};
use crate::arch::Lanes;
use crate::omaha::hands::BoardHands;
pub(crate) use all_in::{OmahaAllIn, River};
pub(crate) use by_class::ByClass;
pub(crate) use run_out::{OmahaRunOuts, RunOut};
use showdown::{LANES, Question};

/// Folds on any board.
#[derive(Debug)]
pub(crate) struct OmahaFold(Sweeps);

/// Showdowns and folds on a river.
#[derive(Debug)]
pub(crate) struct OmahaShowdown(Sweeps);

/// Sweeps over the hands of a board.
#[derive(Debug)]
struct Sweeps {
    hands: Arc<BoardHands>,
    /// How many can run at the same time: 1 or 2.
    beside: usize,
}

impl OmahaFold {
    /// For the only board of a game.
    pub(crate) fn new(hands: Arc<BoardHands>) -> OmahaFold {
        OmahaFold(Sweeps { hands, beside: 2 })
    }

    /// For one of many turns, which are themselves worked on side by side.
    pub(crate) fn of_many(hands: Arc<BoardHands>) -> OmahaFold {
        OmahaFold(Sweeps { hands, beside: 1 })
    }
}

impl OmahaShowdown {
    /// For the only board of a game, whose sweeps may run in parallel.
    pub(crate) fn alone(hands: Arc<BoardHands>) -> OmahaShowdown {
        OmahaShowdown(Sweeps { hands, beside: 2 })
    }

    /// For one of many rivers, which themselves run in parallel.
    pub(crate) fn of_many(hands: Arc<BoardHands>) -> OmahaShowdown {
        OmahaShowdown(Sweeps { hands, beside: 1 })
    }

    /// Adds what hands, the same ones for both players, win minus what they lose, by class.
    pub(crate) fn add_by_class(&self, by_class: ByClass<'_>, scratch: &mut [f32]) {
        by_class::add(&self.0.hands, by_class, aligned(scratch));
    }
}

impl Sweeps {
    fn values(&self, compare: bool, call: LeafCall<'_>) {
        let LeafCall { player, columns, reach, values, scratch, parallel } = call;
        let question = Question { hands: &self.hands, player, compare, parallel };
        let reach = reach[player.opponent().index()];
        showdown::leaves(question, columns, reach, values, aligned(scratch));
    }

    fn scratch(&self) -> usize {
        LANES * self.beside * showdown::scratch_len(&self.hands) + ALIGNMENT
    }
}

impl LeafOperator for OmahaFold {
    fn values(&self, call: LeafCall<'_>) -> Result<(), LeafError> {
        self.0.values(false, call);
        Ok(())
    }

    fn scratch(&self) -> usize {
        self.0.scratch()
    }

    fn shares_work(&self) -> bool {
        true
    }
}

impl LeafOperator for OmahaShowdown {
    fn values(&self, call: LeafCall<'_>) -> Result<(), LeafError> {
        self.0.values(true, call);
        Ok(())
    }

    fn scratch(&self) -> usize {
        self.0.scratch()
    }

    fn shares_work(&self) -> bool {
        true
    }
}

/// Numbers in a line of the cache. Lanes that lie across two lines cost twice.
pub(crate) const ALIGNMENT: usize = 16;

/// Whole lanes that begin with a line of the cache.
pub(crate) fn aligned(scratch: &mut [f32]) -> &mut [Lanes] {
    let skipped = scratch.as_ptr().align_offset(ALIGNMENT * size_of::<f32>());
    scratch[skipped.min(ALIGNMENT)..].as_chunks_mut().0
}
