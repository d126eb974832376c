//! Spots whose tree ends after the next card, with leaf values in place of further play.
//!
//! What a best response gains inside such a tree is not an exploitability: leaves keep their
//! values, whatever the responder does. Strategies are measured by locking them into the
//! whole tree, solving the rest exactly and computing the best response there
//! ([`SpotJob::measure_cut`]).

use std::path::PathBuf;

use quasar_cards::{Board, CardSet, Street};
use quasar_game::{BettingTree, NodeId, Place, RoundId};
use quasar_nets::data::Betting;
use quasar_nets::limit::finish::{
    FinishGoal, Locked, LockedMeasurement, before_the_card, lock_and_finish,
};
use quasar_nets::limit::{Equity, LeafValues, LimitError, Oracle, OracleSettings, cards};
use quasar_solver::{HoldemSpec, OmahaSpec, Profile, Solver};
use schemars::JsonSchema;
use serde::Serialize;

use super::{CardGame, SpotError, SpotJob, SpotSpec};
use crate::job::Control;
use crate::nets::{Model, NetsError, NetworkValues};
use crate::request::document::document;
use crate::request::values::{Name, Names, Text, names};
use crate::request::{At, FieldError, LeftOut, needed};

/// Where the tree of a spot ends, and what its leaves are worth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CutSpec {
    /// The street that is not played: the one after the board.
    pub at: Street,
    /// What values the leaves.
    pub values: CutValues,
}

/// What values the leaves of a cut tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CutValues {
    /// The hands are checked down.
    Equity,
    /// The rest is solved exactly for every leaf in every iteration: for tests.
    Oracle,
    /// The network that comes with the program.
    Default,
    /// The network of a file.
    File(PathBuf),
}

names! {
    /// Streets at which a tree can be cut.
    CutStreets: Street {
        "turn" = Street::Turn, "After the turn card of a flop.";
        "river" = Street::River, "After the river card of a turn.";
    }
}

document! {
    /// Where the tree ends, and what its leaves are worth.
    pub struct CutDocument ("fields, such as {at: turn, values: equity}") {
        /// The street that is not played: the tree ends after its card.
        #[schemars(required)]
        at: At<Name<CutStreets>>,
        /// What values the leaves: `default` for the network that comes with the program,
        /// `equity`, `oracle`, or the file of a network; `default` if left out.
        values: At<Text>,
    }
}

impl CutSpec {
    /// Iterations of a cut spot without other limits.
    pub const ITERATIONS: u32 = 200;

    /// Reads the field `cut` of a spot.
    pub(super) fn read(document: &CutDocument, board: &Board) -> Result<CutSpec, FieldError> {
        let given = needed(document.at.as_ref(), "cut.at", "turn or river")?;
        let next = match board.street() {
            Street::Flop => Street::Turn,
            Street::Turn => Street::River,
            _ => return Err(given.must_be("cut", "left out: no card comes after the river")),
        };
        if given.0 != next {
            let expected = match next {
                Street::Turn => "turn: the board is a flop",
                _ => "river: the board is a turn",
            };
            return Err(given.wrong("cut.at", CutStreets::name(given.0), expected));
        }
        let values = match document.values.as_ref().map(|text| text.0.as_str()) {
            None | Some("default") => CutValues::Default,
            Some("equity") => CutValues::Equity,
            Some("oracle") => CutValues::Oracle,
            Some(path) => CutValues::File(PathBuf::from(path)),
        };
        Ok(CutSpec { at: next, values })
    }
}

impl std::fmt::Display for CutValues {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            CutValues::Equity => f.write_str("equity"),
            CutValues::Oracle => f.write_str("oracle"),
            CutValues::Default => f.write_str("default"),
            CutValues::File(path) => write!(f, "{}", path.display()),
        }
    }
}

impl CutValues {
    /// Text that differs for different values: for a file it has the hash of its contents, or
    /// its path if it is no network that can be read.
    pub(super) fn contents(&self) -> String {
        let CutValues::File(path) = self else { return self.to_string() };
        match Model::contents(path) {
            Ok(hash) => format!("contents {hash}"),
            Err(_) => self.to_string(),
        }
    }
}

