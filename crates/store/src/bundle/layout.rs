//! The layout of a file of solved flops, version 1; the diagram is in
//! `docs/FORMATS.md`.

use quasar_cards::{
    Board, CANONICAL_FLOPS, Card, HoldemClass, canonical_flop_index, canonical_flops,
};

use super::error::BundleFault;
use crate::sealed::{CHECKSUM, is_sealed, seal};

pub(crate) const MAGIC: [u8; 4] = *b"QPFS";
pub(super) const VERSION: u32 = 1;
pub(super) const CLASSES: usize = HoldemClass::COUNT;
pub(super) const MOST_FLOPS: usize = CANONICAL_FLOPS;

/// Values of a table: one for every two classes.
pub(super) const VALUES: usize = CLASSES * CLASSES;

pub(super) const HEADER: usize = 36;
const FACTS: usize = 40;
pub(super) const RECORD: usize = FACTS + 4 * VALUES + CHECKSUM;
pub(super) const SUMMARY: usize = 4 * (VALUES + 2 * CLASSES) + CHECKSUM;

/// The content of a header.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Header {
    /// 0 while the file is being written.
    pub(super) flops: usize,
    pub(super) spr: f64,
    /// A hash of the configuration.
    pub(super) fingerprint: u64,
}

/// A solved flop, without its values.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SolvedFlop {
    /// The flop, canonical.
    pub board: Board,
    /// How many of the 22,100 flops it represents.
    pub weight: u32,
    /// Iterations done.
    pub iterations: u32,
    /// The exploitability, as a fraction of the pot.
    pub exploitability: f64,
    /// Slots that iterations visited.
    pub seen: u64,
    /// Those of them that were skipped.
    pub pruned: u64,
}

pub(super) fn record_start(record: usize) -> usize {
    HEADER + RECORD * record
}

pub(super) fn file_size(flops: usize) -> u64 {
    (record_start(flops) + SUMMARY) as u64
}

pub(super) fn write_header(header: Header) -> [u8; HEADER] {
    let mut bytes = [0; HEADER];
    bytes[..4].copy_from_slice(&MAGIC);
    bytes[4..8].copy_from_slice(&VERSION.to_le_bytes());
    bytes[8..12].copy_from_slice(&(header.flops as u32).to_le_bytes());
    bytes[12..16].copy_from_slice(&(CLASSES as u32).to_le_bytes());
    bytes[16..24].copy_from_slice(&header.spr.to_le_bytes());
    bytes[24..32].copy_from_slice(&header.fingerprint.to_le_bytes());
    seal(&mut bytes);
    bytes
}

/// Reads the header of a file from its first bytes.
pub(super) fn read_header(bytes: &[u8]) -> Result<Header, BundleFault> {
    let magic = &bytes[..bytes.len().min(4)];
    if magic != MAGIC {
        return Err(BundleFault::WrongMagic);
    }
    let size = BundleFault::Size { found: bytes.len() as u64, expected: HEADER as u64 };
    let Some(version) = bytes.get(4..8) else { return Err(size) };
    match word(version) {
        VERSION => {}
        found if found > VERSION => {
            return Err(BundleFault::NewerVersion { found, newest: VERSION });
        }
        found => return Err(BundleFault::UnknownVersion { found }),
    }
    let Some(header) = bytes.get(..HEADER) else { return Err(size) };
    if !is_sealed(header) {
        return Err(BundleFault::Checksum { what: "the header".to_owned() });
    }
    let (flops, classes) = (word(&header[8..12]), word(&header[12..16]));
    if classes as usize != CLASSES {
        return Err(BundleFault::Classes { found: classes });
    }
    if flops as usize > MOST_FLOPS {
        return Err(BundleFault::FlopCount { found: flops });
    }
    let spr = f64::from_bits(long(&header[16..24]));
    if !(spr > 0.0 && spr.is_finite()) {
        return Err(BundleFault::BadSpr { found: spr });
    }
    Ok(Header { flops: flops as usize, spr, fingerprint: long(&header[24..32]) })
}

pub(super) fn write_record(flop: &SolvedFlop, values: &[f32]) -> Result<Vec<u8>, BundleFault> {
    check_values("the table", values, VALUES, false)?;
    let mut bytes = Vec::with_capacity(RECORD);
    bytes.extend(flop.board.cards().iter().map(|card| card.index() as u8));
    bytes.push(0);
    bytes.extend(flop.weight.to_le_bytes());
    bytes.extend(flop.iterations.to_le_bytes());
    bytes.extend([0; 4]);
    bytes.extend(flop.exploitability.to_le_bytes());
    bytes.extend(flop.seen.to_le_bytes());
    bytes.extend(flop.pruned.to_le_bytes());
    bytes.extend(values.iter().flat_map(|value| value.to_le_bytes()));
    bytes.extend([0; CHECKSUM]);
    seal(&mut bytes);
    Ok(bytes)
}

