//! Places of results: what is claimed, refused, replaced and cleaned up.

use std::fs::{self, File};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;

use quasar_store::{
    BundleFault, BundleWriter, Fault, FileKind, ResultFile, StoredBuckets, StoredStrategy,
    StrategyBundle, make_folder,
};

const KIND: FileKind = FileKind::Save;

fn fault(path: &Path) -> Fault {
    let error = ResultFile::claim(path, KIND).unwrap_err();
    error.into_fault()
}

/// Everything in a folder: names, and contents of files.
fn everything(folder: &Path) -> Vec<(String, Option<Vec<u8>>)> {
    let mut found: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| {
            let entry = entry.unwrap();
            let is_file = entry.file_type().unwrap().is_file();
            let bytes = is_file.then(|| fs::read(entry.path()).unwrap());
            (entry.file_name().into_string().unwrap(), bytes)
        })
        .collect();
    found.sort();
    found
}

fn names(folder: &Path) -> Vec<String> {
    everything(folder).into_iter().map(|(name, _)| name).collect()
}

#[test]
fn a_claim_is_made_before_the_work_and_leaves_nothing_if_dropped() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.qsr");
    let place = ResultFile::claim(&path, KIND).unwrap();
    assert_eq!(place.target(), path);
    assert_eq!(names(folder.path()), ["x.qsr.partial"]);
    assert!(matches!(fault(&path), Fault::Locked));
    drop(place);
    assert!(names(folder.path()).is_empty());
    let size = ResultFile::claim(&path, KIND).unwrap().commit(|file| file.write_all(b"QSSV1"));
    assert_eq!(size.unwrap(), 5);
    assert_eq!(names(folder.path()), ["x.qsr"]);
}

/// A reader of the old file is not disturbed, a writer that fails changes nothing.
#[test]
fn a_file_of_the_kind_is_replaced_when_the_new_one_is_complete() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.qsr");
    fs::write(&path, "QSSV old").unwrap();
    let mut old = File::open(&path).unwrap();
    let place = ResultFile::claim(&path, KIND).unwrap();
    let failed = place.commit(|file| {
        file.write_all(b"QSSV half")?;
        Err(std::io::Error::other("the source is gone"))
    });
    assert!(failed.unwrap_err().to_string().ends_with("cannot write it: the source is gone"));
    assert_eq!(everything(folder.path()), [("x.qsr".to_owned(), Some(b"QSSV old".to_vec()))]);
    let place = ResultFile::claim(&path, KIND).unwrap();
    place
        .commit(|file| {
            file.write_all(b"QSSV new....")?;
            file.seek(SeekFrom::Start(5))?;
            file.write_all(b"NEW")?;
            assert_eq!(fs::read(&path)?, b"QSSV old");
            Ok(())
        })
        .unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"QSSV NEW....");
    let mut text = String::new();
    old.read_to_string(&mut text).unwrap();
    assert_eq!(text, "QSSV old");
}

/// As a checkpoint is written again and again: the place stays claimed in between,
/// and a failed attempt loses neither the last file nor the place.
#[test]
fn a_place_can_be_kept_for_the_next_time() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.qsr");
    let mut place = ResultFile::claim(&path, KIND).unwrap();
    for round in 0..3u8 {
        place.replace(|file| file.write_all(&[b'Q', b'S', b'S', b'V', round])).unwrap();
        assert_eq!(fs::read(&path).unwrap(), [b'Q', b'S', b'S', b'V', round]);
        assert!(matches!(fault(&path), Fault::Locked), "round {round}");
        place.replace(|_| Err(std::io::Error::other("not now"))).unwrap_err();
        assert_eq!(fs::read(&path).unwrap(), [b'Q', b'S', b'S', b'V', round]);
        assert!(matches!(fault(&path), Fault::Locked), "round {round}");
    }
    drop(place);
    assert_eq!(names(folder.path()), ["x.qsr"]);
}

#[test]
fn what_is_not_of_the_kind_is_refused_and_stays() {
    let folder = tempfile::tempdir().unwrap();
    let inside = |name: &str| folder.path().join(name);
    fs::write(inside("letter"), "dear reader").unwrap();
    fs::write(inside("buckets"), "BKTS").unwrap();
    fs::write(inside("other.partial"), "my thesis").unwrap();
    fs::create_dir(inside("folder")).unwrap();
    fs::create_dir(inside("blocked.partial")).unwrap();
    let before = everything(folder.path());
    for (name, at, message) in [
        (
            "letter",
            "letter",
            "is not a save (it begins with the bytes 64 65 61 72) and was not replaced",
        ),
        (
            "buckets",
            "buckets",
            "is not a save (it begins with the bytes 42 4b 54 53) and was not replaced",
        ),
        (
            "other",
            "other.partial",
            "is not a save (it begins with the bytes 6d 79 20 74) and was not replaced",
        ),
        ("folder", "folder", "is not a regular file"),
        ("blocked", "blocked.partial", "is not a regular file"),
        ("new/", "new/", "is not a regular file"),
        ("a/b/x.qsr", "a/b", "there is no such folder"),
        ("letter/x.qsr", "letter", "is not a folder"),
    ] {
        let error = ResultFile::claim(&inside(name), KIND).unwrap_err().to_string();
        assert_eq!(error, format!("{}: {message}", inside(at).display()));
        assert_eq!(everything(folder.path()), before, "{name}");
    }
    // Nobody misses an empty file.
    fs::write(inside("empty"), "").unwrap();
    let place = ResultFile::claim(&inside("empty"), KIND).unwrap();
    place.commit(|file| file.write_all(b"QSSV")).unwrap();
    // Nor does a result take the place of what has come in the meantime.
    let place = ResultFile::claim(&inside("late"), KIND).unwrap();
    fs::write(inside("late"), "dear reader").unwrap();
    let error = place.commit(|file| file.write_all(b"QSSV")).unwrap_err();
    assert!(matches!(error.fault(), Fault::Foreign { .. }), "{error}");
    assert_eq!(fs::read(inside("late")).unwrap(), b"dear reader");
}

