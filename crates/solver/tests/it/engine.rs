//! What the engine guarantees for every game: iterations do not allocate, results are
//! reproducible, checkpoints restore everything.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::Mutex;

use quasar_cards::Street;
use quasar_game::{BettingTree, Chips, PlayerSizes, Rake, Rules, StreetSpec, TreeSpec, TreeStart};
use quasar_solver::{
    Algorithm, Expansion, Leaf, MatrixGame, MemoryEstimate, NodeAt, PairTable, Player, Precision,
    Profile, Pruning, PublicNode, PublicTree, Settings, Solver, SolverError, Updates, kuhn, leduc,
    public_tree,
};

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

/// Counts the allocations of each thread. Other tests run on other threads and do not
/// disturb it.
struct Counting;

// SAFETY: every call is passed on unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.with(|count| count.set(count.get() + 1));
        // SAFETY: the caller keeps the contract.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the contract.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn allocations() -> u64 {
    ALLOCATIONS.with(Cell::get)
}

/// Three streets without cards over hands that beat each other by chance, some of
/// which cannot be held together.
fn three_streets(hands: usize, rake: Rake) -> MatrixGame {
    three_streets_with(hands, rake, 0.0)
}

/// The same with hands of the second player that win more often by `ahead`.
fn three_streets_with(hands: usize, rake: Rake, ahead: f32) -> MatrixGame {
    let sizes = PlayerSizes::new("50%,100%".parse().unwrap(), "100%".parse().unwrap());
    let street = StreetSpec { raise_cap: Some(1), ..StreetSpec::both(sizes) };
    let start = TreeStart::street(Street::Flop, Chips(20), Chips(100));
    let betting = BettingTree::build(&TreeSpec::new(Rules::NO_LIMIT, start, street)).unwrap();
    let tree = public_tree(&betting, rake).unwrap().tree;
    let together =
        move |first: usize, second: usize| f32::from(u8::from(!(first + second).is_multiple_of(7)));
    let beats = move |first: usize, second: usize| {
        let chance = first as f32 - second as f32 + ((first * 31 + second * 17) % 5) as f32 - 2.0;
        together(first, second) * (chance / hands as f32 - ahead)
    };
    let weights =
        [0, 1].map(|player| (0..hands).map(|hand| 1.0 + ((hand + player) % 3) as f32).collect());
    let sides = [hands; 2];
    let tests = vec![PairTable::opposed(sides, beats)];
    MatrixGame::without_cards(tree, weights, PairTable::shared(sides, together), tests).unwrap()
}

fn steps<G: quasar_solver::SolverGame>(solver: &mut Solver<G>, count: u32) {
    (0..count).for_each(|_| solver.step().unwrap());
}

#[test]
fn an_iteration_allocates_nothing() {
    let pruning = Pruning { warmup: 1, explore: 0.1, threshold: -1.0, floor: -100.0 };
    let play = Algorithm::FictitiousPlay { linear: true, optimistic: true };
    let settings = [
        Settings::default(),
        Settings { updates: Updates::Simultaneous, ..Settings::default() },
        Settings { precision: Precision::Half, ..Settings::default() },
        Settings { pruning: Some(pruning), ..Settings::default() },
        Settings { algorithm: Algorithm::PredictivePlus, ..Settings::default() },
        Settings { algorithm: play, ..Settings::default() },
    ];
    for settings in settings {
        for game in [three_streets(20, Rake::NONE), leduc().unwrap().game] {
            let mut solver = Solver::new(game, settings).unwrap();
            let before = allocations();
            steps(&mut solver, 5);
            solver.exploitability(Profile::Average).unwrap();
            assert_eq!(allocations() - before, 0, "{settings:?}");
        }
    }
}

#[test]
fn runs_are_identical_whatever_the_threads() {
    for game in [three_streets(30, Rake::NONE), leduc().unwrap().game] {
        for precision in [Precision::Full, Precision::Half] {
            let states = [1, 1, 2, 3].map(|threads| {
                let settings = Settings { threads, precision, ..Settings::default() };
                let mut solver = Solver::new(game.clone(), settings).unwrap();
                steps(&mut solver, 20);
                let worth = solver.exploitability(Profile::Average).unwrap();
                (solver.checkpoint(), worth.values.map(f64::to_bits))
            });
            assert!(states.windows(2).all(|pair| pair[0] == pair[1]));
        }
    }
}

