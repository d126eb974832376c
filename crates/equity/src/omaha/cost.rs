//! The predicted cost of an exact answer.
//!
//! Costs are nanoseconds of one Zen 3 core at 2.4 GHz, fitted to measurements
//! there; predictions are meant to be right within a factor of two. Methods that
//! use threads divide their cost among them.

use quasar_cards::{Card, Combo, Range, Street};

use crate::omaha::binomial::binomial;
use crate::omaha::missing;
use crate::omaha::versus::Versus;
use crate::runouts::question_symmetries;
use crate::{Holding, Question};

/// What [`hand_against_hand`](crate::omaha::hand_against_hand) costs.
pub fn hand_against_hand_cost(question: &Question) -> u64 {
    let hole = question.game().hole_cards();
    let live = (Card::COUNT - question.unavailable_cards().len()).saturating_sub(2 * hole);
    duel(live, hole, missing(question))
}

/// What [`hand_against_range`](crate::omaha::hand_against_range) costs; 0 for a
/// question without a known hand.
pub fn hand_against_range_cost(question: &Question) -> u64 {
    match question.players() {
        [Holding::Hand(hero), villain] | [villain, Holding::Hand(hero)] => match villain {
            Holding::Range(range) if range.hands() > MOST_LISTED && !range.is_uniform() => {
                unlisted(question, range)
            }
            _ => Versus::new(question, *hero, villain).cost(),
        },
        _ => 0,
    }
}

/// Villains beyond this number are not listed to predict the cost of an answer.
const MOST_LISTED: usize = 1 << 18;

/// About what it costs to list very many villains, and to compare them with the
/// hero on every board.
fn unlisted(question: &Question, range: &Range) -> u64 {
    let hole = question.game().hole_cards();
    let live = question.unavailable_cards().complement().len().saturating_sub(hole);
    let share = binomial(live, hole) as f64 / range.weights().len() as f64;
    let villains = (share * range.hands() as f64) as u64;
    let boards = binomial(live, missing(question)) as u64;
    LISTING * range.hands() as u64 + list(hole, villains, boards)
}

/// Listing one villain.
const LISTING: u64 = 50;

/// What [`heads_up`](crate::heads_up) costs for two Omaha players.
pub fn range_against_range_cost(question: &Question) -> u64 {
    let mut hands = question.players().iter().map(|player| player.hands() as u64);
    let hands = [(); 2].map(|()| hands.next().unwrap_or(0));
    let sweeps = sweeps(question, hands);
    match question.board().street() {
        Street::Preflop => sweeps.min(pairs(question, hands)),
        _ => sweeps,
    }
}

/// Whether two ranges before the flop are best counted pair by pair.
pub(super) fn pairs_are_cheaper(question: &Question, ranges: [&[(Combo, f32)]; 2]) -> bool {
    let hands = ranges.map(|range| range.len() as u64);
    pairs(question, hands) < sweeps(question, hands)
}

/// A duel for each pair of hands.
fn pairs(question: &Question, hands: [u64; 2]) -> u64 {
    (hands[0] * hands[1]).saturating_mul(hand_against_hand_cost(question))
}

/// Sweeps over all boards.
fn sweeps(question: &Question, hands: [u64; 2]) -> u64 {
    let classes = question_symmetries(question).len();
    let live = question.unavailable_cards().complement().len();
    let boards = binomial(live, missing(question)).div_ceil(classes) as u64;
    let [one, other] = hands.map(|hands| sweep(question.game().hole_cards(), hands, boards));
    let players = question.players();
    if players[0] == players[1] { one } else { one + other }
}

/// A duel with `live` cards left, of which `missing` complete the board.
pub(super) fn duel(live: usize, hole: usize, missing: usize) -> u64 {
    let triples = match missing {
        0 => 10,
        1 => 6 * live,
        2 => 3 * binomial(live, 2),
        _ => binomial(live, 3),
    };
    let of_triple = by_hole(hole, [20, 26, 36]);
    5_000 + binomial(live, missing) as u64 * 3 / 4 + triples as u64 * of_triple
}

/// Comparing some villains with the hero on this many boards.
pub(super) fn list(hole: usize, villains: u64, boards: u64) -> u64 {
    boards * (BOARD + by_hole(hole, [3, 4, 5]) * villains)
}

/// Counting all hands below the hero on this many boards.
pub(super) fn every_hand(hole: usize, boards: u64) -> u64 {
    boards * (BOARD + by_hole(hole, [12_000, 100_000, 900_000]))
}

/// One player's share of sweeps over this many boards.
fn sweep(hole: usize, hands: u64, boards: u64) -> u64 {
    let lay_out = by_hole(hole, [120, 400, 800]) * hands;
    lay_out + boards * (10_000 + by_hole(hole, [12, 20, 45]) * hands)
}

/// Ranking the pairs of a board and comparing them with the hero.
const BOARD: u64 = 6_000;

/// The value for hands of four, five or six cards.
fn by_hole(hole: usize, values: [u64; 3]) -> u64 {
    values[hole.clamp(4, 6) - 4]
}
