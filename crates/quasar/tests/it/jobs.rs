//! Jobs of every kind: paused, resumed, asked, cancelled; and what they leave on disk.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use quasar::abstraction::{FeatureSet, KMeans};
use quasar::buckets::BucketsSpec;
use quasar::cards::{CardSet, Game};
use quasar::decision::SpotFile;
use quasar::equity::{EquityPlayer, EquitySpec, Method, hand_orders};
use quasar::files::Checkpoint;
use quasar::job::{
    AskError, BucketsRun, CheckpointPlace, CheckpointPolicy, Clock, Detail, Event, FileWritten,
    Finished, Goal, GoalChange, JobError, JobHandle, JobKind, JobReport, JobSpec, ModelRun,
    NodeAnswer, NodeQuery, NodeReport, OmahaPreflopRun, OmahaStacksRun, Phase, PreflopRun, Resume,
    Runtime, RuntimeOptions, SaveTo, SpotRun, Waited,
};
use quasar::model::PostflopSpec;
use quasar::preflop::{OmahaPreflopSpec, PreflopSolveSpec};
use quasar::request::Position;
use quasar::spot::{BoardsSpec, FlopChoice, SaveSize, SpotSave, SpotSpec};
use quasar::tables::PrecomputeSpec;
use quasar::toy::{ToyGame, ToySpec};

const TURN: &str = "{board: Ks7d4c9h, pot: 100, stack: 200, oop: \"KK,QQ,AJs,87s\", \
    ip: \"AA,99,KJs,T9s\", bet: \"50%, 100%\", raise: 60%, threads: 1, time: 1h}";
const FLOP: &str = "{board: Ks7d4c, pot: 100, stack: 60, oop: \"KK,QQ\", ip: \"AA,99\", \
    bet: 100%, threads: 1, time: 1h}";
const RIVER_BUCKETS: &str = "{game: plo4, board: Ts9s2c2d7h, pot: 100, stack: 100, \
    oop: \"AKQJ\", ip: \"KQJT\", bet: 100%, abstraction: {k: 4, features: small}, threads: 1, \
    time: 1h}";
const MODEL: &str = "
postflop_model:
  bet_sizes: [0.5, 1.0]
  postflop_sprs: [3]
  postflop_solve_iterations: 100000000
  cfr_convergence_threshold: 0
  fixed_flops: ['AhKsQd']
";
const PREFLOP: &str = "{stacks: 20, raise_sizes: [[2.5bb], [a]], iterations: 100000000, \
    preflop_exploitability_threshold_mbb: 0}";
const DECISION: &str = include_str!("../../../../sample_configurations/one_decision.json");

/// Patience for what must happen at once; only a failing test waits so long.
const SOON: Duration = Duration::from_secs(60);

fn runtime(folder: &Path, clock: Clock) -> Runtime {
    let checkpoints =
        CheckpointPolicy { folder: folder.join("checkpoints"), ..CheckpointPolicy::default() };
    let options = RuntimeOptions { threads: 1, clock, checkpoints, ..RuntimeOptions::default() };
    Runtime::new(options).unwrap()
}

fn spot(text: &str) -> SpotSpec {
    SpotSpec::parse(text).unwrap()
}

fn equity() -> JobSpec {
    let player = |text| EquityPlayer::parse(Game::Plo4, text, hand_orders()).unwrap();
    let players = vec![player("AsAhKsKh"), player("15%"), player("random")];
    let mut spec = EquitySpec::new(players, "".parse().unwrap(), CardSet::EMPTY).unwrap();
    // Deals without end.
    (spec.method, spec.standard_error) = (Method::Sampled, Some(1e-12));
    JobSpec::Equity(Box::new(spec))
}

/// All-in or fold, never good enough.
fn omaha(stack: u32) -> String {
    format!("{{stack: {stack}, tree: push_fold, target: 0, rounds: 1000000}}")
}

