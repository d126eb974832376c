//! The hands of one player, laid out in rows.

use quasar_cards::Combo;

use crate::omaha::sweep::deck::Deck;
use crate::omaha::sweep::lanes::{LANES, Lanes};
use crate::omaha::sweep::numbering::padded;
use crate::omaha::sweep::removal::Removal;
use crate::omaha::sweep::runs::{Run, rows};

/// Marks a hand with a card that the deck lacks.
const NOWHERE: u32 = u32::MAX;

/// One player's hands of `UPPER + 1` cards, by row; rows without a hand take no
/// room.
#[derive(Clone, Debug)]
pub(super) struct Side<const UPPER: usize> {
    /// The number of each hand of the range, or [`NOWHERE`].
    numbers: Vec<u32>,
    /// By the numbers of vectors of hands: where the vectors of this side are.
    vectors: Vec<u32>,
    pub(super) rows: Vec<Run<UPPER>>,
    /// The weights of the hands.
    pub(super) weights: Vec<Lanes>,
    /// The weights of the same hands in the opponent's range; empty if the ranges
    /// are the same.
    own: Vec<Lanes>,
    /// What each hand beats, summed over rivers.
    pub(super) below: Vec<Lanes>,
    /// What each hand beats or ties.
    pub(super) at_most: Vec<Lanes>,
}

/// The results of a hand: weights of the opponent's hands, summed over rivers.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(in crate::omaha) struct Met {
    /// Hands that it beats.
    pub(in crate::omaha) below: f32,
    /// Hands that it beats or ties.
    pub(in crate::omaha) at_most: f32,
}

impl<const UPPER: usize> Side<UPPER> {
    /// Lays out `range` for an opponent with the range `other`, or with the same.
    pub(super) fn new(deck: &Deck, range: &[(Combo, f32)], other: Option<&[(Combo, f32)]>) -> Self {
        let number = |(hand, _): &(Combo, f32)| deck.number(hand).map_or(NOWHERE, |n| n as u32);
        let numbers: Vec<u32> = range.iter().map(number).collect();
        let mut present = vec![0; padded(deck.len(), UPPER + 1) / LANES];
        for number in numbers.iter().filter(|&&number| number != NOWHERE) {
            present[*number as usize / LANES] |= 1u8 << (number % LANES as u32);
        }
        let (rows, vectors) = rows(deck.len(), &present);
        let count = rows.last().map_or(0, |row| row.first as usize + row.vectors());
        let none = vec![Lanes::default(); count];
        let mut weights = none.clone();
        for (&number, (_, weight)) in numbers.iter().zip(range) {
            if let Some((vector, lane)) = place(&vectors, number) {
                weights[vector].0[lane] = *weight;
            }
        }
        let mut own = Vec::new();
        if let Some(other) = other {
            own.clone_from(&none);
            for hand in other {
                let number = number(hand);
                let mask = present.get(number as usize / LANES).copied().unwrap_or(0);
                if mask >> (number % LANES as u32) & 1 == 1
                    && let Some((vector, lane)) = place(&vectors, number)
                {
                    own[vector].0[lane] = hand.1;
                }
            }
        }
        Side { numbers, vectors, rows, weights, own, below: none.clone(), at_most: none }
    }

    /// Adds to each hand of the runs what it beats or ties of the hands in a table.
    pub(super) fn meet_at_most(&mut self, table: &Removal<UPPER>, runs: &[Run<UPPER>]) {
        let own = if self.own.is_empty() { &self.weights } else { &self.own };
        table.meet(runs, Some(own), &mut self.at_most);
    }

    /// The same for all hands of the side.
    pub(super) fn all_meet(&mut self, table: &Removal<UPPER>) {
        let own = if self.own.is_empty() { &self.weights } else { &self.own };
        table.meet(&self.rows, Some(own), &mut self.at_most);
    }

    /// The results of each hand since the last time, in the order of the range;
    /// nothing for hands that the deck does not allow.
    pub(super) fn results(&mut self) -> impl Iterator<Item = Met> {
        self.numbers.iter().map(|&number| match place(&self.vectors, number) {
            None => Met::default(),
            Some((vector, lane)) => Met {
                below: std::mem::take(&mut self.below[vector].0[lane]),
                at_most: std::mem::take(&mut self.at_most[vector].0[lane]),
            },
        })
    }
}

/// The vector and lane of a hand of a side by its number, given where the side has
/// its vectors.
#[inline]
fn place(vectors: &[u32], number: u32) -> Option<(usize, usize)> {
    let number = number as usize;
    let vector = *vectors.get(number / LANES)?;
    Some((vector as usize, number % LANES))
}
