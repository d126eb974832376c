//! Files of equity tables: no panic, and no table that was not written.
//!
//! The input is either a file itself, or a list of changes to a good one; the
//! checksums are mended after the changes if the input says so, so that what lies
//! behind them is reached.
#![no_main]

use std::path::Path;

use libfuzzer_sys::fuzz_target;
use quasar_store::{EquityTables, NUMERATORS};

/// One flop: header, record, index.
const SAMPLE: &[u8] = include_bytes!("../../crates/store/testdata/equity_tables_v1.bin");
const HEADER: usize = 20;
const INDEX: usize = HEADER + 42_596;

/// Reads all there is; the tables that can be read.
fn read(bytes: &[u8]) -> Vec<Vec<u32>> {
    let Ok(tables) = EquityTables::from_bytes(Path::new("fuzz"), bytes.to_vec()) else {
        return Vec::new();
    };
    assert_eq!(tables.size(), bytes.len() as u64);
    let sound = tables.verify().filter(|checked| checked.is_ok()).count();
    let read: Vec<Vec<u32>> =
        tables.flops().iter().filter_map(|&flop| tables.table(flop).ok().flatten()).collect();
    assert_eq!(read.len(), sound);
    assert!(read.iter().all(|table| table.len() == NUMERATORS));
    read
}

/// Writes the checksums of the sections that are there.
fn mend(bytes: &mut [u8]) {
    for (start, end) in [(0, HEADER), (HEADER, INDEX), (INDEX, bytes.len())] {
        if end >= start + 4 && end <= bytes.len() {
            let checksum = crc32fast::hash(&bytes[start..end - 4]);
            bytes[end - 4..end].copy_from_slice(&checksum.to_le_bytes());
        }
    }
}

fuzz_target!(|input: &[u8]| {
    let Some((&mode, rest)) = input.split_first() else { return };
    if mode & 1 == 0 {
        read(rest);
        return;
    }
    let mut bytes = SAMPLE.to_vec();
    for change in rest.chunks_exact(4) {
        let place = usize::from(u16::from_le_bytes([change[0], change[1]]));
        match change[2] {
            // Cut, lengthen, or change near the beginning or the end.
            0 => bytes.truncate(place),
            1 => bytes.extend(std::iter::repeat_n(change[3], place)),
            2..128 if place < bytes.len() => bytes[place] ^= change[3],
            _ if place < bytes.len() => {
                let last = bytes.len() - 1;
                bytes[last - place] ^= change[3];
            }
            _ => {}
        }
    }
    if mode & 2 != 0 {
        mend(&mut bytes);
        read(&bytes);
    } else {
        let good = read(SAMPLE);
        assert!(read(&bytes).iter().all(|table| good.contains(table)));
    }
});
