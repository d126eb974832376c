//! A server of its own for each test, and a client that sends exactly what it is told.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::common::schema;

/// Longer than anything takes on a loaded machine.
pub(super) const PATIENCE: Duration = Duration::from_secs(300);

/// A server that is killed when the test ends.
pub(super) struct Server {
    child: Child,
    pub(super) address: SocketAddr,
}

impl Server {
    pub(super) fn start(data: &Path) -> Server {
        Server::with(data, &[])
    }

    /// Starts a server on a port of its own, with more options.
    pub(super) fn with(data: &Path, options: &[&str]) -> Server {
        Server::telling(data, options, Stdio::null())
    }

    /// The same, with its standard error going somewhere.
    pub(super) fn telling(data: &Path, options: &[&str], stderr: Stdio) -> Server {
        let mut child = Command::new(env!("CARGO_BIN_EXE_quasar"))
            .args(["serve", "--listen", "127.0.0.1:0", "--data"])
            .arg(data)
            .args(options)
            .stdout(Stdio::piped())
            .stderr(stderr)
            .spawn()
            .expect("quasar runs");
        let mut line = String::new();
        let stdout = child.stdout.take().expect("it is piped");
        BufReader::new(stdout).read_line(&mut line).expect("it says where it listens");
        let address = line.trim().strip_prefix("listening on http://");
        let address = address.unwrap_or_else(|| panic!("{line:?}")).parse().unwrap();
        Server { child, address }
    }

    /// Ends it without a warning, as a crash would, whoever is asking it something.
    pub(super) fn kill(&self) {
        let id = self.child.id().to_string();
        let sent = Command::new("kill").args(["-KILL", &id]).status().expect("kill runs");
        assert!(sent.success());
    }

    /// Asks it to stop, and waits until it has.
    pub(super) fn terminate(mut self) {
        let id = self.child.id().to_string();
        let sent = Command::new("kill").args(["-TERM", &id]).status().expect("kill runs");
        assert!(sent.success());
        let status = self.child.wait().expect("it ends");
        assert!(status.success(), "{status}");
    }

    pub(super) fn get(&self, path: &str) -> Answer {
        self.send("GET", path, &[], b"")
    }

    pub(super) fn delete(&self, path: &str) -> Answer {
        self.send("DELETE", path, &[], b"")
    }

    /// Sends JSON.
    pub(super) fn post(&self, path: &str, body: &str) -> Answer {
        self.post_as("application/json", path, body.as_bytes())
    }

    pub(super) fn post_as(&self, kind: &str, path: &str, body: &[u8]) -> Answer {
        self.send("POST", path, &[("content-type", kind)], body)
    }

    pub(super) fn send(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> Answer {
        let host = [("host", self.address.to_string())];
        let headers = headers.iter().map(|(name, value)| (*name, (*value).to_owned()));
        self.send_raw(method, path, host.into_iter().chain(headers), body)
    }

    /// Sends a request without a Host header of its own.
    pub(super) fn send_raw<'a>(
        &self,
        method: &str,
        path: &str,
        headers: impl IntoIterator<Item = (&'a str, String)>,
        body: &[u8],
    ) -> Answer {
        let answer = self.try_send_raw(method, path, headers, body);
        answer.unwrap_or_else(|| panic!("{method} {path}: no answer"))
    }

    /// The whole answer to a request; none if the server ended before it was sent.
    pub(super) fn try_send(
        &self,
        method: &str,
        path: &str,
        kind: &str,
        body: &[u8],
    ) -> Option<Answer> {
        let headers = [("host", self.address.to_string()), ("content-type", kind.to_owned())];
        self.try_send_raw(method, path, headers, body)
    }

    fn try_send_raw<'a>(
        &self,
        method: &str,
        path: &str,
        headers: impl IntoIterator<Item = (&'a str, String)>,
        body: &[u8],
    ) -> Option<Answer> {
        let mut stream = TcpStream::connect(self.address).ok()?;
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let mut head = format!("{method} {path} HTTP/1.1\r\nconnection: close\r\n");
        for (name, value) in headers {
            head += &format!("{name}: {value}\r\n");
        }
        if !body.is_empty() || method == "POST" {
            head += &format!("content-length: {}\r\n", body.len());
        }
        stream.write_all((head + "\r\n").as_bytes()).ok()?;
        // A server that has heard enough may close before it has read all.
        let _ = stream.write_all(body);
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes);
        Answer::parse(&bytes)
    }

