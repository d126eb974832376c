//! What rounds of exact solves tell.

use std::time::Duration;

use schemars::JsonSchema;
use serde::Serialize;

use crate::job::plain::maybe_seconds;

/// What a round is going to do.
#[derive(Clone, PartialEq, Debug, JsonSchema, Serialize)]
pub struct ExactPlan {
    /// The round, from 1.
    pub round: u32,
    /// Most rounds.
    pub rounds: u32,
    /// The lines whose flops are solved, with how often hands get there, 0 to 1.
    pub lines: Vec<(String, f64)>,
    /// Lines that are reached too rarely; they keep the value they had.
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

/// How far a round is.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct ExactProgress {
    /// Solves done.
    pub done: usize,
    /// Solves of the round.
    pub solves: usize,
    /// The line that is solved.
    pub line: String,
    /// The flop that is solved.
    pub flop: String,
    /// Iterations of the solve.
    pub iteration: u32,
    /// Its exploitability when last looked at, as a part of the pot.
    pub exploitability: Option<f64>,
    /// The time that is left of the round if solves go on as they did; none before
    /// the first is done.
    #[serde(rename = "eta", serialize_with = "maybe_seconds")]
    #[schemars(with = "Option<f64>")]
    pub left: Option<Duration>,
}

/// What a round changed.
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
    /// What the worst of them gives away, in percent of the pot.
    pub worst_exploitability_percent: f64,
    /// How far the value of a class was from that of the exact solves with what `moved`
    /// adds, at most, in big blinds; of classes that get to the line with a twentieth of the weight of
    /// the most frequent one.
    pub largest_change: f64,
    /// The mean of that over the hands that get there.
    pub mean_change: f64,
    /// What had to be added to both players' values so that they share the pot, at
    /// most, as a part of the pot.
    pub moved: f64,
    /// How much frequencies before the flop changed, 0 to 1: the mean over all
    /// decisions, actions and classes.
    pub strategy_change: f64,
    /// What the strategies give away with the new values, in thousandths of a big
    /// blind a hand.
    pub exploitability_mbb: f64,
    /// What the button wins, in thousandths of a big blind a hand.
    pub ev_mbb: f64,
    /// How long it took.
    pub seconds: f64,
}
