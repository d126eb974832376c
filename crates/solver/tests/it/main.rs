//! The integration tests, linked once: a binary for each subject would cost more to
//! build than to run.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod alike;
mod beliefs;
mod engine;
mod exploration;
mod goal;
mod holdem;
mod known_games;
mod linear_program;
mod merged;
mod omaha;
mod plain;
mod resume;
mod sampling;
mod streets;
mod versions;
