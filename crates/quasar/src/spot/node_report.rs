//! The report of a decision.
//!
//! Expected values are in chips and count from the decision on: what a player
//! wins of the pot minus what is still put in, so that folding is worth 0
//! and both values at the start sum to the pot less rake. Equity is the fraction of
//! the pot that would be won if all cards came without betting, against the
//! other player's range there. EQR, the fraction of the equity that is realised, is
//! the expected value divided by equity times pot. Frequencies and means of a range
//! weight each hand by the hands of the other player that it leaves possible.

use quasar_cards::HoldemClass;
use quasar_eval::kinds::Sorter;
use quasar_game::{Action, Player};
use quasar_solver::OmahaError;
use schemars::JsonSchema;
use serde::Serialize;

use super::equity::Equities;
use super::groups::{HandGroupReport, MadeDrawReport, groups, made_and_draws};
use super::node_hands::{Hands, mean, realised};
use super::{HandSort, NodeFacts, NodeView, SpotError};
use crate::job::Engine;
use crate::schema::names::{ActionKinds, Name, Players};

/// A decision.
#[derive(Clone, PartialEq, Debug, JsonSchema, Serialize)]
pub struct SpotNodeReport {
    /// The line that leads to it.
    pub line: String,
    /// The board there.
    pub board: String,
    /// The board that was solved instead, if the two are equal up to suits.
    pub solved_as: Option<String>,
    /// Who acts: `oop` or `ip`.
    pub player: Name<Players>,
    /// The pot.
    pub pot: u64,
    /// The expected value of the shown hands from here on; none if they never reach the
    /// decision.
    pub ev: Option<f64>,
    /// Both ranges at the decision, all hands, `oop` first.
    pub ranges: [SpotRangeReport; 2],
    /// The actions: fold, check or call, then bets or raises by size.
    pub actions: Vec<ActionReport>,
    /// In Hold'em the 169 classes, row by row of the grid.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub classes: Vec<ClassStrategyReport>,
    /// Kinds of hands, by each way of grouping that the game has.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<HandGroupReport>,
    /// In Omaha before the river: made hands by their draws.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub made_and_draws: Vec<MadeDrawReport>,
    /// The hands of the player who acts, by class or as the view says.
    pub hands: Vec<SpotHandReport>,
}

/// A player's range at a decision. Values are none if no hand reaches it.
#[derive(Clone, PartialEq, Debug, JsonSchema, Serialize)]
pub struct SpotRangeReport {
    /// `oop` or `ip`.
    pub player: Name<Players>,
    /// Combos that reach the decision.
    pub combos: f64,
    /// The equity, 0 to 1: the fraction of the pot won without further betting.
    pub equity: Option<f64>,
    /// The player's expected value from here on, in chips.
    pub ev: Option<f64>,
    /// The expected value divided by equity times pot.
    pub eqr: Option<f64>,
}

/// An action.
#[derive(Clone, PartialEq, Debug, JsonSchema, Serialize)]
pub struct ActionReport {
    /// In words: `check`, `bet 94`, `raise to 260`.
    pub action: String,
    /// `fold`, `check`, `call`, `bet` or `raise`.
    pub kind: Name<ActionKinds>,
    /// The level of a bet or raise: what the player has then put in on the street.
    pub amount: Option<u64>,
    /// How often the range takes it, 0 to 1; none if the line is never reached.
    pub frequency: Option<f64>,
    /// The number of combos that take it.
    pub combos: f64,
    /// The expected value of the hands that take it, in chips; none if no hand does.
    pub ev: Option<f64>,
}

/// A class of the grid.
#[derive(Clone, PartialEq, Debug, JsonSchema, Serialize)]
pub struct ClassStrategyReport {
    /// The class, such as `AKs`.
    pub class: String,
    /// Combos that reach the decision.
    pub combos: f64,
    /// How often each action is taken, 0 to 1; empty if no combo reaches the decision.
    pub frequencies: Vec<f64>,
    /// The expected value of the class from here on, in chips; none if it is compatible with no
    /// hand.
    pub ev: Option<f64>,
    /// The fraction of the pot that it would win without betting, 0 to 1.
    pub equity: Option<f64>,
}

