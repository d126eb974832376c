//! What is written is read back, bit for bit and in any order.

use std::path::Path;

use crate::common::{self, HEADER, RECORD, flop, numerators, write};
use quasar_cards::{Board, canonical_flops};
use quasar_store::{EquityTables, FileKind, MOST_FLOPS, file_size};

#[test]
fn tables_come_back_in_any_order_and_in_any_suits() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tables");
    let numbers = [1_754, 3, 0, 1_000, 17];
    let size = write(&path, &numbers);
    assert_eq!(size, file_size(5));
    assert_eq!(std::fs::metadata(&path).unwrap().len(), size);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "no partial file is left");
    assert_eq!(FileKind::of(&path).unwrap(), FileKind::EquityTables);

    let tables = EquityTables::open(&path).unwrap();
    assert_eq!(tables.flops(), numbers.map(flop));
    assert_eq!((tables.size(), tables.path()), (size, path.as_path()));
    for number in [17, 1_754, 0, 3, 1_000, 17] {
        assert_eq!(tables.table(flop(number)).unwrap(), Some(numerators(number)), "{number}");
    }
    for number in (0..MOST_FLOPS).filter(|number| !numbers.contains(number)) {
        assert!(!tables.contains(flop(number)));
    }
    assert_eq!(tables.table(flop(1)).unwrap(), None);
    assert_eq!(canonical_flops()[3].board.to_string(), "AsAhQs");
    let relabelled: Board = "AdAcQc".parse().unwrap();
    assert_eq!(tables.table(relabelled).unwrap(), Some(numerators(3)));
    let turn: Board = "AdAcQc2h".parse().unwrap();
    assert!(!tables.contains(turn) && !tables.contains(Board::EMPTY));
    assert_eq!(tables.verify().filter(|checked| checked.is_ok()).count(), 5);
}

#[test]
fn the_bytes_are_those_of_the_documentation() {
    let bytes = common::bytes(&[3, 1_754]);
    // 1 = version, 2 flops, 14,196 = 0x3774 entries.
    assert_eq!(bytes[..16], *b"EQTC\x01\0\0\0\x02\0\0\0\x74\x37\0\0");
    // As = 4 * 12 + 3, Ah = 50, Qs = 4 * 10 + 3.
    assert_eq!(bytes[HEADER..HEADER + 4], [51, 50, 43, 0]);
    // 2s = 3, 2h = 2, 2d = 1.
    assert_eq!(bytes[HEADER + RECORD..][..4], [3, 2, 1, 0]);
    let packed = &bytes[HEADER + 4..HEADER + RECORD - 4];
    for (packed, value) in packed.chunks(3).zip(numerators(3)) {
        assert_eq!(packed, &value.to_le_bytes()[..3]);
    }
    let index = HEADER + 2 * RECORD;
    assert_eq!(bytes[index..index + 8], [51, 50, 43, 0, 3, 2, 1, 0]);
    for (start, end) in
        [(0, 20), (HEADER, HEADER + RECORD), (HEADER + RECORD, index), (index, index + 12)]
    {
        assert_eq!(bytes[end - 4..end], slow_crc(&bytes[start..end - 4]).to_le_bytes());
    }
    assert_eq!(bytes.len(), index + 12);
}

/// The checksum bit by bit, from its definition.
fn slow_crc(bytes: &[u8]) -> u32 {
    let mut state = u32::MAX;
    for byte in bytes {
        state ^= u32::from(*byte);
        for _ in 0..8 {
            state = state >> 1 ^ if state & 1 == 1 { 0xEDB8_8320 } else { 0 };
        }
    }
    !state
}

#[test]
fn a_file_of_all_flops_is_written_and_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tables");
    let numbers: Vec<usize> = (0..MOST_FLOPS).rev().collect();
    assert_eq!(write(&path, &numbers), 74_763_024);
    let tables = EquityTables::open(&path).unwrap();
    assert!(tables.verify().all(|checked| checked.is_ok()));
    assert_eq!(tables.flops().len(), 1_755);
    assert_eq!(tables.table(flop(1_234)).unwrap(), Some(numerators(1_234)));
}

#[test]
fn bytes_in_memory_are_read_as_well() {
    let bytes = common::bytes(&[5]);
    let tables = EquityTables::from_bytes(Path::new("memory"), bytes).unwrap();
    assert_eq!(tables.table(flop(5)).unwrap(), Some(numerators(5)));
}
