//! Push or fold: the charts of a stack depth.

use quasar_cards::HoldemClass;
use quasar_game::{Chips, NodeId};
use quasar_preflop::{FlopValue, PreflopGame, PreflopSpec};
use quasar_solver::{Player, Profile, Settings, Solver};
use serde::Serialize;

use super::PreflopSolveError;
use super::node::range;
use super::spec::BLIND;

const CLASSES: usize = HoldemClass::COUNT;

/// What the charts may give away, in thousandths of a big blind a hand.
const TARGET: f64 = 0.01;

/// Iterations after which charts are good enough anyway.
const MOST_ITERATIONS: u32 = 20_000;

/// Who goes all-in and who calls.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PushFoldReport {
    /// What each brings, in big blinds.
    pub stack: f64,
    /// How often each class goes all-in, row by row of the grid, 0 to 1.
    pub push: Vec<f64>,
    /// How often each class calls an all-in.
    pub call: Vec<f64>,
    /// The share of combos that go all-in, 0 to 1.
    pub push_share: f64,
    /// The share of combos that call.
    pub call_share: f64,
    /// The hands that go all-in, as range text.
    pub push_range: String,
    /// The hands that call, as range text.
    pub call_range: String,
    /// What the charts give away, in thousandths of a big blind a hand.
    pub exploitability_mbb: f64,
    /// What the button wins, in thousandths of a big blind a hand.
    pub ev_mbb: f64,
    /// Iterations done.
    pub iterations: u32,
}

/// Solves push or fold with blinds of 0.5 and 1 and a stack in big blinds. Takes
/// some tenths of a second.
pub fn push_fold(stack: f64) -> Result<PushFoldReport, PreflopSolveError> {
    if !(stack > 1.0 && stack <= 1_000.0) {
        return Err(PreflopSolveError::BadStack(stack));
    }
    let chips = |blinds: f64| Chips((BLIND * blinds).round() as u64);
    let spec = PreflopSpec::push_fold(chips(0.5), chips(1.0), Chips::ZERO, chips(stack));
    let game = PreflopGame::new(&spec, FlopValue::Equity)?;
    let mut solver = Solver::new(game.game().clone(), Settings::default())?;
    while solver.iteration() < MOST_ITERATIONS && solver.gap(Profile::Average) > TARGET {
        (0..100).for_each(|_| solver.step());
    }
    let worth = solver.exploitability(Profile::Average);
    // The first decision, and what follows the second of its two actions.
    let mut plays = |node: NodeId| -> Result<Vec<f64>, PreflopSolveError> {
        let strategy = solver.strategy(&PreflopGame::at(node), Profile::Average)?;
        Ok(strategy[CLASSES..].iter().map(|&part| f64::from(part)).collect())
    };
    let (push, call) = (plays(NodeId(0))?, plays(NodeId(2))?);
    Ok(PushFoldReport {
        stack,
        push_share: share(&push),
        call_share: share(&call),
        push_range: range(|class| push[class.index()] as f32),
        call_range: range(|class| call[class.index()] as f32),
        push,
        call,
        exploitability_mbb: worth.mean(),
        ev_mbb: worth.values[Player::Ip.index()],
        iterations: solver.iteration(),
    })
}

/// The share of the 1,326 combos.
fn share(frequencies: &[f64]) -> f64 {
    let combos = HoldemClass::all().map(|class| class.size() as f64 * frequencies[class.index()]);
    combos.sum::<f64>() / 1_326.0
}
