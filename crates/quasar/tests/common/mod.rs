//! What several tests need.

#![allow(dead_code, reason = "not every test needs all of it")]

pub(crate) mod plain;
pub(crate) mod saved;
