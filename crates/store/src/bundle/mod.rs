//! Bundles: folders with a configuration, results and a manifest.
//!
//! ```text
//! bundle/config.yaml          what was solved and how
//! bundle/spr_3.5/solve.bin    the flops of one stack-to-pot ratio
//! bundle/preflop.qsr          or a strategy before the flop
//! bundle/manifest.txt         size and checksum of every file, written last
//! ```

mod error;
mod folder;
mod kind;
mod layout;
mod manifest;
mod solve_file;
mod solve_writer;
mod strategy;

pub use error::{BundleError, BundleFault};
pub use folder::{Bundle, BundleWriter, Depth};
pub use kind::FolderKind;
pub(crate) use layout::MAGIC;
pub use layout::SolvedFlop;
pub use solve_file::SolveFile;
pub use solve_writer::SolveWriter;
pub use strategy::{StoredDecision, StoredStrategy, StrategyBundle};
