//! A server that is killed at any moment loses no job and no finished work.
//!
//! A client asks for jobs, pauses, resumes, cancels and deletes them while the server queues,
//! solves, saves and writes checkpoints. At a random moment the server is killed, possibly in
//! the middle of an answer. What it has answered is a promise that the next server must keep;
//! a request without an answer may have had its effect or not.

use std::path::Path;
use std::thread::{scope, sleep};
use std::time::Duration;

use serde_json::Value;

use super::client::{Answer, Server, fresh};
use super::jobs::id;

/// How often a server is killed; `QUASAR_CRASHES` asks for more.
const CRASHES: u64 = 6;

/// Most jobs that wait or work at a time.
const OPEN: usize = 4;

fn spot(number: u64) -> String {
    format!(
        "board: Ks7s4h9h\npot: {}\nstack: 150\noop: AA,QQ-TT,AKs,87s\nip: KK,JJ,KQs,T8s\n\
         bet: 60%\nraise_cap: 1\niterations: 30\nthreads: 1\n",
        100 + number
    )
}

/// Pseudo-random numbers, so that a failure can be repeated.
struct Random(u64);

impl Random {
    fn below(&mut self, end: u64) -> u64 {
        let Random(seed) = self;
        *seed =
            seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (*seed >> 33) % end
    }
}

/// A job, and the states that the server may say it is in.
struct Known {
    id: String,
    number: u64,
    states: Vec<&'static str>,
    /// Its first decision, once it is done.
    node: Option<Value>,
}

const OPEN_STATES: [&str; 3] = ["queued", "running", "done"];
const GONE: &str = "gone";

/// What the client was told.
struct Client {
    random: Random,
    next: u64,
    jobs: Vec<Known>,
}

impl Client {
    /// Asks for this and that until the server is gone.
    fn work(&mut self, server: &Server) {
        while self.act(server).is_some() {}
    }

    /// One request; none if it was not answered.
    fn act(&mut self, server: &Server) -> Option<()> {
        let open =
            |job: &Known| job.states.iter().any(|state| ["queued", "paused"].contains(state));
        let unfinished = self.jobs.iter().filter(|job| open(job) && job.node.is_none()).count();
        if unfinished < OPEN {
            self.next += 1;
            let spec = spot(self.next);
            let kind = "application/yaml";
            let job = server.try_send("POST", "/api/v1/solves", kind, spec.as_bytes())?;
            let (id, number) = (id(&job.json(202)), self.next);
            self.jobs.push(Known { id, number, states: OPEN_STATES.into(), node: None });
            return Some(());
        }
        let first = self.jobs.len().saturating_sub(2 * OPEN);
        let place = first + self.random.below((self.jobs.len() - first) as u64) as usize;
        let what = self.random.below(12);
        let job = &mut self.jobs[place];
        if job.states == [GONE] {
            return Some(());
        }
        let path = format!("/api/v1/solves/{}", job.id);
        let act = |what: &str| {
            server.try_send("POST", &format!("{path}/{what}"), "application/json", b"")
        };
        // Until the answer is there, either may be the case.
        let before = job.states.clone();
        let promise = |job: &mut Known, answer: Option<Answer>, states: &[&'static str]| {
            let answer = answer?;
            // What was cancelled before stays cancelled, whatever is asked of it.
            let changed = [200, 204].contains(&answer.status);
            job.states = if changed { states.into() } else { before.clone() };
            Some(())
        };
        match what {
            0 => {
                job.states.extend(["cancelled"]);
                let answer = act("cancel")?;
                let done = answer.json(200)["state"] == "done";
                job.states = vec![if done { "done" } else { "cancelled" }];
                Some(())
            }
            1..=3 => {
                job.states.extend(["paused"]);
                // A job that has just reached its goal has nothing left to pause.
                promise(job, act("pause"), &["paused", "done"])
            }
            4..=7 => {
                job.states.extend(OPEN_STATES);
                promise(job, act("resume"), &OPEN_STATES)
            }
            8 => {
                job.states.extend([GONE]);
                promise(job, server.try_send("DELETE", &path, "application/json", b""), &[GONE])
            }
            _ => {
                let answer = server.try_send("GET", &path, "application/json", b"")?;
                if answer.json(200)["state"] == "done" && job.node.is_none() {
                    job.states = vec!["done"];
                    let path = format!("{path}/nodes/r:0");
                    job.node =
                        Some(server.try_send("GET", &path, "application/json", b"")?.json(200));
                }
                Some(())
            }
        }
    }

