//! Search and self-play on small games of Liar's Dice, against the whole game.

use std::sync::Arc;

use quasar_nets::belief::{
    BeliefNetworkValues, BeliefValues, Beliefs, Dice, Policy, Search, SearchSettings, SelfPlay,
    SelfPlaySettings, ZeroValues,
};
use quasar_nets::net::Schedule;
use quasar_solver::{Algorithm, Player, Profile, Settings, Solver, SolverGame, liars_dice};

/// Deeper than any game here.
const WHOLE: usize = 100;

fn rules(dice: usize, faces: usize) -> Arc<Dice> {
    Arc::new(Dice::new(dice, faces).unwrap())
}

fn search(rules: &Arc<Dice>, depth: usize, iterations: u32) -> Search {
    let settings = SearchSettings { depth, iterations };
    Search::new(Arc::clone(rules), settings, Arc::new(ZeroValues))
}

/// The solver's own game, tree, leaf operator and best responses.
fn solved(dice: usize, faces: usize, iterations: u32) -> Solver<quasar_solver::MatrixGame> {
    let settings = Settings { algorithm: Algorithm::Linear, ..Settings::default() };
    let mut solver = Solver::new(liars_dice(dice, faces).unwrap().game, settings).unwrap();
    (0..iterations).for_each(|_| solver.step().unwrap());
    solver
}

/// After more iterations, rounding decides between actions that are equally good, and the
/// two ways apart.
#[test]
fn a_search_to_the_end_is_the_whole_game() {
    for (dice, faces) in [(1, 2), (1, 3), (2, 2)] {
        let rules = rules(dice, faces);
        let uniform = Policy::new(Arc::clone(&rules)).exploitability();
        let exact = solved(dice, faces, 0).exploitability(Profile::Average).unwrap().mean();
        assert!((uniform - exact).abs() < 1e-5, "{dice}x{faces}: {uniform} {exact}");
        let policy = Policy::averages(&mut search(&rules, WHOLE, 3)).unwrap();
        let exact = solved(dice, faces, 3).exploitability(Profile::Average).unwrap().mean();
        let found = policy.exploitability();
        assert!(exact > 1e-2, "there is something to compare");
        assert!((found - exact).abs() < 1e-4, "{dice}x{faces}: {found} {exact}");
        let policy = Policy::averages(&mut search(&rules, WHOLE, 200)).unwrap();
        assert!(policy.exploitability() < 3e-3);
    }
}

#[test]
fn the_value_of_the_start_is_that_of_the_game() {
    // Values of the games: 1/16 (published), and by the solver.
    for (dice, faces, value) in [(1, 4, Some(1.0 / 16.0)), (2, 2, None)] {
        let solved = || solved(dice, faces, 2000).exploitability(Profile::Average).unwrap();
        let value = value.unwrap_or_else(|| solved().values[0]);
        let rules = rules(dice, faces);
        let prior = rules.prior();
        let found = search(&rules, WHOLE, 400).average(None, [&prior, &prior]).unwrap();
        let mean = |player: Player| -> f64 {
            let values = found.values[player.index()].iter().zip(&prior);
            values.map(|(value, weight)| f64::from(value * weight)).sum()
        };
        assert!((mean(Player::Oop) - value).abs() < 5e-3, "{} {value}", mean(Player::Oop));
        assert!((mean(Player::Ip) + value).abs() < 5e-3);
    }
}

/// Solves the rest of the game at the beliefs of each query.
#[derive(Debug)]
struct Oracle {
    rules: Arc<Dice>,
    /// Wrong on purpose: whose values come first.
    swapped: bool,
}

impl BeliefValues for Oracle {
    fn compute_values(&self, queries: &[f32], answers: &mut [f32]) {
        let rules = &self.rules;
        let mut search = search(rules, WHOLE, 40);
        let answers = answers.chunks_exact_mut(rules.answer_len());
        for (query, answer) in queries.chunks_exact(rules.query_len()).zip(answers) {
            let (bids, beliefs) = query.split_at(rules.bids());
            let last = bids.iter().position(|&bid| bid == 1.0);
            let (first, second) = beliefs.split_at(rules.hands());
            let [mine, yours] = search.average(last, [first, second]).unwrap().values;
            let both = if self.swapped { [yours, mine] } else { [mine, yours] };
            answer.copy_from_slice(&both.concat());
        }
    }
}

#[test]
fn an_oracle_at_the_leaves_plays_the_whole_game_and_a_wrong_one_does_not() {
    let rules = rules(1, 3);
    let played = |values: Arc<dyn BeliefValues>| {
        let settings = SearchSettings { depth: 2, iterations: 60 };
        let mut search = Search::new(Arc::clone(&rules), settings, values);
        Policy::averages(&mut search).unwrap().exploitability()
    };
    let oracle = |swapped| played(Arc::new(Oracle { rules: Arc::clone(&rules), swapped }));
    let good = oracle(false);
    assert!(good < 0.03, "{good}");
    for wrong in [oracle(true), played(Arc::new(ZeroValues))] {
        assert!(wrong > 0.1, "{wrong}");
    }
}

fn settings(beliefs: Beliefs) -> SelfPlaySettings {
    SelfPlaySettings {
        hidden: 32,
        search: SearchSettings { depth: 2, iterations: 32 },
        beliefs,
        games: 24,
        steps: 40,
        batch: 96,
        capacity: 300,
        schedule: Schedule::Constant(2e-3),
        ..SelfPlaySettings::default()
    }
}

