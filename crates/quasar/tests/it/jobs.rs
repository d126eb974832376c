//! Jobs of every kind: paused, resumed, asked and cancelled.

use std::path::Path;
use std::time::{Duration, Instant};

use quasar::decision::SpotFile;
use quasar::job::{
    AskError, CheckpointPlace, Clock, Detail, Event, Goal, GoalChange, JobHandle, JobKind,
    JobReport, JobSpec, ModelRun, NodeAnswer, NodeQuery, NodeReport, PreflopRun, Runtime, SaveTo,
    SpotRun, Waited,
};
use quasar::model::PostflopSpec;
use quasar::preflop::PreflopSolveSpec;
use quasar::spot::{BoardsSpec, FlopChoice, SaveSize, SpotSave};
use quasar::tables::PrecomputeSpec;
use quasar::toy::{ToyGame, ToySpec};

use super::common::jobs::{
    DECISION, FLOP, KINDS, MODEL, RIVER_BUCKETS, SOON, TURN, abilities, endless, iterations,
    runtime, solving, spot,
};

/// Waits until no event has come for a moment; returns the number of the last one. On a
/// loaded machine an iteration may take longer than a moment, so a job counts as asleep
/// once it was silent twice.
fn asleep(job: &JobHandle) -> u64 {
    let quiet = |after: u64| {
        let mut events = job.events_after(after);
        let mut last = after;
        while let Waited::Event(event) = events.next_within(Duration::from_millis(300)) {
            last = event.number;
        }
        last
    };
    let mut last = quiet(0);
    loop {
        match quiet(last) {
            again if again == last => return last,
            later => last = later,
        }
    }
}

#[test]
fn handles_go_anywhere() {
    fn shared<T: Send + Sync + 'static>() {}
    shared::<JobHandle>();
    shared::<Runtime>();
}

/// Whether jobs of a kind count their progress, beside events.
fn is_counted(kind: JobKind) -> bool {
    use JobKind::*;
    matches!(kind, Equity | Tables | OmahaPreflop | OmahaStacks | Buckets | Matrix)
}

/// Waits until a paused job counts no more, which kernels do for a moment; returns the count.
fn stopped(job: &JobHandle) -> u64 {
    let control = job.control();
    let (start, mut last, mut quiet) = (Instant::now(), control.done(), 0);
    while quiet < 3 {
        assert!(start.elapsed() < SOON, "{} counts on", job.spec().kind());
        std::thread::sleep(Duration::from_millis(100));
        let now = control.done();
        quiet = if now == last { quiet + 1 } else { 0 };
        last = now;
    }
    last
}

/// Asks a running or paused job for what its kind can show, and for what it cannot.
fn ask_all(job: &JobHandle) {
    let kind = job.spec().kind();
    let [decisions, checkpoints, _] = abilities(kind);
    match job.ask_within(NodeQuery::default(), SOON) {
        Ok(NodeAnswer { node, .. }) => assert!(decisions, "{kind} answers {node:?}"),
        Err(AskError::NoDecisions(_)) => assert!(!decisions, "{kind} refuses"),
        Err(error) => panic!("{kind}: {error}"),
    }
    match job.checkpoint() {
        Ok(path) => assert!(checkpoints && path.is_file(), "{kind} writes {path:?}"),
        Err(AskError::NoCheckpoint(_)) => assert!(!checkpoints, "{kind} refuses"),
        Err(error) => panic!("{kind}: {error}"),
    }
    let flop = NodeQuery { flop: Some("AhKsQd".to_owned()), ..NodeQuery::default() };
    match job.ask_within(flop, SOON) {
        Ok(answer) => assert!(kind == JobKind::Boards, "{kind} answers {answer:?}"),
        Err(AskError::OneBoard) => assert!(decisions && kind != JobKind::Boards),
        Err(AskError::NoDecisions(_)) => assert!(!decisions, "{kind} refuses"),
        Err(error) => panic!("{kind}: {error}"),
    }
}

