//! The held-out check: what lines are worth on flops outside the subset.
//!
//! The strategy before the flop is locked, and everything after it is solved on one other flop,
//! with the same betting and the same river buckets. A subset that stands for all flops says
//! about the same of a line.

use std::collections::HashSet;
use std::ops::ControlFlow;

use quasar_cards::{Board, CanonicalFlop, CardSet, HoldemClass, canonical_flops};
use quasar_game::{NodeId, Player, Rake};
use quasar_solver::{
    MergeRivers, NodeAt, NodeValues, Profile, Settings, Solver, StepGoal, StreetsGame, StreetsSpec,
};

use super::StreetsChoice;
use crate::{PreflopError, PreflopGame};

/// What is checked on other flops.
#[derive(Clone, Copy, Debug)]
pub struct FlopCheck<'a> {
    /// The game that was solved.
    pub choice: &'a StreetsChoice,
    /// The strategy of each decision before the flop: action by action, class by class.
    pub strategies: &'a [(NodeId, Vec<f32>)],
    /// The ends of the betting before the flop that see a flop.
    pub lines: &'a [NodeId],
    /// The rake.
    pub rake: Rake,
    /// Who merges the hands of rivers, if somebody does.
    pub merge_rivers: Option<&'a dyn MergeRivers>,
    /// How flops are solved.
    pub settings: Settings,
    /// When a solve ends: the exploitability in chips a hand, and iterations.
    pub goal: (f64, u32),
}

/// Lines on a flop.
#[derive(Clone, PartialEq, Debug)]
pub struct CheckedFlop {
    /// For each line what the button wins in the hand on average, in chips, and the weight of
    /// the pairs of hands that arrive; none if nobody does.
    pub lines: Vec<Option<(f64, f64)>>,
    /// The exploitability of play after the flop, in chips a hand.
    pub exploitability: f64,
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

impl FlopCheck<'_> {
    /// Solves what follows a flop; `watch` may stop it.
    pub fn solve(
        &self,
        flop: Board,
        mut watch: impl FnMut(u32) -> bool,
    ) -> Result<CheckedFlop, PreflopError> {
        let game = StreetsGame::new(&StreetsSpec {
            deck: CardSet::DECK,
            flops: &[(flop, 1.0)],
            preflop: &self.choice.preflop,
            lines: &self.choice.lines,
            rake: self.rake,
            merge_rivers: self.merge_rivers,
            all_ins: None,
        })?;
        let classes: Vec<usize> = game.classes().iter().map(|class| class.index()).collect();
        let mut solver = Solver::new(game, self.settings)?;
        for (node, strategy) in self.strategies {
            let rows = strategy.chunks_exact(HoldemClass::COUNT);
            let row = |row: &[f32]| classes.iter().map(|&class| Some(row[class])).collect();
            let locked: Vec<Vec<Option<f32>>> = rows.map(row).collect();
            solver.lock(&PreflopGame::at(*node), locked.concat())?;
        }
        let (target, iterations) = self.goal;
        let goal = StepGoal {
            exploitability: Some(target),
            iterations: Some(iterations),
            check_last: true,
            ..StepGoal::NONE
        };
        let mut exploitability = f64::INFINITY;
        let stopped = solver.run(&goal, |_, advance| {
            exploitability = advance.exploitability.unwrap_or(exploitability);
            match watch(advance.iteration) {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            }
        })?;
        if stopped.is_break() {
            return Err(PreflopError::Stopped);
        }
        let root = NodeAt { stage: 0, node: 0, deals: Vec::new() };
        let nodes: Vec<usize> = self.lines.iter().map(|line| line.index()).collect();
        let found = solver.values_of(&root, &nodes, Profile::Average)?;
        let lines = found.iter().map(|found| mean_value(found, Player::Ip)).collect();
        Ok(CheckedFlop { lines, exploitability })
    }
}

/// What a player wins on average at a node, in chips, and the weight of the pairs of hands that
/// get there; none if no hand does.
pub fn mean_value(at: &NodeValues, player: Player) -> Option<(f64, f64)> {
    let side = player.index();
    let (mut all, mut won) = (0.0, 0.0);
    for (hand, value) in at.values[side].iter().enumerate() {
        let met = f64::from(at.compatible_weight[side][hand]);
        let weight = f64::from(at.reach[side][hand]) * met;
        all += weight;
        won += weight * f64::from(value.unwrap_or(0.0));
    }
    (all > 0.0).then(|| (won / all, all))
}
