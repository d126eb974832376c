//! Files of solved flops: no panic, and no value that is not a number.
//!
//! The input is a list of changes to a good file; the checksums are mended after
//! the changes if the input says so, so that what lies behind them is reached.
#![no_main]

use std::path::Path;

use libfuzzer_sys::fuzz_target;
use quasar_store::SolveFile;

/// One flop: header, record, means.
const SAMPLE: &[u8] = include_bytes!("../../crates/store/testdata/bundle_v1/spr_3.5/solve.bin");
const HEADER: usize = 36;
const MEANS: usize = HEADER + 114_288;

fn read(bytes: Vec<u8>) {
    let Ok(file) = SolveFile::from_bytes(Path::new("fuzz"), bytes) else { return };
    for flop in 0..file.flops().len() {
        if let Ok(values) = file.values(flop) {
            assert!(values.iter().all(|value| value.is_finite()));
        }
    }
}

/// Writes the checksums of the sections that are there.
fn mend(bytes: &mut [u8]) {
    for (start, end) in [(0, HEADER), (HEADER, MEANS), (MEANS, bytes.len())] {
        if end >= start + 4 && end <= bytes.len() {
            let checksum = crc32fast::hash(&bytes[start..end - 4]);
            bytes[end - 4..end].copy_from_slice(&checksum.to_le_bytes());
        }
    }
}

fuzz_target!(|input: &[u8]| {
    let Some((&mode, rest)) = input.split_first() else { return };
    if mode & 1 == 0 {
        return read(rest.to_vec());
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
    read(bytes);
});
