//! Every way in which a file can be wrong has its own error, and none gives a
//! wrong table.

use std::path::Path;
use std::sync::LazyLock;

use crate::common::{HEADER, RECORD, bytes, flop, numerators};
use proptest::prelude::*;
use quasar_store::{EquityTables, Fault, FileKind, StoreError};

/// Two flops: `AsAhQs` and `2s2h2d`.
const NUMBERS: [usize; 2] = [3, 1_754];
const INDEX: usize = HEADER + 2 * RECORD;

static GOOD: LazyLock<Vec<u8>> = LazyLock::new(|| bytes(&NUMBERS));

/// Opens and verifies.
fn read(bytes: Vec<u8>) -> Result<(), StoreError> {
    EquityTables::from_bytes(Path::new("x.bin"), bytes)?.verify().collect()
}

/// Makes the checksums right again, so that what lies behind them is looked at.
fn seal(bytes: &mut [u8]) {
    for (start, end) in
        [(0, HEADER), (HEADER, HEADER + RECORD), (HEADER + RECORD, INDEX), (INDEX, bytes.len())]
    {
        let checksum = crc32fast::hash(&bytes[start..end - 4]);
        bytes[end - 4..end].copy_from_slice(&checksum.to_le_bytes());
    }
}

#[test]
fn every_corruption_has_its_own_error() {
    type Change = fn(&mut Vec<u8>);
    // What is done, whether checksums are mended after it, what is said.
    let table: &[(Change, bool, &str)] = &[
        (|b| b.clear(), false, "the file is empty"),
        (
            |b| b[0] = b'e',
            true,
            "not a file of equity tables: begins with the bytes 65 51 54 43, not 45 51 54 43",
        ),
        (
            |b| *b = b"PK".to_vec(),
            false,
            "not a file of equity tables: begins with the bytes 50 4b, not 45 51 54 43",
        ),
        (
            |b| b[4] = 2,
            true,
            "format version 2 is newer than 1, the newest that this program reads",
        ),
        (
            |b| b[7] = 0xFF,
            false,
            "format version 4278190081 is newer than 1, the newest that this program reads",
        ),
        (|b| b[4] = 0, true, "there is no format version 0"),
        (|b| b[8] = 3, false, "the checksum of the header is wrong"),
        (|b| b[16] ^= 1, false, "the checksum of the header is wrong"),
        (|b| b[8] = 0, true, "the file is unfinished: the run that wrote it was interrupted"),
        (|b| b[8] = 3, true, "the file is truncated: it has 85224 bytes of 127824"),
        (|b| b[8] = 1, true, "the file has 85224 bytes; it should have 42624"),
        (|b| b[9] = 7, true, "the file claims 1794 flops; there are only 1755"),
        (|b| b[8..12].fill(0xFF), true, "the file claims 4294967295 flops; there are only 1755"),
        (|b| b[12] += 1, true, "the tables have 14197 entries instead of 14196"),
        (|b| b[12..16].fill(0xFF), true, "the tables have 4294967295 entries instead of 14196"),
        (|b| b.push(0), false, "the file has 85225 bytes; it should have 85224"),
        (|b| b.truncate(3), false, "the file is truncated: it has 3 bytes of 20"),
        (|b| b.truncate(19), false, "the file is truncated: it has 19 bytes of 20"),
        (|b| b.truncate(20), false, "the file is truncated: it has 20 bytes of 85224"),
        (|b| b.truncate(85_223), false, "the file is truncated: it has 85223 bytes of 85224"),
        (|b| b[INDEX] = 50, false, "the checksum of the index is wrong"),
        (|b| b[INDEX + 8] ^= 0x80, false, "the checksum of the index is wrong"),
        (
            |b| b[INDEX] = 52,
            true,
            "the flop of record 0 in the index: 34 32 2b 00 are not three different cards",
        ),
        (
            |b| b[INDEX + 6] = 255,
            true,
            "the flop of record 1 in the index: 03 02 ff 00 are not three different cards",
        ),
        (
            |b| b[INDEX + 6] = 2,
            true,
            "the flop of record 1 in the index: 03 02 02 00 are not three different cards",
        ),
        (
            |b| b[INDEX + 3] = 1,
            true,
            "the flop of record 0 in the index: 33 32 2b 01 are not three different cards",
        ),
        (
            |b| b[INDEX + 6] = 0,
            true,
            "the flop of record 1 in the index: 2s2h2c instead of its canonical form 2s2h2d",
        ),
        (
            |b| b[INDEX..INDEX + 3].reverse(),
            true,
            "the flop of record 0 in the index: QsAhAs instead of its canonical form AsAhQs",
        ),
        (|b| b.copy_within(INDEX..INDEX + 4, INDEX + 4), true, "the flop AsAhQs occurs twice"),
        (|b| b[HEADER + 4] ^= 1, false, "the checksum of record 0 is wrong"),
        (|b| b[INDEX - 1] ^= 1, false, "the checksum of record 1 is wrong"),
        (
            |b| b[HEADER + RECORD] = 99,
            true,
            "the flop of record 1: 63 02 01 00 are not three different cards",
        ),
        (
            |b| b[HEADER..HEADER + 3].copy_from_slice(&[51, 50, 49]),
            true,
            "record 0 is for AsAhAd, but the index says AsAhQs",
        ),
    ];
    read(GOOD.clone()).unwrap();
    for (change, mend, message) in table {
        let mut changed = GOOD.clone();
        change(&mut changed);
        if *mend {
            seal(&mut changed);
        }
        assert_eq!(read(changed).unwrap_err().to_string(), format!("x.bin: {message}"));
    }
}