#[test]
fn a_checkpoint_in_the_middle_changes_nothing() {
    let play = Algorithm::FictitiousPlay { linear: false, optimistic: true };
    for (algorithm, precision) in [
        (Algorithm::default(), Precision::Full),
        (Algorithm::default(), Precision::Half),
        (Algorithm::PredictivePlus, Precision::Full),
        (play, Precision::Full),
    ] {
        let settings = Settings { algorithm, precision, ..Settings::default() };
        let new = || Solver::new(leduc().unwrap().game, settings).unwrap();
        let mut straight = new();
        steps(&mut straight, 30);
        let mut first = new();
        steps(&mut first, 13);
        let mut second = new();
        second.restore(&first.checkpoint()).unwrap();
        assert_eq!(second.iteration(), 13);
        steps(&mut second, 17);
        assert_eq!(straight.checkpoint(), second.checkpoint());
    }
}

/// The first stage's regrets follow the header of 136 bytes, in blocks of eight
/// hands, action by action; an export has them in rows.
#[test]
fn checkpoints_pad_the_last_block() {
    const HANDS: usize = 20;
    let mut solver = Solver::new(three_streets(HANDS, Rake::NONE), Settings::default()).unwrap();
    steps(&mut solver, 7);
    let bytes = solver.checkpoint();
    let mut numbers = bytes[136..].as_chunks().0.iter().map(|bytes| f32::from_le_bytes(*bytes));
    let first = Mutex::new(None);
    solver.export(Profile::Average, 1, |_, stage| *first.lock().unwrap() = Some(stage)).unwrap();
    for decision in first.into_inner().unwrap().unwrap().decisions {
        for block in 0..HANDS.div_ceil(8) {
            for row in decision.regrets.chunks_exact(HANDS) {
                let hands = row.iter().skip(8 * block).copied().chain([0.0; 8]).take(8);
                assert!(hands.eq(numbers.by_ref().take(8)), "node {}", decision.node);
            }
        }
    }
}

/// No part is large, however large the state, and restoring checks the checksum of
/// the whole.
#[test]
fn checkpoints_are_written_in_parts() {
    for precision in [Precision::Full, Precision::Half] {
        let settings = Settings { precision, ..Settings::default() };
        let mut solver = Solver::new(three_streets(90, Rake::NONE), settings).unwrap();
        steps(&mut solver, 2);
        let mut parts: Vec<Vec<u8>> = Vec::new();
        let keep = |part: &[u8]| {
            parts.push(part.to_vec());
            Ok::<(), ()>(())
        };
        solver.write_checkpoint(keep).unwrap();
        assert!(parts.len() > 2 && parts.iter().all(|part| part.len() <= (1 << 16) + 8));
        let whole = parts.concat();
        assert_eq!((whole.len(), &whole), (solver.checkpoint_len(), &solver.checkpoint()));
        solver.restore(&whole).unwrap();
        let mut calls = 0;
        let stop = |_: &[u8]| {
            calls += 1;
            if calls < 2 { Ok(()) } else { Err("the disk is full") }
        };
        assert_eq!(solver.write_checkpoint(stop), Err("the disk is full"));
        assert_eq!(calls, 2, "nothing comes after an error");
    }
}

#[test]
fn a_checkpoint_that_does_not_fit_is_refused() {
    let mut solver = Solver::new(leduc().unwrap().game, Settings::default()).unwrap();
    steps(&mut solver, 3);
    let good = solver.checkpoint();
    let mut refuses = |bytes: &[u8], reason: &'static str| {
        assert_eq!(solver.restore(bytes), Err(SolverError::BadCheckpoint(reason)));
        assert_eq!(solver.checkpoint(), good, "nothing changes");
    };
    let changed = |place: usize| {
        let mut bytes = good.clone();
        bytes[place] ^= 1;
        bytes
    };
    refuses(&[], "it is too short");
    refuses(&good[..7], "it is too short");
    refuses(&good[..135], "it is too short");
    refuses(&good[..136], "it is too short");
    refuses(&good[..good.len() - 1], "it has the wrong length");
    refuses(&changed(0), "it does not begin like a checkpoint");
    refuses(&changed(4), "it has a different version");
    refuses(&changed(9), "it belongs to a different game");
    refuses(&changed(17), "its checksum is wrong");
    refuses(&changed(20), "it has unexpected bytes");
    refuses(&changed(28), "it belongs to different settings");
    refuses(&changed(121), "it belongs to a different game");
    refuses(&changed(1_000), "its checksum is wrong");
    refuses(&changed(good.len() - 1), "its checksum is wrong");
    let other = Solver::new(kuhn().unwrap().game, Settings::default()).unwrap();
    refuses(&other.checkpoint(), "it belongs to a different game");
}