/// How exploitable search is that asks a network.
fn exploitability(rules: &Arc<Dice>, values: Arc<dyn BeliefValues>) -> f64 {
    let settings = SearchSettings { depth: 2, iterations: 64 };
    let mut search = Search::new(Arc::clone(rules), settings, values);
    Policy::averages(&mut search).unwrap().exploitability()
}

#[test]
fn self_play_learns_what_states_are_worth() {
    let rules = rules(1, 3);
    let mut play = SelfPlay::new(Arc::clone(&rules), settings(Beliefs::SelfPlay)).unwrap();
    let zero = exploitability(&rules, Arc::new(ZeroValues));
    for _ in 0..10 {
        play.epoch().unwrap();
    }
    let learned =
        exploitability(&rules, Arc::new(BeliefNetworkValues::new(Arc::clone(play.network()))));
    assert!(zero > 0.2, "a network that knows nothing plays badly: {zero}");
    assert!(learned < 0.05, "{learned}");
}

#[test]
fn a_training_is_the_same_for_any_number_of_threads_and_when_resumed() {
    let rules = rules(1, 2);
    let bits = |play: &SelfPlay| -> Vec<u32> {
        play.network().parameters().iter().map(|own| own.to_bits()).collect()
    };
    let train = |threads: usize, stop: Option<u64>| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let settings = settings(Beliefs::SelfPlay);
            let mut play = SelfPlay::new(Arc::clone(&rules), settings).unwrap();
            let mut losses = Vec::new();
            for number in 1..=4 {
                losses.push(play.epoch().unwrap().loss.to_bits());
                if Some(number) == stop {
                    let state = play.state();
                    play = SelfPlay::resume(Arc::clone(&rules), settings, state).unwrap().unwrap();
                }
            }
            (losses, bits(&play))
        })
    };
    let whole = train(1, None);
    assert_eq!(whole, train(3, None));
    assert_eq!(whole, train(1, Some(2)));
    let other = SelfPlaySettings { hidden: 16, ..settings(Beliefs::SelfPlay) };
    let state = SelfPlay::new(Arc::clone(&rules), settings(Beliefs::SelfPlay)).unwrap().state();
    assert!(SelfPlay::resume(Arc::clone(&rules), other, state).unwrap().is_none());
}

#[test]
fn states_of_the_control_are_random() {
    let rules = rules(1, 3);
    let mut play = SelfPlay::new(Arc::clone(&rules), settings(Beliefs::Random)).unwrap();
    let epoch = play.epoch().unwrap();
    assert_eq!(epoch.examples, 24, "one for each game");
    let state = play.state();
    let starts = (0..state.buffer.len()).filter(|&index| {
        let (query, _) = state.buffer.get(index);
        let beliefs = query[rules.bids()..].chunks_exact(rules.hands());
        for belief in beliefs {
            assert!((belief.iter().sum::<f32>() - 1.0).abs() < 1e-5);
            assert!(belief.iter().any(|&part| (part - 1.0 / 3.0).abs() > 1e-3), "not the prior");
        }
        query[..rules.bids()].iter().all(|&bid| bid == 0.0)
    });
    assert!(starts.count() < 24, "other states than the start");
}

#[test]
fn sampled_iterations_approach_an_equilibrium_when_nothing_is_cut() {
    let rules = rules(1, 3);
    let mut search = search(&rules, WHOLE, 100);
    let mut policy = Policy::new(Arc::clone(&rules));
    let uniform = policy.exploitability();
    let mut found = Vec::new();
    for number in 0..64_u32 {
        let part = (f64::from(number) + 0.5) / 64.0;
        policy.add_sampled(&mut search, part, u64::from(number)).unwrap();
        found.push(policy.exploitability());
    }
    assert!(uniform > 0.3, "{uniform}");
    assert!(found[63] < 0.02 && found[63] < found[0], "{} {}", found[0], found[63]);
}

/// Plays in groups are plays one by one, for any number of threads.
#[test]
fn plays_in_threads_are_the_same_plays() {
    let rules = rules(1, 2);
    let settings = SearchSettings { depth: 2, iterations: 20 };
    let values = || -> Arc<dyn BeliefValues> { Arc::new(ZeroValues) };
    let played = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let mut counts = Vec::new();
        let watch = |_: &Policy, count: u32| {
            counts.push(count);
            true
        };
        let policy = pool.install(|| Policy::sampled(&rules, settings, &values, 40, watch));
        assert_eq!(counts, [16, 32, 40]);
        policy.unwrap()
    };
    let (one, three) = (played(1), played(3));
    let lines = || 0..1 << rules.bids();
    assert!(lines().all(|line| one.strategy(line) == three.strategy(line)));
    let total: f32 = one.strategy(0).iter().sum();
    assert!((total - rules.hands() as f32).abs() < 1e-4, "a distribution for each hand");
}

#[test]
fn impossible_states_are_refused() {
    assert!(Dice::new(0, 3).is_err());
    assert!(Dice::new(3, 6).is_err());
    let rules = rules(1, 2);
    let prior = rules.prior();
    assert!(search(&rules, 2, 10).average(Some(4), [&prior, &prior]).is_err());
    // Beliefs in nothing at all are beliefs in everything.
    let nothing = vec![0.0; rules.hands()];
    let found = search(&rules, 2, 10).average(Some(1), [&nothing, &prior]).unwrap();
    let same = search(&rules, 2, 10).average(Some(1), [&prior, &prior]).unwrap();
    assert_eq!(found.values, same.values);
    assert_eq!(found.strategy().len(), rules.hands() * 3, "a challenge and two bids");
    assert_eq!(liars_dice(1, 2).unwrap().game.weights(Player::Oop).len(), rules.hands());
}
