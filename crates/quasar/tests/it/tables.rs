//! Equity tables: made, kept, found again, and computed where they cannot be.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use quasar::cards::{Board, canonical_flops};
use quasar::{
    job::{Control, Engine},
    tables::{
        FlopTable, FoundTables, Precompute, PrecomputeReport, PrecomputeSpec, TablesError,
        TablesFile, inspect_file,
    },
};
use quasar_store::{EquityTablesWriter, NUMERATORS};

fn engine(threads: usize) -> Engine {
    Engine::new(threads, Engine::DEFAULT_CACHE).unwrap()
}

fn boards(texts: &[&str]) -> Vec<Board> {
    texts.iter().map(|text| text.parse().unwrap()).collect()
}

fn place() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tables.bin");
    (folder, path)
}

fn make(spec: &PrecomputeSpec, threads: usize) -> PrecomputeReport {
    match spec.begin().unwrap() {
        Precompute::Complete(_) => panic!("there is something to do"),
        Precompute::Needed(job) => job.run(&engine(threads), &Control::new()).unwrap(),
    }
}

/// A file whose tables say that nobody ever wins: computing says otherwise.
fn write_zeros(path: &Path, flops: &[&str]) {
    let mut writer = EquityTablesWriter::open(path).unwrap();
    for flop in boards(flops) {
        writer.append(flop, &[0; NUMERATORS]).unwrap();
    }
    writer.finish().unwrap();
}

fn is_zero(table: &FlopTable) -> bool {
    table.numerators().iter().all(|&numerator| numerator == 0)
}

fn find(flops: &[&str], path: Option<&Path>) -> (FoundTables, Vec<String>) {
    let found = engine(1).flop_tables(&boards(flops), path, &Control::new()).unwrap();
    let warnings = found.warnings.iter().map(ToString::to_string).collect();
    (found, warnings)
}

#[test]
fn tables_are_the_same_from_a_file_in_another_order() {
    let (_folder, path) = place();
    let flops = boards(&["Td9d6h", "AhKsQd", "2c2d2h", "8s5s3s"]);
    let report = make(&PrecomputeSpec::new(&path, &flops).unwrap(), 2);
    assert_eq!((report.flops, report.computed, report.reused), (4, 4, 0));
    assert_eq!(report.bytes, fs::metadata(&path).unwrap().len());
    let other_order = [3, 1, 0, 2].map(|i| flops[i]);
    let found = engine(1).flop_tables(&other_order, Some(&path), &Control::new()).unwrap();
    assert_eq!((found.loaded, found.computed, found.warnings.len()), (4, 0, 0));
    for (flop, table) in other_order.into_iter().zip(&found.tables) {
        let computed = FlopTable::of(flop).unwrap();
        assert_eq!(**table, computed);
        let bits = |table: &FlopTable| {
            let mut equities = vec![0.0; 169 * 169];
            table.equities_f64_into(&mut equities);
            equities.into_iter().map(f64::to_bits).collect::<Vec<_>>()
        };
        assert_eq!(bits(table), bits(&computed));
    }
}

#[test]
fn the_file_does_not_depend_on_threads_or_interruptions() {
    let (folder, one) = place();
    let [three, stopped] = ["three", "stopped"].map(|name| folder.path().join(name));
    // More than one batch.
    const COUNT: usize = 70;
    let spec = |path: &Path| PrecomputeSpec::first(path, COUNT).unwrap();
    make(&spec(&one), 1);
    make(&spec(&three), 3);
    assert_eq!(fs::read(&one).unwrap(), fs::read(&three).unwrap());

    let Precompute::Needed(job) = spec(&stopped).begin().unwrap() else { panic!("all to do") };
    assert_eq!((job.missing(), job.reused()), (COUNT, 0));
    let control = Control::new();
    let result = std::thread::scope(|scope| {
        let running = scope.spawn(|| job.run(&engine(2), &control));
        while control.done() < 10 && !running.is_finished() {
            std::thread::yield_now();
        }
        control.cancel();
        running.join().unwrap()
    });
    // A machine may be slow to look; then the run is complete, and so is the file.
    if let Err(error) = result {
        let TablesError::Interrupted { kept } = error else { panic!("{error}") };
        assert!(!stopped.exists() && kept < COUNT);
        let report = make(&spec(&stopped), 2);
        assert_eq!((report.reused, report.flops), (kept, COUNT));
    }
    assert_eq!(fs::read(&one).unwrap(), fs::read(&stopped).unwrap());
}

