//! Kinds of files, recognised by their first four bytes.

use std::fmt;
use std::fs::{self, File};
use std::io::Read;
use std::path::Path;

use crate::{Fault, StoreError, buckets, bundle, checkpoint, layout, records, save};

/// The kinds of files that Quasar writes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileKind {
    /// Equity tables of flops: [`EquityTables`](crate::EquityTables).
    EquityTables,
    /// A solved spot: [`Save`](crate::Save).
    Save,
    /// Buckets of hands: [`StoredBuckets`](crate::StoredBuckets).
    Buckets,
    /// The flops of one stack depth in a bundle: [`SolveFile`](crate::SolveFile).
    SolvedFlops,
    /// An unfinished solve: [`Checkpoint`](crate::Checkpoint).
    Checkpoint,
    /// Samples for training networks: [`Records`](crate::Records).
    Records,
}

impl FileKind {
    const ALL: [FileKind; 6] = [
        FileKind::EquityTables,
        FileKind::Save,
        FileKind::Buckets,
        FileKind::SolvedFlops,
        FileKind::Checkpoint,
        FileKind::Records,
    ];

    /// The first four bytes of such a file.
    pub(crate) fn magic(self) -> [u8; 4] {
        match self {
            FileKind::EquityTables => layout::MAGIC,
            FileKind::Save => save::MAGIC,
            FileKind::Buckets => buckets::MAGIC,
            FileKind::SolvedFlops => bundle::MAGIC,
            FileKind::Checkpoint => checkpoint::MAGIC,
            FileKind::Records => records::MAGIC,
        }
    }

    /// Whether a file with these first bytes is of this kind.
    pub fn begins_with(self, first: &[u8]) -> bool {
        first.starts_with(&self.magic())
    }

    /// The name of such a file in errors.
    pub(crate) fn named(self) -> &'static str {
        match self {
            FileKind::EquityTables => "a file of equity tables",
            FileKind::Save => "a save",
            FileKind::Buckets => "a file of buckets",
            FileKind::SolvedFlops => "a file of solved flops",
            FileKind::Checkpoint => "a checkpoint",
            FileKind::Records => "a file of training data",
        }
    }

    /// The kind of a file. Reads only four bytes; the reader of that kind checks
    /// the rest.
    pub fn of(path: &Path) -> Result<FileKind, StoreError> {
        let kind = || {
            // Only regular files are opened: a pipe would wait for a writer.
            if !fs::metadata(path).map_err(Fault::system("open"))?.is_file() {
                return Err(Fault::NotAFile);
            }
            let file = File::open(path).map_err(Fault::system("open"))?;
            let mut found = Vec::new();
            file.take(4).read_to_end(&mut found).map_err(Fault::system("read"))?;
            if found.is_empty() {
                return Err(Fault::Empty);
            }
            let kind = FileKind::ALL.into_iter().find(|kind| kind.magic() == *found);
            kind.ok_or_else(|| match checkpoint::OLD_MAGICS.iter().any(|old| *old == *found) {
                true => Fault::OldCheckpoint,
                false => Fault::UnknownKind { found },
            })
        };
        kind().map_err(|fault| StoreError::new(path, fault))
    }
}

impl fmt::Display for FileKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FileKind::EquityTables => "equity tables",
            FileKind::Save => "save of a spot",
            FileKind::Buckets => "buckets of hands",
            FileKind::SolvedFlops => "solved flops",
            FileKind::Checkpoint => "checkpoint",
            FileKind::Records => "training data of networks",
        })
    }
}
