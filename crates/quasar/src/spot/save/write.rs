//! Writing a save: one walk through the game, block by block to the disk.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use quasar_cards::{Board, Street};
use quasar_equity::Progress;
use quasar_game::{BettingTree, NodeId, Place, RoundId};
use quasar_solver::{BoardAt, DecisionExport, Player, Profile, SolverGame, StageExport};
use quasar_store::{DecisionNumbers, ResultFile, SaveLayout, SaveResults, SaveWriter, StoreError};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{BoardNumbers, SaveError, SpotSave, combo_order, round_number, street_layout};
use crate::job::Control;
use crate::request::values::{Names, names};
use crate::spot::CardGame;
use crate::spot::equity::Equities;
use crate::spot::facts::contributed;
use crate::spot::{SpotError, SpotJob, SpotPlan, SpotSpec};

/// What a save keeps.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SaveSize {
    /// Everything, including regrets: the solve can be resumed.
    #[default]
    Full,
    /// All but rivers.
    NoRivers,
    /// All but turns and rivers.
    NoTurns,
}

names! {
    /// What saves keep.
    SaveSizes: SaveSize {
        "full" = SaveSize::Full, "Everything; the solve can be resumed.";
        "no-rivers" = SaveSize::NoRivers, "All but rivers, about a twentieth.";
        "no-turns" = SaveSize::NoTurns, "All but turns and rivers.";
    }
}

impl SaveSize {
    /// What is kept of a spot: rivers in buckets are not.
    pub(in crate::spot) fn of(self, spec: &SpotSpec) -> SaveSize {
        match self {
            SaveSize::Full if spec.river_buckets.is_some() => SaveSize::NoRivers,
            size => size,
        }
    }

    /// How many of the streets of a spot are kept; the first always is.
    pub(in crate::spot) fn kept(self, first: usize, streets: usize) -> usize {
        let last = match self {
            SaveSize::Full => 5,
            SaveSize::NoRivers => 4,
            SaveSize::NoTurns => 3,
        };
        (last + 1usize).saturating_sub(first).clamp(1, streets)
    }
}

impl SpotJob {
    /// Writes the solution to a file, which is replaced only once everything is written.
    /// `control` counts blocks and can cancel. Returns the size of the file.
    pub fn save(
        &mut self,
        path: &Path,
        size: SaveSize,
        control: &Control,
    ) -> Result<u64, SaveError> {
        self.save_to(SpotSave::claim(path)?, size, control)
    }

    /// The same for a path that was claimed before the solve.
    pub fn save_to(
        &mut self,
        place: ResultFile,
        size: SaveSize,
        control: &Control,
    ) -> Result<u64, SaveError> {
        let progress = control.progress();
        let text = self.spec.save_text()?;
        check_actions(&self.betting)?;
        let (layout, numbers) = layout(&self.spec, &self.betting, self.job.solver().game());
        let size = size.of(&self.spec);
        let kept = size.kept(self.spec.board.cards().len(), layout.streets.len());
        let regrets = size == SaveSize::Full;
        let writer = SaveWriter::create(place, &text, layout, kept, regrets)?;
        progress.set_total(writer.blocks());
        let export = Export { betting: &self.betting, writer: &writer, numbers, progress };
        let failed: Mutex<Option<StoreError>> = Mutex::new(None);
        let failure = || failed.lock().unwrap_or_else(PoisonError::into_inner);
        self.job.solver_mut().export(Profile::Average, kept, |game, stage| {
            if !progress.is_cancelled() && failure().is_none() {
                let written = export.write(game, stage);
                if let Err(error) = written {
                    *failure() = Some(error);
                }
            }
        })?;
        if let Some(error) = failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
            return Err(error.into());
        }
        if progress.is_cancelled() {
            return Err(SaveError::Stopped);
        }
        let results = self.results()?;
        Ok(writer.finish(&results)?)
    }

    fn results(&mut self) -> Result<SaveResults, SpotError> {
        self.measure()?;
        let (values, best_responses) = match self.measured() {
            Some(measured) => (measured.values, measured.best_responses),
            None => {
                let worth = self.job.exploitability()?;
                (worth.values, worth.best_responses)
            }
        };
        let progress = self.job.progress();
        let half_pot = self.betting.starting_pot().as_f64() / 2.0;
        let equities = Equities::at_start(&self.spec, &self.spec.engine()?)?;
        Ok(SaveResults {
            iterations: progress.iteration,
            seconds: progress.elapsed.as_secs_f64(),
            evs: values.map(|value| value + half_pot),
            best_responses: best_responses.map(|value| value + half_pot),
            equities: equities.ranges.map(|equity| equity.unwrap_or(0.5)),
        })
    }
}

impl SpotPlan {
    /// Bytes above which a save has no rivers unless it is asked for them.
    pub const LARGE_SAVE: u64 = 2_000_000_000;

    /// What is kept if nobody says: everything, or no rivers if that takes more than
    /// [`LARGE_SAVE`](Self::LARGE_SAVE).
    pub fn default_save(&self) -> SaveSize {
        let small = |bytes: u64| bytes <= SpotPlan::LARGE_SAVE;
        let to_come = self.spec.board.street() < Street::River;
        match to_come && !self.save_size(SaveSize::Full).is_ok_and(small) {
            true => SaveSize::NoRivers,
            false => SaveSize::Full,
        }
    }

