//! Turns and flops of Omaha whose rivers are in buckets, as specs ask for them.

use quasar::game::Line;
use quasar::job::{Control, MemoryLimit, MemorySource};
use quasar::solver::Precision;
use quasar::spot::{SaveSize, SpotReport, SpotSave, SpotSpec};

/// A small turn.
const TURN: &str = "{game: plo4, board: Ts9s6d2c, pot: 100, stack: 100, bet: pot, \
    oop: 'JJTT,QQJJ,AAKK', ip: 'QQJ9,8877,KKQJ', target: 0.3, iterations: 400}";

fn spec(text: &str, buckets: Option<usize>) -> SpotSpec {
    let river =
        buckets.map_or(String::new(), |k| format!(", abstraction: {{river: {{k: {k}}}}}}}"));
    let text = match buckets {
        Some(_) => text.replace('}', &river),
        None => text.to_owned(),
    };
    SpotSpec::parse(&text).unwrap()
}

/// The small turn with buckets alone.
fn without_hands(buckets: usize) -> SpotSpec {
    let river = format!(", abstraction: {{river: {{k: {buckets}, by_hand: 0}}}}}}");
    spec(&TURN.replace('}', &river), None)
}

fn solved(spec: SpotSpec, measure: bool) -> SpotReport {
    let mut job = spec.plan().unwrap().job(u64::MAX).unwrap();
    let ended = job.run(&Control::default(), |_| {}).unwrap();
    if measure {
        job.measure().unwrap();
    }
    job.report(ended, &"r:0".parse::<Line>().unwrap()).unwrap()
}

#[test]
fn buckets_cost_what_the_exact_game_says() {
    let exact = solved(spec(TURN, None), false);
    assert!(exact.river_buckets.is_none());
    let few = solved(without_hands(3), true);
    let many = solved(without_hands(60), true);
    let cost = |report: &SpotReport| report.exploitability_percent.unwrap();
    assert!(cost(&exact) <= 0.3, "{}", cost(&exact));
    assert!(cost(&few) > cost(&many), "{} {}", cost(&few), cost(&many));
    let told = many.river_buckets.as_ref().unwrap();
    let among_buckets = told.bucket_exploitability_percent.unwrap();
    assert!(among_buckets <= 0.3 && told.k == 60, "{told:?}");
    assert!(cost(&many) >= among_buckets - 0.05, "{told:?}");
    // Neither player can get more than the value of the game and what the other gives away.
    let bound = 2.0 * (many.exploitability.unwrap() + exact.exploitability.unwrap());
    assert!((many.players[0].ev - exact.players[0].ev).abs() < bound + 1e-3);
}

#[test]
fn names_of_suits_and_seats_do_not_matter() {
    let text = |board: &str| TURN.replace("Ts9s6d2c", board);
    let merged = |text: &str| {
        let river = ", abstraction: {river: {k: 20, by_hand: 0}}}";
        solved(spec(&text.replace('}', river), None), true)
    };
    let [one, other] = ["Ts9s6d2c", "Th9h6c2d"].map(|board| merged(&text(board)));
    let told = |report: &SpotReport| [report.exploitability.unwrap(), report.players[0].ev];
    for (one, other) in told(&one).into_iter().zip(told(&other)) {
        assert!((one - other).abs() < 0.02, "{one} {other}");
    }
    // Where nobody can bet, whoever changes seats takes the value along.
    let unbet = text("Ts9s6d2c").replace("bet: pot", "bet: none");
    let seats = unbet.replace("oop:", "x:").replace("ip:", "oop:").replace("x:", "ip:");
    let [one, other] = [unbet, seats].map(|text| merged(&text));
    assert!((one.players[0].ev - other.players[1].ev).abs() < 1e-3, "{:?}", one.players);
    assert!((one.players[1].ev - other.players[0].ev).abs() < 1e-3);
    assert!((one.players[0].ev - 100.0 * one.players[0].equity).abs() < 0.05);
}

