//! The integration tests, linked once: a binary for each subject would cost more to
//! build than to run.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod calibration;
mod common;
mod draws;
mod flop_deals;
mod flop_subsets;
mod flop_table;
mod flop_table_baseline;
mod holdem;
mod libraries;
mod multiway;
mod omaha;
mod omaha_baseline;
mod sample;
