//! A decision as it is reported.
//!
//! Expected values are in chips and count from the decision on: what a player
//! gets of the pot minus what is still put in, so that folding is worth nothing
//! and both values at the start add up to the pot less rake. Equity is the part of
//! the pot that would be won if all cards came without betting, against what the
//! other player may still hold. EQR, the part of the equity that is realised, is
//! the expected value divided by equity times pot. Frequencies and means of a range
//! weigh each hand by the hands of the other player that it leaves possible.

use quasar_cards::{Combo, HoldemClass};
use quasar_game::{Action, Player};
use serde::Serialize;

use super::equity::Equities;
use super::report::name;
use super::{NodeFacts, SpotError};
use crate::Engine;

/// A decision.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SpotNodeReport {
    /// The line that leads to it.
    pub line: String,
    /// The board there.
    pub board: String,
    /// The board that was solved in its place, where suits make them equal.
    pub solved_as: Option<String>,
    /// Who acts: `oop` or `ip`.
    pub player: &'static str,
    /// All chips in the middle.
    pub pot: u64,
    /// What the player who acts gets on average from here on; none if the line
    /// is never reached.
    pub ev: Option<f64>,
    /// Both ranges as they get here, `oop` first.
    pub ranges: [SpotRangeReport; 2],
    /// What can be done: fold, check or call, then bets or raises by size.
    pub actions: Vec<ActionReport>,
    /// The 169 classes, row by row of the grid.
    pub classes: Vec<ClassStrategyReport>,
    /// The hands of the player who acts, by class.
    pub hands: Vec<SpotHandReport>,
}

/// A player's range at a decision. What is none has no hand that gets here.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SpotRangeReport {
    /// `oop` or `ip`.
    pub player: &'static str,
    /// Combos that get here.
    pub combos: f64,
    /// The part of the pot that would be won without betting, 0 to 1.
    pub equity: Option<f64>,
    /// What the player gets on average from here on, in chips.
    pub ev: Option<f64>,
    /// The expected value divided by equity times pot.
    pub eqr: Option<f64>,
}

/// Something that can be done.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ActionReport {
    /// In words: `check`, `bet 94`, `raise to 260`.
    pub action: String,
    /// `fold`, `check`, `call`, `bet` or `raise`.
    pub kind: &'static str,
    /// The level of a bet or raise: what the player has then put in on the street.
    pub amount: Option<u64>,
    /// How often the range does it, 0 to 1; none if the line is never reached.
    pub frequency: Option<f64>,
    /// How many combos do it.
    pub combos: f64,
    /// What the hands that do it get on average, in chips; none if none does.
    pub ev: Option<f64>,
}

/// A class of the grid.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ClassStrategyReport {
    /// The class, such as `AKs`.
    pub class: String,
    /// Combos that get here.
    pub combos: f64,
    /// How often each action is taken, 0 to 1; empty if no combo gets here.
    pub frequencies: Vec<f64>,
}

/// A hand of the player who acts.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SpotHandReport {
    /// The hand.
    pub hand: String,
    /// The weight in the range times the probability of having come here.
    pub weight: f32,
    /// How often each action is taken, 0 to 1.
    pub frequencies: Vec<f32>,
    /// What the hand gets from here on, in chips; none if it meets no hand.
    pub ev: Option<f64>,
    /// What it gets by each action.
    pub evs: Vec<Option<f64>>,
    /// The part of the pot that it would win without betting, 0 to 1; none if it
    /// meets no hand.
    pub equity: Option<f64>,
    /// The expected value divided by equity times pot.
    pub eqr: Option<f64>,
}

impl ActionReport {
    /// An action in words, with how often, by how many combos and for what it is
    /// taken.
    pub(crate) fn new(
        action: Action,
        frequency: Option<f64>,
        combos: f64,
        ev: Option<f64>,
    ) -> ActionReport {
        let kind = match action {
            Action::Fold => "fold",
            Action::Check => "check",
            Action::Call => "call",
            Action::Bet(_) => "bet",
            Action::Raise(_) => "raise",
        };
        let amount = action.level().map(|level| level.0);
        ActionReport { action: action.to_string(), kind, amount, frequency, combos, ev }
    }
}

impl SpotNodeReport {
    /// The report of a decision; equities are computed by the engine.
    pub fn new(facts: &NodeFacts, engine: &Engine) -> Result<SpotNodeReport, SpotError> {
        let equities = Equities::at(facts, engine)?;
        let hands = Hands::new(facts, &equities);
        let actions = facts.actions.iter().enumerate();
        Ok(SpotNodeReport {
            line: facts.line.to_string(),
            board: facts.board.to_string(),
            solved_as: facts.solved_as.map(|board| board.to_string()),
            player: name(facts.player),
            pot: facts.pot.0,
            ev: hands.mean(|hand| hand.ev),
            ranges: Player::BOTH.map(|player| range(facts, player, &equities)),
            actions: actions.map(|(number, &action)| hands.action(number, action)).collect(),
            classes: HoldemClass::all().map(|class| hands.class(class)).collect(),
            hands: hands.reports(facts.pot.as_f64()),
        })
    }
}

