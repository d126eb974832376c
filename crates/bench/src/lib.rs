//! Fixed workloads for every kernel: their speed, and a signature of their results.
//!
//! A workload is deterministic: its inputs come from a fixed sequence, and its
//! results are hashed into a *signature*. Speeds differ between machines and
//! runs; signatures differ only when behaviour changes, and a test pins them.
//!
//! Workloads are loops around kernels that are compiled into them, so this crate is
//! compiled with full optimisation; the facade, which only calls kernels, is not.

#![forbid(unsafe_code)]

mod abstraction;
mod cards;
mod equity;
mod eval;
mod nets;
mod preflop;
mod random;
mod solver;

use std::time::{Duration, Instant};

use schemars::JsonSchema;
use serde::Serialize;

/// Which workloads to run, and for how long.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BenchSpec {
    /// Run only workloads whose name contains this text. Those that take seconds per
    /// run, such as `equity/plo4 flop, every hand`, must be named in full.
    pub filter: String,
    /// How long to repeat each workload; it runs at least once.
    pub time: Duration,
}

/// The results of all workloads that were run.
#[derive(Clone, PartialEq, Debug, JsonSchema, Serialize)]
pub struct BenchReport {
    /// One entry per workload.
    pub workloads: Vec<WorkloadReport>,
    /// A hash of all signatures.
    pub signature: String,
}

/// The result of one workload.
#[derive(Clone, PartialEq, Debug, JsonSchema, Serialize)]
pub struct WorkloadReport {
    /// `layer/what`, such as `eval/seven cards`.
    pub name: &'static str,
    /// What one operation is.
    pub operation: &'static str,
    /// Operations of one run.
    pub operations: u64,
    /// Seconds of the fastest run.
    pub seconds: f64,
    /// Operations a second in the fastest run.
    pub per_second: f64,
    /// Hash of the results, 16 hexadecimal digits.
    pub signature: String,
}

/// A workload: its name, what one operation is, and how many a run does.
struct Workload {
    name: &'static str,
    operation: &'static str,
    operations: u64,
    /// Makes the inputs and returns the function that is timed: it does all
    /// operations and hashes their results.
    prepare: fn() -> Box<dyn FnMut() -> Signature>,
}

/// A hash of results in order, 64 bits at a time: the steps of FNV-1a with a
/// rotation, so that high bits matter too.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Signature(u64);

impl Signature {
    const EMPTY: Signature = Signature(0xcbf2_9ce4_8422_2325);

    /// This hash with one more result.
    #[inline]
    fn with(self, result: u64) -> Signature {
        Signature((self.0 ^ result).wrapping_mul(0x0100_0000_01b3).rotate_left(23))
    }

    fn text(self) -> String {
        format!("{:016x}", self.0)
    }
}

/// The workloads that a filter chooses, in order.
fn workloads(filter: &str) -> impl Iterator<Item = &'static Workload> {
    let lower = cards::WORKLOADS.iter().chain(eval::WORKLOADS).chain(equity::WORKLOADS);
    let quick = lower.chain(solver::WORKLOADS).chain(abstraction::WORKLOADS);
    let quick = quick.chain(preflop::WORKLOADS).chain(nets::WORKLOADS);
    let chosen = quick.filter(move |workload| workload.name.contains(filter));
    chosen.chain(equity::SLOW.iter().filter(move |workload| workload.name == filter))
}

impl BenchSpec {
    /// Workloads that take seconds and match the filter, but do not run because
    /// they are not named in full.
    pub fn left_out(&self) -> impl Iterator<Item = &'static str> {
        let names = equity::SLOW.iter().map(|workload| workload.name);
        names.filter(|name| name.contains(&self.filter) && *name != self.filter)
    }

    /// Runs the workloads; calls `started` with the name of each.
    pub fn run(&self, mut started: impl FnMut(&str)) -> BenchReport {
        let mut signature = Signature::EMPTY;
        let mut reports = Vec::new();
        for workload in workloads(&self.filter) {
            started(workload.name);
            let mut run = (workload.prepare)();
            let begin = Instant::now();
            let mut fastest = Duration::MAX;
            let result = loop {
                let start = Instant::now();
                let result = run();
                fastest = fastest.min(start.elapsed());
                if begin.elapsed() >= self.time {
                    break result;
                }
            };
            signature = signature.with(result.0);
            let seconds = fastest.as_secs_f64().max(1e-9);
            reports.push(WorkloadReport {
                name: workload.name,
                operation: workload.operation,
                operations: workload.operations,
                seconds,
                per_second: workload.operations as f64 / seconds,
                signature: result.text(),
            });
        }
        BenchReport { workloads: reports, signature: signature.text() }
    }
}