#[test]
fn what_was_not_measured_is_not_told() {
    let report = solved(without_hands(20), false);
    assert_eq!((report.exploitability, report.exploitability_percent), (None, None));
    assert!(report.players.iter().all(|player| player.gain.is_none()));
    let told = report.river_buckets.unwrap();
    assert!(told.on_rivers.is_none() && told.bucket_exploitability.unwrap() > 0.0);
}

/// With rivers without buckets the target is one of the exact game, and best responses there are
/// those of a measurement.
#[test]
fn rivers_by_hand_are_solved_to_a_target_in_the_exact_game() {
    let by_hand = spec(TURN, Some(60));
    assert_eq!((by_hand.settings.by_hand, by_hand.goal.check_every.get()), (Some(48), 30));
    let report = solved(by_hand, false);
    assert!(report.exploitability_percent.unwrap() <= 0.3, "{:?}", report.exploitability_percent);
    let last = report.history.last().unwrap();
    assert_eq!(
        (last.iteration, Some(last.exploitability)),
        (report.iterations, report.exploitability)
    );
    let told = report.river_buckets.unwrap();
    assert!(told.bucket_exploitability.is_none() && told.on_rivers.is_some(), "{told:?}");
    // A target that buckets cannot reach does not keep a solve from ending.
    let text = TURN.replace(", iterations: 400", "").replace("0.3", "0.000001");
    assert_eq!(spec(&text, Some(3)).goal.iterations, Some(200));
    assert_eq!(spec(&text, None).goal.iterations, None);
    let read = |fields: &str| {
        let river = format!("abstraction: {{river: {{k: 9, {fields}}}}}, target");
        SpotSpec::parse(&TURN.replace("target", &river))
    };
    assert_eq!(read("by_hand: 0").unwrap().settings.by_hand, None);
    let eight = read("by_hand: 8").unwrap();
    assert_eq!(eight.settings.by_hand, Some(8));
    assert_eq!(SpotSpec::parse(&eight.to_text()).unwrap().settings, eight.settings);
    assert_ne!(eight.canonical(), read("by_hand: 9").unwrap().canonical());
    let wrong = read("by_hand: -1").err().unwrap().to_string();
    assert!(wrong.contains("abstraction.river.by_hand"), "{wrong}");
}

/// Buckets are made without chance: a seed changes which rivers are played without buckets, and
/// when.
#[test]
fn a_seed_orders_the_rivers_by_hand() {
    let seeded = |fields: &str| {
        let river = format!("abstraction: {{river: {{k: 9{fields}}}}}, iterations: 7}}");
        let text = TURN.replace("target: 0.3, iterations: 400}", &river);
        SpotSpec::parse(&text).unwrap()
    };
    let exploitability = |fields: &str| solved(seeded(fields), true).exploitability.unwrap();
    let plain = exploitability("");
    assert_eq!(plain, exploitability(", seed: 1"));
    assert_ne!(plain, exploitability(", seed: 2"));
    assert_eq!(exploitability(", by_hand: 0"), exploitability(", by_hand: 0, seed: 2"));
    let two = seeded(", features: blockers, seed: 2");
    assert_eq!(SpotSpec::parse(&two.to_text()).unwrap().settings, two.settings);
    assert_ne!(two.canonical(), seeded("").canonical());
    assert_eq!(seeded(", seed: 1").to_text(), seeded("").to_text());
}

/// Why each of these has no river to merge is told apart.
#[test]
fn buckets_without_a_river_to_merge_are_refused() {
    let merged = |text: &str, river: &str| {
        let river = format!("abstraction: {{river: {{{river}}}}}, target");
        SpotSpec::parse(&text.replace("target", &river)).err().unwrap().to_string()
    };
    let river = TURN.replace("2c", "2c3d");
    let holdem = "{board: Ts9s6d2c, pot: 100, stack: 100, bet: 50%, oop: AA, ip: KK, target: 1}";
    for (refused, told) in [
        (
            merged(&river, "k: 9"),
            "abstraction.river must be left out: the spot begins on the river",
        ),
        (merged(holdem, "k: 9"), "Hold'em is solved without buckets"),
        (merged(TURN, "k: 0"), "abstraction.river.k is `0`; expected 1 to 65,000 buckets"),
        (merged(TURN, "k: 9, seed: x"), "abstraction.river.seed"),
        (merged(TURN, "features: strength"), "abstraction.river.k"),
    ] {
        assert!(refused.contains(told), "{refused}");
    }
}

