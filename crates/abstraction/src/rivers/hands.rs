//! The hands in play on a river: cards, strengths and weights.

use quasar_cards::{Card, Combo, Game};
use quasar_eval::{HoldemBoard, LiveCards, MAX_STRENGTHS, OmahaBoard, PAIRS, Strengths};

use super::RangesOnRiver;
use super::sets::{choose, number};
use crate::AbstractionError;

/// Cards that are not on a river.
pub(super) const CARDS: usize = 47;

/// How many strengths there can be, with one that no hand has.
pub(super) const STRENGTHS: usize = MAX_STRENGTHS + 1;

/// A player's hands.
#[derive(Clone)]
pub(super) struct Held<'a, const N: usize> {
    /// The places of each hand's cards among those that are not on the board, ascending.
    pub(super) places: Vec<[u8; N]>,
    /// From 1; higher is better.
    pub(super) strengths: Vec<u8>,
    pub(super) weights: &'a [f32],
    /// What the opponent's same hands weigh.
    pub(super) twins: Vec<f32>,
}

impl<const N: usize> Held<'_, N> {
    /// The weight of the hands of each strength.
    pub(super) fn by_strength(&self) -> [f64; STRENGTHS] {
        let mut sums = [0.0; STRENGTHS];
        for (&strength, &weight) in self.strengths.iter().zip(self.weights) {
            sums[usize::from(strength)] += f64::from(weight);
        }
        sums
    }
}

/// Reads and checks both players' hands.
pub(super) fn read<'a, const N: usize>(
    given: &RangesOnRiver<'a>,
) -> Result<[Held<'a, N>; 2], AbstractionError> {
    let strengths = strengths(given)?;
    let mut places = [u8::MAX; Card::COUNT];
    let live = LiveCards::new(given.board.set());
    for (place, card) in live.cards().enumerate() {
        places[card.index()] = place as u8;
    }
    let held = |player: usize| {
        let (hands, weights) = (given.hands[player], given.weights[player]);
        if hands.len() != weights.len() {
            let (found, expected) = (weights.len(), hands.len());
            return Err(AbstractionError::HandCount { what: "weights", found, expected });
        }
        if let Some(hand) = weights.iter().position(|weight| !(0.0..f32::INFINITY).contains(weight))
        {
            return Err(AbstractionError::Weight { hand, weight: weights[hand].to_string() });
        }
        let mut held = Held {
            places: Vec::with_capacity(hands.len()),
            strengths: Vec::with_capacity(hands.len()),
            weights,
            twins: Vec::new(),
        };
        for (hand, &index) in hands.iter().enumerate() {
            let combo = Combo::from_index(given.game, index as usize)
                .filter(|combo| !combo.set().intersects(given.board.set()))
                .ok_or(AbstractionError::Hand { hand, index })?;
            let mut cards = [0; N];
            combo.cards().zip(&mut cards).for_each(|(card, place)| *place = card.index());
            held.places.push(cards.map(|card| places[card]));
            held.strengths.push(strength(&strengths, cards));
        }
        Ok(held)
    };
    let first = held(0)?;
    let second = match given.hands[0] == given.hands[1] && given.weights[0] == given.weights[1] {
        true => first.clone(),
        false => held(1)?,
    };
    let mut both = [first, second];
    find_twins(&mut both);
    Ok(both)
}

/// Fills in what the opponent's same hands weigh.
fn find_twins<const N: usize>(both: &mut [Held<'_, N>; 2]) {
    let mut weights = vec![0.0; choose(CARDS, N)];
    for player in 0..2 {
        let [own, other] = [player, 1 - player];
        for (hand, &weight) in both[other].places.iter().zip(both[other].weights) {
            weights[number(hand)] = weight;
        }
        both[own].twins = both[own].places.iter().map(|hand| weights[number(hand)]).collect();
        both[other].places.iter().for_each(|hand| weights[number(hand)] = 0.0);
    }
}

/// The strengths of pairs of hole cards.
fn strengths(given: &RangesOnRiver<'_>) -> Result<Strengths, AbstractionError> {
    let not_a_river = |_| AbstractionError::NotARiver(*given.board);
    Ok(match given.game {
        Game::Holdem => HoldemBoard::new(given.board).map_err(not_a_river)?.strengths(),
        _ => OmahaBoard::new(given.board).map_err(not_a_river)?.strengths(),
    })
}

/// The best of a hand's pairs.
#[inline]
fn strength<const N: usize>(strengths: &Strengths, cards: [usize; N]) -> u8 {
    let of_pairs: &[u8; PAIRS] = strengths.of_pairs();
    let mut best = 0;
    for high in 1..N {
        let row = cards[high] * (cards[high] - 1) / 2;
        for low in 0..high {
            best = best.max(of_pairs[row + cards[low]]);
        }
    }
    best
}