impl From<&CutSpec> for CutDocument {
    fn from(cut: &CutSpec) -> CutDocument {
        CutDocument {
            at: Some(Name(cut.at).into()),
            values: Some(Text::from(&cut.values).into()),
            left_out: LeftOut::default(),
        }
    }
}

/// A tree that ends before the hand does.
#[derive(Clone, PartialEq, Debug, JsonSchema, Serialize)]
pub struct CutReport {
    /// The street that is not played.
    pub at: Name<CutStreets>,
    /// What values the leaves: `equity`, `oracle`, `default` or a file.
    pub values: String,
    /// Lines that end at the cut.
    pub lines: usize,
    /// Boards at the cut that differ by more than suits.
    pub boards: usize,
    /// How far the strategies are from the equilibrium of the cut tree, in chips: the mean of
    /// what both players gain by other actions before the cut while leaves keep their values.
    /// This is not the exploitability: see `measured`.
    pub gap: f64,
    /// The same in percent of the pot.
    pub gap_percent: f64,
    /// How the exploitability was measured; left out if it was not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub measured: Option<CutMeasuredReport>,
}

/// How a cut tree was measured: its strategies locked into the whole tree, the rest solved
/// exactly, then the best response to both.
#[derive(Clone, Copy, PartialEq, Debug, JsonSchema, Serialize)]
pub struct CutMeasuredReport {
    /// What both players still gain by deviating after the cut alone, in chips: the mean. This
    /// part of the exploitability is not due to the values of leaves.
    pub rest: f64,
    /// The same in percent of the pot.
    pub rest_percent: f64,
    /// Iterations of the rest.
    pub iterations: u32,
}

/// The most iterations of the rest, and how far it is solved, as a fraction of the pot.
const REST: (u32, f64) = (1000, 5e-4);

/// The values of a network, if leaves are bet as it has learned.
fn network_values(
    model: Model,
    betting: &BettingTree,
    at: Street,
) -> Result<NetworkValues, SpotError> {
    let (learned, [_, most]) = (Betting::for_street(at), model.info.stack_to_pot);
    let rounds = (0..betting.rounds().len() as u32).map(RoundId);
    for round in rounds.filter(|&round| betting.street(round) == at) {
        let root = &betting[round][NodeId::ROOT];
        let place = Place { round, node: NodeId::ROOT };
        let line = || betting.line(place, &[]).to_string();
        if !learned.follows(betting, round).unwrap_or(false) {
            return Err(SpotError::OtherBetting { line: line(), learned: learned.text() });
        }
        let stack = (betting.stack() - root.committed[0]).as_f64();
        let ratio = stack / betting.pot(root).as_f64();
        if ratio > f64::from(most) {
            return Err(SpotError::Deep { line: line(), ratio, most });
        }
    }
    Ok(NetworkValues::new(model.network))
}

impl CardGame {
    /// The cut tree of a spec.
    pub(super) fn cut(
        spec: &SpotSpec,
        betting: &BettingTree,
        cut: &CutSpec,
        merge_suits: bool,
    ) -> Result<CardGame, SpotError> {
        let SpotSpec { board, ref ranges, rake, .. } = *spec;
        let streets = cards::Streets { ranges, betting, merge_suits };
        let solves = OracleSettings::default();
        let omaha = spec.game().is_omaha();
        let values: Box<dyn LeafValues + '_> = match &cut.values {
            CutValues::Equity => Box::new(Equity),
            CutValues::Oracle if omaha => {
                Box::new(Oracle::new(cards::OmahaStreets(streets), solves))
            }
            CutValues::Oracle => Box::new(Oracle::new(cards::HoldemStreets(streets), solves)),
            CutValues::Default => {
                let model = Model::shipped(cut.at, spec.game()).ok_or(SpotError::NoNetwork)?;
                Box::new(network_values(model, betting, cut.at)?)
            }
            CutValues::File(path) => {
                let network = |error: NetsError| SpotError::Network(error.to_string());
                let model = Model::open(path).map_err(network)?;
                Box::new(network_values(model, betting, cut.at)?)
            }
        };
        let engine = spec.engine()?;
        engine.pool().install(|| {
            if !omaha {
                let spec = HoldemSpec { board, ranges, betting, rake, merge_suits };
                return Ok(CardGame::CutHoldem(cards::holdem(&spec, &*values)?));
            }
            let (deck, merge_rivers) = (CardSet::DECK, None);
            let spec = OmahaSpec { board, deck, ranges, betting, rake, merge_suits, merge_rivers };
            Ok(CardGame::CutOmaha(cards::omaha(&spec, &*values)?))
        })
    }

    /// Lines and boards at the cut.
    pub(super) fn at_cut(&self) -> Option<(usize, usize)> {
        match self {
            CardGame::CutHoldem(game) => Some((game.leaves().len(), game.frontier_boards())),
            CardGame::CutOmaha(game) => Some((game.leaves().len(), game.frontier_boards())),
            CardGame::Holdem(_) | CardGame::Omaha(_) => None,
        }
    }
}

