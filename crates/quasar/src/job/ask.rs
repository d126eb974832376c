//! Questions about a decision of a solve.

use quasar_cards::{Board, Game, Range};
use quasar_equity::hand_orders;
use quasar_game::Line;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::buckets::BucketNodeReport;
use crate::preflop::{OmahaPreflopNodeReport, PreflopNodeReport};
use crate::request::{InputError, read};
use crate::spot::{HandSort, NodeView, SpotNodeReport};
use crate::toy::DecisionReport;

/// Which decision to show, and what to show of it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NodeQuery {
    /// The line that leads there, such as `r:0:c:b60`; the actions of a small game.
    #[serde(default = "NodeQuery::root")]
    pub line: String,
    /// Only hands of this range.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub filter: Option<String>,
    /// The most single hands to show; all if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hands: Option<usize>,
    /// The order of hands; by class in Hold'em and by strength in Omaha if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sort: Option<HandSort>,
    /// Of a run over many flops: the flop, or one that is equal up to suits. If left out, the
    /// first flop of the list that is being solved, or after the end the first that is solved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub flop: Option<String>,
}

impl NodeQuery {
    /// Everything about the decision at the end of a line.
    pub fn at(line: &str) -> NodeQuery {
        NodeQuery { line: line.to_owned(), filter: None, hands: None, sort: None, flop: None }
    }

    fn root() -> String {
        "r:0".to_owned()
    }

    /// The line of a betting tree.
    pub(crate) fn line(&self) -> Result<Line, InputError> {
        read("line", &self.line, str::parse::<Line>)
    }

    /// The flop, if one is named.
    pub(crate) fn flop(&self) -> Result<Option<Board>, InputError> {
        self.flop.as_ref().map(|text| read("flop", text, Board::parse_flop)).transpose()
    }

    /// What is shown of a decision of `game`.
    pub(crate) fn view(&self, game: Game) -> Result<NodeView, InputError> {
        let parse = |text: &str| Range::parse_with(game, text, hand_orders());
        let filter = self.filter.as_ref().map(|text| read("filter", text, parse)).transpose()?;
        Ok(NodeView { filter, hands: self.hands.unwrap_or(usize::MAX), sort: self.sort })
    }
}

impl Default for NodeQuery {
    fn default() -> NodeQuery {
        NodeQuery::at("r:0")
    }
}

/// A decision of a solve at an iteration.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct NodeAnswer {
    /// Iterations done when the question was answered.
    pub iteration: u32,
    /// The decision.
    pub node: NodeReport,
}

/// A decision of any kind of solve.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum NodeReport {
    /// A decision after the flop.
    Spot(Box<SpotNodeReport>),
    /// A decision of a spot with buckets.
    Buckets(Box<BucketNodeReport>),
    /// A decision before the flop.
    Preflop(Box<PreflopNodeReport>),
    /// A decision of four-card Omaha before the flop.
    OmahaPreflop(Box<OmahaPreflopNodeReport>),
    /// The decision of a small game on each board.
    Toy(Vec<DecisionReport>),
}

/// Why a question has no answer.
#[derive(Clone, PartialEq, Debug, Error)]
#[non_exhaustive]
pub enum AskError {
    /// The job has ended and left no save to query.
    #[error("the job has ended")]
    Ended,
    /// A job of a kind that has no decisions.
    #[error("{0} has no decisions to show")]
    NoDecisions(&'static str),
    /// A job that writes no checkpoints.
    #[error("{0} writes no checkpoints")]
    NoCheckpoint(&'static str),
    /// A job whose goal is fixed when it starts.
    #[error("the goal of {0} cannot be changed while it runs")]
    NoGoal(&'static str),
    /// A goal without a limit of this name.
    #[error("{kind} has no `{field}` that can be changed while it runs")]
    NoLimit {
        /// What the job is.
        kind: &'static str,
        /// The limit.
        field: &'static str,
    },
    /// A limit of a goal that is not a number, or below zero.
    #[error("`{field}` must be a number of at least 0, not {number}")]
    Limit {
        /// The limit.
        field: &'static str,
        /// What was given.
        number: f64,
    },
    /// The job has not reached the end of an iteration in time; the question was withdrawn.
    #[error("the solve has not finished an iteration yet; try again")]
    Busy,
    /// A flop of a run over many that is neither being solved nor solved.
    #[error("{0} is not solved yet")]
    NotSolved(Board),
    /// A flop that a run over many does not have.
    #[error("the run does not have the flop {0}")]
    NoFlop(Board),
    /// A flop was named, and the job has only one board.
    #[error("the job is not a run over many flops")]
    OneBoard,
    /// A line or a range with a mistake at a known place.
    #[error(transparent)]
    Input(#[from] InputError),
    /// The decision does not exist, or cannot be shown.
    #[error("{0}")]
    Node(String),
    /// The checkpoint could not be written.
    #[error("{0}")]
    Write(String),
}
