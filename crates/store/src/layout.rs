//! The layout of a file of equity tables, version 1; the diagram is in
//! `docs/FORMATS.md`.
//!
//! Numerators take 24 bits: the largest possible is 2 x 990 runouts x 144 pairs
//! of combos = 285,120. The checksum is CRC-32 because every language has it
//! (`zlib.crc32` in Python), it finds any damage of up to four bytes in a row,
//! and carry-less multiplication makes it cheap: 2 of the 11 us that checking and
//! unpacking a record takes.

use quasar_cards::{
    Board, CANONICAL_FLOPS, Card, CardSet, HoldemClass, canonical_flop_index, canonical_flops,
};

use crate::sealed::{CHECKSUM, is_sealed, seal, word};
use crate::{Fault, FileKind, Section};

/// The numbers of one table: the pairs of different classes.
pub const NUMERATORS: usize = HoldemClass::COUNT * (HoldemClass::COUNT - 1) / 2;

/// The most flops of a file: all that differ by more than suits.
pub const MOST_FLOPS: usize = CANONICAL_FLOPS;

pub(crate) const MAGIC: [u8; 4] = *b"EQTC";
pub(crate) const VERSION: u32 = 1;

pub(crate) const HEADER: usize = 20;
pub(crate) const RECORD: usize = FLOP + PACKED * NUMERATORS + CHECKSUM;
const FLOP: usize = 4;
const PACKED: usize = 3;

/// Bytes of a file with the tables of this many flops.
pub const fn file_size(flops: usize) -> u64 {
    (HEADER + CHECKSUM) as u64 + (RECORD + FLOP) as u64 * flops as u64
}

/// Where a record begins. Fits, as there are at most [`MOST_FLOPS`] of them.
pub(crate) const fn record_start(record: usize) -> usize {
    HEADER + RECORD * record
}

/// The header of a file of this many flops; 0 while it is being written.
pub(crate) fn header(flops: usize) -> [u8; HEADER] {
    let mut bytes = [0; HEADER];
    bytes[..4].copy_from_slice(&MAGIC);
    bytes[4..8].copy_from_slice(&VERSION.to_le_bytes());
    bytes[8..12].copy_from_slice(&(flops as u32).to_le_bytes());
    bytes[12..16].copy_from_slice(&(NUMERATORS as u32).to_le_bytes());
    seal(&mut bytes);
    bytes
}

/// The number of flops that a header claims, 0 in an unfinished file. `bytes`
/// is the file from its beginning, `length` its whole length.
pub(crate) fn read_header(bytes: &[u8], length: u64) -> Result<usize, Fault> {
    if bytes.is_empty() {
        return Err(Fault::Empty);
    }
    let magic = &bytes[..bytes.len().min(MAGIC.len())];
    if !MAGIC.starts_with(magic) {
        return Err(Fault::WrongMagic { kind: FileKind::EquityTables, found: magic.to_vec() });
    }
    let cut = Fault::Truncated { found: length, expected: HEADER as u64 };
    let Some(version) = bytes.get(4..8) else { return Err(cut) };
    match word(version) {
        VERSION => {}
        found if found > VERSION => return Err(Fault::NewerVersion { found, newest: VERSION }),
        found => return Err(Fault::UnknownVersion { found }),
    }
    let Some(header) = bytes.get(..HEADER) else { return Err(cut) };
    if !is_sealed(header) {
        return Err(Fault::Checksum { section: Section::Header });
    }
    let (flops, entries) = (word(&header[8..12]), word(&header[12..16]));
    if entries as usize != NUMERATORS {
        return Err(Fault::EntryCount { found: entries as usize });
    }
    if flops as usize > MOST_FLOPS {
        return Err(Fault::FlopCount { found: flops });
    }
    Ok(flops as usize)
}

/// The index of records with these flops.
pub(crate) fn index(flops: &[Board]) -> Vec<u8> {
    let mut bytes: Vec<u8> = flops.iter().flat_map(flop_bytes).collect();
    bytes.extend([0; CHECKSUM]);
    seal(&mut bytes);
    bytes
}

