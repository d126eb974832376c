//! The layout of a checkpoint, version 1.

use std::str;

use super::{CheckpointHeader, CheckpointKind, ExploitabilityCheck};
use crate::digest::digest;
use crate::sealed::{CHECKSUM, is_sealed, seal, word};
use crate::{Fault, FileKind, Section};

pub(crate) const MAGIC: [u8; 4] = *b"QCKP";
pub(super) const VERSION: u32 = 1;

/// The magic numbers of checkpoints before this format: of spots, and of games before
/// the flop.
pub(crate) const OLD_MAGICS: [[u8; 4]; 2] = [*b"QSPT", *b"QSCP"];

pub(super) const HEADER: usize = 68;

/// Bytes of a spec's hash: the first half of its SHA-256.
pub(super) const HASH: usize = 16;
const CHECK: usize = 24;

/// The numbers of the kinds.
const KINDS: [(CheckpointKind, u32); 4] = [
    (CheckpointKind::Spot, 1),
    (CheckpointKind::Preflop, 2),
    (CheckpointKind::Toy, 3),
    (CheckpointKind::Buckets, 4),
];

/// What comes before the state: the header and three sections. While the file is
/// being written, the header says that the state has 0 bytes.
pub(super) fn to_bytes(header: &CheckpointHeader) -> Result<Vec<u8>, Fault> {
    check(header)?;
    let count = |count: usize| {
        let why = "a text or the list of checks is too long";
        u32::try_from(count).map_err(|_| Fault::Invalid { section: Section::Header, why })
    };
    let number = KINDS.iter().find(|(kind, _)| *kind == header.kind).map_or(0, |(_, n)| *n);
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend(number.to_le_bytes());
    bytes.extend(header.iterations.to_le_bytes());
    bytes.extend(header.seconds.to_le_bytes());
    bytes.extend(spec_hash(&header.spec));
    bytes.extend(count(header.spec.len())?.to_le_bytes());
    bytes.extend(count(header.engine.len())?.to_le_bytes());
    bytes.extend(count(header.checks.len())?.to_le_bytes());
    bytes.extend([0; 4]);
    bytes.extend([0; 8]);
    seal_from(&mut bytes, 0);
    for text in [&header.spec, &header.engine] {
        let start = bytes.len();
        bytes.extend(text.as_bytes());
        seal_from(&mut bytes, start);
    }
    let start = bytes.len();
    for check in &header.checks {
        bytes.extend(check.iteration.to_le_bytes());
        bytes.extend([0; 4]);
        bytes.extend(check.seconds.to_le_bytes());
        bytes.extend(check.exploitability.to_le_bytes());
    }
    seal_from(&mut bytes, start);
    Ok(bytes)
}

/// Sets the number of bytes of the state.
pub(super) fn set_state_len(bytes: &mut [u8], state: u64) {
    bytes[56..64].copy_from_slice(&state.to_le_bytes());
    seal(&mut bytes[..HEADER]);
}

/// The hash of a spec's text.
pub(super) fn spec_hash(text: &str) -> [u8; HASH] {
    let digest = digest(text.as_bytes());
    std::array::from_fn(|byte| digest[byte])
}

/// Appends the checksum of what was written since `start`.
fn seal_from(bytes: &mut Vec<u8>, start: usize) {
    bytes.extend([0; CHECKSUM]);
    seal(&mut bytes[start..]);
}

/// Reads everything but the state, which begins at the returned offset and ends with
/// its own checksum.
pub(super) fn from_bytes(bytes: &[u8]) -> Result<(CheckpointHeader, usize), Fault> {
    let fixed = read_fixed(bytes)?;
    let (spec, at) = read_text(bytes, HEADER, fixed.spec, Section::Spec)?;
    let (engine, at) = read_text(bytes, at, fixed.engine, Section::Engine)?;
    let section = Section::Checks;
    let end = at + CHECK * fixed.checks + CHECKSUM;
    if !is_sealed(&bytes[at..end]) {
        return Err(Fault::Checksum { section });
    }
    let checks = bytes[at..end - CHECKSUM].as_chunks::<CHECK>().0.iter().map(|bytes| {
        match word(&bytes[4..8]) {
            0 => Ok(ExploitabilityCheck {
                iteration: word(&bytes[..4]),
                seconds: double(&bytes[8..16]),
                exploitability: double(&bytes[16..24]),
            }),
            _ => Err(Fault::Invalid { section, why: "it has unexpected bytes" }),
        }
    });
    let checks = checks.collect::<Result<Vec<_>, _>>()?;
    if spec_hash(&spec) != fixed.hash {
        let why = "its hash is not that of the header";
        return Err(Fault::Invalid { section: Section::Spec, why });
    }
    let Fixed { kind, iterations, seconds, .. } = fixed;
    let header = CheckpointHeader { kind, spec, engine, iterations, seconds, checks };
    check(&header)?;
    Ok((header, end))
}