/// A player with no more hands than buckets keeps them all: the exact game.
#[test]
fn a_river_with_no_more_hands_than_buckets_stays_exact() {
    let exact = solved(spec(TURN, None), false);
    let all = solved(without_hands(60_000), true);
    let told = all.river_buckets.unwrap();
    let lost = [all.exploitability.unwrap(), told.bucket_exploitability.unwrap()];
    assert!((lost[0] - lost[1]).abs() < 0.01, "{lost:?}");
    let bound = lost[0] + exact.exploitability.unwrap();
    assert!((all.players[0].ev - exact.players[0].ev).abs() < 2.0 * bound + 1e-3);
}

#[test]
fn rivers_in_buckets_are_neither_shown_nor_locked() {
    let merged = spec(TURN, Some(20));
    let river: Line = "r:0:c:c:5h".parse().unwrap();
    let error = merged.check_line(&river).unwrap_err().to_string();
    assert!(error.contains("a river in buckets"), "{error}");
    let locks = TURN.replace('}', ", locks: [{line: 'r:0:c:c:5h', frequencies: {check: 1}}]}");
    let error = spec(&locks, None).plan().err();
    assert!(error.is_none(), "{error:?}");
    let text = locks.replace("target", "abstraction: {river: {k: 9}}, target");
    let error = SpotSpec::parse(&text).unwrap().plan().err().unwrap().to_string();
    assert!(error.contains("a river in buckets"), "{error}");
}

#[test]
fn specs_with_river_buckets_are_written_as_they_are_read() {
    let merged = spec(TURN, Some(20));
    let read = SpotSpec::parse(&merged.to_text()).unwrap();
    assert_eq!((read.river_buckets, read.canonical()), (merged.river_buckets, merged.canonical()));
    assert_ne!(spec(TURN, Some(21)).canonical(), merged.canonical());
}

/// A flop of one suit has the fewest turns and rivers.
#[test]
fn a_flop_is_saved_without_rivers_and_measured() {
    let flop = "{game: plo4, board: Ts9s6s, pot: 100, stack: 60, bet: pot, iterations: 6, \
        oop: 'JJTT,QQJJ', ip: 'QQJ8,8877', abstraction: {river: {k: 8}}}";
    let mut job = SpotSpec::parse(flop).unwrap().plan().unwrap().job(u64::MAX).unwrap();
    let ended = job.run(&Control::default(), |_| {}).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("flop.qsr");
    job.save(&path, SaveSize::Full, &Control::new()).unwrap();
    let report = job.report(ended, &"r:0".parse::<Line>().unwrap()).unwrap();
    let save = SpotSave::open(&path).unwrap().report();
    let (saved, measured) = (save.exploitability, report.exploitability.unwrap());
    assert!((saved - measured).abs() < 1e-4, "{saved} {measured}");
    assert_eq!(
        save.streets.iter().map(|street| street.kept).collect::<Vec<_>>(),
        [true, true, false]
    );
    assert_eq!(report.size.boards.len(), 3);
}

/// Who cannot bet, or is all-in, gets its equity, which is counted elsewhere.
#[test]
fn a_flop_without_choices_is_worth_its_equity() {
    let flop = "{game: plo4, board: Ts9s6s, pot: 100, stack: 100, raise: pot, iterations: 1, \
        oop: 'JJTT,QQJJ', ip: 'QQJ8,8877'}";
    // All-in on the flop: three pots for the winner, one of them paid by each.
    let all_in = ", abstraction: {river: {k: 8}}, locks: [{line: 'r:0', frequencies: {allin: 1}}, \
        {line: 'r:0:b100', frequencies: {call: 1}}]}";
    let all_in = flop.replace("raise: pot", "bet: pot").replace('}', all_in);
    let solves = [(spec(flop, None), 1.0), (spec(flop, Some(8)), 1.0), (spec(&all_in, None), 3.0)];
    for (spec, pots) in solves {
        for player in solved(spec, true).players {
            let expected = pots * player.equity - (pots - 1.0) / 2.0;
            assert!((player.ev_share - expected).abs() < 1e-3, "{pots} {player:?}");
        }
    }
}

