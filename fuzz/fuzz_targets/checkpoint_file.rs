//! Files of checkpoints: no panic, no number that is none, and no memory for bytes that
//! are not there.
//!
//! The input is either a file itself, or a list of changes to a good one; the
//! checksums are mended after the changes if the input says so, so that what lies
//! behind them is reached.
#![no_main]

use std::path::Path;

use libfuzzer_sys::fuzz_target;
use quasar_store::Checkpoint;

const SAMPLE: &[u8] = include_bytes!("../../crates/store/testdata/checkpoint_v1.bin");
const HEADER: usize = 68;
const CHECK: usize = 24;

/// Reads all there is.
fn read(bytes: &[u8]) {
    let Ok(checkpoint) = Checkpoint::from_bytes(Path::new("fuzz"), bytes.to_vec()) else { return };
    let header = checkpoint.header();
    assert!(header.seconds.is_finite() && header.spec.len() < bytes.len());
    assert!(header.checks.iter().all(|check| check.exploitability.is_finite()));
    assert_eq!(checkpoint.spec_hash().len(), 32);
    if let Ok(state) = checkpoint.state() {
        assert!(!state.is_empty() && state.len() < bytes.len());
        let again = Checkpoint::to_bytes(header, |output| output.write_all(state));
        assert_eq!(again.expect("it was read"), bytes);
    }
}

/// Writes the checksums of the sections that are there.
fn mend(bytes: &mut [u8]) {
    let number = |bytes: &[u8], at: usize| {
        let word = bytes.get(at..at + 4).and_then(|b| b.try_into().ok());
        word.map_or(0, u32::from_le_bytes) as usize
    };
    let lengths = [
        HEADER - 4,
        number(bytes, 40),
        number(bytes, 44),
        CHECK.saturating_mul(number(bytes, 48)),
        number(bytes, 56),
    ];
    let mut start = 0_usize;
    for length in lengths {
        let end = start.saturating_add(length);
        if end.saturating_add(4) > bytes.len() {
            return;
        }
        let checksum = crc32fast::hash(&bytes[start..end]);
        bytes[end..end + 4].copy_from_slice(&checksum.to_le_bytes());
        start = end + 4;
    }
}

fuzz_target!(|input: &[u8]| {
    let Some((&mode, rest)) = input.split_first() else { return };
    if mode & 1 == 0 {
        return read(rest);
    }
    let mut bytes = SAMPLE.to_vec();
    for change in rest.chunks_exact(4) {
        let place = usize::from(u16::from_le_bytes([change[0], change[1]]));
        match change[2] {
            0 => bytes.truncate(place),
            1 => bytes.extend(std::iter::repeat_n(change[3], place)),
            _ if place < bytes.len() => bytes[place] ^= change[3],
            _ => {}
        }
    }
    if mode & 2 != 0 {
        mend(&mut bytes);
    }
    read(&bytes);
});