/// The header of fixed size. Its lengths are those of the file.
struct Fixed {
    kind: CheckpointKind,
    iterations: u32,
    seconds: f64,
    hash: [u8; HASH],
    spec: usize,
    engine: usize,
    checks: usize,
}

fn read_fixed(bytes: &[u8]) -> Result<Fixed, Fault> {
    let length = bytes.len() as u64;
    let magic = &bytes[..bytes.len().min(MAGIC.len())];
    if magic.is_empty() {
        return Err(Fault::Empty);
    }
    if OLD_MAGICS.iter().any(|old| old == magic) {
        return Err(Fault::OldCheckpoint);
    }
    if !MAGIC.starts_with(magic) {
        return Err(Fault::WrongMagic { kind: FileKind::Checkpoint, found: magic.to_vec() });
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
    let number = |at: usize| u64::from(word(&header[at..at + 4]));
    let long = |at: usize| number(at) | number(at + 4) << 32;
    let (spec, engine, checks, state) = (number(40), number(44), number(48), long(56));
    if state == 0 {
        return Err(Fault::Unfinished);
    }
    let invalid = |why| Fault::Invalid { section: Section::Header, why };
    // The three first are below 2^32, so their sum fits.
    let before = HEADER as u64 + spec + engine + CHECK as u64 * checks + 4 * CHECKSUM as u64;
    let expected = before.checked_add(state).ok_or(invalid("its state is too long"))?;
    if length < expected {
        return Err(Fault::Truncated { found: length, expected });
    }
    if length > expected {
        return Err(Fault::TrailingBytes { found: length, expected });
    }
    if number(52) != 0 {
        return Err(invalid("it has unexpected bytes"));
    }
    let kind = KINDS.iter().find(|(_, kind)| u64::from(*kind) == number(8));
    Ok(Fixed {
        kind: kind.ok_or(invalid("its kind of job is not known"))?.0,
        iterations: word(&header[12..16]),
        seconds: f64::from_bits(long(16)),
        hash: std::array::from_fn(|byte| header[24 + byte]),
        spec: spec as usize,
        engine: engine as usize,
        checks: checks as usize,
    })
}

/// A text and where it ends; the length was checked against that of the file.
fn read_text(
    bytes: &[u8],
    start: usize,
    length: usize,
    section: Section,
) -> Result<(String, usize), Fault> {
    let end = start + length + CHECKSUM;
    if !is_sealed(&bytes[start..end]) {
        return Err(Fault::Checksum { section });
    }
    match str::from_utf8(&bytes[start..end - CHECKSUM]) {
        Ok(text) => Ok((text.to_owned(), end)),
        Err(_) => Err(Fault::Invalid { section, why: "it is not UTF-8" }),
    }
}

/// Checks what readers rely on.
fn check(header: &CheckpointHeader) -> Result<(), Fault> {
    let is_time = |seconds: f64| seconds.is_finite() && seconds >= 0.0;
    if !is_time(header.seconds) {
        let why = "its working time is invalid";
        return Err(Fault::Invalid { section: Section::Header, why });
    }
    let sound =
        |check: &ExploitabilityCheck| is_time(check.seconds) && check.exploitability.is_finite();
    if !header.checks.iter().all(sound) {
        let why = "a number is infinite or NaN";
        return Err(Fault::Invalid { section: Section::Checks, why });
    }
    if !header.checks.is_sorted_by_key(|check| check.iteration) {
        let why = "its iterations are not in order";
        return Err(Fault::Invalid { section: Section::Checks, why });
    }
    Ok(())
}

fn double(bytes: &[u8]) -> f64 {
    f64::from_bits(u64::from(word(&bytes[..4])) | u64::from(word(&bytes[4..])) << 32)
}
