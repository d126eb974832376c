//! The same question again with a better goal: the answer is that of the better goal.

use serde_json::{Value, json};

use super::client::{Server, fresh};
use super::jobs::id;
use super::questions::timeless;

/// Asks for a job and waits for its report; says whether there was something to do.
fn ask(server: &Server, path: &str, spec: &Value) -> (String, bool, Value) {
    let answer = server.post(path, &spec.to_string());
    let started = answer.status == 202;
    let id = id(&answer.json(if started { 202 } else { 200 }));
    server.wait(&id, &["done"]);
    (id.clone(), started, server.get(&format!("/api/v1/solves/{id}/report")).json(200))
}

fn with(spec: &Value, field: &str, value: Value) -> Value {
    let mut spec = spec.clone();
    spec[field] = value;
    spec
}

fn decision(iterations: u32) -> Value {
    json!({
        "small_blind": 1, "big_blind": 2, "button": 1, "to_act": 0, "stacks": [80, 80],
        "committed_total": [20, 20], "board": "Ks7d4c9h2s", "bet": "50%, a", "raise": "a",
        "players": [{ "range": "KK,QQ,AK" }, { "range": "AA,JJ,KQ" }],
        "target": 1e-9, "iterations": iterations, "threads": 1,
    })
}

fn model() -> Value {
    json!({ "bet": "100%", "spr": [2], "flops": ["AhKsQd"], "iterations": 4, "target": 1e-6 })
}

/// For each kind of job: a question, what makes its goal better, what makes it worse, and where
/// its report says how much was done.
#[test]
fn a_better_goal_is_answered_and_a_worse_one_is_already() {
    let (_folder, server) = fresh();
    let preflop = json!({ "stack": 8, "iterations": 10, "target": 0, "check_every": 5 });
    let table = [
        ("solve-one", decision(10), "iterations", [30, 20], "/iterations"),
        ("solve-postflop", model(), "iterations", [8, 6], "/depths/0/flops/0/iterations"),
        ("solve-preflop", preflop, "iterations", [20, 15], "/progress/iteration"),
    ];
    for (path, spec, field, [more, less], done) in table {
        let path = format!("/api/v1/{path}");
        let (first, _, report) = ask(&server, &path, &spec);
        assert_eq!(report.pointer(done), Some(&spec[field]), "{path}");
        let better = with(&spec, field, json!(more));
        let (second, started, report) = ask(&server, &path, &better);
        assert_eq!((&second, started), (&first, true), "{path}");
        assert_eq!(report.pointer(done), Some(&json!(more)), "{path}");
        // The same as if it had been the first goal.
        let (_other_folder, other) = fresh();
        let (fresh_id, _, expected) = ask(&other, &path, &better);
        assert_eq!(fresh_id, first);
        assert_eq!(timeless(report.clone()), timeless(expected), "{path}");
        for again in [better, with(&spec, field, json!(less))] {
            let (third, started, found) = ask(&server, &path, &again);
            assert_eq!((&third, started, &found), (&first, false, &report), "{path}");
        }
    }
}

/// Together they would leave a job that nothing ends.
#[test]
fn of_goals_without_a_common_limit_the_last_one_counts() {
    let (_folder, server) = fresh();
    let spot = json!({
        "board": "Ks7d4c9h2s", "pot": 100, "stack": 100, "oop": "KK,QQ,AJs", "ip": "AA,99,KJs",
        "bet": "50%", "threads": 1,
    });
    let path = "/api/v1/solves";
    let (accurate, long) = (with(&spot, "target", json!(1)), with(&spot, "iterations", json!(200)));
    let (first, _, report) = ask(&server, path, &accurate);
    assert_eq!(report["ended"], "goal_reached");
    let (second, started, report) = ask(&server, path, &long);
    assert_eq!((second, started), (first, true));
    assert_eq!(report["iterations"], 200);
}

/// A game before the flop is another one once its model is, though the model has the same name.
#[test]
fn a_better_model_makes_another_game_before_the_flop() {
    let (_folder, server) = fresh();
    let (name, ..) = ask(&server, "/api/v1/solve-postflop", &model());
    let game = json!({ "stack": 8, "iterations": 5, "target": 0, "model": name });
    let (first, ..) = ask(&server, "/api/v1/solve-preflop", &game);
    let better = with(&model(), "iterations", json!(6));
    assert_eq!(ask(&server, "/api/v1/solve-postflop", &better).0, name);
    let (second, started, _) = ask(&server, "/api/v1/solve-preflop", &game);
    assert!(started && second != first);
    let (third, started, _) = ask(&server, "/api/v1/solve-preflop", &game);
    assert_eq!((third, started), (second, false));
}

/// A decision that is being solved is told the better goal; one that is done is solved again.
#[test]
fn a_better_goal_for_a_job_at_work_is_not_lost() {
    let (_folder, server) = fresh();
    let path = "/api/v1/solve-one";
    let id = id(&server.post(path, &decision(20_000).to_string()).json(202));
    // Wherever it is by now: queued, at work or done.
    server.send("POST", &format!("/api/v1/solves/{id}/pause"), &[], b"");
    server.post(path, &decision(20_001).to_string()).json(202);
    server.send("POST", &format!("/api/v1/solves/{id}/resume"), &[], b"");
    server.wait(&id, &["done"]);
    let report = server.get(&format!("/api/v1/solves/{id}/report")).json(200);
    assert_eq!(report["iterations"], 20_001);
}

/// Whatever the job does when a better goal comes: waiting, solving, measuring, saving or done.
#[test]
fn a_better_goal_is_reached_whenever_it_comes() {
    let (_folder, server) = fresh();
    let spot = json!({
        "board": "Ks7d4c", "pot": 100, "stack": 200, "oop": "KK,QQ,AJs,87s", "ip": "AA,99,KJs,T9s",
        "bet": "50%", "threads": 1, "iterations": 1,
    });
    const LAST: u32 = 12;
    let path = "/api/v1/solves";
    let first = id(&server.post(path, &spot.to_string()).json(202));
    for iterations in 2..=LAST {
        // After the solve and before the end: a job is there for a moment only.
        let late = |job: &Value| {
            ["measuring", "saving"].map(Value::from).contains(&job["progress"]["phase"])
        };
        loop {
            let job = server.get(&format!("/api/v1/solves/{first}")).json(200);
            if late(&job) || job["state"] == "done" {
                break;
            }
        }
        let better = with(&spot, "iterations", json!(iterations));
        let answer = server.post(path, &better.to_string());
        assert!([200, 202].contains(&answer.status), "{}", answer.status);
    }
    server.wait(&first, &["done"]);
    let report = server.get(&format!("/api/v1/solves/{first}/report")).json(200);
    assert_eq!(report["iterations"], LAST);
}