/// A hand of the player who acts.
#[derive(Clone, PartialEq, Debug, JsonSchema, Serialize)]
pub struct SpotHandReport {
    /// The hand.
    pub hand: String,
    /// The weight in the range times the probability of its own actions so far.
    pub weight: f32,
    /// How often each action is taken, 0 to 1.
    pub frequencies: Vec<f32>,
    /// Its expected value from here on, in chips; none if it is compatible with no hand.
    pub ev: Option<f64>,
    /// Its expected value after each action.
    pub evs: Vec<Option<f64>>,
    /// Its equity, 0 to 1: the fraction of the pot it would win without further betting; none
    /// if it is compatible with no hand.
    pub equity: Option<f64>,
    /// The expected value divided by equity times pot.
    pub eqr: Option<f64>,
    /// What it is now, such as `pair`: a name of `groups` by `made`.
    pub made: String,
    /// The same more exactly, such as `top pair`.
    pub detail: String,
    /// Before the river, what it draws to: a name of `groups` by `draws`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draw: Option<String>,
}

/// The hands of a class of Hold'em.
#[derive(Clone, PartialEq, Debug, JsonSchema, Serialize)]
pub struct ClassHandsReport {
    /// The class, such as `AKs`.
    pub class: String,
    /// Their expected value from here on, in chips; none if they never reach the decision.
    pub ev: Option<f64>,
    /// Their actions.
    pub actions: Vec<ActionReport>,
    /// The hands.
    pub hands: Vec<SpotHandReport>,
}

impl ActionReport {
    /// An action in words, with its frequency, its combos and its value.
    pub(crate) fn new(
        action: Action,
        frequency: Option<f64>,
        combos: f64,
        ev: Option<f64>,
    ) -> ActionReport {
        let kind = Name(action.into());
        let amount = action.level().map(|level| level.0);
        ActionReport { action: action.to_string(), kind, amount, frequency, combos, ev }
    }
}

impl SpotNodeReport {
    /// The report of a decision with every hand; equities are computed by the engine.
    pub fn new(facts: &NodeFacts, engine: &Engine) -> Result<SpotNodeReport, SpotError> {
        SpotNodeReport::with_view(facts, &NodeView::default(), engine)
    }

    /// The same with another view.
    pub fn with_view(
        facts: &NodeFacts,
        view: &NodeView,
        engine: &Engine,
    ) -> Result<SpotNodeReport, SpotError> {
        let equities = Equities::at(facts, engine)?;
        let compatible_weight = Player::BOTH.map(|player| facts.compatible_weight(player));
        let ranges = Player::BOTH.map(|player| range(facts, player, &compatible_weight, &equities));
        let acting = &compatible_weight[facts.player.index()];
        let mut hands = Hands::new(facts, acting, &equities, view.filter.as_ref());
        let (mut classes, mut crossed) = (Vec::new(), Vec::new());
        let sorter = Sorter::new(facts.game, facts.board).map_err(OmahaError::from)?;
        let kinds = groups(&hands, &sorter, view.sort.unwrap_or(HandSort::Strength));
        if facts.game.is_omaha() {
            crossed = made_and_draws(&hands, &sorter);
            hands.sort(view.sort.unwrap_or(HandSort::Strength), |hand| sorter.rank(hand));
        } else {
            hands.sort_by_class();
            if let Some(sort) = view.sort {
                hands.sort(sort, |hand| sorter.rank(hand));
            }
            classes = HoldemClass::all().map(|class| hands.class(class)).collect();
        }
        Ok(SpotNodeReport {
            line: facts.line.to_string(),
            board: facts.board.to_string(),
            solved_as: facts.solved_as.map(|board| board.to_string()),
            player: Name(facts.player),
            pot: facts.pot.0,
            ev: hands.ev(),
            ranges,
            actions: hands.actions(&facts.actions),
            classes,
            groups: kinds,
            made_and_draws: crossed,
            hands: hands.reports(view.hands, facts.pot.as_f64(), &sorter),
        })
    }
}

/// A player's range, given the compatible weight of each hand.
pub(super) fn range(
    facts: &NodeFacts,
    player: Player,
    compatible_weight: &[Vec<f64>; 2],
    equities: &Equities,
) -> SpotRangeReport {
    let side = &facts.sides[player.index()];
    let pairs = side.weights.iter().zip(&compatible_weight[player.index()]);
    let pairs = pairs.map(|(&weight, compatible_weight)| f64::from(weight) * compatible_weight);
    let ev = mean(pairs.zip(side.evs.iter().map(|ev| ev.map(f64::from))));
    let equity = equities.ranges[player.index()];
    SpotRangeReport {
        player: Name(player),
        combos: side.weights.iter().map(|&weight| f64::from(weight)).sum(),
        equity,
        ev,
        eqr: realised(ev, equity, facts.pot.as_f64()),
    }
}
