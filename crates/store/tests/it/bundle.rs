//! Bundles: what is written is read back, what is interrupted goes on, and what is
//! wrong has an error of its own.

use sha2::Digest;
use std::fs;
use std::path::{Path, PathBuf};

use quasar_store::{
    Bundle, BundleError, BundleFault, BundleWriter, Depth, SolveFile, SolveWriter, SolvedFlop,
    StoredDecision, StoredStrategy, StrategyBundle,
};

const CLASSES: usize = 169;
const HEADER: usize = 36;
const RECORD: usize = 40 + 4 * CLASSES * CLASSES + 4;

fn flop(text: &str) -> SolvedFlop {
    SolvedFlop {
        board: text.parse().unwrap(),
        weight: 24,
        iterations: 100,
        exploitability: 0.005,
        seen: 7,
        pruned: 3,
    }
}

fn values(seed: usize) -> Vec<f32> {
    (0..CLASSES * CLASSES).map(|place| ((place * 31 + seed) % 97) as f32 / 50.0 - 0.5).collect()
}

fn open(writer: &mut BundleWriter, spr: f64) -> SolveWriter {
    match writer.depth(spr).unwrap() {
        Depth::Open(writer) => writer,
        Depth::Done(_) => panic!("nothing was solved before"),
    }
}

/// A bundle of one depth and two flops.
fn write(folder: &Path) -> Bundle {
    let mut writer = BundleWriter::open(folder, "a: 1\n").unwrap();
    let mut depth = open(&mut writer, 3.5);
    depth.append(flop("AsKhQd"), &values(1)).unwrap();
    depth.append(flop("7s7h2d"), &values(2)).unwrap();
    let mut means = values(3);
    means[5] = f32::NAN;
    depth.finish(&means, [&[0.25; CLASSES], &[0.75; CLASSES]]).unwrap();
    writer.finish().unwrap()
}

fn solve_file(folder: &Path) -> PathBuf {
    folder.join("spr_3.5/solve.bin")
}

#[test]
fn what_is_written_is_read_back() {
    let folder = tempfile::tempdir().unwrap();
    let bundle = write(folder.path());
    bundle.verify().unwrap();
    assert_eq!(bundle.config(), "a: 1\n");
    let [depth] = bundle.depths() else { panic!("one depth") };
    assert_eq!(depth.spr(), 3.5);
    assert_eq!(depth.flops(), [flop("AsKhQd"), flop("7s7h2d")]);
    assert_eq!(depth.values(0).unwrap(), values(1));
    assert_eq!(depth.values(1).unwrap(), values(2));
    assert!(depth.means()[5].is_nan());
    assert_eq!(depth.means()[6..], values(3)[6..]);
    assert_eq!(depth.class_means().map(|means| means[168]), [0.25, 0.75]);
}

#[test]
fn an_interrupted_run_goes_on_after_its_last_good_flop() {
    let folder = tempfile::tempdir().unwrap();
    let partial = folder.path().join("spr_3.5/solve.bin.partial");
    let mut writer = BundleWriter::open(folder.path(), "a: 1\n").unwrap();
    let mut depth = open(&mut writer, 3.5);
    depth.append(flop("AsKhQd"), &values(1)).unwrap();
    depth.append(flop("7s7h2d"), &values(2)).unwrap();
    drop((depth, writer));
    let bytes = fs::read(&partial).unwrap();
    fs::write(&partial, &bytes[..bytes.len() - 1]).unwrap();
    let fault = Bundle::open(folder.path()).unwrap_err();
    assert!(matches!(fault.fault(), BundleFault::Unfinished), "{fault}");

    let mut writer = BundleWriter::open(folder.path(), "a: 1\n").unwrap();
    let mut depth = open(&mut writer, 3.5);
    assert_eq!(depth.flops(), [flop("AsKhQd")]);
    assert_eq!(depth.values(0).unwrap(), values(1));
    depth.append(flop("7s7h2d"), &values(2)).unwrap();
    assert_eq!(fs::read(&partial).unwrap(), bytes);
}

#[test]
fn two_runs_at_once_and_other_configurations_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let mut writer = BundleWriter::open(folder.path(), "a: 1\n").unwrap();
    let _depth = open(&mut writer, 3.5);
    let fault = BundleWriter::open(folder.path(), "a: 1\n").unwrap_err();
    assert!(matches!(fault.fault(), BundleFault::Locked), "{fault}");
    drop(writer);
    let fault = BundleWriter::open(folder.path(), "a: 2\n").unwrap_err();
    assert!(matches!(fault.fault(), BundleFault::OtherConfig), "{fault}");
}

