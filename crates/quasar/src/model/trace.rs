//! Following hands through the model of a flop: combos, equity, strategy, values.

use quasar_cards::{Board, HoldemClass};
use quasar_game::{Place, Player};
use quasar_preflop::{CLASSES, ClassTable, FlopWorker, ModelTree};
use quasar_solver::{MatrixGame, NodeAt, Profile, PublicNode, Solver};
use schemars::JsonSchema;
use serde::Serialize;

use super::{PostflopError, PostflopSpec};
use crate::job::{Control, Engine};
use crate::request::FieldError;
use crate::request::values::{Name, Streets};
use crate::schema::names::ActionKinds;

/// Decisions that a hand reaches less often than this are not reported.
const LEAST_REACH: f64 = 0.01;

/// Hands on a flop at a stack depth.
#[derive(Clone, PartialEq, Debug, JsonSchema, Serialize)]
pub struct TraceReport {
    /// The flop in canonical suits.
    pub flop: String,
    /// The stack-to-pot ratio.
    pub spr: f64,
    /// Iterations done.
    pub iterations: u32,
    /// The exploitability, in percent of the pot.
    pub exploitability_percent: f64,
    /// The hands.
    pub hands: Vec<TraceHandReport>,
}

/// A hand.
#[derive(Clone, PartialEq, Debug, JsonSchema, Serialize)]
pub struct TraceHandReport {
    /// The class.
    pub class: String,
    /// Its combos that the flop leaves.
    pub combos: usize,
    /// Its equity against all hands, 0 to 1; null if the flop leaves no combo.
    pub equity: Option<f64>,
    /// Out of position.
    pub oop: TracePositionReport,
    /// In position.
    pub ip: TracePositionReport,
}

/// A hand in a position. Values are fractions of the pot at the start: 1 is all of it.
#[derive(Clone, PartialEq, Debug, JsonSchema, Serialize)]
pub struct TracePositionReport {
    /// Its value; null if the flop leaves no combo.
    pub ev: Option<f64>,
    /// The parts of it from hands that end on the flop, the turn and the river.
    pub streets: Vec<Option<f64>>,
    /// Its decisions, if a single hand was requested.
    pub decisions: Vec<TraceDecisionReport>,
}

/// A decision of a hand.
#[derive(Clone, PartialEq, Debug, JsonSchema, Serialize)]
pub struct TraceDecisionReport {
    /// `flop`, `turn` or `river`.
    pub street: Name<Streets>,
    /// The line that leads to it, with a pot of 1,000 chips at the start.
    pub line: String,
    /// The probability that its own actions lead there, 0 to 1.
    pub reach: f64,
    /// Its actions there.
    pub actions: Vec<TraceActionReport>,
}

/// An action of a hand.
#[derive(Clone, PartialEq, Debug, JsonSchema, Serialize)]
pub struct TraceActionReport {
    /// In words: `check`, `bet 500`.
    pub action: String,
    /// `fold`, `check`, `call`, `bet` or `raise`.
    pub kind: Name<ActionKinds>,
    /// How often the hand takes it, 0 to 1.
    pub frequency: f64,
}

impl Engine {
    /// Solves a flop of a spec (by default the first) at one of its stack depths
    /// (by default the first), and follows one hand, or all of them.
    pub fn trace_hands(
        &self,
        spec: &PostflopSpec,
        flop: Option<Board>,
        spr: Option<f64>,
        hand: Option<HoldemClass>,
    ) -> Result<TraceReport, PostflopError> {
        let spr = spr.unwrap_or(spec.sprs[0]);
        let flop = match flop {
            Some(flop) => flop,
            None => spec
                .weighted_flops()
                .first()
                .map(|flop| flop.board)
                .ok_or(FieldError::missing("flops", "at least one flop"))?,
        };
        let found = self.flop_tables(&[flop], None, &Control::new())?;
        let classes = ClassTable::of_flop(&found.tables[0]);
        let tree = ModelTree::new(&spec.model, spr)?;
        let mut model = spec.model.clone();
        model.settings.threads = self.threads();
        let mut worker = FlopWorker::new();
        let solution = worker.solve(&model, &tree, &classes, |_, _| true)?;
        let streets = worker.street_parts(&tree, &classes)?.unwrap_or_default();
        let asked: Vec<HoldemClass> = match hand {
            Some(hand) => vec![hand],
            None => HoldemClass::all().collect(),
        };
        let mut hands = Vec::new();
        for class in asked {
            let values = Opponents { class: class.index(), classes: &classes };
            let mut position = |player: Player| -> Result<TracePositionReport, PostflopError> {
                let decisions = match (hand, worker.solver()) {
                    (Some(_), Some(solver)) => decisions(solver, &tree, player, class)?,
                    _ => Vec::new(),
                };
                let streets: Vec<Option<f64>> = streets
                    .iter()
                    .map(|part| values.mean(player, &part.values, |at| part.chances[at]))
                    .collect();
                // Values from sampled deals would not add up over the streets.
                let ev = match model.sampling {
                    Some(_) => streets.iter().copied().sum(),
                    None => values.mean(player, &solution.values, |_| 1.0),
                };
                Ok(TracePositionReport { ev, streets, decisions })
            };
            hands.push(TraceHandReport {
                class: class.to_string(),
                combos: class
                    .combos()
                    .filter(|c| !c.set().intersects(found.tables[0].flop().set()))
                    .count(),
                equity: classes.equity_against_all(class.index()),
                oop: position(Player::Oop)?,
                ip: position(Player::Ip)?,
            });
        }
        Ok(TraceReport {
            flop: found.tables[0].flop().to_string(),
            spr,
            iterations: solution.iterations,
            exploitability_percent: 100.0 * solution.exploitability,
            hands,
        })
    }
}

