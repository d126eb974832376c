//! Tests of the crate as its users see it.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod belief;
mod classic;
mod limit;
mod memory;
mod net;
mod network_values;
mod range_features;
mod resolve;
mod training_data;
