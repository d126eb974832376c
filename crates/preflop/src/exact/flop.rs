//! The exact solve of a flop, and what it says about the classes.

use std::ops::ControlFlow;

use quasar_cards::{Board, HoldemClass};
use quasar_game::{Player, Rake};
use quasar_solver::{
    BoardAt, HoldemGame, HoldemSpec, MemoryEstimate, NodeAt, Precision, Profile, Settings, Solver,
    StepGoal,
};

use super::LineRanges;
use crate::{CLASSES, ModelTree, PreflopError};

/// How flops are solved.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ExactSettings {
    /// Most iterations.
    pub iterations: u32,
    /// The exploitability at which a solve is done, as a fraction of the pot.
    pub target: f64,
    /// Threads that work on a solve; they change no result.
    pub threads: usize,
    /// Bytes that a solve may take. If 32 bits for each number are too many, 16 are
    /// used, which take longer.
    pub memory: u64,
}

/// A flop that was solved exactly.
#[derive(Clone, PartialEq, Debug)]
pub struct ExactFlop {
    /// For each player and class, summed over combos: the fraction of the pot that it
    /// gets times its compatible weight.
    pub(super) sums: [Vec<f64>; 2],
    /// For each player and class, summed over combos: that weight.
    pub(super) compatible_weight: [Vec<f64>; 2],
    /// Iterations done.
    pub iterations: u32,
    /// The exploitability of the strategies, as a fraction of the pot.
    pub exploitability: f64,
}

/// The memory of a solve, in bytes.
pub fn flop_memory(
    tree: &ModelTree,
    flop: Board,
    ranges: &LineRanges,
    limits: &ExactSettings,
) -> Result<MemoryEstimate, PreflopError> {
    let game = game(tree, flop, ranges)?;
    Ok(MemoryEstimate::new(&game, &settings(&game, limits)?)?)
}

/// Solves a flop on a betting tree. `watch` is called with the iteration and the
/// exploitability when last measured, and stops the work by returning false.
pub fn solve_flop(
    tree: &ModelTree,
    flop: Board,
    ranges: &LineRanges,
    limits: &ExactSettings,
    mut watch: impl FnMut(u32, Option<f64>) -> bool,
) -> Result<ExactFlop, PreflopError> {
    let game = game(tree, flop, ranges)?;
    let settings = settings(&game, limits)?;
    let mut solver = Solver::within(game, settings, limits.memory)?;
    let goal = StepGoal {
        exploitability: Some(limits.target * tree.pot()),
        iterations: Some(limits.iterations.max(1)),
        check_last: true,
        ..StepGoal::NONE
    };
    let mut known = None;
    let stopped = solver.run(&goal, |_, advance| {
        known = advance.exploitability.map(|found| found / tree.pot()).or(known);
        match watch(advance.iteration, known) {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    })?;
    if stopped.is_break() {
        return Err(PreflopError::Stopped);
    }
    let root = NodeAt { stage: 0, node: 0, deals: Vec::new() };
    let values = solver.values(&root, Profile::Average)?;
    let zeros = || [vec![0.0; CLASSES], vec![0.0; CLASSES]];
    let mut found = ExactFlop {
        sums: zeros(),
        compatible_weight: zeros(),
        iterations: solver.iteration(),
        exploitability: known.unwrap_or(f64::INFINITY),
    };
    for player in Player::BOTH {
        let side = player.index();
        let combos = solver.game().combos(BoardAt::START, player);
        for ((combo, value), &compatible_weight) in
            combos.zip(&values.values[side]).zip(&values.compatible_weight[side])
        {
            if let (Some(class), Some(value)) = (HoldemClass::of(&combo), value) {
                let share = 0.5 + f64::from(*value) / tree.pot();
                found.sums[side][class.index()] += f64::from(compatible_weight) * share;
                found.compatible_weight[side][class.index()] += f64::from(compatible_weight);
            }
        }
    }
    Ok(found)
}

fn settings(game: &HoldemGame, limits: &ExactSettings) -> Result<Settings, PreflopError> {
    let full = Settings { threads: limits.threads, ..Settings::default() };
    let fits = MemoryEstimate::new(game, &full)?.total() <= limits.memory;
    Ok(if fits { full } else { Settings { precision: Precision::Half, ..full } })
}

fn game(tree: &ModelTree, flop: Board, ranges: &LineRanges) -> Result<HoldemGame, PreflopError> {
    let ranges = ranges.ranges()?;
    Ok(HoldemGame::new(&HoldemSpec {
        board: flop,
        ranges: &ranges,
        betting: tree.betting(),
        rake: Rake::NONE,
        merge_suits: true,
    })?)
}
