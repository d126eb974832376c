//! Comparison.
fn main() {}