/// The opponents of a class, over whom values are averaged.
struct Opponents<'a> {
    class: usize,
    classes: &'a ClassTable,
}

impl Opponents<'_> {
    /// The value of the class against all combos, as a fraction of the pot. `values` are those
    /// of the player out of position; `whole` is the sum of both players' values.
    fn mean(&self, player: Player, values: &[f32], whole: impl Fn(usize) -> f32) -> Option<f64> {
        let (mut sum, mut weight) = (0.0, 0.0);
        for other in 0..CLASSES {
            let pairs = f64::from(self.classes.pairs(self.class, other));
            let value = match player {
                Player::Oop => values[self.class * CLASSES + other],
                Player::Ip => {
                    let place = other * CLASSES + self.class;
                    whole(place) - values[place]
                }
            };
            sum += pairs * f64::from(value);
            weight += pairs;
        }
        (weight > 0.0).then(|| sum / weight)
    }
}

/// The decisions that a class reaches, in the order of the tree.
fn decisions(
    solver: &mut Solver<MatrixGame>,
    tree: &ModelTree,
    player: Player,
    class: HoldemClass,
) -> Result<Vec<TraceDecisionReport>, PostflopError> {
    let grown = tree.with_states();
    let mut reach: Vec<Vec<f64>> =
        grown.states.iter().map(|states| vec![0.0; states.len()]).collect();
    reach[0][0] = 1.0;
    let mut reports = Vec::new();
    for (stage, shape) in grown.tree.stages().iter().enumerate() {
        for (number, node) in shape.nodes().iter().enumerate() {
            let here = reach[stage][number];
            match node {
                PublicNode::Leaf(_) => {}
                PublicNode::Deal { stage: next, root } => reach[shape.next()[*next]][*root] = here,
                PublicNode::Decision { player: acts, children } if *acts == player => {
                    let at = NodeAt { stage, node: number, deals: vec![0; shape.level()] };
                    let strategy = solver
                        .strategy(&at, Profile::Average)
                        .map_err(quasar_preflop::PreflopError::from)?;
                    let part =
                        |action: usize| f64::from(strategy[action * CLASSES + class.index()]);
                    for (action, child) in children.clone().enumerate() {
                        reach[stage][child] = here * part(action);
                    }
                    if here >= LEAST_REACH {
                        reports.push(decision(tree, stage, number, here, part));
                    }
                }
                PublicNode::Decision { children, .. } => reach[stage][children.clone()].fill(here),
            }
        }
    }
    Ok(reports)
}

fn decision(
    tree: &ModelTree,
    stage: usize,
    node: usize,
    reach: f64,
    part: impl Fn(usize) -> f64,
) -> TraceDecisionReport {
    let (round, node) = tree.with_states().states[stage][node];
    let betting = tree.betting();
    let actions = betting[round][node].child_ids().enumerate().map(|(number, child)| {
        let action = betting[round][child].action.expect("an action leads to every child");
        TraceActionReport {
            action: action.to_string(),
            kind: Name(action.into()),
            frequency: part(number),
        }
    });
    TraceDecisionReport {
        street: Name(betting[round].street),
        line: betting.line(Place { round, node }, &[]).to_string(),
        reach,
        actions: actions.collect(),
    }
}
