//! One control stops everything that networks take long for.

use quasar::cards::{Game, Street};
use quasar::job::{Control, Engine};
use quasar::nets::{
    BucketGame, BucketTrainSpec, BucketTraining, Deck, EvalSpec, GenerateSpec, LeducSpec,
    LeducTraining, LeducValues, Model, NetsError, NetworkSpec, Output, RangeSource, RebelSpec,
    ResolveSettings, SampleSplit, SearchSettings, SearchSpec, SearchValues, SelfPlaySettings,
    Shard, TrainSpec, Training,
};
use quasar::request::values::Updates;

fn shard(part: SampleSplit, count: u32) -> Shard {
    Shard {
        game: Game::Holdem,
        deck: Deck::Full,
        street: Street::River,
        part,
        source: RangeSource::Random,
        seed: 5,
        number: 0,
        count,
    }
}

#[test]
fn cancelled_work_stops_before_it_begins() {
    let (engine, kept) =
        (Engine::new(2, Engine::DEFAULT_CACHE).unwrap(), tempfile::tempdir().unwrap());
    let folder = kept.path().to_owned();
    let (live, cancelled) = (Control::new(), Control::new());
    cancelled.cancel();
    let engine = &engine;
    let river = || Model::shipped(Street::River, Game::Holdem).unwrap();

    let generate = GenerateSpec::run_of(shard(SampleSplit::Train, 16), 16, 16, &folder);
    assert!(matches!(generate.run(engine, &cancelled), Err(NetsError::Stopped)));
    assert!(!folder.read_dir().unwrap().any(|_| true), "no shard is half written");
    let made = generate.run(engine, &live).unwrap();
    assert_eq!((made.written, live.done(), live.total()), (1, 16, 16));
    GenerateSpec::run_of(shard(SampleSplit::HeldOut, 1), 1, 1, &folder).run(engine, &live).unwrap();

    let eval = EvalSpec { folder: folder.clone(), model: river(), buckets: None, noise: 0 };
    assert!(matches!(eval.run(engine, &cancelled), Err(NetsError::Cancelled)));
    let output = folder.join("network");
    let made_by = String::new();
    let network = NetworkSpec {
        street: Street::River,
        output: Output::Curve,
        width: 4,
        depth: 1,
        version: NetworkSpec::latest(Street::River),
    };
    let training = Training { epochs: 1, ..Training::default() };
    let train = TrainSpec {
        folder: folder.clone(),
        network,
        training,
        output: output.clone(),
        made_by: made_by.clone(),
    };
    let mut shown = 0;
    let trained = train.run(engine, &cancelled, |_| shown += 1);
    assert!(matches!(trained, Err(NetsError::Stopped)));
    assert_eq!(shown, 1, "the samples were read");
    let game = BucketGame { game: Game::Holdem, deck: Deck::Full, street: Street::River };
    let training = BucketTraining { width: 4, depth: 1, epochs: 1, ..BucketTraining::default() };
    let buckets =
        BucketTrainSpec { folder: folder.clone(), game, training, output: output.clone(), made_by };
    let trained = buckets.run(engine, &cancelled, |_, _| panic!("no epoch is trained"));
    assert!(matches!(trained, Err(NetsError::Cancelled)));
    assert!(!output.exists());

    let search = SearchSpec {
        table: "holdem-turn".to_owned(),
        model: river(),
        buckets: None,
        values: vec![SearchValues::Equity],
        spots: 0..1,
        iterations: 1,
        updates: Updates::Alternating,
        rest: 1,
        threads: 1,
    };
    assert_eq!(search.run(&cancelled, |_| ()).unwrap().spots, []);
    let (training, search) = (SelfPlaySettings::default(), SearchSettings::default());
    let rebel = RebelSpec {
        dice: 1,
        faces: 2,
        training,
        epochs: 1,
        measure_every: 0,
        search,
        plays: 1,
        zero: false,
    };
    let played = rebel.run(engine, &cancelled, |_| panic!("nothing is played"));
    assert!(matches!(played, Err(NetsError::Cancelled)));
    let training =
        LeducTraining { samples: 1, rounds: 0, one_in: 1, steps: 1, rate: 1e-3, seed: 1 };
    for values in [LeducValues::Network, LeducValues::Exact, LeducValues::Zero] {
        let resolve = ResolveSettings::default();
        let leduc = LeducSpec { ante: 100, stack: 300, values, width: 4, training, resolve };
        assert!(matches!(leduc.run(engine, &cancelled), Err(NetsError::Cancelled)));
    }
}

/// Paused work sleeps until it is resumed, and finds what it would have found; cancelled in the middle
/// it stops there, and leaves no network.
#[test]
fn work_is_paused_and_cancelled_in_the_middle() {
    let (engine, kept) =
        (Engine::new(1, Engine::DEFAULT_CACHE).unwrap(), tempfile::tempdir().unwrap());
    let folder = kept.path().join("data");
    let live = Control::new();
    GenerateSpec::run_of(shard(SampleSplit::Train, 16), 16, 16, &folder)
        .run(&engine, &live)
        .unwrap();
    GenerateSpec::run_of(shard(SampleSplit::HeldOut, 1), 1, 1, &folder)
        .run(&engine, &live)
        .unwrap();
    let train = |name: &str, epochs| {
        let network = NetworkSpec {
            street: Street::River,
            output: Output::Curve,
            width: 4,
            depth: 1,
            version: NetworkSpec::latest(Street::River),
        };
        let training = Training { epochs, ..Training::default() };
        let (folder, made_by) = (folder.clone(), String::new());
        TrainSpec { folder, network, training, output: kept.path().join(name), made_by }
    };
    train("straight", 4).run(&engine, &live, |_| ()).unwrap();

    let control = Control::new();
    std::thread::scope(|scope| {
        let (paused, wait) = std::sync::mpsc::channel();
        let (pausing, engine, spec) = (&control, &engine, train("paused", 4));
        let working = scope.spawn(move || {
            let mut shown = 0;
            spec.run(engine, pausing, move |_| {
                shown += 1;
                if shown == 2 {
                    pausing.pause();
                    paused.send(()).unwrap();
                }
            })
        });
        wait.recv().unwrap();
        assert!(control.is_paused() && !working.is_finished());
        control.resume();
        working.join().unwrap().unwrap();
    });
    let bytes = |name: &str| std::fs::read(kept.path().join(name)).unwrap();
    assert_eq!(bytes("paused"), bytes("straight"));

    let (control, mut shown) = (Control::new(), 0);
    let cancelled = train("cancelled", 1_000_000).run(&engine, &control, |_| {
        shown += 1;
        if shown == 3 {
            control.cancel();
        }
    });
    assert!(matches!(cancelled, Err(NetsError::Stopped)));
    assert_eq!((shown, kept.path().join("cancelled").exists()), (3, false));

    let rebel = |epochs| RebelSpec {
        dice: 1,
        faces: 2,
        training: SelfPlaySettings { games: 4, ..SelfPlaySettings::default() },
        epochs,
        measure_every: 1,
        search: SearchSettings::default(),
        plays: 1,
        zero: false,
    };
    let (control, mut shown) = (Control::new(), 0);
    let cancelled = rebel(1_000_000).run(&engine, &control, |_| {
        shown += 1;
        control.cancel();
    });
    assert!(matches!(cancelled, Err(NetsError::Cancelled)));
    assert_eq!(shown, 1);
}
