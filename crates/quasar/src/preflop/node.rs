//! A decision before the flop as plain data.

use quasar_cards::{Game, HoldemClass, Range};
use quasar_game::{Action, BettingTree, Line, NodeId, Place, Player, RoundId};
use quasar_preflop::OmahaDecision;
use quasar_store::{StoredDecision, StoredStrategy};
use schemars::JsonSchema;
use serde::Serialize;

use super::PreflopSolveError;
use super::spec::BLIND;
use crate::schema::names::{ActionKind, ActionKinds, Name};

const CLASSES: usize = HoldemClass::COUNT;

/// A decision, as it is solved or stored.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Decision {
    pub(super) node: NodeId,
    /// Action by action, class by class.
    pub(super) frequencies: Vec<f32>,
    /// The same order; NaN where no opponent is possible.
    pub(super) values: Vec<f32>,
    pub(super) reach: [Vec<f32>; 2],
}

/// A decision.
#[derive(Clone, PartialEq, Debug, JsonSchema, Serialize)]
pub struct PreflopNodeReport {
    /// The line that leads to it; amounts are thousandths of a big blind.
    pub line: String,
    /// Who acts.
    pub player: String,
    /// The pot, in big blinds.
    pub pot: f64,
    /// The actions: fold, check or call, then raises by size.
    pub actions: Vec<PreflopActionReport>,
    /// The 169 classes, row by row of the grid.
    pub classes: Vec<PreflopClassReport>,
}

/// An action.
#[derive(Clone, PartialEq, Debug, JsonSchema, Serialize)]
pub struct PreflopActionReport {
    /// In words: `fold`, `raise to 2.5bb`, `all-in`.
    pub action: String,
    /// `fold`, `check`, `call` or `raise`.
    pub kind: Name<ActionKinds>,
    /// The level of a raise in big blinds.
    pub amount: Option<f64>,
    /// The line that it leads to.
    pub line: String,
    /// How often hands that reach the decision take it, 0 to 1; null if no hand does.
    pub frequency: Option<f64>,
    /// How many combos take it, of 1,326 in Hold'em and 270,725 in four-card Omaha.
    pub combos: f64,
    /// The combos that take it, as range text for PioSOLVER and the like; in Omaha the hands that
    /// take it in at least half of the cases in which they reach the decision.
    pub range: String,
}

/// A class of the grid.
#[derive(Clone, PartialEq, Debug, JsonSchema, Serialize)]
pub struct PreflopClassReport {
    /// The class, such as `AKs`.
    pub class: String,
    /// Combos that reach the decision.
    pub combos: f64,
    /// How often each action is taken, 0 to 1.
    pub frequencies: Vec<f64>,
    /// The value of each action in big blinds, from the beginning of the hand; none
    /// where no opponent is possible.
    pub evs: Vec<Option<f64>>,
}

impl From<OmahaDecision> for Decision {
    fn from(decision: OmahaDecision) -> Decision {
        let OmahaDecision { node, frequencies, values, reach } = decision;
        Decision { node, frequencies, values, reach }
    }
}

impl From<Decision> for StoredDecision {
    fn from(decision: Decision) -> StoredDecision {
        let Decision { node, frequencies, values, reach } = decision;
        StoredDecision { node: node.0, frequencies, values, reach }
    }
}

impl Decision {
    /// A decision of a stored strategy, of so many classes.
    pub(super) fn stored(
        strategy: &StoredStrategy,
        betting: &BettingTree,
        line: &Line,
        classes: usize,
    ) -> Result<Decision, PreflopSolveError> {
        let node = locate(betting, line)?;
        let expected = betting[RoundId::ROOT][node].children.len() * classes;
        let stored = strategy.decisions.iter().find(|stored| stored.node == node.0);
        let found = stored.map_or(0, |stored| stored.frequencies.len());
        match stored.filter(|_| found == expected).cloned() {
            Some(StoredDecision { frequencies, values, reach, .. }) => {
                Ok(Decision { node, frequencies, values, reach })
            }
            None => Err(PreflopSolveError::NoStrategy { line: line.to_string(), found, expected }),
        }
    }
}