/// What is chosen fits when it is laid out, and less memory never means more buckets.
#[test]
fn a_limit_chooses_precision_and_buckets_that_fit() {
    let flop = "{game: plo4, board: Ts9s6d, pot: 100, stack: 300, bet: pot, iterations: 1, \
        oop: 'JJTT,QQJJ,AAKK', ip: 'QQJ8,8877,KKQQ'}";
    let limit = |bytes| MemoryLimit { bytes, source: MemorySource::User };
    let fitted = |bytes| spec(flop, None).fitted(&limit(bytes)).unwrap();
    let exact = spec(flop, None).plan().unwrap().size().memory.total;
    let free = fitted(2 * exact);
    assert_eq!((free.river_buckets, free.warnings.0.len()), (None, 0));
    let mut buckets = usize::MAX;
    let mut chosen = Vec::new();
    let mut needed = 0;
    for part in 1..120 {
        let allowed = exact * (120 - part) / 120;
        let spec = fitted(allowed);
        let Some(warning) = spec.warnings.0.last() else { continue };
        assert!(warning.message.contains("16 bits"), "{warning}");
        assert_eq!(spec.settings.precision, Precision::Half);
        let k = spec.river_buckets.map_or(usize::MAX, |river| river.k);
        assert!(k <= buckets, "{k} after {buckets}");
        if chosen.last() != Some(&k) {
            chosen.push(k);
            needed = spec.plan().unwrap().size().memory.total;
        }
        buckets = k;
        assert!(needed <= allowed, "{k}: {needed} of {allowed}");
    }
    assert!(chosen.len() > 1 && chosen[0] == usize::MAX, "{chosen:?}");
    // Nothing is chosen for those who chose themselves, or who set no limit, or where nothing
    // helps.
    let own = spec(flop, Some(7)).fitted(&limit(1)).unwrap();
    assert_eq!(own.river_buckets.unwrap().k, 7);
    let system = MemoryLimit { bytes: 1, source: MemorySource::System };
    for spec in [fitted(1), spec(flop, None).fitted(&system).unwrap()] {
        assert_eq!((spec.river_buckets, spec.warnings.0.len()), (None, 0));
    }
}

#[test]
fn a_bound_from_samples_of_rivers_is_told_by_its_own_name() {
    let mut job = without_hands(20).plan().unwrap().job(u64::MAX).unwrap();
    let ended = job.run(&Control::default(), |_| {}).unwrap();
    job.measure_samples().unwrap();
    let line = "r:0".parse::<Line>().unwrap();
    let report = job.report(ended, &line).unwrap();
    assert_eq!(report.exploitability, None);
    let sampled = report.river_buckets.unwrap().sampled.unwrap();
    let [low, high] = sampled.interval_percent;
    assert!(low <= sampled.upper_bound_percent && sampled.upper_bound_percent <= high);
    job.measure().unwrap();
    let exact = job.report(ended, &line).unwrap().exploitability_percent.unwrap();
    assert!(sampled.upper_bound_percent > exact, "{sampled:?} {exact}");
}

#[test]
fn sampled_cards_are_written_as_they_are_read() {
    let text = TURN.replace("target", "sampling: {river: 3, seed: 5}, target");
    let sampled = SpotSpec::parse(&text).unwrap();
    let sampling = sampled.settings.sampling.unwrap();
    assert_eq!((sampling.one_in, sampling.seed), ([3, 1, 1], 5));
    assert_eq!(SpotSpec::parse(&sampled.to_text()).unwrap().settings.sampling, Some(sampling));
    assert_ne!(sampled.canonical(), spec(TURN, None).canonical());
    let wrong = |fields: &str| {
        let text = TURN.replace("target", &format!("sampling: {{{fields}}}, target"));
        SpotSpec::parse(&text).err().unwrap().to_string()
    };
    assert!(wrong("turn: 2").contains("sampling.turn"), "{}", wrong("turn: 2"));
    assert!(wrong("river: 0").contains("from 1 to"), "{}", wrong("river: 0"));
}
