//! Counting requests and their times, for Prometheus.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::app::App;
use crate::jobs::JobState;

/// The upper ends of the buckets of request times, in seconds.
const BUCKETS: [f64; 10] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 10.0];

/// Counts of all requests so far.
#[derive(Debug, Default)]
pub(crate) struct Metrics {
    endpoints: Mutex<BTreeMap<(String, String), Endpoint>>,
}

/// Counts of the requests of one endpoint.
#[derive(Debug, Default)]
struct Endpoint {
    statuses: BTreeMap<u16, u64>,
    buckets: [u64; BUCKETS.len()],
    count: u64,
    seconds: f64,
}

impl Metrics {
    fn add(&self, method: &Method, path: &str, status: StatusCode, took: Duration) {
        let mut endpoints = self.endpoints.lock().unwrap_or_else(PoisonError::into_inner);
        let endpoint = endpoints.entry((path.to_owned(), method.to_string())).or_default();
        *endpoint.statuses.entry(status.as_u16()).or_default() += 1;
        let seconds = took.as_secs_f64();
        for (bucket, most) in endpoint.buckets.iter_mut().zip(BUCKETS) {
            *bucket += u64::from(seconds <= most);
        }
        endpoint.count += 1;
        endpoint.seconds += seconds;
    }

    fn write(&self, text: &mut String) -> std::fmt::Result {
        let endpoints = self.endpoints.lock().unwrap_or_else(PoisonError::into_inner);
        heading(text, "quasar_requests_total", "counter", "Requests by endpoint and status.")?;
        for ((path, method), endpoint) in endpoints.iter() {
            for (status, count) in &endpoint.statuses {
                let labels = format!("path=\"{path}\",method=\"{method}\",status=\"{status}\"");
                writeln!(text, "quasar_requests_total{{{labels}}} {count}")?;
            }
        }
        let name = "quasar_request_seconds";
        heading(text, name, "histogram", "Time from request to response headers.")?;
        for ((path, method), endpoint) in endpoints.iter() {
            let labels = format!("path=\"{path}\",method=\"{method}\"");
            for (most, count) in BUCKETS.iter().zip(endpoint.buckets) {
                writeln!(text, "{name}_bucket{{{labels},le=\"{most}\"}} {count}")?;
            }
            writeln!(text, "{name}_bucket{{{labels},le=\"+Inf\"}} {}", endpoint.count)?;
            writeln!(text, "{name}_sum{{{labels}}} {}", endpoint.seconds)?;
            writeln!(text, "{name}_count{{{labels}}} {}", endpoint.count)?;
        }
        Ok(())
    }
}

/// Jobs by state, and the memory that they and the server take.
fn write_jobs(app: &App, text: &mut String) -> std::fmt::Result {
    let counts = app.0.jobs.counts();
    heading(text, "quasar_jobs", "gauge", "Jobs by state.")?;
    for state in JobState::ALL {
        let count = counts.get(&state).copied().unwrap_or(0);
        writeln!(text, "quasar_jobs{{state=\"{}\"}} {count}", state.name())?;
    }
    let name = "quasar_reserved_memory_bytes";
    heading(text, name, "gauge", "Memory that running jobs have reserved.")?;
    writeln!(text, "{name} {}", app.0.jobs.reserved().memory)?;
    if let Some(bytes) = resident() {
        let name = "process_resident_memory_bytes";
        heading(text, name, "gauge", "Memory that the process takes.")?;
        writeln!(text, "{name} {bytes}")?;
    }
    Ok(())
}

/// Bytes of memory that the process takes; Linux tells.
fn resident() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(1_024 * kilobytes)
}

fn heading(text: &mut String, name: &str, kind: &str, help: &str) -> std::fmt::Result {
    writeln!(text, "# HELP {name} {help}\n# TYPE {name} {kind}")
}

/// Counts a request. Paths that no endpoint has are counted together.
pub(crate) async fn count(State(app): State<App>, request: Request, next: Next) -> Response {
    let start = Instant::now();
    let method = match *request.method() {
        Method::GET | Method::POST | Method::DELETE => request.method().clone(),
        _ => Method::OPTIONS,
    };
    let path = request.extensions().get::<MatchedPath>().cloned();
    let response = next.run(request).await;
    let path = path.as_ref().map_or("other", MatchedPath::as_str);
    app.0.metrics.add(&method, path, response.status(), start.elapsed());
    response
}

/// `GET /metrics`
pub(crate) async fn show(State(app): State<App>) -> Response {
    let mut text = String::new();
    // A text takes all that is written to it.
    let _ = app.0.metrics.write(&mut text).and_then(|()| write_jobs(&app, &mut text));
    let kind = HeaderValue::from_static("text/plain; version=0.0.4; charset=utf-8");
    ([(header::CONTENT_TYPE, kind)], text).into_response()
}
