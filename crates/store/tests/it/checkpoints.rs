//! Checkpoints: written as they come, read from a map, refused when wrong.

use std::fs;
use std::io;
use std::path::Path;
use std::sync::LazyLock;

use proptest::prelude::*;
use quasar_store::{
    Checkpoint, CheckpointHeader, CheckpointKind, ExploitabilityCheck, Fault, FileKind, StoreError,
};

/// Where the parts are, written down once more from `docs/FORMATS.md`.
const HEADER: usize = 68;
const SPEC: &str = "game: kuhn\n";
const ENGINE: &str = "quasar 0.1.0";
const ENGINE_AT: usize = HEADER + SPEC.len() + 4;
const CHECKS_AT: usize = ENGINE_AT + ENGINE.len() + 4;
const STATE_AT: usize = CHECKS_AT + 2 * 24 + 4;
const STATE: &[u8] = b"regrets and sums";

fn header() -> CheckpointHeader {
    let check = |iteration, seconds, exploitability| ExploitabilityCheck {
        iteration,
        seconds,
        exploitability,
    };
    CheckpointHeader {
        kind: CheckpointKind::Toy,
        spec: SPEC.to_owned(),
        engine: ENGINE.to_owned(),
        iterations: 40,
        seconds: 2.5,
        checks: vec![check(20, 1.25, 0.5), check(40, 2.5, 0.125)],
    }
}

static GOOD: LazyLock<Vec<u8>> = LazyLock::new(|| {
    // In pieces, as a solver hands them over.
    Checkpoint::to_bytes(&header(), |output| STATE.chunks(5).try_for_each(|b| output.write_all(b)))
        .unwrap()
});

fn read(bytes: Vec<u8>) -> Result<(CheckpointHeader, Vec<u8>), StoreError> {
    let checkpoint = Checkpoint::from_bytes(Path::new("x"), bytes)?;
    Ok((checkpoint.header().clone(), checkpoint.state()?.to_vec()))
}

/// Makes the checksums right again, so that what lies behind them is looked at.
fn seal(bytes: &mut [u8]) {
    let end = bytes.len();
    for (start, end) in [
        (0, HEADER),
        (HEADER, ENGINE_AT),
        (ENGINE_AT, CHECKS_AT),
        (CHECKS_AT, STATE_AT),
        (STATE_AT, end),
    ] {
        let checksum = crc32fast::hash(&bytes[start..end - 4]);
        bytes[end - 4..end].copy_from_slice(&checksum.to_le_bytes());
    }
}

#[test]
fn what_is_written_comes_back() {
    assert_eq!(read(GOOD.clone()).unwrap(), (header(), STATE.to_vec()));
    let size = Checkpoint::file_size(&header(), STATE.len() as u64).unwrap();
    assert_eq!((GOOD.len() as u64, GOOD.len()), (size, STATE_AT + STATE.len() + 4));
    for kind in [CheckpointKind::Spot, CheckpointKind::Preflop, CheckpointKind::Buckets] {
        let header = CheckpointHeader { kind, checks: Vec::new(), ..header() };
        let bytes = Checkpoint::to_bytes(&header, |output| output.write_all(STATE)).unwrap();
        assert_eq!(read(bytes).unwrap().0, header);
    }
}

#[test]
fn the_bytes_are_those_of_the_documentation() {
    // Version 1, kind 3, 40 iterations; 2.5 is 0x4004000000000000.
    assert_eq!(GOOD[..24], *b"QCKP\x01\0\0\0\x03\0\0\0\x28\0\0\0\0\0\0\0\0\0\x04\x40");
    // What `printf 'game: kuhn\n' | sha256sum` begins with.
    let hash = "568d9b56c2af32ce672bc50123d6bf80";
    let found: String = GOOD[24..40].iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(found, hash);
    let checkpoint = Checkpoint::from_bytes(Path::new("x"), GOOD.clone()).unwrap();
    assert_eq!(checkpoint.spec_hash(), hash);
    assert_eq!(GOOD[40..56], *b"\x0b\0\0\0\x0c\0\0\0\x02\0\0\0\0\0\0\0");
    assert_eq!(GOOD[56..64], *b"\x10\0\0\0\0\0\0\0");
    assert_eq!(GOOD[CHECKS_AT..CHECKS_AT + 8], *b"\x14\0\0\0\0\0\0\0");
    assert_eq!(GOOD[STATE_AT..STATE_AT + STATE.len()], *STATE);
}

