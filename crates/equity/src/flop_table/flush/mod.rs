//! What flushes change.
//!
//! Relative to one suit a hand is one of three kinds: two cards of the suit, one
//! card of it, or none. On a runout that puts three or more cards of the suit on
//! the board, kind and ranks decide the strength, so hands fall into a few
//! hundred cells, and a cell against a cell is worth (true sign minus sign
//! without flushes) times the number of deals. Only cells that make a flush need
//! be considered as heroes: two cards of the suit where the board has three
//! ([`three`]), any card of it where it has four or five ([`four`]).
//!
//! Deals factorise as in [`super::ranks`]: fix the two hands; the runout cards of
//! other suits are then as many as their ranks have cards of other suits left. So
//! runouts with the same ranks and the same cards of the suit are one
//! [`dealt::Dealt`], and what a cell wins from another is summed over them before
//! it is multiplied by the number of hand pairs.

#![allow(
    clippy::needless_range_loop,
    reason = "over fixed arrays these become vectors; zipped iterators took up to three times as long"
)]

mod counts;
mod dealt;
mod four;
mod three;

use quasar_cards::HoldemClass;

pub(super) use counts::SuitCounts;

use super::ranks::{Grid, Lanes, PAIR_OF, Square};

/// One number for each hand of two cards of the suit, at most `C(12,2)`.
type TwoLanes = [i16; 80];

/// What hero classes win from villain classes because of flushes, minus what they lose,
/// by the [`cell`] of each. The sum for two classes may be split between both orders.
pub(super) type Gains = Vec<[i32; CELLS]>;

/// Cells of two vectors of lanes: unsuited classes and pairs, then suited ones.
pub(super) const CELLS: usize = 2 * 96;
const UNSUITED: usize = 0;
const SUITED: usize = 96;

/// The place of a class among [`Gains`]: its rank pair, in one of two halves.
pub(super) fn cell(class: HoldemClass) -> usize {
    let pair = PAIR_OF[class.high().index()][class.low().index()];
    usize::from(pair) + if class.is_suited() { SUITED } else { UNSUITED }
}

/// The rank pair of a cell.
pub(super) fn pair_of_cell(cell: usize) -> usize {
    cell % SUITED
}

/// What a hand of two cards of the suit wins less what it loses because of
/// flushes, over all runouts, from one hand of each cell.
struct TwoSums {
    /// Villains without the suit.
    none: Lanes,
    /// Villains with one card of the suit, by its rank and that of the other.
    one: Grid,
    /// Villains with two, after hero in the list.
    two: TwoLanes,
}

/// Adds to `gains` what flushes of one suit change. Returns wins minus losses
/// between rank pairs without the suit, if the board can be a flush by itself.
#[inline(always)]
pub(super) fn add_gains(
    counts: &SuitCounts,
    strengths: &Square,
    gains: &mut Gains,
) -> Option<Square> {
    let hands = counts.two_of_suit();
    let (threes, fours): (Vec<_>, Vec<_>) =
        counts.runouts(strengths).partition(|dealt| dealt.on_board.count_ones() == 3);
    let threes: Vec<_> =
        threes.into_iter().map(|dealt| three::Runout::new(counts, dealt, &hands)).collect();
    let fours: Vec<_> =
        fours.into_iter().map(|dealt| four::Runout::new(counts, dealt, &hands)).collect();
    for hero in 0..hands.len() {
        let mut sums = three::sums(&threes, hero);
        four::add_sums(&fours, hero, &mut sums);
        counts.settle_two(&hands, hero, &sums, gains);
    }
    four::add_gains_of_one(counts, &fours, gains);
    counts.is_whole_flop().then(|| four::without_suit(&fours))
}
