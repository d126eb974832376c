//! A turn whose rivers were merged, with every hand for itself.
//!
//! This is where the strategy of a merged game is measured: reach and values are those
//! of hands, leaves are swept exactly, and only what a hand does on a river is that of
//! its bucket. It takes the memory of the rivers of one turn and is made when a walk
//! comes to it.

use std::sync::Arc;

use quasar_cards::Card;

use super::OmahaError;
use super::boards::{Entry, Origin, deal, numbers};
use super::hands::BoardHands;
use crate::game::{Deal, HandMap, Lifted};
use crate::operators::{LeafOperator, OmahaShowdown, RunOut};
use crate::{BoardAt, Player, PublicTree, SolverGame};

/// A turn with rivers that are not merged.
#[derive(Debug)]
pub(super) struct Unmerged {
    tree: PublicTree,
    /// The level of the turn.
    level: usize,
    weights: [Arc<[f32]>; 2],
    turn: Entry,
    rivers: Vec<(Entry, [Labels; 2])>,
}

/// The buckets of the hands of a river.
#[derive(Debug)]
struct Labels {
    labels: Vec<u16>,
    buckets: usize,
}

impl Unmerged {
    /// The turn of a place; `weights` are those of its hands if the game begins there. Rivers
    /// that are not wanted keep their numbers and have nothing else.
    pub(super) fn new(
        tree: &PublicTree,
        at: BoardAt,
        turn: &Entry,
        weights: &[Arc<[f32]>; 2],
        origin: &Origin,
        wanted: &dyn Fn(usize) -> bool,
    ) -> Result<Unmerged, OmahaError> {
        let hands = turn.hands.as_ref().ok_or(OmahaError::NothingToMerge)?;
        let numbers = numbers(hands);
        let (mut rivers, mut deals) = (Vec::new(), Vec::new());
        for orbit in origin.rivers(&turn.board) {
            let board = turn.board.with_next(orbit.card)?;
            // Rivers without hands were left out when they were merged, too.
            let Some(merged) = turn.deals.get(deals.len()) else { continue };
            if !has_hands(hands, orbit.card) {
                continue;
            }
            if !wanted(deals.len()) {
                let hands = [HandMap::Same, HandMap::Same];
                deals.push(Deal { board: 0, chance: merged.chance, hands });
                continue;
            }
            let known = turn.run_outs.as_ref().map(|run_outs| &run_outs.rivers[deals.len()]);
            if let Some(RunOut { river, deal, .. }) = known {
                let labels = [0, 1].map(|side: usize| labels(deal, merged, side));
                let leaves = Arc::new(OmahaShowdown::of_many(Arc::clone(&river.hands)));
                deals.push(Deal { board: rivers.len(), ..deal.clone() });
                rivers.push((Entry::new(board, &river.hands, leaves), labels));
                continue;
            }
            let hands = Arc::new(BoardHands::new(&board, origin.deck, &origin.ranges)?);
            let deal = deal(&numbers, &hands, rivers.len(), merged.chance, &orbit.images);
            let labels = [0, 1].map(|side: usize| labels(&deal, merged, side));
            let leaves = Arc::new(OmahaShowdown::of_many(Arc::clone(&hands)));
            rivers.push((Entry::new(board, &hands, leaves), labels));
            deals.push(deal);
        }
        let entry = Entry::new(turn.board, hands, Arc::clone(&turn.leaves));
        let turn = Entry { deals: deals.into(), ..entry };
        Ok(Unmerged { tree: tree.clone(), level: at.level, weights: weights.clone(), turn, rivers })
    }

    fn entry(&self, at: BoardAt) -> &Entry {
        if at.level == self.level { &self.turn } else { &self.rivers[at.board].0 }
    }
}

/// Whether both players have hands without a card.
fn has_hands(hands: &BoardHands, card: Card) -> bool {
    let mut sides = hands.sides.iter();
    sides.all(|side| side.combos(hands.game).any(|combo| !combo.set().contains(card)))
}

/// The buckets to which a merged deal leads the hands of a river.
fn labels(deal: &Deal, merged: &Deal, side: usize) -> Labels {
    match (&deal.hands[side], &merged.hands[side]) {
        (HandMap::Images(former), HandMap::Buckets(map)) => Labels {
            labels: former[0].iter().map(|&hand| map.bucket(hand as usize)).collect(),
            buckets: map.buckets(),
        },
        _ => Labels { labels: Vec::new(), buckets: 0 },
    }
}

impl SolverGame for Unmerged {
    fn tree(&self) -> &PublicTree {
        &self.tree
    }

    fn weights(&self, player: Player) -> &[f32] {
        &self.weights[player.index()]
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
        let (_, labels) = self.rivers.get(at.board).filter(|_| at.level > self.level)?;
        let Labels { labels, buckets } = &labels[player.index()];
        Some(Lifted { labels, buckets: *buckets })
    }
}
