//! Errors of bundles and their files.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::layout::{CLASSES, MOST_FLOPS};
use crate::{Fault, StoreError};

/// A file or folder of a bundle, and what is wrong with it.
#[derive(Debug, Error)]
#[error("{}: {fault}", path.display())]
pub struct BundleError {
    path: PathBuf,
    fault: BundleFault,
}

impl BundleError {
    pub(crate) fn new(path: &Path, fault: BundleFault) -> BundleError {
        BundleError { path: path.to_owned(), fault }
    }

    /// The file or folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What is wrong with it.
    pub fn fault(&self) -> &BundleFault {
        &self.fault
    }

    /// Whether the path is at fault.
    pub fn is_input(&self) -> bool {
        match &self.fault {
            BundleFault::Missing | BundleFault::WrongMagic | BundleFault::NotAStrategy => true,
            BundleFault::Place(fault) => fault.is_input(),
            // A file in the place of the folder.
            BundleFault::System { source, .. } => source.kind() == io::ErrorKind::NotADirectory,
            _ => false,
        }
    }

    /// What is wrong, without the file or folder.
    pub fn into_fault(self) -> BundleFault {
        self.fault
    }
}

/// What is wrong with a bundle or a file of it.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum BundleFault {
    /// There is no such file or folder.
    #[error("there is no such file or folder")]
    Missing,
    /// An error of the system.
    #[error("cannot {action} it: {source}")]
    System {
        /// What was tried.
        action: &'static str,
        /// The system's message.
        source: io::Error,
    },
    /// Another process is writing the bundle.
    #[error("another process is writing to this path")]
    Locked,
    /// The path cannot be written, or must not be replaced.
    #[error(transparent)]
    Place(Fault),
    /// The bundle is of another configuration.
    #[error(
        "the folder holds the results of another configuration; choose another folder, or delete this one"
    )]
    OtherConfig,
    /// Unfinished: the run that wrote it was interrupted.
    #[error("the bundle is unfinished: the run that wrote it was interrupted")]
    Unfinished,
    /// An invalid manifest.
    #[error("line {line} of the manifest is invalid")]
    BadManifest {
        /// The line, from 1.
        line: usize,
    },
    /// A bundle written by a later Quasar.
    #[error("version {found} of bundles is newer than 2, the newest that this program reads")]
    NewerBundle {
        /// The version of the bundle.
        found: u32,
    },
    /// A file of another configuration or stack depth than the bundle.
    #[error("the file does not belong to this bundle: it was made with another {what}")]
    Exchanged {
        /// What is different.
        what: &'static str,
    },
    /// A file with another length than in the manifest.
    #[error("the file has {found} bytes; it had {expected} when it was written")]
    Size {
        /// Bytes found.
        found: u64,
        /// Bytes expected.
        expected: u64,
    },
    /// A wrong checksum.
    #[error("the checksum of {what} is wrong")]
    Checksum {
        /// Which part.
        what: String,
    },
    /// Not a file of solved flops.
    #[error("not a file of solved flops: it does not begin with QPFS")]
    WrongMagic,
    /// Not a strategy before the flop.
    #[error("not a strategy before the flop: it does not begin with QPRS")]
    NotAStrategy,
    /// Written by a later Quasar.
    #[error("format version {found} is newer than {newest}, the newest that this program reads")]
    NewerVersion {
        /// The version of the file.
        found: u32,
        /// The newest version that is read.
        newest: u32,
    },
    /// A version that does not exist.
    #[error("there is no format version {found}")]
    UnknownVersion {
        /// The version of the file.
        found: u32,
    },
    /// Values of another number of classes.
    #[error("the file has values of {found} classes instead of {CLASSES}")]
    Classes {
        /// How many.
        found: u32,
    },
    /// More flops than there are.
    #[error("the file claims {found} flops; there are only {MOST_FLOPS}")]
    FlopCount {
        /// The number in the header.
        found: u32,
    },
    /// An impossible stack-to-pot ratio.
    #[error("the file claims a stack-to-pot ratio of {found}")]
    BadSpr {
        /// The number in the header.
        found: f64,
    },
    /// Bytes that are not three cards, or not in canonical suits.
    #[error("record {record}: {found:02x?} is not a canonical flop")]
    BadFlop {
        /// The number of the record, from 0.
        record: usize,
        /// The bytes.
        found: [u8; 3],
    },
    /// A value that is not a number.
    #[error("{what}: value {place} is not a number")]
    NotANumber {
        /// Which part.
        what: String,
        /// Which value of it, from 0.
        place: usize,
    },
    /// A table of the wrong size.
    #[error("a table has the wrong size: {found} values")]
    ValueCount {
        /// How many.
        found: usize,
    },
}

impl BundleFault {
    /// Turns an error of the system into a fault; `action` is a verb.
    pub(crate) fn system(action: &'static str) -> impl FnOnce(io::Error) -> BundleFault {
        move |source| match source.kind() {
            io::ErrorKind::NotFound => BundleFault::Missing,
            _ => BundleFault::System { action, source },
        }
    }
}

impl From<StoreError> for BundleError {
    fn from(error: StoreError) -> BundleError {
        let (path, fault) = error.into_parts();
        BundleError { path, fault: fault.into() }
    }
}

impl From<Fault> for BundleFault {
    fn from(fault: Fault) -> BundleFault {
        match fault {
            Fault::Locked => BundleFault::Locked,
            Fault::Missing => BundleFault::Missing,
            Fault::System { action, source } => BundleFault::System { action, source },
            other => BundleFault::Place(other),
        }
    }
}
