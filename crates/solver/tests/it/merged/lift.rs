//! Exact solves that start from merged ones.

use std::collections::HashMap;

use quasar_solver::{
    BettingNode, MergedAverage, OmahaGame, Precision, Profile, PublicNode, Settings, Solver,
    SolverError, SolverGame, TreeNode,
};

use super::{merged, solve};
use crate::omaha::{Spot, royal};

fn decisions(game: &OmahaGame) -> HashMap<BettingNode, TreeNode> {
    let mut found = HashMap::new();
    for (stage, plan) in game.tree().stages().iter().enumerate() {
        for (node, what) in plan.nodes().iter().enumerate() {
            if let (PublicNode::Decision { .. }, Some(at)) = (what, game.betting_node(stage, node))
            {
                found.insert(at, TreeNode { stage, node });
            }
        }
    }
    found
}

/// An exact solver that took over a merged one.
fn lifted(
    spot: &Spot,
    from: &mut Solver<OmahaGame>,
    average: MergedAverage,
) -> Result<Solver<OmahaGame>, SolverError> {
    let mut solver = Solver::new(spot.game(true), *from.settings())?;
    let (exact, coarse) = (decisions(solver.game()), decisions(from.game()));
    let same: HashMap<TreeNode, TreeNode> =
        exact.into_iter().map(|(at, node)| (node, coarse[&at])).collect();
    solver.start_from(from, average, |node| same.get(&node).copied())?;
    Ok(solver)
}

/// Two ways to value the strategies of buckets in the exact game: hands that play by the
/// numbers of their buckets, and hands that took them over.
#[test]
fn hands_play_what_their_buckets_do() {
    for precision in [Precision::Full, Precision::Half] {
        for (board, steps) in [("TcJdQhKs", [3, 4]), ("TcTdJcJd", [5, 2])] {
            let spot = royal(board, steps, 250);
            let mut coarse = merged(&spot, 9, Settings { precision, ..Settings::default() });
            solve(&mut coarse, 15);
            let measured = coarse.measure(Profile::Average).unwrap();
            let mut solver = lifted(&spot, &mut coarse, MergedAverage::Kept).unwrap();
            assert_eq!(solver.iteration(), 15);
            let found = solver.exploitability(Profile::Average).unwrap();
            for player in 0..2 {
                let values = found.values[player] - measured.values[player];
                let best = found.best_responses[player] - measured.best_responses[player];
                assert!(values.abs() < 2e-3 && best.abs() < 2e-3, "{found:?} {measured:?}");
            }
        }
    }
}

#[test]
fn a_few_exact_iterations_remove_what_buckets_cost() {
    let spot = royal("TcJdQhKs", [3, 4], 250);
    let mut coarse = merged(&spot, 30, Settings::default());
    solve(&mut coarse, 60);
    let cost = coarse.measure(Profile::Average).unwrap().mean();
    let mut warm = lifted(&spot, &mut coarse, MergedAverage::Dropped).unwrap();
    let warm = solve(&mut warm, 12).mean();
    let cold = spot.solve(true, 12).1.mean();
    assert!(warm < 0.5 * cost && warm < 0.5 * cold, "{warm} {cost} {cold}");
}

#[test]
fn what_is_forgotten_is_learned_again_bit_for_bit() {
    let spot = royal("TcJdQhKs", [3, 4], 250);
    let mut solver = Solver::new(spot.game(true), Settings::default()).unwrap();
    solve(&mut solver, 3);
    let before = solver.checkpoint();
    let mut coarse = merged(&spot, 9, Settings::default());
    solve(&mut coarse, 2);
    let mut started = lifted(&spot, &mut coarse, MergedAverage::Kept).unwrap();
    started.forget();
    assert_eq!(started.iteration(), 0);
    solve(&mut started, 3);
    assert_eq!(started.checkpoint(), before);
}

#[test]
fn another_game_is_refused() {
    let spot = royal("TcJdQhKs", [3, 4], 250);
    let mut other = merged(&royal("TcJdQhAs", [3, 4], 80), 9, Settings::default());
    other.step().unwrap();
    let mut solver = Solver::new(spot.game(true), Settings::default()).unwrap();
    let refused = solver.start_from(&mut other, MergedAverage::Kept, Some);
    assert!(matches!(refused, Err(SolverError::Conflict(_))), "{refused:?}");
}
