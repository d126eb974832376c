//! What a job says while it runs.

use std::path::PathBuf;

use schemars::JsonSchema;
use serde::Serialize;

use crate::equity::EquityReport;
use crate::model::PostflopSnapshot;
use crate::preflop::{ExactPlan, ExactProgress, ExactRound, PreflopProgress};
use crate::spot::{BoardsOutline, BoardsProgress, SpotOutline};
use crate::tables::TablesOutline;

/// How far a job is, or what happened in it.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Event {
    /// Counts the events of a job, from 1.
    pub number: u64,
    /// Seconds since the job began, pauses included.
    pub seconds: f64,
    /// What the job is doing.
    pub phase: Phase,
    /// Iterations done.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub iteration: Option<u32>,
    /// The exploitability when last checked, in chips; before the flop a chip is a
    /// thousandth of a big blind.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exploitability: Option<f64>,
    /// The part of the phase that is done, 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub done: Option<f64>,
    /// Seconds that the phase will probably still take.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub eta: Option<f64>,
    /// What this kind of job has to say besides.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail: Option<Detail>,
}

/// What a job is doing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Reading files, laying out the work, making buckets.
    Preparing,
    /// Computing or iterating.
    Solving,
    /// Working out what the result is worth.
    Measuring,
    /// Writing the result.
    Saving,
    /// All done, or stopped.
    Ended,
}

/// What a kind of job has to say besides.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[non_exhaustive]
pub enum Detail {
    /// Something that is not as it should be, but does not stop the job.
    Warning {
        /// In a sentence.
        text: String,
    },
    /// A file was written.
    Written {
        /// What it is.
        what: FileWritten,
        /// Where.
        path: PathBuf,
        /// Its size.
        bytes: u64,
    },
    /// Units of work that are counted.
    Count {
        /// Units done.
        done: u64,
        /// Units in all; 0 while that is unknown.
        total: u64,
    },
    /// How fast a solve is.
    Rate {
        /// Decisions updated a second.
        nodes_per_second: f64,
    },
    /// How large a spot is.
    Spot(Box<SpotOutline>),
    /// Which flops there are to solve.
    Boards(Box<BoardsOutline>),
    /// How far a run over many flops is.
    Flop(Box<BoardsProgress>),
    /// Which tables there are to compute.
    Tables(TablesOutline),
    /// How far a model of flops is.
    Model(Box<PostflopSnapshot>),
    /// How far the game before the flop is.
    Preflop(PreflopProgress),
    /// What a round of exact solves is going to do.
    RoundPlanned(Box<ExactPlan>),
    /// How far that round is.
    RoundSolving(Box<ExactProgress>),
    /// What that round changed.
    RoundEnded(Box<ExactRound>),
    /// An equity answer on the way, to be refined.
    Equity(Box<EquityReport>),
}

/// What a written file is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FileWritten {
    /// A checkpoint, from which the solve can be resumed.
    Checkpoint,
    /// The result.
    Result,
}
