//! The report of a small game.

use quasar_solver::{
    BoardAt, MatrixGame, MemoryEstimate, NodeAt, Player, Profile, PublicNode, SolverGame,
};
use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use super::game::Names;
use super::{SolveError, ToyGame};
use crate::job::{Ended, SolveJob};
use crate::request::values::{Algorithms, Name, Precisions, UpdateOrders};

/// The solution of a small game.
#[derive(Clone, PartialEq, Debug, JsonSchema, Serialize)]
pub struct ToyReport {
    /// The game: `kuhn`, `leduc`, `leduc-no-limit`, or `liars-dice-DxF`.
    #[serde(serialize_with = "as_text")]
    #[schemars(with = "String")]
    pub game: ToyGame,
    /// `dcfr`, `linear`, `cfrplus`, `vanilla`, `pcfrplus` or `fp`.
    pub algorithm: Name<Algorithms>,
    /// `alternating` or `simultaneous`.
    pub updates: Name<UpdateOrders>,
    /// `full` or `half`.
    pub precision: Name<Precisions>,
    /// The first player's value under the average strategies.
    pub value: f64,
    /// The published value of the game, if there is one.
    pub known_value: Option<f64>,
    /// The exploitability: the mean of both players' best-response gains.
    pub exploitability: f64,
    /// Each player's best-response gain.
    pub gains: [f64; 2],
    /// Iterations done.
    pub iterations: u32,
    /// Why the solve ended.
    pub ended: Ended,
    /// Working time, pauses excluded.
    pub seconds: f64,
    /// Decisions updated per second, over all boards.
    pub nodes_per_second: f64,
    /// Memory in bytes.
    pub memory: MemoryReport,
    /// The average strategy of every decision, shorter lines first.
    pub decisions: Vec<DecisionReport>,
}

fn as_text<S: Serializer>(game: &ToyGame, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(game)
}

/// Memory of a solve in bytes, without that of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, JsonSchema, Serialize)]
pub struct MemoryReport {
    /// Regrets and strategy sums.
    pub storage: u64,
    /// The scratch memory of the threads.
    pub scratch: u64,
    /// The total.
    pub total: u64,
}

impl From<MemoryEstimate> for MemoryReport {
    fn from(memory: MemoryEstimate) -> MemoryReport {
        MemoryReport { storage: memory.storage, scratch: memory.scratch, total: memory.total() }
    }
}

/// The average strategy of one decision on one board.
#[derive(Clone, PartialEq, Debug, JsonSchema, Serialize)]
pub struct DecisionReport {
    /// The actions so far, separated by blanks; `/` where a card was dealt.
    pub line: String,
    /// What was dealt; empty before any deal.
    pub board: String,
    /// Who acts: 1 or 2.
    pub player: u8,
    /// The actions.
    pub actions: Vec<String>,
    /// The strategy of each hand.
    pub hands: Vec<HandStrategyReport>,
}

/// The average strategy of one hand.
#[derive(Clone, PartialEq, Debug, JsonSchema, Serialize)]
pub struct HandStrategyReport {
    /// The hand.
    pub hand: String,
    /// The frequency of each action, 0 to 1.
    pub frequencies: Vec<f32>,
}

/// Visits every decision once.
pub(super) fn make(
    game: ToyGame,
    names: &Names,
    job: &mut SolveJob<MatrixGame>,
    ended: Ended,
) -> Result<ToyReport, SolveError> {
    let worth = job.exploitability()?;
    let progress = job.progress();
    let (settings, memory) = (*job.solver().settings(), job.solver().memory());
    Ok(ToyReport {
        game,
        algorithm: Name(settings.algorithm.into()),
        updates: Name(settings.updates),
        precision: Name(settings.precision),
        value: worth.values[0],
        known_value: game.known_value().map(|known| known.value),
        exploitability: worth.mean(),
        gains: worth.gains(),
        iterations: progress.iteration,
        ended,
        seconds: progress.elapsed.as_secs_f64(),
        nodes_per_second: progress.nodes_per_second,
        memory: memory.into(),
        decisions: decisions(names, job)?,
    })
}

pub(super) fn decisions(
    names: &Names,
    job: &mut SolveJob<MatrixGame>,
) -> Result<Vec<DecisionReport>, SolveError> {
    let game = job.solver().game().clone();
    let mut reports = Vec::new();
    for (number, stage) in game.tree().stages().iter().enumerate() {
        let lines = &names.lines[number];
        let places = places(&game, stage.level());
        for (node, kind) in stage.nodes().iter().enumerate() {
            let PublicNode::Decision { player, children } = kind else { continue };
            let actions: Vec<String> = children
                .clone()
                .map(|child| lines[child].strip_prefix(&lines[node]).unwrap_or_default())
                .map(|action| action.trim().to_owned())
                .collect();
            for (deals, place) in &places {
                let at = NodeAt { stage: number, node, deals: deals.clone() };
                let strategy = job.solver_mut().strategy(&at, Profile::Average)?;
                reports.push(DecisionReport {
                    line: lines[node].trim().to_owned(),
                    board: names.boards[place.level][place.board].clone(),
                    player: if *player == Player::Oop { 1 } else { 2 },
                    actions: actions.clone(),
                    hands: by_hand(&names.hands[place.level][place.board], &strategy),
                });
            }
        }
    }
    Ok(reports)
}

/// A strategy that is given action by action, hand by hand.
fn by_hand(hands: &[String], strategy: &[f32]) -> Vec<HandStrategyReport> {
    let frequencies = |hand: usize| strategy[hand..].iter().step_by(hands.len()).copied().collect();
    hands
        .iter()
        .enumerate()
        .map(|(hand, name)| HandStrategyReport {
            hand: name.clone(),
            frequencies: frequencies(hand),
        })
        .collect()
}

/// Every sequence of deals to a level, and the board it leads to.
fn places(game: &MatrixGame, level: usize) -> Vec<(Vec<usize>, BoardAt)> {
    let mut places = vec![(Vec::new(), BoardAt::START)];
    for _ in 0..level {
        let dealt = places.iter().flat_map(|(deals, place)| {
            game.deals(*place).iter().enumerate().map(|(number, deal)| {
                let next = BoardAt { level: place.level + 1, board: deal.board };
                ([deals.as_slice(), &[number]].concat(), next)
            })
        });
        places = dealt.collect();
    }
    places
}
