//! Which of two jobs of the same hash asks for more: a row for each field that the hash leaves
//! out.

use quasar::job::JobSpec;
use serde_json::{Value, json};

/// Small jobs of every kind that has fields outside its hash.
fn bases() -> Vec<(&'static str, Value)> {
    let range = "KK,QQ";
    let spot = json!({
        "board": "Ks7d4c9h2s", "pot": 100, "stack": 100, "oop": range, "ip": "AA", "bet": "50%",
    });
    let decision = include_str!("../../../../sample_configurations/one_decision.json");
    let mut decision: Value = serde_json::from_str(decision).unwrap();
    decision["kind"] = json!("decision");
    let preflop = |more: Value| {
        let mut game = json!({ "stack": 20 });
        game.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        json!({ "kind": "preflop", "game": game })
    };
    vec![
        ("spot", json!({ "kind": "spot", "spot": spot })),
        (
            "boards",
            json!({ "kind": "boards", "flops": ["AhKsQd"], "output": "saves",
                "spot": { "pot": 100, "stack": 60, "oop": range, "ip": "AA", "bet": "100%" } }),
        ),
        (
            "model",
            json!({ "kind": "model", "output": "model",
                "model": { "bet": "50%", "spr": 3, "flops": ["AhKsQd"],
                    "sampling": { "share": 0.5 } } }),
        ),
        ("preflop", preflop(json!({}))),
        ("exact", preflop(json!({ "leaf": "exact", "exact": {} }))),
        ("streets", preflop(json!({ "leaf": "streets", "streets": {} }))),
        ("omaha", json!({ "kind": "omaha_preflop", "game": { "stack": 8 } })),
        ("stacks", json!({ "kind": "omaha_stacks", "games": [{ "stack": 4 }, { "stack": 8 }] })),
        ("toy", json!({ "kind": "toy", "game": "kuhn" })),
        ("decision", decision),
        (
            "equity",
            json!({ "kind": "equity", "method": "sampled",
                "players": [{ "range": "AA" }, { "range": "KK" }] }),
        ),
        ("auto", json!({ "kind": "equity", "players": [{ "range": "AA" }, { "range": "KK" }] })),
        ("tables", json!({ "kind": "tables", "flops": ["AhKsQd"] })),
    ]
}

/// A job with a field set to a value; null leaves it out.
fn with(name: &str, field: &str, value: &Value) -> JobSpec {
    let mut job = bases().into_iter().find(|(base, _)| *base == name).unwrap().1;
    if !value.is_null() {
        *place(&mut job, field) = value.clone();
    }
    serde_json::from_value(job).unwrap_or_else(|error| panic!("{name} {field}: {error}"))
}

/// The value of a field, which may be missing.
fn place<'a>(job: &'a mut Value, field: &str) -> &'a mut Value {
    field.split('/').fold(job, |place, part| match part.parse::<usize>() {
        Ok(number) => &mut place[number],
        Err(_) => &mut place[part],
    })
}

/// Whether a running solve can be told.
#[derive(Clone, Copy, PartialEq)]
enum Running {
    TakesIt,
    RunsAgain,
}
use Running::{RunsAgain, TakesIt};

