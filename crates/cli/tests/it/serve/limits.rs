//! What is too much at a time, and what is left for others meanwhile.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::thread::{scope, sleep};
use std::time::Duration;

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use serde_json::Value;

use super::client::{PATIENCE, Server, fresh};
use super::jobs::{ENDLESS, id, solve};

const SHOWDOWN: &str = "{\"hands\": [\"AhKhQhJhTh\"]}";

/// A river that is solved at once when it is its turn.
fn river(number: u64) -> String {
    format!(
        "{{\"board\": \"Ks7s4h9h2c\", \"pot\": {}, \"stack\": 100, \"oop\": \"AA\", \"ip\": \"KK\", \
         \"bet\": \"a\", \"iterations\": 1}}",
        100 + number
    )
}

#[test]
fn a_thousand_jobs_wait_and_the_next_is_refused() {
    let (folder, server) = fresh();
    let running = id(&solve(&server, ENDLESS));
    server.wait(&running, &["running"]);
    scope(|scope| {
        for part in 0..4 {
            let server = &server;
            scope.spawn(move || {
                for number in 250 * part..250 * (part + 1) {
                    server.post("/api/v1/solves", &river(number)).json(202);
                }
            });
        }
    });
    let refused = server.post("/api/v1/solves", &river(1_000));
    assert_eq!(refused.header("retry-after"), Some("1"));
    assert_eq!(refused.problem(429)["detail"], "1000 jobs are queued");
    // What is there already is found, not refused.
    let found = server.post("/api/v1/solves", &river(7)).json(202);
    assert_eq!(found["state"], "queued");
    server.kill();
    drop(server);

    let server = Server::start(&folder.path().join("data"));
    let list = server.get("/api/v1/solves").json(200);
    let jobs = list["jobs"].as_array().unwrap();
    let queued = |job: &&Value| job["state"] == "queued";
    assert_eq!((jobs.len(), jobs.iter().filter(queued).count()), (1_001, 1_000));
    server.post("/api/v1/solves", &river(1_000)).problem(429);
    assert_eq!(server.delete(&format!("/api/v1/solves/{}", id(&found))).status, 204);
    server.post("/api/v1/solves", &river(1_000)).json(202);
}

/// Lets this process have so many open files, if the system allows it.
fn allow_files(count: u64) {
    let limit = getrlimit(Resource::Nofile);
    if limit.current.is_some_and(|current| current < count) {
        let wanted = Rlimit { current: Some(count), maximum: limit.maximum };
        setrlimit(Resource::Nofile, wanted).expect("the system allows 10,000 connections");
    }
}

/// Bytes that the server takes.
fn resident(server: &Server) -> u64 {
    let metrics = server.get("/metrics").text();
    let line = metrics.lines().find_map(|line| line.strip_prefix("process_resident_memory_bytes "));
    line.expect("Linux tells").parse().unwrap()
}

/// Ten thousand clients that connect and say nothing: nobody else notices, and memory is
/// that of the last thousand.
#[test]
#[cfg(target_os = "linux")]
fn ten_thousand_connections_keep_nobody_out() {
    const COUNT: usize = 10_000;
    allow_files(COUNT as u64 + 1_000);
    let (_folder, server) = fresh();
    let mut idle = Vec::with_capacity(COUNT);
    for number in 0..COUNT {
        let mut stream = TcpStream::connect(server.address).unwrap();
        if number % 2 == 0 {
            stream.write_all(b"POST /api/v1/eval HTTP/1.1\r\n").unwrap();
        }
        idle.push(stream);
        if number % 1_000 == 999 {
            server.post("/api/v1/eval", SHOWDOWN).json(200);
        }
    }
    let bytes = resident(&server);
    assert!(bytes < 200_000_000, "{bytes} bytes");
    // The oldest had to leave: they read the end, or that the connection was reset.
    for stream in &mut idle[..COUNT - 2_000] {
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let mut rest = Vec::new();
        let _ = stream.read_to_end(&mut rest);
        assert!(rest.is_empty() || rest.starts_with(b"HTTP/1.1 408"));
    }
}

/// Clients that send a byte at a time get no answer, and hold up nobody.
#[test]
fn slow_clients_are_given_up() {
    let (_folder, server) = fresh();
    let mut slow: Vec<TcpStream> =
        (0..200).map(|_| TcpStream::connect(server.address).unwrap()).collect();
    let head = b"POST /api/v1/eval HTTP/1.1\r\nhost: localhost\r\naccept: application/json\r\n";
    for byte in head.iter().take(20) {
        for stream in &mut slow {
            // They may have been closed already.
            let _ = stream.write_all(&[*byte]);
        }
        server.post("/api/v1/eval", SHOWDOWN).json(200);
        sleep(Duration::from_millis(100));
    }
    // Their time is up after a while, though they went on sending.
    let first = &mut slow[0];
    first.set_read_timeout(Some(PATIENCE)).unwrap();
    let mut rest = Vec::new();
    let _ = first.read_to_end(&mut rest);
    let text = String::from_utf8_lossy(&rest);
    assert!(text.is_empty() || text.starts_with("HTTP/1.1 408"), "{text}");
}
