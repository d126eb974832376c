//! What a job of each kind can be asked.
//!
//! | kind | decisions | checkpoints | goal |
//! |---|---|---|---|
//! | spot, Hold'em before the flop, small game | of the last iteration | yes, but not with `leaf: exact` | yes |
//! | spot on many flops | of the last iteration of a flop, or of its save | no: a save per flop | of all flops |
//! | four-card Omaha before the flop | of the last measurement | no | yes |
//! | the same with several stacks | no | no | yes |
//! | one decision | of the last iteration; none of buckets | no | yes |
//! | everything else | no | no | no |
//!
//! What no job of a kind can answer is refused at once, without waiting for the job.

use super::{AskError, JobSpec, NodeAnswer, NodeQuery};

impl JobSpec {
    /// A question as the job understands it; fails if no job of this kind can answer it.
    pub(super) fn checked_query(&self, query: NodeQuery) -> Result<NodeQuery, AskError> {
        if let Some(name) = self.without_decisions() {
            return Err(AskError::NoDecisions(name));
        }
        let Some(flop) = query.flop()? else { return Ok(query) };
        let JobSpec::Boards(spec) = self else { return Err(AskError::OneBoard) };
        let flop = spec.flop_like(flop).ok_or(AskError::NoFlop(flop))?;
        Ok(NodeQuery { flop: Some(flop.to_string()), ..query })
    }

    /// Fails if jobs of this kind write no checkpoints.
    pub(super) fn check_checkpoints(&self) -> Result<(), AskError> {
        match self {
            JobSpec::Preflop(run) if run.game.exact.is_some() => {
                Err(AskError::NoCheckpoint("a game with exact solves"))
            }
            JobSpec::Spot(_) | JobSpec::Preflop(_) | JobSpec::Toy(_) => Ok(()),
            JobSpec::Boards(_) => Err(AskError::NoCheckpoint("a run over many flops")),
            JobSpec::OmahaPreflop(_) => Err(AskError::NoCheckpoint("Omaha before the flop")),
            JobSpec::Decision(_) => Err(AskError::NoCheckpoint("a single decision")),
            other => Err(AskError::NoCheckpoint(other.without_decisions().unwrap_or("this job"))),
        }
    }

    /// The answer of a save in the folder of a run over many flops.
    pub(super) fn ask_save(&self, query: &NodeQuery) -> Result<NodeAnswer, AskError> {
        match self {
            JobSpec::Boards(spec) => spec.answer(query),
            _ => Err(AskError::Ended),
        }
    }

    /// What the job is, if it has no decisions.
    fn without_decisions(&self) -> Option<&'static str> {
        match self {
            JobSpec::Spot(_)
            | JobSpec::Boards(_)
            | JobSpec::Preflop(_)
            | JobSpec::OmahaPreflop(_)
            | JobSpec::Toy(_) => None,
            JobSpec::Decision(file) => file.has_buckets().then_some("a decision of buckets"),
            JobSpec::OmahaStacks(_) => Some("a job with several stacks"),
            JobSpec::Equity(_) => Some("an equity question"),
            JobSpec::Tables(_) => Some("a file of equity tables"),
            JobSpec::Model(_) => Some("a model of flops"),
            JobSpec::Buckets(_) => Some("a job that makes buckets"),
            JobSpec::Matrix(_) => Some("a matrix of buckets"),
        }
    }
}
