//! The events of a running job.

use std::path::PathBuf;

use schemars::JsonSchema;
use serde::Serialize;

use crate::equity::EquityReport;
use crate::model::PostflopSnapshot;
use crate::preflop::{ExactPlan, ExactProgress, ExactRound, PreflopProgress, StreetsPlan};
use crate::spot::{BoardsOutline, BoardsProgress, SpotOutline};
use crate::tables::TablesOutline;

/// The progress of a job, or something that happened in it.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Event {
    /// The number of the event, from 1.
    pub number: u64,
    /// Seconds since the job started, including pauses.
    pub seconds: f64,
    /// What the job is doing.
    pub phase: Phase,
    /// Iterations done.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub iteration: Option<u32>,
    /// The exploitability at the last measurement, in chips; before the flop a chip is a
    /// thousandth of a big blind.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exploitability: Option<f64>,
    /// The fraction of the phase that is done, 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub done: Option<f64>,
    /// The estimated seconds until the phase ends.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub eta: Option<f64>,
    /// Details of this kind of job.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail: Option<Detail>,
}

/// What a job is doing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Reading files, planning the work, making buckets.
    Preparing,
    /// Computing or iterating.
    Solving,
    /// Evaluating the result.
    Measuring,
    /// Writing the result.
    Saving,
    /// All done, or stopped.
    Ended,
}

/// Details of a kind of job.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[non_exhaustive]
pub enum Detail {
    /// A problem that does not stop the job.
    Warning {
        /// The message.
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
    /// The speed of a solve.
    Rate {
        /// Decisions updated a second.
        nodes_per_second: f64,
    },
    /// The size of a spot.
    Spot(Box<SpotOutline>),
    /// The flops to solve.
    Boards(Box<BoardsOutline>),
    /// The progress of a run over many flops.
    Flop(Box<BoardsProgress>),
    /// The tables to compute.
    Tables(TablesOutline),
    /// The progress of a model of flops.
    Model(Box<PostflopSnapshot>),
    /// The progress of the game before the flop.
    Preflop(PreflopProgress),
    /// The size of a game from the blinds to the river.
    StreetsPlanned(Box<StreetsPlan>),
    /// The plan of a round of exact solves.
    RoundPlanned(Box<ExactPlan>),
    /// The progress of that round.
    RoundSolving(Box<ExactProgress>),
    /// The result of that round.
    RoundEnded(Box<ExactRound>),
    /// A preliminary equity answer.
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
