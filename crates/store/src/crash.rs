//! Tests that stop every writer at every single step that changes the disk: afterwards
//! the old result or the new one can be read, and nothing else was touched.

use std::error::Error;
use std::fs;
use std::path::Path;

use quasar_cards::{Game, canonical_flops};

use crate::disk::DiskChange;
use crate::disk::faults::{Mode, set_exchange, with};
use crate::{
    BucketsHeader, Bundle, BundleWriter, Checkpoint, CheckpointHeader, CheckpointKind,
    DecisionNumbers, DecisionShape, Depth, EquityTables, EquityTablesWriter, FileKind, NUMERATORS,
    ResultFile, Save, SaveLayout, SaveResults, SaveWriter, SolvedFlop, StoredBuckets,
    StoredDecision, StoredStrategy, StrategyBundle, StreetLayout,
};

const CLASSES: usize = 169;

type Done = Result<(), Box<dyn Error>>;

/// A writer of results that have a number in them, and their reader.
struct Writer {
    name: &'static str,
    write: fn(&Path, u32) -> Done,
    read: fn(&Path) -> Result<u32, Box<dyn Error>>,
    /// Whether it exchanges names, where the system can.
    exchanges: bool,
}

impl Writer {
    /// Systems to be tried, by whether they can exchange names.
    fn systems(&self) -> &'static [bool] {
        if self.exchanges { &[true, false] } else { &[true] }
    }
}

const WRITERS: [Writer; 6] = [
    Writer { name: "tables", write: write_tables, read: read_tables, exchanges: false },
    Writer { name: "save", write: write_save, read: read_save, exchanges: false },
    Writer { name: "checkpoint", write: write_checkpoint, read: read_checkpoint, exchanges: false },
    Writer { name: "buckets", write: write_buckets, read: read_buckets, exchanges: false },
    Writer { name: "model", write: write_model, read: read_model, exchanges: false },
    Writer { name: "strategy", write: write_strategy, read: read_strategy, exchanges: true },
];

#[test]
fn killed_anywhere_the_old_result_or_the_new_one_is_there() {
    for writer in &WRITERS {
        for &exchange in writer.systems() {
            set_exchange(exchange);
            for mode in [Mode::Dies, Mode::Fails] {
                for old in [None, Some(1)] {
                    let steps = (0..).take_while(|&step| stop(writer, old, step, mode)).count();
                    assert!(steps > 5, "{}: {steps} steps", writer.name);
                }
            }
        }
    }
}

/// Writes the number 2 over an old result, or over nothing, and stops at a step.
/// False if the writer was done before that.
fn stop(writer: &Writer, old: Option<u32>, step: usize, mode: Mode) -> bool {
    let folder = tempfile::tempdir().unwrap();
    let notes = folder.path().join("notes.txt");
    fs::write(&notes, "mine").unwrap();
    let path = folder.path().join("result");
    if let Some(number) = old {
        (writer.write)(&path, number).unwrap();
    }
    let (done, steps) = with(Some((step, mode)), || (writer.write)(&path, 2));
    let context = format!("{}, old {old:?}, {mode:?} at step {step} of {steps:?}", writer.name);
    let found = (writer.read)(&path).ok();
    match done {
        Ok(()) => assert_eq!(found, Some(2), "{context}"),
        Err(_) => assert!(found == old || found == Some(2), "{context}: {found:?}"),
    }
    // Leftovers do not disturb the next run, which removes them.
    (writer.write)(&path, 3).unwrap_or_else(|error| panic!("{context}: {error}"));
    assert_eq!((writer.read)(&path).ok(), Some(3), "{context}");
    let mut names: Vec<String> = fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(names, ["notes.txt", "result"], "{context}");
    assert_eq!(fs::read(&notes).unwrap(), b"mine");
    steps.len() > step
}

/// A system may lose what was not synced, or keep a new name and not the content.
#[test]
fn everything_is_synced_before_it_is_renamed_and_its_folder_after() {
    for writer in &WRITERS {
        for &exchange in writer.systems() {
            set_exchange(exchange);
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("result");
            for number in [1, 2] {
                let (done, steps) = with(None, || (writer.write)(&path, number));
                done.unwrap();
                let mut unsynced = 0;
                let mut renamed = false;
                for step in &steps {
                    match step {
                        DiskChange::Write => unsynced += 1,
                        DiskChange::Sync => unsynced = 0,
                        DiskChange::Rename => {
                            assert_eq!(unsynced, 0, "{}: {steps:?}", writer.name);
                            renamed = true;
                        }
                        DiskChange::SyncFolder => renamed = false,
                        DiskChange::Make | DiskChange::Remove => {}
                    }
                }
                assert!(!renamed, "{}: {steps:?}", writer.name);
            }
        }
    }
}

/// The number is that of a flop. What an interrupted run has written stays, so the
/// largest counts.
fn write_tables(path: &Path, number: u32) -> Done {
    let mut writer = EquityTablesWriter::open(path)?;
    let flop = canonical_flops()[number as usize].board;
    writer.reserve(2)?;
    if !writer.contains(flop) {
        writer.append(flop, &vec![number; NUMERATORS])?;
    }
    writer.finish()?;
    Ok(())
}

