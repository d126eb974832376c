//! The report of a solve, and one of its decisions.

use quasar_cards::{Combo, Game, Range, SuitClasses};
use quasar_game::{BettingTree, Player, RoundId};
use schemars::JsonSchema;
use serde::Serialize;

use super::spec::{OmahaTree, OmahaTrees};
use super::{OmahaPreflopSpec, categories};
use crate::job::Ended;
use crate::preflop::PreflopActionReport;
use crate::preflop::node::{Decision, action_report, line};
use crate::preflop::spec::BLIND;
use crate::schema::names::{Name, OmahaSuitNames};

/// Four-card Omaha before the flop, solved.
#[derive(Clone, PartialEq, Debug, JsonSchema, Serialize)]
pub struct OmahaPreflopReport {
    /// The stack of each player, in big blinds.
    pub stack: f64,
    /// The raises there are.
    pub tree: Name<OmahaTrees>,
    /// What is ignored, in words.
    pub note: String,
    /// Iterations done.
    pub iterations: u32,
    /// Boards over which the exploitability was measured: all that differ by more than suits.
    pub boards: usize,
    /// The exploitability, in thousandths of a big blind per hand.
    pub exploitability_mbb: f64,
    /// The best-response gain of the button and of the big blind, in thousandths of a big blind
    /// per hand.
    pub gains_mbb: [f64; 2],
    /// The button's expected win, in thousandths of a big blind per hand.
    pub ev_mbb: f64,
    /// Why it ended.
    pub ended: Ended,
    /// The requested decision.
    pub node: OmahaPreflopNodeReport,
}

/// A decision of four-card Omaha before the flop.
#[derive(Clone, PartialEq, Debug, JsonSchema, Serialize)]
pub struct OmahaPreflopNodeReport {
    /// The line that leads to it; amounts are thousandths of a big blind.
    pub line: String,
    /// Who acts: `button` or `big blind`.
    pub player: String,
    /// The pot, in big blinds.
    pub pot: f64,
    /// The actions: fold, call, then raises.
    pub actions: Vec<PreflopActionReport>,
    /// Kinds of hands, by ranks and suits.
    pub categories: Vec<OmahaCategoryReport>,
}

/// Hands of a kind.
#[derive(Clone, PartialEq, Debug, JsonSchema, Serialize)]
pub struct OmahaCategoryReport {
    /// The kind by ranks, such as `AA` or `rundown`.
    pub ranks: String,
    /// The kind by suits: `double-suited`, `single-suited` or `rainbow`.
    pub suits: Name<OmahaSuitNames>,
    /// Combos of the kind that reach the decision.
    pub combos: f64,
    /// How often each action is taken, 0 to 1.
    pub frequencies: Vec<f64>,
    /// The value of each action in big blinds, from the beginning of the hand; null where no
    /// opponent is possible.
    pub evs: Vec<Option<f64>>,
}

/// What a game ignores.
pub(super) fn note(spec: &OmahaPreflopSpec) -> String {
    match spec.tree {
        OmahaTree::PushFold => "all-in or fold; the pot limit is ignored",
        OmahaTree::Pot => "pot-size raises until all-in; calls before that are checked down",
    }
    .to_owned()
}

/// The class of each combo, and a combo of each class with the number of its combos.
pub(super) struct Hands {
    of_combo: Vec<u16>,
    classes: Vec<(Option<Combo>, f64)>,
}

impl Hands {
    pub(super) fn new() -> Hands {
        let game = Game::Plo4;
        let mut classes = vec![(None, 0.0); SuitClasses::of_game(game).count()];
        let mut of_combo = vec![0; game.combos()];
        for combo in Combo::all(game, quasar_cards::CardSet::EMPTY) {
            let class = combo.suit_class();
            of_combo[combo.index()] = class as u16;
            let (hand, combos) = &mut classes[class];
            hand.get_or_insert(combo);
            *combos += 1.0;
        }
        Hands { of_combo, classes }
    }

    pub(super) fn count(&self) -> usize {
        self.classes.len()
    }
}

/// A decision.
pub(super) fn node(
    betting: &BettingTree,
    hands: &Hands,
    decision: &Decision,
) -> OmahaPreflopNodeReport {
    let at = &betting[RoundId::ROOT][decision.node];
    let player = at.player().unwrap_or(Player::Ip);
    let count = hands.count();
    let reach = &decision.reach[player.index()];
    let weight = |class: usize| f64::from(reach[class]) * hands.classes[class].1;
    let total: f64 = (0..count).map(weight).sum();
    let actions = at.child_ids().enumerate().map(|(number, child)| {
        let row = &decision.frequencies[number * count..][..count];
        let combos: f64 = (0..count).map(|class| weight(class) * f64::from(row[class])).sum();
        let mostly = |&class: &u16| {
            let class = usize::from(class);
            if reach[class] >= 0.5 && row[class] >= 0.5 { 1.0 } else { 0.0 }
        };
        let weights: Vec<f32> = hands.of_combo.iter().map(mostly).collect();
        let range = Range::from_weights(Game::Plo4, weights);
        let text = |range: Range| range.compact(quasar_cards::CardSet::EMPTY);
        let range = range.map_or_else(|_| String::new(), text);
        action_report(betting, child, total, combos, range)
    });
    OmahaPreflopNodeReport {
        line: line(betting, decision.node),
        player: if player == Player::Ip { "button" } else { "big blind" }.to_owned(),
        pot: betting.pot(at).as_f64() / BLIND,
        actions: actions.collect(),
        categories: kinds(hands, decision, at.children.len(), weight),
    }
}

/// Means over the hands of every kind that reaches a decision.
fn kinds(
    hands: &Hands,
    decision: &Decision,
    actions: usize,
    weight: impl Fn(usize) -> f64,
) -> Vec<OmahaCategoryReport> {
    let mut members = vec![Vec::new(); categories::COUNT];
    for (class, (hand, _)) in hands.classes.iter().enumerate() {
        if let Some(hand) = hand {
            members[categories::category(hand)].push(class);
        }
    }
    let kind = |(kind, members): (usize, Vec<usize>)| {
        let combos: f64 = members.iter().map(|&class| weight(class)).sum();
        let mean = |action: usize, numbers: &[f32]| -> f64 {
            let of = |class: usize| f64::from(numbers[action * hands.count() + class]);
            // A hand that does not reach the decision has no value there.
            let held = members.iter().filter(|&&class| weight(class) > 0.0);
            held.map(|&class| weight(class) * of(class)).sum::<f64>() / combos
        };
        let (ranks, suits) = categories::kind(kind);
        (combos > 0.0).then(|| OmahaCategoryReport {
            ranks: ranks.to_owned(),
            suits: Name(suits),
            combos,
            frequencies: (0..actions).map(|action| mean(action, &decision.frequencies)).collect(),
            evs: (0..actions)
                .map(|action| {
                    Some(mean(action, &decision.values) / BLIND).filter(|ev| ev.is_finite())
                })
                .collect(),
        })
    };
    members.into_iter().enumerate().filter_map(kind).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Charts that are published were made by an older program, in the words of this one.
    #[test]
    fn published_charts_say_what_reports_say() {
        let note = note(&OmahaPreflopSpec::parse("{stack: 8, tree: pot}").unwrap());
        for text in [
            include_str!("../../../../../docs/charts/plo4_pot_3bb.txt"),
            include_str!("../../../../../docs/charts/plo4_pot_8bb.txt"),
        ] {
            for line in text.lines().filter(|line| line.starts_with("game")) {
                assert_eq!(line.strip_prefix("game").map(str::trim), Some(note.as_str()));
            }
        }
    }
}
