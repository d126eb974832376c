//! The report over many flops, from their saves.
//!
//! In means, each flop counts with its probability: its weight times the number of
//! pairs of hands that it leaves possible. So the mean of equities over all flops is
//! the equity of the ranges before the flop.

use std::path::Path;

use quasar_game::{Line, Player};
use rayon::prelude::*;
use schemars::JsonSchema;
use serde::Serialize;

use super::plan::is_playable;
use super::{BoardsError, WeightedFlop, save_path};
use crate::job::{Control, Engine};
use crate::schema::names::{Name, Players};
use crate::spot::node_hands::realised;
use crate::spot::{NodeFacts, SaveError, SpotSave, SpotSpec};

/// The solutions on many flops.
#[derive(Clone, PartialEq, Debug, JsonSchema, Serialize)]
pub struct BoardsReport {
    /// The pot at the start.
    pub pot: u64,
    /// Chips that each player has left at the start.
    pub stack: u64,
    /// Who acts first: `oop` or `ip`.
    pub player: Name<Players>,
    /// That player's actions, in words.
    pub actions: Vec<String>,
    /// The solved flops, in the requested order.
    pub boards: Vec<BoardReport>,
    /// The mean over them.
    pub mean: BoardsMean,
    /// The requested flops without a save.
    pub missing: Vec<MissingBoard>,
    /// The flops whose saves cannot be read; they are not part of the mean.
    pub damaged: Vec<DamagedBoard>,
}

/// The solution on a flop. Pairs are of both players, `oop` first.
#[derive(Clone, PartialEq, Debug, JsonSchema, Serialize)]
pub struct BoardReport {
    /// The flop.
    pub flop: String,
    /// How many flops it represents, or the weight that the user gave.
    pub weight: f64,
    /// Its probability among the solved flops, 0 to 1: by its weight, and the
    /// pairs of hands that it leaves possible.
    pub chance: f64,
    /// Each player's equity, 0 to 1.
    pub equity: [f64; 2],
    /// Each player's expected value, in chips.
    pub ev: [f64; 2],
    /// The expected value divided by equity times pot.
    pub eqr: [Option<f64>; 2],
    /// The exploitability: the mean of both players' best-response gains, in chips.
    pub exploitability: f64,
    /// The same in percent of the pot.
    pub exploitability_percent: f64,
    /// How often each action is taken at the first decision, 0 to 1.
    pub frequencies: Vec<f64>,
    /// Iterations done.
    pub iterations: u32,
    /// Working time, pauses excluded.
    pub seconds: f64,
}

/// The mean over flops, weighted by their probabilities.
#[derive(Clone, PartialEq, Debug, Default, JsonSchema, Serialize)]
pub struct BoardsMean {
    /// The sum of the weights.
    pub weight: f64,
    /// Each player's equity, 0 to 1.
    pub equity: [f64; 2],
    /// Each player's expected value, in chips.
    pub ev: [f64; 2],
    /// Mean expected value divided by mean equity times pot.
    pub eqr: [Option<f64>; 2],
    /// The exploitability: the mean of both players' best-response gains, in chips.
    pub exploitability: f64,
    /// The same in percent of the pot.
    pub exploitability_percent: f64,
    /// How often each action is taken at the first decision, 0 to 1.
    pub frequencies: Vec<f64>,
}

/// A flop without a save.
#[derive(Clone, PartialEq, Eq, Debug, JsonSchema, Serialize)]
pub struct MissingBoard {
    /// The flop.
    pub flop: String,
    /// Why there is none.
    pub why: &'static str,
}

/// A flop whose save cannot be read.
#[derive(Clone, PartialEq, Debug, JsonSchema, Serialize)]
pub struct DamagedBoard {
    /// The flop.
    pub flop: String,
    /// How many flops it represents, or the weight that the user gave.
    pub weight: f64,
    /// What is wrong with the file.
    pub error: String,
}

/// The first decision of a save.
struct Found {
    spec: SpotSpec,
    /// The spec without its board.
    spot: String,
    stack: u64,
    facts: NodeFacts,
    pairs: f64,
    board: BoardReport,
}

impl BoardsReport {
    /// The report before any flop is solved. On a flop, `oop` acts first.
    pub fn empty() -> BoardsReport {
        BoardsReport {
            pot: 0,
            stack: 0,
            player: Name(Player::Oop),
            actions: Vec::new(),
            boards: Vec::new(),
            mean: BoardsMean::default(),
            missing: Vec::new(),
            damaged: Vec::new(),
        }
    }

    /// Reads the saves of these flops in a folder. Nothing if there is none; a save that
    /// cannot be read is an error only if no other can be.
    pub fn read(
        folder: &Path,
        flops: &[WeightedFlop],
        engine: &Engine,
    ) -> Result<Option<BoardsReport>, BoardsError> {
        BoardsReport::read_by(folder, flops, engine, &Control::new())
    }