/// Reads a record and checks it.
pub(super) fn read_record(
    bytes: &[u8],
    record: usize,
) -> Result<(SolvedFlop, Vec<f32>), BundleFault> {
    let what = || format!("record {record}");
    if !is_sealed(bytes) {
        return Err(BundleFault::Checksum { what: what() });
    }
    let flop = read_facts(bytes, record)?;
    let values = floats(&bytes[FACTS..FACTS + 4 * VALUES]);
    check_values(&what(), &values, VALUES, false)?;
    Ok((flop, values))
}

/// A record without its values.
pub(super) fn read_facts(bytes: &[u8], record: usize) -> Result<SolvedFlop, BundleFault> {
    let found = [bytes[0], bytes[1], bytes[2]];
    let board = canonical(found).ok_or(BundleFault::BadFlop { record, found })?;
    let exploitability = f64::from_bits(long(&bytes[16..24]));
    if !exploitability.is_finite() {
        return Err(BundleFault::NotANumber { what: format!("record {record}"), place: 0 });
    }
    Ok(SolvedFlop {
        board,
        weight: word(&bytes[4..8]),
        iterations: word(&bytes[8..12]),
        exploitability,
        seen: long(&bytes[24..32]),
        pruned: long(&bytes[32..40]),
    })
}

pub(super) fn write_summary(means: &[f32], classes: [&[f32]; 2]) -> Result<Vec<u8>, BundleFault> {
    check_values("the means", means, VALUES, true)?;
    let mut bytes = Vec::with_capacity(SUMMARY);
    bytes.extend(means.iter().flat_map(|value| value.to_le_bytes()));
    for classes in classes {
        check_values("the means of classes", classes, CLASSES, true)?;
        bytes.extend(classes.iter().flat_map(|value| value.to_le_bytes()));
    }
    bytes.extend([0; CHECKSUM]);
    seal(&mut bytes);
    Ok(bytes)
}

/// Means of pairs, and of classes out of position and in position.
pub(super) type Summary = (Vec<f32>, [Vec<f32>; 2]);

pub(super) fn read_summary(bytes: &[u8]) -> Result<Summary, BundleFault> {
    if !is_sealed(bytes) {
        return Err(BundleFault::Checksum { what: "the means".to_owned() });
    }
    let numbers = floats(&bytes[..SUMMARY - CHECKSUM]);
    let (means, classes) = numbers.split_at(VALUES);
    check_values("the means", means, VALUES, true)?;
    check_values("the means of classes", classes, 2 * CLASSES, true)?;
    let (oop, ip) = classes.split_at(CLASSES);
    Ok((means.to_vec(), [oop.to_vec(), ip.to_vec()]))
}

/// Infinite values are invalid everywhere; NaN is allowed only where there is no value.
fn check_values(
    what: &str,
    values: &[f32],
    count: usize,
    unknown_allowed: bool,
) -> Result<(), BundleFault> {
    if values.len() != count {
        return Err(BundleFault::ValueCount { found: values.len() });
    }
    let bad = |value: &f32| !(value.is_finite() || unknown_allowed && value.is_nan());
    match values.iter().position(bad) {
        Some(place) => Err(BundleFault::NotANumber { what: what.to_owned(), place }),
        None => Ok(()),
    }
}

fn canonical(found: [u8; 3]) -> Option<Board> {
    let cards: Option<Vec<Card>> =
        found.iter().map(|&card| Card::from_index(usize::from(card))).collect();
    let board = Board::new(&cards?).ok()?;
    let (place, _) = canonical_flop_index(board.set()).ok()?;
    let canonical = canonical_flops()[place].board;
    (canonical.set() == board.set()).then_some(canonical)
}

fn floats(bytes: &[u8]) -> Vec<f32> {
    bytes.as_chunks::<4>().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect()
}

fn word(bytes: &[u8]) -> u32 {
    u32::from_le_bytes(std::array::from_fn(|place| bytes[place]))
}

fn long(bytes: &[u8]) -> u64 {
    u64::from_le_bytes(std::array::from_fn(|place| bytes[place]))
}
