//! Files of buckets: what is written comes back, and every damage is found.

use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use proptest::prelude::*;
use quasar_cards::Game;
use quasar_store::{BucketsFault, BucketsHeader, Fault, FileKind, StoreError, StoredBuckets};

/// Where the parts are, written down once more from `docs/FORMATS.md`.
const HEADER: usize = 56;
const HANDS: usize = 178_365;
const LABELS_END: usize = HEADER + 4 * HANDS + 4;
const CENTRES_END: usize = LABELS_END + 4 * 3 * 2 + 4;

fn sample() -> StoredBuckets {
    let header = BucketsHeader {
        game: Game::Plo4,
        board: "Ts9s2c2d7h".parse().unwrap(),
        feature_set: 1,
        feature_version: 7,
        asked: 4,
        buckets: 3,
        dims: 2,
        seed: u64::MAX - 5,
        starts: 2,
        iterations: 100,
    };
    StoredBuckets {
        header,
        labels: (0..HANDS as u32).map(|hand| hand % 3).collect(),
        centres: vec![0.0, 1.0, -2.5, 1e-30, 4.0, 5.0],
        features: (0..2 * HANDS).map(|place| place as f32 / 8.0).collect(),
    }
}

static GOOD: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("buckets.bin");
    let bytes = sample().write(&path).unwrap();
    assert_eq!(fs::metadata(&path).unwrap().len(), bytes);
    assert_eq!(FileKind::of(&path).unwrap(), FileKind::Buckets);
    assert_eq!(StoredBuckets::open(&path).unwrap(), sample());
    assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1, "no partial file is left");
    fs::read(&path).unwrap()
});

fn read(bytes: &[u8]) -> Result<StoredBuckets, StoreError> {
    StoredBuckets::from_bytes(Path::new("x.bin"), bytes)
}

/// Makes the checksums right again, so that what lies behind them is looked at.
fn seal(bytes: &mut [u8]) {
    for (start, end) in
        [(0, HEADER), (HEADER, LABELS_END), (LABELS_END, CENTRES_END), (CENTRES_END, bytes.len())]
    {
        let checksum = crc32fast::hash(&bytes[start..end - 4]);
        bytes[end - 4..end].copy_from_slice(&checksum.to_le_bytes());
    }
}

#[test]
fn what_is_written_comes_back() {
    assert_eq!(read(&GOOD).unwrap(), sample());
    assert_eq!(GOOD.len(), CENTRES_END + 4 * 2 * HANDS + 4);
}

#[test]
fn every_corruption_has_its_own_error() {
    type Change = fn(&mut Vec<u8>);
    // What is done, whether checksums are mended after it, what is said.
    let table: &[(Change, bool, &str)] = &[
        (|b| b.clear(), false, "the file is empty"),
        (|b| b[0] = b'b', true, "not a file of buckets"),
        (|b| b[4] = 2, true, "format version 2 of buckets; this program reads 1"),
        (|b| b.truncate(20), false, "the file is truncated: it has 20 bytes of 56"),
        (|b| b[50] ^= 1, false, "the checksum of the header is wrong"),
        (|b| b[8] = 2, true, "the number of hole cards is invalid"),
        (|b| b[9] = 3, true, "the board is invalid"),
        (|b| b[9] = 7, true, "the board is invalid"),
        (|b| b[10] = 52, true, "the board is invalid"),
        (|b| b[10] = b[11], true, "the board is invalid"),
        (|b| b[28] = 0, true, "the number of buckets is invalid"),
        (|b| b[28] = 5, true, "the number of buckets is invalid"),
        (|b| b[32] = 0, true, "the number of features is invalid"),
        (|b| b[35] = 1, true, "the number of features is invalid"),
        (|b| b[HEADER] ^= 1, false, "the checksum of the labels is wrong"),
        (|b| b[LABELS_END] ^= 1, false, "the checksum of the centres is wrong"),
        (|b| b[CENTRES_END] ^= 1, false, "the checksum of the features is wrong"),
        (|b| b[HEADER + 4] = 3, true, "hand 1 is in bucket 3, but there are only 3 buckets"),
        (
            |b| b[LABELS_END..LABELS_END + 4].fill(0xFF),
            true,
            "the centres have a number that is not finite",
        ),
    ];
    for (place, (change, mend, expected)) in table.iter().enumerate() {
        let mut bytes = GOOD.clone();
        change(&mut bytes);
        if *mend {
            seal(&mut bytes);
        }
        let error = read(&bytes).unwrap_err();
        assert_eq!(error.to_string(), format!("x.bin: {expected}"), "{place}");
    }
    let size = GOOD.len();
    for (length, expected) in [
        (size - 1, format!("x.bin: the file is truncated: it has {} bytes of {size}", size - 1)),
        (size + 1, format!("x.bin: the file has {} bytes; it should have {size}", size + 1)),
    ] {
        let mut bytes = GOOD.clone();
        bytes.resize(length, 0);
        assert_eq!(read(&bytes).unwrap_err().to_string(), expected);
    }
}

#[test]
fn nothing_wrong_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("buckets.bin");
    let mut short = sample();
    short.labels.pop();
    let error = short.write(&path).unwrap_err();
    let expected = BucketsFault::Count { what: "labels", found: HANDS - 1, expected: HANDS as u64 };
    assert!(matches!(error.fault(), Fault::Buckets(found) if *found == expected), "{error}");
    assert!(!path.exists());
    assert!(matches!(sample().write(folder.path()).unwrap_err().fault(), Fault::NotAFile));
    assert!(matches!(StoredBuckets::open(&path).unwrap_err().fault(), Fault::Missing));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn no_change_goes_unnoticed(place in 0..GOOD.len(), bits in 1u8..) {
        let mut bytes = GOOD.clone();
        bytes[place] ^= bits;
        prop_assert!(read(&bytes).is_err());
    }
}
