//! One round: the ranges that reach each flop, exact solves with them, and the values
//! that follow.

use std::time::Duration;

use quasar_cards::HoldemClass;
use quasar_equity::SubsetFlop;
use quasar_preflop::{
    ClassTable, ExactSettings, FlopSeen, LineRanges, LineValues, ModelSpec, ModelTree,
    PreflopError, PreflopGame, PreflopSolverGame, class_means, fit_shares, flop_memory, solve_flop,
};
use quasar_solver::{Profile, Settings, Solver};

use super::{ExactPlan, ExactProgress, ExactRound, ExactSpec};
use crate::job::Clock;
use crate::model::PostflopSpec;
use crate::preflop::node;
use crate::preflop::spec::BLIND;
use crate::preflop::{PreflopEvent, PreflopSolveError};

/// Below this stack-to-pot ratio there is hardly anything left to bet.
const LEAST_SPR: f64 = 0.01;

/// Classes that reach a line with less than this fraction of the most frequent one's
/// weight do not decide whether values have settled.
const OF_WEIGHT: f64 = 0.05;

/// How far values move towards those of the exact solves after the first round: moving
/// all the way makes ranges oscillate.
const STEP: f32 = 0.5;

/// The rounds of a job.
pub(in crate::preflop) struct ExactRun {
    spec: ExactSpec,
    model: ModelSpec,
    flops: Vec<SubsetFlop>,
    limits: ExactSettings,
    /// The values of flops before the first round.
    base: Vec<Vec<f32>>,
}

/// A line that is solved.
pub(in crate::preflop) struct Line {
    place: usize,
    seen: FlopSeen,
    name: String,
    ranges: LineRanges,
    tree: ModelTree,
}

/// The result of a round.
pub(in crate::preflop) struct Found {
    /// The new values of flops.
    pub(in crate::preflop) shares: Vec<Vec<f32>>,
    /// The report of the round, before the game is solved with the new values.
    pub(in crate::preflop) round: ExactRound,
}

impl ExactRun {
    /// The rounds of a game; bet sizes are those of the spec, else those of the bundle, else
    /// the pot without raises.
    pub(in crate::preflop) fn new(
        spec: &ExactSpec,
        bundle: Option<&PostflopSpec>,
        game: &PreflopGame,
        threads: usize,
    ) -> ExactRun {
        let sizes = bundle.map(|bundle| bundle.model.bet_sizes.clone());
        let raises = bundle.map(|bundle| bundle.model.max_raises);
        ExactRun {
            model: ModelSpec {
                bet_sizes: spec.bet_sizes.clone().or(sizes).unwrap_or_else(|| vec![1.0]),
                max_raises: spec.max_raises.or(raises).unwrap_or(0),
                settings: Settings::default(),
                iterations: spec.iterations,
                target: spec.accuracy,
                sampling: None,
            },
            flops: spec.weighted_flops(),
            limits: ExactSettings {
                iterations: spec.iterations,
                target: spec.accuracy,
                threads,
                memory: spec.memory_mb * 1_000_000,
            },
            base: game.shares().to_vec(),
            spec: spec.clone(),
        }
    }

    /// Limits the memory of solves, even if the spec allows more.
    pub(in crate::preflop) fn limit_memory(&mut self, bytes: u64) {
        self.limits.memory = self.limits.memory.min(bytes);
    }

    /// The flops that are solved.
    pub(in crate::preflop) fn flops(&self) -> &[SubsetFlop] {
        &self.flops
    }

