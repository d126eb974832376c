//! Running to a goal: measurements when they are due, and the first limit ends the run.

use std::num::NonZeroU32;
use std::ops::ControlFlow;

use quasar_solver::{Advance, MatrixGame, Profile, Reached, Settings, Solver, StepGoal, kuhn};

fn solver() -> Solver<MatrixGame> {
    Solver::new(kuhn().unwrap().game, Settings::default()).unwrap()
}

fn every(iterations: u32) -> StepGoal {
    StepGoal { check_every: NonZeroU32::new(iterations).unwrap(), ..StepGoal::NONE }
}

/// Everything that a run shows until it ends.
fn watch(
    solver: &mut Solver<MatrixGame>,
    goal: &StepGoal,
) -> (Vec<Advance>, ControlFlow<(), Reached>) {
    let mut seen = Vec::new();
    let ended = solver.run(goal, |_, advance| {
        seen.push(*advance);
        ControlFlow::Continue(())
    });
    (seen, ended.unwrap())
}

/// The exploitability after each iteration, by hand.
fn by_hand(iterations: u32) -> Vec<f64> {
    let mut solver = solver();
    let mut after = || {
        solver.step().unwrap();
        solver.gap(Profile::Average).unwrap()
    };
    (0..iterations).map(|_| after()).collect()
}

#[test]
fn measurements_come_at_multiples_and_if_wanted_after_the_last_iteration() {
    let after = by_hand(25);
    for check_last in [false, true] {
        let goal = StepGoal { iterations: Some(25), check_last, ..every(10) };
        let (seen, ended) = watch(&mut solver(), &goal);
        assert_eq!(ended, ControlFlow::Continue(Reached::Iterations));
        assert_eq!(seen.len(), 25);
        for (advance, (iteration, &gap)) in seen.iter().zip((1..).zip(&after)) {
            let due = iteration % 10 == 0 || (check_last && iteration == 25);
            assert_eq!(advance.iteration, iteration);
            assert_eq!(advance.exploitability, due.then_some(gap));
            assert_eq!(advance.reached, (iteration == 25).then_some(Reached::Iterations));
        }
    }
}

#[test]
fn the_first_measurement_below_the_target_ends_a_run() {
    let after = by_hand(60);
    let target = after[36];
    let first = (1..).zip(&after).find(|&(iteration, &gap)| iteration % 4 == 0 && gap <= target);
    let (expected, _) = first.unwrap();
    let goal = StepGoal { exploitability: Some(target), iterations: Some(expected), ..every(4) };
    let (seen, ended) = watch(&mut solver(), &goal);
    assert_eq!(ended, ControlFlow::Continue(Reached::Exploitability));
    assert_eq!(seen.len(), expected as usize);
}

#[test]
fn a_run_can_be_stopped_and_resumed() {
    let mut solver = solver();
    let goal = StepGoal { iterations: Some(9), ..every(2) };
    let ended = solver.run(&goal, |solver, advance| {
        assert_eq!(solver.iteration(), advance.iteration);
        if advance.iteration == 5 {
            ControlFlow::Break("enough")
        } else {
            ControlFlow::Continue(())
        }
    });
    assert_eq!(ended.unwrap(), ControlFlow::Break("enough"));
    assert_eq!(solver.iteration(), 5);
    let (seen, _) = watch(&mut solver, &goal);
    assert_eq!(seen.iter().map(|advance| advance.iteration).collect::<Vec<_>>(), [6, 7, 8, 9]);
    assert_eq!(seen[2].exploitability, Some(by_hand(8)[7]));
    let (seen, ended) = watch(&mut solver, &goal);
    assert_eq!((seen.len(), ended), (0, ControlFlow::Continue(Reached::Iterations)));
}
