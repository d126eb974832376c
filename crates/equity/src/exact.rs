//! Exact answers between two players.

use quasar_cards::{Combo, Game, Street};

use crate::runouts::{listing_steps, question_symmetries};
use crate::{DealError, HeadsUp, Progress, Question, holdem};

/// The exact answer to a question between two players, hand by hand; `None` if
/// it has more players.
pub fn heads_up(question: &Question, progress: &Progress) -> Result<Option<HeadsUp>, DealError> {
    let [first, second] = question.players() else {
        return Ok(None);
    };
    let gone = question.gone();
    let hands: [Vec<(Combo, f32)>; 2] = [first.live_hands(gone), second.live_hands(gone)];
    let ranges = [hands[0].as_slice(), hands[1].as_slice()];
    match question.game() {
        Game::Holdem => holdem::exact(question, ranges, progress).map(Some),
        _ => Ok(None),
    }
}

/// Steps of one Hold'em river: ranking, sorting and sweeping all hands.
const HOLDEM_RIVER: f64 = 6_000.0;

/// The predicted cost of [`heads_up`] in steps of about 1.5 ns on one core;
/// `None` where it has no answer.
pub fn heads_up_steps(question: &Question) -> Option<f64> {
    let [first, second] = question.players() else {
        return None;
    };
    if question.game() != Game::Holdem {
        return None;
    }
    if question.board().street() == Street::Preflop && question.dead().is_empty() {
        return Some((2 * first.hands() * second.hands()) as f64);
    }
    let missing = 5 - question.board().cards().len();
    let live = question.gone().complement().len();
    let (listing, boards) = listing_steps(live, missing, question_symmetries(question).len());
    Some(listing + boards * HOLDEM_RIVER)
}