/// A job of every kind that would not end by itself for a long time.
fn endless(kind: JobKind, folder: &Path) -> JobSpec {
    match kind {
        JobKind::Equity => equity(),
        JobKind::Tables => {
            JobSpec::Tables(PrecomputeSpec::first(&folder.join("tables.bin"), 1_755).unwrap())
        }
        JobKind::Spot => JobSpec::Spot(Box::new(SpotRun::new(spot(TURN)))),
        JobKind::Boards => {
            let spot = spot(FLOP);
            let flops = FlopChoice::parse("AhKsQd,Td9d6h").unwrap().flops(&spot).unwrap();
            let (folder, keep) = (folder.join("flops"), SaveSize::NoRivers);
            JobSpec::Boards(Box::new(BoardsSpec { spot, flops, folder, keep }))
        }
        JobKind::Model => JobSpec::Model(Box::new(ModelRun {
            model: PostflopSpec::parse(MODEL).unwrap(),
            output: folder.join("model"),
            tables: None,
        })),
        JobKind::Preflop => JobSpec::Preflop(Box::new(PreflopRun {
            game: PreflopSolveSpec::parse(PREFLOP).unwrap(),
            resume: None,
            output: Some(folder.join("preflop")),
            checkpoint: CheckpointPlace::Automatic,
            show: NodeQuery::default(),
        })),
        JobKind::OmahaPreflop => JobSpec::OmahaPreflop(Box::new(OmahaPreflopRun {
            game: OmahaPreflopSpec::parse(&omaha(8)).unwrap(),
            output: Some(folder.join("omaha_preflop")),
            show: NodeQuery::default(),
        })),
        JobKind::OmahaStacks => JobSpec::OmahaStacks(Box::new(OmahaStacksRun {
            games: vec![
                OmahaPreflopSpec::parse(&omaha(4)).unwrap(),
                OmahaPreflopSpec::parse(&omaha(8)).unwrap(),
            ],
            output: Some(folder.join("omaha_stacks")),
            show: NodeQuery::default(),
        })),
        JobKind::Toy => {
            let goal = Goal { iterations: Some(100_000_000), ..Goal::NONE };
            let game = ToySpec { goal, ..ToySpec::new(ToyGame::Leduc) };
            JobSpec::Toy(Box::new(game.into()))
        }
        JobKind::Buckets => JobSpec::Buckets(BucketsRun {
            buckets: BucketsSpec {
                board: "Ts9s2c2d".parse().unwrap(),
                features: FeatureSet::Real,
                clustering: KMeans { clusters: 500, seed: 1, starts: 1_000, iterations: 1_000 },
            },
            output: Some(folder.join("turn.buckets")),
        }),
        JobKind::Matrix => JobSpec::Matrix(BucketsSpec {
            board: "Ts9s2c2d7h".parse().unwrap(),
            features: FeatureSet::Real,
            clustering: KMeans { clusters: 500, seed: 1, starts: 1_000, iterations: 1_000 },
        }),
        JobKind::Decision => {
            let mut file = SpotFile::parse(DECISION).unwrap();
            file.goal = Goal { iterations: Some(100_000_000), ..Goal::NONE };
            JobSpec::Decision(Box::new(file))
        }
    }
}

const KINDS: [JobKind; 12] = [
    JobKind::Equity,
    JobKind::Tables,
    JobKind::Spot,
    JobKind::Boards,
    JobKind::Model,
    JobKind::Preflop,
    JobKind::OmahaPreflop,
    JobKind::OmahaStacks,
    JobKind::Toy,
    JobKind::Buckets,
    JobKind::Matrix,
    JobKind::Decision,
];

/// Waits until the job computes.
fn solving(job: &JobHandle) {
    let solves = |event: &Event| event.phase == Phase::Solving;
    let found = job.events().find(solves);
    assert!(found.is_some(), "{}: {:?}", job.spec().kind(), job.report());
}

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

/// What is read has the same hash and is written in the same words as what was written,
/// in YAML, in JSON, and inside other JSON.
#[test]
fn a_spec_of_every_kind_reads_back() {
    let folder = Path::new("results");
    for kind in KINDS {
        let spec = endless(kind, folder);
        let (yaml, json) = (spec.to_yaml().unwrap(), spec.to_json().unwrap());
        let within = serde_json::from_str(&json).unwrap();
        for read in [JobSpec::parse(&yaml).unwrap(), JobSpec::parse(&json).unwrap(), within] {
            assert_eq!(read.kind(), kind);
            assert_eq!(read.hash(), spec.hash(), "{kind}");
            assert_eq!(read.to_json().unwrap(), json);
        }
    }
}

