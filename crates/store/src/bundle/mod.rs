//! Bundles: what flops are worth at several stack depths, in a folder.
//!
//! ```text
//! bundle/config.yaml          what was solved and how
//! bundle/spr_3.5/solve.bin    the flops of one stack-to-pot ratio
//! bundle/manifest.txt         size and checksum of every file, written last
//! ```

mod error;
mod folder;
mod layout;
mod solve_file;
mod solve_writer;

pub use error::{BundleError, BundleFault};
pub use folder::{Bundle, BundleWriter, Depth};
pub use layout::SolvedFlop;
pub use solve_file::SolveFile;
pub use solve_writer::SolveWriter;
