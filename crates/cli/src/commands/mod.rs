//! One module per command: its arguments and the text of its report.

pub(crate) mod bench;
pub(crate) mod browse;
pub(crate) mod buckets;
pub(crate) mod chart;
pub(crate) mod completions;
pub(crate) mod equity;
pub(crate) mod eval;
pub(crate) mod flops;
pub(crate) mod inspect;
pub(crate) mod man;
pub(crate) mod matrix;
pub(crate) mod nets;
pub(crate) mod postflop;
pub(crate) mod precompute;
pub(crate) mod preflop;
pub(crate) mod range;
pub(crate) mod schema;
pub(crate) mod serve;
pub(crate) mod solve;
pub(crate) mod solve_one;
pub(crate) mod trace;
