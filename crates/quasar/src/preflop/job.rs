//! Solving a game before the flop.

use std::io::{self, Write};
use std::mem;
use std::path::PathBuf;
use std::time::Duration;

use quasar_game::{Line, NodeId, Player, RoundId};
use quasar_preflop::{
    FlopModel, FlopValue, PreflopError, PreflopGame, PreflopSolverGame, mean_value,
};
use quasar_solver::{Profile, Solver};
use quasar_store::{
    CheckpointHeader, CheckpointKind, ResultFolder, StoredDecision, StoredStrategy,
};
use schemars::JsonSchema;
use serde::Serialize;

use super::exact::ExactRun;
use super::node::{self, Decision};
use super::streets::{SolveFacts, StreetsRun, is_later};
use super::{
    ExactPlan, ExactProgress, ExactRound, PreflopNodeReport, PreflopSolveError, PreflopSolveSpec,
    StreetsPlan, StreetsReport,
};
use crate::job::{
    AskError, Checkpointed, Clock, Control, ENGINE, Ended, GoalChange, NodeQuery, NodeReport,
    SolveProgress, Steps, Watch, drive, thread_count,
};
use crate::model::PostflopBundle;
use crate::schema::names::{FlopValueSource, FlopValueSources, Name};

/// A game before the flop being solved.
pub struct PreflopJob {
    spec: PreflopSolveSpec,
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

/// What average strategies do and are worth before the flop, from one walk over the game.
struct Settled {
    iteration: u32,
    decisions: Vec<Decision>,
    /// What the button wins, in chips.
    value: f64,
}

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
        let (solver, streets) = match &spec.streets {
            None => (Solver::new(game.game().clone().into(), settings)?, None),
            Some(options) => {
                let run = StreetsRun::new(options, &spec, settings, memory)?;
                told(run.plan());
                spec.streets = Some(run.options().clone());
                (Solver::new(run.game()?.into(), settings)?, Some(run))
            }
        };
        let bundle = bundle.as_ref().map(PostflopBundle::spec);
        let exact = spec
            .exact
            .as_ref()
            .map(|exact| ExactRun::new(exact, bundle, &game, thread_count(threads)));
        Ok(PreflopJob {
            spec,
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
    pub(super) fn set_clock(&mut self, clock: Clock) {
        self.clock = clock;
    }

    /// The spec.
    pub fn spec(&self) -> &PreflopSolveSpec {
        &self.spec
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
    pub(super) fn run_watched(
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
        let Some(exact) = &self.exact else { return Ok(Ended::GoalReached) };
        let found = exact.round(number, &self.game, &mut self.solver, control, told)?;
        let before = self.frequencies()?;
        let game = PreflopGame::new(&self.spec.betting, FlopValue::Shares(&found.shares))?;
        let solver = Solver::new(game.game().clone().into(), *self.solver.settings())?;
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

    /// The progress of the solve. Where play goes to the river, the button's win is the
    /// middle between what best responses leave to each player, which is off by at most the
    /// exploitability and takes half of the time.
    pub fn look(&mut self) -> Result<PreflopProgress, PreflopSolveError> {
        let (exploitability_mbb, ev_mbb) = match self.streets {
            Some(_) if self.spec.rake.is_none() => {
                let [oop, ip] = self.solver.best_response_values(Profile::Average)?;
                ((oop + ip) / 2.0, (ip - oop) / 2.0)
            }
            _ => {
                let worth = self.solver.exploitability(Profile::Average)?;
                (worth.mean(), worth.values[Player::Ip.index()])
            }
        };
        let now = self.frequencies()?;
        let change = match self.before.len() == now.len() {
            true => mean_change(&self.before, &now),
            false => 1.0,
        };
        self.before = now;
        Ok(PreflopProgress {
            iteration: self.solver.iteration(),
            exploitability_mbb,
            ev_mbb,
            change,
        })
    }

    /// The progress of a solve that has ended: nothing is measured twice.
    fn last_look(&mut self) -> Result<PreflopProgress, PreflopSolveError> {
        let iteration = self.solver.iteration();
        let progress = match self.checked.filter(|checked| checked.iteration == iteration) {
            Some(checked) => checked,
            None => self.look()?,
        };
        self.checked = Some(progress);
        match self.streets {
            Some(_) => Ok(PreflopProgress { ev_mbb: self.settle()?.value, ..progress }),
            None => Ok(progress),
        }
    }

    /// Fails if a line does not lead to a decision.
    pub(super) fn check_line(&self, line: &Line) -> Result<(), PreflopSolveError> {
        match self.streets.as_ref().filter(|_| is_later(line)) {
            Some(streets) => streets.locate(&self.game, line).map(|_| ()),
            None => node::locate(self.game.betting(), line).map(|_| ()),
        }
    }

    /// The decision at the end of a line.
    fn node(&mut self, line: &Line) -> Result<PreflopNodeReport, PreflopSolveError> {
        if let Some(streets) = self.streets.as_ref().filter(|_| is_later(line)) {
            let place = streets.locate(&self.game, line)?;
            return streets.node(&place, &self.spec.positions, &mut self.solver);
        }
        let place = node::locate(self.game.betting(), line)?;
        let decision = self.decision(place)?;
        Ok(node::report(self.game.betting(), &self.spec.positions, &decision))
    }

    /// The current solution, with the strategy at the end of `line`.
    pub fn report(
        &mut self,
        ended: Ended,
        line: &Line,
    ) -> Result<PreflopReport, PreflopSolveError> {
        let progress = self.last_look()?;
        let node = self.node(line)?;
        let streets = self.streets_report()?;
        let seen = self.game.flops_seen().iter().map(|seen| {
            let line = node::line(self.game.betting(), seen.node);
            (line, seen.pot.as_f64() / super::spec::BLIND, seen.spr())
        });
        Ok(PreflopReport {
            positions: self.spec.positions.clone(),
            stack: self.spec.betting.stack.as_f64() / super::spec::BLIND,
            decisions: self.solver.decisions(),
            flop_value: Name(match (self.is_exact(), &self.model, &streets) {
                (true, ..) => FlopValueSource::Exact,
                (false, Some(_), _) => FlopValueSource::Model,
                (false, None, Some(_)) => FlopValueSource::Streets,
                (false, None, None) => FlopValueSource::Equity,
            }),
            streets,
            exact_flops: self
                .exact
                .iter()
                .flat_map(ExactRun::flops)
                .map(|flop| flop.board.to_string())
                .collect(),
            exact_rounds: self.rounds.clone(),
            model_sprs: self.model.iter().flat_map(FlopModel::sprs).collect(),
            flops_seen: seen.collect(),
            progress,
            ended,
            node,
        })
    }

    /// Measures play to the river hand by hand, and checks its lines on other flops if the spec
    /// asks for it. Does nothing for other games.
    pub fn measure(&mut self, control: &Control) -> Result<(), PreflopSolveError> {
        if self.streets.is_none() {
            return Ok(());
        }
        let played = self.settle()?.decisions.iter();
        let played: Vec<(NodeId, Vec<f32>)> =
            played.map(|decision| (decision.node, decision.frequencies.clone())).collect();
        let Some(streets) = &mut self.streets else { return Ok(()) };
        streets.measure(&mut self.solver)?;
        streets.check(&self.game, &played, *self.solver.settings(), control)
    }

    fn streets_report(&mut self) -> Result<Option<StreetsReport>, PreflopSolveError> {
        self.settle()?;
        Ok(self.streets.as_ref().map(|streets| streets.report(&self.solver)))
    }

    /// The strategy of every decision, for a bundle.
    pub fn strategy(&mut self) -> Result<StoredStrategy, PreflopSolveError> {
        let worth = self.last_look()?;
        let decisions = self.settle()?.decisions.clone();
        let stored = |Decision { node, frequencies, values, reach }: Decision| StoredDecision {
            node: node.0,
            frequencies,
            values,
            reach,
        };
        let decisions = decisions.into_iter().map(stored).collect();
        Ok(StoredStrategy {
            iterations: self.solver.iteration(),
            modelled: self.model.is_some() || self.is_exact() || self.streets.is_some(),
            exploitability: worth.exploitability_mbb,
            value: worth.ev_mbb,
            decisions,
        })
    }

    /// Writes saves of all lines that see a flop into a folder; their names. None unless play
    /// goes to the river.
    pub(super) fn save_lines(
        &mut self,
        place: &ResultFolder,
    ) -> Result<Vec<String>, PreflopSolveError> {
        let exploitability = self.last_look()?.exploitability_mbb;
        let (iterations, seconds) = (self.solver.iteration(), self.worked.as_secs_f64());
        let facts = SolveFacts { iterations, seconds, exploitability };
        match &self.streets {
            Some(streets) => streets.save_lines(&mut self.solver, place, facts),
            None => Ok(Vec::new()),
        }
    }

    /// The spec of the solved game: without exact solves if none of
    /// their rounds was finished.
    pub(super) fn solved_spec(&self) -> PreflopSolveSpec {
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

    fn decision_nodes(&self) -> Vec<NodeId> {
        let nodes = self.game.betting()[RoundId::ROOT].nodes().iter().enumerate();
        let decisions = nodes.filter(|(_, node)| node.player().is_some());
        decisions.map(|(number, _)| NodeId(number as u32)).collect()
    }

    fn frequencies(&mut self) -> Result<Vec<f32>, PreflopSolveError> {
        let mut all = Vec::new();
        for node in self.decision_nodes() {
            all.extend(self.solver.strategy(&PreflopGame::at(node), Profile::Average)?);
        }
        Ok(all)
    }

    fn decision(&mut self, node: NodeId) -> Result<Decision, PreflopSolveError> {
        let found = self.settle()?.decisions.iter().find(|decision| decision.node == node);
        let found = found.cloned();
        found.ok_or_else(|| PreflopSolveError::NoDecision(node::line(self.game.betting(), node)))
    }

    /// All decisions, and all lines that see a flop, in one walk over the game; none if
    /// that is known.
    fn settle(&mut self) -> Result<&Settled, PreflopSolveError> {
        let iteration = self.solver.iteration();
        let known = self.settled.take().filter(|known| known.iteration == iteration);
        let settled = match known {
            Some(known) => known,
            None => self.settle_now(iteration)?,
        };
        Ok(self.settled.insert(settled))
    }

    fn settle_now(&mut self, iteration: u32) -> Result<Settled, PreflopSolveError> {
        let nodes = self.decision_nodes();
        let lines = self.game.flops_seen().iter().map(|seen| seen.node);
        let asked: Vec<usize> = nodes.iter().copied().chain(lines).map(NodeId::index).collect();
        let root = PreflopGame::at(NodeId::ROOT);
        let mut found = self.solver.values_of(&root, &asked, Profile::Average)?;
        let at_lines = found.split_off(nodes.len());
        let value = mean_value(&found[0], Player::Ip).map_or(0.0, |(mean, _)| mean);
        let mut decisions = Vec::new();
        for (node, found) in nodes.into_iter().zip(found) {
            let frequencies = self.solver.strategy(&PreflopGame::at(node), Profile::Average)?;
            let values = found.action_values.iter().map(|value| value.unwrap_or(f32::NAN));
            let values = values.collect();
            decisions.push(Decision { node, frequencies, values, reach: found.reach });
        }
        if let Some(streets) = &mut self.streets {
            streets.set_lines(&self.game, &at_lines);
        }
        Ok(Settled { iteration, decisions, value })
    }
}

/// Reports each measurement of the game, and passes steps on to another watch.
struct Told<'a, W> {
    told: &'a mut dyn FnMut(PreflopEvent),
    watch: &'a mut W,
    /// The iteration of the last reported measurement.
    last: &'a mut Option<u32>,
}

impl<W: Watch<PreflopJob>> Watch<PreflopJob> for Told<'_, W> {
    fn stepped(&mut self, job: &mut PreflopJob, progress: &SolveProgress) {
        self.watch.stepped(job, progress);
        if let Some(checked) = job.checked.filter(|checked| *self.last != Some(checked.iteration)) {
            *self.last = Some(checked.iteration);
            (self.told)(PreflopEvent::Looked(checked));
        }
    }

    fn checkpoint(&mut self, job: &mut PreflopJob) -> Result<PathBuf, AskError> {
        self.watch.checkpoint(job)
    }
}

impl Steps for PreflopJob {
    type Error = PreflopSolveError;

    fn ended(&self) -> Option<Ended> {
        let target = self.spec.target_mbb;
        if self.checked.is_some_and(|checked| checked.exploitability_mbb <= target) {
            Some(Ended::GoalReached)
        } else if self.solver.iteration() >= self.spec.iterations {
            Some(Ended::Iterations)
        } else {
            None
        }
    }

    fn step(&mut self) -> Result<(), PreflopSolveError> {
        let start = self.clock.now();
        self.solver.step()?;
        if self.solver.iteration().is_multiple_of(self.spec.print_every) {
            let checked = self.look()?;
            self.pace = [self.pace[1], Some((checked.iteration, checked.exploitability_mbb))];
            self.checked = Some(checked);
        }
        self.worked += self.clock.now() - start;
        Ok(())
    }

    fn progress(&self) -> SolveProgress {
        let iteration = self.solver.iteration();
        let nodes = self.solver.decisions() as f64 * f64::from(iteration);
        let iterations = f64::from(iteration) / f64::from(self.spec.iterations.max(1));
        let found = self.checked.map(|checked| checked.exploitability_mbb);
        let reached = share_of_target(self.pace, iteration, self.spec.target_mbb);
        SolveProgress {
            iteration,
            exploitability: found,
            elapsed: self.worked,
            nodes_per_second: nodes / self.worked.as_secs_f64().max(1e-9),
            share: Some(iterations.max(reached).min(1.0)),
        }
    }

    fn change_goal(&mut self, change: &GoalChange) {
        if let Some(target) = change.target {
            self.spec.target_mbb = target;
        }
        if let Some(iterations) = change.iterations {
            self.spec.iterations = iterations;
        }
    }

    fn answer(&mut self, query: &NodeQuery) -> Result<NodeReport, AskError> {
        let line = query.line()?;
        let report = self.node(&line).map_err(|error| AskError::Node(error.to_string()))?;
        Ok(NodeReport::Preflop(Box::new(report)))
    }
}

impl Checkpointed for PreflopJob {
    fn checkpoint_header(&self) -> CheckpointHeader {
        CheckpointHeader {
            kind: CheckpointKind::Preflop,
            spec: self.spec.canonical(),
            engine: ENGINE.to_owned(),
            iterations: self.solver.iteration(),
            seconds: self.worked.as_secs_f64(),
            checks: Vec::new(),
        }
    }

    fn write_state(&self, output: &mut dyn Write) -> io::Result<()> {
        self.solver.write_checkpoint(|part| output.write_all(part))
    }
}

/// How far an iteration is on the way to a target. The exploitability falls by a power of the
/// iteration, which the last two measurements tell; before the second, the square.
fn share_of_target(pace: [Option<(u32, f64)>; 2], iteration: u32, target: f64) -> f64 {
    let [before, Some((last, found))] = pace else { return 0.0 };
    if found <= target || target <= 0.0 {
        return if found <= target { 1.0 } else { 0.0 };
    }
    let power = before.map_or(2.0, |(first, more)| {
        let steps = (f64::from(last) / f64::from(first.max(1))).ln();
        if steps > 0.0 { (more / found).ln() / steps } else { 2.0 }
    });
    let needed = f64::from(last) * (found / target).powf(1.0 / power.clamp(0.5, 4.0));
    (f64::from(iteration) / needed).min(0.99)
}

/// The mean difference of frequencies.
fn mean_change(before: &[f32], now: &[f32]) -> f64 {
    let changes = before.iter().zip(now).map(|(a, b)| f64::from((a - b).abs()));
    changes.sum::<f64>() / now.len().max(1) as f64
}
