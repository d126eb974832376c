//! Solving a game before the flop.

use std::mem;

use quasar_game::{Line, NodeId, Player, RoundId};
use quasar_preflop::{FlopModel, FlopValue, PreflopError, PreflopGame};
use quasar_solver::{Algorithm, MatrixGame, Profile, Settings, Solver};
use quasar_store::{StoredDecision, StoredStrategy};
use serde::Serialize;

use super::exact::ExactRun;
use super::node::{self, Decision};
use super::{
    ExactPlan, ExactProgress, ExactRound, PreflopNodeReport, PreflopSolveError, PreflopSolveSpec,
};
use crate::engine::thread_count;
use crate::{Ended, JobControl, PostflopBundle};

/// A game before the flop being solved.
pub struct PreflopJob {
    spec: PreflopSolveSpec,
    game: PreflopGame,
    solver: Solver<MatrixGame>,
    model: Option<FlopModel>,
    /// The average strategies when last looked at.
    before: Vec<f32>,
    exact: Option<ExactRun>,
    /// The rounds of exact solves that were done.
    rounds: Vec<ExactRound>,
}

/// What a job tells while it runs.
#[derive(Clone, PartialEq, Debug)]
pub enum PreflopEvent {
    /// How far the game before the flop is.
    Looked(PreflopProgress),
    /// What a round of exact solves is going to do.
    Planned(ExactPlan),
    /// How far it is; told after every iteration of a solve.
    Solving(ExactProgress),
    /// What it changed.
    Round(ExactRound),
}

/// How far a solve is.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct PreflopProgress {
    /// Iterations done.
    pub iteration: u32,
    /// What the strategies give away in the model, in thousandths of a big blind a
    /// hand.
    pub exploitability_mbb: f64,
    /// What the button wins, in thousandths of a big blind a hand.
    pub ev_mbb: f64,
    /// How much frequencies changed since the last look, 0 to 1: the mean over all
    /// decisions, actions and classes.
    pub change: f64,
}

/// What was found.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PreflopReport {
    /// The players: the button, then the big blind.
    pub positions: [String; 2],
    /// What each brings, in big blinds.
    pub stack: f64,
    /// Decisions of the tree.
    pub decisions: usize,
    /// What a flop seen is worth: what a `model`, `exact` solves or the `equity` say.
    /// `exact` only once a round of exact solves is finished.
    pub flop_value: &'static str,
    /// The flops of the exact solves.
    pub exact_flops: Vec<String>,
    /// The rounds of exact solves.
    pub exact_rounds: Vec<ExactRound>,
    /// The stack-to-pot ratios of the model.
    pub model_sprs: Vec<f64>,
    /// The pots in which a flop is seen: line, pot in big blinds, stack-to-pot
    /// ratio.
    pub flops_seen: Vec<(String, f64, f64)>,
    /// How far the solve went.
    pub progress: PreflopProgress,
    /// Why it ended.
    pub ended: Ended,
    /// The decision that was asked for.
    pub node: PreflopNodeReport,
}

impl PreflopJob {
    /// Builds the tree, and loads the model if the spec has one. Exact solves work in
    /// this many threads (0: one for each processor), which change no result.
    pub fn new(spec: PreflopSolveSpec, threads: usize) -> Result<PreflopJob, PreflopSolveError> {
        let bundle = spec.model.as_deref().map(PostflopBundle::open).transpose()?;
        let model = bundle.as_ref().map(PostflopBundle::model).transpose()?;
        let value = model.as_ref().map_or(FlopValue::Equity, FlopValue::Model);
        let game = PreflopGame::new(&spec.betting, value)?;
        let settings = Settings {
            algorithm: Algorithm::Discounted(spec.discounts),
            exploration: spec.exploration,
            ..Settings::default()
        };
        let solver = Solver::new(game.game().clone(), settings)?;
        let bundle = bundle.as_ref().map(PostflopBundle::spec);
        let exact = spec
            .exact
            .as_ref()
            .map(|exact| ExactRun::new(exact, bundle, &game, thread_count(threads)));
        let (before, rounds) = (Vec::new(), Vec::new());
        Ok(PreflopJob { spec, game, solver, model, before, exact, rounds })
    }

    /// The spec.
    pub fn spec(&self) -> &PreflopSolveSpec {
        &self.spec
    }

    /// Lets exact solves take no more than so many bytes each, even where the spec
    /// allows more.
    pub fn limit_memory(&mut self, bytes: u64) {
        if let Some(exact) = &mut self.exact {
            exact.limit_memory(bytes);
        }
    }

