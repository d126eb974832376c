//! What a job of each kind can be asked.
//!
//! | kind | decisions | checkpoints | goal |
//! |---|---|---|---|
//! | spot, Hold'em before the flop, small game | of the last iteration | yes, but not with `leaf: exact` | yes; before the flop without a time, cut spots without a target |
//! | spot on many flops | of the last iteration of a flop, or of its save | no: a save per flop | of all flops that are not solved yet |
//! | four-card Omaha before the flop | of the last measurement | no | yes |
//! | the same with several stacks | no | no | of all stacks that are not solved yet |
//! | one decision | of the last iteration; none of buckets | no | yes |
//! | everything else | no | no | no |
//!
//! What no job of a kind can answer or follow is refused at once, without waiting for the job.

use super::{AskError, GoalChange, JobSpec, NodeAnswer, NodeQuery};

impl JobSpec {
    /// A question as the job understands it; fails if no job of this kind can answer it.
    pub(super) fn checked_query(&self, query: NodeQuery) -> Result<NodeQuery, AskError> {
        if !self.has_decisions() {
            return Err(AskError::NoDecisions(self.name()));
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
            other => Err(AskError::NoCheckpoint(other.name())),
        }
    }

    /// Fails if a running job like this one does not follow a change of its goal.
    pub(super) fn check_goal(&self, change: &GoalChange) -> Result<(), AskError> {
        let limits = self.goal_limits().ok_or(AskError::NoGoal(self.name()))?;
        match limits.lacks(change) {
            Some(field) => Err(AskError::NoLimit { kind: self.name(), field }),
            None => Ok(()),
        }
    }

    /// The answer of a save in the folder of a run over many flops.
    pub(super) fn ask_save(&self, query: &NodeQuery) -> Result<NodeAnswer, AskError> {
        match self {
            JobSpec::Boards(spec) => spec.answer(query),
            _ => Err(AskError::Ended),
        }
    }

    fn has_decisions(&self) -> bool {
        match self {
            JobSpec::Spot(_)
            | JobSpec::Boards(_)
            | JobSpec::Preflop(_)
            | JobSpec::OmahaPreflop(_)
            | JobSpec::Toy(_) => true,
            JobSpec::Decision(file) => !file.has_buckets(),
            JobSpec::OmahaStacks(_)
            | JobSpec::Equity(_)
            | JobSpec::Tables(_)
            | JobSpec::Model(_)
            | JobSpec::Buckets(_)
            | JobSpec::Matrix(_) => false,
        }
    }

    /// What the job is, in words.
    fn name(&self) -> &'static str {
        match self {
            JobSpec::Spot(run) if run.spot.cut.is_some() => "a cut spot",
            JobSpec::Spot(_) => "a spot",
            JobSpec::Boards(_) => "a run over many flops",
            JobSpec::Preflop(_) => "a game before the flop",
            JobSpec::OmahaPreflop(_) => "Omaha before the flop",
            JobSpec::Toy(_) => "a small game",
            JobSpec::Decision(file) if file.has_buckets() => "a decision of buckets",
            JobSpec::Decision(_) => "a single decision",
            JobSpec::OmahaStacks(_) => "a job with several stacks",
            JobSpec::Equity(_) => "an equity question",
            JobSpec::Tables(_) => "a file of equity tables",
            JobSpec::Model(_) => "a model of flops",
            JobSpec::Buckets(_) => "a job that makes buckets",
            JobSpec::Matrix(_) => "a matrix of buckets",
        }
    }
}
