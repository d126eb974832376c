//! Exact Hold'em equity between two players.
//!
//! Before the flop there are only 47,008 matchups that differ by more than
//! suits; [`matchups`] has the result of each, so ranges are sums of lookups.
//! After the flop [`runouts`] ranks every combo on every board that can come,
//! and sweeps through them in order of strength. The cost of neither depends on
//! how wide the ranges are.

mod build;
mod matchups;
mod runouts;
mod sweep;

pub use build::build_matchups;
pub use matchups::Matchups;

pub(crate) use runouts::exact_on_runouts;