impl SpotSpec {
    /// The same spot without its cut.
    pub fn uncut(&self) -> SpotSpec {
        SpotSpec { cut: None, ..self.clone() }
    }

    /// Fails if cards of a line lead beyond the cut.
    pub(super) fn check_cut(
        &self,
        line: &quasar_game::Line,
        cards: usize,
    ) -> Result<(), SpotError> {
        match &self.cut {
            Some(cut) if cards > 0 => Err(SpotError::BeyondCut {
                line: line.to_string(),
                street: CutStreets::name(cut.at),
            }),
            _ => Ok(()),
        }
    }
}

impl SpotJob {
    /// Measures the strategies of a cut tree in the whole one: they are locked into it, the
    /// rest is solved exactly, and both players' best responses are computed. Takes the memory
    /// of the whole tree, of which there must be `allowed` bytes, and about the time of
    /// solving it. Cancelling ends the rest early. Nothing to do if the tree is not cut.
    pub fn measure_cut(&mut self, allowed: u64, control: &Control) -> Result<(), SpotError> {
        if self.spec.cut.is_none() || self.finished().is_some() {
            return Ok(());
        }
        let whole = self.spec.uncut().plan_within(allowed)?;
        whole.check_memory(allowed)?;
        let mut whole = Solver::within(whole.game, self.spec.settings, allowed)?;
        let (iterations, part) = REST;
        let rest = part * self.betting.starting_pot().as_f64();
        let goal = FinishGoal { iterations, rest };
        let solver = self.job.solver_mut();
        let iteration = solver.iteration();
        let finished =
            lock_and_finish(solver, &mut whole, before_the_card, Locked::Both, goal, |_| {
                !control.is_cancelled()
            })?;
        self.finished = Some((iteration, finished));
        Ok(())
    }

    /// What was measured in the whole tree, if nothing was learned since.
    pub(super) fn finished(&self) -> Option<LockedMeasurement> {
        let now = self.job.solver().iteration();
        self.finished.filter(|(iteration, _)| *iteration == now).map(|(_, finished)| finished)
    }

    /// The cut in the report.
    pub(super) fn cut_report(&mut self) -> Result<Option<CutReport>, SpotError> {
        let Some(CutSpec { at, values }) = self.spec.cut.clone() else { return Ok(None) };
        let pot = self.betting.starting_pot().as_f64();
        let percent = |chips: f64| 100.0 * chips / pot;
        let (lines, boards) = self.job.solver().game().at_cut().unwrap_or_default();
        let gap = self.job.solver_mut().exploitability(Profile::Average)?.mean();
        let measured = self.finished().map(|LockedMeasurement { rest, iterations, .. }| {
            CutMeasuredReport { rest, rest_percent: percent(rest), iterations }
        });
        Ok(Some(CutReport {
            at: Name(at),
            values: values.to_string(),
            lines,
            boards,
            gap,
            gap_percent: percent(gap),
            measured,
        }))
    }
}

impl From<LimitError> for SpotError {
    fn from(error: LimitError) -> SpotError {
        match error {
            LimitError::Solver(error) => error.into(),
            LimitError::Holdem(error) => error.into(),
            LimitError::Omaha(error) => error.into(),
            error => SpotError::Cut(error),
        }
    }
}
