//! A turn whose rivers are merged, with every hand kept separate.
//!
//! This is where the strategy of a merged game is measured, and where what buckets do not see
//! is found while it is learned: reach and values are those of hands, leaves are swept
//! exactly, and only what a hand does on a river is that of its bucket. Hands and deals are
//! shared with what corrects all-ins ([`OmahaRunOuts`]), so it takes next to no memory.

use std::sync::Arc;

use super::boards::Entry;
use crate::game::{Deal, Lifted};
use crate::operators::{LeafOperator, OmahaRunOuts, OmahaShowdown, RunOut};
use crate::{BoardAt, Player, PublicTree, SolverGame};

/// What all turns of a game share.
#[derive(Clone, Debug)]
pub(super) struct Shared {
    pub(super) tree: Arc<PublicTree>,
    /// The weights of the hands that the game begins with.
    pub(super) weights: [Arc<[f32]>; 2],
}

/// A turn with rivers that are not merged.
#[derive(Debug)]
pub(super) struct ByHand {
    shared: Shared,
    /// The level of the turn.
    level: usize,
    turn: Entry,
    /// Each with the deal that leads to its buckets.
    rivers: Vec<(Entry, Deal)>,
}

impl ByHand {
    /// A turn and the leaves on it; `run_outs` has its rivers.
    pub(super) fn new(
        shared: Shared,
        turn: &Entry,
        level: usize,
        run_outs: &OmahaRunOuts,
    ) -> ByHand {
        let (mut rivers, mut deals) = (Vec::new(), Vec::new());
        for RunOut { river, deal, merged, .. } in &run_outs.rivers {
            let leaves = Arc::new(OmahaShowdown::of_many(Arc::clone(&river.hands)));
            deals.push(Deal { board: rivers.len(), ..deal.clone() });
            rivers.push((Entry::new(river.board, &river.hands, leaves), merged.clone()));
        }
        let entry = Entry::new(turn.board, &run_outs.turn, Arc::clone(&turn.leaves));
        let turn = Entry { deals: deals.into(), ..entry };
        ByHand { shared, level, turn, rivers }
    }

    fn entry(&self, at: BoardAt) -> &Entry {
        if at.level == self.level { &self.turn } else { &self.rivers[at.board].0 }
    }
}

impl SolverGame for ByHand {
    fn tree(&self) -> &PublicTree {
        &self.shared.tree
    }

    fn weights(&self, player: Player) -> &[f32] {
        &self.shared.weights[player.index()]
    }

    fn boards(&self, level: usize) -> usize {
        if level <= self.level { 1 } else { self.rivers.len() }
    }

    fn hands(&self, at: BoardAt, player: Player) -> usize {
        self.entry(at).counts[player.index()]
    }

    fn deals(&self, at: BoardAt) -> &[Deal] {
        &self.entry(at).deals
    }

    fn leaf_operator(&self, at: BoardAt) -> &dyn LeafOperator {
        &*self.entry(at).leaves
    }

    fn lifted(&self, at: BoardAt, player: Player) -> Option<Lifted<'_>> {
        let (_, merged) = self.rivers.get(at.board).filter(|_| at.level > self.level)?;
        Lifted::new(&self.turn.deals[at.board], merged, player)
    }
}