/// The flops of the records, in their order.
pub(crate) fn read_index(bytes: &[u8]) -> Result<Vec<Board>, Fault> {
    if !is_sealed(bytes) {
        return Err(Fault::Checksum { section: Section::Index });
    }
    let (flops, _) = bytes[..bytes.len() - CHECKSUM].as_chunks::<FLOP>();
    let read = |(record, bytes)| read_flop(bytes, Section::Index, record);
    flops.iter().enumerate().map(read).collect()
}

/// Writes the record of a flop.
pub(crate) fn write_record(
    flop: Board,
    numerators: &[u32],
    record: &mut [u8; RECORD],
) -> Result<(), Fault> {
    if numerators.len() != NUMERATORS {
        return Err(Fault::EntryCount { found: numerators.len() });
    }
    record[..FLOP].copy_from_slice(&flop_bytes(&flop));
    let (packed, _) = record[FLOP..RECORD - CHECKSUM].as_chunks_mut::<PACKED>();
    for (packed, &value) in packed.iter_mut().zip(numerators) {
        let [a, b, c, 0] = value.to_le_bytes() else { return Err(Fault::TooLarge { value }) };
        *packed = [a, b, c];
    }
    seal(record);
    Ok(())
}

/// The flop of a record, once its checksum is right.
pub(crate) fn check_record(bytes: &[u8], record: usize) -> Result<Board, Fault> {
    let section = Section::Record { record };
    match bytes.first_chunk::<FLOP>() {
        Some(flop) if bytes.len() == RECORD && is_sealed(bytes) => read_flop(flop, section, record),
        _ => Err(Fault::Checksum { section }),
    }
}

/// The numerators of a record that was checked.
pub(crate) fn unpack(record: &[u8]) -> Vec<u32> {
    let (packed, _) = record[FLOP..record.len() - CHECKSUM].as_chunks::<PACKED>();
    packed.iter().map(|&[a, b, c]| u32::from_le_bytes([a, b, c, 0])).collect()
}

/// Three cards and a 0.
fn flop_bytes(flop: &Board) -> [u8; FLOP] {
    let mut bytes = [0; FLOP];
    for (byte, card) in bytes.iter_mut().zip(flop.cards()) {
        *byte = card.index() as u8;
    }
    bytes
}

/// Reads three cards, which must be a canonical flop in its order, and a 0.
fn read_flop(bytes: &[u8; FLOP], section: Section, record: usize) -> Result<Board, Fault> {
    let invalid = Fault::InvalidFlop { section, record, found: *bytes };
    let [a, b, c, 0] = bytes.map(usize::from) else { return Err(invalid) };
    let [Some(a), Some(b), Some(c)] = [a, b, c].map(Card::from_index) else { return Err(invalid) };
    let set: CardSet = [a, b, c].into_iter().collect();
    let Ok((number, _)) = canonical_flop_index(set) else { return Err(invalid) };
    let canonical = canonical_flops()[number].board;
    if canonical.cards() != [a, b, c] {
        let found = format!("{a}{b}{c}");
        return Err(Fault::NotCanonical { section, record, found, canonical });
    }
    Ok(canonical)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_those_of_the_documentation() {
        assert_eq!((HEADER, RECORD, NUMERATORS), (20, 42_596, 14_196));
        assert_eq!(record_start(1), 42_616);
        assert_eq!(file_size(1_755), 74_763_024);
        assert_eq!(header(3).len() as u64 + index(&[]).len() as u64, file_size(0));
    }

    #[test]
    fn numbers_of_25_bits_are_refused() {
        let mut numerators = vec![(1 << 24) - 1; NUMERATORS];
        let flop = canonical_flops()[7].board;
        let mut record = [0; RECORD];
        write_record(flop, &numerators, &mut record).unwrap();
        assert_eq!(check_record(&record, 0).unwrap(), flop);
        assert_eq!(unpack(&record), numerators);
        numerators[14_195] += 1;
        let error = write_record(flop, &numerators, &mut record).unwrap_err();
        assert!(matches!(error, Fault::TooLarge { value: 0x100_0000 }));
        let error = write_record(flop, &numerators[1..], &mut record).unwrap_err();
        assert!(matches!(error, Fault::EntryCount { found: 14_195 }));
    }
}
