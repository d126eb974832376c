//! Jobs: goals, pauses, checkpoints; small games from spec to report.

use std::num::NonZeroU32;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use quasar::solver::{Settings, Solver, kuhn};
use quasar::{
    job::{Control, Ended, Goal, SolveJob},
    toy::{SolveError, ToyGame, ToySpec},
};

fn solver() -> Solver<quasar::solver::MatrixGame> {
    Solver::new(kuhn().unwrap().game, Settings::default()).unwrap()
}

fn iterations(count: u32) -> Goal {
    Goal { iterations: Some(count), ..Goal::NONE }
}

#[test]
fn every_limit_ends_a_job() {
    let control = Control::new();
    let mut job = SolveJob::new(solver(), iterations(25));
    let mut seen = Vec::new();
    assert_eq!(job.run(&control, |progress| seen.push(*progress)).unwrap(), Ended::Iterations);
    assert_eq!(seen.len(), 25);
    assert_eq!(seen[24].iteration, 25);
    assert_eq!(seen[24].share, Some(1.0));
    assert!(seen[8].exploitability.is_none() && seen[9].exploitability.is_some());
    assert!(seen.windows(2).all(|pair| pair[0].elapsed <= pair[1].elapsed));

    job.set_goal(Goal { exploitability: Some(0.002), ..Goal::NONE });
    assert_eq!(job.run(&control, |_| ()).unwrap(), Ended::GoalReached);
    assert!(job.exploitability().unwrap().mean() <= 0.002);
    assert_eq!(job.progress().iteration % 10, 0, "looked at every ten iterations");

    job.set_goal(Goal { time: Some(job.progress().elapsed), ..Goal::NONE });
    assert_eq!(job.run(&control, |_| ()).unwrap(), Ended::Time);
    control.cancel();
    job.set_goal(Goal::NONE);
    assert_eq!(job.run(&control, |_| ()).unwrap(), Ended::Cancelled);
}

#[test]
fn steps_are_the_same_as_a_run() {
    let mut run = SolveJob::new(solver(), iterations(30));
    run.run(&Control::new(), |_| ()).unwrap();
    let mut stepped = SolveJob::new(solver(), iterations(30));
    let ends: Vec<Option<Ended>> = (0..30).map(|_| stepped.step().unwrap()).collect();
    assert!(ends[..29].iter().all(Option::is_none));
    assert_eq!(ends[29], Some(Ended::Iterations));
    assert_eq!(run.solver().checkpoint(), stepped.solver().checkpoint());
}

#[test]
fn a_restored_job_goes_on_where_it_was() {
    let mut straight = SolveJob::new(solver(), iterations(40));
    straight.run(&Control::new(), |_| ()).unwrap();
    let mut first = SolveJob::new(solver(), iterations(17));
    first.run(&Control::new(), |_| ()).unwrap();
    let mut second = SolveJob::new(solver(), iterations(40));
    second.solver_mut().restore(&first.solver().checkpoint()).unwrap();
    second.run(&Control::new(), |_| ()).unwrap();
    assert_eq!(straight.solver().checkpoint(), second.solver().checkpoint());
}

/// The job is paused from within, so that it must be waiting when it is resumed.
#[test]
fn a_paused_job_waits_until_it_is_resumed_or_cancelled() {
    let control = Control::new();
    let (tell, told) = mpsc::channel();
    thread::scope(|scope| {
        let control = &control;
        let job = scope.spawn(move || {
            let mut job = SolveJob::new(solver(), Goal::NONE);
            let ended = job.run(control, |progress| {
                if progress.iteration.is_multiple_of(5) {
                    control.pause();
                    tell.send(progress.iteration).unwrap();
                }
            });
            (ended.unwrap(), job.progress().iteration)
        });
        assert_eq!(told.recv(), Ok(5));
        assert!(control.is_paused());
        assert!(told.recv_timeout(Duration::from_millis(50)).is_err(), "it sleeps");
        control.resume();
        assert_eq!(told.recv(), Ok(10));
        control.cancel();
        assert_eq!(job.join().unwrap(), (Ended::Cancelled, 10));
    });
}

#[test]
fn games_are_read_and_misspelt_ones_get_a_suggestion() {
    for text in ["kuhn", "leduc", "liars-dice-1x4", "liars-dice-2x3"] {
        assert_eq!(text.parse::<ToyGame>().unwrap().to_string(), text);
    }
    for (text, suggestion) in
        [("khun", "kuhn"), ("Leduc", "leduc"), ("liarsdice-1x6", "liars-dice-1x6"), ("", "kuhn")]
    {
        let unknown = SolveError::UnknownGame { text: text.to_owned(), suggestion };
        assert_eq!(text.parse::<ToyGame>(), Err(unknown));
    }
    for text in ["liars-dice-", "liars-dice-4", "liars-dice-axb", "liars-dice-1x-4"] {
        assert_eq!(text.parse::<ToyGame>(), Err(SolveError::BadDice { text: text.to_owned() }));
    }
}

#[test]
fn impossible_specs_are_refused() {
    let refused = |spec: ToySpec| spec.job().err().unwrap();
    for (dice, faces) in [(0, 4), (9, 9), (usize::MAX, 2)] {
        let spec = ToySpec::new(ToyGame::LiarsDice { dice, faces });
        assert!(matches!(refused(spec), SolveError::Solver(_)));
    }
    for target in [0.0, -1.0, f64::NAN] {
        let goal = Goal { exploitability: Some(target), ..Goal::NONE };
        let spec = ToySpec { goal, ..ToySpec::new(ToyGame::Kuhn) };
        assert!(matches!(refused(spec), SolveError::BadTarget(_)), "{target}");
    }
    let spec = ToySpec { threads: 513, ..ToySpec::new(ToyGame::Kuhn) };
    assert!(matches!(refused(spec), SolveError::Solver(_)));
}

/// Published values, and strategies that are strategies.
#[test]
fn reports_have_the_known_values_and_every_decision() {
    let dice = |dice, faces| ToyGame::LiarsDice { dice, faces };
    // Decisions: Kuhn by hand. Liar's Dice has one for every set of bids, which
    // are made in ascending order. Leduc has 6 in a round, and 5 lines of the
    // first go on, on each of 3 boards.
    for (game, decisions, hands) in [
        (ToyGame::Kuhn, 4, 3),
        (dice(1, 4), 1 << 8, 4),
        (dice(2, 3), 1 << 12, 6),
        (ToyGame::Leduc, 6 + 5 * 6 * 3, 6),
    ] {
        let goal = Goal { check_every: NonZeroU32::new(100).unwrap(), ..iterations(500) };
        let spec = ToySpec { goal, ..ToySpec::new(game) };
        let report = spec.job().unwrap().run(&Control::new(), |_| ()).unwrap();
        let known = report.known_value.unwrap();
        assert!((report.value - known).abs() <= 2.0 * report.exploitability + 1e-6, "{game}");
        assert!(report.exploitability < 0.01, "{game} {}", report.exploitability);
        assert_eq!((report.iterations, report.ended), (500, Ended::Iterations));
        assert_eq!(report.decisions.len(), decisions, "{game}");
        assert_eq!(report.decisions[0].hands.len(), hands);
        for decision in &report.decisions {
            assert!(decision.actions.iter().all(|action| !action.is_empty()), "{decision:?}");
            for hand in &decision.hands {
                assert_eq!(hand.frequencies.len(), decision.actions.len());
                let sum: f32 = hand.frequencies.iter().sum();
                assert!((sum - 1.0).abs() < 1e-5, "{decision:?}");
            }
        }
    }
}
