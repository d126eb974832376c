//! Random deals against the truth.
use crate::common::{brute_force, equities, question};
use quasar_cards::{Board, Card, CardSet, Game, Range};
use quasar_equity::{
    DealError, Holding, Multiway, Progress, Question, SampleEnd, SamplePlan, Sampled, Sampler,
};

fn sample(question: &Question, seed: u64, samples: u64) -> Sampled {
    let plan = SamplePlan { seed, samples, standard_error: None };
    Sampler::new(question).unwrap().run(&plan, &Progress::new(), || false, |_| ()).unwrap()
}

fn exact(question: &Question) -> Vec<f64> {
    let count = Multiway::new(question).unwrap().run(&Progress::new()).unwrap();
    count.players().iter().map(|player| player.equity).collect()
}

/// Every player within four standard errors, over several seeds.
fn assert_near(question: &Question, truth: &[f64]) {
    for seed in 0..6 {
        let sampled = sample(question, seed, 60_000);
        assert_eq!(sampled.samples, 60_000);
        let total: f64 = sampled.players.iter().map(|player| player.equity).sum();
        assert!((total - 1.0).abs() < 1e-12);
        for (player, truth) in sampled.players.iter().zip(truth) {
            let error = player.standard_error.unwrap();
            assert!((player.equity - truth).abs() < 4.0 * error, "{question:?} {player:?} {truth}");
        }
    }
}

#[test]
fn holdem_agrees_with_every_deal_counted() {
    for (players, board) in [
        (&["AsKs", "QhQd"][..], ""),
        (&["AsKs", "QhQd", "7c6c"], ""),
        (&["AsKs", "*"], "Td9d6h"),
        (&["*", "*", "*"], "Td9d6h"),
        (&["r:22+,A2s+", "r:QQ+,AK", "*"], "Td9d6h"),
        (&["r:22+:0.3,A2s+", "r:QQ+:0.5,AK", "AhTh"], "Td9d6h2c"),
        (&["r:AA", "r:AA,KK:0.2", "r:KK,QQ"], "Td9d6h"),
        (&["r:AA,KK", "r:AA,KK", "r:AA,KK", "r:AA,KK"], "Td9d6h2cJs"),
    ] {
        let question = question(Game::Holdem, players, board, "");
        assert_near(&question, &exact(&question));
    }
}

#[test]
fn many_random_hands_share_the_pot_equally() {
    let dead = "2c2d2h2s";
    for (game, players) in [(Game::Holdem, 10), (Game::Plo4, 10), (Game::Plo5, 8), (Game::Plo6, 2)]
    {
        let question = question(game, &vec!["*"; players], "Td9d6h", dead);
        assert_near(&question, &vec![1.0 / players as f64; players]);
    }
}

#[test]
fn omaha_agrees_with_every_deal_counted() {
    for (game, players) in [
        (Game::Plo4, &["AsAhKsKh", "QsQhJsJh", "Tc9c8d7d"][..]),
        (Game::Plo5, &["AsAhKsKh2c", "QsQhJsJh3c"]),
        (Game::Plo6, &["AsAhKsKh2c2s", "QsQhJsJh3c3h", "Tc9c8d7d3d5d"]),
    ] {
        let question = question(game, players, "Td7h2h", "4c");
        assert_near(&question, &equities(&brute_force(&question)));
    }
}

#[test]
fn listing_all_hands_is_dealing_any_cards() {
    // One hand's weight differs by a millionth, so hands are drawn from a list and
    // not dealt from the deck.
    let mut listed = Range::full(Game::Holdem).to_string();
    listed.push_str(",2c2d:0.999999");
    let players = &["AsKs", &format!("r:{listed}")];
    let from_list = question(Game::Holdem, players, "Td9d6h", "");
    let from_deck = question(Game::Holdem, &["AsKs", "*"], "Td9d6h", "");
    assert_near(&from_list, &exact(&from_deck));
}

#[test]
fn a_clash_redraws_the_whole_deal() {
    // Player 1 holds aces or deuces, player 2 aces of two kinds or kings. Giving
    // player 2 another hand whenever the first one clashes would leave player 1
    // with aces half the time; in truth aces leave player 2 fewer hands.
    let players = &["r:AsAh,2s2h", "r:AsAd,AsAc,AhAd,AhAc,KsKh"];
    let question = question(Game::Holdem, players, "7c7d7h9cJd", "");
    let truth = exact(&question);
    // Aces are compatible with kings only (won); deuces with all five (lost).
    assert!((truth[0] - 1.0 / 6.0).abs() < 1e-12);
    assert_near(&question, &truth);
}

#[test]
fn threads_change_nothing() {
    for players in [&["AsKs", "*"][..], &["r:22+:0.3,A2s+", "r:QQ+:0.5,AK", "*"]] {
        let question = question(Game::Holdem, players, "", "");
        let sampler = Sampler::new(&question).unwrap();
        let plan = SamplePlan { seed: 7, samples: 400_001, standard_error: Some(0.0008) };
        let runs = [1, 2, 3].map(|threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let mut refined = Vec::new();
            let run =
                || sampler.run(&plan, &Progress::new(), || false, |s| refined.push(s.clone()));
            let result = pool.install(run).unwrap();
            assert_eq!(refined.last(), Some(&result));
            refined
        });
        assert_eq!(runs[0], runs[1]);
        assert_eq!(runs[0], runs[2]);
        assert!(runs[0].len() > 3);
    }
}