fn write_strategy(
    folder: &Path,
    config: &str,
    strategy: &StoredStrategy,
) -> Result<StrategyBundle, BundleError> {
    StrategyBundle::write(StrategyBundle::claim(folder)?, config, strategy, &[])
}

/// A change of a file.
type Change<'a> = &'a dyn Fn(&mut Vec<u8>);

/// What a change of the file of flops leads to, manifest or not.
#[test]
fn every_damage_has_its_own_fault() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path());
    let path = solve_file(folder.path());
    let good = fs::read(&path).unwrap();
    let fault = |change: Change<'_>| {
        let mut bytes = good.clone();
        change(&mut bytes);
        match SolveFile::from_bytes(&path, bytes) {
            Err(error) => error.fault().to_string(),
            Ok(file) => file.values(0).unwrap_err().fault().to_string(),
        }
    };
    let seal = |bytes: &mut Vec<u8>| {
        let checksum = crc32(&bytes[..HEADER - 4]);
        bytes[HEADER - 4..HEADER].copy_from_slice(&checksum.to_le_bytes());
    };
    let cases: [(&str, Change<'_>); 11] = [
        ("not a file of solved flops: it does not begin with QPFS", &|b| b[0] = b'X'),
        ("format version 2 is newer than 1, the newest that this program reads", &|b| b[4] = 2),
        ("there is no format version 0", &|b| b[4] = 0),
        ("the checksum of the header is wrong", &|b| b[20] ^= 1),
        ("the file has values of 168 classes instead of 169", &|b| {
            b[12] = 168;
            seal(b);
        }),
        ("the file claims 65281 flops; there are only 1755", &|b| {
            (b[8], b[9]) = (1, 255);
            seal(b);
        }),
        ("the file claims a stack-to-pot ratio of NaN", &|b| {
            b[16..24].fill(255);
            seal(b);
        }),
        ("the bundle is unfinished: the run that wrote it was interrupted", &|b| {
            b[8] = 0;
            seal(b);
        }),
        ("record 0: [ff, 2c, 29] is not a canonical flop", &|b| b[HEADER] = 255),
        ("the checksum of the means is wrong", &|b| b[HEADER + 2 * RECORD] ^= 1),
        ("the checksum of record 0 is wrong", &|b| b[HEADER + 100] ^= 1),
    ];
    for (expected, change) in cases {
        let found = fault(change);
        let alike = found == expected
            || expected.starts_with("record 0:") && found.contains("is not a canonical flop");
        assert!(alike, "{found}\n{expected}");
    }
    let cut = fault(&|bytes| bytes.truncate(bytes.len() - 1));
    assert!(cut.contains("bytes; it had"), "{cut}");
    assert!(fault(&|bytes| bytes.push(0)).contains("bytes; it had"));
}

/// The manifest finds what a file itself cannot.
#[test]
fn the_manifest_is_checked() {
    let folder = tempfile::tempdir().unwrap();
    let bundle = write(folder.path());
    let config = folder.path().join("config.yaml");
    fs::write(&config, "a: 2\n").unwrap();
    assert!(matches!(bundle.verify().unwrap_err().fault(), BundleFault::Checksum { .. }));
    fs::write(&config, "a: 22\n").unwrap();
    let error = Bundle::open(folder.path()).unwrap_err();
    assert!(matches!(error.fault(), BundleFault::Size { found: 6, expected: 5 }), "{error}");
    let manifest = folder.path().join("manifest.txt");
    for (text, line) in [
        ("something else", 1),
        ("quasar bundle 2\nhello", 2),
        ("quasar bundle 2\n00000000 5 config.yaml", 2),
        ("quasar bundle 1\n00000000 5 config.yaml\n00000000 5 ../secret", 3),
        ("quasar bundle 1\nxyz 5 config.yaml", 2),
    ] {
        fs::write(&manifest, text).unwrap();
        let error = Bundle::open(folder.path()).unwrap_err();
        assert!(
            matches!(error.fault(), BundleFault::BadManifest { line: found } if *found == line),
            "{error}"
        );
    }
    let nothing = folder.path().join("nothing");
    assert!(matches!(Bundle::open(&nothing).unwrap_err().fault(), BundleFault::Missing));
}

/// With the classes of Hold'em, and with others, whose number the file has.
#[test]
fn strategies_are_read_back_and_checked() {
    [CLASSES, 5].into_iter().for_each(strategy_of);
}

