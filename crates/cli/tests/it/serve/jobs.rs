//! Solves as jobs: asked for, followed, looked into, paused, resumed, cancelled, deleted.

use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;

use serde_json::{Value, json};

use super::client::{Server, fresh, sample};
use crate::common::{self, schema};

/// Ends after 20 iterations.
const TURN: &str = "board: Ks7s4h9h\npot: 100\nstack: 150\noop: AA,QQ-TT,AKs,87s\n\
    ip: KK,JJ,KQs,T8s\nbet: 60%\nraise_cap: 1\niterations: 20\nthreads: 1\n";

/// Ends when someone ends it.
pub(super) const ENDLESS: &str = "board: Ks7s4h9h\npot: 100\nstack: 150\noop: AA,QQ-TT,AKs,87s\n\
    ip: KK,JJ,KQs,T8s\nbet: 50%\nraise_cap: 1\niterations: 4000000000\nthreads: 1\n";

pub(super) fn solve(server: &Server, spec: &str) -> Value {
    let job = server.post_as("application/yaml", "/api/v1/solves", spec.as_bytes()).json(202);
    schema::check("job-answer", &job);
    job
}

pub(super) fn id(job: &Value) -> String {
    job["id"].as_str().unwrap().to_owned()
}

#[test]
fn a_solve_gives_what_the_command_gives() {
    let (folder, server) = fresh();
    let file = folder.path().join("turn.yaml").display().to_string();
    fs::write(&file, TURN).unwrap();
    let plan = server.post_as("application/yaml", "/api/v1/solves/plan", TURN.as_bytes());
    assert_eq!(plan.json(200), common::json(&["solve", &file, "--dry-run", "--json"]));

    let job = solve(&server, TURN);
    let id = id(&job);
    assert_eq!(job["kind"], "spot");
    assert_eq!(job["title"], "Ks7s4h9h, pot 100, 150 behind");
    server.wait(&id, &["done"]);
    let report = server.get(&format!("/api/v1/solves/{id}/report")).json(200);
    schema::check("spot-report", &report);
    let command = common::solved_json(&["solve", &file, "--json"]);
    for field in ["game", "board", "pot", "players", "exploitability", "iterations", "ended"] {
        assert_eq!(report[field], command[field], "{field}");
    }

    // The save is one that the command can look into, and says the same.
    let answer = server.get(&format!("/api/v1/solves/{id}/save"));
    assert_eq!(answer.header("content-type"), Some("application/octet-stream"));
    let save = folder.path().join("turn.qsr").display().to_string();
    fs::write(&save, &answer.body).unwrap();
    for line in ["r:0", "r:0:c", "r:0:c:c:8h", "r:0:b60"] {
        let found = server.get(&format!("/api/v1/solves/{id}/nodes/{line}")).json(200);
        schema::check("node-answer", &found);
        let mut node = common::json(&["inspect", &save, "--node", line, "--json"]);
        node.as_object_mut().unwrap().remove("schema_version");
        assert_eq!(found["node"], node, "{line}");
        assert_eq!(found["iteration"], 20);
    }
    let get = |path: &str| server.get(&format!("/api/v1/solves/{id}/{path}"));
    assert_eq!(get("tree").json(200), common::json(&["inspect", &save, "--tree", "--json"]));
    let tree = ["inspect", &save, "--tree", "--node", "r:0:c:c:8h", "--depth", "1", "--json"];
    assert_eq!(get("tree/r:0:c:c:8h?depth=1").json(200), common::json(&tree));
    let runouts = ["inspect", &save, "--node", "r:0:c:c", "--runouts", "--json"];
    assert_eq!(get("runouts/r:0:c:c").json(200), common::json(&runouts));
    let ranges = common::shown(&["inspect", &save, "--node", "r:0:b60", "--ranges", "both"]);
    let found = get("ranges/r:0:b60").json(200);
    schema::check("ranges-report", &found);
    assert_eq!(found["oop"], ranges.lines().next().unwrap());
    assert_eq!(found["ip"], ranges.lines().nth(1).unwrap());
    let filtered = get("nodes/r:0?filter=AA&hands=2").json(200);
    assert_eq!(filtered["node"]["hands"].as_array().unwrap().len(), 2);

    // Exports are the files of the command.
    for (format, kind) in [
        ("json", "application/json"),
        ("csv", "text/csv; charset=utf-8"),
        ("parquet", "application/vnd.apache.parquet"),
    ] {
        let exported = get(&format!("export?format={format}&street=turn"));
        assert_eq!((exported.status, exported.header("content-type")), (200, Some(kind)));
        let path = folder.path().join(format!("turn.{format}")).display().to_string();
        common::solved(&["inspect", &save, "--export", &path, "--street", "turn"]);
        assert_eq!(exported.body, fs::read(&path).unwrap(), "{format}");
    }
    let one = get("export?format=csv&line=r:0:b60&filter=KK").text();
    assert!(one.lines().skip(1).all(|row| row.starts_with("r:0:b60,")), "{one}");
    assert_eq!(get("export?format=csv&street=flop").problem(422)["field"], "street");
    assert_eq!(get("export?format=csv&line=r:0:b61").problem(422)["field"], "line");
    get("export?format=xlsx").problem(422);

    // What cannot be looked at is told with the field.
    assert_eq!(get("nodes/r:0:b61").problem(422)["field"], "line");
    assert_eq!(get("nodes/x").problem(422)["field"], "line");
    assert_eq!(get("nodes/r:0?filter=A?").problem(422)["field"], "filter");
    assert_eq!(get("tree/r:0:x").problem(422)["field"], "line");
    assert_eq!(get("runouts/r:0").problem(422)["field"], "line");
    get("nodes/r:0?hands=few").problem(422);
    get("flops").problem(409);
    get("nodes/r:0?flop=Td9d6h").problem(422);

    // Uploaded to another server, it is a job that is done.
    let (_other_folder, other) = fresh();
    let kind = "application/octet-stream";
    let uploaded = other.post_as(kind, "/api/v1/saves", &answer.body).json(201);
    assert_eq!((&uploaded["id"], &uploaded["state"]), (&job["id"], &json!("done")));
    let node = other.get(&format!("/api/v1/solves/{id}/nodes/r:0")).json(200);
    assert_eq!(node, get("nodes/r:0").json(200));
    other.post_as(kind, "/api/v1/saves", &answer.body).problem(409);
    let mut damaged = answer.body.clone();
    let middle = damaged.len() / 2;
    damaged[middle] ^= 1;
    server.delete(&format!("/api/v1/solves/{id}"));
    let problem = server.post_as(kind, "/api/v1/saves", &damaged).problem(422);
    assert!(!problem["detail"].as_str().unwrap().contains("incoming"), "{problem}");
    server.post_as(kind, "/api/v1/saves", b"no save").problem(422);
    server.get(&format!("/api/v1/solves/{id}")).problem(404);
}