#[test]
fn a_cancelled_run_leaves_nothing_half_done() {
    let (folder, path) = place();
    write_zeros(&path, &["AsAhAd"]);
    let old = fs::read(&path).unwrap();
    let spec = PrecomputeSpec::first(&path, 20).unwrap();
    let Precompute::Needed(job) = spec.begin().unwrap() else { panic!("19 to do") };
    let control = Control::new();
    control.cancel();
    let error = job.run(&engine(1), &control).unwrap_err();
    assert!(matches!(error, TablesError::Interrupted { .. }), "{error}");
    assert_eq!(fs::read(&path).unwrap(), old);
    let report = make(&spec, 1);
    assert!(report.reused >= 1 && report.flops == 20);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn tables_are_added_and_kept_unless_forced() {
    let (_folder, path) = place();
    write_zeros(&path, &["AsAhAd", "KsKhKd"]);
    let mut spec = PrecomputeSpec::new(&path, &boards(&["KcKdKh", "QsQhQd", "QcQdQh"])).unwrap();
    let report = make(&spec, 1);
    assert_eq!((report.asked, report.flops, report.computed, report.reused), (2, 3, 1, 2));
    let file = TablesFile::open(&path).unwrap();
    assert!(is_zero(&file.table("KsKhKd".parse().unwrap()).unwrap()));
    assert!(!is_zero(&file.table("QsQhQd".parse().unwrap()).unwrap()));
    let Precompute::Complete(report) = spec.begin().unwrap() else { panic!("nothing to do") };
    assert_eq!((report.flops, report.computed), (3, 0));

    spec.force = true;
    let report = make(&spec, 1);
    assert_eq!((report.flops, report.computed, report.reused), (2, 2, 0));
    let file = TablesFile::open(&path).unwrap();
    assert!(!is_zero(&file.table("KsKhKd".parse().unwrap()).unwrap()));
}

#[test]
fn a_damaged_file_is_replaced_by_force_only() {
    let (folder, path) = place();
    write_zeros(&path, &["AsAhAd", "KsKhKd"]);
    let mut damaged = fs::read(&path).unwrap();
    damaged[1_000] ^= 1;
    // Complete, and to be added to.
    for (bytes, flops) in [(damaged.clone(), vec!["AsAhAd"]), (damaged, vec!["QsQhQd"])] {
        fs::write(&path, &bytes).unwrap();
        let mut spec = PrecomputeSpec::new(&path, &boards(&flops)).unwrap();
        let error = spec.begin().unwrap_err();
        assert!(matches!(error, TablesError::Existing(_)), "{error}");
        assert_eq!(fs::read(&path).unwrap(), bytes);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        spec.force = true;
        assert_eq!(make(&spec, 1).flops, 1);
    }
}

#[test]
fn a_foreign_file_is_not_replaced_even_by_force() {
    let (folder, path) = place();
    fs::write(&path, "my thesis").unwrap();
    let mut spec = PrecomputeSpec::new(&path, &boards(&["QsQhQd"])).unwrap();
    for force in [false, true] {
        spec.force = force;
        let error = spec.begin().unwrap_err();
        assert!(matches!(error, TablesError::Store(_)), "{error}");
        assert_eq!(fs::read(&path).unwrap(), b"my thesis");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}

/// Forced once, a run that was interrupted needs no force to go on.
#[test]
fn a_forced_run_is_continued_without_force() {
    let (_folder, path) = place();
    write_zeros(&path, &["AsAhAd", "KsKhKd"]);
    let damaged = fs::read(&path).unwrap();
    fs::write(&path, &damaged[..damaged.len() - 1]).unwrap();
    let mut writer = EquityTablesWriter::open(&path).unwrap();
    writer.append("AsAhAd".parse().unwrap(), &[0; NUMERATORS]).unwrap();
    drop(writer);
    let spec = PrecomputeSpec::new(&path, &boards(&["AsAhAd", "KsKhKd"])).unwrap();
    let report = make(&spec, 1);
    assert_eq!((report.reused, report.computed), (1, 1));
}

#[test]
fn flops_equal_up_to_suits_share_one_table() {
    let (_folder, path) = place();
    write_zeros(&path, &["AsKsQh"]);
    let (found, warnings) = find(&["AcKcQd", "QhKsAs", "AdKdQs"], Some(&path));
    assert_eq!((found.loaded, found.computed, found.tables.len()), (1, 0, 3));
    assert!(found.tables.iter().all(|table| Arc::ptr_eq(table, &found.tables[0])));
    assert!(is_zero(&found.tables[0]) && warnings.is_empty());
}

#[test]
fn a_missing_file_is_silent_only_at_the_default_place() {
    let (_folder, path) = place();
    // Tests run in the folder of their crate, where there is no such file.
    let (found, warnings) = find(&["AcAdAh"], None);
    assert_eq!((found.loaded, found.computed), (0, 1));
    assert!(warnings.is_empty(), "{warnings:?}");
    let (found, warnings) = find(&["AcAdAh", "AsAhAd"], Some(&path));
    assert_eq!((found.loaded, found.computed), (0, 1));
    assert!(Arc::ptr_eq(&found.tables[0], &found.tables[1]));
    assert_eq!(*found.tables[0], FlopTable::of("AsAhAd".parse().unwrap()).unwrap());
    let message = "there is no such file; the equity tables are computed instead";
    assert_eq!(warnings, [format!("{}: {message}", path.display())]);
}

#[test]
fn an_invalid_file_is_told_and_computed_around() {
    let (_folder, path) = place();
    fs::write(&path, "EQTC").unwrap();
    let (found, warnings) = find(&["AcAdAh"], Some(&path));
    assert_eq!((found.loaded, found.computed), (0, 1));
    let message =
        "the file is truncated: it has 4 bytes of 20; the equity tables are computed instead";
    assert_eq!(warnings, [format!("{}: {message}", path.display())]);
}

#[test]
fn only_missing_and_damaged_tables_are_computed() {
    let (_folder, path) = place();
    write_zeros(&path, &["AsAhAd", "KsKhKd"]);
    let (found, warnings) = find(&["QcQdQh", "KcKdKh", "8s5s3s", "QsQhQd", "AsAhAd"], Some(&path));
    assert_eq!((found.loaded, found.computed), (2, 2));
    let zero: Vec<bool> = found.tables.iter().map(|table| is_zero(table)).collect();
    assert_eq!(zero, [false, true, false, false, true]);
    let message = "no table for 2 of 4 flops; they are computed instead";
    assert_eq!(warnings, [format!("{}: {message}", path.display())]);

    let mut bytes = fs::read(&path).unwrap();
    bytes[1_000] ^= 1;
    fs::write(&path, bytes).unwrap();
    let (found, warnings) = find(&["AsAhAd", "KsKhKd"], Some(&path));
    assert_eq!((found.loaded, found.computed), (1, 1));
    assert!(!is_zero(&found.tables[0]) && is_zero(&found.tables[1]));
    let message = "the checksum of record 0 is wrong; the table is computed instead";
    assert_eq!(warnings, [format!("{}: {message}", path.display())]);
}

/// The checksum is right, and the numbers are more than there are deals.
#[test]
fn tables_that_cannot_be_are_not_used() {
    let (_folder, path) = place();
    let mut writer = EquityTablesWriter::open(&path).unwrap();
    let flop = "AsAhAd".parse().unwrap();
    writer.append(flop, &[285_121; NUMERATORS]).unwrap();
    writer.finish().unwrap();
    let error = TablesFile::open(&path).unwrap().table(flop).unwrap_err();
    assert!(matches!(error, TablesError::Content { .. }), "{error}");
    let (found, warnings) = find(&["AsAhAd"], Some(&path));
    assert_eq!((found.loaded, found.computed, warnings.len()), (0, 1, 1));
}

#[test]
fn boards_that_are_no_flops_are_refused() {
    let turn = boards(&["AsAhAd2c"]);
    let error = engine(1).flop_tables(&turn, None, &Control::new()).unwrap_err();
    assert!(matches!(error, TablesError::Table(_)), "{error}");
    assert!(PrecomputeSpec::new(Path::new("x"), &turn).is_err());
    assert!(matches!(PrecomputeSpec::new(Path::new("x"), &[]), Err(TablesError::NoFlops)));
}

#[test]
fn a_report_counts_what_is_damaged() {
    let (_folder, path) = place();
    let flops: Vec<String> =
        canonical_flops().iter().take(5).map(|flop| flop.board.to_string()).collect();
    write_zeros(&path, &flops.iter().map(String::as_str).collect::<Vec<_>>());
    let report = inspect_file(&path, &Control::new()).unwrap();
    assert_eq!((report.kind.text(), report.version, report.flops), ("equity tables", 1, 5));
    assert_eq!((report.damaged, report.fault), (0, None));
    let mut bytes = fs::read(&path).unwrap();
    for record in [1, 3] {
        bytes[20 + 42_596 * record + 77] ^= 0x10;
    }
    fs::write(&path, bytes).unwrap();
    let report = inspect_file(&path, &Control::new()).unwrap();
    assert_eq!(report.damaged, 2);
    assert_eq!(report.fault.as_deref(), Some("the checksum of record 1 is wrong"));
}

/// The sample that `store` keeps holds what is computed today.
#[test]
fn the_sample_of_version_1_holds_the_table_of_its_flop() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../store/testdata/equity_tables_v1.bin");
    let flop: Board = "Td9d6h".parse().unwrap();
    let table = TablesFile::open(&path).unwrap().table(flop).unwrap();
    assert_eq!(table, FlopTable::of(flop).unwrap());
}
