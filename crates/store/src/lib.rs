//! The files of Quasar: writing them, reading them, and the reasons to refuse them.
//!
//! This crate knows bytes, cards and whole numbers; it neither computes nor
//! interprets what it stores. Every format is described byte by byte in
//! `docs/FORMATS.md`. A reader trusts nothing in a file, and every reason to
//! refuse one is a [`Fault`], in a [`StoreError`] that names the file.
//!
//! | file | read by | written by |
//! |---|---|---|
//! | equity tables, `EQTC` | [`EquityTables`] | [`EquityTablesWriter`] |
//! | saves of spots, `QSSV` | [`Save`] | [`SaveWriter`] |
//! | checkpoints of solves, `QCKP` | [`Checkpoint`] | [`Checkpoint::write`] |
//! | buckets of hands, `BKTS` | [`StoredBuckets`] | [`StoredBuckets`] |
//! | training data, `QNSD` | [`Records`] | [`Records`] |
//! | networks, safetensors | [`Tensors`] | [`Tensors`] |
//!
//! A [`Bundle`] is a folder of such files, `QPFS`, with a manifest; [`BundleWriter`]
//! makes one.
//!
//! [`FileKind::of`] recognises the kind of a file. All are written through a claim on
//! their path, [`ResultFile`] or [`ResultFolder`].

#![deny(unsafe_code)]

mod buckets;
mod bundle;
mod checkpoint;
#[cfg(test)]
mod crash;
mod digest;
mod disk;
mod error;
mod kind;
mod layout;
mod lock;
mod map;
mod onnx;
mod reader;
mod records;
mod result;
mod save;
mod sealed;
mod tensors;
mod writer;

pub use buckets::{BucketsFault, BucketsHeader, StoredBuckets};
pub use bundle::{
    Bundle, BundleError, BundleFault, BundleWriter, Depth, FolderKind, SolveFile, SolveWriter,
    SolvedFlop, StoredDecision, StoredStrategy, StrategyBundle,
};
pub use checkpoint::{Checkpoint, CheckpointHeader, CheckpointKind, ExploitabilityCheck};
pub use disk::free_space;
pub use error::{Fault, Section, StoreError};
pub use kind::FileKind;
pub use layout::{MOST_FLOPS, NUMERATORS, file_size};
pub use onnx::{OnnxLayer, onnx_model};
pub use reader::EquityTables;
pub use records::{Records, RecordsFault};
pub use result::{
    ExportFile, ResultFile, ResultFolder, ResultWriter, make_folder, remove_empty_folder,
};
pub use save::{
    DecisionNumbers, DecisionShape, Save, SaveLayout, SaveResults, SaveWriter, SavedBlock,
    SavedDecision, StreetLayout,
};
pub use tensors::{StoredTensor, StoredValues, Tensors, TensorsFault};
pub use writer::EquityTablesWriter;