#[test]
fn the_interval_holds_the_truth_as_often_as_it_says_after_stopping() {
    // Of 1,000 seeds the 95 % interval should hold the truth 950 times; the
    // deviation is 7.
    let question = question(Game::Holdem, &["AsKs", "QhQd"], "7d6s2c", "");
    let truth = exact(&question)[0];
    let sampler = Sampler::new(&question).unwrap();
    for target in [0.0030, 0.0024] {
        let mut held = 0;
        let mut precise = 0;
        for seed in 0..1_000 {
            let plan = SamplePlan { seed, samples: 200_000, standard_error: Some(target) };
            let sampled = sampler.run(&plan, &Progress::new(), || false, |_| ()).unwrap();
            let player = sampled.players[0];
            let error = player.standard_error.unwrap();
            held += u32::from((player.equity - truth).abs() <= 1.96 * error);
            precise += u32::from(sampled.end == SampleEnd::Precise && error <= target);
        }
        assert_eq!(precise, 1_000);
        assert!((925..=972).contains(&held), "{held} of 1,000 at {target}");
    }
}

#[test]
fn the_callers_clock_and_cancelling_end_it_early() {
    let question = question(Game::Holdem, &["AsKs", "QhQd"], "", "");
    let sampler = Sampler::new(&question).unwrap();
    let plan = SamplePlan { seed: 1, samples: u64::MAX, standard_error: None };
    let mut asked = 0;
    let time_is_up = || {
        asked += 1;
        asked > 5
    };
    let sampled = sampler.run(&plan, &Progress::new(), time_is_up, |_| ()).unwrap();
    assert_eq!(sampled.end, SampleEnd::Stopped);
    assert!(sampled.samples >= 5 * 4_096);

    let progress = Progress::new();
    progress.cancel();
    let stopped = sampler.run(&plan, &progress, || false, |_| ());
    assert_eq!(stopped, Err(DealError::Stopped));
}

#[test]
fn impossible_and_rare_deals_are_told() {
    let aces = question(Game::Holdem, &["r:AA"; 10], "", "");
    assert_eq!(Sampler::new(&aces).err(), Some(DealError::NoDeal));
    let full = question(Game::Plo6, &["*"; 8], "", "");
    let error = Sampler::new(&full).err();
    assert_eq!(error, Some(DealError::TooFewCards { needed: 53, left: 52 }));

    // Ten ranges of the 66 hands of the same 12 cards: at most six can be held.
    let twelve: CardSet = Card::all().take(12).collect();
    let mut range = Range::full(Game::Holdem);
    range.remove(twelve.complement());
    let players = vec![Holding::Range(range); 10];
    let question = Question::new(players, Board::EMPTY, CardSet::EMPTY).unwrap();
    assert_eq!(Sampler::new(&question).err(), Some(DealError::NoDeal));

    // Three pairs of aces do not exist either, but with two more cards to each
    // there are too many ways to find that out. Attempts end with the time.
    let aces = Range::parse(Game::Plo4, "AA").unwrap();
    let players = vec![Holding::Range(aces); 3];
    let question = Question::new(players, Board::EMPTY, CardSet::EMPTY).unwrap();
    let plan = SamplePlan { seed: 1, samples: 10, standard_error: None };
    let sampler = Sampler::new(&question).unwrap();
    let rare = sampler.run(&plan, &Progress::new(), || true, |_| ());
    assert_eq!(rare, Err(DealError::TooRare { attempts: 16_384, deals: 0 }));
}

#[test]
fn rare_deals_are_drawn_as_often_as_they_should_be() {
    // Ten players with tens or better: one attempt in 670,000 has no clash. All
    // of them are alike.
    let question = question(Game::Holdem, &["r:TT+"; 10], "", "");
    assert_near(&question, &[0.1; 10]);
}

#[test]
fn a_sample_that_was_stopped_is_the_beginning_of_a_longer_one() {
    // Some 30 of the 16,384 attempts of a batch succeed, and there are too many
    // ways to deal to list them.
    let players = &["r:99+,AT+,KTs+,QJs"; 7];
    let question = question(Game::Holdem, players, "", "");
    let sampler = Sampler::new(&question).unwrap();
    let plan = SamplePlan { seed: 5, samples: u64::MAX, standard_error: None };
    let mut asked = 0;
    let time_is_up = || {
        asked += 1;
        asked > 4
    };
    let stopped = sampler.run(&plan, &Progress::new(), time_is_up, |_| ()).unwrap();
    assert!((20..4_096).contains(&stopped.samples), "{}", stopped.samples);
    let pools = [1, 2].map(|n| rayon::ThreadPoolBuilder::new().num_threads(n).build().unwrap());
    for pool in pools {
        let again = pool.install(|| sample(&question, 5, stopped.samples));
        assert_eq!(again.players, stopped.players);
    }
}