    /// A new server keeps every promise of the one that was killed.
    fn check(&mut self, server: &Server) {
        for job in &mut self.jobs {
            let answer = server.get(&format!("/api/v1/solves/{}", job.id));
            let state = match answer.status {
                404 => GONE.to_owned(),
                _ => answer.json(200)["state"].as_str().unwrap().to_owned(),
            };
            assert!(
                job.states.iter().any(|known| *known == state),
                "{}: {state}, not {:?}",
                job.id,
                job.states
            );
            if job.node.is_some() && state == "done" {
                assert_eq!(Some(root(server, &job.id)), job.node, "{}", job.id);
            }
            // Whatever became of requests without an answer is now known.
            job.states = match state.as_str() {
                "paused" => vec!["paused", "done"],
                "cancelled" => vec!["cancelled"],
                "done" => vec!["done"],
                GONE => vec![GONE],
                _ => OPEN_STATES.into(),
            };
        }
    }
}

/// The first decision of a job that is done, which must not change.
fn root(server: &Server, job: &str) -> Value {
    server.get(&format!("/api/v1/solves/{job}/nodes/r:0")).json(200)
}

/// No half-written file passes for a save.
fn check_files(data: &Path) {
    for job in std::fs::read_dir(data.join("jobs")).unwrap() {
        let save = job.unwrap().path().join("solution.qsr");
        if save.exists() {
            let save = quasar::spot::SpotSave::open(&save).expect("a save is whole");
            save.verify(&quasar::job::Control::new()).expect("all checksums match");
        }
    }
}

#[test]
fn a_killed_server_loses_nothing() {
    let crashes = std::env::var("QUASAR_CRASHES").ok().and_then(|text| text.parse().ok());
    let crashes = crashes.unwrap_or(CRASHES);
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let mut client = Client { random: Random(1), next: 0, jobs: Vec::new() };
    let mut moments = Random(2);
    for _ in 0..crashes {
        let server = Server::start(&data);
        client.check(&server);
        let moment = Duration::from_millis(moments.below(500));
        scope(|scope| {
            scope.spawn(|| {
                sleep(moment);
                server.kill();
            });
            client.work(&server);
        });
        drop(server);
        check_files(&data);
    }
    let server = Server::start(&data);
    client.check(&server);
    let (_undisturbed_folder, undisturbed) = fresh();
    let mut compared = 0;
    for job in client.jobs.iter().filter(|job| !job.states.contains(&GONE)) {
        server.send("POST", &format!("/api/v1/solves/{}/resume", job.id), &[], b"");
        let ended = server.wait(&job.id, &["done", "cancelled", "failed"]);
        assert_eq!(ended["state"] == "cancelled", job.states == ["cancelled"], "{ended}");
        assert_ne!(ended["state"], "failed", "{ended}");
        if ended["state"] == "done" && compared < 8 {
            // The same as from a server that nobody killed, or nearly: a job that was killed
            // between its save and the journal is continued from the save, which rounds.
            let spec = spot(job.number);
            let kind = "application/yaml";
            undisturbed.post_as(kind, "/api/v1/solves", spec.as_bytes()).json(202);
            undisturbed.wait(&job.id, &["done"]);
            let (found, alone) = (root(&server, &job.id), root(&undisturbed, &job.id));
            assert_eq!((&found["iteration"], &alone["iteration"]), (&30.into(), &30.into()));
            let ev = |node: &Value| node["node"]["ev"].as_f64().unwrap();
            assert!((ev(&found) - ev(&alone)).abs() < 0.01, "{} {}", ev(&found), ev(&alone));
            compared += 1;
        }
    }
    assert!(compared > 0, "nothing was solved");
    check_files(&data);
}