/// The decision that a line leads to.
pub(super) fn locate(betting: &BettingTree, line: &Line) -> Result<NodeId, PreflopSolveError> {
    let (place, _) = betting.locate(line)?;
    match betting[RoundId::ROOT][place.node].player() {
        Some(_) => Ok(place.node),
        None => Err(PreflopSolveError::NoDecision(line.to_string())),
    }
}

/// The line to a node, as text.
pub(super) fn line(betting: &BettingTree, node: NodeId) -> String {
    betting.line(Place { round: RoundId::ROOT, node }, &[]).to_string()
}

pub(super) fn report(
    betting: &BettingTree,
    positions: &[String; 2],
    decision: &Decision,
) -> PreflopNodeReport {
    let at = &betting[RoundId::ROOT][decision.node];
    let player = at.player().unwrap_or(Player::Ip);
    let weights = |class: HoldemClass| {
        f64::from(decision.reach[player.index()][class.index()]) * class.size() as f64
    };
    let total: f64 = HoldemClass::all().map(weights).sum();
    let actions = at.child_ids().enumerate().map(|(number, child)| {
        let row = &decision.frequencies[number * CLASSES..][..CLASSES];
        let takes = |class: HoldemClass| weights(class) * f64::from(row[class.index()]);
        let combos: f64 = HoldemClass::all().map(takes).sum();
        let taken =
            |class: HoldemClass| decision.reach[player.index()][class.index()] * row[class.index()];
        action_report(betting, child, total, combos, range(taken))
    });
    let class = |class: HoldemClass| {
        let cells = || (0..at.children.len()).map(|action| action * CLASSES + class.index());
        PreflopClassReport {
            class: class.to_string(),
            combos: weights(class),
            frequencies: cells().map(|cell| f64::from(decision.frequencies[cell])).collect(),
            evs: cells()
                .map(|cell| {
                    Some(f64::from(decision.values[cell]) / BLIND).filter(|ev| ev.is_finite())
                })
                .collect(),
        }
    };
    PreflopNodeReport {
        line: line(betting, decision.node),
        player: positions[if player == Player::Ip { 0 } else { 1 }].clone(),
        pot: betting.pot(at).as_f64() / BLIND,
        actions: actions.collect(),
        classes: HoldemClass::all().map(class).collect(),
    }
}

/// The action that leads to a node, which some combos take of all that could.
pub(super) fn action_report(
    betting: &BettingTree,
    child: NodeId,
    total: f64,
    combos: f64,
    range: String,
) -> PreflopActionReport {
    let round = &betting[RoundId::ROOT];
    let player = round[child].parent.and_then(|parent| round[parent].player());
    let action = round[child].action.unwrap_or(Action::Fold);
    let all_in = player.is_some_and(|player| betting.is_all_in(&round[child], player));
    PreflopActionReport {
        action: words(action, all_in),
        kind: Name(kind(action)),
        amount: action.level().map(|level| level.as_f64() / BLIND),
        line: line(betting, child),
        frequency: (total > 0.0).then(|| combos / total),
        combos,
        range,
    }
}

/// Classes and their weights, to two digits, as range text.
pub(super) fn range(weight: impl Fn(HoldemClass) -> f32) -> String {
    let parts = HoldemClass::all().filter_map(|class| {
        let weight = (100.0 * weight(class)).round() / 100.0;
        (weight > 0.0)
            .then(|| if weight >= 1.0 { class.to_string() } else { format!("{class}:{weight}") })
    });
    let text = parts.collect::<Vec<_>>().join(",");
    Range::parse(Game::Holdem, &text).map_or(text, |range| range.to_string())
}

/// The kind of an action: before the flop, where the blinds are bets, a bet is a raise.
fn kind(action: Action) -> ActionKind {
    match action {
        Action::Bet(_) => ActionKind::Raise,
        other => other.into(),
    }
}

pub(super) fn words(action: Action, all_in: bool) -> String {
    match action {
        Action::Bet(to) | Action::Raise(to) if all_in => {
            format!("all-in {}bb", to.as_f64() / BLIND)
        }
        Action::Bet(to) | Action::Raise(to) => format!("raise to {}bb", to.as_f64() / BLIND),
        other => other.to_string(),
    }
}
