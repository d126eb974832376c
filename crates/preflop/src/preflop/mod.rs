//! Heads-up Hold'em before the flop, exact over the 169 classes.
//!
//! The small blind has the button: it acts first before the flop and last after
//! it, so it is the player in position. A hand ends with a fold, with an all-in
//! showdown at the exact equities over all boards, or with a flop, whose value a
//! [`FlopValue`] gives. An iteration over a tree of ten decisions
//! takes about 50 us.

mod game;
mod spec;

pub use game::{FlopSeen, FlopValue, PreflopGame};
pub use spec::PreflopSpec;
