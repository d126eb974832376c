//! A bundle of a strategy before the flop: one file, small enough to be read
//! whole.

use std::path::{Path, PathBuf};

use super::error::{BundleError, BundleFault};
use super::layout::CLASSES;
use super::manifest::{CONFIG, MANIFEST, Manifest, STRATEGY, is_save, is_strategy};
use crate::map::Bytes;
use crate::sealed::{self, CHECKSUM, is_sealed};
use crate::{FolderKind, ResultFolder};

pub(super) const MAGIC: [u8; 4] = *b"QPRS";
/// Hold'em, with its 169 classes; and any number of classes, which the header has.
const HOLDEM: u32 = 1;
const ANY_CLASSES: u32 = 2;
const HEADER: usize = 40;

/// Limits of decisions and actions; larger numbers are errors.
const MOST_DECISIONS: u32 = 1 << 20;
const MOST_ACTIONS: u32 = 1 << 10;
const MOST_CLASSES: u32 = 1 << 15;

/// A strategy before the flop and its results.
#[derive(Clone, PartialEq, Debug)]
pub struct StoredStrategy {
    /// Iterations done.
    pub iterations: u32,
    /// Whether a model gave the values of flops, rather than equity.
    pub modelled: bool,
    /// The exploitability, in chips.
    pub exploitability: f64,
    /// What the player in position wins, in chips.
    pub value: f64,
    /// The decisions.
    pub decisions: Vec<StoredDecision>,
}

/// A decision.
#[derive(Clone, PartialEq, Debug)]
pub struct StoredDecision {
    /// The node of the betting.
    pub node: u32,
    /// How often each action is taken, action by action, class by class.
    pub frequencies: Vec<f32>,
    /// The value of each action in chips, in the same order; NaN where no opponent is
    /// possible.
    pub values: Vec<f32>,
    /// The probability that each class of each player reaches it, `oop` first.
    pub reach: [Vec<f32>; 2],
}

/// A bundle of a strategy.
#[derive(Debug)]
pub struct StrategyBundle {
    manifest: Manifest,
    config: String,
    strategy: StoredStrategy,
}

impl StrategyBundle {
    /// Whether a folder has a finished bundle of a strategy, or of something else.
    pub fn is_at(folder: &Path) -> Result<bool, BundleError> {
        Ok(Manifest::read(folder)?.names().any(is_strategy))
    }

    /// Claims the path of a bundle before the work: a folder that is missing, empty,
    /// or has a bundle of this kind and nothing else.
    pub fn claim(folder: &Path) -> Result<ResultFolder, BundleError> {
        Ok(ResultFolder::claim(folder, FolderKind::PreflopStrategy)?)
    }

    /// Writes a bundle, whole or not at all, and replaces an existing one. The `saves` are
    /// already there: see [`ResultFolder::claim_save`].
    pub fn write(
        place: ResultFolder,
        config: &str,
        strategy: &StoredStrategy,
        saves: &[String],
    ) -> Result<StrategyBundle, BundleError> {
        let folder = place.target().to_owned();
        place.write(CONFIG, config.as_bytes())?;
        place.write(STRATEGY, &strategy.to_bytes())?;
        let saves = saves.iter().map(String::as_str);
        let names: Vec<&str> = [CONFIG, STRATEGY].into_iter().chain(saves).collect();
        let manifest = Manifest::text(place.partial(), &names)?;
        place.write(MANIFEST, manifest.as_bytes())?;
        place.put_in_place()?;
        StrategyBundle::open(&folder)
    }

    /// Opens a bundle and checks all of it but its saves, which are checked as they are read.
    pub fn open(folder: &Path) -> Result<StrategyBundle, BundleError> {
        let manifest = Manifest::read(folder)?;
        manifest.verify_small()?;
        let name = manifest.names().find(|name| is_strategy(name)).unwrap_or(STRATEGY);
        let path = manifest.folder().join(name);
        let failed = |fault| BundleError::new(&path, fault);
        let bytes = Bytes::open(&path).map_err(|fault| failed(fault.into()))?;
        let strategy = StoredStrategy::from_bytes(&bytes).map_err(failed)?;
        Ok(StrategyBundle { config: manifest.config()?, manifest, strategy })
    }

    /// The configuration as it was written.
    pub fn config(&self) -> &str {
        &self.config
    }

    /// The strategy.
    pub fn strategy(&self) -> &StoredStrategy {
        &self.strategy
    }

    /// The version of its format.
    pub fn version(&self) -> u32 {
        self.manifest.version()
    }

    /// The names of the saves in the folder.
    pub fn saves(&self) -> impl Iterator<Item = &str> {
        self.manifest.names().filter(|name| is_save(name))
    }

    /// The path of a file of the bundle.
    pub fn path(&self, name: &str) -> PathBuf {
        self.manifest.folder().join(name)
    }

    /// Bytes of all files.
    pub fn size(&self) -> u64 {
        self.manifest.size()
    }
}

impl StoredStrategy {
    /// Classes of hands of each player; those of Hold'em if there is no decision.
    pub fn classes(&self) -> usize {
        self.decisions.first().map_or(CLASSES, |decision| decision.reach[0].len())
    }

    fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let classes = self.classes();
        let version = if classes == CLASSES { HOLDEM } else { ANY_CLASSES };
        bytes.extend(MAGIC);
        bytes.extend(version.to_le_bytes());
        bytes.extend((self.decisions.len() as u32).to_le_bytes());
        bytes.extend(self.iterations.to_le_bytes());
        bytes.extend(u32::from(self.modelled).to_le_bytes());
        bytes.extend(self.exploitability.to_le_bytes());
        bytes.extend(self.value.to_le_bytes());
        if version == ANY_CLASSES {
            bytes.extend((classes as u32).to_le_bytes());
        }
        seal(&mut bytes, 0);
        for decision in &self.decisions {
            let start = bytes.len();
            let actions = decision.frequencies.len() / classes;
            bytes.extend(decision.node.to_le_bytes());
            bytes.extend((actions as u32).to_le_bytes());
            let [oop, ip] = &decision.reach;
            for numbers in [&decision.frequencies, &decision.values, oop, ip] {
                bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
            }
            seal(&mut bytes, start);
        }
        bytes
    }

    /// Reads the bytes of `preflop.qsr` and checks all of them.
    pub fn from_bytes(bytes: &[u8]) -> Result<StoredStrategy, BundleFault> {
        if bytes.get(..4) != Some(&MAGIC[..]) {
            return Err(BundleFault::NotAStrategy);
        }
        let start = |size: usize| {
            let cut = || BundleFault::Size { found: bytes.len() as u64, expected: size as u64 };
            bytes.get(..size).ok_or_else(cut)
        };
        let header = match word(start(HEADER)?, 4) {
            HOLDEM => start(HEADER)?,
            ANY_CLASSES => start(HEADER + 4)?,
            found if found > ANY_CLASSES => {
                return Err(BundleFault::NewerVersion { found, newest: ANY_CLASSES });
            }
            found => return Err(BundleFault::UnknownVersion { found }),
        };
        if !is_sealed(header) {
            return Err(BundleFault::Checksum { what: "the header".to_owned() });
        }
        let decisions = word(header, 8);
        if decisions > MOST_DECISIONS {
            return Err(BundleFault::ValueCount { found: decisions as usize });
        }
        let classes = match header.len() {
            HEADER => CLASSES,
            _ => match word(header, HEADER - CHECKSUM) {
                classes @ 1..=MOST_CLASSES => classes as usize,
                classes => return Err(BundleFault::ValueCount { found: classes as usize }),
            },
        };
        let mut rest = &bytes[header.len()..];
        let mut strategy = StoredStrategy {
            iterations: word(header, 12),
            modelled: word(header, 16) != 0,
            exploitability: double(header, 20),
            value: double(header, 28),
            decisions: Vec::new(),
        };
        for number in 0..decisions {
            let what = || format!("decision {number}");
            let cut = || BundleFault::Checksum { what: what() };
            let actions = rest.get(..8).map(|start| word(start, 4)).ok_or_else(cut)?;
            if !(1..=MOST_ACTIONS).contains(&actions) {
                return Err(cut());
            }
            let size = 8 + 4 * classes * (2 * actions as usize + 2) + CHECKSUM;
            let (record, later) = rest.split_at_checked(size).ok_or_else(cut)?;
            if !is_sealed(record) {
                return Err(cut());
            }
            rest = later;
            let actions = actions as usize;
            strategy.decisions.push(decision(record, actions, classes, &what())?);
        }
        match rest.len() {
            0 => Ok(strategy),
            extra => {
                let found = bytes.len() as u64;
                Err(BundleFault::Size { found, expected: found - extra as u64 })
            }
        }
    }
}

/// Reads a decision whose length and checksum are right.
fn decision(
    record: &[u8],
    actions: usize,
    classes: usize,
    what: &str,
) -> Result<StoredDecision, BundleFault> {
    let numbers: Vec<f32> = record[8..record.len() - CHECKSUM]
        .as_chunks::<4>()
        .0
        .iter()
        .map(|bytes| f32::from_le_bytes(*bytes))
        .collect();
    let (frequencies, rest) = numbers.split_at(actions * classes);
    let (values, reach) = rest.split_at(actions * classes);
    let bad = |number: &f32| !number.is_finite();
    if let Some(place) = frequencies.iter().chain(reach).position(bad) {
        return Err(BundleFault::NotANumber { what: what.to_owned(), place });
    }
    let (oop, ip) = reach.split_at(classes);
    Ok(StoredDecision {
        node: word(record, 0),
        frequencies: frequencies.to_vec(),
        values: values.to_vec(),
        reach: [oop.to_vec(), ip.to_vec()],
    })
}

fn word(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(std::array::from_fn(|place| bytes[at + place]))
}

fn double(bytes: &[u8], at: usize) -> f64 {
    f64::from_le_bytes(std::array::from_fn(|place| bytes[at + place]))
}

/// Appends the checksum of what was written since `start`.
fn seal(bytes: &mut Vec<u8>, start: usize) {
    bytes.extend([0; CHECKSUM]);
    sealed::seal(&mut bytes[start..]);
}
