//! All-ins before the river: every board that can still come, in one table.
//!
//! For a pair of hands the entry is the fraction of rivers won minus the fraction
//! lost, over the rivers that neither hand blocks; 0 for hands that share a card.
//! A table costs one comparison for each pair of hands and river: 20 ms for a
//! flop with 300 hands each. In return an all-in is one matrix product instead of
//! one sweep per river.

use std::sync::Arc;

use quasar_cards::{Board, CardSet};
use quasar_eval::HoldemBoard;

use super::{Column, HoldemFold, LeafCall, LeafError, LeafOperator, PairTable, Product};
use crate::holdem::HoldemError;
use crate::holdem::hands::BoardHands;

/// All-ins and folds on a flop or turn.
#[derive(Debug)]
pub(crate) struct HoldemAllIn {
    fold: HoldemFold,
    table: PairTable,
}

impl HoldemAllIn {
    pub(crate) fn new(board: &Board, hands: Arc<BoardHands>) -> Result<HoldemAllIn, HoldemError> {
        let table = run_out(board, &hands)?;
        Ok(HoldemAllIn { fold: HoldemFold::new(hands), table })
    }
}

impl LeafOperator for HoldemAllIn {
    fn values(&self, call: LeafCall<'_>) -> Result<(), LeafError> {
        let LeafCall { player, columns, reach, mut values, scratch, parallel } = call;
        let folds = values.again();
        self.fold.values(LeafCall { player, columns, reach, values: folds, scratch, parallel })?;
        let opponent = player.opponent().index();
        let shown = columns.iter().filter(|column| column.difference != 0.0);
        let products = shown.map(|column: &Column| Product {
            reach: column.reach[opponent],
            value: column.value,
            factor: column.difference,
            add: true,
        });
        self.table.multiply(player, products, reach[opponent], &mut values);
        Ok(())
    }

    fn scratch(&self) -> usize {
        self.fold.scratch()
    }

    fn bytes(&self) -> usize {
        self.table.bytes()
    }
}

/// The table of all-in results on a flop or turn.
fn run_out(board: &Board, hands: &BoardHands) -> Result<PairTable, HoldemError> {
    let [first, second] = &hands.sides;
    let mut balance = vec![0i16; first.len() * second.len()];
    let mut ranks = [vec![0u16; first.len()], vec![0u16; second.len()]];
    complete(board, &mut |river| {
        let ranked = HoldemBoard::new(river)?;
        for (ranks, side) in ranks.iter_mut().zip(&hands.sides) {
            for (rank, &combo) in ranks.iter_mut().zip(&side.combos) {
                *rank = ranked.ranks()[usize::from(combo)].number();
            }
        }
        add_river(&mut balance, &ranks);
        Ok(())
    })?;
    let possible = 1.0 / unblocked(board) as f32;
    let entry = |one: usize, other: usize| {
        let clash = first.cards()[one].iter().any(|card| second.cards()[other].contains(card));
        if clash { 0.0 } else { f32::from(balance[one * second.len() + other]) * possible }
    };
    Ok(PairTable::opposed([first.len(), second.len()], entry))
}

/// Adds 1 for each pair whose first hand wins and subtracts 1 if it loses. A
/// hand that the river blocks has rank 0.
fn add_river(balance: &mut [i16], ranks: &[Vec<u16>; 2]) {
    for (row, &rank) in balance.chunks_exact_mut(ranks[1].len()).zip(&ranks[0]) {
        if rank > 0 {
            for (balance, &other) in row.iter_mut().zip(&ranks[1]) {
                *balance += i16::from((other > 0) & (rank > other)) - i16::from(rank < other);
            }
        }
    }
}

/// Calls `work` for every river that a board can become.
fn complete(
    board: &Board,
    work: &mut impl FnMut(&Board) -> Result<(), HoldemError>,
) -> Result<(), HoldemError> {
    fn deal(
        board: &Board,
        deck: CardSet,
        work: &mut impl FnMut(&Board) -> Result<(), HoldemError>,
    ) -> Result<(), HoldemError> {
        if board.cards().len() == 5 {
            return work(board);
        }
        let mut later = deck;
        for card in deck.iter() {
            later = later - CardSet::from(card);
            deal(&board.with_next(card)?, later, work)?;
        }
        Ok(())
    }
    deal(board, board.set().complement(), work)
}

/// The number of rivers that two hands leave possible.
fn unblocked(board: &Board) -> usize {
    let cards = 52 - board.cards().len() - 4;
    if board.cards().len() == 4 { cards } else { cards * (cards - 1) / 2 }
}
