//! Saves of spots that were solved as a part of a larger game.
//!
//! A game that begins before the flop plays many spots: each line that sees a flop, on each
//! flop. Its solver has other stages and more hands than a solver of the spot would; what a
//! save needs of it are the decisions with the hands that arrive.

use std::collections::HashMap;

use quasar_cards::{Board, Combo};
use quasar_game::{BettingTree, Place};
use quasar_solver::DecisionExport;
use quasar_store::{ResultFile, SaveLayout, SaveResults, SaveWriter};

use super::write::{Rounds, check_actions, numbers_of, write_rounds};
use super::{BoardNumbers, SaveError, SaveSize, street_layout};
use crate::job::Engine;
use crate::spot::SpotSpec;
use crate::spot::equity::Equities;

/// A save without rivers, being written.
pub(crate) struct PartSave {
    spec: SpotSpec,
    betting: BettingTree,
    writer: SaveWriter,
    numbers: BoardNumbers,
}

impl PartSave {
    /// Starts to write a save. `boards` has those of each street, the first one's alone first.
    pub(crate) fn create(
        place: ResultFile,
        spec: SpotSpec,
        boards: Vec<Vec<Board>>,
    ) -> Result<PartSave, SaveError> {
        let text = spec.save_text()?;
        let betting = BettingTree::build(&spec.betting).map_err(crate::spot::SpotError::from)?;
        check_actions(&betting)?;
        let hands = spec.ranges.each_ref().map(|range| {
            let left = range.iter().filter(|(combo, _)| !combo.set().intersects(spec.board.set()));
            left.map(|(combo, _)| combo.index() as u32).collect()
        });
        let mut layout =
            SaveLayout { game: spec.game(), board: spec.board, hands, streets: Vec::new() };
        let mut numbers = Vec::new();
        for (level, mut boards) in boards.into_iter().enumerate() {
            boards.sort_by(|one, other| one.cards().cmp(other.cards()));
            let numbered = boards.iter().enumerate().map(|(number, &board)| (board, number));
            numbers.push(numbered.collect::<HashMap<_, _>>());
            layout.streets.push(street_layout(&betting, layout.street(level), boards));
        }
        let kept = SaveSize::NoRivers.kept(spec.board.cards().len(), layout.streets.len());
        let writer = SaveWriter::create(place, &text, layout, kept, false)?;
        Ok(PartSave { spec, betting, writer, numbers })
    }

    /// The spot.
    pub(crate) fn spec(&self) -> &SpotSpec {
        &self.spec
    }

    /// Writes decisions of a board; all of a round in one call. `combos` are the hands of both
    /// players there in the order of the solver's numbers.
    pub(crate) fn write(
        &self,
        board: &Board,
        combos: &[Combo],
        decisions: Vec<(Place, DecisionExport)>,
    ) -> Result<(), SaveError> {
        let level = board.cards().len() - self.spec.board.cards().len();
        let mut places: Vec<usize> = (0..combos.len()).collect();
        places.sort_by_key(|&hand| combos[hand].index());
        let orders = self.spec.ranges.each_ref().map(|range| {
            let held = |&hand: &usize| range.weight(&combos[hand]) > 0.0;
            places.iter().copied().filter(held).collect::<Vec<usize>>()
        });
        let mut rounds = Rounds::new();
        for (at, decision) in decisions {
            let numbers = numbers_of(&self.betting, decision, at, &orders);
            rounds.entry(at.round).or_default().insert(at.node, numbers);
        }
        let number = self.numbers[level].get(board).copied().unwrap_or(usize::MAX);
        Ok(write_rounds(&self.writer, &self.betting, (level, number), rounds)?)
    }

    /// Completes the save. Values are each player's share of the pot.
    pub(crate) fn finish(
        self,
        iterations: u32,
        seconds: f64,
        [evs, best_responses]: [[f64; 2]; 2],
        engine: &Engine,
    ) -> Result<u64, SaveError> {
        let equities = Equities::at_start(&self.spec, engine)?;
        let equities = equities.ranges.map(|equity| equity.unwrap_or(0.5));
        let results = SaveResults { iterations, seconds, evs, best_responses, equities };
        Ok(self.writer.finish(&results)?)
    }
}
