//! What kind of file a file is, by its first four bytes.

use std::fmt;
use std::fs::File;
use std::io::Read;
use std::path::Path;

use crate::{Fault, StoreError, buckets, layout};

/// The kinds of files that Quasar writes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileKind {
    /// Equity tables of flops: [`EquityTables`](crate::EquityTables).
    EquityTables,
    /// Buckets of hands: [`StoredBuckets`](crate::StoredBuckets).
    Buckets,
}

impl FileKind {
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
            FileKind::Buckets => "buckets of hands",
        })
    }
}