/// A job of every kind is asked, paused, resumed and cancelled. It answers while it runs and while
/// it is paused, or refuses at once. Paused it is silent and does nothing; cancelled it ends soon,
/// even while it is paused. Killed ones are in `killed.rs`.
#[test]
fn jobs_of_every_kind_are_asked_paused_resumed_and_cancelled() {
    let buckets = JobSpec::Spot(Box::new(SpotRun::new(spot(RIVER_BUCKETS))));
    for (kind, spec) in
        KINDS.map(|kind| (kind, None)).into_iter().chain([(JobKind::Spot, Some(buckets))])
    {
        let folder = tempfile::tempdir().unwrap();
        let runtime = runtime(folder.path(), Clock::system());
        let job = runtime.submit(spec.unwrap_or_else(|| endless(kind, folder.path())));
        assert_eq!(job.spec().kind(), kind);
        solving(&job);
        ask_all(&job);
        job.control().pause();
        let counted = is_counted(kind).then(|| stopped(&job));
        let asleep = asleep(&job);
        ask_all(&job);
        assert!(!job.has_ended(), "{kind} is paused and not ended");
        let done = counted.map(|_| job.control().done());
        assert_eq!(done, counted, "{kind} does nothing while it is paused");
        job.control().resume();
        let woken = job.events_after(asleep).next_within(SOON);
        assert!(matches!(woken, Waited::Event(_)), "{kind}: {woken:?}");
        job.control().pause();
        job.control().cancel();
        let stopped = match job.report() {
            Ok(finished) => finished.cancelled,
            Err(error) => error.is_cancelled(),
        };
        assert!(stopped, "{kind}: {:?}", job.report());
        assert!(job.has_ended());
        assert_eq!(job.ask(NodeQuery::default()).is_ok(), kind == JobKind::Preflop, "{kind}");
    }
}

/// A run over three flops of which the first two are solved at the same time.
fn three_flops(folder: &Path) -> JobSpec {
    let spot = spot(&FLOP.replace("threads: 1", "threads: 2"));
    let flops = FlopChoice::parse("AhKsQd,Td9d6h,7c5c2h").unwrap().flops(&spot).unwrap();
    let (folder, keep) = (folder.join("flops"), SaveSize::NoRivers);
    JobSpec::Boards(Box::new(BoardsSpec { spot, flops, folder, keep }))
}

fn on_flop(flop: &str) -> NodeQuery {
    NodeQuery { flop: Some(flop.to_owned()), ..NodeQuery::default() }
}

fn board(answer: Result<NodeAnswer, AskError>) -> String {
    match answer.unwrap().node {
        NodeReport::Spot(node) => node.board,
        other => panic!("{other:?}"),
    }
}

