//! Writing saves, so that no interruption loses one.
//!
//! The position of every block is known from the start, so blocks may come in any order
//! and from any thread; memory holds only the current blocks.

use std::sync::{Mutex, PoisonError};

use super::blocks::BlockTable;
use super::header::{HEADER, Header, RESULTS, VERSION};
use super::layout::SaveLayout;
use super::numbers::DecisionNumbers;
use super::reader::street_section;
use crate::sealed::{CHECKSUM, seal};
use crate::{Fault, ResultFile, SaveResults, Section, StoreError};

/// A save being written.
///
/// Holds the claim on its path; dropped unfinished, it leaves nothing behind.
#[derive(Debug)]
pub struct SaveWriter {
    place: ResultFile,
    layout: SaveLayout,
    header: Header,
    streets: Vec<(u64, BlockTable)>,
    /// Blocks written; held while one is.
    written: Mutex<u64>,
}

impl SaveWriter {
    /// Starts to write a save to a claimed path, with the first `kept` streets
    /// of the layout. Reserves disk space for all of it.
    pub fn create(
        place: ResultFile,
        spec: &str,
        layout: SaveLayout,
        kept: usize,
        regrets: bool,
    ) -> Result<SaveWriter, StoreError> {
        let begin = || {
            let layout_bytes = layout.to_bytes()?;
            let mut spec = spec.as_bytes().to_vec();
            spec.extend([0; CHECKSUM]);
            seal(&mut spec);
            let lengths = [spec.len(), layout_bytes.len()];
            let (header, streets) = sections(lengths, &layout, kept, regrets)?;
            place.set_len(0)?;
            place.write_at(0, &header.to_bytes(false))?;
            place.write_at(HEADER as u64, &spec)?;
            place.write_at(header.section(2).0, &layout_bytes)?;
            Ok((header, streets))
        };
        let (header, streets) = begin().map_err(|fault| StoreError::new(place.target(), fault))?;
        place.reserve(header.size())?;
        Ok(SaveWriter { place, layout, header, streets, written: Mutex::new(0) })
    }

    /// The size of the save, before anything is written.
    pub fn size(spec: &str, layout: &SaveLayout, kept: usize, regrets: bool) -> Result<u64, Fault> {
        let lengths = [spec.len() + CHECKSUM, layout.to_bytes()?.len()];
        let (header, _) = sections(lengths, layout, kept, regrets)?;
        Ok(header.size())
    }

    /// The number of blocks to write.
    pub fn blocks(&self) -> u64 {
        self.streets.iter().map(|(_, table)| table.count()).sum()
    }

    /// How many streets are kept.
    pub fn kept(&self) -> usize {
        self.streets.len()
    }

    /// Writes a block: the decisions of a betting round on a board, both given
    /// by their indices in a street of the layout. Each must be written once.
    pub fn write_block(
        &self,
        street: usize,
        board: usize,
        round: usize,
        decisions: &[DecisionNumbers<'_>],
    ) -> Result<(), StoreError> {
        self.write(street, board, round, decisions)
            .map_err(|fault| StoreError::new(self.place.target(), fault))
    }

    fn write(
        &self,
        street: usize,
        board: usize,
        round: usize,
        decisions: &[DecisionNumbers<'_>],
    ) -> Result<(), Fault> {
        let name = self.layout.street(street);
        let invalid =
            |why| Fault::Invalid { section: Section::Block { street: name, board, round }, why };
        let (start, table) = self.streets.get(street).ok_or(Fault::NoStreet { street: name })?;
        let (Some(range), Some(hands)) = (table.block(board, round), table.hands(board)) else {
            return Err(invalid("there is no such board or round"));
        };
        let shapes = &self.layout.streets[street].rounds[round];
        let mut bytes = Vec::with_capacity((range.end - range.start) as usize);
        let regrets = self.header.regrets;
        let fits = shapes.len() == decisions.len()
            && shapes
                .iter()
                .zip(decisions)
                .all(|(&shape, numbers)| numbers.write(shape, hands, regrets, &mut bytes));
        if !fits {
            return Err(invalid("it has the wrong number of values"));
        }
        bytes.extend([0; CHECKSUM]);
        seal(&mut bytes);
        let mut written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        self.place.write_at(start + range.start, &bytes)?;
        *written += 1;
        Ok(())
    }

    /// Completes the save and renames it to its final path; returns its size.
    pub fn finish(mut self, results: &SaveResults) -> Result<u64, StoreError> {
        let found = *self.written.lock().unwrap_or_else(PoisonError::into_inner);
        let expected = self.blocks();
        let complete = |place: &mut ResultFile| {
            if found != expected {
                return Err(Fault::MissingBlocks { found, expected });
            }
            place.write_at(self.header.section(1).0, &results.to_bytes()?)?;
            place.write_at(0, &self.header.to_bytes(true))?;
            place.put_in_place()
        };
        complete(&mut self.place).map_err(|fault| StoreError::new(self.place.target(), fault))?;
        Ok(self.header.size())
    }
}

/// The header, given the lengths of spec and layout.
fn sections(
    [spec, layout_bytes]: [usize; 2],
    layout: &SaveLayout,
    kept: usize,
    regrets: bool,
) -> Result<(Header, Vec<(u64, BlockTable)>), Fault> {
    let lengths = [spec as u64, RESULTS as u64, layout_bytes as u64, 0, 0, 0];
    let mut header = Header { version: VERSION, regrets, lengths };
    let mut streets = Vec::new();
    for number in 0..kept.clamp(1, layout.streets.len()) {
        let section = street_section(layout.street(number));
        let why = "a street is too large for a file";
        let table = BlockTable::new(layout, number, regrets)
            .ok_or(Fault::Invalid { section: Section::Layout, why })?;
        header.lengths[section] = table.len();
        streets.push((header.section(section).0, table));
    }
    Ok((header, streets))
}
