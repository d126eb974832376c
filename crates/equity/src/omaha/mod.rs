//! Exact equity between two Omaha players.
//!
//! | question | method | cost on 2.4 GHz Zen 3 |
//! |---|---|---|
//! | hand against hand ([`hand_against_hand`]) | all boards, 16 at a time | 1 ms before the flop, 0.05 ms on it, one core |
//! | hand against range ([`hand_against_range`]) | per board, villains below the hero | every hand of a flop in 15 ms, two cores |
//! | range against range ([`crate::heads_up`]) | per river, one sweep by strength | every hand against every hand of a flop in 2 s of processor time |
//!
//! Everything is counted, not sampled: unweighted results are integers. Long work takes
//! a [`Progress`], and a function predicts its cost in nanoseconds of one core, within a
//! factor of two on the machine above.

mod binomial;
mod cost;
mod duel;
mod preflop;
mod ranges;
mod river;
mod sweep;
mod triples;
mod versus;

use quasar_cards::{Board, Card, CardSet, Combo, Street};
use quasar_eval::OmahaBoard;

use crate::{DealError, HeadsUp, Holding, Progress, Question, Tally};

pub use cost::{hand_against_hand_cost, hand_against_range_cost, range_against_range_cost};
pub use river::RiverSweep;

/// Two known hands on all boards; `None` for other questions.
///
/// ```
/// use quasar_cards::{Board, CardSet};
/// use quasar_equity::{Holding, Question, omaha};
/// let hands = ["AsAhKsKh", "8c7c6d5d"].map(|text| Holding::Hand(text.parse().unwrap()));
/// let question = Question::new(hands.to_vec(), Board::EMPTY, CardSet::EMPTY)?;
/// let tally = omaha::hand_against_hand(&question)?.expect("two Omaha hands");
/// assert_eq!((tally.win, tally.tie, tally.lose), (635_566.0, 0.0, 450_442.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn hand_against_hand(question: &Question) -> Result<Option<Tally>, DealError> {
    match question.players() {
        [Holding::Hand(hero), Holding::Hand(villain)] if question.game().is_omaha() => {
            check_cards(question)?;
            Ok(Some(duel::duel([*hero, *villain], question.board().cards(), question.dead())))
        }
        _ => Ok(None),
    }
}

/// A known hand of one player against the other's range, from the first player's point
/// of view; `None` for other questions.
///
/// Runs in the current rayon pool; the result does not depend on its size. The
/// unit of `progress` is a board, or a villain where there are few.
pub fn hand_against_range(
    question: &Question,
    progress: &Progress,
) -> Result<Option<Tally>, DealError> {
    if !question.game().is_omaha() {
        return Ok(None);
    }
    match question.players() {
        [Holding::Hand(hero), villain] => {
            check_cards(question)?;
            versus::Versus::new(question, *hero, villain).run(progress).map(Some)
        }
        [villain, Holding::Hand(hero)] => {
            check_cards(question)?;
            let tally = versus::Versus::new(question, *hero, villain).run(progress)?;
            Ok(Some(tally.reversed()))
        }
        _ => Ok(None),
    }
}

/// Every hand of two players against the range of the other. Before the flop
/// small ranges are counted pair by pair, a millisecond each, and large ones by
/// sweeping all boards, 134,459 if the ranges treat all suits the same.
///
/// Runs in the current rayon pool; the result does not depend on its size. The
/// unit of `progress` is a river or a pair of hands.
pub(crate) fn exact(
    question: &Question,
    ranges: [&[(Combo, f32)]; 2],
    progress: &Progress,
) -> Result<HeadsUp, DealError> {
    match question.board().street() {
        Street::Preflop if cost::pairs_are_cheaper(question, ranges) => {
            preflop::each_pair(question, ranges, progress)
        }
        _ => ranges::every_river(question, ranges, progress),
    }
}

/// Whether the deck has enough cards for two hands and the board.
pub(crate) fn check_cards(question: &Question) -> Result<(), DealError> {
    let needed = 2 * question.game().hole_cards() + missing(question);
    let left = question.unavailable_cards().complement().len();
    if needed > left { Err(DealError::TooFewCards { needed, left }) } else { Ok(()) }
}

/// How many board cards are still to come.
fn missing(question: &Question) -> usize {
    Street::River.board_len() - question.board().cards().len()
}

/// The pairs of hole cards on a board of at least a flop.
fn omaha_board(cards: CardSet) -> OmahaBoard {
    let cards: Vec<Card> = cards.iter().collect();
    let board = Board::new(&cards).expect("three to five cards of a set");
    OmahaBoard::new(&board).expect("a flop at least")
}