#[test]
fn the_same_spot_is_the_same_job_and_a_better_goal_continues_it() {
    let (_folder, server) = fresh();
    let job = solve(&server, TURN);
    let id = id(&job);
    server.wait(&id, &["done"]);
    // In other words: JSON, another order, other threads.
    let again = json!({
        "threads": 2, "ip": "JJ,KK,T8s,KQs", "oop": "TT-QQ,AA,87s,AKs", "bet": "60%",
        "board": "Ks7s4h9h", "pot": 100, "stack": 150, "raise_cap": 1, "iterations": 20,
    });
    let found = server.post("/api/v1/solves", &again.to_string()).json(200);
    assert_eq!((&found["id"], &found["state"]), (&job["id"], &json!("done")));
    let more = TURN.replace("iterations: 20", "iterations: 50");
    let continued = solve(&server, &more);
    assert_eq!(continued["id"], job["id"]);
    server.wait(&id, &["done"]);
    let report = server.get(&format!("/api/v1/solves/{id}/report")).json(200);
    assert_eq!(report["iterations"], 50);
    // A goal that is reached already changes nothing.
    let less = server.post_as("application/yaml", "/api/v1/solves", TURN.as_bytes()).json(200);
    assert_eq!(less["state"], "done");
    let node = server.get(&format!("/api/v1/solves/{id}/nodes/r:0")).json(200);
    assert_eq!(node["iteration"], 50);
    let list = server.get("/api/v1/solves").json(200);
    assert_eq!(list["jobs"].as_array().unwrap().len(), 1);
    // With a budget the report is the answer.
    let waited = TURN.replace("iterations: 20", "iterations: 60");
    let path = "/api/v1/solves?budget_ms=10000";
    let answer = server.post_as("application/yaml", path, waited.as_bytes());
    assert!(matches!(answer.status, 200 | 202), "{}", answer.text());
}

