//! Saves of solved spots; the diagram is in `docs/FORMATS.md`.
//!
//! A save is a text, some results, and for every decision on every board
//! frequencies and values as 16-bit numbers. What the text means and which line a
//! round belongs to is for others to know: here a decision is found by its street,
//! board, round and number ([`SaveLayout`]), and where it is in the file follows by
//! arithmetic ([`blocks`]).

mod blocks;
mod header;
mod layout;
mod numbers;
mod reader;
mod writer;

pub use layout::{DecisionShape, SaveLayout, StreetLayout};
pub use numbers::{DecisionNumbers, SavedDecision};
pub use reader::{Save, SavedBlock};
pub use writer::SaveWriter;

pub(crate) use header::MAGIC;

/// What a solve has reached.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SaveResults {
    /// Iterations done.
    pub iterations: u32,
    /// Time at work.
    pub seconds: f64,
    /// What each player gets on average, in chips.
    pub evs: [f64; 2],
    /// What the best response of each player would get, in chips.
    pub best_responses: [f64; 2],
    /// The equity of each player's range at the start, 0 to 1.
    pub equities: [f64; 2],
}
