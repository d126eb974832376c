//! Errors of files.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use quasar_cards::{Board, Street};
use thiserror::Error;

use crate::layout::{MOST_FLOPS, NUMERATORS};
use crate::{BucketsFault, FileKind, FolderKind, RecordsFault, TensorsFault};

/// A file, and what is wrong with it.
#[derive(Debug, Error)]
#[error("{}: {fault}", path.display())]
pub struct StoreError {
    path: PathBuf,
    fault: Fault,
}

impl StoreError {
    pub(crate) fn new(path: &Path, fault: Fault) -> StoreError {
        StoreError { path: path.to_owned(), fault }
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What is wrong with it.
    pub fn fault(&self) -> &Fault {
        &self.fault
    }

    /// Whether the path is at fault.
    pub fn is_input(&self) -> bool {
        self.fault.is_input()
    }

    /// What is wrong, without the file.
    pub fn into_fault(self) -> Fault {
        self.fault
    }

    /// Both.
    pub(crate) fn into_parts(self) -> (PathBuf, Fault) {
        (self.path, self.fault)
    }
}

/// What is wrong with a file.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Fault {
    /// There is no such file.
    #[error("there is no such file")]
    Missing,
    /// A folder, a device, a pipe.
    #[error("is not a regular file")]
    NotAFile,
    /// A file, a device, a pipe.
    #[error("is not a folder")]
    NotAFolder,
    /// The folder does not exist; none is created for a file.
    #[error("there is no such folder")]
    NoFolder,
    /// Something else has a name that is needed to write a result.
    #[error("something else is at this path and would be lost; move it away")]
    Occupied,
    /// A file of another kind is at the path of a result.
    #[error("is not {} (it begins with the bytes {}) and was not replaced", kind.named(), Hex(found))]
    Foreign {
        /// The kind of the result.
        kind: FileKind,
        /// The first bytes of the file, at most four.
        found: Vec<u8>,
    },
    /// A folder with something else in it is at the path of a result.
    #[error("the folder is not {} (it contains `{entry}`) and was not replaced", kind.named())]
    ForeignFolder {
        /// The kind of the result.
        kind: FolderKind,
        /// What else is in the folder.
        entry: String,
    },
    /// The disk is too small for a result.
    #[error("not enough disk space: {needed} bytes are needed, and {free} are free")]
    NoSpace {
        /// Bytes of the result.
        needed: u64,
        /// Free bytes.
        free: u64,
    },
    /// An error of the system.
    #[error("cannot {action} it: {source}")]
    System {
        /// What was tried: `open`, `write`, …
        action: &'static str,
        /// The system's message.
        source: io::Error,
    },
    /// Another process is writing the file or folder.
    #[error("another process is writing to this path")]
    Locked,
    /// No bytes at all.
    #[error("the file is empty")]
    Empty,
    /// A kind of file that Quasar does not know.
    #[error("not a Quasar file: it begins with the bytes {}", Hex(found))]
    UnknownKind {
        /// Its first bytes, at most four.
        found: Vec<u8>,
    },
    /// Another kind of file than expected.
    #[error("not {}: begins with the bytes {}, not {}", kind.named(), Hex(found), Hex(&kind.magic()))]
    WrongMagic {
        /// The expected kind.
        kind: FileKind,
        /// Its first bytes, at most four.
        found: Vec<u8>,
    },
    /// Written by a later Quasar.
    #[error("format version {found} is newer than {newest}, the newest that this program reads")]
    NewerVersion {
        /// The version of the file.
        found: u32,
        /// The newest version of its kind that can be read.
        newest: u32,
    },
    /// A version that does not exist.
    #[error("there is no format version {found}")]
    UnknownVersion {
        /// The version of the file.
        found: u32,
    },
    /// A checkpoint in the format before version 1.
    #[error(
        "the checkpoint has the format of an earlier version and cannot be resumed; finish the \
         solve with that version, or remove the file to start again"
    )]
    OldCheckpoint,
    /// Unfinished: the run that wrote it was interrupted.
    #[error("the file is unfinished: the run that wrote it was interrupted")]
    Unfinished,
    /// Too short.
    #[error("the file is truncated: it has {found} bytes of {expected}")]
    Truncated {
        /// Bytes found.
        found: u64,
        /// Bytes expected.
        expected: u64,
    },
    /// Too long.
    #[error("the file has {found} bytes; it should have {expected}")]
    TrailingBytes {
        /// Bytes found.
        found: u64,
        /// Bytes expected.
        expected: u64,
    },
    /// A section with a wrong checksum.
    #[error("the checksum of {section} is wrong")]
    Checksum {
        /// The section.
        section: Section,
    },
    /// More flops than there are.
    #[error("the file claims {found} flops; there are only {MOST_FLOPS}")]
    FlopCount {
        /// The number in the header.
        found: u32,
    },
    /// Tables of another size.
    #[error("the tables have {found} entries instead of {NUMERATORS}")]
    EntryCount {
        /// The number of entries.
        found: usize,
    },
    /// Bytes that are not three cards.
    #[error("{}: {} are not three different cards", FlopPosition(section, record), Hex(found))]
    InvalidFlop {
        /// The section.
        section: Section,
        /// The index of the record, from 0.
        record: usize,
        /// The bytes.
        found: [u8; 4],
    },
    /// A flop in other suits or in another order than the canonical ones.
    #[error("{}: {found} instead of its canonical form {canonical}", FlopPosition(section, record))]
    NotCanonical {
        /// The section.
        section: Section,
        /// The index of the record, from 0.
        record: usize,
        /// The cards in the order of the file.
        found: String,
        /// Its canonical form.
        canonical: Board,
    },
    /// A flop that occurs twice.
    #[error("the flop {flop} occurs twice")]
    DuplicateFlop {
        /// The flop.
        flop: Board,
    },
    /// A record with another flop than in the index.
    #[error("record {record} is for {found}, but the index says {indexed}")]
    WrongRecord {
        /// The index of the record, from 0.
        record: usize,
        /// The flop of the index.
        indexed: Board,
        /// The flop of the record.
        found: Board,
    },
    /// A board that is not a flop.
    #[error("`{board}` is not a flop")]
    NotAFlop {
        /// The cards.
        board: Board,
    },
    /// A file without tables cannot be written.
    #[error("there are no tables to write")]
    NoTables,
    /// An invalid part of a save.
    #[error("{section}: {why}")]
    Invalid {
        /// The part.
        section: Section,
        /// What is wrong with it.
        why: &'static str,
    },
    /// A save that was finished before all of it was written.
    #[error("only {found} of {expected} blocks of the save were written")]
    MissingBlocks {
        /// Blocks written.
        found: u64,
        /// Blocks expected.
        expected: u64,
    },
    /// A street that the save does not have.
    #[error("the {} is not in this save", street_name(*street))]
    NoStreet {
        /// The street.
        street: Street,
    },
    /// A number that is too large for its field.
    #[error("the number {value} does not fit in 24 bits")]
    TooLarge {
        /// The number.
        value: u32,
    },
    /// An invalid file of buckets.
    #[error(transparent)]
    Buckets(#[from] BucketsFault),
    /// An invalid file of tensors.
    #[error(transparent)]
    Tensors(#[from] TensorsFault),
    /// An invalid file of training data.
    #[error(transparent)]
    Records(#[from] RecordsFault),
}

impl Fault {
    /// Whether the path is at fault: nothing is there, or something else than expected. What is
    /// wrong inside a file of the right kind is no mistake in the input.
    pub(crate) fn is_input(&self) -> bool {
        matches!(
            self,
            Fault::Missing
                | Fault::NoFolder
                | Fault::NotAFile
                | Fault::NotAFolder
                | Fault::UnknownKind { .. }
                | Fault::WrongMagic { .. }
                | Fault::OldCheckpoint
                | Fault::Foreign { .. }
                | Fault::ForeignFolder { .. }
                | Fault::Buckets(BucketsFault::WrongMagic)
                | Fault::Records(RecordsFault::WrongMagic)
                | Fault::Tensors(TensorsFault::Header { .. } | TensorsFault::Json(_))
        )
    }

    /// Turns an error of the system into a fault; `action` is a verb.
    pub(crate) fn system(action: &'static str) -> impl FnOnce(io::Error) -> Fault {
        move |source| match source.kind() {
            io::ErrorKind::NotFound => Fault::Missing,
            _ => Fault::System { action, source },
        }
    }
}

/// A part of a file with its own checksum.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Section {
    /// The first bytes.
    Header,
    /// The list of flops.
    Index,
    /// The table of a flop.
    Record {
        /// Its number, from 0.
        record: usize,
    },
    /// The text of the spec of a save or a checkpoint.
    Spec,
    /// The name of the program that wrote a checkpoint.
    Engine,
    /// The exploitability that a checkpoint lists.
    Checks,
    /// The state of the solver in a checkpoint.
    State,
    /// The results in a save.
    Results,
    /// Hands, boards and rounds of a save.
    Layout,
    /// A betting round on a board in a save.
    Block {
        /// The street.
        street: Street,
        /// The index of the board among those of the street, from 0.
        board: usize,
        /// The index of the round among those of the street, from 0.
        round: usize,
    },
}

/// The name of a street in a sentence.
pub(crate) fn street_name(street: Street) -> &'static str {
    match street {
        Street::Preflop => "preflop",
        Street::Flop => "flop",
        Street::Turn => "turn",
        Street::River => "river",
    }
}

impl fmt::Display for Section {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Section::Header => write!(f, "the header"),
            Section::Index => write!(f, "the index"),
            Section::Record { record } => write!(f, "record {record}"),
            Section::Spec => write!(f, "the spec"),
            Section::Engine => write!(f, "the name of the engine"),
            Section::Checks => write!(f, "the list of exploitability checks"),
            Section::State => write!(f, "the state"),
            Section::Results => write!(f, "the results"),
            Section::Layout => write!(f, "the layout"),
            Section::Block { street, board, round } => {
                write!(f, "{} board {board}, round {round}", street_name(*street))
            }
        }
    }
}

/// Where the flop of a record is: in the index or in the record itself.
struct FlopPosition<'a>(&'a Section, &'a usize);

impl fmt::Display for FlopPosition<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Section::Record { record } => write!(f, "the flop of record {record}"),
            section => write!(f, "the flop of record {} in {section}", self.1),
        }
    }
}

/// Bytes as `45 51 54 43`.
struct Hex<'a>(&'a [u8]);

impl fmt::Display for Hex<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, byte) in self.0.iter().enumerate() {
            write!(f, "{}{byte:02x}", if i > 0 { " " } else { "" })?;
        }
        Ok(())
    }
}
