//! Exact turns of Omaha that start from river buckets.

use std::time::Duration;

use quasar::game::Line;
use quasar::job::{Control, Ended, SolveProgress};
use quasar::spot::{SpotJob, SpotReport, SpotSpec, SpotStart};

/// A small turn.
const TURN: &str = "{game: plo4, board: Ts9s6d2c, pot: 100, stack: 100, bet: pot, \
    oop: 'JJTT,QQJJ,AAKK', ip: 'QQJ9,8877,KKQJ', iterations: 40, start: {k: 30, iterations: 25}}";

fn read(text: &str) -> SpotSpec {
    SpotSpec::parse(text).unwrap()
}

fn report(job: &mut SpotJob, ended: Ended) -> SpotReport {
    job.report(ended, &"r:0:c:c:5h".parse::<Line>().unwrap()).unwrap()
}

fn solved(spec: SpotSpec) -> SpotReport {
    let mut job = spec.plan().unwrap().job(u64::MAX).unwrap();
    let ended = job.run(&Control::default(), |_| {}).unwrap();
    report(&mut job, ended)
}

/// Runs until the end of an iteration.
fn stop_at(job: &mut SpotJob, control: &Control, iteration: u32) -> Ended {
    let watch = |at: &SolveProgress| {
        if at.iteration == iteration {
            control.cancel();
        }
    };
    job.run(control, watch).unwrap()
}

#[test]
fn a_start_from_buckets_ends_nearer_to_the_equilibrium() {
    let started = solved(read(TURN));
    assert_eq!(started.start, Some(SpotStart { k: 30, iterations: 25 }));
    assert!(started.river_buckets.is_none());
    assert_eq!(started.iterations, 40);
    // Nothing among buckets is in the history.
    let checked: Vec<u32> = started.history.iter().map(|check| check.iteration).collect();
    assert_eq!(checked, [30, 40]);
    // As many exact iterations without it.
    let text = TURN.replace("iterations: 25", "iterations: 0");
    let cold = solved(read(&text.replace("iterations: 40", "iterations: 15")));
    assert_eq!(cold.start, None);
    let lost = [&started, &cold].map(|report| report.exploitability.unwrap());
    assert!(lost[0] < 0.8 * lost[1], "{lost:?}");
    // Values of a game differ by no more than what both lose.
    let far = solved(read(&text.replace("iterations: 40", "iterations: 300")));
    let bound = 2.0 * (lost[0] + far.exploitability.unwrap());
    assert!((started.players[0].ev - far.players[0].ev).abs() < bound + 1e-3);
}

#[test]
fn ranges_decide_how_a_turn_starts() {
    let text = "{game: plo4, board: Ts9s6d2c, pot: 100, stack: 100, bet: pot, oop: 5%, ip: 5%}";
    let start = |text: &str| read(text).start;
    assert_eq!(start(text), Some(SpotStart { k: 200, iterations: 60 }));
    assert_eq!(start(&text.replace("ip: 5%", "ip: AAKK")), None, "few hands");
    assert_eq!(start(&text.replace("2c", "")), None, "a flop");
    assert_eq!(start(&text.replace("2c", "2c3c")), None, "a river");
    assert_eq!(start(&text.replace("}", ", abstraction: {river: {k: 9}}}")), None);
    assert_eq!(start(&text.replace("}", ", sampling: {river: 2}}")), None);
    let locks = ", locks: [{line: 'r:0', frequencies: {check: 1}}]}";
    assert_eq!(start(&text.replace('}', locks)), None);
    let fewer = text.replace('}', ", start: {k: 50}}");
    assert_eq!(start(&fewer), Some(SpotStart { k: 50, iterations: 60 }));
    // It is part of how a spot is solved, and written unless it is so by default.
    let (plain, fewer) = (read(text), read(&fewer));
    assert!(!plain.to_text().contains("start"), "{}", plain.to_text());
    assert_ne!(plain.canonical(), fewer.canonical());
    for spec in [plain, fewer, read(&text.replace('}', ", start: {iterations: 0}}"))] {
        assert_eq!(SpotSpec::parse(&spec.to_text()).unwrap().start, spec.start);
    }
}

#[test]
fn few_iterations_and_little_memory_are_left_to_the_exact_solve() {
    let plan = |text: &str, allowed| read(text).plan_within(allowed).unwrap().size().memory;
    let with = plan(TURN, u64::MAX);
    assert!(with.start > 0);
    let few = plan(&TURN.replace("iterations: 40", "iterations: 30"), u64::MAX);
    assert_eq!((few.start, few.total), (0, with.total - with.start));
    assert_eq!(plan(TURN, with.total - 1).start, 0);
    let report = solved(read(&TURN.replace("iterations: 40", "iterations: 3")));
    assert_eq!((report.start, report.iterations), (None, 3));
}

#[test]
fn a_solve_that_is_stopped_among_buckets_shows_what_they_do() {
    let control = Control::default();
    let mut job = read(TURN).plan().unwrap().job(u64::MAX).unwrap();
    let ended = stop_at(&mut job, &control, 20);
    let stopped = report(&mut job, ended);
    assert_eq!((stopped.iterations, stopped.start.is_some()), (20, true));
    let even = solved(read(&TURN.replace("iterations: 40", "iterations: 1")));
    let lost = [&stopped, &even].map(|report| report.exploitability.unwrap());
    assert!(lost[0] < 0.3 * lost[1], "{lost:?}");
    // It can be continued, and a limit of time ends it as well.
    let ended = job.run(&Control::default(), |_| {}).unwrap();
    let continued = report(&mut job, ended);
    assert_eq!(continued.iterations, 40);
    assert!(continued.exploitability.unwrap() < 0.1 * lost[1], "{lost:?}");
    let mut late = read(TURN);
    late.goal.time = Some(Duration::ZERO);
    assert!(solved(late).iterations <= 1);
}

#[test]
fn a_solve_is_resumed_from_buckets_and_after_them() {
    for stop in [10, 33] {
        let control = Control::default();
        let mut job = read(TURN).plan().unwrap().job(u64::MAX).unwrap();
        stop_at(&mut job, &control, stop);
        let mut resumed = read(TURN).plan().unwrap().job(u64::MAX).unwrap();
        resumed.restore(&job.checkpoint()).unwrap();
        let ends = [&mut job, &mut resumed].map(|job| {
            let ended = job.run(&Control::default(), |_| {}).unwrap();
            let report = report(job, ended);
            (report.iterations, report.exploitability, report.players)
        });
        assert_eq!((&ends[0], ends[0].0), (&ends[1], 40));
    }
}

#[test]
fn other_spots_refuse_a_start() {
    let turn = "{board: Ts9s6d2c, pot: 100, stack: 100, bet: 50%, oop: AA, ip: KK, start: {k: 9}}";
    let flop = TURN.replace("Ts9s6d2c", "Ts9s6d");
    let merged = TURN.replace("start", "abstraction: {river: {k: 9}}, start");
    for text in [turn, &flop, &merged] {
        let refused = SpotSpec::parse(text).unwrap_err().to_string();
        assert!(refused.contains("start must be left out"), "{refused}");
    }
    let refused = SpotSpec::parse(&TURN.replace("k: 30", "k: 0")).unwrap_err().to_string();
    assert!(refused.contains("start.k is `0`; expected 1 to 65,000 buckets"), "{refused}");
}
