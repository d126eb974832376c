//! Interrupted, repeated and simultaneous writing.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::{self, HEADER, RECORD, flop, numerators, write};
use quasar_store::{EquityTables, EquityTablesWriter, Fault};

/// A folder, a target in it, and its partial file.
fn places() -> (tempfile::TempDir, PathBuf, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let (target, partial) = (folder.path().join("tables"), folder.path().join("tables.partial"));
    (folder, target, partial)
}

fn append(writer: &mut EquityTablesWriter, number: usize) {
    writer.append(flop(number), &numerators(number)).unwrap();
}

/// Writes the tables of these flops and stops before the end.
fn interrupt(target: &Path, numbers: &[usize]) {
    let mut writer = EquityTablesWriter::open(target).unwrap();
    numbers.iter().for_each(|&number| append(&mut writer, number));
}

#[test]
fn an_interrupted_run_is_continued_and_the_old_file_stays() {
    let (_folder, target, partial) = places();
    write(&target, &[9]);
    let old = fs::read(&target).unwrap();
    interrupt(&target, &[1, 2]);
    assert_eq!(fs::read(&target).unwrap(), old);
    let fault = EquityTables::open(&partial).unwrap_err();
    assert!(matches!(fault.fault(), Fault::Unfinished), "{fault}");

    let mut writer = EquityTablesWriter::open(&target).unwrap();
    assert_eq!(writer.flops(), [flop(1), flop(2)]);
    assert!(writer.contains(flop(2)) && !writer.contains(flop(9)));
    writer.copy(&EquityTables::open(&target).unwrap()).unwrap();
    append(&mut writer, 4);
    writer.finish().unwrap();
    assert!(!partial.exists());
    assert_eq!(fs::read(&target).unwrap(), common::bytes(&[1, 2, 9, 4]));
}

#[test]
fn whatever_is_left_of_a_partial_file_its_good_records_are_kept() {
    let (_folder, target, partial) = places();
    interrupt(&target, &[1, 2, 3]);
    let left = fs::read(&partial).unwrap();
    assert_eq!(left.len(), HEADER + 3 * RECORD);
    let mut index = left.clone();
    index.extend([1, 2, 3]);
    let mut duplicate = left.clone();
    duplicate.extend_from_within(HEADER..HEADER + RECORD);
    let mut damaged = left.clone();
    damaged[HEADER + RECORD + 100] ^= 4;
    let mut headless = left.clone();
    headless[17] ^= 4;
    let cut = |length: usize| left[..length].to_vec();
    let cases = [
        (left.clone(), 3),
        (index, 3),
        (duplicate, 3),
        (damaged, 1),
        (headless, 0),
        (cut(HEADER + 3 * RECORD - 1), 2),
        (cut(HEADER + 2 * RECORD), 2),
        (cut(HEADER + 1), 0),
        (cut(HEADER), 0),
        (cut(5), 0),
        (cut(0), 0),
    ];
    for (case, (bytes, kept)) in cases.into_iter().enumerate() {
        fs::write(&partial, bytes).unwrap();
        let mut writer = EquityTablesWriter::open(&target).unwrap();
        assert_eq!(writer.flops(), [1, 2, 3].map(flop)[..kept].to_vec(), "case {case}");
        append(&mut writer, 7);
        writer.finish().unwrap();
        let numbers = [&[1, 2, 3][..kept], &[7]].concat();
        assert_eq!(fs::read(&target).unwrap(), common::bytes(&numbers), "case {case}");
    }
}

/// The last step before renaming was done, the renaming was not.
#[test]
fn a_complete_partial_file_is_continued_too() {
    let (_folder, target, partial) = places();
    fs::write(&partial, common::bytes(&[1, 2])).unwrap();
    let writer = EquityTablesWriter::open(&target).unwrap();
    assert_eq!(writer.flops(), [flop(1), flop(2)]);
    writer.finish().unwrap();
    assert_eq!(fs::read(&target).unwrap(), common::bytes(&[1, 2]));
}

#[test]
fn two_cannot_write_the_same_file() {
    let (_folder, target, _) = places();
    let mut writer = EquityTablesWriter::open(&target).unwrap();
    append(&mut writer, 1);
    let error = EquityTablesWriter::open(&target).unwrap_err();
    assert_eq!(
        error.to_string(),
        format!("{}: another process is writing to this path", target.display())
    );
    drop(writer);
    assert_eq!(EquityTablesWriter::open(&target).unwrap().flops(), [flop(1)]);
}

#[test]
fn nothing_is_left_of_a_run_without_tables() {
    let (folder, target, _) = places();
    drop(EquityTablesWriter::open(&target).unwrap());
    interrupt(&target, &[1]);
    let mut writer = EquityTablesWriter::open(&target).unwrap();
    writer.clear().unwrap();
    assert!(writer.flops().is_empty() && !writer.contains(flop(1)));
    drop(writer);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    let error = EquityTablesWriter::open(&target).unwrap().finish().unwrap_err();
    assert!(matches!(error.fault(), Fault::NoTables));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn files_of_others_are_not_touched() {
    let (folder, target, partial) = places();
    for text in ["a letter", "EQTC\u{2}\0\0\0 from the future"] {
        fs::write(&partial, text).unwrap();
        let error = EquityTablesWriter::open(&target).unwrap_err();
        assert_eq!(error.path(), partial);
        assert_eq!(fs::read_to_string(&partial).unwrap(), text);
    }
    let error = EquityTablesWriter::open(folder.path()).unwrap_err();
    assert!(matches!(error.fault(), Fault::NotAFile), "{error}");
}

#[test]
fn wrong_tables_are_refused_and_do_no_harm() {
    let (_folder, target, _) = places();
    let mut writer = EquityTablesWriter::open(&target).unwrap();
    append(&mut writer, 1);
    let mut refused = |board: &str, numerators: &[u32]| {
        writer.append(board.parse().unwrap(), numerators).unwrap_err().fault().to_string()
    };
    let good = numerators(2);
    assert_eq!(refused("AsAhKs", &good), "the flop AsAhKs occurs twice");
    assert_eq!(refused("AcAdKd", &good), "the flop AsAhKs occurs twice");
    assert_eq!(refused("AdAcKd2c", &good), "`AdAcKd2c` is not a flop");
    assert_eq!(refused("2c2d2h", &good[1..]), "the tables have 14195 entries instead of 14196");
    assert_eq!(
        refused("2c2d2h", &vec![1 << 24; 14_196]),
        "the number 16777216 does not fit in 24 bits"
    );
    append(&mut writer, 2);
    writer.finish().unwrap();
    assert_eq!(fs::read(&target).unwrap(), common::bytes(&[1, 2]));
}

#[cfg(unix)]
#[test]
fn links_are_followed_and_permissions_kept() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let (folder, target, _) = places();
    write(&target, &[1]);
    fs::set_permissions(&target, PermissionsExt::from_mode(0o600)).unwrap();
    let link = folder.path().join("link");
    symlink(&target, &link).unwrap();
    let open = EquityTables::open(&link).unwrap();
    write(&link, &[2]);
    assert!(link.is_symlink());
    assert_eq!(fs::metadata(&target).unwrap().permissions().mode() & 0o777, 0o600);
    assert_eq!(EquityTables::open(&target).unwrap().flops(), [flop(2)]);
    // A map of the old file is not disturbed by its successor.
    assert_eq!(open.table(flop(1)).unwrap(), Some(numerators(1)));
}