    /// Waits until a job is in one of these states.
    pub(super) fn wait(&self, id: &str, states: &[&str]) -> Value {
        let start = Instant::now();
        loop {
            let job = self.get(&format!("/api/v1/solves/{id}")).json(200);
            if states.contains(&job["state"].as_str().unwrap()) {
                return job;
            }
            assert!(start.elapsed() < PATIENCE, "{job}");
            sleep(Duration::from_millis(10));
        }
    }

    /// Waits until a job has done at least so many iterations.
    pub(super) fn wait_for_iteration(&self, id: &str, iteration: u64) -> Value {
        let start = Instant::now();
        loop {
            let job = self.get(&format!("/api/v1/solves/{id}")).json(200);
            if job["progress"]["iteration"].as_u64().is_some_and(|found| found >= iteration) {
                return job;
            }
            assert!(start.elapsed() < PATIENCE, "{job}");
            sleep(Duration::from_millis(10));
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What came back.
pub(super) struct Answer {
    pub(super) status: u16,
    pub(super) headers: Vec<(String, String)>,
    pub(super) body: Vec<u8>,
}

impl Answer {
    /// An answer, if all of it is there.
    fn parse(bytes: &[u8]) -> Option<Answer> {
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n")?;
        let head = String::from_utf8(bytes[..end].to_vec()).unwrap();
        let mut lines = head.lines();
        let status = lines.next().unwrap().split(' ').nth(1).unwrap().parse().unwrap();
        let header = |line: &str| {
            let (name, value) = line.split_once(':').unwrap();
            (name.to_ascii_lowercase(), value.trim().to_owned())
        };
        let headers: Vec<(String, String)> = lines.map(header).collect();
        let mut answer = Answer { status, headers, body: bytes[end + 4..].to_vec() };
        if answer.header("transfer-encoding") == Some("chunked") {
            answer.body = unchunked(&answer.body)?;
        }
        let length = answer.header("content-length").map(|length| length.parse().unwrap());
        let whole = length.is_none_or(|length: usize| length == answer.body.len());
        whole.then_some(answer)
    }

    pub(super) fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(found, _)| found == name);
        found.map(|(_, value)| value.as_str())
    }

    pub(super) fn text(&self) -> String {
        String::from_utf8(self.body.clone()).expect("UTF-8")
    }

    /// The JSON of an answer with this status.
    pub(super) fn json(&self, status: u16) -> Value {
        assert_eq!(self.status, status, "{}", self.text());
        serde_json::from_slice(&self.body).expect("JSON")
    }

    /// The problem of an answer with this status.
    pub(super) fn problem(&self, status: u16) -> Value {
        assert_eq!(
            self.header("content-type"),
            Some("application/problem+json"),
            "{}",
            self.text()
        );
        let problem = self.json(status);
        schema::check("problem", &problem);
        assert_eq!(problem["status"], status);
        problem
    }
}

/// A body that came in parts, if the last of them is there.
fn unchunked(mut bytes: &[u8]) -> Option<Vec<u8>> {
    let mut body = Vec::new();
    loop {
        let end = bytes.windows(2).position(|two| two == b"\r\n")?;
        let size = std::str::from_utf8(&bytes[..end]).unwrap();
        let size = usize::from_str_radix(size, 16).unwrap();
        if size == 0 {
            return Some(body);
        }
        body.extend_from_slice(bytes.get(end + 2..end + 2 + size)?);
        bytes = bytes.get(end + 4 + size..)?;
    }
}

/// A folder that is removed when the test ends, and a server on it.
pub(super) fn fresh() -> (tempfile::TempDir, Server) {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(&folder.path().join("data"));
    (folder, server)
}

pub(super) fn sample(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../sample_configurations").join(name)
}
