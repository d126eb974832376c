//! Heads-up four-card Omaha before the flop, with hands that are shown down after it.
//!
//! Every hand counts for itself: 16,432 classes that differ by more than suits. There is
//! no table of equities; it would have 135 million entries of a millisecond each. An
//! all-in is a linear operator like any other: the mean over boards of a river's
//! showdown, for eight columns at once ([`boards`]). Iterations learn from samples of boards,
//! and the exploitability is measured over all 134,459 ([`solve`]).
//!
//! Several games, such as one for each stack, learn from the same boards ([`together`]),
//! because setting up a board and filling a sweep cost most. What lines are worth
//! that see a flop with chips behind is an interface ([`flops`]).

mod boards;
mod classes;
mod deck;
mod flops;
mod game;
mod leaves;
mod solve;
mod together;

pub use deck::OmahaDeck;
pub use flops::{CheckDown, ConstantShare, FlopLeafValues, FlopLine};
pub use game::OmahaPreflopGame;
pub use solve::{OmahaDecision, OmahaPreflopSolver, OmahaValue};
pub use together::OmahaPreflopBatch;
