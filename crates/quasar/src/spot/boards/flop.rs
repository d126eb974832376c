//! One of many flops as steps that a job drives.
//!
//! The flops of a run are solved at the same time under one control. A new goal is kept for all
//! of them, whichever takes it first: a running flop sees it before its next iteration, a later
//! one at its start. A question is answered by the flop that it names.

use std::sync::{Mutex, MutexGuard, PoisonError};

use quasar_cards::Board;

use crate::job::{
    AskError, Control, Ended, GoalChange, NodeQuery, NodeReport, Request, SolveProgress, Steps,
};
use crate::spot::{SpotError, SpotJob};

/// All changes of the goal of a run.
pub(super) struct GoalChanges(Mutex<Changes>);

struct Changes {
    /// The changes, in order.
    list: Vec<GoalChange>,
    /// Whether no flop has ended yet, so that a change holds for all of them.
    whole: bool,
}

/// A flop that is being solved.
pub(super) struct FlopSteps<'a> {
    control: &'a Control,
    changes: &'a GoalChanges,
    board: Board,
    pub(super) job: SpotJob,
    /// The number of changes of the goal that were applied.
    applied: usize,
}

impl GoalChanges {
    /// No change yet; `whole` says whether all flops are still to be solved.
    pub(super) fn new(whole: bool) -> GoalChanges {
        GoalChanges(Mutex::new(Changes { list: Vec::new(), whole }))
    }

    /// A list is valid even if a thread panicked.
    fn all(&self) -> MutexGuard<'_, Changes> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<'a> FlopSteps<'a> {
    /// A flop that is solved from now on, until this is dropped. `place` is its place in the
    /// list.
    pub(super) fn new(
        control: &'a Control,
        changes: &'a GoalChanges,
        place: usize,
        board: Board,
        job: SpotJob,
    ) -> FlopSteps<'a> {
        control.begin_flop(place, board);
        let mut steps = FlopSteps { control, changes, board, job, applied: 0 };
        steps.apply_changes();
        steps
    }

    fn apply_changes(&mut self) {
        let new = self.changes.all().list[self.applied..].to_vec();
        self.applied += new.len();
        new.iter().for_each(|change| self.job.change_goal(change));
    }

    /// Ends the flop, unless its goal has changed at the last moment: then it goes on.
    pub(super) fn settle(&mut self) -> bool {
        let mut changes = self.changes.all();
        let settled = changes.list.len() == self.applied;
        changes.whole &= !settled;
        settled
    }
}

impl Drop for FlopSteps<'_> {
    fn drop(&mut self) {
        self.control.end_flop(self.board);
    }
}

impl Steps for FlopSteps<'_> {
    type Error = SpotError;

    fn ended(&self) -> Option<Ended> {
        Steps::ended(&self.job)
    }

    fn step(&mut self) -> Result<(), SpotError> {
        self.apply_changes();
        // Another flop may have taken a goal that this one has reached.
        if Steps::ended(self).is_none() { self.job.step() } else { Ok(()) }
    }

    fn progress(&self) -> SolveProgress {
        Steps::progress(&self.job)
    }

    fn change_goal(&mut self, change: &GoalChange) {
        self.changes.all().list.push(*change);
        self.apply_changes();
    }

    fn is_whole(&self) -> bool {
        self.changes.all().whole
    }

    fn answer(&mut self, query: &NodeQuery) -> Result<NodeReport, AskError> {
        match query.flop()?.filter(|flop| *flop != self.board) {
            Some(other) => Err(AskError::NotSolved(other)),
            None => self.job.answer(query),
        }
    }

    /// A flop answers for itself, and says of those that have just ended that they have.
    fn takes(&self, request: &Request) -> bool {
        match request {
            Request::Ask(query, _) => match query.flop() {
                Ok(Some(flop)) => flop == self.board || !self.control.is_solving(flop),
                Ok(None) => self.control.first_flop() == Some(self.board),
                Err(_) => true,
            },
            Request::Goal(_) | Request::Checkpoint(_) => true,
        }
    }
}