    /// The same under a control: each save is opened, which takes a while for many flops.
    pub(super) fn read_by(
        folder: &Path,
        flops: &[WeightedFlop],
        engine: &Engine,
        control: &Control,
    ) -> Result<Option<BoardsReport>, BoardsError> {
        let read = |flop: &WeightedFlop| {
            control.may_continue().then(|| read_board(folder, *flop)).ok_or(SaveError::Stopped)
        };
        let read: Result<Vec<Result<Option<Found>, BoardsError>>, SaveError> =
            engine.pool().install(|| flops.par_iter().map(read).collect());
        let read = read?;
        let (mut found, mut damaged, mut errors) = (Vec::new(), Vec::new(), Vec::new());
        for (flop, read) in flops.iter().zip(read) {
            match read {
                Ok(read) => found.push((*flop, read)),
                Err(error) => {
                    let (flop, weight) = (flop.board.to_string(), flop.weight);
                    damaged.push(DamagedBoard { flop, weight, error: error.to_string() });
                    errors.push(error);
                }
            }
        }
        let Some(first) = found.iter().find_map(|(_, found)| found.as_ref()) else {
            return errors.into_iter().next().map_or(Ok(None), Err);
        };
        for (flop, found) in &found {
            if found.as_ref().is_some_and(|found| found.spot != first.spot) {
                return Err(BoardsError::OtherSpot { path: save_path(folder, flop.board) });
            }
        }
        let missing = found.iter().filter(|(_, found)| found.is_none());
        let missing = missing.map(|(flop, _)| MissingBoard {
            flop: flop.board.to_string(),
            why: match is_playable(&first.spec, flop.board) {
                true => "not solved yet",
                false => "the flop leaves no two hands that can be held together",
            },
        });
        let missing = missing.collect();
        let (pot, stack, player) = (first.facts.pot.0, first.stack, Name(first.facts.player));
        let actions = first.facts.actions.iter().map(|action| action.to_string()).collect();
        let total: f64 =
            found.iter().filter_map(|(_, found)| found.as_ref()).map(Found::comes).sum();
        let board = |found: Found| BoardReport { chance: found.comes() / total, ..found.board };
        let boards: Vec<BoardReport> =
            found.into_iter().filter_map(|(_, found)| found.map(board)).collect();
        let mean = mean(&boards, pot as f64);
        Ok(Some(BoardsReport { pot, stack, player, actions, boards, mean, missing, damaged }))
    }
}

impl Found {
    /// The probability of the flop, up to a common factor.
    fn comes(&self) -> f64 {
        self.board.weight * self.pairs
    }
}

/// The solution in the save of a flop; nothing if there is none.
fn read_board(folder: &Path, flop: WeightedFlop) -> Result<Option<Found>, BoardsError> {
    let path = save_path(folder, flop.board);
    if !path.exists() {
        return Ok(None);
    }
    let save = SpotSave::open(&path)?;
    let facts = save.node(&Line::default())?;
    let report = save.report();
    let players = &report.players;
    let equity = [players[0].equity, players[1].equity];
    let ev = [players[0].ev, players[1].ev];
    let pot = report.pot as f64;
    let board = BoardReport {
        flop: report.board,
        weight: flop.weight,
        chance: 0.0,
        equity,
        ev,
        eqr: [0, 1].map(|side| realised(Some(ev[side]), Some(equity[side]), pot)),
        exploitability: report.exploitability,
        exploitability_percent: report.exploitability_percent,
        frequencies: frequencies(&facts),
        iterations: report.iterations,
        seconds: report.seconds,
    };
    Ok(Some(Found {
        spec: save.spec().clone(),
        spot: save.spec().canonical_without_board(),
        stack: report.stack,
        pairs: facts.pairs(),
        facts,
        board,
    }))
}

/// How often the range of the player who acts takes each action.
fn frequencies(facts: &NodeFacts) -> Vec<f64> {
    let weights = facts.actor().weights.iter().zip(facts.compatible_weight(facts.player));
    let pairs: Vec<f64> =
        weights.map(|(&weight, compatible_weight)| f64::from(weight) * compatible_weight).collect();
    let total: f64 = pairs.iter().sum();
    let rows = facts.strategy.chunks_exact(pairs.len().max(1));
    let taken = |row: &[f32]| -> f64 {
        row.iter().zip(&pairs).map(|(&part, pairs)| f64::from(part) * pairs).sum()
    };
    rows.map(|row| if total > 0.0 { taken(row) / total } else { 0.0 }).collect()
}

fn mean(boards: &[BoardReport], pot: f64) -> BoardsMean {
    let over = |of: &dyn Fn(&BoardReport) -> f64| -> f64 {
        boards.iter().map(|board| board.chance * of(board)).sum()
    };
    let equity = [0, 1].map(|side| over(&|board| board.equity[side]));
    let ev = [0, 1].map(|side| over(&|board| board.ev[side]));
    let actions = boards.first().map_or(0, |board| board.frequencies.len());
    BoardsMean {
        weight: boards.iter().map(|board| board.weight).sum(),
        equity,
        ev,
        eqr: [0, 1].map(|side| realised(Some(ev[side]), Some(equity[side]), pot)),
        exploitability: over(&|board| board.exploitability),
        exploitability_percent: over(&|board| board.exploitability_percent),
        frequencies: (0..actions).map(|action| over(&|board| board.frequencies[action])).collect(),
    }
}
