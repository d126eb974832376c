//! From options to a game, and from a solved game to reports.

use quasar_abstraction::{RiverBucketing, RiverMethod};
use quasar_cards::{Board, CardSet, Game, HoldemClass};
use quasar_game::{Line, NodeId, Player, Rake};
use quasar_preflop::{
    ClassTable, FlopCheck, FlopSeen, PreflopGame, PreflopSolverGame, StreetsChoice, StreetsRequest,
    choose_streets, held_out_flops, mean_value,
};
use quasar_solver::{NodeAt, NodeValues, Profile, Settings, Solver, StreetsGame, StreetsSpec};

use super::line_node::PostflopDecision;
use super::{
    ClassDealtReport, StreetsCheckReport, StreetsLineReport, StreetsOptions, StreetsPlan,
    StreetsReport,
};
use crate::buckets::RiverMerger;
use crate::job::Control;
use crate::model::ModelFlops;
use crate::preflop::spec::BLIND;
use crate::preflop::{PreflopNodeReport, PreflopSolveError, PreflopSolveSpec, node};
use crate::spot::SpotLock;

/// The seed of the flops that lines are checked on.
const SEED: u64 = 21;

/// When the solve of another flop ends: the exploitability in thousandths of a big blind a
/// hand, and iterations.
const CHECK_GOAL: (f64, u32) = (20.0, 60);

/// Pairs of hands on a flop.
const DEALS: f64 = 1_176.0 * 1_081.0;

/// Lines that are reached less often are not checked.
const LEAST_FREQUENCY: f64 = 0.01;

/// The game of a job.
pub(in crate::preflop) struct StreetsRun {
    pub(super) choice: StreetsChoice,
    plan: StreetsPlan,
    options: StreetsOptions,
    pub(super) rake: Rake,
    exact: Option<[f64; 2]>,
    checks: Vec<StreetsCheckReport>,
    /// The lines that see a flop, as they were played when the solve was last looked at.
    pub(super) lines: Vec<LineAt>,
}

impl StreetsRun {
    /// Chooses what fits.
    pub(in crate::preflop) fn new(
        options: &StreetsOptions,
        spec: &PreflopSolveSpec,
        settings: Settings,
        memory: u64,
    ) -> Result<StreetsRun, PreflopSolveError> {
        let memory = options.memory_mb.map_or(memory, |mb| memory.min(mb * 1_000_000));
        let weighted = |flops: &ModelFlops| {
            let flops = flops.weighted().into_iter();
            flops.map(|flop| (flop.board, f64::from(flop.weight))).collect::<Vec<_>>()
        };
        let bettings = options.bettings();
        let choice = choose_streets(&StreetsRequest {
            preflop: &spec.betting,
            flops: options.flops.as_ref().map(weighted),
            betting: bettings.clone(),
            river_buckets: Some(options.river_buckets),
            settings,
            memory,
        })?;
        let sizes = &bettings[choice.betting].usual;
        let all: f64 = choice.flops.iter().map(|(_, weight)| weight).sum();
        let share = |(board, weight): &(Board, f64)| (board.to_string(), weight / all);
        let plan = StreetsPlan {
            flops: choice.flops.iter().map(share).collect(),
            bet: sizes.bet.to_string(),
            raise: sizes.raise.to_string(),
            raise_cap: sizes.raise_cap,
            river_buckets: options.river_buckets,
            lines: choice.lines.len(),
            decisions: choice.size.decisions,
            boards: choice.size.board_counts,
            storage: choice.size.storage,
            tables: choice.size.boards,
            scratch: choice.size.scratch,
            allowed: memory,
        };
        // What was chosen is part of the game from now on.
        let flops = options.flops.clone().unwrap_or(ModelFlops::Sample(choice.flops.len()));
        let options =
            StreetsOptions { flops: Some(flops), sizes: Some(sizes.clone()), ..options.clone() };
        let (rake, exact, checks, lines) = (spec.rake, None, Vec::new(), Vec::new());
        Ok(StreetsRun { choice, plan, options, rake, exact, checks, lines })
    }

    /// What was chosen.
    pub(in crate::preflop) fn plan(&self) -> &StreetsPlan {
        &self.plan
    }