    /// The bytes of a save of the spot; an error if it cannot be saved, known
    /// before a long solve.
    pub fn save_size(&self, size: SaveSize) -> Result<u64, SaveError> {
        let text = self.spec.save_text()?;
        check_actions(&self.betting)?;
        let (layout, _) = layout(&self.spec, &self.betting, &self.game);
        let size = size.of(&self.spec);
        let kept = size.kept(self.spec.board.cards().len(), layout.streets.len());
        SaveWriter::size(&text, &layout, kept, size == SaveSize::Full)
            .map_err(|fault| SaveError::TooLarge(fault.to_string()))
    }
}

/// A save counts the actions of a decision in a byte.
pub(super) fn check_actions(betting: &BettingTree) -> Result<(), SaveError> {
    let nodes = betting.rounds().iter().flat_map(|round| round.nodes());
    match nodes.map(|node| node.children.len()).max() {
        Some(actions) if actions > usize::from(u8::MAX) => Err(SaveError::Actions { actions }),
        _ => Ok(()),
    }
}

/// Hands, boards and rounds, and the indices of the boards in the file.
fn layout(spec: &SpotSpec, betting: &BettingTree, game: &CardGame) -> (SaveLayout, BoardNumbers) {
    let hands = Player::BOTH.map(|player| {
        let combos = game.combos(BoardAt::START, player);
        let mut hands: Vec<u32> = combos.iter().map(|combo| combo.index() as u32).collect();
        hands.sort_unstable();
        hands
    });
    let mut layout =
        SaveLayout { game: spec.game(), board: spec.board, hands, streets: Vec::new() };
    let mut numbers = Vec::new();
    for level in 0..game.tree().levels() {
        let places = (0..game.boards(level)).map(|board| BoardAt { level, board });
        let mut boards: Vec<Board> = places.map(|place| game.board(place)).collect();
        boards.sort_by(|one, other| one.cards().cmp(other.cards()));
        numbers.push(boards.iter().enumerate().map(|(number, &board)| (board, number)).collect());
        layout.streets.push(street_layout(betting, layout.street(level), boards));
    }
    (layout, numbers)
}

/// What is needed to write the stages of a walk.
struct Export<'a> {
    betting: &'a BettingTree,
    writer: &'a SaveWriter,
    numbers: BoardNumbers,
    progress: &'a Progress,
}

/// The numbers of a decision in the order of a save.
pub(super) struct Numbers {
    strategy: Vec<f32>,
    evs: Vec<Option<f32>>,
    other_evs: Vec<Option<f32>>,
    regrets: Vec<f32>,
}

/// Rounds of a board and their decisions.
pub(super) type Rounds = BTreeMap<RoundId, BTreeMap<NodeId, Numbers>>;

impl Export<'_> {
    /// Writes the rounds of a stage on a board.
    fn write(&self, game: &CardGame, stage: StageExport) -> Result<(), StoreError> {
        let place = stage.place;
        let orders = Player::BOTH.map(|player| combo_order(game, place, player));
        let mut rounds = Rounds::new();
        for decision in stage.decisions {
            if let Some((round, node)) = game.betting_node(stage.stage, decision.node) {
                let at = Place { round, node };
                let numbers = numbers_of(self.betting, decision, at, &orders);
                rounds.entry(round).or_default().insert(node, numbers);
            }
        }
        let board =
            self.numbers[place.level].get(&game.board(place)).copied().unwrap_or(usize::MAX);
        let written = rounds.len() as u64;
        write_rounds(self.writer, self.betting, (place.level, board), rounds)?;
        self.progress.advance(written);
        Ok(())
    }
}

/// Writes rounds of a board, which is given by the numbers of its street and its own.
pub(super) fn write_rounds(
    writer: &SaveWriter,
    betting: &BettingTree,
    (street, board): (usize, usize),
    rounds: Rounds,
) -> Result<(), StoreError> {
    for (round, decisions) in rounds {
        let decisions: Vec<DecisionNumbers<'_>> = decisions
            .values()
            .map(|numbers| DecisionNumbers {
                strategy: &numbers.strategy,
                evs: &numbers.evs,
                other_evs: &numbers.other_evs,
                regrets: &numbers.regrets,
            })
            .collect();
        writer.write_block(street, board, round_number(betting, round), &decisions)?;
    }
    Ok(())
}

/// The numbers of a decision; `orders` has the places of each player's hands among all that the
/// solver has on the board.
pub(super) fn numbers_of(
    betting: &BettingTree,
    decision: DecisionExport,
    at: Place,
    orders: &[Vec<usize>; 2],
) -> Numbers {
    let (player, other) = (decision.player, decision.player.opponent());
    let own = &orders[player.index()];
    let evs = |values: &[Option<f32>], rows: usize, of: Player, order: &[usize]| {
        let contributed = contributed(betting, at, of) as f32;
        let chosen = in_order(values, rows, order).into_iter();
        chosen.map(|ev| ev.map(|ev| ev + contributed)).collect()
    };
    let rows = decision.actions;
    Numbers {
        strategy: in_order(&decision.strategy, rows, own),
        evs: evs(&decision.action_values, rows, player, own),
        other_evs: evs(&decision.other_values, 1, other, &orders[other.index()]),
        regrets: in_order(&decision.regrets, rows, own),
    }
}

/// The numbers of some hands, row by row.
fn in_order<T: Copy>(numbers: &[T], rows: usize, order: &[usize]) -> Vec<T> {
    let rows = numbers.chunks_exact((numbers.len() / rows.max(1)).max(1));
    rows.flat_map(|row| order.iter().map(|&hand| row[hand])).collect()
}
