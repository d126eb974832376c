//! The exact solve of a flop, and what it says about the classes.

use quasar_cards::{Board, HoldemClass};
use quasar_game::{Player, Rake};
use quasar_solver::{
    HoldemGame, HoldemSpec, MemoryEstimate, NodeAt, Place, Precision, Profile, Settings, Solver,
};

use super::LineRanges;
use crate::{CLASSES, ModelTree, PreflopError};

/// Iterations from one look at the exploitability to the next.
const CHECK_EVERY: u32 = 10;

/// How flops are solved.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ExactSettings {
    /// Most iterations.
    pub iterations: u32,
    /// The exploitability at which a solve is done, as a part of the pot.
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
    /// For each player and class, summed over combos: the part of the pot that it
    /// gets times the weight of opponents it meets.
    pub(super) sums: [Vec<f64>; 2],
    /// For each player and class, summed over combos: that weight.
    pub(super) meets: [Vec<f64>; 2],
    /// Iterations done.
    pub iterations: u32,
    /// What the strategies give away, as a part of the pot.
    pub exploitability: f64,
}

/// The bytes that a solve takes.
pub fn flop_memory(
    tree: &ModelTree,
    flop: Board,
    ranges: &LineRanges,
    limits: &ExactSettings,
) -> Result<MemoryEstimate, PreflopError> {
    let game = game(tree, flop, ranges)?;
    Ok(MemoryEstimate::new(&game, &settings(&game, limits)?)?)
}

/// Solves a flop on a betting tree. `watch` is told the iteration and the
/// exploitability when that was last looked at, and stops the work by answering
/// false.
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
    let mut known = None;
    for iteration in 1..=limits.iterations.max(1) {
        solver.step();
        if iteration % CHECK_EVERY == 0 || iteration == limits.iterations {
            known = Some(solver.gap(Profile::Average) / tree.pot());
        }
        if !watch(iteration, known) {
            return Err(PreflopError::Stopped);
        }
        if known.is_some_and(|found| found <= limits.target) {
            break;
        }
    }
    let root = NodeAt { stage: 0, node: 0, deals: Vec::new() };
    let values = solver.values(&root, Profile::Average)?;
    let zeros = || [vec![0.0; CLASSES], vec![0.0; CLASSES]];
    let mut found = ExactFlop {
        sums: zeros(),
        meets: zeros(),
        iterations: solver.iteration(),
        exploitability: known.unwrap_or(f64::INFINITY),
    };
    for player in Player::BOTH {
        let side = player.index();
        let combos = solver.game().combos(Place::START, player);
        for ((combo, value), &meets) in combos.zip(&values.values[side]).zip(&values.meets[side]) {
            if let (Some(class), Some(value)) = (HoldemClass::of(&combo), value) {
                let share = 0.5 + f64::from(*value) / tree.pot();
                found.sums[side][class.index()] += f64::from(meets) * share;
                found.meets[side][class.index()] += f64::from(meets);
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
