//! Checkpoints of unfinished solves; the diagram is in `docs/FORMATS.md`.
//!
//! A checkpoint has the spec, the progress, and the state of the solver: bytes that
//! only the solver understands. The state may be gigabytes: it is written in parts
//! and read from a map of the file, so memory never holds a second copy.

mod layout;
mod reader;
mod writer;

pub use reader::Checkpoint;

pub(crate) use layout::{MAGIC, OLD_MAGICS};

/// The kind of job of a checkpoint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CheckpointKind {
    /// A spot without buckets.
    Spot,
    /// A game before the flop.
    Preflop,
    /// A small game with a known value.
    Toy,
    /// A spot with hands in buckets.
    Buckets,
}

/// The header of a checkpoint.
#[derive(Clone, PartialEq, Debug)]
pub struct CheckpointHeader {
    /// The kind of job.
    pub kind: CheckpointKind,
    /// The spec in its canonical form, without goals, threads and paths: a checkpoint
    /// fits the jobs whose spec has exactly this text.
    pub spec: String,
    /// The program and version that wrote it, for information.
    pub engine: String,
    /// Iterations done.
    pub iterations: u32,
    /// Working time, pauses excluded.
    pub seconds: f64,
    /// All measurements of the exploitability, in order.
    pub checks: Vec<ExploitabilityCheck>,
}

/// A measurement of the exploitability.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ExploitabilityCheck {
    /// Iterations done.
    pub iteration: u32,
    /// Working time, pauses excluded.
    pub seconds: f64,
    /// The exploitability, in chips.
    pub exploitability: f64,
}