/// Buckets used to replace anything.
#[test]
fn buckets_replace_buckets_only() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("notes.txt");
    fs::write(&path, "my notes").unwrap();
    let error = ResultFile::claim(&path, FileKind::Buckets).unwrap_err();
    assert!(matches!(error.fault(), Fault::Foreign { .. }), "{error}");
    assert!(StoredBuckets::open(&path).is_err());
    assert_eq!(fs::read(&path).unwrap(), b"my notes");
}

#[cfg(unix)]
#[test]
fn pipes_devices_and_dangling_links_are_refused_at_once() {
    use std::os::unix::fs::symlink;
    use std::process::Command;
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let link = folder.path().join("link");
    symlink(folder.path().join("nothing"), &link).unwrap();
    for path in [&pipe, &link, Path::new("/dev/null")] {
        assert!(matches!(fault(path), Fault::NotAFile), "{}", path.display());
    }
    let error = FileKind::of(&pipe).unwrap_err();
    assert!(matches!(error.fault(), Fault::NotAFile), "{error}");
    let error = StoredBuckets::open(&pipe).unwrap_err();
    assert!(matches!(error.fault(), Fault::NotAFile), "{error}");
}

#[test]
fn room_is_reserved_and_what_is_not_used_given_back() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.qsr");
    let place = ResultFile::claim(&path, KIND).unwrap();
    place.reserve(1 << 20).unwrap();
    place.commit(|file| file.write_all(b"QSSV")).unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"QSSV");
    // An exbibyte is more than any disk has.
    let place = ResultFile::claim(&path, KIND).unwrap();
    let error = place.reserve(1 << 60).unwrap_err();
    assert!(
        matches!(error.fault(), Fault::NoSpace { needed, free } if *needed == 1 << 60 && free < needed),
        "{error}"
    );
    drop(place);
    assert_eq!(fs::read(&path).unwrap(), b"QSSV");
    let place = StrategyBundle::claim(&folder.path().join("strategy")).unwrap();
    place.reserve(1 << 20).unwrap();
    let error = place.reserve(1 << 60).unwrap_err();
    assert!(matches!(error.fault(), Fault::NoSpace { .. }), "{error}");
}

#[test]
fn what_a_dead_process_left_is_cleaned_up() {
    let folder = tempfile::tempdir().unwrap();
    let inside = |name: &str| folder.path().join(name);
    fs::write(inside("x.qsr.partial"), "QSS").unwrap();
    drop(ResultFile::claim(&inside("x.qsr"), KIND).unwrap());
    fs::create_dir(inside("s.partial")).unwrap();
    fs::write(inside("s.partial/config.yaml"), "a: 1").unwrap();
    fs::write(inside("s.partial/strategy.bin"), "QPRS").unwrap();
    fs::write(inside("s.lock"), "").unwrap();
    drop(StrategyBundle::claim(&inside("s")).unwrap());
    assert!(names(folder.path()).is_empty(), "{:?}", names(folder.path()));
}

fn strategy(iterations: u32) -> StoredStrategy {
    StoredStrategy {
        iterations,
        modelled: false,
        exploitability: 0.5,
        value: 1.0,
        decisions: Vec::new(),
    }
}

fn write_strategy(folder: &Path, iterations: u32) -> Result<StrategyBundle, BundleFault> {
    let write = || {
        let place = StrategyBundle::claim(folder)?;
        StrategyBundle::write(place, "a: 1\n", &strategy(iterations), &[])
    };
    write().map_err(|error| error.into_fault())
}

#[test]
fn a_folder_is_replaced_as_a_whole() {
    let folder = tempfile::tempdir().unwrap();
    let inside = |name: &str| folder.path().join(name);
    fs::create_dir(inside("empty")).unwrap();
    for name in ["new", "empty", "new/", "empty"] {
        let bundle = write_strategy(&inside(name), 7).unwrap();
        assert_eq!(bundle.strategy().iterations, 7);
        let bundle = write_strategy(&inside(name), 9).unwrap();
        assert_eq!(bundle.strategy().iterations, 9);
    }
    assert_eq!(names(folder.path()), ["empty", "new"]);
    assert_eq!(names(&inside("new")), ["config.yaml", "manifest.txt", "preflop.qsr"]);
    let place = StrategyBundle::claim(&inside("new")).unwrap();
    assert!(matches!(write_strategy(&inside("new"), 1).unwrap_err(), BundleFault::Locked));
    assert_eq!(StrategyBundle::open(&inside("new")).unwrap().strategy().iterations, 9);
    drop(place);
    assert_eq!(names(folder.path()), ["empty", "new"]);
}