#[test]
fn every_field_outside_the_hash_is_compared() {
    let path = |keep: &str| json!({ "path": "a.qsr", "keep": keep });
    // The job, the field, what asks for less, what asks for more.
    let table: &[(&str, &str, Value, Value, Running)] = &[
        ("spot", "spot/target", json!(1), json!(0.5), TakesIt),
        ("spot", "spot/target", json!(1), json!(0.999), TakesIt),
        ("spot", "spot/iterations", json!(10), json!(20), TakesIt),
        ("spot", "spot/time", json!("1m"), json!("2m"), TakesIt),
        ("spot", "measure", Value::Null, json!(true), RunsAgain),
        ("spot", "sampled", Value::Null, json!(true), RunsAgain),
        ("spot", "output", Value::Null, path("no-turns"), RunsAgain),
        ("spot", "output", path("no-turns"), path("no-rivers"), RunsAgain),
        ("spot", "output", path("no-rivers"), json!({ "path": "b.qsr" }), RunsAgain),
        ("spot", "output", json!({ "path": "a.qsr" }), path("full"), RunsAgain),
        ("boards", "spot/target", json!(1), json!(0.5), TakesIt),
        ("boards", "spot/iterations", json!(10), json!(20), TakesIt),
        ("boards", "spot/time", json!("1m"), json!("2m"), TakesIt),
        ("boards", "save", json!("no-turns"), json!("no-rivers"), RunsAgain),
        ("model", "model/iterations", json!(10), json!(20), RunsAgain),
        ("model", "model/target", json!(1), json!(0.5), RunsAgain),
        ("model", "model/cfr_convergence_threshold", json!(0.01), json!(0.001), RunsAgain),
        ("model", "model/sampling/value_change", json!(0.01), json!(0.001), RunsAgain),
        ("preflop", "game/target", json!(1), json!(0.5), TakesIt),
        ("preflop", "game/iterations", json!(10), json!(20), TakesIt),
        ("exact", "game/target", json!(1), json!(0.5), TakesIt),
        ("exact", "game/exact/iterations", json!(10), json!(20), RunsAgain),
        ("exact", "game/exact/target", json!(1), json!(0.5), RunsAgain),
        ("exact", "game/exact/accuracy", json!(0.01), json!(0.005), RunsAgain),
        ("exact", "game/exact/rounds", json!(1), json!(2), RunsAgain),
        ("exact", "game/exact/change", json!(0.1), json!(0.05), RunsAgain),
        ("exact", "game/exact/memory_mb", json!(1_000), json!(2_000), RunsAgain),
        ("streets", "game/iterations", json!(10), json!(20), TakesIt),
        ("streets", "game/streets/memory_mb", json!(1_000), json!(2_000), RunsAgain),
        ("streets", "game/streets/memory_mb", json!(1_000), Value::Null, RunsAgain),
        ("streets", "game/streets/held_out", json!(1), json!(2), RunsAgain),
        ("omaha", "game/target", json!(1), json!(0.5), TakesIt),
        ("omaha", "game/rounds", json!(1), json!(2), TakesIt),
        ("stacks", "games/1/target", json!(1), json!(0.5), RunsAgain),
        ("stacks", "games/0/rounds", json!(1), json!(2), RunsAgain),
        ("toy", "target", json!(0.1), json!(0.01), TakesIt),
        ("toy", "iterations", json!(10), json!(20), TakesIt),
        ("toy", "time", json!("1m"), json!("2m"), TakesIt),
        ("decision", "target", json!(1), json!(0.5), TakesIt),
        ("decision", "iterations", json!(10), json!(20), TakesIt),
        ("decision", "time", json!("1m"), json!("2m"), TakesIt),
        ("equity", "samples", json!(1_000), json!(2_000), RunsAgain),
        ("equity", "error", json!(0.01), json!(0.001), RunsAgain),
        ("equity", "time", json!("1s"), json!("2s"), RunsAgain),
        ("auto", "time", Value::Null, json!("2s"), RunsAgain),
        ("auto", "samples", json!(1_000), Value::Null, RunsAgain),
    ];
    for (name, field, less, more, running) in table {
        let (less, more) = (with(name, field, less), with(name, field, more));
        assert_eq!(more.hash(), less.hash(), "{name} {field}");
        assert!(more.asks_more_than(&less), "{name} {field}");
        assert!(!less.asks_more_than(&more), "{name} {field}");
        assert_eq!(more.needs_another_run(&less), *running == RunsAgain, "{name} {field}");
        assert!(!less.needs_another_run(&more), "{name} {field}");
        if *running == TakesIt {
            assert!(more.goal_change().is_some(), "{name} {field}");
        }
    }
    // Stacks of one goal are told, and those of several are not.
    assert!(with("stacks", "show", &Value::Null).goal_change().is_some());
    assert!(with("stacks", "games/1/target", &json!(0.5)).goal_change().is_none());
    let asks_nothing = |name: &str, field: &str, one: Value, other: Value| {
        let (one, other) = (with(name, field, &one), with(name, field, &other));
        assert_eq!(one.hash(), other.hash(), "{name} {field}");
        assert!(!one.asks_more_than(&other) && !other.asks_more_than(&one), "{name} {field}");
    };
    asks_nothing("spot", "spot/threads", json!(1), json!(2));
    asks_nothing("spot", "spot/check_every", json!(5), json!(50));
    asks_nothing("spot", "checkpoint", json!("automatic"), json!("nowhere"));
    asks_nothing("toy", "checkpoint", json!("automatic"), json!("nowhere"));
    asks_nothing("toy", "resume", Value::Null, json!({"checkpoint": "a.checkpoint"}));
    asks_nothing("model", "output", json!("here"), json!("there"));
    asks_nothing("decision", "threads", json!(1), json!(2));
    asks_nothing("tables", "output", json!("here.bin"), json!("there.bin"));
    asks_nothing("tables", "force", json!(false), json!(true));
}

/// A report shows one decision, so another one is another report of the same game.
#[test]
fn another_decision_to_show_is_asked_for_whichever_was_first() {
    for name in ["spot", "preflop", "omaha", "stacks"] {
        let root = with(name, "show", &Value::Null);
        let other = with(name, "show", &json!({ "line": "r:0:c" }));
        assert_eq!(root.hash(), other.hash());
        for (one, other) in [(&root, &other), (&other, &root)] {
            assert!(one.asks_more_than(other) && one.needs_another_run(other), "{name}");
        }
    }
}