/// Everything that a run says beside its spec.
#[test]
fn a_run_reads_back_with_its_files() {
    let run = SpotRun {
        resume: Some(Resume::Checkpoint("old.checkpoint".into())),
        output: Some(SaveTo { path: "turn: \"1\".qsr".into(), keep: Some(SaveSize::NoRivers) }),
        checkpoint: CheckpointPlace::Kept("new.checkpoint".into()),
        show: NodeQuery { filter: Some("AA".to_owned()), hands: Some(3), ..NodeQuery::at("r:0:c") },
        measure: true,
        sampled: true,
        ..SpotRun::new(spot(TURN))
    };
    let spec = JobSpec::Spot(Box::new(run.clone()));
    for text in [spec.to_yaml().unwrap(), spec.to_json().unwrap()] {
        match JobSpec::parse(&text).unwrap() {
            JobSpec::Spot(read) => assert_eq!(*read, run, "{text}"),
            other => panic!("{other:?}"),
        }
    }
    let nowhere = SpotRun { checkpoint: CheckpointPlace::Nowhere, ..SpotRun::new(spot(TURN)) };
    let spec = JobSpec::Spot(Box::new(nowhere.clone()));
    match JobSpec::parse(&spec.to_yaml().unwrap()).unwrap() {
        JobSpec::Spot(read) => assert_eq!(*read, nowhere),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_mistake_in_the_spec_of_a_job_has_its_place() {
    let text = "kind: spot\nspot:\n  board: Ks7d4c9h\n  pot: much\n";
    let error = JobSpec::parse(text).unwrap_err();
    let mistake = error.mistake();
    assert_eq!(mistake.field.as_deref(), Some("spot.pot"));
    assert_eq!(mistake.position, Some(Position { line: 4, column: 8 }));
    let error = JobSpec::parse("kind: spot\nspot: { pot: 5 }\n").unwrap_err();
    let mistake = error.mistake();
    assert_eq!(mistake.field.as_deref(), Some("spot.board"));
    assert_eq!(mistake.position, Some(Position { line: 2, column: 7 }));
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

/// Whether running jobs of a kind show decisions, write checkpoints and have a goal.
fn abilities(kind: JobKind) -> [bool; 3] {
    match kind {
        JobKind::Spot | JobKind::Preflop | JobKind::Toy => [true, true, true],
        JobKind::Boards | JobKind::Decision => [true, false, true],
        JobKind::OmahaPreflop => [true, false, true],
        JobKind::OmahaStacks => [false, false, true],
        JobKind::Equity | JobKind::Tables | JobKind::Model | JobKind::Buckets | JobKind::Matrix => {
            [false; 3]
        }
    }
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

/// A job of every kind is asked, paused, resumed and cancelled in this process, and killed with
/// another one. It answers while it runs and while it is paused, or refuses at once. Paused it
/// is silent and does nothing; cancelled it ends soon, even while it is paused; and after it was
/// killed the same job can be started again in the same place.
#[test]
fn jobs_of_every_kind_are_asked_paused_resumed_cancelled_and_killed() {
    for kind in KINDS {
        let folder = tempfile::tempdir().unwrap();
        let runtime = runtime(folder.path(), Clock::system());
        kill(kind, folder.path());
        let job = runtime.submit(endless(kind, folder.path()));
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

/// Another goal ends a running job of every kind that has one, and no other. Omaha before the
/// flop ends after a measurement over all boards, which takes long; `preflop/omaha/steps.rs`
/// tests it with fewer cards.
#[test]
fn another_goal_ends_a_running_job_of_every_kind_that_has_one() {
    for kind in KINDS {
        if matches!(kind, JobKind::OmahaPreflop | JobKind::OmahaStacks) {
            continue;
        }
        let folder = tempfile::tempdir().unwrap();
        let runtime = runtime(folder.path(), Clock::system());
        let job = runtime.submit(endless(kind, folder.path()));
        solving(&job);
        job.control().change_goal(GoalChange { iterations: Some(1), ..GoalChange::default() });
        let [.., has_goal] = abilities(kind);
        if has_goal {
            let finished = job.report().unwrap();
            assert!(!finished.cancelled, "{kind}: {finished:?}");
        } else {
            job.control().cancel();
            let cancelled = match job.report() {
                Ok(finished) => finished.cancelled,
                Err(error) => error.is_cancelled(),
            };
            assert!(cancelled, "{kind}: {:?}", job.report());
        }
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
    job.control().change_goal(GoalChange { iterations: Some(3), ..GoalChange::default() });
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

#[test]
fn stacks_that_are_cancelled_before_a_measurement_leave_no_folder() {
    let folder = tempfile::tempdir().unwrap();
    let runtime = runtime(folder.path(), Clock::system());
    let job = runtime.submit(endless(JobKind::OmahaStacks, folder.path()));
    solving(&job);
    assert!(folder.path().join("omaha_stacks").is_dir());
    job.control().cancel();
    assert!(job.report().is_err_and(|error| error.is_cancelled()));
    assert!(!folder.path().join("omaha_stacks").exists());
}

/// The kind and the folder of the job that [`runs_until_it_is_killed`] runs.
const KILLED_JOB: &str = "QUASAR_TEST_KILLED_JOB";

/// Runs a job in a process of its own, and kills that process while the job computes.
fn kill(kind: JobKind, folder: &Path) {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "jobs::runs_until_it_is_killed", "--nocapture"])
        .env(KILLED_JOB, format!("{kind} {}", folder.display()))
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let computes = lines.map_while(Result::ok).any(|line| line.contains("the job computes"));
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(computes, "{kind} was killed at work");
}

/// The other process of [`kill`]; without one there is nothing to run.
#[test]
fn runs_until_it_is_killed() {
    let Ok(text) = std::env::var(KILLED_JOB) else { return };
    let (name, folder) = text.split_once(' ').unwrap();
    let kind = KINDS.into_iter().find(|kind| kind.to_string() == name).unwrap();
    let runtime = runtime(Path::new(folder), Clock::system());
    let job = runtime.submit(endless(kind, Path::new(folder)));
    solving(&job);
    writeln!(std::io::stdout(), "the job computes").unwrap();
    job.report().unwrap();
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

/// A target is in percent of the pot, and the solve ends as soon as it is reached.
#[test]
fn a_running_solve_ends_at_another_target() {
    let folder = tempfile::tempdir().unwrap();
    let runtime = runtime(folder.path(), Clock::system());
    let job = runtime.submit(endless(JobKind::Spot, folder.path()));
    job.control().change_goal(GoalChange { target: Some(0.4), ..GoalChange::default() });
    let finished = job.report().unwrap();
    let JobReport::Spot(report) = &finished.report else { panic!("{finished:?}") };
    assert!(report.exploitability_percent.unwrap() <= 0.4 && !finished.cancelled, "{report:?}");
}

fn iterations(text: &str, count: u32) -> SpotSpec {
    let goal = Goal { iterations: Some(count), ..Goal::NONE };
    SpotSpec { goal, ..spot(text) }
}

fn run(runtime: &Runtime, run: SpotRun) -> std::sync::Arc<Finished> {
    runtime.submit(JobSpec::Spot(Box::new(run))).report().unwrap()
}

/// The strategy of the first decision, as bits.
fn bits(finished: &Finished) -> Vec<u32> {
    let JobReport::Spot(report) = &finished.report else { panic!("{finished:?}") };
    let hands = report.node.hands.iter();
    hands.flat_map(|hand| hand.frequencies.iter().map(|part| part.to_bits())).collect()
}

/// Interrupted at a checkpoint and resumed, a solve ends with the bits of one that was not.
#[test]
fn a_solve_resumes_from_the_checkpoint_that_was_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let runtime = runtime(folder.path(), Clock::system());
    let whole = run(&runtime, SpotRun::new(iterations(TURN, 40)));
    assert!(whole.files.is_empty(), "short solves leave nothing: {:?}", whole.files);

    let job = runtime.submit(endless(JobKind::Spot, folder.path()));
    let path = job.checkpoint().unwrap();
    job.control().cancel();
    let finished = job.report().unwrap();
    let kept: Vec<_> = finished.files.iter().map(|file| (file.what, &file.path)).collect();
    assert_eq!(kept, [(FileWritten::Checkpoint, &path)]);
    let JobReport::Spot(report) = &finished.report else { panic!("{finished:?}") };
    let total = report.iterations + 40;

    let resume = Some(Resume::Checkpoint(path.clone()));
    let resumed = run(&runtime, SpotRun { resume, ..SpotRun::new(iterations(TURN, total)) });
    let straight = run(&runtime, SpotRun::new(iterations(TURN, total)));
    assert_eq!(bits(&resumed), bits(&straight));
    assert!(!path.exists() || resumed.files.is_empty());

    let resume = Some(Resume::Checkpoint(path));
    let other = SpotRun { resume, ..SpotRun::new(iterations(FLOP, 10)) };
    let refused = runtime.submit(JobSpec::Spot(Box::new(other))).report().unwrap_err();
    assert!(refused.is_input(), "{refused}");
}

/// Suspended, a solve leaves a checkpoint and no save; resumed from it, it ends with the
/// bits of one that was not.
#[test]
fn a_suspended_solve_leaves_a_checkpoint_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let runtime = runtime(folder.path(), Clock::system());
    let (save, path) = (folder.path().join("spot.qsr"), folder.path().join("spot.checkpoint"));
    let suspended = SpotRun {
        output: Some(SaveTo { path: save.clone(), keep: Some(SaveSize::Full) }),
        checkpoint: CheckpointPlace::Beside(path.clone()),
        ..SpotRun::new(iterations(TURN, u32::MAX))
    };
    let job = runtime.submit(JobSpec::Spot(Box::new(suspended)));
    job.ask(NodeQuery::default()).unwrap();
    job.control().suspend();
    let error = job.report().unwrap_err();
    assert!(matches!(*error, JobError::Suspended) && error.is_cancelled(), "{error}");
    assert!(path.exists() && !save.exists());

    let done = Checkpoint::open(&path).unwrap().header().iterations;
    let resume = Some(Resume::Checkpoint(path));
    let resumed = run(&runtime, SpotRun { resume, ..SpotRun::new(iterations(TURN, done + 10)) });
    let straight = run(&runtime, SpotRun::new(iterations(TURN, done + 10)));
    assert_eq!(bits(&resumed), bits(&straight));
}

/// What a job takes is what its plan says, and a better goal is told from a worse one.
#[test]
fn jobs_tell_what_they_take_and_which_asks_for_more() {
    let job = |spot: SpotSpec| JobSpec::Spot(Box::new(SpotRun::new(spot)));
    let plan = spot(TURN).plan().unwrap();
    let size = job(spot(TURN)).size(u64::MAX).unwrap();
    assert_eq!(size.memory, plan.size().memory.total);
    assert!(size.disk >= 2 * plan.save_size(SaveSize::Full).unwrap());
    assert!(job(spot(TURN)).size(1_000).unwrap_err().is_input());

    let goal = |exploitability, iterations| {
        job(SpotSpec { goal: Goal { exploitability, iterations, ..Goal::NONE }, ..spot(TURN) })
    };
    for (more, less) in [
        (goal(Some(0.1), None), goal(Some(0.2), None)),
        (goal(None, Some(20)), goal(None, Some(10))),
        (goal(Some(0.1), None), goal(Some(0.1), Some(10))),
    ] {
        assert!(more.asks_more_than(&less) && !less.asks_more_than(&more));
        assert!(!more.asks_more_than(&more));
        assert_eq!(more.id(), less.id());
    }
    let change = goal(Some(0.5), Some(7)).goal_change().unwrap();
    // A pot of 100 chips: half a chip is half a percent.
    assert_eq!((change.target, change.iterations), (Some(0.5), Some(7)));
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

/// By a clock that is moved by hand: the first checkpoint after a minute, the next ones
/// half a minute apart, and none of them left when the goal is reached.
#[test]
fn long_solves_write_checkpoints_by_themselves() {
    let folder = tempfile::tempdir().unwrap();
    let clock = Clock::manual();
    let runtime = runtime(folder.path(), clock.clone());
    let job = runtime.submit(endless(JobKind::Spot, folder.path()));
    let mut written = Vec::new();
    let mut events = job.events();
    for seconds in [59, 1, 29, 1, 30] {
        job.ask(NodeQuery::default()).unwrap();
        clock.advance(Duration::from_secs(seconds));
        // Two iterations later what was due is done.
        job.ask(NodeQuery::default()).unwrap();
        let before = job.ask(NodeQuery::default()).unwrap().iteration;
        while job.ask(NodeQuery::default()).unwrap().iteration < before + 2 {}
        let mut count = 0;
        while let Waited::Event(event) = events.next_within(Duration::from_millis(50)) {
            count += usize::from(matches!(event.detail, Some(Detail::Written { .. })));
        }
        written.push(count);
    }
    assert_eq!(written, [0, 1, 0, 1, 1]);
    let kept = || std::fs::read_dir(folder.path().join("checkpoints")).unwrap().count();
    assert_eq!(kept(), 2, "the last one, and the place of the next");
    job.control().change_goal(GoalChange { iterations: Some(1), ..GoalChange::default() });
    assert!(!job.report().unwrap().cancelled);
    assert_eq!(kept(), 0, "what is solved needs no checkpoint");
}

/// What cannot be saved is noticed before the solve, and leaves things as they are.
#[test]
fn a_place_that_cannot_be_written_is_refused_before_solving() {
    let folder = tempfile::tempdir().unwrap();
    let runtime = runtime(folder.path(), Clock::system());
    let foreign = folder.path().join("notes.txt");
    std::fs::write(&foreign, "mine").unwrap();
    for (output, checkpoint) in [
        (Some(foreign.clone()), CheckpointPlace::Automatic),
        (Some(folder.path().to_owned()), CheckpointPlace::Automatic),
        (None, CheckpointPlace::Kept(foreign.clone())),
        (None, CheckpointPlace::Kept(folder.path().to_owned())),
    ] {
        let output = output.map(|path| SaveTo { path, keep: Some(SaveSize::Full) });
        let spec = SpotRun { output, checkpoint, ..SpotRun::new(spot(TURN)) };
        let job = runtime.submit(JobSpec::Spot(Box::new(spec)));
        assert!(job.report().is_err());
        assert!(job.events().all(|event| event.phase != Phase::Solving));
    }
    assert_eq!(std::fs::read_to_string(&foreign).unwrap(), "mine");
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

/// Every kind of job is written as JSON with its kind and read back as the same job; the
/// hash tells games apart, and nothing else.
#[test]
fn specs_are_written_and_read_back_with_their_kind() {
    let folder = tempfile::tempdir().unwrap();
    let mut hashes = Vec::new();
    for kind in KINDS {
        let spec = endless(kind, folder.path());
        let written = serde_json::to_value(&spec).unwrap();
        assert_eq!(written["kind"], kind.to_string());
        let read: JobSpec = serde_json::from_value(written.clone()).unwrap();
        assert_eq!(serde_json::to_value(&read).unwrap(), written, "{kind}");
        assert_eq!(read.hash(), spec.hash(), "{kind}");
        hashes.push(spec.hash());
    }
    hashes.sort_unstable();
    hashes.dedup();
    assert_eq!(hashes.len(), KINDS.len());
    let hash =
        |text: &str, count| JobSpec::Spot(Box::new(SpotRun::new(iterations(text, count)))).hash();
    assert_eq!(hash(TURN, 10), hash(&TURN.replace("threads: 1", "threads: 2"), 20));
    assert_ne!(hash(TURN, 10), hash(&TURN.replace("pot: 100", "pot: 101"), 10));
}
