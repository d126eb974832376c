//! The integration tests, linked once: a binary for each subject would cost more to
//! build than to run.

mod compact;
mod holdem_ranges;
mod omaha_patterns;
mod omaha_ranges;
mod percent_ranges;
mod spellings;
mod symmetry_counts;