#[test]
fn a_running_job_is_looked_into_paused_resumed_cancelled_and_deleted() {
    let (_folder, server) = fresh();
    let id = id(&solve(&server, ENDLESS));
    let act = |what: &str| server.send("POST", &format!("/api/v1/solves/{id}/{what}"), &[], b"");
    server.wait_for_iteration(&id, 20);
    let node = server.get(&format!("/api/v1/solves/{id}/nodes/r:0:c")).json(200);
    assert!(node["iteration"].as_u64().unwrap() >= 20);
    assert_eq!(node["node"]["player"], "ip");
    server.get(&format!("/api/v1/solves/{id}/report")).problem(409);
    server.get(&format!("/api/v1/solves/{id}/tree")).problem(409);

    assert_eq!(act("pause").json(200)["state"], "paused");
    let first = server.get(&format!("/api/v1/solves/{id}/nodes/r:0")).json(200);
    let second = server.get(&format!("/api/v1/solves/{id}/nodes/r:0")).json(200);
    assert_eq!(first, second, "nothing changes while it is paused");
    // A paused job leaves its place to others.
    let other = solve(&server, TURN);
    server.wait(&super::jobs::id(&other), &["done"]);
    assert_eq!(act("resume").json(200)["state"], "running");
    let before = first["iteration"].as_u64().unwrap();
    server.wait_for_iteration(&id, before + 10);

    act("cancel").json(200);
    let ended = server.wait(&id, &["cancelled"]);
    assert_eq!(ended["cancelling"], false);
    let report = server.get(&format!("/api/v1/solves/{id}/report")).json(200);
    assert_eq!(report["ended"], "cancelled");
    server.get(&format!("/api/v1/solves/{id}/nodes/r:0")).json(200);
    assert_eq!(act("pause").problem(409)["type"], "urn:quasar:problem:conflict");
    act("resume").problem(409);
    assert_eq!(server.delete(&format!("/api/v1/solves/{id}")).status, 204);
    server.get(&format!("/api/v1/solves/{id}")).problem(404);
    server.delete(&format!("/api/v1/solves/{id}")).problem(404);

    // A running job can be deleted too.
    let id = super::jobs::id(&solve(&server, ENDLESS));
    server.wait_for_iteration(&id, 1);
    assert_eq!(server.delete(&format!("/api/v1/solves/{id}")).status, 204);
    server.get(&format!("/api/v1/solves/{id}")).problem(404);
}

#[test]
fn jobs_wait_in_a_queue_and_survive_a_restart() {
    let (folder, server) = fresh();
    let first = id(&solve(&server, ENDLESS));
    server.wait_for_iteration(&first, 5);
    let second = solve(&server, TURN);
    assert_eq!((&second["state"], &second["ahead"]), (&json!("queued"), &json!(0)));
    let third = solve(&server, &TURN.replace("60%", "70%"));
    assert_eq!(third["ahead"], 1);
    server.send("POST", &format!("/api/v1/solves/{}/cancel", id(&third)), &[], b"").json(200);
    let before = server.get(&format!("/api/v1/solves/{first}")).json(200);
    let iteration = before["progress"]["iteration"].as_u64().unwrap();
    server.terminate();

    let server = Server::start(&folder.path().join("data"));
    // It resumes from the checkpoint that was written when the server stopped.
    let resumed = server.wait_for_iteration(&first, 1);
    assert!(resumed["progress"]["iteration"].as_u64().unwrap() > iteration, "{resumed}");
    let state = |job: &str| server.get(&format!("/api/v1/solves/{job}")).json(200)["state"].clone();
    assert_eq!(state(&id(&second)), "queued");
    assert_eq!(state(&id(&third)), "cancelled");
    server.delete(&format!("/api/v1/solves/{first}"));
    server.wait(&id(&second), &["done"]);
}

/// The events of an answer: id, name, data.
fn events(text: &str) -> Vec<(String, String, Value)> {
    let field = |block: &str, name: &str| {
        let mut lines = block.lines();
        let found = lines.find_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
        found.unwrap_or_default().to_owned()
    };
    let blocks = text.split("\n\n").filter(|block| block.contains("data:"));
    let event = |block: &str| {
        let data = serde_json::from_str(&field(block, "data")).unwrap();
        (field(block, "id"), field(block, "event"), data)
    };
    blocks.map(event).collect()
}

