//! Saves: no panic, and no NaN.
//!
//! The input is either a file itself, or a list of changes to a good one; the
//! checksums are mended after the changes if the input says so, so that what lies
//! behind them is reached.
#![no_main]

use std::path::Path;

use libfuzzer_sys::fuzz_target;
use quasar_store::Save;

const SAMPLE: &[u8] = include_bytes!("../../crates/store/testdata/save_v1.qsr");
const HEADER: usize = 116;

/// Reads all there is.
fn read(bytes: &[u8]) {
    let Ok(save) = Save::from_bytes(Path::new("fuzz"), bytes.to_vec()) else { return };
    assert_eq!(save.size(), bytes.len() as u64);
    assert_eq!(save.verify().count() as u64, save.blocks());
    for street in 0..save.kept() {
        let layout = &save.layout().streets[street];
        for board in 0..layout.boards.len() {
            for round in 0..layout.rounds.len() {
                let Ok(block) = save.block(street, board, round) else { continue };
                assert_eq!(block.decisions().count(), block.len());
                for decision in block.decisions() {
                    assert!(decision.strategy().iter().all(|part| (0.0..=1.0).contains(part)));
                    let evs = decision.evs().into_iter().chain(decision.other_evs());
                    assert!(evs.flatten().all(f32::is_finite));
                    assert!(decision.regrets().iter().flatten().all(|regret| regret.is_finite()));
                }
            }
        }
    }
}

/// Writes the checksums of the header and of the sections that are there.
fn mend(bytes: &mut [u8]) {
    let mut ends = vec![(0, HEADER)];
    let number = |bytes: &[u8], at: usize| {
        bytes.get(at..at + 8).and_then(|b| b.try_into().ok()).map_or(0, u64::from_le_bytes)
    };
    for section in 0..3 {
        let (start, length) = (number(bytes, 16 + 16 * section), number(bytes, 24 + 16 * section));
        ends.push((start as usize, start.saturating_add(length) as usize));
    }
    for (start, end) in ends {
        if end <= bytes.len() && start.saturating_add(4) <= end {
            let checksum = crc32fast::hash(&bytes[start..end - 4]);
            bytes[end - 4..end].copy_from_slice(&checksum.to_le_bytes());
        }
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
