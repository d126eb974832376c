//! Solving a game before the flop.

mod report;
mod result;
mod steps;

use std::mem;
use std::time::Duration;

use quasar_game::Line;
use quasar_preflop::{FlopModel, FlopValue, PreflopError, PreflopGame, PreflopSolverGame};
use quasar_solver::Solver;
use quasar_store::{Checkpoint, CheckpointHeader, CheckpointKind};

use super::exact::{ExactRun, Found};
use super::streets::{StreetsRun, is_later};
use super::{ExactRound, PreflopSolveError, PreflopSolveSpec, StreetsPlan};
use super::{lock, node};
use crate::job::{
    Clock, Control, Ended, ResumeError, SolveProgress, Watch, attend, drive, thread_count,
    working_time,
};
use crate::model::PostflopBundle;
use result::{Settled, mean_change};
use steps::Told;

pub use report::{PreflopEvent, PreflopProgress, PreflopReport};

/// A game before the flop being solved.
pub struct PreflopJob {
    spec: PreflopSolveSpec,
    /// Which game it is, with the contents of the model.
    identity: String,
    game: PreflopGame,
    solver: Solver<PreflopSolverGame>,
    model: Option<FlopModel>,
    /// The average strategies at the last measurement.
    before: Vec<f32>,
    /// The progress of the current game at the last measurement.
    checked: Option<PreflopProgress>,
    clock: Clock,
    worked: Duration,
    exact: Option<ExactRun>,
    /// The finished rounds of exact solves.
    rounds: Vec<ExactRound>,
    streets: Option<StreetsRun>,
    /// The last two measurements of this solve: iterations and exploitability.
    pace: [Option<(u32, f64)>; 2],
    /// The decisions and lines of the average strategies after so many iterations.
    settled: Option<Settled>,
}

impl PreflopJob {
    /// Builds the tree, and loads the model if the spec has one. Exact solves work in
    /// this many threads (0: one for each processor), which do not change results.
    pub fn new(spec: PreflopSolveSpec, threads: usize) -> Result<PreflopJob, PreflopSolveError> {
        PreflopJob::within(spec, threads, u64::MAX, |_| ())
    }

    /// The same in at most so many bytes. Play to the river takes gigabytes, and minutes to set
    /// up; `told` receives what was chosen before that.
    pub fn within(
        mut spec: PreflopSolveSpec,
        threads: usize,
        memory: u64,
        told: impl FnOnce(&StreetsPlan),
    ) -> Result<PreflopJob, PreflopSolveError> {
        let bundle = spec.model.as_deref().map(PostflopBundle::open).transpose()?;
        let model = bundle.as_ref().map(PostflopBundle::model).transpose()?;
        let value = model.as_ref().map_or(FlopValue::Equity, FlopValue::Model);
        let game = PreflopGame::new(&spec.betting, value)?;
        let settings = spec.settings(threads);
        let (mut solver, streets) = match &spec.streets {
            None => {
                lock::check(&spec, &game, None)?;
                (Solver::new(game.game().clone().into(), settings)?, None)
            }
            Some(options) => {
                let run = StreetsRun::new(options, &spec, settings, memory)?;
                lock::check(&spec, &game, Some(&run))?;
                told(run.plan());
                spec.streets = Some(run.options().clone());
                (Solver::new(run.game()?.into(), settings)?, Some(run))
            }
        };
        lock::apply(&spec, &game, streets.as_ref(), &mut solver)?;
        let identity = spec.identity_with(bundle.as_ref());
        let bundle = bundle.as_ref().map(PostflopBundle::spec);
        let exact = spec
            .exact
            .as_ref()
            .map(|exact| ExactRun::new(exact, bundle, &game, thread_count(threads)));
        Ok(PreflopJob {
            spec,
            identity,
            game,
            solver,
            model,
            before: Vec::new(),
            checked: None,
            clock: Clock::system(),
            worked: Duration::ZERO,
            exact,
            rounds: Vec::new(),
            streets,
            pace: [None; 2],
            settled: None,
        })
    }

    /// Uses another clock.
    pub(in crate::preflop) fn set_clock(&mut self, clock: Clock) {
        self.clock = clock;
    }

    /// The spec.
    pub fn spec(&self) -> &PreflopSolveSpec {
        &self.spec
    }

    /// Resumes from a checkpoint of the same game. Programs of before wrote the folder of the
    /// model in place of its contents. On an error nothing changes.
    pub(in crate::preflop) fn resume(
        &mut self,
        checkpoint: &Checkpoint,
    ) -> Result<(), ResumeError> {
        let CheckpointHeader { kind, spec, seconds, .. } = checkpoint.header();
        let same = *spec == self.identity || *spec == self.spec.canonical();
        if *kind != CheckpointKind::Preflop || !same {
            return Err(ResumeError::Other);
        }
        let state = checkpoint.state();
        let state = state.map_err(|error| ResumeError::Unreadable(error.fault().to_string()))?;
        self.solver.restore(state)?;
        self.worked = working_time(*seconds);
        Ok(())
    }

    /// Limits the memory of each exact solve, even if the spec allows more.
    pub fn limit_memory(&mut self, bytes: u64) {
        if let Some(exact) = &mut self.exact {
            exact.limit_memory(bytes);
        }
    }

