//! Rows of hands, cut by strength.
//!
//! Hands that share all cards but the lowest make a row. The lowest cards that raise a
//! row above a strength are the union of masks of the row's cards. So a row is cut into
//! strengths without looking at its hands one by one, and mostly it has only one.

use quasar_cards::{Card, Range};

use super::arrange::Strengths;
use super::hands::MOST_REST;
use super::indices::Indices;
use super::sets::{advance, choose};

/// The part of a row that has one strength.
pub(super) struct Cut {
    /// The places of the lowest cards, by player.
    pub(super) lowest: [u64; 2],
    /// The place of the second lowest card.
    pub(super) high: u8,
    /// The places of the other cards, ascending; places that four-card hands do not use are
    /// the same in all cuts.
    pub(super) rest: [u8; MOST_REST],
    pub(super) strength: u8,
}

/// All hands of the cards, row by row: rows that share all but two cards are adjacent.
pub(super) fn cuts(cards: &[Card], ranges: &[Range; 2], strengths: &Strengths) -> Vec<Cut> {
    let shared = ranges[0].game().hole_cards() - 2;
    let holders = holders(ranges);
    let mut indices = Indices::new(cards);
    let mut cuts = Vec::with_capacity(2 * choose(cards.len(), shared + 1));
    // The other cards, set by set in colexicographic order.
    let mut rest: [u8; MOST_REST] = std::array::from_fn(|place| place as u8 + 2);
    while usize::from(rest[shared - 1]) < cards.len() {
        if holders.is_some() {
            indices.fix_rest(&rest[..shared]);
        }
        for high in 1..rest[0] {
            let lowest = match &holders {
                None => [(1 << high) - 1; 2],
                Some(holders) => lowest(holders, indices.with(high, 0..usize::from(high))),
            };
            if lowest != [0; 2] {
                cut(strengths, high, rest, shared, lowest, &mut cuts);
            }
        }
        advance(&mut rest[..shared], 2);
    }
    cuts
}

/// For each combo, who has it: one bit per player. Bytes fit in the cache, weights do
/// not. Nothing if both players have every combo.
fn holders(ranges: &[Range; 2]) -> Option<Vec<u8>> {
    let every = |range: &Range| range.weights().iter().fold(true, |all, &one| all & (one > 0.0));
    if ranges.iter().all(every) {
        return None;
    }
    let weights = ranges[0].weights().iter().zip(ranges[1].weights());
    Some(weights.map(|(&one, &other)| u8::from(one > 0.0) | u8::from(other > 0.0) << 1).collect())
}

/// The places of the hands of a row that each player has.
fn lowest(holders: &[u8], combos: impl Iterator<Item = u32>) -> [u64; 2] {
    let mut lowest = [0; 2];
    for (place, combo) in combos.enumerate() {
        let holders = u64::from(holders[combo as usize]);
        lowest[0] |= (holders & 1) << place;
        lowest[1] |= (holders >> 1) << place;
    }
    lowest
}

/// Cuts a row. `shared` is the number of its cards above the two lowest.
fn cut(
    strengths: &Strengths,
    high: u8,
    rest: [u8; MOST_REST],
    shared: usize,
    lowest: [u64; 2],
    cuts: &mut Vec<Cut>,
) {
    let mut put = |strength: u8, part: u64| {
        cuts.push(Cut { lowest: lowest.map(|held| held & part), high, rest, strength });
    };
    let [one, two, three] = rest;
    let upper = [high, one, two, three];
    let upper = &upper[..=shared];
    let mut least = 0;
    for (place, &high) in upper.iter().enumerate() {
        let pairs = upper[..place].iter().map(|&low| strengths.pair(high, low));
        least = pairs.fold(least, u8::max);
    }
    let all = lowest[0] | lowest[1];
    let mut stronger = all & strengths.above(upper, least);
    if stronger != all {
        put(least, all & !stronger);
    }
    while stronger != 0 {
        let place = stronger.trailing_zeros() as u8;
        let strength = upper.iter().map(|&high| strengths.pair(high, place));
        let strength = strength.max().unwrap_or(least);
        let as_strong =
            stronger & strengths.above(upper, strength - 1) & !strengths.above(upper, strength);
        put(strength, as_strong);
        stronger &= !as_strong;
    }
}
