//! The hands of one player, laid out in rows.

use quasar_cards::Combo;

use crate::omaha::sweep::deck::Deck;
use crate::omaha::sweep::lanes::{LANES, Lanes};
use crate::omaha::sweep::numbering::padded;
use crate::omaha::sweep::runs::{Run, rows};

/// Stands for a hand that holds a card which the deck lacks.
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
    /// The weights of the same hands in the opponent's range.
    pub(super) own: Vec<Lanes>,
    /// What each hand beats, summed over rivers.
    pub(super) below: Vec<Lanes>,
    /// What each hand beats or ties.
    pub(super) at_most: Vec<Lanes>,
}

/// What a hand has met: weights of the opponent's hands, summed over rivers.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(in crate::omaha) struct Met {
    /// Hands that it beats.
    pub(in crate::omaha) below: f32,
    /// Hands that it beats or ties.
    pub(in crate::omaha) at_most: f32,
}

impl<const UPPER: usize> Side<UPPER> {
    /// Lays out `range` for an opponent with the range `other`.
    pub(super) fn new(deck: &Deck, range: &[(Combo, f32)], other: &[(Combo, f32)]) -> Self {
        let number = |(hand, _): &(Combo, f32)| deck.number(hand).map_or(NOWHERE, |n| n as u32);
        let numbers: Vec<u32> = range.iter().map(number).collect();
        let mut present = vec![0; padded(deck.len(), UPPER + 1) / LANES];
        for number in numbers.iter().filter(|&&number| number != NOWHERE) {
            present[*number as usize / LANES] |= 1u8 << (number % LANES as u32);
        }
        let (rows, vectors) = rows(deck.len(), &present);
        let count = rows.last().map_or(0, |row| row.first as usize + row.vectors());
        let none = vec![Lanes::default(); count];
        let mut side = Side {
            numbers,
            vectors,
            rows,
            weights: none.clone(),
            own: none.clone(),
            below: none.clone(),
            at_most: none,
        };
        for (place, (_, weight)) in range.iter().enumerate() {
            if let Some((vector, lane)) = side.place(side.numbers[place]) {
                side.weights[vector].0[lane] = *weight;
            }
        }
        for hand in other {
            let number = number(hand);
            let held = number != NOWHERE
                && present[number as usize / LANES] >> (number % LANES as u32) & 1 == 1;
            if held && let Some((vector, lane)) = side.place(number) {
                side.own[vector].0[lane] = hand.1;
            }
        }
        side
    }

    /// The vector and lane of a hand of this side by its number.
    fn place(&self, number: u32) -> Option<(usize, usize)> {
        let number = number as usize;
        let vector = *self.vectors.get(number / LANES)?;
        Some((vector as usize, number % LANES))
    }

    /// What each hand has met since the last time, in the order of the range;
    /// nothing for hands that the deck does not allow.
    pub(super) fn take(&mut self) -> impl Iterator<Item = Met> {
        (0..self.numbers.len()).map(|hand| match self.place(self.numbers[hand]) {
            None => Met::default(),
            Some((vector, lane)) => Met {
                below: std::mem::take(&mut self.below[vector].0[lane]),
                at_most: std::mem::take(&mut self.at_most[vector].0[lane]),
            },
        })
    }
}
