//! Learned values: what a public state is worth, given what both players believe about
//! each other's hands.
//!
//! | subject | module |
//! |---|---|
//! | trees that end before the hand does, and what their leaves are worth | [`limit`] |
//! | layers, losses, optimisers | [`net`] |
//! | what a network reads and writes | [`range`] |
//! | random public states with exact values | [`data`] |
//! | values of leaves in a search, measured exactly | [`measure`] |
//! | search and self-play over public belief states | [`belief`] |
//! | packed queries, and the bucket network as a baseline | [`classic`] |
//! | continual re-solving with leaf values, on no-limit Leduc | [`resolve`] |

#![deny(unsafe_code)]

#[allow(unsafe_code, reason = "kernels for instruction sets that are checked at run time")]
mod arch;
pub mod belief;
pub mod classic;
pub mod data;
pub mod limit;
pub mod measure;
pub mod net;
pub mod range;
pub mod resolve;
