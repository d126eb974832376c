//! What kind of file something is, why a file cannot be used, and places of results
//! that are claimed before the work.

pub use quasar_store::{
    BundleError, BundleFault, Checkpoint, CheckpointHeader, CheckpointKind, ExploitabilityCheck,
    Fault, FileKind, FolderKind, ResultFile, ResultFolder, ResultWriter, StoreError, free_space,
};