/// Each flop of a run answers for itself while it is solved and from its save afterwards; a new
/// goal holds for all of them, also for those that start later.
#[test]
fn many_flops_are_asked_one_by_one_and_share_a_goal() {
    let folder = tempfile::tempdir().unwrap();
    let runtime = runtime(folder.path(), Clock::system());
    let spec = three_flops(folder.path());
    let JobSpec::Boards(boards) = &spec else { unreachable!() };
    let flops: Vec<String> = boards.flops.iter().map(|flop| flop.board.to_string()).collect();
    let [first, second, third] = &flops[..] else { panic!("{flops:?}") };
    let job = runtime.submit(spec.clone());
    let mut unseen = vec![first.clone(), second.clone()];
    for event in job.events() {
        if let Some(Detail::Flop(progress)) = event.detail {
            assert_eq!(progress.together, 2);
            unseen.retain(|flop| *flop != progress.board.to_string());
        }
        if unseen.is_empty() {
            break;
        }
    }
    for paused in [false, true] {
        if paused {
            job.control().pause();
        }
        assert_eq!(board(job.ask(on_flop(second))), *second);
        assert_eq!(board(job.ask(on_flop(first))), *first);
        // Equal up to suits, and none in particular.
        assert_eq!(board(job.ask(on_flop("AsKdQh"))), *first);
        assert_eq!(board(job.ask(NodeQuery::default())), *first);
        let error = job.ask(on_flop(third)).unwrap_err();
        assert!(matches!(error, AskError::NotSolved(_)), "{error}");
        let error = job.ask(on_flop("AhAsAd")).unwrap_err();
        assert!(matches!(error, AskError::NoFlop(_)), "{error}");
        let error = job.ask(on_flop("AhKs")).unwrap_err();
        assert!(matches!(error, AskError::Input(_)), "{error}");
    }
    job.change_goal(GoalChange { iterations: Some(3), ..GoalChange::default() }).unwrap();
    job.control().resume();
    let finished = job.report().unwrap();
    let JobReport::Boards(report) = &finished.report else { panic!("{finished:?}") };
    assert_eq!((report.solved, finished.cancelled), (3, false));
    let last = job.ask(on_flop(third)).unwrap();
    assert_eq!((last.iteration, board(Ok(last))), (3, third.clone()));
    assert_eq!(board(job.ask(on_flop(second))), *second);
    assert_eq!(board(job.ask(NodeQuery::default())), *first);
}

/// While flops are solved exactly, the game before the flop stays as it is and answers.
#[test]
fn exact_solves_do_not_keep_questions_waiting() {
    const EXACT: &str = "{blinds: [0.1, 1], stacks: 3, raise_sizes: [[a]], raise_cap: 0, \
        iterations: 20, preflop_exploitability_threshold_mbb: 0, leaf: exact, \
        exact: {flops: [9s8s7s], bet_sizes: [], iterations: 100000000, accuracy: 0}}";
    let folder = tempfile::tempdir().unwrap();
    let runtime = runtime(folder.path(), Clock::system());
    let job = runtime.submit(JobSpec::Preflop(Box::new(PreflopRun {
        game: PreflopSolveSpec::parse(EXACT).unwrap(),
        resume: None,
        output: None,
        checkpoint: CheckpointPlace::Automatic,
        show: NodeQuery::default(),
    })));
    let solves = |event: &Event| matches!(event.detail, Some(Detail::RoundSolving(_)));
    assert!(job.events().any(|event| solves(&event)), "{:?}", job.report());
    let running = job.ask(NodeQuery::default()).unwrap();
    assert_eq!(running.iteration, 20);
    job.control().pause();
    assert_eq!(job.ask(NodeQuery::default()).unwrap(), running);
    assert!(matches!(job.checkpoint(), Err(AskError::NoCheckpoint(_))));
    job.control().cancel();
    assert!(job.report().unwrap().cancelled);
}

/// A solve that runs is asked what a finished one reports; a paused one answers too.
#[test]
fn a_running_solve_answers_between_two_iterations() {
    let folder = tempfile::tempdir().unwrap();
    let runtime = runtime(folder.path(), Clock::system());
    for kind in [JobKind::Spot, JobKind::Preflop, JobKind::Toy] {
        let job = runtime.submit(endless(kind, folder.path()));
        let first = job.ask(NodeQuery::default()).unwrap();
        job.control().pause();
        let second = job.ask(NodeQuery::default()).unwrap();
        let third = job.ask(NodeQuery::default()).unwrap();
        assert!(first.iteration <= second.iteration && second == third, "{kind}");
        match (&third.node, kind) {
            (NodeReport::Spot(node), JobKind::Spot) => assert_eq!(node.actions.len(), 3),
            (NodeReport::Preflop(node), JobKind::Preflop) => assert_eq!(node.classes.len(), 169),
            (NodeReport::Toy(decisions), JobKind::Toy) => assert_eq!(decisions.len(), 1),
            (other, kind) => panic!("{kind} answers {other:?}"),
        }
        let wrong = job.ask(NodeQuery::at("r:0:z")).unwrap_err();
        assert!(matches!(wrong, AskError::Input(_) | AskError::Node(_)), "{wrong:?}");
        job.control().cancel();
        job.control().resume();
        assert!(job.report().unwrap().cancelled);
    }
}