/// A player who is behind has no good bets. The threshold is five times what an
/// iteration can lose by a bet of the pot: 20 chips, and 60 for the weight of the
/// opponent's 30 hands.
#[test]
fn pruning_saves_work_and_agrees() {
    let pruning =
        |threshold| Some(Pruning { warmup: 50, explore: 0.05, threshold, floor: 2.0 * threshold });
    let solve = |updates, pruning| {
        let settings =
            Settings { algorithm: Algorithm::Linear, updates, pruning, ..Settings::default() };
        let game = three_streets_with(30, Rake::NONE, 0.5);
        let mut solver = Solver::new(game, settings).unwrap();
        steps(&mut solver, 500);
        (solver.exploitability(Profile::Average).unwrap(), solver.prune_count())
    };
    for updates in [Updates::Alternating, Updates::Simultaneous] {
        let (plain, uncounted) = solve(updates, None);
        assert_eq!((uncounted.seen, uncounted.pruned), (0, 0));
        let (all, whole) = solve(updates, pruning(-1e30));
        assert_eq!((all, whole.pruned), (plain, 0), "nothing falls that deep");
        let (some, count) = solve(updates, pruning(-5.0 * 20.0 * 60.0));
        let done = count.seen - count.pruned;
        assert!(done * 100 < whole.seen * 92, "{updates:?} {count:?} {whole:?}");
        let apart = (all.values[0] - some.values[0]).abs();
        assert!(apart <= all.mean() + some.mean(), "{updates:?} {all:?} {some:?}");
        assert!(some.mean() < 1.2 * all.mean(), "{updates:?} {all:?} {some:?}");
    }
}

/// Every decision of a player, with the number of its actions.
fn decisions(solver: &Solver<MatrixGame>, player: Player) -> Vec<NodeAt> {
    use quasar_solver::SolverGame;
    let game = solver.game();
    let mut found = Vec::new();
    for (stage, nodes) in game.tree().stages().iter().enumerate() {
        for (node, kind) in nodes.nodes().iter().enumerate() {
            if matches!(kind, PublicNode::Decision { player: acts, .. } if *acts == player) {
                let boards = if nodes.level() == 0 {
                    vec![vec![]]
                } else {
                    (0..game.boards(1)).map(|deal| vec![deal]).collect()
                };
                found.extend(boards.into_iter().map(|deals| NodeAt { stage, node, deals }));
            }
        }
    }
    found
}

#[test]
fn locking_equilibrium_strategies_leaves_the_value() {
    let mut solved = Solver::new(leduc().unwrap().game, Settings::default()).unwrap();
    steps(&mut solved, 3_000);
    let mut locked = Solver::new(leduc().unwrap().game, Settings::default()).unwrap();
    for at in decisions(&solved, Player::Oop) {
        let strategy = solved.strategy(&at, Profile::Average).unwrap();
        locked.lock(&at, strategy.into_iter().map(Some).collect()).unwrap();
    }
    steps(&mut locked, 1_000);
    let (free, held) = (
        solved.exploitability(Profile::Average).unwrap(),
        locked.exploitability(Profile::Average).unwrap(),
    );
    assert!((free.values[0] - held.values[0]).abs() < 1e-3, "{free:?} {held:?}");
    let gain = held.gains()[0];
    assert!(gain.abs() < 1e-5, "a player whose every decision is locked cannot gain: {gain}");
}

/// Kuhn: if the second player calls every bet, kings bet and win 2 in both of
/// their deals, queens bet and win 2 from jacks and lose 2 to kings, and jacks
/// check and lose 1 in both: (4 + 0 - 2) / 6.
#[test]
fn locking_a_bad_strategy_is_exploited() {
    let toy = kuhn().unwrap();
    let node = toy.lines[0].iter().position(|line| line == "bet").unwrap();
    let mut solver = Solver::new(toy.game, Settings::default()).unwrap();
    let at = NodeAt { stage: 0, node, deals: vec![] };
    let always_calls = vec![Some(0.0), Some(0.0), Some(0.0), Some(1.0), Some(1.0), Some(1.0)];
    solver.lock(&at, always_calls).unwrap();
    steps(&mut solver, 5_000);
    let found = solver.exploitability(Profile::Average).unwrap();
    assert!(found.mean() < 1e-3, "{found:?}");
    assert!((found.values[0] - 1.0 / 3.0).abs() < 1e-3, "{found:?}");
    assert_eq!(solver.strategy(&at, Profile::Average).unwrap(), [0.0, 0.0, 0.0, 1.0, 1.0, 1.0]);
    assert!(solver.unlock(&at).unwrap());
    assert!(!solver.unlock(&at).unwrap());
}