fn read_tables(path: &Path) -> Result<u32, Box<dyn Error>> {
    let tables = EquityTables::open(path)?;
    tables.verify().collect::<Result<(), _>>()?;
    let number = |flop: &_| canonical_flops().iter().position(|other| other.board == *flop);
    Ok(tables.flops().iter().filter_map(number).max().ok_or("no flop")? as u32)
}

fn write_save(path: &Path, number: u32) -> Done {
    let board = "Ks7s4h9h2c".parse()?;
    let shape = DecisionShape { player: 0, actions: 2 };
    let streets = vec![StreetLayout { boards: vec![board], rounds: vec![vec![shape]] }];
    let layout = SaveLayout { game: Game::Holdem, board, hands: [vec![2], vec![4]], streets };
    let place = ResultFile::claim(path, FileKind::Save)?;
    let writer = SaveWriter::create(place, "board: Ks7s4h9h2c", layout, 1, false)?;
    let (strategy, evs) = ([0.5; 2], [None; 2]);
    let decision =
        DecisionNumbers { strategy: &strategy, evs: &evs, other_evs: &[None], regrets: &[] };
    writer.write_block(0, 0, 0, &[decision])?;
    writer.finish(&SaveResults {
        iterations: number,
        seconds: 1.0,
        evs: [50.0; 2],
        best_responses: [51.0; 2],
        equities: [0.5; 2],
    })?;
    Ok(())
}

fn read_save(path: &Path) -> Result<u32, Box<dyn Error>> {
    let save = Save::open(path)?;
    save.verify().collect::<Result<(), _>>()?;
    Ok(save.results().iterations)
}

fn write_checkpoint(path: &Path, number: u32) -> Done {
    let header = CheckpointHeader {
        kind: CheckpointKind::Toy,
        spec: "kuhn".to_owned(),
        engine: "test".to_owned(),
        iterations: number,
        seconds: 1.0,
        checks: Vec::new(),
    };
    let mut place = Checkpoint::claim(path)?;
    place.reserve(Checkpoint::file_size(&header, 9)?)?;
    Checkpoint::write(&mut place, &header, |output| output.write_all(b"the state"))?;
    Ok(())
}

fn read_checkpoint(path: &Path) -> Result<u32, Box<dyn Error>> {
    let checkpoint = Checkpoint::open(path)?;
    assert_eq!(checkpoint.state()?, b"the state");
    Ok(checkpoint.header().iterations)
}

fn write_buckets(path: &Path, number: u32) -> Done {
    let header = BucketsHeader {
        game: Game::Plo4,
        board: "Ts9s2c2d7h".parse()?,
        feature_set: 0,
        feature_version: 1,
        asked: 1,
        buckets: 1,
        dims: 1,
        seed: u64::from(number),
        starts: 1,
        iterations: 1,
    };
    let hands = header.hands() as usize;
    let (labels, features) = (vec![0; hands], vec![0.5; hands]);
    StoredBuckets { header, labels, centres: vec![0.5], features }.write(path)?;
    Ok(())
}

fn read_buckets(path: &Path) -> Result<u32, Box<dyn Error>> {
    Ok(StoredBuckets::open(path)?.header.seed as u32)
}

/// A model is never replaced, but continued: the number is that of the depths.
fn write_model(folder: &Path, number: u32) -> Done {
    let mut writer = BundleWriter::open(folder, "a: 1\n")?;
    let flop = SolvedFlop {
        board: "AsKhQd".parse()?,
        weight: 24,
        iterations: 100,
        exploitability: 0.005,
        seen: 7,
        pruned: 3,
    };
    for depth in 1..=number {
        if let Depth::Open(mut writer) = writer.depth(f64::from(depth))? {
            if writer.flops().is_empty() {
                writer.append(flop, &[0.25; CLASSES * CLASSES])?;
            }
            writer.finish(&[0.5; CLASSES * CLASSES], [&[0.5; CLASSES], &[0.5; CLASSES]])?;
        }
    }
    writer.finish()?;
    Ok(())
}

fn read_model(folder: &Path) -> Result<u32, Box<dyn Error>> {
    let bundle = Bundle::open(folder)?;
    bundle.verify()?;
    Ok(bundle.depths().len() as u32)
}

fn write_strategy(folder: &Path, number: u32) -> Done {
    let decision = StoredDecision {
        node: 0,
        frequencies: vec![0.5; 2 * CLASSES],
        values: vec![0.5; 2 * CLASSES],
        reach: [vec![1.0; CLASSES], vec![1.0; CLASSES]],
    };
    let strategy = StoredStrategy {
        iterations: number,
        modelled: false,
        exploitability: 0.5,
        value: 1.0,
        decisions: vec![decision],
    };
    let place = StrategyBundle::claim(folder)?;
    place.reserve(1 << 16)?;
    StrategyBundle::write(place, &format!("a: {number}\n"), &strategy, &[])?;
    Ok(())
}

fn read_strategy(folder: &Path) -> Result<u32, Box<dyn Error>> {
    Ok(StrategyBundle::open(folder)?.strategy().iterations)
}
