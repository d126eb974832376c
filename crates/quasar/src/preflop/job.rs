//! Solving a game before the flop.

use quasar_game::{Line, NodeId, Player, RoundId};
use quasar_preflop::{FlopModel, FlopValue, PreflopGame};
use quasar_solver::{Algorithm, MatrixGame, Profile, Settings, Solver};
use quasar_store::{StoredDecision, StoredStrategy};
use serde::Serialize;

use super::node::{self, Decision};
use super::{PreflopNodeReport, PreflopSolveError, PreflopSolveSpec};
use crate::{Ended, JobControl, PostflopBundle};

/// A game before the flop being solved.
pub struct PreflopJob {
    spec: PreflopSolveSpec,
    game: PreflopGame,
    solver: Solver<MatrixGame>,
    model: Option<FlopModel>,
    /// The average strategies when last looked at.
    before: Vec<f32>,
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
    /// What a flop seen is worth: `model` or `equity`.
    pub flop_value: &'static str,
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
    /// Builds the tree, and loads the model if the spec has one.
    pub fn new(spec: PreflopSolveSpec) -> Result<PreflopJob, PreflopSolveError> {
        let model = match &spec.model {
            Some(path) => Some(PostflopBundle::open(path)?.model()?),
            None => None,
        };
        let value = model.as_ref().map_or(FlopValue::Equity, FlopValue::Model);
        let game = PreflopGame::new(&spec.betting, value)?;
        let settings =
            Settings { algorithm: Algorithm::Discounted(spec.discounts), ..Settings::default() };
        let solver = Solver::new(game.game().clone(), settings)?;
        Ok(PreflopJob { spec, game, solver, model, before: Vec::new() })
    }

    /// The spec.
    pub fn spec(&self) -> &PreflopSolveSpec {
        &self.spec
    }

    /// Works until the exploitability or the number of iterations of the spec is
    /// reached, or the job is cancelled. `looked` is told how far it is every
    /// `print_every` iterations, and gets a checkpoint every `checkpoint_every`.
    pub fn run(
        &mut self,
        control: &JobControl,
        mut looked: impl FnMut(&PreflopProgress),
        mut keep: impl FnMut(Vec<u8>),
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
                looked(&progress);
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
            true => {
                let changes = self.before.iter().zip(&now).map(|(a, b)| f64::from((a - b).abs()));
                changes.sum::<f64>() / now.len().max(1) as f64
            }
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
            flop_value: if self.model.is_some() { "model" } else { "equity" },
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
            modelled: self.model.is_some(),
            exploitability: worth.mean(),
            value: worth.values[Player::Ip.index()],
            decisions,
        })
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
