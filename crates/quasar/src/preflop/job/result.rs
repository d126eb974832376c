//! What a solve before the flop has found.

use quasar_cards::HoldemClass;
use quasar_game::{Line, NodeId, Player, RoundId};
use quasar_preflop::{FlopModel, PreflopGame, mean_value};
use quasar_solver::{Profile, StreetsGame};
use quasar_store::{ResultFolder, StoredStrategy};

use super::{PreflopJob, PreflopProgress, PreflopReport};
use crate::job::{Control, Ended};
use crate::preflop::exact::ExactRun;
use crate::preflop::node::{self, Decision};
use crate::preflop::spec::BLIND;
use crate::preflop::streets::{SolveFacts, is_later};
use crate::preflop::{PreflopNodeReport, PreflopSolveError, StreetsReport};
use crate::schema::names::{FlopValueSource, Name};

/// What average strategies do and are worth before the flop, from one walk over the game.
pub(super) struct Settled {
    iteration: u32,
    decisions: Vec<Decision>,
    /// What the button wins, in chips.
    value: f64,
}

impl PreflopJob {
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
            stack: None,
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

    /// The decision at the end of a line.
    pub(super) fn node(&mut self, line: &Line) -> Result<PreflopNodeReport, PreflopSolveError> {
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
            (line, seen.pot.as_f64() / BLIND, seen.spr())
        });
        Ok(PreflopReport {
            positions: self.spec.positions.clone(),
            stack: self.spec.stack(),
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
        let decisions = decisions.into_iter().map(Into::into).collect();
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
    pub(in crate::preflop) fn save_lines(
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

    fn decision_nodes(&self) -> Vec<NodeId> {
        let nodes = self.game.betting()[RoundId::ROOT].nodes().iter().enumerate();
        let decisions = nodes.filter(|(_, node)| node.player().is_some());
        decisions.map(|(number, _)| NodeId(number as u32)).collect()
    }

    pub(super) fn frequencies(&mut self) -> Result<Vec<f32>, PreflopSolveError> {
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
        let classes = self.solver.game().streets().map(StreetsGame::classes);
        let places: Option<Vec<usize>> =
            classes.map(|classes| classes.iter().map(|class| class.index()).collect());
        let places = places.filter(|places| places.len() < HoldemClass::COUNT);
        let whole = |row: &[f32], none: f32| match &places {
            Some(places) => by_class(row, places, none),
            None => row.to_vec(),
        };
        let at_lines = found.split_off(nodes.len());
        let value = mean_value(&found[0], Player::Ip).map_or(0.0, |(mean, _)| mean);
        let mut decisions = Vec::new();
        for (node, found) in nodes.into_iter().zip(found) {
            let strategy = self.solver.strategy(&PreflopGame::at(node), Profile::Average)?;
            let values = found.action_values.iter().map(|value| value.unwrap_or(f32::NAN));
            let values: Vec<f32> = values.collect();
            decisions.push(Decision {
                node,
                frequencies: whole(&strategy, 0.0),
                values: whole(&values, f32::NAN),
                reach: found.reach.each_ref().map(|reach| whole(reach, 0.0)),
            });
        }
        let reaches: Vec<[Vec<f32>; 2]> = at_lines
            .iter()
            .map(|found| found.reach.each_ref().map(|reach| whole(reach, 0.0)))
            .collect();
        if let Some(streets) = &mut self.streets {
            streets.set_lines(&self.game, &at_lines, reaches);
        }
        Ok(Settled { iteration, decisions, value })
    }
}

/// Rows of numbers of some classes as rows of all classes: flops of one rank leave no pair of it.
fn by_class(rows: &[f32], places: &[usize], none: f32) -> Vec<f32> {
    let mut all = Vec::with_capacity(rows.len() / places.len() * HoldemClass::COUNT);
    for row in rows.chunks_exact(places.len()) {
        let mut whole = [none; HoldemClass::COUNT];
        row.iter().zip(places).for_each(|(&number, &place)| whole[place] = number);
        all.extend(whole);
    }
    all
}

/// The mean difference of frequencies.
pub(super) fn mean_change(before: &[f32], now: &[f32]) -> f64 {
    let changes = before.iter().zip(now).map(|(a, b)| f64::from((a - b).abs()));
    changes.sum::<f64>() / now.len().max(1) as f64
}
