//! Controls a job from other threads: pause, resume, cancel, query.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use quasar_cards::Board;
use quasar_equity::Progress;

use super::{AskError, GoalChange, NodeAnswer, NodeQuery};

/// Pauses, resumes, cancels and queries a job, from any thread.
///
/// A solve checks it between two iterations, other work at least a few times a
/// second. While a job is paused its threads sleep; it still answers queries.
///
/// Long work that is no job takes a control, too: it counts what it has done, and another thread
/// can watch, pause and cancel it.
#[derive(Debug, Default)]
pub struct Control {
    /// The progress that kernels count in and check.
    progress: Progress,
    state: Mutex<State>,
    changed: Condvar,
    /// The flops that are being solved, of a run over many, each with its place in the list.
    flops: Mutex<Vec<(usize, Board)>>,
}

#[derive(Debug, Default)]
struct State {
    paused: bool,
    cancelled: bool,
    /// The result is not needed.
    abandoned: bool,
    /// The job is to be resumed later, from a checkpoint.
    suspended: bool,
    /// The job has ended and no longer answers.
    closed: bool,
    /// The requests that nobody serves yet, each with its number.
    requests: VecDeque<(u64, Request)>,
    /// The number of the next request.
    number: u64,
}

/// A request to a job, served between two iterations.
#[derive(Debug)]
pub(crate) enum Request {
    /// Show a decision.
    Ask(NodeQuery, Reply<NodeAnswer>),
    /// Write a checkpoint.
    Checkpoint(Reply<PathBuf>),
    /// Change the goal.
    Goal(GoalChange),
}

/// Where the answer to a request goes.
pub(crate) type Reply<T> = Sender<Result<T, AskError>>;

/// What a job does next.
#[derive(Debug)]
pub(crate) enum Next {
    /// Its next iteration.
    Step,
    /// Serve a request.
    Serve(Request),
    /// Stop: it was cancelled.
    Stop,
}

impl Control {
    /// A control of a job that is not paused.
    pub fn new() -> Control {
        Control::default()
    }

    /// Pauses the job after the current iteration.
    pub fn pause(&self) {
        self.progress.pause();
        self.change(|state| state.paused = true);
    }

    /// Resumes a paused job.
    pub fn resume(&self) {
        self.progress.resume();
        self.change(|state| state.paused = false);
    }

    /// Ends the job after the current iteration, even while it is paused.
    pub fn cancel(&self) {
        self.progress.cancel();
        self.change(|state| state.cancelled = true);
    }

    /// Cancels a job whose result is not needed: it leaves no checkpoint.
    pub fn abandon(&self) {
        self.change(|state| state.abandoned = true);
        self.cancel();
    }

    /// Cancels a job that will be resumed later: it leaves a checkpoint if its kind has them,
    /// and neither evaluates nor saves its result.
    pub fn suspend(&self) {
        self.change(|state| state.suspended = true);
        self.cancel();
    }

    /// Changes the goal from the next iteration on. Has no effect on work without a goal.
    pub fn change_goal(&self, change: GoalChange) {
        self.change(|state| {
            state.push(Request::Goal(change));
        });
    }

    /// Whether the job is to be paused.
    pub fn is_paused(&self) -> bool {
        self.state().paused
    }

    /// Whether the result is not needed.
    pub(crate) fn is_abandoned(&self) -> bool {
        self.state().abandoned
    }

    /// Whether the job is to be resumed later.
    pub(crate) fn is_suspended(&self) -> bool {
        self.state().suspended
    }

    /// Whether the job is to end.
    pub fn is_cancelled(&self) -> bool {
        self.state().cancelled
    }

    /// The units of work that are done; only their share of [`total`](Self::total) has a meaning.
    pub fn done(&self) -> u64 {
        self.progress.done()
    }

    /// The units of work in all; 0 while that is unknown.
    pub fn total(&self) -> u64 {
        self.progress.total()
    }

    /// For the work: sets the number of units, and starts counting from 0.
    pub fn set_total(&self, total: u64) {
        self.progress.set_total(total);
    }

    /// For the work: counts `units` more as done.
    pub fn advance(&self, units: u64) {
        self.progress.advance(units);
    }

    /// For the work: sleeps while it is paused; false if it was cancelled.
    pub fn may_continue(&self) -> bool {
        self.progress.may_continue()
    }

    /// The progress that kernels count in. They sleep while the job is paused and stop when
    /// it is cancelled.
    pub(crate) fn progress(&self) -> &Progress {
        &self.progress
    }

    /// Lets a cancelled job finish its last steps, such as saving; cancelling again
    /// stops those too.
    pub(crate) fn rearm(&self) {
        self.progress.rearm();
        self.change(|state| (state.paused, state.cancelled) = (false, false));
    }

    /// What the job does next: serve its first request of those that are `mine`, if there is
    /// one. Sleeps while it is paused and there is none.
    pub(crate) fn next(&self, mine: impl Fn(&Request) -> bool) -> Next {
        let asleep =
            |state: &mut State| state.paused && !state.cancelled && state.first(&mine).is_none();
        let state = self.changed.wait_while(self.state(), asleep);
        let mut state = state.unwrap_or_else(PoisonError::into_inner);
        match state.take(&mine) {
            Some(request) => Next::Serve(request),
            None if state.cancelled => Next::Stop,
            None => Next::Step,
        }
    }