    /// Solves the flops of these lines of a game. Asks `may_continue` between two iterations.
    pub(in crate::preflop) fn round(
        &self,
        number: u32,
        game: &PreflopGame,
        lines: &[Line],
        clock: &Clock,
        told: &mut dyn FnMut(PreflopEvent),
        may_continue: &mut dyn FnMut() -> bool,
    ) -> Result<Found, PreflopSolveError> {
        let start = clock.now();
        let plan = self.plan(number, game.flops_seen().len(), lines, may_continue)?;
        let solves = plan.solves();
        let rare = plan.rare;
        told(PreflopEvent::Planned(plan));
        let mut shares = game.shares().to_vec();
        let mut round = ExactRound {
            round: number,
            lines: lines.len(),
            rare,
            solves,
            worst_exploitability_percent: 0.0,
            largest_change: 0.0,
            mean_change: 0.0,
            moved: 0.0,
            strategy_change: 0.0,
            exploitability_mbb: 0.0,
            ev_mbb: 0.0,
            seconds: 0.0,
        };
        let (mut done, mut changes, mut weights) = (0, 0.0, 0.0);
        for line in lines {
            let mut values = LineValues::default();
            for flop in &self.flops {
                let solved = solve_flop(
                    &line.tree,
                    flop.board,
                    &line.ranges,
                    &self.limits,
                    |iteration, gap| {
                        told(PreflopEvent::Solving(ExactProgress {
                            done,
                            solves,
                            line: line.name.clone(),
                            flop: flop.board.to_string(),
                            iteration,
                            exploitability: gap,
                            left: left(clock.now() - start, done, solves),
                        }));
                        may_continue()
                    },
                )?;
                let gap = 100.0 * solved.exploitability;
                round.worst_exploitability_percent = round.worst_exploitability_percent.max(gap);
                values.add(flop.weight, &solved);
                done += 1;
            }
            let current = &mut shares[line.place];
            let fitted = fit_shares(game.classes(), &self.base[line.place], &line.ranges, &values);
            round.moved = round.moved.max(fitted.moved.abs());
            let (largest, mean) = changes_of(game.classes(), current, line, &values, fitted.moved);
            round.largest_change = round.largest_change.max(largest);
            changes += line.ranges.frequency() * mean;
            weights += line.ranges.frequency();
            let step = if number == 1 { 1.0 } else { STEP };
            for (share, fitted) in current.iter_mut().zip(&fitted.shares) {
                *share += step * (fitted - *share);
            }
        }
        round.mean_change = if weights > 0.0 { changes / weights } else { 0.0 };
        round.seconds = (clock.now() - start).as_secs_f64();
        Ok(Found { shares, round })
    }

    fn plan(
        &self,
        round: u32,
        seen: usize,
        lines: &[Line],
        may_continue: &mut dyn FnMut() -> bool,
    ) -> Result<ExactPlan, PreflopSolveError> {
        let mut memory = 0;
        for line in lines {
            for flop in &self.flops {
                if !may_continue() {
                    return Err(PreflopError::Stopped.into());
                }
                let solve = flop_memory(&line.tree, flop.board, &line.ranges, &self.limits)?;
                memory = solve.total().max(memory);
            }
        }
        Ok(ExactPlan {
            round,
            rounds: self.spec.rounds,
            lines: lines.iter().map(|line| (line.name.clone(), line.ranges.frequency())).collect(),
            rare: seen - lines.len(),
            flops: self.flops.len(),
            memory,
        })
    }

    /// The lines of a solved game that are reached often enough, with its ranges.
    pub(in crate::preflop) fn lines(
        &self,
        game: &PreflopGame,
        solver: &mut Solver<PreflopSolverGame>,
    ) -> Result<Vec<Line>, PreflopSolveError> {
        let mut lines = Vec::new();
        for (place, seen) in game.flops_seen().iter().enumerate() {
            let reach = solver.values(&PreflopGame::at(seen.node), Profile::Average)?.reach;
            let ranges = LineRanges::new(game.classes(), [&reach[0], &reach[1]])
                .filter(|ranges| ranges.frequency() >= self.spec.least_frequency);
            if let Some(ranges) = ranges.filter(|_| seen.spr() >= LEAST_SPR) {
                let tree = ModelTree::new(&self.model, seen.spr())?;
                let name = node::line(game.betting(), seen.node);
                lines.push(Line { place, seen: *seen, name, ranges, tree });
            }
        }
        Ok(lines)
    }
}

/// The differences between the values of classes and those of the exact solves, moved so
/// that both players' values sum to the pot, in big blinds: the largest of those that
/// count, and the mean over hands.
fn changes_of(
    classes: &ClassTable,
    shares: &[f32],
    line: &Line,
    exact: &LineValues,
    moved: f64,
) -> (f64, f64) {
    let pot = line.seen.pot.as_f64() / BLIND;
    let means = class_means(classes, shares, &line.ranges);
    let (mut largest, mut sum, mut weights) = (0.0f64, 0.0, 0.0);
    for (side, means) in means.iter().enumerate() {
        for class in HoldemClass::all() {
            let place = class.index();
            if let (Some(exact), Some(mean)) = (exact.share(side, place), means[place]) {
                let change = pot * (exact + moved - mean).abs();
                let weight = line.ranges.weights(side)[place];
                let hands = weight * class.size() as f64;
                sum += hands * change;
                weights += hands;
                if weight >= OF_WEIGHT {
                    largest = largest.max(change);
                }
            }
        }
    }
    (largest, if weights > 0.0 { sum / weights } else { 0.0 })
}

fn left(elapsed: Duration, done: usize, solves: usize) -> Option<Duration> {
    let each = elapsed.checked_div(u32::try_from(done).ok()?)?;
    each.checked_mul(u32::try_from(solves.saturating_sub(done)).ok()?)
}
