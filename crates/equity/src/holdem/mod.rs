//! Exact Hold'em equity between two players.
//!
//! Before the flop there are only 47,008 matchups that differ by more than suits
//! and seats; [`Matchups`] has the result of each, so ranges are sums of lookups.
//! On later streets, or with dead cards, `boards` ranks every combo on every
//! board that can come and sweeps through them in order of strength. The cost of
//! neither depends on how wide the ranges are.

mod boards;
mod build;
mod matchups;
mod relabelling;
mod sweep;

pub use build::build_matchups;
pub use matchups::Matchups;

use quasar_cards::{Combo, Street};

use crate::{DealError, HeadsUp, Progress, Question};

/// The exact results of the two `ranges` of a question, hand by hand.
pub(crate) fn exact(
    question: &Question,
    ranges: [&[(Combo, f32)]; 2],
    progress: &Progress,
) -> Result<HeadsUp, DealError> {
    if question.board().street() == Street::Preflop && question.dead().is_empty() {
        return Ok(Matchups::shipped().ranges(ranges));
    }
    boards::exact_on_boards(question, ranges, progress)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Holding;
    use quasar_cards::{Board, CardSet, Game, Range};

    #[test]
    fn sweeping_all_boards_agrees_with_the_table() {
        let players: Vec<Holding> = ["QQ+,AKs,T9o,72o", "22,AK,KQs,J8o"]
            .map(|text| Holding::Range(Range::parse(Game::Holdem, text).unwrap()))
            .into();
        let hands = [0, 1].map(|player| players[player].live_hands(CardSet::EMPTY));
        let ranges = [hands[0].as_slice(), hands[1].as_slice()];
        let question = Question::new(players, Board::EMPTY, CardSet::EMPTY).unwrap();
        let progress = Progress::new();
        let swept = boards::exact_on_boards(&question, ranges, &progress).unwrap();
        assert_eq!(swept, Matchups::shipped().ranges(ranges));
        assert_eq!(progress.done(), 134_459);
    }

    #[test]
    fn the_file_keeps_one_result_for_each_matchup() {
        assert_eq!(Matchups::shipped().to_bytes().len(), 8 * 47_008);
    }
}
