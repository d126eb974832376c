//! The integration tests, linked once: a binary for each subject would cost more to
//! build than to run.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;
mod exact;
mod memory;
mod model;
mod omaha;
mod pruning;
mod push_fold;
mod sampled;
mod streets;
