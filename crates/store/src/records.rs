//! A file of records: a text that says what they are, and any number of byte strings.
//!
//! ```text
//! QNSD | version u32 | length of the text u32 | count u32 | text | checksum u32
//! for each record: length u32 | bytes | checksum u32
//! ```

use std::io::Write;
use std::path::Path;

use thiserror::Error;

use crate::map::Bytes;
use crate::sealed::{CHECKSUM, is_sealed, seal, word};
use crate::{FileKind, ResultFile, StoreError};

pub(crate) const MAGIC: [u8; 4] = *b"QNSD";
const VERSION: u32 = 1;
const HEADER: usize = 16;

/// Records read from a file, or to be written to one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Records {
    /// What the records are.
    pub text: String,
    /// The records.
    pub records: Vec<Vec<u8>>,
}

/// What is wrong with a file of records.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum RecordsFault {
    /// Another kind of file.
    #[error("not a file of training data")]
    WrongMagic,
    /// A version that this program does not read.
    #[error("format version {found} of training data; this program reads {VERSION}")]
    Version {
        /// The version of the file.
        found: u32,
    },
    /// The file ends early, or goes on after its end.
    #[error("the file is {0} than its header says")]
    Length(&'static str),
    /// A header with a wrong checksum, or a text that is none.
    #[error("the header is damaged")]
    Header,
    /// A record with a wrong checksum.
    #[error("record {0} is damaged")]
    Record(usize),
}

impl Records {
    /// The bytes of the file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        for number in [VERSION, self.text.len() as u32, self.records.len() as u32] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(self.text.as_bytes());
        bytes.extend([0; CHECKSUM]);
        seal(&mut bytes);
        for record in &self.records {
            let start = bytes.len();
            bytes.extend((record.len() as u32).to_le_bytes());
            bytes.extend(record);
            bytes.extend([0; CHECKSUM]);
            seal(&mut bytes[start..]);
        }
        bytes
    }

    /// Reads the bytes of a file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Records, RecordsFault> {
        const SHORT: RecordsFault = RecordsFault::Length("shorter");
        if bytes.len() >= 4 && bytes[..4] != MAGIC {
            return Err(RecordsFault::WrongMagic);
        }
        let head = bytes.get(..HEADER).ok_or(SHORT)?;
        let version = word(&head[4..8]);
        if version != VERSION {
            return Err(RecordsFault::Version { found: version });
        }
        let (length, count) = (word(&head[8..12]) as usize, word(&head[12..16]) as usize);
        let (header, mut rest) = bytes.split_at_checked(HEADER + length + CHECKSUM).ok_or(SHORT)?;
        if !is_sealed(header) {
            return Err(RecordsFault::Header);
        }
        let text = std::str::from_utf8(&header[HEADER..HEADER + length]);
        let text = text.map_err(|_| RecordsFault::Header)?.to_owned();
        let mut records = Vec::new();
        for record in 0..count {
            let length = word(rest.get(..4).ok_or(SHORT)?) as usize;
            let (part, after) = rest.split_at_checked(4 + length + CHECKSUM).ok_or(SHORT)?;
            if !is_sealed(part) {
                return Err(RecordsFault::Record(record));
            }
            records.push(part[4..4 + length].to_vec());
            rest = after;
        }
        match rest {
            [] => Ok(Records { text, records }),
            _ => Err(RecordsFault::Length("longer")),
        }
    }

    /// Reads a file.
    pub fn open(path: &Path) -> Result<Records, StoreError> {
        let bytes = Bytes::open(path).map_err(|fault| StoreError::new(path, fault))?;
        Records::from_bytes(&bytes).map_err(|fault| StoreError::new(path, fault.into()))
    }

    /// Writes a file, whole or not at all; returns its size.
    pub fn write(&self, path: &Path) -> Result<u64, StoreError> {
        let place = ResultFile::claim(path, FileKind::Records)?;
        place.commit(|output| output.write_all(&self.to_bytes()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_and_nothing_else() {
        let records =
            Records { text: "two records".to_owned(), records: vec![vec![1, 2, 3], Vec::new()] };
        let bytes = records.to_bytes();
        assert_eq!(Records::from_bytes(&bytes), Ok(records));
        for length in 0..bytes.len() {
            assert!(Records::from_bytes(&bytes[..length]).is_err(), "{length}");
        }
        for place in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[place] ^= 4;
            assert!(Records::from_bytes(&damaged).is_err(), "{place}");
        }
        let longer = [&bytes[..], &[0]].concat();
        assert_eq!(Records::from_bytes(&longer), Err(RecordsFault::Length("longer")));
    }
}
