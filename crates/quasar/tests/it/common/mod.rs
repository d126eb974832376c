//! What several tests need.

pub(crate) mod checkpoints;
pub(crate) mod jobs;
pub(crate) mod patched;
pub(crate) mod plain;
pub(crate) mod saved;
