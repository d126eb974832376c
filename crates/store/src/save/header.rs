//! The header of a save, which locates its sections, and the section of results.

use crate::sealed::{CHECKSUM, is_sealed, seal, word};
use crate::{Fault, FileKind, SaveResults, Section};

pub(crate) const MAGIC: [u8; 4] = *b"QSSV";
/// The version that is written.
pub(super) const VERSION: u32 = 2;

/// The first version: hands of two cards, with 16 bits for each.
pub(super) const FIRST_VERSION: u32 = 1;

pub(super) const HEADER: usize = 116;
pub(super) const RESULTS: usize = 68;
const SECTIONS: usize = 6;
const TABLE: usize = 16;
const ENTRY: usize = 16;
const REGRETS: u32 = 1;

/// The content of a header.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Header {
    /// The version of the file.
    pub(super) version: u32,
    /// Whether regrets are there.
    pub(super) regrets: bool,
    /// Lengths of spec, results, layout, flop, turn and river.
    pub(super) lengths: [u64; SECTIONS],
}

impl Header {
    /// Where a section begins and ends.
    pub(super) fn section(&self, number: usize) -> (u64, u64) {
        let before: u64 = self.lengths[..number].iter().sum();
        let start = HEADER as u64 + before;
        (start, start + self.lengths[number])
    }

    /// The bytes of the whole file.
    pub(super) fn size(&self) -> u64 {
        self.section(SECTIONS - 1).1
    }

    /// The bytes of the header; `finished` is false while the file is written.
    pub(super) fn to_bytes(self, finished: bool) -> [u8; HEADER] {
        let mut bytes = [0; HEADER];
        bytes[..4].copy_from_slice(&MAGIC);
        bytes[4..8].copy_from_slice(&self.version.to_le_bytes());
        bytes[8..12].copy_from_slice(&(if self.regrets { REGRETS } else { 0 }).to_le_bytes());
        let sections = if finished { SECTIONS as u32 } else { 0 };
        bytes[12..16].copy_from_slice(&sections.to_le_bytes());
        for number in 0..SECTIONS {
            let entry = &mut bytes[TABLE + ENTRY * number..][..ENTRY];
            entry[..8].copy_from_slice(&self.section(number).0.to_le_bytes());
            entry[8..].copy_from_slice(&self.lengths[number].to_le_bytes());
        }
        seal(&mut bytes);
        bytes
    }

    /// Reads the header of a file, and checks that it fits the file's length.
    pub(super) fn from_bytes(bytes: &[u8]) -> Result<Header, Fault> {
        let kind = FileKind::Save;
        let length = bytes.len() as u64;
        let magic = &bytes[..bytes.len().min(MAGIC.len())];
        if magic.is_empty() {
            return Err(Fault::Empty);
        }
        if !MAGIC.starts_with(magic) {
            return Err(Fault::WrongMagic { kind, found: magic.to_vec() });
        }
        let cut = Fault::Truncated { found: length, expected: HEADER as u64 };
        let Some(version) = bytes.get(4..8) else { return Err(cut) };
        let version = match word(version) {
            known @ FIRST_VERSION..=VERSION => known,
            found if found > VERSION => {
                return Err(Fault::NewerVersion { found, newest: VERSION });
            }
            found => return Err(Fault::UnknownVersion { found }),
        };
        let Some(header) = bytes.get(..HEADER) else { return Err(cut) };
        if !is_sealed(header) {
            return Err(Fault::Checksum { section: Section::Header });
        }
        let invalid = |why| Fault::Invalid { section: Section::Header, why };
        let flags = word(&header[8..12]);
        if flags & !REGRETS != 0 {
            return Err(invalid("it has flags that this version does not know"));
        }
        match word(&header[12..16]) as usize {
            SECTIONS => {}
            0 => return Err(Fault::Unfinished),
            _ => return Err(invalid("it has a wrong number of sections")),
        }
        let mut lengths = [0; SECTIONS];
        let mut end = HEADER as u64;
        for (number, length) in lengths.iter_mut().enumerate() {
            let entry = &header[TABLE + ENTRY * number..][..ENTRY];
            let half = |at: usize| u64::from(word(&entry[at..at + 4]));
            *length = half(8) | half(12) << 32;
            if half(0) | half(4) << 32 != end {
                return Err(invalid("its sections do not follow each other"));
            }
            end = end.checked_add(*length).ok_or(invalid("its sections are too long"))?;
        }
        if length < end {
            return Err(Fault::Truncated { found: length, expected: end });
        }
        if length > end {
            return Err(Fault::TrailingBytes { found: length, expected: end });
        }
        Ok(Header { version, regrets: flags & REGRETS != 0, lengths })
    }
}

impl SaveResults {
    fn numbers(&self) -> [f64; 7] {
        let SaveResults { seconds, evs, best_responses, equities, .. } = *self;
        let [a, b] = evs;
        let [c, d] = best_responses;
        let [e, f] = equities;
        [seconds, a, b, c, d, e, f]
    }

    /// The section of the file.
    pub(super) fn to_bytes(self) -> Result<[u8; RESULTS], Fault> {
        let mut bytes = [0; RESULTS];
        bytes[..4].copy_from_slice(&self.iterations.to_le_bytes());
        for (place, number) in self.numbers().into_iter().enumerate() {
            bytes[8 + 8 * place..16 + 8 * place].copy_from_slice(&number.to_le_bytes());
        }
        seal(&mut bytes);
        self.check().map(|()| bytes)
    }

    /// Reads the section of a file.
    pub(super) fn from_bytes(bytes: &[u8]) -> Result<SaveResults, Fault> {
        let section = Section::Results;
        if bytes.len() != RESULTS || !is_sealed(bytes) {
            return Err(Fault::Checksum { section });
        }
        if word(&bytes[4..8]) != 0 {
            return Err(Fault::Invalid { section, why: "it has unexpected bytes" });
        }
        let (numbers, _) = bytes[8..RESULTS - CHECKSUM].as_chunks::<8>();
        let number = |place: usize| f64::from_le_bytes(numbers[place]);
        let results = SaveResults {
            iterations: word(&bytes[..4]),
            seconds: number(0),
            evs: [number(1), number(2)],
            best_responses: [number(3), number(4)],
            equities: [number(5), number(6)],
        };
        results.check().map(|()| results)
    }

    fn check(&self) -> Result<(), Fault> {
        let sensible = self.numbers().iter().all(|number| number.is_finite());
        let why = "a number is infinite or NaN";
        if sensible { Ok(()) } else { Err(Fault::Invalid { section: Section::Results, why }) }
    }
}
