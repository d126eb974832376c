//! Heads-up Hold'em before the flop, exact over the 169 classes.
//!
//! The small blind has the button: it acts first before the flop and last after
//! it, so it is the player in position. A hand ends by a fold, by an all-in
//! showdown with the exact equities of all boards, or with a flop seen, which is
//! worth what a [`FlopValue`] says. An iteration over a tree of ten decisions
//! takes about 50 us.

mod game;
mod spec;

pub use game::{FlopSeen, FlopValue, PreflopGame};
pub use spec::PreflopSpec;
