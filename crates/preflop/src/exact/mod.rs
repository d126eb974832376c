//! The value of seeing a flop, from exact solves at the ranges that reach it.
//!
//! The game before the flop needs a value for every two classes; exact solves of
//! flops give one for every class against the range that the opponent has on that
//! line. Corrections of the model's values v connect the two, one for each class of
//! each player:
//!
//! ```text
//! value(i, j) = v(i, j) + a(i) + b(j)
//! ```
//!
//! so that every class has, against the opponent's range, the mean value of the
//! exact solves ([`fit_shares`]). This keeps what a leaf needs: values are linear in
//! the ranges, and what one player wins the other loses. Ranges change when the game
//! before the flop is solved with the new values, so the two kinds of solve
//! alternate; the caller decides when to stop.
//!
//! Cost: a solve of a flop for each line and flop ([`solve_flop`]), seconds to
//! minutes each; the fit takes a millisecond.

mod fit;
mod flop;
mod line;

pub use fit::{Fitted, class_means, fit_shares};
pub use flop::{ExactFlop, ExactSettings, flop_memory, solve_flop};
pub use line::{LineRanges, LineValues};
