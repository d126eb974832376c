//! The integration tests, linked once: a binary for each subject would cost more to
//! build than to run.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod boards;
#[cfg(target_os = "linux")]
mod browse;
mod buckets;
mod chart;
mod cli;
mod common;
mod completions;
mod cut;
mod exports;
mod grids;
mod nets;
mod preflop;
mod reader;
mod saves;
mod schemas;
mod serve;
mod solve;
mod solve_omaha;
mod surroundings;
mod tables;
mod transcripts;
mod writers;
