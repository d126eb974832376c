//! The outside check: what lines are worth on flops that the subset does not have.
//!
//! The strategy before the flop stays; the ranges that arrive on a line are solved exactly, with
//! every hand for itself on every street. A subset that stands for all flops says about the
//! same of a line.

use std::collections::HashSet;
use std::ops::ControlFlow;

use quasar_cards::{Board, CanonicalFlop, Game, HoldemClass, Range, canonical_flops};
use quasar_game::{BettingTree, Player, Rake};
use quasar_solver::{
    BoardAt, Goal, HoldemGame, HoldemSpec, NodeAt, Precision, Profile, Settings, Solver,
};

use crate::PreflopError;

/// A line on a flop, solved by itself.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LineCheck {
    /// What the button wins in the hand on average, in chips.
    pub value: f64,
    /// The weight of the pairs of hands that arrive.
    pub weight: f64,
    /// The exploitability as a fraction of the pot.
    pub exploitability: f64,
    /// Iterations done.
    pub iterations: u32,
}

/// So many flops that are not among some, drawn by how many flops are equal to them up to suits.
/// The same for the same seed.
pub fn held_out_flops(count: usize, without: &[Board], seed: u64) -> Vec<Board> {
    let used: HashSet<u64> = without.iter().map(|board| board.set().bits()).collect();
    let mut left: Vec<&CanonicalFlop> =
        canonical_flops().iter().filter(|flop| !used.contains(&flop.board.set().bits())).collect();
    let mut state = seed;
    let mut drawn = Vec::new();
    while drawn.len() < count && !left.is_empty() {
        // SplitMix64 (Steele, Lea and Flood 2014).
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = state;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        let all: u64 = left.iter().map(|flop| u64::from(flop.multiplicity)).sum();
        let mut place = (mixed ^ mixed >> 31) % all;
        let chosen = left.iter().position(|flop| {
            let here = u64::from(flop.multiplicity);
            let found = place < here;
            place = place.saturating_sub(here);
            found
        });
        drawn.push(left.swap_remove(chosen.unwrap_or(0)).board);
    }
    drawn
}

/// Solves a line on a flop at the reach of each class; none if nobody arrives.
pub fn check_line(
    line: &BettingTree,
    flop: Board,
    reach: [&[f32]; 2],
    goal: (f64, u32),
    threads: usize,
    memory: u64,
    mut watch: impl FnMut(u32) -> bool,
) -> Result<Option<LineCheck>, PreflopError> {
    let range = |reach: &[f32]| {
        let mut weights = vec![0.0; Game::Holdem.combos()];
        for class in HoldemClass::all() {
            // What is never played is rounding noise.
            let weight = reach[class.index()];
            let weight = if weight < 1e-3 { 0.0 } else { weight.min(1.0) };
            class.combos().for_each(|combo| weights[combo.index()] = weight);
        }
        Range::from_weights(Game::Holdem, weights)
    };
    let ranges = [range(reach[0])?, range(reach[1])?];
    let spec = HoldemSpec {
        board: flop,
        ranges: &ranges,
        betting: line,
        rake: Rake::NONE,
        merge_suits: true,
    };
    let game = match HoldemGame::new(&spec) {
        Err(quasar_solver::HoldemError::EmptyRange(_)) => return Ok(None),
        made => made?,
    };
    let settings = Settings { threads, precision: Precision::Half, ..Settings::default() };
    let mut solver = Solver::within(game, settings, memory)?;
    let pot = line.starting_pot().as_f64();
    let (target, iterations) = goal;
    let goal = Goal {
        exploitability: Some(target * pot),
        iterations: Some(iterations),
        check_last: true,
        ..Goal::NONE
    };
    let mut gap = f64::INFINITY;
    let stopped = solver.run(&goal, |_, advance| {
        gap = advance.exploitability.unwrap_or(gap);
        if watch(advance.iteration) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    if stopped.is_break() {
        return Err(PreflopError::Stopped);
    }
    let found = solver.exploitability(Profile::Average)?;
    let root = NodeAt { stage: 0, node: 0, deals: Vec::new() };
    let at = solver.values(&root, Profile::Average)?;
    let side = Player::Ip.index();
    let met = at.compatible_weight[side].iter().zip(&at.reach[side]);
    let weight = met.map(|(met, reach)| f64::from(*met) * f64::from(*reach)).sum();
    debug_assert_eq!(at.place, BoardAt::START);
    Ok(Some(LineCheck {
        value: found.values[side],
        weight,
        exploitability: gap / pot,
        iterations: solver.iteration(),
    }))
}