    /// The oldest pending request of those that are `mine`.
    pub(crate) fn request(&self, mine: impl Fn(&Request) -> bool) -> Option<Request> {
        self.state().take(&mine)
    }

    /// The oldest pending question about a decision.
    pub(crate) fn question(&self) -> Option<(NodeQuery, Reply<NodeAnswer>)> {
        match self.request(|request| matches!(request, Request::Ask(..))) {
            Some(Request::Ask(query, reply)) => Some((query, reply)),
            _ => None,
        }
    }

    /// Sends a request to the job and waits for the answer. If `patience` is given and runs
    /// out, the request is withdrawn.
    pub(crate) fn ask<T>(
        &self,
        patience: Option<Duration>,
        request: impl FnOnce(Reply<T>) -> Request,
    ) -> Result<T, AskError> {
        let (reply, answer) = mpsc::channel();
        let number = self.hand_over(request(reply))?;
        // A request that is dropped, by the end of the job, disconnects the channel.
        let Some(patience) = patience else { return answer.recv().unwrap_or(Err(AskError::Ended)) };
        match answer.recv_timeout(patience) {
            Ok(answer) => answer,
            Err(RecvTimeoutError::Disconnected) => Err(AskError::Ended),
            Err(RecvTimeoutError::Timeout) => {
                self.change(|state| state.requests.retain(|(other, _)| *other != number));
                answer.try_recv().unwrap_or(Err(AskError::Busy))
            }
        }
    }

    /// Begins a flop of a run over many; `place` is its place in the list.
    pub(crate) fn begin_flop(&self, place: usize, flop: Board) {
        self.flops().push((place, flop));
    }

    /// Ends a flop. Whoever serves requests wakes, because its requests are for others now.
    pub(crate) fn end_flop(&self, flop: Board) {
        self.flops().retain(|(_, other)| *other != flop);
        self.change(|_| ());
    }

    /// Whether a flop is being solved.
    pub(crate) fn is_solving(&self, flop: Board) -> bool {
        self.flops().iter().any(|(_, other)| *other == flop)
    }

    /// The first flop of the list that is being solved.
    pub(crate) fn first_flop(&self) -> Option<Board> {
        self.flops().iter().min_by_key(|(place, _)| *place).map(|(_, flop)| *flop)
    }

    /// Queues a request; returns its number.
    fn hand_over(&self, request: Request) -> Result<u64, AskError> {
        let mut state = self.state();
        if state.closed {
            return Err(AskError::Ended);
        }
        let number = state.push(request);
        drop(state);
        self.changed.notify_all();
        Ok(number)
    }

    /// Refuses further requests and drops pending ones; their receivers get an error.
    pub(crate) fn close(&self) {
        self.change(|state| {
            state.closed = true;
            state.requests.clear();
        });
    }

    fn change(&self, change: impl FnOnce(&mut State)) {
        change(&mut self.state());
        self.changed.notify_all();
    }

    /// A list is valid even if a thread panicked.
    fn flops(&self) -> MutexGuard<'_, Vec<(usize, Board)>> {
        self.flops.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Flags and a queue are valid even if a thread panicked.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Queues a request; returns its number.
    fn push(&mut self, request: Request) -> u64 {
        let number = self.number;
        self.number += 1;
        self.requests.push_back((number, request));
        number
    }

    /// The place of the first request of those that are `mine`.
    fn first(&self, mine: &impl Fn(&Request) -> bool) -> Option<usize> {
        self.requests.iter().position(|(_, request)| mine(request))
    }

    fn take(&mut self, mine: &impl Fn(&Request) -> bool) -> Option<Request> {
        let place = self.first(mine)?;
        self.requests.remove(place).map(|(_, request)| request)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(control: &Control, patience: Option<Duration>) -> Result<NodeAnswer, AskError> {
        control.ask(patience, |reply| Request::Ask(NodeQuery::default(), reply))
    }

    #[test]
    fn a_question_that_nobody_answers_in_time_is_withdrawn() {
        let control = Control::new();
        assert_eq!(ask(&control, Some(Duration::ZERO)), Err(AskError::Busy));
        assert!(control.question().is_none());
    }

    #[test]
    fn a_question_that_waits_at_the_end_of_a_job_hears_that_it_has_ended() {
        let control = Control::new();
        std::thread::scope(|scope| {
            let asked = scope.spawn(|| ask(&control, None));
            while control.state().requests.is_empty() {
                std::thread::yield_now();
            }
            control.close();
            assert_eq!(asked.join().unwrap(), Err(AskError::Ended));
        });
        assert_eq!(ask(&control, None), Err(AskError::Ended));
    }

    /// Threads that share a control take their own requests, in order.
    #[test]
    fn requests_are_taken_by_those_whose_they_are() {
        let control = Control::new();
        for iterations in [Some(1), None, Some(2)] {
            control.change_goal(GoalChange { iterations, ..GoalChange::default() });
        }
        let of = |some: bool| {
            let mine = move |request: &Request| match request {
                Request::Goal(change) => change.iterations.is_some() == some,
                _ => false,
            };
            match control.next(mine) {
                Next::Serve(Request::Goal(change)) => Some(change.iterations),
                _ => None,
            }
        };
        assert_eq!([of(true), of(true), of(true)], [Some(Some(1)), Some(Some(2)), None]);
        assert_eq!([of(false), of(false)], [Some(None), None]);
    }
}