/// Of two goals the better half of each counts, whichever is asked for last.
#[test]
fn goals_are_joined_limit_by_limit() {
    // The job, its target, and its iterations.
    for (name, target, iterations) in [
        ("spot", "spot/target", "spot/iterations"),
        ("boards", "spot/target", "spot/iterations"),
        ("model", "model/target", "model/iterations"),
        ("preflop", "game/target", "game/iterations"),
        ("omaha", "game/target", "game/rounds"),
        ("stacks", "games/1/target", "games/1/rounds"),
        ("toy", "target", "iterations"),
        ("decision", "target", "iterations"),
    ] {
        let job = |percent: f64, count: u32| -> JobSpec {
            let mut job = bases().into_iter().find(|(base, _)| *base == name).unwrap().1;
            *place(&mut job, target) = json!(percent);
            *place(&mut job, iterations) = json!(count);
            serde_json::from_value(job).unwrap_or_else(|error| panic!("{name}: {error}"))
        };
        let (strict, long, both) = (job(0.1, 1_000), job(5.0, 2_000), job(0.1, 2_000));
        for (mut one, other) in [(strict.clone(), &long), (long.clone(), &strict)] {
            one.include_goal_of(other);
            assert_eq!(one.to_json().unwrap(), both.to_json().unwrap(), "{name}");
            assert!(!strict.asks_more_than(&one) && !long.asks_more_than(&one), "{name}");
        }
    }
    // And of everything else that the report of one of them may lack.
    let path = |keep: &str| json!({ "path": "a.qsr", "keep": keep });
    for (name, [one, other], less, more) in [
        ("spot", ["output", "measure"], path("no-turns"), path("full")),
        ("spot", ["output", "measure"], Value::Null, path("full")),
        ("boards", ["save", "spot/iterations"], json!("no-turns"), json!("no-rivers")),
        ("model", ["model/sampling/value_change", "model/iterations"], json!(0.01), json!(0.001)),
        ("exact", ["game/exact/iterations", "game/iterations"], json!(10), json!(20)),
        ("exact", ["game/exact/target", "game/iterations"], json!(1), json!(0.5)),
        ("exact", ["game/exact/rounds", "game/iterations"], json!(1), json!(2)),
        ("exact", ["game/exact/change", "game/iterations"], json!(0.1), json!(0.05)),
        ("exact", ["game/exact/memory_mb", "game/iterations"], json!(1_000), json!(2_000)),
        ("streets", ["game/streets/memory_mb", "game/iterations"], json!(1_000), json!(2_000)),
        ("streets", ["game/streets/memory_mb", "game/iterations"], json!(1_000), Value::Null),
        ("streets", ["game/streets/held_out", "game/iterations"], json!(1), json!(2)),
    ] {
        let job = |value: &Value, longer: bool| -> JobSpec {
            let mut job = bases().into_iter().find(|(base, _)| *base == name).unwrap().1;
            if !value.is_null() {
                *place(&mut job, one) = value.clone();
            }
            let last =
                if other == "measure" { json!(longer) } else { json!(5 + u32::from(longer)) };
            *place(&mut job, other) = last;
            serde_json::from_value(job).unwrap_or_else(|error| panic!("{name} {one}: {error}"))
        };
        let (before, mut joined, both) = (job(&more, false), job(&less, true), job(&more, true));
        joined.include_goal_of(&before);
        assert_eq!(joined.to_json().unwrap(), both.to_json().unwrap(), "{name} {one}");
    }
    let mut measured = with("spot", "measure", &json!(true));
    measured.include_goal_of(&with("spot", "sampled", &json!(true)));
    let [measure, sampled] = ["measure", "sampled"].map(|name| with("spot", name, &json!(true)));
    assert!(!measure.asks_more_than(&measured) && !sampled.asks_more_than(&measured));
}

/// A solve that has to satisfy both of two goals without a common limit would never end.
#[test]
fn of_goals_without_a_common_limit_the_last_one_counts() {
    for (name, section) in [("spot", "spot/"), ("boards", "spot/"), ("toy", ""), ("decision", "")] {
        let limits = [("target", json!(0.01)), ("iterations", json!(20)), ("time", json!("1m"))];
        let jobs = limits.map(|(limit, value)| {
            let mut job = bases().into_iter().find(|(base, _)| *base == name).unwrap().1;
            for other in ["target", "iterations", "time"] {
                *place(&mut job, &format!("{section}{other}")) = Value::Null;
            }
            *place(&mut job, &format!("{section}{limit}")) = value;
            serde_json::from_value::<JobSpec>(job).unwrap_or_else(|error| panic!("{name}: {error}"))
        });
        for (last, before) in [(0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1)] {
            let mut joined = jobs[last].clone();
            joined.include_goal_of(&jobs[before]);
            let (joined, last) = (joined.to_json().unwrap(), jobs[last].to_json().unwrap());
            assert_eq!(joined, last, "{name}, after {before}");
        }
    }
}

/// Whoever asks for a solve without an end gets it, whatever others ask for.
#[test]
fn a_goal_without_limits_stays_without_them() {
    let endless = with("toy", "target", &Value::Null);
    let mut joined = with("toy", "iterations", &json!(10));
    joined.include_goal_of(&endless);
    assert!(!endless.asks_more_than(&joined));
}