    /// Works until the exploitability or the number of iterations of the spec is
    /// reached, or the job is cancelled; with exact solves, until values have settled
    /// or all rounds are done. `told` hears how far it is every `print_every`
    /// iterations and throughout a round, and `keep` gets a checkpoint every
    /// `checkpoint_every` iterations.
    pub fn run(
        &mut self,
        control: &JobControl,
        mut told: impl FnMut(&PreflopEvent),
        mut keep: impl FnMut(Vec<u8>),
    ) -> Result<Ended, PreflopSolveError> {
        let ended = self.iterate(control, &mut told, &mut keep)?;
        let Some(exact) = &self.spec.exact else { return Ok(ended) };
        let (rounds, settled) = (exact.rounds, exact.change);
        if ended == Ended::Cancelled {
            return Ok(ended);
        }
        for number in 1..=rounds {
            match self.round(number, control, &mut told) {
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

    /// Exact solves at the ranges of the game, and the game with what they say. A round
    /// that is cancelled leaves the game as it was.
    fn round(
        &mut self,
        number: u32,
        control: &JobControl,
        told: &mut impl FnMut(&PreflopEvent),
    ) -> Result<Ended, PreflopSolveError> {
        let Some(exact) = &self.exact else { return Ok(Ended::GoalReached) };
        let found = exact.round(number, &self.game, &mut self.solver, control, told)?;
        let before = self.frequencies()?;
        let game = PreflopGame::new(&self.spec.betting, FlopValue::Shares(&found.shares))?;
        let solver = Solver::new(game.game().clone(), *self.solver.settings())?;
        let last = (mem::replace(&mut self.game, game), mem::replace(&mut self.solver, solver));
        let ended = self.iterate(control, told, &mut |_| {})?;
        if ended == Ended::Cancelled {
            (self.game, self.solver) = last;
            self.before = before;
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
        told(&PreflopEvent::Round(round.clone()));
        self.rounds.push(round);
        Ok(ended)
    }

    fn iterate(
        &mut self,
        control: &JobControl,
        told: &mut impl FnMut(&PreflopEvent),
        keep: &mut impl FnMut(Vec<u8>),
    ) -> Result<Ended, PreflopSolveError> {
        loop {
            if self.solver.iteration() >= self.spec.iterations {
                return Ok(Ended::Iterations);
            }
            if control.is_cancelled() {
                return Ok(Ended::Cancelled);
            }
            self.solver.step();
            let done = self.solver.iteration();
            if self.spec.checkpoint_every > 0 && done.is_multiple_of(self.spec.checkpoint_every) {
                keep(self.checkpoint());
            }
            if done.is_multiple_of(self.spec.print_every) {
                let progress = self.look()?;
                told(&PreflopEvent::Looked(progress));
                if progress.exploitability_mbb <= self.spec.target_mbb {
                    return Ok(Ended::GoalReached);
                }
            }
        }
    }

    /// How far the solve is.
    pub fn look(&mut self) -> Result<PreflopProgress, PreflopSolveError> {
        let worth = self.solver.exploitability(Profile::Average);
        let now = self.frequencies()?;
        let change = match self.before.len() == now.len() {
            true => mean_change(&self.before, &now),
            false => 1.0,
        };
        self.before = now;
        Ok(PreflopProgress {
            iteration: self.solver.iteration(),
            exploitability_mbb: worth.mean(),
            ev_mbb: worth.values[Player::Ip.index()],
            change,
        })
    }

    /// What is known now, and the strategy at the end of `line`.
    pub fn report(
        &mut self,
        ended: Ended,
        line: &Line,
    ) -> Result<PreflopReport, PreflopSolveError> {
        let progress = self.look()?;
        let place = node::locate(self.game.betting(), line)?;
        let decision = self.decision(place)?;
        let seen = self.game.flops_seen().iter().map(|seen| {
            let line = node::line(self.game.betting(), seen.node);
            (line, seen.pot.as_f64() / super::spec::BLIND, seen.spr())
        });
        Ok(PreflopReport {
            positions: self.spec.positions.clone(),
            stack: self.spec.betting.stack.as_f64() / super::spec::BLIND,
            decisions: self.solver.decisions(),
            flop_value: match (self.is_exact(), &self.model) {
                (true, _) => "exact",
                (false, Some(_)) => "model",
                (false, None) => "equity",
            },
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
            node: node::report(self.game.betting(), &self.spec.positions, &decision),
        })
    }

    /// The strategy of every decision, for a bundle.
    pub fn strategy(&mut self) -> Result<StoredStrategy, PreflopSolveError> {
        let worth = self.solver.exploitability(Profile::Average);
        let mut decisions = Vec::new();
        for node in self.decision_nodes() {
            let Decision { node, frequencies, values, reach } = self.decision(node)?;
            decisions.push(StoredDecision { node: node.0, frequencies, values, reach });
        }
        Ok(StoredStrategy {
            iterations: self.solver.iteration(),
            modelled: self.model.is_some() || self.is_exact(),
            exploitability: worth.mean(),
            value: worth.values[Player::Ip.index()],
            decisions,
        })
    }

    /// The spec of the game that the strategy is of: without exact solves if none of
    /// their rounds was finished.
    pub(super) fn solved_spec(&self) -> PreflopSolveSpec {
        let exact = self.spec.exact.clone().filter(|_| self.is_exact());
        PreflopSolveSpec { exact, ..self.spec.clone() }
    }

    /// Whether flops are worth what exact solves say by now.
    fn is_exact(&self) -> bool {
        !self.rounds.is_empty()
    }

    /// The state of the solve as bytes.
    pub fn checkpoint(&self) -> Vec<u8> {
        self.solver.checkpoint()
    }

    /// Goes on from a checkpoint of the same game. Nothing changes if it does not
    /// fit.
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
        let at = &self.game.betting()[RoundId::ROOT][node];
        let (side, children) = (at.player().unwrap_or(Player::Ip).index(), at.child_ids());
        let frequencies = self.solver.strategy(&PreflopGame::at(node), Profile::Average)?;
        let reach = self.solver.values(&PreflopGame::at(node), Profile::Average)?.reach;
        let mut values = Vec::with_capacity(frequencies.len());
        for child in children {
            let child = self.solver.values(&PreflopGame::at(child), Profile::Average)?;
            values.extend(child.values[side].iter().map(|value| value.unwrap_or(f32::NAN)));
        }
        Ok(Decision { node, frequencies, values, reach })
    }
}

/// The mean difference of frequencies.
fn mean_change(before: &[f32], now: &[f32]) -> f64 {
    let changes = before.iter().zip(now).map(|(a, b)| f64::from((a - b).abs()));
    changes.sum::<f64>() / now.len().max(1) as f64
}
