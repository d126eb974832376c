//! Exact Hold'em equity between two players.
//!
//! Before the flop there are only 47,008 matchups that differ by more than suits
//! and seats; [`Matchups`] has the result of each, so ranges are sums of lookups.
//! On later streets, or with dead cards, `runouts` ranks every combo on every
//! board that can come and sweeps through them in order of strength. The cost of
//! neither depends on how wide the ranges are.

mod build;
mod coexisting;
mod matchups;
mod relabelling;
mod runouts;
mod sweep;

pub use build::build_matchups;
pub use matchups::Matchups;

use quasar_cards::{Board, CardSet, Combo, Street};

use crate::HeadsUp;
use crate::progress::{Cancelled, Progress};

/// The results of two ranges, hand by hand. `dead` are cards out of play besides
/// the board; the ranges hold none of either.
pub(crate) fn exact(
    ranges: [&[(Combo, f32)]; 2],
    board: &Board,
    dead: CardSet,
    progress: &Progress,
) -> Result<HeadsUp, Cancelled> {
    if board.street() == Street::Preflop && dead.is_empty() {
        return Ok(Matchups::shipped().ranges(ranges));
    }
    runouts::exact_on_runouts(ranges, board, dead, progress)
}

#[cfg(test)]
mod tests {
    use super::*;
    use quasar_cards::{Game, Range};

    #[test]
    fn sweeping_all_boards_agrees_with_the_table() {
        let hands = |text| -> Vec<(Combo, f32)> {
            Range::parse(Game::Holdem, text).unwrap().iter().collect()
        };
        let (first, second) = (hands("QQ+,AKs,T9o,72o"), hands("22,AK,KQs,J8o"));
        let ranges = [first.as_slice(), second.as_slice()];
        let progress = Progress::new();
        let swept =
            runouts::exact_on_runouts(ranges, &Board::EMPTY, CardSet::EMPTY, &progress).unwrap();
        assert_eq!(swept, Matchups::shipped().ranges(ranges));
        assert_eq!(progress.done(), 134_459);
    }

    #[test]
    fn the_file_keeps_one_result_for_each_matchup() {
        assert_eq!(Matchups::shipped().to_bytes().len(), 8 * 47_008);
    }
}