#[test]
fn some_hands_can_be_locked() {
    let toy = kuhn().unwrap();
    let mut solver = Solver::new(toy.game, Settings::default()).unwrap();
    let at = NodeAt { stage: 0, node: 0, deals: vec![] };
    let jack_bets = vec![Some(0.0), None, None, Some(1.0), None, None];
    solver.lock(&at, jack_bets).unwrap();
    steps(&mut solver, 2_000);
    let strategy = solver.strategy(&at, Profile::Average).unwrap();
    assert_eq!(strategy[3], 1.0);
    assert!(strategy[4] < 0.5, "queens still check: {strategy:?}");
    assert!(solver.exploitability(Profile::Average).unwrap().mean() < 1e-3);
}

#[test]
fn locks_that_are_no_strategies_are_refused() {
    let mut solver = Solver::new(kuhn().unwrap().game, Settings::default()).unwrap();
    let at = |node| NodeAt { stage: 0, node, deals: vec![] };
    assert_eq!(
        solver.lock(&at(0), vec![Some(1.0)]),
        Err(SolverError::LockSize { found: 1, expected: 6 })
    );
    let mut frequencies = vec![Some(0.5); 6];
    frequencies[1] = Some(0.7);
    let refused = SolverError::BadLock { hand: 1, sum: "1.2".to_owned() };
    assert_eq!(solver.lock(&at(0), frequencies.clone()), Err(refused));
    frequencies[1] = None;
    assert!(matches!(solver.lock(&at(0), frequencies), Err(SolverError::BadLock { hand: 1, .. })));
    assert!(matches!(solver.lock(&at(99), vec![]), Err(SolverError::NoDecision { .. })));
    let elsewhere = NodeAt { stage: 0, node: 0, deals: vec![0] };
    assert!(matches!(solver.lock(&elsewhere, vec![]), Err(SolverError::NoDecision { .. })));
}

/// With rake the players together lose what the house takes, and each has an
/// exploitability of their own.
#[test]
fn rake_is_paid_and_each_player_converges() {
    let rake = Rake::new(0.05, 3.0, false).unwrap();
    let mut solver = Solver::new(three_streets(20, rake), Settings::default()).unwrap();
    steps(&mut solver, 1_000);
    let found = solver.exploitability(Profile::Average).unwrap();
    let house = -(found.values[0] + found.values[1]);
    assert!((1.0..=3.0).contains(&house), "at least 5 % of 20, at most the cap: {found:?}");
    for gain in found.gains() {
        assert!((-1e-4..0.1).contains(&gain), "{found:?}");
    }
}

#[test]
fn the_gap_is_the_mean_of_both_gains() {
    let rake = Rake::new(0.05, 3.0, false).unwrap();
    for game in [three_streets(20, Rake::NONE), three_streets(20, rake), leduc().unwrap().game] {
        let mut solver = Solver::new(game, Settings::default()).unwrap();
        steps(&mut solver, 20);
        for profile in [Profile::Average, Profile::Current] {
            let mean = solver.exploitability(profile).unwrap().mean();
            assert!((solver.gap(profile).unwrap() - mean).abs() < 1e-4 * (1.0 + mean));
        }
    }
}

