//! The integration tests, linked once: a binary for each subject would cost more to
//! build than to run.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod abstraction;
mod buckets;
mod common;
mod cut;
mod dry_run;
mod endings;
mod equity;
mod examples;
mod goals;
mod hashes;
mod import;
mod job_folder;
mod job_specs;
mod jobs;
mod killed;
mod layers;
mod more;
mod nets_control;
mod networks;
mod omaha_save;
mod omaha_spot;
mod omaha_start;
mod one;
mod postflop;
mod preflop;
mod preflop_locks;
mod preflop_resume;
mod preflop_streets;
mod reading;
mod requests;
mod resume;
mod river_buckets;
mod save;
mod signature;
mod solve;
mod spot;
mod spot_edges;
mod spot_locks;
mod tables;
