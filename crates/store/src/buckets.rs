//! Buckets of hands in a file: labels, centres and features, version 1; the diagram
//! is in `docs/FORMATS.md`.
//!
//! This module does not know what features mean. It stores a number for the feature set
//! and one for its version, which a reader has to compare with its own.

use std::io::Write;
use std::path::Path;

use quasar_cards::{Board, Card, Game};
use thiserror::Error;

use crate::map::Bytes;
use crate::sealed::{CHECKSUM, is_sealed, seal, word};
use crate::{Fault, FileKind, ResultFile, StoreError};

pub(crate) const MAGIC: [u8; 4] = *b"BKTS";
const VERSION: u32 = 1;
const HEADER: usize = 56;
/// The most features of a hand.
const MOST_DIMS: u32 = 256;

/// The header of a file of buckets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BucketsHeader {
    /// The game whose hands are in buckets.
    pub game: Game,
    /// Turn or river.
    pub board: Board,
    /// Which features.
    pub feature_set: u32,
    /// Which version of them.
    pub feature_version: u32,
    /// The requested number of buckets.
    pub asked: u32,
    /// The actual number of buckets.
    pub buckets: u32,
    /// The number of features of a hand.
    pub dims: u32,
    /// The seed of the clustering.
    pub seed: u64,
    /// The number of starts.
    pub starts: u32,
    /// The most iterations of a start.
    pub iterations: u32,
}

/// Buckets read from a file, or to be written to one.
#[derive(Clone, PartialEq, Debug)]
pub struct StoredBuckets {
    /// The header.
    pub header: BucketsHeader,
    /// The bucket of every hand that the board leaves, in the order of combos.
    pub labels: Vec<u32>,
    /// The features of every bucket's centre, row by row.
    pub centres: Vec<f32>,
    /// The features of every hand, row by row.
    pub features: Vec<f32>,
}

