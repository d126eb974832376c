//! Charts: what every class does at a decision, from push or fold or from a bundle.

use quasar_cards::HoldemClass;
use quasar_game::Line;
use schemars::JsonSchema;
use serde::Serialize;

use super::node::range;
use super::{
    ClassFrequencyReport, PreflopBundle, PreflopNodeReport, PreflopSolveError, PushFoldOptions,
    ShippedPreflop, ShippedPreflopReport, push_fold,
};
use crate::schema::names::{ActionKind, ActionKinds, Name};

/// Charts of one solution.
#[derive(Clone, PartialEq, Debug, JsonSchema, Serialize)]
pub struct ChartsReport {
    /// The stack of each player, in big blinds.
    pub stack: f64,
    /// The exploitability, in thousandths of a big blind per hand.
    pub exploitability_mbb: f64,
    /// The button's expected win, in thousandths of a big blind per hand.
    pub ev_mbb: f64,
    /// A chart for each requested decision.
    pub charts: Vec<ChartReport>,
}

/// What every class does at one decision.
#[derive(Clone, PartialEq, Debug, JsonSchema, Serialize)]
pub struct ChartReport {
    /// Who acts.
    pub player: String,
    /// The decision in words, such as `first to act` or `after an all-in`, or its line.
    pub decision: String,
    /// The actions.
    pub actions: Vec<ChartActionReport>,
}

/// An action of a chart.
#[derive(Clone, PartialEq, Debug, JsonSchema, Serialize)]
pub struct ChartActionReport {
    /// In words: `fold`, `call`, `all-in`.
    pub action: String,
    /// `fold`, `check`, `call` or `raise`.
    pub kind: Name<ActionKinds>,
    /// How often hands that reach the decision take it, 0 to 1; null if no hand does.
    pub frequency: Option<f64>,
    /// How many of the 1,326 combos take it.
    pub combos: f64,
    /// The hands that do it, as range text.
    pub range: String,
    /// How often each class does it, row by row of the grid.
    pub classes: Vec<ChartClassReport>,
}

/// How often a class takes an action of a chart.
#[derive(Clone, PartialEq, Debug, JsonSchema, Serialize)]
pub struct ChartClassReport {
    /// The class, such as `AKs`.
    pub class: String,
    /// How often, 0 to 1; null if the class does not reach the decision.
    pub frequency: Option<f64>,
}

impl ChartsReport {
    /// The two charts of push or fold at a stack in big blinds.
    pub fn push_fold(
        stack: f64,
        options: &PushFoldOptions,
    ) -> Result<ChartsReport, PreflopSolveError> {
        let report = push_fold(stack, options)?;
        let chart = |player: &str, decision: &str, other: (&str, ActionKind), acts: &[_]| {
            let does = action(other.0, other.1, acts, |frequency| frequency);
            let folds = action("fold", ActionKind::Fold, acts, |frequency| 1.0 - frequency);
            let (player, decision) = (player.to_owned(), decision.to_owned());
            ChartReport { player, decision, actions: vec![folds, does] }
        };
        Ok(ChartsReport {
            stack,
            exploitability_mbb: report.exploitability_mbb,
            ev_mbb: report.ev_mbb,
            charts: vec![
                chart("button", "first to act", ("all-in", ActionKind::Raise), &report.push),
                chart("big blind", "after an all-in", ("call", ActionKind::Call), &report.call),
            ],
        })
    }

    /// The chart of a decision of a strategy on disk.
    pub fn of_bundle(
        bundle: &PreflopBundle,
        line: &Line,
    ) -> Result<ChartsReport, PreflopSolveError> {
        let node = bundle.node(line)?;
        let stack = bundle.spec().stack();
        Ok(ChartsReport::of_node(node, stack, bundle.exploitability_mbb(), bundle.ev_mbb()))
    }

    /// The chart of a decision of a game that ships with Quasar.
    pub fn of_shipped(
        shipped: &ShippedPreflop,
        line: &Line,
    ) -> Result<ChartsReport, PreflopSolveError> {
        let node = shipped.node(line)?;
        let ShippedPreflopReport { stack, by_hand_mbb, ev_mbb, .. } = *shipped.report();
        Ok(ChartsReport::of_node(node, stack, by_hand_mbb, ev_mbb))
    }

    fn of_node(
        node: PreflopNodeReport,
        stack: f64,
        exploitability_mbb: f64,
        ev_mbb: f64,
    ) -> ChartsReport {
        let actions = node.actions.iter().enumerate().map(|(number, action)| ChartActionReport {
            action: action.action.clone(),
            kind: action.kind,
            frequency: action.frequency,
            combos: action.combos,
            range: action.range.clone(),
            classes: node
                .classes
                .iter()
                // Fewer than a thousandth of a combo is rounding noise.
                .map(|class| ChartClassReport {
                    class: class.class.clone(),
                    frequency: (class.combos > 1e-3).then(|| class.frequencies[number]),
                })
                .collect(),
        });
        let actions = actions.collect();
        let chart = ChartReport { player: node.player, decision: node.line, actions };
        ChartsReport { stack, exploitability_mbb, ev_mbb, charts: vec![chart] }
    }
}

/// An action that every class takes as often as `part` makes of its frequency.
fn action(
    name: &str,
    kind: ActionKind,
    frequencies: &[ClassFrequencyReport],
    part: impl Fn(f64) -> f64,
) -> ChartActionReport {
    let part = |class: HoldemClass| part(frequencies[class.index()].frequency);
    let combos: f64 = HoldemClass::all().map(|class| class.size() as f64 * part(class)).sum();
    ChartActionReport {
        action: name.to_owned(),
        kind: Name(kind),
        frequency: Some(combos / 1_326.0),
        combos,
        range: range(|class| part(class) as f32),
        classes: HoldemClass::all()
            .map(|class| ChartClassReport {
                class: class.to_string(),
                frequency: Some(part(class)),
            })
            .collect(),
    }
}
