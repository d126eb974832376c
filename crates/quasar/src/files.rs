//! Kinds of files, errors of files, and paths of results that are claimed before the
//! work.

pub use quasar_store::{
    BundleError, BundleFault, Checkpoint, CheckpointHeader, CheckpointKind, ExploitabilityCheck,
    ExportFile, Fault, FileKind, FolderKind, ResultFile, ResultFolder, ResultWriter, StoreError,
    free_space,
};
