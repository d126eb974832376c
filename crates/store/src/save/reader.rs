//! Reading saves.
//!
//! Opening maps the file and checks header, spec, results and layout; a block is
//! checked when it is requested, and nothing else is touched.

use std::path::{Path, PathBuf};
use std::str;

use quasar_cards::Street;

use super::blocks::BlockTable;
use super::header::{Header, VERSION};
use super::layout::{DecisionShape, SaveLayout};
use super::numbers::SavedDecision;
use crate::map::Bytes;
use crate::sealed::{CHECKSUM, is_sealed};
use crate::{Fault, SaveResults, Section, StoreError};

/// Sections before the flop's.
const SPEC: usize = 0;
const RESULTS: usize = 1;
const LAYOUT: usize = 2;

/// The section of a street.
pub(super) fn street_section(street: Street) -> usize {
    LAYOUT + street as usize
}

/// An open save.
///
/// The file is mapped into memory: nothing may change or truncate it in the meantime;
/// replacing it by renaming is fine.
#[derive(Debug)]
pub struct Save {
    path: PathBuf,
    bytes: Bytes,
    spec: String,
    results: SaveResults,
    layout: SaveLayout,
    version: u32,
    regrets: bool,
    /// The streets that are kept: where each begins, and its blocks.
    streets: Vec<(u64, BlockTable)>,
}

/// A betting round on a board, checked.
#[derive(Clone, Copy, Debug)]
pub struct SavedBlock<'a> {
    shapes: &'a [DecisionShape],
    hands: [usize; 2],
    regrets: bool,
    bytes: &'a [u8],
}

impl Save {
    /// The version that is written, and the newest that can be read.
    pub const VERSION: u32 = VERSION;

    /// Opens a file and checks everything but the blocks.
    pub fn open(path: &Path) -> Result<Save, StoreError> {
        let bytes = Bytes::open(path).map_err(|fault| StoreError::new(path, fault))?;
        Save::new(path, bytes)
    }

    /// The same for bytes that are in memory; `path` is for messages.
    pub fn from_bytes(path: &Path, bytes: Vec<u8>) -> Result<Save, StoreError> {
        Save::new(path, Bytes::Owned(bytes))
    }

    fn new(path: &Path, bytes: Bytes) -> Result<Save, StoreError> {
        let read = |bytes: Bytes| {
            let header = Header::from_bytes(&bytes)?;
            // In range, as the header was checked against the length of the file.
            let section = |number: usize| {
                let (start, end) = header.section(number);
                &bytes[start as usize..end as usize]
            };
            let spec = read_spec(section(SPEC))?;
            let results = SaveResults::from_bytes(section(RESULTS))?;
            let layout = SaveLayout::from_bytes(section(LAYOUT), header.version)?;
            let streets = read_streets(&header, &layout)?;
            let Header { version, regrets, .. } = header;
            Ok(Save {
                path: path.to_owned(),
                bytes,
                spec,
                results,
                layout,
                version,
                regrets,
                streets,
            })
        };
        read(bytes).map_err(|fault| StoreError::new(path, fault))
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Its size in bytes.
    pub fn size(&self) -> u64 {
        self.bytes.len() as u64
    }

    /// The version of the file.
    pub fn version(&self) -> u32 {
        self.version
    }

    /// The text of the spec.
    pub fn spec(&self) -> &str {
        &self.spec
    }

    /// The results of the solve.
    pub fn results(&self) -> &SaveResults {
        &self.results
    }

    /// The layout of the save.
    pub fn layout(&self) -> &SaveLayout {
        &self.layout
    }

    /// Whether the regrets are there.
    pub fn has_regrets(&self) -> bool {
        self.regrets
    }

    /// How many streets are kept, the first board's first.
    pub fn kept(&self) -> usize {
        self.streets.len()
    }

    /// Reads and checks a block: a betting round on a board, both by their numbers
    /// in a street of the layout.
    pub fn block(
        &self,
        street: usize,
        board: usize,
        round: usize,
    ) -> Result<SavedBlock<'_>, StoreError> {
        let fault = |fault| StoreError::new(&self.path, fault);
        let name = self.layout.street(street);
        let section = Section::Block { street: name, board, round };
        let Some((start, table)) = self.streets.get(street) else {
            return Err(fault(Fault::NoStreet { street: name }));
        };
        let (Some(range), Some(hands)) = (table.block(board, round), table.hands(board)) else {
            let why = "there is no such board or round";
            return Err(fault(Fault::Invalid { section, why }));
        };
        let bytes = &self.bytes[(start + range.start) as usize..(start + range.end) as usize];
        if !is_sealed(bytes) {
            return Err(fault(Fault::Checksum { section }));
        }
        Ok(SavedBlock {
            shapes: &self.layout.streets[street].rounds[round],
            hands,
            regrets: self.regrets,
            bytes: &bytes[..bytes.len() - CHECKSUM],
        })
    }

