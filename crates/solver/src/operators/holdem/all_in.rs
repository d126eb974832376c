//! All-ins before the river: every board that can still come, in one table.
//!
//! For a pair of hands the entry is the fraction of rivers won minus the fraction
//! lost, over the rivers that neither hand blocks; 0 for hands that share a card.
//! `balance` counts them. In return an all-in is one matrix product instead of one
//! sweep per river.

use std::fmt::Debug;
use std::sync::Arc;

use quasar_cards::{Board, CardSet};

use super::balance::wins_minus_losses;
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

/// The number of ways to complete a board that two hands leave in a deck of so many cards.
pub(crate) fn run_outs(deck: usize, board: &Board) -> usize {
    let cards = deck - board.cards().len() - 4;
    if board.cards().len() == 4 { cards } else { cards * (cards - 1) / 2 }
}
