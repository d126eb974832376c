//! What is counted as pruned, against a count by hand.

use std::collections::HashMap;
use std::sync::Mutex;

use crate::common::spec;
use quasar_preflop::{CLASSES, ClassTable, FlopWorker, ModelSpec, ModelTree};
use quasar_solver::{
    Algorithm, MatrixGame, Profile, PruneCount, Pruning, PublicNode, PublicTree, Settings, Solver,
    Updates,
};

const PRUNING: Pruning = Pruning { warmup: 4, explore: 0.2, threshold: -400.0, floor: -1e6 };

/// Regrets by stage and node, action by action.
type Regrets = HashMap<(usize, usize), Vec<f32>>;

fn regrets(solver: &mut Solver<MatrixGame>) -> Regrets {
    let found = Mutex::new(Regrets::new());
    solver
        .export(Profile::Current, 3, |_, stage| {
            let decisions = stage.decisions.into_iter();
            let numbers =
                decisions.map(|decision| ((stage.stage, decision.node), decision.regrets));
            found.lock().unwrap().extend(numbers);
        })
        .unwrap();
    found.into_inner().unwrap()
}

/// The slots of all decisions from a node on that an iteration would come to, and
/// those of actions that every class regrets too much.
fn count(tree: &PublicTree, regrets: &Regrets, stage: usize, node: usize) -> [u64; 2] {
    match &tree.stages()[stage].nodes()[node] {
        PublicNode::Leaf(_) => [0, 0],
        PublicNode::Deal { stage: next, root } => {
            count(tree, regrets, tree.stages()[stage].next()[*next], *root)
        }
        PublicNode::Decision { children, .. } => {
            let rows = regrets[&(stage, node)].chunks_exact(CLASSES);
            let hopeless: Vec<bool> =
                rows.map(|row| row.iter().all(|&regret| regret < PRUNING.threshold)).collect();
            let nothing_left = hopeless.iter().all(|&hopeless| hopeless);
            let mut counted = [(children.len() * CLASSES) as u64, 0];
            for (child, hopeless) in children.clone().zip(hopeless) {
                if hopeless && !nothing_left {
                    counted[1] += CLASSES as u64;
                } else {
                    let below = count(tree, regrets, stage, child);
                    counted = [counted[0] + below[0], counted[1] + below[1]];
                }
            }
            counted
        }
    }
}

/// With even equities every class regrets folding.
#[test]
fn pruned_slots_are_those_that_a_walk_of_the_regrets_finds() {
    let settings = Settings {
        pruning: Some(PRUNING),
        algorithm: Algorithm::Vanilla,
        updates: Updates::Simultaneous,
        ..Settings::default()
    };
    let spec = ModelSpec { settings, iterations: 1, ..spec() };
    let tree = ModelTree::new(&spec, 3.0).unwrap();
    let even = ClassTable::new(|_, _| 1, |_, _| 0.5);
    let mut worker = FlopWorker::new();
    worker.solve(&spec, &tree, &even, |_, _| true).unwrap();
    let solver = worker.solver().unwrap();
    let mut expected = [0, 0];
    for iteration in 2..=40u32 {
        // Every fifth iteration leaves nothing out.
        if iteration > PRUNING.warmup && !iteration.is_multiple_of(5) {
            let counted = count(&tree.with_states().tree, &regrets(solver), 0, 0);
            expected = [expected[0] + counted[0], expected[1] + counted[1]];
        }
        solver.step().unwrap();
        let PruneCount { seen, pruned } = solver.prune_count();
        assert_eq!([seen, pruned], expected, "iteration {iteration}");
    }
    assert!(expected[1] > 0 && expected[1] < expected[0], "{expected:?}");
}
