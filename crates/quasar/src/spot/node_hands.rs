//! The hands of the player who acts at a decision, and means over them.

use std::borrow::Cow;

use quasar_cards::{Combo, HoldemClass, Range};
use quasar_eval::HandRank;
use quasar_eval::kinds::{HandWords, Sorter};
use quasar_game::Action;

use super::equity::Equities;
use super::{ActionReport, ClassStrategyReport, HandSort, NodeFacts, SpotHandReport};

/// A hand with everything known about it.
pub(super) struct Hand {
    pub(super) combo: Combo,
    pub(super) weight: f32,
    /// Weight times compatible weight.
    pub(super) pairs: f64,
    pub(super) frequencies: Vec<f32>,
    pub(super) ev: Option<f64>,
    evs: Vec<Option<f64>>,
    pub(super) equity: Option<f64>,
}

/// Hands of a decision.
pub(super) struct Hands(pub(super) Vec<Hand>);

impl Hands {
    /// All hands, or those of a range. `compatible_weight` has that of each hand.
    pub(super) fn new(
        facts: &NodeFacts,
        compatible_weight: &[f64],
        equities: &Equities,
        filter: Option<&Range>,
    ) -> Hands {
        let side = facts.actor();
        let hand = |(number, &combo): (usize, &Combo)| Hand {
            combo,
            weight: side.weights[number],
            pairs: f64::from(side.weights[number]) * compatible_weight[number],
            frequencies: facts.frequencies(number).collect(),
            ev: side.evs[number].map(f64::from),
            evs: facts.evs(number).map(|ev| ev.map(f64::from)).collect(),
            equity: equities.hand(facts.player, &combo),
        };
        let shown =
            |(_, combo): &(usize, &Combo)| filter.is_none_or(|filter| filter.weight(combo) > 0.0);
        Hands(side.combos.iter().enumerate().filter(shown).map(hand).collect())
    }

    /// Sorts hands of Hold'em by class.
    pub(super) fn sort_by_class(&mut self) {
        self.0.sort_by_key(|hand| (HoldemClass::of(&hand.combo), hand.combo.index()));
    }

    /// Sorts hands, by `rank` if by strength; those that do not reach the decision are last.
    pub(super) fn sort(&mut self, sort: HandSort, rank: impl Fn(&Combo) -> Option<HandRank>) {
        let key = |hand: &Hand| match sort {
            _ if hand.weight == 0.0 => f64::NEG_INFINITY,
            HandSort::Strength => {
                rank(&hand.combo).map_or(f64::MIN, |rank| f64::from(rank.number()))
            }
            HandSort::Combos => f64::from(hand.weight),
            HandSort::Ev => hand.ev.unwrap_or(f64::MIN),
            HandSort::Equity => hand.equity.unwrap_or(f64::MIN),
        };
        // The sort is stable.
        self.0.sort_by_cached_key(|hand| Descending(key(hand)));
    }

    /// Their mean value; null if they never reach the decision.
    pub(super) fn ev(&self) -> Option<f64> {
        self.mean(|hand| hand.ev)
    }

    fn mean(&self, of: impl Fn(&Hand) -> Option<f64>) -> Option<f64> {
        mean(self.0.iter().map(|hand| (hand.pairs, of(hand))))
    }

    /// Their strategy.
    pub(super) fn actions(&self, actions: &[Action]) -> Vec<ActionReport> {
        actions.iter().enumerate().map(|(number, &action)| self.action(number, action)).collect()
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

    /// The strategy of a class of Hold'em.
    pub(super) fn class(&self, class: HoldemClass) -> ClassStrategyReport {
        let hands = || self.0.iter().filter(|hand| HoldemClass::of(&hand.combo) == Some(class));
        let combos: f64 = hands().map(|hand| f64::from(hand.weight)).sum();
        let actions = self.0.first().map_or(0, |hand| hand.frequencies.len());
        let frequency = |action: usize| {
            let takes =
                hands().map(|hand| f64::from(hand.weight) * f64::from(hand.frequencies[action]));
            takes.sum::<f64>() / combos
        };
        let frequencies =
            if combos > 0.0 { (0..actions).map(frequency).collect() } else { Vec::new() };
        let over =
            |of: &dyn Fn(&Hand) -> Option<f64>| mean(hands().map(|hand| (hand.pairs, of(hand))));
        ClassStrategyReport {
            class: class.to_string(),
            combos,
            frequencies,
            ev: over(&|hand| hand.ev),
            equity: over(&|hand| hand.equity),
        }
    }

    /// The first hands, one by one. If not all are shown, only those that reach the decision.
    pub(super) fn reports(self, most: usize, pot: f64, sorter: &Sorter) -> Vec<SpotHandReport> {
        let all = most >= self.0.len();
        let report = |hand: Hand| {
            let HandWords { made, detail, draw } = sorter.kind(&hand.combo);
            SpotHandReport {
                hand: hand.combo.to_string(),
                weight: hand.weight,
                frequencies: hand.frequencies,
                ev: hand.ev,
                evs: hand.evs,
                equity: hand.equity,
                eqr: realised(hand.ev, hand.equity, pot),
                made: made.into_owned(),
                detail: detail.into_owned(),
                draw: draw.map(Cow::into_owned),
            }
        };
        self.0.into_iter().filter(|hand| all || hand.weight > 0.0).take(most).map(report).collect()
    }
}

/// A number to be sorted by, the largest first.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Descending(pub(super) f64);

impl Eq for Descending {}

impl Ord for Descending {
    fn cmp(&self, other: &Descending) -> std::cmp::Ordering {
        other.0.total_cmp(&self.0)
    }
}

impl PartialOrd for Descending {
    fn partial_cmp(&self, other: &Descending) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

/// The weighted mean; none without weight. Missing values count as 0: they have
/// no weight either, up to rounding.
pub(crate) fn mean(numbers: impl Iterator<Item = (f64, Option<f64>)>) -> Option<f64> {
    let (mut total, mut sum) = (0.0, 0.0);
    for (weight, number) in numbers {
        total += weight;
        sum += weight * number.unwrap_or(0.0);
    }
    (total > 0.0).then(|| sum / total)
}

/// The fraction of the equity that is realised.
pub(super) fn realised(ev: Option<f64>, equity: Option<f64>, pot: f64) -> Option<f64> {
    let expected = equity? * pot;
    (expected > 0.0).then_some(ev? / expected)
}
