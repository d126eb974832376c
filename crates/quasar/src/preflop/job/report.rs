//! The progress of a solve before the flop, and its report.

use schemars::JsonSchema;
use serde::Serialize;

use crate::job::Ended;
use crate::preflop::{ExactPlan, ExactProgress, ExactRound, PreflopNodeReport, StreetsReport};
use crate::schema::names::{FlopValueSources, Name};

/// The progress of a running job.
#[derive(Clone, PartialEq, Debug)]
pub enum PreflopEvent {
    /// The progress of the game before the flop.
    Looked(PreflopProgress),
    /// The plan of a round of exact solves.
    Planned(ExactPlan),
    /// Its progress, after every iteration of a solve.
    Solving(ExactProgress),
    /// Its result.
    Round(ExactRound),
}

/// The progress of a solve.
#[derive(Clone, Copy, PartialEq, Debug, JsonSchema, Serialize)]
pub struct PreflopProgress {
    /// The stack in big blinds, if several are solved together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stack: Option<f64>,
    /// Iterations done.
    pub iteration: u32,
    /// The exploitability in the model, in thousandths of a big blind per hand.
    pub exploitability_mbb: f64,
    /// The button's expected win, in thousandths of a big blind per hand.
    pub ev_mbb: f64,
    /// How much frequencies changed since the last measurement, 0 to 1: the mean over all
    /// decisions, actions and classes.
    pub change: f64,
}

/// The solution of a game before the flop.
#[derive(Clone, PartialEq, Debug, JsonSchema, Serialize)]
pub struct PreflopReport {
    /// The players: the button, then the big blind.
    pub positions: [String; 2],
    /// The stack of each player, in big blinds.
    pub stack: f64,
    /// Decisions of the tree.
    pub decisions: usize,
    /// Where the values of flops come from: `model`, `exact` solves, `equity`, or `streets` if
    /// play to the river was part of the solve. `exact` only once a round of exact solves is finished.
    pub flop_value: Name<FlopValueSources>,
    /// The flops of the exact solves.
    pub exact_flops: Vec<String>,
    /// The rounds of exact solves.
    pub exact_rounds: Vec<ExactRound>,
    /// The game to the river, if it was solved.
    pub streets: Option<StreetsReport>,
    /// The stack-to-pot ratios of the model.
    pub model_sprs: Vec<f64>,
    /// The pots in which a flop is seen: line, pot in big blinds, stack-to-pot
    /// ratio.
    pub flops_seen: Vec<(String, f64, f64)>,
    /// The final progress.
    pub progress: PreflopProgress,
    /// Why it ended.
    pub ended: Ended,
    /// The requested decision.
    pub node: PreflopNodeReport,
}