    /// The options with everything that was chosen.
    pub(in crate::preflop) fn options(&self) -> &StreetsOptions {
        &self.options
    }

    /// The decision that a line leads to after the flop.
    pub(in crate::preflop) fn locate(
        &self,
        game: &PreflopGame,
        line: &Line,
    ) -> Result<PostflopDecision, PreflopSolveError> {
        PostflopDecision::new(game, &self.choice.lines, line)
    }

    /// A decision after the flop.
    pub(in crate::preflop) fn node(
        &self,
        place: &PostflopDecision,
        positions: &[String; 2],
        solver: &mut Solver<PreflopSolverGame>,
    ) -> Result<PreflopNodeReport, PreflopSolveError> {
        place.report(&self.choice.lines, positions, solver)
    }

    /// Fails if a lock after the flop fixes nothing that the game has.
    pub(in crate::preflop) fn check_lock(
        &self,
        game: &PreflopGame,
        lock: &SpotLock,
        positions: &[String; 2],
    ) -> Result<(), PreflopSolveError> {
        let place = self.locate(game, &lock.line)?;
        place.check_flop(self.choice.flops.iter().map(|(board, _)| board))?;
        place.check_lock(&self.choice.lines, lock, positions)
    }

    /// Where a lock after the flop is in the solver, and its frequencies.
    pub(in crate::preflop) fn lock(
        &self,
        game: &PreflopGame,
        made: &StreetsGame,
        lock: &SpotLock,
        positions: &[String; 2],
    ) -> Result<(NodeAt, Vec<Option<f32>>), PreflopSolveError> {
        self.locate(game, &lock.line)?.lock(&self.choice.lines, made, lock, positions)
    }

    /// Who merges the hands of rivers.
    fn merger(&self) -> RiverMerger {
        let bucketing =
            RiverBucketing { k: self.options.river_buckets, method: RiverMethod::Blockers };
        RiverMerger { game: Game::Holdem, bucketing }
    }

    /// Makes all boards.
    pub(in crate::preflop) fn game(&self) -> Result<StreetsGame, PreflopSolveError> {
        let merger = self.merger();
        let margins = self.options.all_boards.then(|| {
            let classes = ClassTable::preflop();
            let cell = |place: usize| {
                let (one, other) = (place / HoldemClass::COUNT, place % HoldemClass::COUNT);
                2.0 * classes.equity(one, other) - 1.0
            };
            (0..HoldemClass::COUNT * HoldemClass::COUNT).map(cell).collect::<Vec<f64>>()
        });
        let spec = StreetsSpec {
            deck: CardSet::DECK,
            flops: &self.choice.flops,
            preflop: &self.choice.preflop,
            lines: &self.choice.lines,
            rake: self.rake,
            merge_rivers: Some(&merger),
            all_ins: margins.as_deref(),
        };
        Ok(StreetsGame::new(&spec).map_err(quasar_preflop::PreflopError::from)?)
    }

    /// Measures the strategy with every hand for itself on rivers.
    pub(in crate::preflop) fn measure(
        &mut self,
        solver: &mut Solver<PreflopSolverGame>,
    ) -> Result<(), PreflopSolveError> {
        let found = solver.measure(Profile::Average)?;
        self.exact = Some([found.mean(), found.mean_on_merged()]);
        Ok(())
    }