fn range(facts: &NodeFacts, player: Player, equities: &Equities) -> SpotRangeReport {
    let side = &facts.sides[player.index()];
    let meets = facts.meets(player);
    let pairs =
        || side.weights.iter().zip(&meets).map(|(&weight, meets)| f64::from(weight) * meets);
    let total: f64 = pairs().sum();
    let worth = pairs().zip(&side.evs).map(|(pairs, ev)| pairs * f64::from(ev.unwrap_or(0.0)));
    let ev = (total > 0.0).then(|| worth.sum::<f64>() / total);
    let equity = equities.ranges[player.index()];
    SpotRangeReport {
        player: name(player),
        combos: side.weights.iter().map(|&weight| f64::from(weight)).sum(),
        equity,
        ev,
        eqr: realised(ev, equity, facts.pot.as_f64()),
    }
}

/// The part of the equity that is realised.
pub(super) fn realised(ev: Option<f64>, equity: Option<f64>, pot: f64) -> Option<f64> {
    let expected = equity? * pot;
    (expected > 0.0).then_some(ev? / expected)
}

/// A hand with all that is known of it.
struct Hand {
    combo: Combo,
    class: HoldemClass,
    weight: f32,
    /// Weight times the weight of the opponent's hands that it can meet.
    pairs: f64,
    frequencies: Vec<f32>,
    ev: Option<f64>,
    evs: Vec<Option<f64>>,
    equity: Option<f64>,
}

struct Hands(Vec<Hand>);

impl Hands {
    fn new(facts: &NodeFacts, equities: &Equities) -> Hands {
        let side = facts.actor();
        let meets = facts.meets(facts.player);
        let hand = |(number, &combo): (usize, &Combo)| {
            let weight = side.weights[number];
            Some(Hand {
                combo,
                class: HoldemClass::of(&combo)?,
                weight,
                pairs: f64::from(weight) * meets[number],
                frequencies: facts.frequencies(number).collect(),
                ev: side.evs[number].map(f64::from),
                evs: facts.evs(number).map(|ev| ev.map(f64::from)).collect(),
                equity: equities.hand(facts.player, &combo),
            })
        };
        let mut hands: Vec<Hand> = side.combos.iter().enumerate().filter_map(hand).collect();
        hands.sort_by_key(|hand| (hand.class, hand.combo.index()));
        Hands(hands)
    }

    /// The mean over the range; none if it never gets here.
    fn mean(&self, of: impl Fn(&Hand) -> Option<f64>) -> Option<f64> {
        mean(self.0.iter().map(|hand| (hand.pairs, of(hand))))
    }

    fn action(&self, number: usize, action: Action) -> ActionReport {
        let takes = |hand: &Hand| f64::from(hand.frequencies[number]);
        ActionReport::new(
            action,
            self.mean(|hand| Some(takes(hand))),
            self.0.iter().map(|hand| f64::from(hand.weight) * takes(hand)).sum(),
            mean(self.0.iter().map(|hand| (hand.pairs * takes(hand), hand.evs[number]))),
        )
    }

    fn class(&self, class: HoldemClass) -> ClassStrategyReport {
        let hands = || self.0.iter().filter(|hand| hand.class == class);
        let combos: f64 = hands().map(|hand| f64::from(hand.weight)).sum();
        let actions = self.0.first().map_or(0, |hand| hand.frequencies.len());
        let frequency = |action: usize| {
            let takes =
                hands().map(|hand| f64::from(hand.weight) * f64::from(hand.frequencies[action]));
            takes.sum::<f64>() / combos
        };
        let frequencies =
            if combos > 0.0 { (0..actions).map(frequency).collect() } else { Vec::new() };
        ClassStrategyReport { class: class.to_string(), combos, frequencies }
    }

    fn reports(self, pot: f64) -> Vec<SpotHandReport> {
        let report = |hand: Hand| SpotHandReport {
            hand: hand.combo.to_string(),
            weight: hand.weight,
            frequencies: hand.frequencies,
            ev: hand.ev,
            evs: hand.evs,
            equity: hand.equity,
            eqr: realised(hand.ev, hand.equity, pot),
        };
        self.0.into_iter().map(report).collect()
    }
}

/// The weighted mean; none without weight. What has no number counts as 0: it has
/// no weight either, up to rounding.
pub(crate) fn mean(numbers: impl Iterator<Item = (f64, Option<f64>)>) -> Option<f64> {
    let (mut total, mut sum) = (0.0, 0.0);
    for (weight, number) in numbers {
        total += weight;
        sum += weight * number.unwrap_or(0.0);
    }
    (total > 0.0).then(|| sum / total)
}
