//! Exact answers between two players.

use quasar_cards::{Combo, Game, Street};

use crate::runouts::{listing_steps, question_symmetries};
use crate::{DealError, HeadsUp, Holding, Progress, Question, Tally, holdem, omaha};

/// The exact answer to a question between two players, hand by hand; `None` if
/// it has more players.
pub fn heads_up(question: &Question, progress: &Progress) -> Result<Option<HeadsUp>, DealError> {
    let [first, second] = question.players() else {
        return Ok(None);
    };
    omaha::check_cards(question)?;
    let gone = question.unavailable_cards();
    let hands: [Vec<(Combo, f32)>; 2] = [first.live_hands(gone), second.live_hands(gone)];
    let ranges = [hands[0].as_slice(), hands[1].as_slice()];
    match question.game() {
        Game::Holdem => holdem::exact(question, ranges, progress).map(Some),
        Game::Plo4 | Game::Plo5 | Game::Plo6 => omaha::exact(question, ranges, progress).map(Some),
    }
}

/// The exact answer to a question between two players as the first one sees it;
/// `None` if it has more players. Where a hand is known this is much faster than
/// [`heads_up`].
pub fn heads_up_total(
    question: &Question,
    progress: &Progress,
) -> Result<Option<Tally>, DealError> {
    if let Some(tally) = omaha::hand_against_hand(question)? {
        return Ok(Some(tally));
    }
    if let Some(tally) = omaha::hand_against_range(question, progress)? {
        return Ok(Some(tally));
    }
    Ok(heads_up(question, progress)?.map(|hands| hands.total()))
}

/// Nanoseconds for one Hold'em river: ranking, sorting and sweeping all hands.
const HOLDEM_RIVER: f64 = 9_000.0;
/// Nanoseconds for one pair of hands in the table of matchups.
const MATCHUP: f64 = 2.0;

/// The predicted cost of [`heads_up_total`] in nanoseconds of one core, accurate to a
/// factor of about two on a Zen 3 at 2.4 GHz; `None` where it has no answer. Threads
/// divide the cost among them.
pub fn heads_up_cost(question: &Question) -> Option<f64> {
    let [first, second] = question.players() else {
        return None;
    };
    if question.game().is_omaha() {
        return Some(match (first, second) {
            (Holding::Hand(_), Holding::Hand(_)) => omaha::hand_against_hand_cost(question),
            (Holding::Range(_), Holding::Range(_)) => omaha::range_against_range_cost(question),
            _ => omaha::hand_against_range_cost(question),
        } as f64);
    }
    if question.board().street() == Street::Preflop && question.dead().is_empty() {
        return Some(2.0 * MATCHUP * (first.hands() * second.hands()) as f64);
    }
    let missing = Street::River.board_len() - question.board().cards().len();
    let live = question.unavailable_cards().complement().len();
    let (listing, boards) = listing_steps(live, missing, question_symmetries(question).len());
    Some(listing + boards * HOLDEM_RIVER)
}