#[test]
fn no_shorter_file_is_read() {
    let mut lengths: Vec<usize> = (0..GOOD.len()).step_by(499).collect();
    lengths.extend((0..64).chain(INDEX - 8..GOOD.len()));
    for length in lengths {
        let error = read(GOOD[..length].to_vec()).unwrap_err();
        let expected = match error.fault() {
            Fault::Empty => length == 0,
            Fault::Truncated { found, .. } => *found == length as u64,
            _ => false,
        };
        assert!(expected, "{length}: {error}");
    }
}

#[test]
fn what_cannot_be_opened_says_why() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tables");
    let fault = |path: &Path| EquityTables::open(path).unwrap_err().to_string();
    let named = |text: &str| format!("{}: {text}", path.display());
    assert_eq!(fault(&path), named("there is no such file"));
    assert!(fault(folder.path()).ends_with(": is not a regular file"));
    std::fs::write(&path, "").unwrap();
    assert_eq!(fault(&path), named("the file is empty"));
    assert_eq!(FileKind::of(&path).unwrap_err().to_string(), named("the file is empty"));
    std::fs::write(&path, "%PDF-1.7").unwrap();
    assert_eq!(
        FileKind::of(&path).unwrap_err().to_string(),
        named("not a Quasar file: it begins with the bytes 25 50 44 46")
    );
    assert!(matches!(FileKind::of(folder.path()).unwrap_err().fault(), Fault::NotAFile));
}

/// Every table of the file, or that there is none.
fn tables(bytes: Vec<u8>) -> Vec<Option<Vec<u32>>> {
    match EquityTables::from_bytes(Path::new("x"), bytes) {
        Err(_) => vec![None; 2],
        Ok(tables) => {
            NUMBERS.map(|number| tables.table(flop(number)).ok().flatten()).into_iter().collect()
        }
    }
}

proptest! {
    #[test]
    fn changed_bytes_give_an_error_or_the_same_tables(
        changes in proptest::collection::vec((0..85_224usize, 1..=255u8), 1..4),
        near in 0..4usize,
    ) {
        let mut changed = GOOD.clone();
        for (place, change) in changes {
            // Sections differ much in size: half of the changes go near the small ones.
            let place = match near {
                0 => place % HEADER,
                1 => INDEX + place % 12,
                _ => place,
            };
            changed[place] ^= change;
        }
        for (number, table) in NUMBERS.into_iter().zip(tables(changed)) {
            prop_assert!(table.is_none_or(|table| table == numerators(number)));
        }
    }
}