/// What is wrong with a file of buckets.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum BucketsFault {
    /// Another kind of file.
    #[error("not a file of buckets")]
    WrongMagic,
    /// A version that this program does not read.
    #[error("format version {found} of buckets; this program reads {VERSION}")]
    Version {
        /// The version of the file.
        found: u32,
    },
    /// A part with a wrong checksum.
    #[error("the checksum of the {0} is wrong")]
    Checksum(&'static str),
    /// An invalid part.
    #[error("the {0} is invalid")]
    Invalid(&'static str),
    /// A label of a bucket that does not exist.
    #[error("hand {hand} is in bucket {label}, but there are only {buckets} buckets")]
    Label {
        /// The index of the hand.
        hand: usize,
        /// Its label.
        label: u32,
        /// The number of buckets.
        buckets: u32,
    },
    /// A feature that is not finite.
    #[error("the {0} have a number that is not finite")]
    NotFinite(&'static str),
    /// A wrong number of values to write.
    #[error("{found} {what} instead of {expected}")]
    Count {
        /// What is counted.
        what: &'static str,
        /// The actual number of buckets.
        found: usize,
        /// How many there should be.
        expected: u64,
    },
}

impl BucketsHeader {
    /// The number of hands on the board.
    pub fn hands(&self) -> u64 {
        let (cards, hole) = (Card::COUNT - self.board.cards().len(), self.game.hole_cards());
        (0..hole).fold(1, |hands, card| hands * (cards - card) as u64 / (card as u64 + 1))
    }

    /// The number of values in each part: labels, centres, features.
    fn counts(&self) -> [u64; 3] {
        let dims = u64::from(self.dims);
        [self.hands(), u64::from(self.buckets) * dims, self.hands() * dims]
    }

    /// The size of the file.
    pub fn file_size(&self) -> u64 {
        let part = |count: u64| 4 * count + CHECKSUM as u64;
        HEADER as u64 + self.counts().into_iter().map(part).sum::<u64>()
    }

    fn to_bytes(self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        let cards = self.board.cards();
        bytes.extend([self.game.hole_cards() as u8, cards.len() as u8]);
        let card = |place: usize| cards.get(place).map_or(0, |card| card.index() as u8);
        bytes.extend((0..6).map(card));
        for number in [
            self.feature_set,
            self.feature_version,
            self.asked,
            self.buckets,
            self.dims,
            self.starts,
            self.iterations,
        ] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(self.seed.to_le_bytes());
        bytes.extend([0; CHECKSUM]);
        seal(&mut bytes);
        bytes
    }

    fn read(bytes: &[u8]) -> Result<BucketsHeader, Fault> {
        if bytes.is_empty() {
            return Err(Fault::Empty);
        }
        if !bytes.starts_with(&MAGIC) {
            return Err(BucketsFault::WrongMagic.into());
        }
        let cut = Fault::Truncated { found: bytes.len() as u64, expected: HEADER as u64 };
        let Some(version) = bytes.get(4..8) else { return Err(cut) };
        if word(version) != VERSION {
            return Err(BucketsFault::Version { found: word(version) }.into());
        }
        let Some(header) = bytes.get(..HEADER) else { return Err(cut) };
        unseal(header, "header")?;
        let invalid = |what| Fault::from(BucketsFault::Invalid(what));
        let game = Game::with_hole_cards(header[8].into()).filter(|game| game.is_omaha());
        let board = read_board(header[9], &header[10..16]);
        let number = |place: usize| word(&header[16 + 4 * place..][..4]);
        let seed = u64::from(word(&header[44..48])) | u64::from(word(&header[48..52])) << 32;
        let header = BucketsHeader {
            game: game.ok_or_else(|| invalid("number of hole cards"))?,
            board: board.ok_or_else(|| invalid("board"))?,
            feature_set: number(0),
            feature_version: number(1),
            asked: number(2),
            buckets: number(3),
            dims: number(4),
            starts: number(5),
            iterations: number(6),
            seed,
        };
        header.check()?;
        Ok(header)
    }

    fn check(&self) -> Result<(), BucketsFault> {
        if !matches!(self.board.cards().len(), 4 | 5) || !self.game.is_omaha() {
            return Err(BucketsFault::Invalid("board"));
        }
        if self.buckets == 0 || self.buckets > self.asked || u64::from(self.buckets) > self.hands()
        {
            return Err(BucketsFault::Invalid("number of buckets"));
        }
        if !(1..=MOST_DIMS).contains(&self.dims) {
            return Err(BucketsFault::Invalid("number of features"));
        }
        Ok(())
    }
}

impl StoredBuckets {
    /// Reads and checks a whole file.
    pub fn open(path: &Path) -> Result<StoredBuckets, StoreError> {
        let bytes = Bytes::open(path).map_err(|fault| StoreError::new(path, fault))?;
        bytes.read_ahead();
        StoredBuckets::from_bytes(path, &bytes)
    }

    /// The same for bytes that are in memory; `path` is for messages.
    pub fn from_bytes(path: &Path, bytes: &[u8]) -> Result<StoredBuckets, StoreError> {
        read(bytes).map_err(|fault| StoreError::new(path, fault))
    }

    /// Writes the file whole or not at all, and returns its size.
    pub fn write(&self, path: &Path) -> Result<u64, StoreError> {
        self.write_to(ResultFile::claim(path, FileKind::Buckets)?)
    }

    /// The same for a path that was claimed for buckets.
    pub fn write_to(&self, place: ResultFile) -> Result<u64, StoreError> {
        self.check().map_err(|fault| StoreError::new(place.target(), fault.into()))?;
        place.commit(|file| file.write_all(&self.to_bytes()))
    }

    fn check(&self) -> Result<(), BucketsFault> {
        self.header.check()?;
        let found = [self.labels.len(), self.centres.len(), self.features.len()];
        for ((what, found), expected) in PARTS.into_iter().zip(found).zip(self.header.counts()) {
            if found as u64 != expected {
                return Err(BucketsFault::Count { what, found, expected });
            }
        }
        let buckets = self.header.buckets;
        if let Some(hand) = self.labels.iter().position(|&label| label >= buckets) {
            return Err(BucketsFault::Label { hand, label: self.labels[hand], buckets });
        }
        for (what, numbers) in [("centres", &self.centres), ("features", &self.features)] {
            if numbers.iter().any(|number| !number.is_finite()) {
                return Err(BucketsFault::NotFinite(what));
            }
        }
        Ok(())
    }

    fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = self.header.to_bytes();
        let mut part = |numbers: &mut dyn Iterator<Item = u32>| {
            let start = bytes.len();
            numbers.for_each(|number| bytes.extend_from_slice(&number.to_le_bytes()));
            bytes.extend([0; CHECKSUM]);
            seal(&mut bytes[start..]);
        };
        part(&mut self.labels.iter().copied());
        part(&mut self.centres.iter().map(|number| number.to_bits()));
        part(&mut self.features.iter().map(|number| number.to_bits()));
        bytes
    }
}

/// The parts after the header.
const PARTS: [&str; 3] = ["labels", "centres", "features"];

fn read(bytes: &[u8]) -> Result<StoredBuckets, Fault> {
    let header = BucketsHeader::read(bytes)?;
    let (found, expected) = (bytes.len() as u64, header.file_size());
    if found < expected {
        return Err(Fault::Truncated { found, expected });
    }
    if found > expected {
        return Err(Fault::TrailingBytes { found, expected });
    }
    let mut rest = &bytes[HEADER..];
    let mut parts = [Vec::new(), Vec::new(), Vec::new()];
    for ((numbers, count), what) in parts.iter_mut().zip(header.counts()).zip(PARTS) {
        // The counts add up to the length of the bytes, so they fit.
        let part;
        (part, rest) = rest.split_at(4 * count as usize + CHECKSUM);
        *numbers = unseal(part, what)?.chunks_exact(4).map(word).collect();
    }
    let [labels, centres, features] = parts;
    let floats = |numbers: Vec<u32>| numbers.into_iter().map(f32::from_bits).collect();
    let buckets =
        StoredBuckets { header, labels, centres: floats(centres), features: floats(features) };
    buckets.check()?;
    Ok(buckets)
}

/// Four or five different cards, and zeros up to six.
fn read_board(count: u8, bytes: &[u8]) -> Option<Board> {
    let (cards, rest) = bytes.split_at_checked(count.into())?;
    let cards: Vec<Card> =
        cards.iter().map(|&card| Card::from_index(card.into())).collect::<Option<_>>()?;
    let board = Board::new(&cards).ok()?;
    (rest.iter().all(|&byte| byte == 0) && board.cards() == cards).then_some(board)
}

/// The bytes before a correct checksum.
fn unseal<'a>(bytes: &'a [u8], what: &'static str) -> Result<&'a [u8], BucketsFault> {
    if is_sealed(bytes) {
        Ok(&bytes[..bytes.len() - CHECKSUM])
    } else {
        Err(BucketsFault::Checksum(what))
    }
}