    /// Runs until the exploitability or the number of iterations of the spec is
    /// reached, or the job is cancelled; with exact solves, until values have settled
    /// or all rounds are done. `told` receives the progress.
    pub fn run(
        &mut self,
        control: &Control,
        mut told: impl FnMut(&PreflopEvent),
    ) -> Result<Ended, PreflopSolveError> {
        let mut watch = |_: &SolveProgress| ();
        self.run_watched(control, &mut |event| told(&event), &mut watch)
    }

    /// The same, with a watch that may write checkpoints of the game before the first
    /// round of exact solves.
    pub(in crate::preflop) fn run_watched(
        &mut self,
        control: &Control,
        told: &mut dyn FnMut(PreflopEvent),
        watch: &mut impl Watch<PreflopJob>,
    ) -> Result<Ended, PreflopSolveError> {
        let ended = self.iterate(control, told, watch)?;
        let Some(exact) = &self.spec.exact else { return Ok(ended) };
        let (rounds, settled) = (exact.rounds, exact.change);
        if ended == Ended::Cancelled {
            return Ok(ended);
        }
        for number in 1..=rounds {
            match self.round(number, control, told) {
                Err(PreflopSolveError::Game(PreflopError::Stopped)) => return Ok(Ended::Cancelled),
                Err(error) => return Err(error),
                Ok(Ended::Cancelled) => return Ok(Ended::Cancelled),
                Ok(_) => {}
            }
            if self.rounds.last().is_some_and(|round| round.largest_change <= settled) {
                return Ok(Ended::GoalReached);
            }
        }
        Ok(Ended::Iterations)
    }

    /// Rounds of exact solves at the ranges of the game, and the game with the new values.
    /// A cancelled round does not change the game.
    fn round(
        &mut self,
        number: u32,
        control: &Control,
        told: &mut dyn FnMut(PreflopEvent),
    ) -> Result<Ended, PreflopSolveError> {
        let Some(exact) = self.exact.take() else { return Ok(Ended::GoalReached) };
        let found = self.solve_flops(&exact, number, control, told);
        self.exact = Some(exact);
        let found = found?;
        let before = self.frequencies()?;
        let game = PreflopGame::new(&self.spec.betting, FlopValue::Shares(&found.shares))?;
        let mut solver = Solver::new(game.game().clone().into(), *self.solver.settings())?;
        lock::apply(&self.spec, &game, None, &mut solver)?;
        let last = (mem::replace(&mut self.game, game), mem::replace(&mut self.solver, solver));
        let ended = self.iterate(control, told, &mut |_: &SolveProgress| ())?;
        if ended == Ended::Cancelled {
            (self.game, self.solver) = last;
            (self.before, self.checked, self.settled) = (before, None, None);
            return Ok(ended);
        }
        let progress = self.look()?;
        let now = self.frequencies()?;
        let round = ExactRound {
            strategy_change: mean_change(&before, &now),
            exploitability_mbb: progress.exploitability_mbb,
            ev_mbb: progress.ev_mbb,
            ..found.round
        };
        told(PreflopEvent::Round(round.clone()));
        self.rounds.push(round);
        Ok(ended)
    }

    /// Solves the flops of a round. The game stays as it is meanwhile, and answers.
    fn solve_flops(
        &mut self,
        exact: &ExactRun,
        number: u32,
        control: &Control,
        told: &mut dyn FnMut(PreflopEvent),
    ) -> Result<Found, PreflopSolveError> {
        let (game, clock) = (self.game.clone(), self.clock.clone());
        let lines = exact.lines(&game, &mut self.solver)?;
        let no_checkpoints = &mut |_: &SolveProgress| ();
        let mut may_continue = || attend(self, control, no_checkpoints);
        exact.round(number, &game, &lines, &clock, told, &mut may_continue)
    }

    /// Runs the current game to its goal.
    fn iterate(
        &mut self,
        control: &Control,
        told: &mut dyn FnMut(PreflopEvent),
        watch: &mut impl Watch<PreflopJob>,
    ) -> Result<Ended, PreflopSolveError> {
        self.checked = None;
        self.pace = [None; 2];
        self.settled = None;
        let mut last = None;
        drive(self, control, &mut Told { told, watch, last: &mut last })
    }

    /// Fails if a line does not lead to a decision.
    pub(in crate::preflop) fn check_line(&self, line: &Line) -> Result<(), PreflopSolveError> {
        match self.streets.as_ref().filter(|_| is_later(line)) {
            Some(streets) => streets.locate(&self.game, line).map(|_| ()),
            None => node::locate(self.game.betting(), line).map(|_| ()),
        }
    }

    /// The spec of the solved game: without exact solves if none of
    /// their rounds was finished.
    pub(in crate::preflop) fn solved_spec(&self) -> PreflopSolveSpec {
        let exact = self.spec.exact.clone().filter(|_| self.is_exact());
        PreflopSolveSpec { exact, ..self.spec.clone() }
    }

    /// Whether the values of flops come from exact solves by now.
    fn is_exact(&self) -> bool {
        !self.rounds.is_empty()
    }

    /// The state of the solve as bytes.
    pub fn checkpoint(&self) -> Vec<u8> {
        self.solver.checkpoint()
    }

    /// Resumes from a checkpoint of the same game. On an error nothing changes.
    pub fn restore(&mut self, bytes: &[u8]) -> Result<(), PreflopSolveError> {
        Ok(self.solver.restore(bytes)?)
    }
}
