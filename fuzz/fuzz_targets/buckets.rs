//! Files of buckets: no panic, and only sound ones are read.
//!
//! The input replaces the beginning of a file of one bucket; checksums are mended,
//! so that what lies behind them is reached.
#![no_main]

use std::path::Path;

use libfuzzer_sys::fuzz_target;
use quasar_store::StoredBuckets;

const HEADER: usize = 56;
const LABELS: usize = HEADER + 4 * 178_365 + 4;

fuzz_target!(|input: &[u8]| {
    let _ = StoredBuckets::from_bytes(Path::new("fuzz"), input);
    let Some((header, rest)) = input.split_at_checked(HEADER - 4) else { return };
    let mut bytes = header.to_vec();
    bytes.extend(crc32fast::hash(header).to_le_bytes());
    bytes.extend(rest);
    bytes.resize(LABELS + 2 * 8 + 4 * 178_364, 0);
    for (start, end) in [(HEADER, LABELS), (LABELS, LABELS + 8), (LABELS + 8, bytes.len())] {
        let checksum = crc32fast::hash(&bytes[start..end - 4]);
        bytes[end - 4..end].copy_from_slice(&checksum.to_le_bytes());
    }
    if let Ok(found) = StoredBuckets::from_bytes(Path::new("fuzz"), &bytes) {
        assert!(found.labels.iter().all(|&label| label < found.header.buckets));
        assert_eq!(found.header.file_size(), bytes.len() as u64);
    }
});