/// Times in reports are those of the runtime's clock: none where it stands still.
#[test]
fn jobs_take_the_time_from_the_clock_of_their_runtime() {
    let folder = tempfile::tempdir().unwrap();
    let runtime = runtime(folder.path(), Clock::manual());
    let goal = Goal { iterations: Some(3), ..Goal::NONE };
    let mut decision = SpotFile::parse(DECISION).unwrap();
    decision.goal = goal;
    let tables = PrecomputeSpec::first(&folder.path().join("tables.bin"), 1).unwrap();
    for spec in [
        JobSpec::Decision(Box::new(decision)),
        JobSpec::Spot(Box::new(SpotRun::new(iterations(RIVER_BUCKETS, 3)))),
        JobSpec::Toy(Box::new(ToySpec { goal, ..ToySpec::new(ToyGame::Leduc) }.into())),
        JobSpec::Tables(tables),
    ] {
        let kind = spec.kind();
        let finished = runtime.submit(spec).report().unwrap();
        let report: serde_json::Value =
            serde_json::from_slice(&finished.report.to_json().unwrap()).unwrap();
        assert_eq!(report["seconds"], 0.0, "{kind}");
    }
}

/// The equity tables of a model are computed before its first iteration, which takes minutes for
/// all flops.
#[test]
fn a_model_is_cancelled_while_its_equity_tables_are_computed() {
    let folder = tempfile::tempdir().unwrap();
    let runtime = runtime(folder.path(), Clock::system());
    let flops = "flops: all";
    let job = runtime.submit(JobSpec::Model(Box::new(ModelRun {
        model: PostflopSpec::parse(&MODEL.replace("fixed_flops: ['AhKsQd']", flops)).unwrap(),
        output: folder.path().join("model"),
        tables: None,
    })));
    solving(&job);
    job.control().cancel();
    let error = job.report().unwrap_err();
    assert!(error.is_cancelled(), "{error}");
    assert!(error.to_string().contains("stopped with 0 of 1755 flops solved"), "{error}");
}

/// A finished job with a save is asked through that.
#[test]
fn a_finished_solve_is_asked_through_its_save() {
    let folder = tempfile::tempdir().unwrap();
    let runtime = runtime(folder.path(), Clock::system());
    let path = folder.path().join("turn.qsr");
    let output = Some(SaveTo { path: path.clone(), keep: Some(SaveSize::Full) });
    let spec = SpotRun { output, ..SpotRun::new(iterations(TURN, 20)) };
    let job = runtime.submit(JobSpec::Spot(Box::new(spec)));
    let finished = job.report().unwrap();
    assert!(finished.unsaved.is_none());
    let answer = job.ask(NodeQuery::at("r:0:c")).unwrap();
    assert_eq!(answer.iteration, 20);
    let NodeReport::Spot(node) = answer.node else { panic!("{:?}", answer.node) };
    assert_eq!(node.line, "r:0:c");
    assert_eq!(SpotSave::open(&path).unwrap().report().iterations, 20);
}

#[test]
fn a_spot_with_buckets_is_a_job_too() {
    let folder = tempfile::tempdir().unwrap();
    let runtime = runtime(folder.path(), Clock::system());
    let job = runtime.submit(JobSpec::Spot(Box::new(SpotRun::new(iterations(RIVER_BUCKETS, 10)))));
    let finished = job.report().unwrap();
    let JobReport::BucketedSpot(report) = &finished.report else { panic!("{finished:?}") };
    assert_eq!((report.iterations, report.node.line.as_str()), (10, "r:0"));
}
