//! Exact answers between two players.

use quasar_cards::{Combo, Game};

use crate::{DealError, HeadsUp, Progress, Question, holdem, omaha};

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
        Game::Plo4 | Game::Plo5 | Game::Plo6 => omaha::exact(question, ranges, progress).map(Some),
    }
}