    /// Solves what follows flops that were left out, at the ranges that arrive.
    pub(in crate::preflop) fn check(
        &mut self,
        game: &PreflopGame,
        strategies: &[(NodeId, Vec<f32>)],
        settings: Settings,
        control: &Control,
    ) -> Result<(), PreflopSolveError> {
        if self.options.held_out == 0 {
            return Ok(());
        }
        let without: Vec<Board> = self.choice.flops.iter().map(|(board, _)| *board).collect();
        let nodes: Vec<NodeId> = game.flops_seen().iter().map(|seen| seen.node).collect();
        let merger = self.merger();
        let check = FlopCheck {
            choice: &self.choice,
            strategies,
            lines: &nodes,
            rake: self.rake,
            merge_rivers: Some(&merger),
            settings: Settings { sampling: None, ..settings },
            goal: CHECK_GOAL,
        };
        let mut found = vec![Vec::new(); nodes.len()];
        let mut worst = 0.0f64;
        let flops = held_out_flops(self.options.held_out as usize, &without, SEED);
        let most = u64::from(CHECK_GOAL.1);
        let progress = control.progress();
        progress.set_total(most * flops.len() as u64);
        for flop in flops {
            let mut done = 0;
            let solved = check.solve(flop, |iteration| {
                done = u64::from(iteration);
                progress.advance(1);
                !control.is_cancelled()
            })?;
            progress.advance(most.saturating_sub(done));
            worst = worst.max(solved.exploitability);
            for (found, line) in found.iter_mut().zip(solved.lines) {
                found.extend(line.map(|(value, weight)| [value / BLIND, weight]));
            }
        }
        let mut checks = Vec::new();
        for (at, found) in self.lines.iter().zip(found) {
            let Some(said) = at.ev.filter(|_| at.frequency >= LEAST_FREQUENCY) else { continue };
            let all: f64 = found.iter().map(|[_, weight]| weight).sum();
            if found.len() < 2 || all <= 0.0 {
                continue;
            }
            let ev = found.iter().map(|[value, weight]| value * weight).sum::<f64>() / all;
            let squares: f64 =
                found.iter().map(|[value, weight]| (weight / all * (value - ev)).powi(2)).sum();
            let count = found.len() as f64;
            checks.push(StreetsCheckReport {
                line: at.line.clone(),
                flops: found.len(),
                ev,
                standard_error: (squares * count / (count - 1.0)).sqrt(),
                said,
                worst_exploitability_mbb: worst,
            });
        }
        self.checks = checks;
        Ok(())
    }

    /// Takes the lines that see a flop as they are played now, with how often each player's
    /// classes get there.
    pub(in crate::preflop) fn set_lines(
        &mut self,
        game: &PreflopGame,
        found: &[NodeValues],
        reaches: Vec<[Vec<f32>; 2]>,
    ) {
        let line = |((seen, found), reach): ((&FlopSeen, &NodeValues), [Vec<f32>; 2])| {
            let mean = mean_value(found, Player::Ip);
            LineAt {
                line: node::line(game.betting(), seen.node),
                frequency: mean.map_or(0.0, |(_, weight)| weight / DEALS),
                ev: mean.map(|(won, _)| won / BLIND),
                pot: seen.pot.as_f64() / BLIND,
                spr: seen.spr(),
                reach,
            }
        };
        self.lines = game.flops_seen().iter().zip(found).zip(reaches).map(line).collect();
    }

    /// The report of a solved game.
    pub(in crate::preflop) fn report(&self, solver: &Solver<PreflopSolverGame>) -> StreetsReport {
        let mut dealt: Vec<ClassDealtReport> = Vec::new();
        if let Some(game) = solver.game().streets() {
            for (number, class) in game.classes().iter().enumerate() {
                let [probability, evenly] = game.dealt(number);
                let deviation = probability / evenly - 1.0;
                dealt.push(ClassDealtReport { class: class.to_string(), probability, deviation });
            }
        }
        dealt.sort_by(|one, other| other.deviation.abs().total_cmp(&one.deviation.abs()));
        StreetsReport {
            plan: self.plan.clone(),
            exact_exploitability_mbb: self.exact.map(|[all, _]| all),
            on_rivers_mbb: self.exact.map(|[_, rivers]| rivers),
            dealt,
            lines: self.lines.iter().map(LineAt::report).collect(),
            checks: self.checks.clone(),
        }
    }
}

/// A line that sees a flop, as both players reach it.
pub(super) struct LineAt {
    pub(super) line: String,
    frequency: f64,
    ev: Option<f64>,
    pot: f64,
    spr: f64,
    /// How often each player's classes get there.
    pub(super) reach: [Vec<f32>; 2],
}

impl LineAt {
    fn report(&self) -> StreetsLineReport {
        let LineAt { line, frequency, ev, pot, spr, .. } = self;
        let (line, frequency, pot, spr, ev) = (line.clone(), *frequency, *pot, *spr, *ev);
        StreetsLineReport { line, frequency, pot, spr, ev }
    }
}