fn strategy_of(classes: usize) {
    let folder = tempfile::tempdir().unwrap();
    let mut values = vec![0.5; 2 * classes];
    values[3] = f32::NAN;
    let strategy = StoredStrategy {
        iterations: 9,
        modelled: true,
        exploitability: 0.25,
        value: -45.0,
        decisions: vec![StoredDecision {
            node: 4,
            frequencies: vec![0.5; 2 * classes],
            values,
            reach: [vec![1.0; classes], vec![0.0; classes]],
        }],
    };
    let bundle = write_strategy(folder.path(), "b: 1\n", &strategy).unwrap();
    assert!(StrategyBundle::is_at(folder.path()).unwrap());
    assert_eq!(bundle.config(), "b: 1\n");
    let found = bundle.strategy();
    assert_eq!((found.iterations, found.modelled, found.value), (9, true, -45.0));
    assert_eq!(found.decisions[0].reach, strategy.decisions[0].reach);
    assert!(found.decisions[0].values[3].is_nan());

    let path = folder.path().join("preflop.qsr");
    let good = fs::read(&path).unwrap();
    let manifest = fs::read_to_string(folder.path().join("manifest.txt")).unwrap();
    let newer = "is newer than 2, the newest that this program reads";
    let foreign = "not a strategy before the flop: it does not begin with QPRS";
    let told = [(0, foreign), (4, newer), (20, ""), (60, ""), (good.len() - 1, "")];
    for (place, why) in told {
        let mut bytes = good.clone();
        bytes[place] ^= 9;
        fs::write(&path, &bytes).unwrap();
        // The manifest as a forger would have it, so that the file is read.
        let forged = manifest.replace(&sha256(&good), &sha256(&bytes));
        assert_ne!(forged, manifest);
        fs::write(folder.path().join("manifest.txt"), forged).unwrap();
        let fault = StrategyBundle::open(folder.path()).unwrap_err().fault().to_string();
        assert!(fault.contains(why), "{fault}");
    }
}

/// Files that were made with another configuration, or for another stack depth, or
/// whose content was exchanged with all checksums right.
#[test]
fn a_file_of_another_run_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let inside = |name: &str| folder.path().join(name);
    let write = |name: &str, config: &str, seed: usize| {
        let mut writer = BundleWriter::open(&inside(name), config).unwrap();
        for spr in [2.0, 3.5] {
            let mut depth = open(&mut writer, spr);
            depth.append(flop("AsKhQd"), &values(seed)).unwrap();
            depth.finish(&values(seed), [&[0.25; CLASSES], &[0.75; CLASSES]]).unwrap();
        }
        writer.finish().unwrap()
    };
    write("one", "a: 1\n", 1);
    write("other", "a: 2\n", 2);
    let again = write("again", "a: 1\n", 3);
    let fault = |from: &str, name: &str| {
        let kept = fs::read(inside(name)).unwrap();
        fs::copy(inside(from), inside(name)).unwrap();
        let opened = Bundle::open(&inside("one"));
        let fault = opened.and_then(|bundle| bundle.verify()).unwrap_err().fault().to_string();
        fs::write(inside(name), kept).unwrap();
        fault
    };
    assert_eq!(
        fault("other/spr_3.5/solve.bin", "one/spr_3.5/solve.bin"),
        "the file does not belong to this bundle: it was made with another configuration"
    );
    assert_eq!(
        fault("one/spr_2.0/solve.bin", "one/spr_3.5/solve.bin"),
        "the file does not belong to this bundle: it was made with another stack-to-pot ratio"
    );
    // The same configuration and other results: all sections are sound.
    again.verify().unwrap();
    assert_eq!(
        fault("again/spr_3.5/solve.bin", "one/spr_3.5/solve.bin"),
        "the checksum of the whole file is wrong"
    );
    // A configuration that was edited is found when the bundle is opened.
    fs::write(inside("one/config.yaml"), "a: 2\n").unwrap();
    let error = Bundle::open(&inside("one")).unwrap_err();
    assert!(matches!(error.fault(), BundleFault::Checksum { .. }), "{error}");
    fs::write(inside("one/manifest.txt"), "quasar bundle 3\n").unwrap();
    let error = Bundle::open(&inside("one")).unwrap_err();
    assert!(matches!(error.fault(), BundleFault::NewerBundle { found: 3 }), "{error}");
}

fn sha256(bytes: &[u8]) -> String {
    sha2::Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// CRC-32 of zlib, bit by bit.
fn crc32(bytes: &[u8]) -> u32 {
    let step = |crc: u32, byte: &u8| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| {
            if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 }
        })
    };
    !bytes.iter().fold(!0, step)
}
