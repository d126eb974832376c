//! Tests of the crate as its users see it.

mod limit;
mod memory;
mod net;
mod range_features;
mod training_data;
