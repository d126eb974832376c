//! Files of made-up tables: this crate does not care what the numbers mean.

use std::path::Path;

use quasar_cards::{Board, canonical_flops};
use quasar_store::{EquityTablesWriter, NUMERATORS};

/// Where the parts of a file are, written down once more from
/// `docs/FORMATS.md`.
pub(crate) const HEADER: usize = 20;
pub(crate) const RECORD: usize = 42_596;

/// The canonical flop with this number.
pub(crate) fn flop(number: usize) -> Board {
    canonical_flops()[number].board
}

/// Numbers below 2^24 that are different for every flop.
pub(crate) fn numerators(number: usize) -> Vec<u32> {
    let mut state = number as u64 + 1;
    let next = || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 40) as u32
    };
    std::iter::repeat_with(next).take(NUMERATORS).collect()
}

/// Writes the tables of these flops to a file.
pub(crate) fn write(path: &Path, numbers: &[usize]) -> u64 {
    let mut writer = EquityTablesWriter::open(path).unwrap();
    for &number in numbers {
        writer.append(flop(number), &numerators(number)).unwrap();
    }
    writer.finish().unwrap()
}

/// The bytes of such a file.
#[allow(dead_code, reason = "not every test needs it")]
pub(crate) fn bytes(numbers: &[usize]) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tables");
    write(&path, numbers);
    std::fs::read(path).unwrap()
}