#[test]
fn folders_with_anything_else_are_refused_and_stay() {
    let folder = tempfile::tempdir().unwrap();
    let inside = |name: &str| folder.path().join(name);
    // A model, finished or just begun; a strategy with somebody's notes; a project.
    drop(BundleWriter::open(&inside("model"), "a: 1\n").unwrap());
    fs::create_dir(inside("model/spr_3.5")).unwrap();
    drop(BundleWriter::open(&inside("begun"), "a: 1\n").unwrap());
    write_strategy(&inside("noted"), 1).unwrap();
    fs::write(inside("noted/notes.txt"), "mine").unwrap();
    fs::create_dir(inside("project")).unwrap();
    fs::write(inside("project/strategy.bin"), "my own file").unwrap();
    fs::write(inside("file"), "mine").unwrap();
    for (name, message) in [
        (
            "model",
            "the folder is not a strategy before the flop (it contains `spr_3.5`) and was not replaced",
        ),
        (
            "begun",
            "the folder is not a strategy before the flop (it contains \
             `config.yaml`) and was not replaced",
        ),
        (
            "noted",
            "the folder is not a strategy before the flop (it contains \
             `notes.txt`) and was not replaced",
        ),
        (
            "project",
            "the folder is not a strategy before the flop (it contains \
             `strategy.bin`) and was not replaced",
        ),
        ("file", "is not a folder"),
        ("a/b", "there is no such folder"),
    ] {
        let before = names(folder.path());
        assert_eq!(write_strategy(&inside(name), 2).unwrap_err().to_string(), message, "{name}");
        assert_eq!(names(folder.path()), before, "{name}");
    }
    assert_eq!(fs::read(inside("noted/notes.txt")).unwrap(), b"mine");
    assert_eq!(fs::read(inside("project/strategy.bin")).unwrap(), b"my own file");
    // And a model does not go where something else is.
    for name in ["noted", "project"] {
        let error = BundleWriter::open(&inside(name), "a: 1\n").unwrap_err();
        let is_foreign = matches!(
            error.fault(),
            BundleFault::Place(Fault::ForeignFolder { .. }) | BundleFault::OtherConfig
        );
        assert!(is_foreign, "{error}");
    }
    let error = BundleWriter::open(&inside("a/b"), "a: 1\n").unwrap_err();
    assert!(error.to_string().ends_with("a: there is no such folder"), "{error}");
}

/// Neither the lock nor the folder aside may be somebody else's.
#[test]
fn names_beside_a_folder_are_not_taken_from_others() {
    let folder = tempfile::tempdir().unwrap();
    let inside = |name: &str| folder.path().join(name);
    fs::write(inside("s.lock"), "mine").unwrap();
    let error = write_strategy(&inside("s"), 1).unwrap_err();
    assert!(matches!(error, BundleFault::Place(Fault::Occupied)), "{error}");
    assert_eq!(fs::read(inside("s.lock")).unwrap(), b"mine");
    fs::remove_file(inside("s.lock")).unwrap();
    fs::create_dir(inside("s.partial")).unwrap();
    fs::write(inside("s.partial/notes.txt"), "mine").unwrap();
    let error = write_strategy(&inside("s"), 1).unwrap_err();
    assert!(matches!(error, BundleFault::Place(Fault::Occupied)), "{error}");
    assert_eq!(names(folder.path()), ["s.partial"]);
    assert_eq!(fs::read(inside("s.partial/notes.txt")).unwrap(), b"mine");
}

/// Killed between the two renamings of a system that cannot exchange names.
#[test]
fn a_folder_that_stepped_aside_is_found_and_put_back() {
    let folder = tempfile::tempdir().unwrap();
    let inside = |name: &str| folder.path().join(name);
    write_strategy(&inside("s"), 5).unwrap();
    fs::rename(inside("s"), inside("s.old")).unwrap();
    assert_eq!(StrategyBundle::open(&inside("s")).unwrap().strategy().iterations, 5);
    drop(StrategyBundle::claim(&inside("s")).unwrap());
    assert_eq!(names(folder.path()), ["s"]);
    assert_eq!(StrategyBundle::open(&inside("s")).unwrap().strategy().iterations, 5);
}

#[test]
fn one_folder_is_made_and_no_tree_of_them() {
    let folder = tempfile::tempdir().unwrap();
    let inside = |name: &str| folder.path().join(name);
    make_folder(&inside("cache")).unwrap();
    make_folder(&inside("cache")).unwrap();
    assert!(matches!(make_folder(&inside("a/b")).unwrap_err().fault(), Fault::NoFolder));
    fs::write(inside("file"), "").unwrap();
    assert!(matches!(make_folder(&inside("file")).unwrap_err().fault(), Fault::NotAFolder));
}
