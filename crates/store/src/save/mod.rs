//! Saves of solved spots; the diagram is in `docs/FORMATS.md`.
//!
//! A save has a text, some results, and for every decision on every board
//! frequencies and values as 16-bit numbers. This crate does not know what the text means
//! or which line a round belongs to: it finds a decision by its street,
//! board, round and index ([`SaveLayout`]), and computes its position in the file
//! ([`blocks`]).

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

/// The results of a solve.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SaveResults {
    /// Iterations done.
    pub iterations: u32,
    /// Working time, pauses excluded.
    pub seconds: f64,
    /// The expected value of each player, in chips.
    pub evs: [f64; 2],
    /// The value of the best response of each player, in chips.
    pub best_responses: [f64; 2],
    /// The equity of each player's range at the start, 0 to 1.
    pub equities: [f64; 2],
}
