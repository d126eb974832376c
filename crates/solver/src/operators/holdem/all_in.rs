//! All-ins before the river: every board that can still come, in one table.
//!
//! For a pair of hands the entry is the fraction of rivers won minus the fraction
//! lost, over the rivers that neither hand blocks; 0 for hands that share a card.
//! A table costs one comparison for each pair of hands and river: 20 ms for a
//! flop with 300 hands each. In return an all-in is one matrix product instead of
//! one sweep per river.

use std::fmt::Debug;
use std::sync::Arc;

use quasar_cards::{Board, CardSet};
use quasar_eval::HoldemBoard;

use super::{
    Column, HoldemFold, LeafCall, LeafError, LeafOperator, MatrixEntry, PairTable, Product,
};
use crate::holdem::HoldemError;
use crate::holdem::hands::BoardHands;

/// All-ins and folds on a flop or turn.
#[derive(Debug)]
pub(crate) struct HoldemAllIn<E = f32> {
    fold: HoldemFold,
    table: PairTable<E>,
}

/// An entry that holds wins minus losses as a whole number.
pub(crate) trait WholeEntry: MatrixEntry + PartialEq {
    /// The number, which must fit.
    fn whole(number: i16) -> Self;
}

impl WholeEntry for i16 {
    fn whole(number: i16) -> i16 {
        number
    }
}

/// Enough for the 44 rivers of a turn.
impl WholeEntry for i8 {
    fn whole(number: i16) -> i8 {
        number.clamp(-i16::from(i8::MAX), i16::from(i8::MAX)) as i8
    }
}

impl HoldemAllIn {
    pub(crate) fn new(board: &Board, hands: Arc<BoardHands>) -> Result<HoldemAllIn, HoldemError> {
        let balance = wins_minus_losses(board, CardSet::DECK, &hands)?;
        let possible = 1.0 / run_outs(CardSet::DECK.len(), board) as f32;
        let entry = |number: i16| f32::from(number) * possible;
        let table = table(&hands, &balance, entry);
        Ok(HoldemAllIn { fold: HoldemFold::new(hands), table })
    }
}

impl<E: WholeEntry> HoldemAllIn<E> {
    /// From wins minus losses over so many run-outs, in fewer bits; once if both players have
    /// the same hands.
    pub(crate) fn of(hands: &Arc<BoardHands>, run_outs: usize, balance: &[i16]) -> HoldemAllIn<E> {
        let table = table(hands, balance, E::whole).in_units_of(1.0 / run_outs as f32);
        HoldemAllIn { fold: HoldemFold::new(Arc::clone(hands)), table }
    }
}

impl<E: MatrixEntry + PartialEq + Debug> LeafOperator for HoldemAllIn<E> {
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

/// The table of all-in results on a flop or turn; 0 for hands that share a card.
fn table<E: MatrixEntry + PartialEq>(
    hands: &BoardHands,
    balance: &[i16],
    entry: impl Fn(i16) -> E,
) -> PairTable<E> {
    let [first, second] = &hands.sides;
    PairTable::opposed([first.len(), second.len()], |one, other| {
        let clash = first.cards()[one].iter().any(|card| second.cards()[other].contains(card));
        if clash { E::default() } else { entry(balance[one * second.len() + other]) }
    })
}

/// For each hand of the first player against each of the second, how many boards with the
/// cards of a deck it wins minus how many it loses; meaningless for hands that share a card.
pub(crate) fn wins_minus_losses(
    board: &Board,
    deck: CardSet,
    hands: &BoardHands,
) -> Result<Vec<i16>, HoldemError> {
    let [first, second] = &hands.sides;
    let mut balance = vec![0i16; first.len() * second.len()];
    let mut ranks = [vec![0u16; first.len()], vec![0u16; second.len()]];
    complete(board, deck, &mut |river| {
        let ranked = HoldemBoard::new(river)?;
        for (ranks, side) in ranks.iter_mut().zip(&hands.sides) {
            for (rank, &combo) in ranks.iter_mut().zip(&side.combos) {
                *rank = ranked.ranks()[usize::from(combo)].number();
            }
        }
        add_river(&mut balance, &ranks);
        Ok(())
    })?;
    Ok(balance)
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

/// Calls `work` for every river that a board can become with the cards of a deck.
fn complete(
    board: &Board,
    deck: CardSet,
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
    deal(board, deck - board.set(), work)
}

/// The number of ways to complete a board that two hands leave in a deck of so many cards.
pub(crate) fn run_outs(deck: usize, board: &Board) -> usize {
    let cards = deck - board.cards().len() - 4;
    if board.cards().len() == 4 { cards } else { cards * (cards - 1) / 2 }
}
