//! The contract of leaf values.

mod contract;
mod oracle;
mod spots;
mod wrong;
