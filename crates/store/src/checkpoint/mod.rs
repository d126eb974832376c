//! Checkpoints of unfinished solves; the diagram is in `docs/FORMATS.md`.
//!
//! What was solved, how far it is, and the state of the solver, which is bytes that
//! only the solver understands. The state may have gigabytes: it is written as it
//! comes and read from a map of the file, never held in memory a second time.

mod layout;
mod reader;
mod writer;

pub use reader::Checkpoint;

pub(crate) use layout::{MAGIC, OLD_MAGICS};

/// What kind of job a checkpoint is of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CheckpointKind {
    /// A spot, every hand for itself.
    Spot,
    /// A game before the flop.
    Preflop,
    /// A small game with a known value.
    Toy,
    /// A spot with hands in buckets.
    Buckets,
}

/// What a checkpoint says about itself.
#[derive(Clone, PartialEq, Debug)]
pub struct CheckpointHeader {
    /// The kind of job.
    pub kind: CheckpointKind,
    /// The spec in its canonical form, without goals, threads and paths: a checkpoint
    /// belongs to the jobs whose spec has this very text.
    pub spec: String,
    /// The program and version that wrote it, for people.
    pub engine: String,
    /// Iterations done.
    pub iterations: u32,
    /// Time at work.
    pub seconds: f64,
    /// The exploitability each time it was computed, in order.
    pub checks: Vec<ExploitabilityCheck>,
}

/// How far a solve was when its exploitability was computed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ExploitabilityCheck {
    /// Iterations done.
    pub iteration: u32,
    /// Time at work.
    pub seconds: f64,
    /// The exploitability, in chips.
    pub exploitability: f64,
}