    /// Checks every block, in the order of the file, as the iterator proceeds.
    pub fn verify(&self) -> impl Iterator<Item = Result<(), StoreError>> {
        (0..self.kept()).flat_map(move |street| {
            let layout = &self.layout.streets[street];
            let (boards, rounds) = (layout.boards.len(), layout.rounds.len());
            let blocks = (0..boards).flat_map(move |board| (0..rounds).map(move |r| (board, r)));
            blocks.map(move |(board, round)| self.block(street, board, round).map(drop))
        })
    }

    /// How many blocks there are.
    pub fn blocks(&self) -> u64 {
        self.streets.iter().map(|(_, table)| table.count()).sum()
    }
}

impl<'a> SavedBlock<'a> {
    /// How many decisions the round has.
    pub fn len(&self) -> usize {
        self.shapes.len()
    }

    /// Whether there are none, which is impossible.
    pub fn is_empty(&self) -> bool {
        self.shapes.is_empty()
    }

    /// A decision of the round; nothing if there is none with this number.
    pub fn decision(&self, number: usize) -> Option<SavedDecision<'a>> {
        self.decisions().nth(number)
    }

    /// The decisions in their order.
    pub fn decisions(&self) -> impl Iterator<Item = SavedDecision<'a>> + use<'a> {
        let SavedBlock { hands, regrets, mut bytes, .. } = *self;
        self.shapes.iter().map_while(move |&shape| {
            let (decision, rest) = SavedDecision::split(bytes, shape, hands, regrets)?;
            bytes = rest;
            Some(decision)
        })
    }
}

fn read_spec(bytes: &[u8]) -> Result<String, Fault> {
    let section = Section::Spec;
    if !is_sealed(bytes) {
        return Err(Fault::Checksum { section });
    }
    let text = str::from_utf8(&bytes[..bytes.len() - CHECKSUM]);
    text.map(str::to_owned).map_err(|_| Fault::Invalid { section, why: "it is not UTF-8" })
}

/// The streets that are kept. Their sections must have the length that the layout
/// demands.
fn read_streets(header: &Header, layout: &SaveLayout) -> Result<Vec<(u64, BlockTable)>, Fault> {
    let invalid = |why| Fault::Invalid { section: Section::Layout, why };
    let mut kept = Vec::new();
    let mut bytes = 0;
    for number in 0..layout.streets.len() {
        let (start, end) = header.section(street_section(layout.street(number)));
        if start == end {
            break;
        }
        let table = BlockTable::new(layout, number, header.regrets);
        let fits = table.filter(|table| table.len() == end - start);
        kept.push((start, fits.ok_or(invalid("a street has the wrong length"))?));
        bytes += end - start;
    }
    let all: u64 = header.lengths[street_section(Street::Flop)..].iter().sum();
    if kept.is_empty() || all != bytes {
        return Err(invalid("the streets that are kept are not the first ones"));
    }
    Ok(kept)
}
