//! The integration tests, linked once: a binary for each subject would cost more to
//! build than to run.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod buckets;
mod bundle;
mod checkpoints;
mod common;
mod corruption;
mod places;
mod round_trip;
mod saves;
mod versions;
mod writing;
