//! What kind of file a file is, by its first four bytes.

use std::fmt;
use std::fs::File;
use std::io::Read;
use std::path::Path;

use crate::{Fault, StoreError, buckets, layout, save};

/// The kinds of files that Quasar writes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileKind {
    /// Equity tables of flops: [`EquityTables`](crate::EquityTables).
    EquityTables,
    /// A solved spot: [`Save`](crate::Save).
    Save,
    /// Buckets of hands: [`StoredBuckets`](crate::StoredBuckets).
    Buckets,
}

impl FileKind {
    /// The first four bytes of such a file.
    pub(crate) fn magic(self) -> [u8; 4] {
        match self {
            FileKind::EquityTables => layout::MAGIC,
            FileKind::Save => save::MAGIC,
            FileKind::Buckets => buckets::MAGIC,
        }
    }

    /// What such a file is called in an error.
    pub(crate) fn named(self) -> &'static str {
        match self {
            FileKind::EquityTables => "a file of equity tables",
            FileKind::Save => "a save",
            FileKind::Buckets => "a file of buckets",
        }
    }

    /// The kind of a file. Reads four bytes; whether the rest makes sense is
    /// for the reader of that kind to say.
    pub fn of(path: &Path) -> Result<FileKind, StoreError> {
        let kind = || {
            let file = File::open(path).map_err(Fault::system("open"))?;
            if !file.metadata().map_err(Fault::system("read"))?.is_file() {
                return Err(Fault::NotAFile);
            }
            let mut found = Vec::new();
            file.take(4).read_to_end(&mut found).map_err(Fault::system("read"))?;
            match found.as_slice() {
                [] => Err(Fault::Empty),
                magic if magic == layout::MAGIC => Ok(FileKind::EquityTables),
                magic if magic == save::MAGIC => Ok(FileKind::Save),
                magic if magic == buckets::MAGIC => Ok(FileKind::Buckets),
                _ => Err(Fault::UnknownKind { found }),
            }
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
        })
    }
}
