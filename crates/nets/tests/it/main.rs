//! Tests of the crate as its users see it.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod limit;
mod memory;
mod net;