/// The values of a node's hands, weighted by reach, are the value of the game.
#[test]
fn values_at_the_first_node_sum_up_to_those_of_the_game() {
    let mut solver = Solver::new(leduc().unwrap().game, Settings::default()).unwrap();
    steps(&mut solver, 200);
    let worth = solver.exploitability(Profile::Average).unwrap();
    let start = NodeAt { stage: 0, node: 0, deals: vec![] };
    let values = solver.values(&start, Profile::Average).unwrap();
    for player in 0..2 {
        assert_eq!(values.compatible_weight[player], [5.0; 6]);
        let mean: f32 = values.values[player].iter().map(|value| value.unwrap()).sum::<f32>() / 6.0;
        assert!((f64::from(mean) - worth.values[player]).abs() < 1e-5);
    }
    let best = solver.best_responses(&start, Profile::Average).unwrap();
    for player in 0..2 {
        let mean: f32 = best.values[player].iter().map(|value| value.unwrap()).sum::<f32>() / 6.0;
        assert!((f64::from(mean) - worth.best_responses[player]).abs() < 1e-5);
        let pairs = best.values[player].iter().zip(&values.values[player]);
        assert!(pairs.into_iter().all(|(best, mean)| best.unwrap() >= mean.unwrap() - 1e-5));
    }
    // On the board Jh, five hands are left, and each is compatible with the four others.
    let later = NodeAt { stage: 1, node: 0, deals: vec![0] };
    let values = solver.values(&later, Profile::Average).unwrap();
    assert_eq!(values.reach[0].len(), 5);
    for (hand, meets) in values.compatible_weight[0].iter().enumerate() {
        let others: f32 =
            (0..5).filter(|&other| other != hand).map(|other| values.reach[1][other]).sum();
        assert!((meets - others).abs() < 1e-6);
    }
}

#[test]
fn memory_is_known_before_it_is_allocated() {
    let game = three_streets(20, Rake::NONE);
    for threads in [1, 2] {
        let settings = Settings { threads, ..Settings::default() };
        let estimate = MemoryEstimate::new(&game, &settings).unwrap();
        let refused = Solver::within(game.clone(), settings, estimate.total() - 1).err().unwrap();
        let (needed, allowed) = (estimate.total(), estimate.total() - 1);
        assert_eq!(refused, SolverError::TooLarge { needed, allowed });
        let solver = Solver::within(game.clone(), settings, estimate.total()).unwrap();
        // Header and checksum are 144 bytes; the storage does not fill 20 hands up to 24.
        let state = solver.checkpoint().len() as u64;
        assert_eq!(state - 144, estimate.storage / 20 * 24);
    }
}

#[test]
fn leaves_without_a_table_are_refused() {
    let grown = PublicTree::grow((), |()| Expansion::Leaf(Leaf::showdown(1, 1.0))).unwrap();
    let table = || PairTable::shared([2; 2], |_, _| 1.0);
    let weights = [vec![1.0; 2], vec![1.0; 2]];
    let refused = MatrixGame::without_cards(grown.tree, weights, table(), vec![table()]).err();
    assert_eq!(refused, Some(SolverError::NoTest { level: 0, board: 0, test: 1 }));
}

#[test]
fn settings_that_make_no_sense_are_refused() {
    let refused = |settings| Solver::new(kuhn().unwrap().game, settings).err().unwrap();
    let pruning = Pruning { warmup: 0, explore: 2.0, threshold: -1.0, floor: -2.0 };
    let bad = [
        Settings { threads: 0, ..Settings::default() },
        Settings { threads: 100_000, ..Settings::default() },
        Settings { pruning: Some(pruning), ..Settings::default() },
        Settings {
            pruning: Some(Pruning { explore: 0.1, floor: 0.0, ..pruning }),
            ..Settings::default()
        },
        Settings {
            pruning: Some(Pruning { explore: 0.1, threshold: 1.0, ..pruning }),
            ..Settings::default()
        },
    ];
    for settings in bad {
        assert!(matches!(refused(settings), SolverError::BadSetting { .. }), "{settings:?}");
    }
    let half = Settings {
        precision: Precision::Half,
        algorithm: Algorithm::PredictivePlus,
        ..Settings::default()
    };
    assert!(matches!(refused(half), SolverError::Conflict(_)));
}

/// After games of any size, in any storage, the numbers of a new solver.
#[test]
fn a_restarted_solver_is_like_a_new_one() {
    for settings in [
        Settings::default(),
        Settings { precision: Precision::Half, ..Settings::default() },
        Settings { algorithm: Algorithm::PredictivePlus, threads: 2, ..Settings::default() },
    ] {
        let mut used = Solver::new(three_streets(9, Rake::NONE), settings).unwrap();
        for hands in [9, 30, 12, 30] {
            steps(&mut used, 3);
            used.restart(three_streets(hands, Rake::NONE)).unwrap();
            assert_eq!(used.iteration(), 0);
            steps(&mut used, 4);
            let mut fresh = Solver::new(three_streets(hands, Rake::NONE), settings).unwrap();
            steps(&mut fresh, 4);
            assert_eq!(used.checkpoint(), fresh.checkpoint(), "{hands} hands, {settings:?}");
        }
    }
}
