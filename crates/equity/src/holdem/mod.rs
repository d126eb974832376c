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