/// The file stays readable while it is written anew, and a failed attempt leaves the
/// last one.
#[test]
fn a_checkpoint_is_written_again_and_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("spot.checkpoint");
    let mut place = Checkpoint::claim(&path).unwrap();
    for iterations in [40, 50, 60] {
        let header = CheckpointHeader { iterations, ..header() };
        place.reserve(Checkpoint::file_size(&header, 16).unwrap()).unwrap();
        let size = Checkpoint::write(&mut place, &header, |output| output.write_all(STATE));
        assert_eq!(size.unwrap(), fs::metadata(&path).unwrap().len());
        let failed = Checkpoint::write(&mut place, &header, |output| {
            output.write_all(b"half")?;
            Err(io::Error::other("the disk is full"))
        });
        assert!(failed.unwrap_err().to_string().ends_with("the disk is full"));
        let checkpoint = Checkpoint::open(&path).unwrap();
        assert_eq!(checkpoint.header().iterations, iterations);
        assert_eq!(checkpoint.state().unwrap(), STATE);
        assert_eq!(FileKind::of(&path).unwrap(), FileKind::Checkpoint);
    }
    drop(place);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn every_corruption_has_its_own_error() {
    type Change = fn(&mut Vec<u8>);
    // What is done, whether checksums are mended after it, what is said.
    let table: &[(Change, bool, &str)] = &[
        (|b| b.clear(), false, "the file is empty"),
        (
            |b| b[0] = b'q',
            true,
            "not a checkpoint: begins with the bytes 71 43 4b 50, not 51 43 4b 50",
        ),
        (|b| b.truncate(3), false, "the file is truncated: it has 3 bytes of 68"),
        (|b| b.truncate(40), false, "the file is truncated: it has 40 bytes of 68"),
        (
            |b| b[4] = 2,
            true,
            "format version 2 is newer than 1, the newest that this program reads",
        ),
        (|b| b[4] = 0, true, "there is no format version 0"),
        (|b| b[12] ^= 1, false, "the checksum of the header is wrong"),
        (|b| b[8] = 0, true, "the header: its kind of job is not known"),
        (|b| b[8] = 5, true, "the header: its kind of job is not known"),
        (|b| b[23] = 0xC0, true, "the header: its working time is invalid"),
        (|b| b[52] = 1, true, "the header: it has unexpected bytes"),
        (|b| b[56] = 0, true, "the file is unfinished: the run that wrote it was interrupted"),
        (|b| b[56] = 17, true, "the file is truncated: it has 171 bytes of 172"),
        (|b| b.push(0), false, "the file has 172 bytes; it should have 171"),
        (|b| b[40..44].fill(0xFF), true, "the file is truncated: it has 171 bytes of 4294967455"),
        (|b| b[56..64].fill(0xFF), true, "the header: its state is too long"),
        (|b| b[HEADER] ^= 1, false, "the checksum of the spec is wrong"),
        (|b| b[HEADER] = b'G', true, "the spec: its hash is not that of the header"),
        (|b| b[HEADER] = 0xFF, true, "the spec: it is not UTF-8"),
        (|b| b[ENGINE_AT] ^= 1, false, "the checksum of the name of the engine is wrong"),
        (
            |b| b[CHECKS_AT] ^= 1,
            false,
            "the checksum of the list of exploitability checks is wrong",
        ),
        (
            |b| b[CHECKS_AT] = 41,
            true,
            "the list of exploitability checks: its iterations are not in order",
        ),
        (
            |b| b[CHECKS_AT + 4] = 1,
            true,
            "the list of exploitability checks: it has unexpected bytes",
        ),
        (
            |b| b[CHECKS_AT + 16..CHECKS_AT + 24].fill(0xFF),
            true,
            "the list of exploitability checks: a number is infinite or NaN",
        ),
        (|b| b[STATE_AT] ^= 1, false, "the checksum of the state is wrong"),
    ];
    for (change, mend, message) in table {
        let mut changed = GOOD.clone();
        change(&mut changed);
        if *mend {
            seal(&mut changed);
        }
        assert_eq!(read(changed).unwrap_err().to_string(), format!("x: {message}"));
    }
}

#[test]
fn nothing_wrong_is_written() {
    let state = |output: &mut dyn io::Write| output.write_all(STATE);
    let late = CheckpointHeader { seconds: f64::NAN, ..header() };
    assert!(matches!(Checkpoint::to_bytes(&late, state), Err(Fault::Invalid { .. })));
    let mut wrong = header();
    wrong.checks.reverse();
    assert!(matches!(Checkpoint::to_bytes(&wrong, state), Err(Fault::Invalid { .. })));
    assert!(Checkpoint::to_bytes(&header(), |_| Ok(())).is_err(), "a state has bytes");
}

/// Checkpoints of before are neither resumed nor replaced.
#[test]
fn checkpoints_before_version_1_say_how_to_proceed() {
    let testdata = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata");
    for name in ["checkpoint_spot_before_v1.bin", "checkpoint_preflop_before_v1.bin"] {
        let path = testdata.join(name);
        let error = Checkpoint::open(&path).unwrap_err().to_string();
        assert!(
            error
                .ends_with("finish the solve with that version, or remove the file to start again")
        );
        let folder = tempfile::tempdir().unwrap();
        let copy = folder.path().join(name);
        fs::copy(&path, &copy).unwrap();
        for error in [Checkpoint::claim(&copy).unwrap_err(), FileKind::of(&copy).unwrap_err()] {
            assert!(matches!(error.fault(), Fault::OldCheckpoint), "{error}");
        }
        assert_eq!(fs::read(&path).unwrap(), fs::read(&copy).unwrap());
    }
}

proptest! {
    #[test]
    fn damage_never_panics(
        changes in prop::collection::vec((0usize..171, any::<u8>()), 1..6),
        mend in any::<bool>(),
        cut in prop::option::of(0usize..171),
    ) {
        let mut bytes = GOOD.clone();
        for (place, change) in changes {
            bytes[place] ^= change;
        }
        match cut {
            Some(cut) => bytes.truncate(cut),
            None if mend => seal(&mut bytes),
            None => {}
        }
        if let Ok(found) = read(bytes) {
            prop_assert!(mend || found == (header(), STATE.to_vec()));
        }
    }
}
