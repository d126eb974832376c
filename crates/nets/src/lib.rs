//! Learned values: what a public state is worth, given what both players believe about
//! each other's hands.
//!
//! | subject | module |
//! |---|---|
//! | trees that end before the hand does, and what their leaves are worth | `limit` |
//! | layers, losses, optimisers | `net` |
//! | what a network reads and writes | `range` |
//! | search and self-play over public belief states | `belief` |

#![forbid(unsafe_code)]