#[test]
fn events_tell_how_far_a_job_is_and_can_be_resumed() {
    let (_folder, server) = fresh();
    let id = id(&solve(&server, &TURN.replace("iterations: 20", "iterations: 100")));
    let path = format!("/api/v1/solves/{id}/events");
    let answer = server.get(&path);
    assert_eq!(answer.header("content-type"), Some("text/event-stream"));
    let all = events(&answer.text());
    let (_, name, last) = all.last().unwrap();
    assert_eq!((name.as_str(), &last["state"]), ("state", &json!("done")));
    let progress: Vec<_> = all.iter().filter(|(_, name, _)| name == "progress").collect();
    assert!(!progress.is_empty());
    schema::check("job-answer", last);
    schema::check("job-answer", &server.get(&format!("/api/v1/solves/{id}")).json(200));
    schema::check("job-list-answer", &server.get("/api/v1/solves").json(200));
    for (_, _, event) in &progress {
        schema::check("job-event", event);
        let written = &event["detail"]["path"];
        assert!(written.as_str().is_none_or(|path| !path.contains('/')), "{event}");
    }
    // From the middle on: what came after it, and nothing twice.
    let (middle, ..) = progress[progress.len() / 2];
    let rest = server.send("GET", &path, &[("last-event-id", middle)], b"");
    let rest: Vec<String> =
        events(&rest.text()).into_iter().map(|event| event.0).filter(|id| !id.is_empty()).collect();
    let expected: Vec<String> =
        progress[progress.len() / 2 + 1..].iter().map(|event| event.0.clone()).collect();
    assert_eq!(rest, expected);
    server.get("/api/v1/solves/00000000000000000000000000000000/events").problem(404);
}

#[test]
fn events_come_while_a_job_runs() {
    let (_folder, server) = fresh();
    let id = id(&solve(&server, ENDLESS));
    let mut stream = TcpStream::connect(server.address).unwrap();
    let head =
        format!("GET /api/v1/solves/{id}/events HTTP/1.1\r\nhost: {}\r\n\r\n", server.address);
    stream.write_all(head.as_bytes()).unwrap();
    let mut text = String::new();
    let mut part = [0; 4096];
    while !text.contains("\"iteration\"") {
        let read = stream.read(&mut part).unwrap();
        assert!(read > 0, "{text}");
        text += &String::from_utf8_lossy(&part[..read]);
    }
}

#[test]
fn files_of_other_programs_and_what_cannot_be_solved() {
    let (_folder, server) = fresh();
    let script = "set_pot 50\nset_effective_stack 100\nset_board Qs,Jh,2h,3d,4c\n\
        set_range_ip AA,KQs\nset_range_oop QQ,JTs:0.5\nset_bet_sizes oop,river,bet,50\n\
        set_accuracy 0.5\n";
    let path = "/api/v1/solves?import=texassolver";
    let job = server.post_as("application/octet-stream", path, script.as_bytes()).json(202);
    server.wait(&id(&job), &["done"]);
    let refused = server.post_as("application/octet-stream", path, b"set_pot x\n").problem(422);
    assert_eq!(refused["position"]["line"], 1);
    let unknown = server.post_as("application/yaml", "/api/v1/solves?import=pokerstove", b"x");
    assert_eq!(unknown.problem(422)["field"], "import");

    let refused = |body: &[u8]| server.post_as("application/yaml", "/api/v1/solves", body);
    assert_eq!(refused(b"board: Ks7s4h9h\n").problem(422)["field"], "pot");
    let problem = refused(TURN.replace("60%", "60?").as_bytes()).problem(422);
    assert_eq!((&problem["field"], &problem["position"]["line"]), (&json!("bet"), &json!(6)));
    let files = "flops: 2\noutput: /tmp/x\nspot: { pot: 100 }\n";
    assert_eq!(refused(files.as_bytes()).problem(422)["field"], "output");
    let large = fs::read_to_string(sample("3bet_pot_fast.yaml")).unwrap();
    let (_other, small) = {
        let folder = tempfile::tempdir().unwrap();
        let server = Server::with(&folder.path().join("data"), &["--memory", "1MB"]);
        (folder, server)
    };
    let problem = small.post_as("application/yaml", "/api/v1/solves", large.as_bytes());
    let problem = problem.problem(422);
    assert!(problem["detail"].as_str().unwrap().contains("memory"), "{problem}");
}
