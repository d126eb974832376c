//! Reports about rounds of exact solves.

use std::time::Duration;

use schemars::JsonSchema;
use serde::Serialize;

use crate::job::plain::maybe_seconds;

/// The plan of a round.
#[derive(Clone, PartialEq, Debug, JsonSchema, Serialize)]
pub struct ExactPlan {
    /// The round, from 1.
    pub round: u32,
    /// The most rounds.
    pub rounds: u32,
    /// The lines whose flops are solved, with how often hands reach them, 0 to 1.
    pub lines: Vec<(String, f64)>,
    /// Lines that are reached too rarely; they keep their values.
    pub rare: usize,
    /// Flops of each line.
    pub flops: usize,
    /// Bytes of the largest solve.
    pub memory: u64,
}

impl ExactPlan {
    /// Solves of the round.
    pub fn solves(&self) -> usize {
        self.lines.len() * self.flops
    }
}

/// The progress of a round.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct ExactProgress {
    /// Solves done.
    pub done: usize,
    /// Solves of the round.
    pub solves: usize,
    /// The current line.
    pub line: String,
    /// The current flop.
    pub flop: String,
    /// Iterations of the solve.
    pub iteration: u32,
    /// Its exploitability at the last measurement, as a fraction of the pot.
    pub exploitability: Option<f64>,
    /// The estimated remaining time of the round; none before the first solve is done.
    #[serde(rename = "eta", serialize_with = "maybe_seconds")]
    #[schemars(with = "Option<f64>")]
    pub left: Option<Duration>,
}

/// The result of a round.
#[derive(Clone, PartialEq, Debug, JsonSchema, Serialize)]
pub struct ExactRound {
    /// The round, from 1.
    pub round: u32,
    /// Lines whose flops were solved.
    pub lines: usize,
    /// Lines that were reached too rarely.
    pub rare: usize,
    /// Solves.
    pub solves: usize,
    /// The largest exploitability among them, in percent of the pot.
    pub worst_exploitability_percent: f64,
    /// The largest difference between the value of a class and that of the exact solves
    /// (with `moved` added), in big blinds, over classes that reach the line with at least
    /// a twentieth of the weight of the most frequent one.
    pub largest_change: f64,
    /// The mean difference over the hands that reach the line.
    pub mean_change: f64,
    /// The largest amount added to both players' values so that they sum to the pot, as a
    /// fraction of the pot.
    pub moved: f64,
    /// How much frequencies before the flop changed, 0 to 1: the mean over all
    /// decisions, actions and classes.
    pub strategy_change: f64,
    /// What the strategies give away with the new values, in thousandths of a big
    /// blind a hand.
    pub exploitability_mbb: f64,
    /// The button's expected win, in thousandths of a big blind per hand.
    pub ev_mbb: f64,
    /// How long it took.
    pub seconds: f64,
}
