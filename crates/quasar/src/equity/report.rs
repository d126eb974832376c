//! The answer as plain data. Equities, fractions, probabilities and errors are 0 to 1.
//! Only the summary for people, [`EquitySummary`], is in percent.

use std::time::Duration;

use quasar_equity::{Confidence, HeadsUp, PlayerEquity};
use schemars::JsonSchema;
use serde::Serialize;

use super::EquitySpec;
use super::answer::Answer;
use super::explain::Explanation;
use crate::request::Warning;
use crate::request::values::Games;
use crate::schema::names::{Confidences, EquityMethod, EquityMethods, Name};

/// The answer to an equity question.
#[derive(Clone, PartialEq, Debug, JsonSchema, Serialize)]
pub struct EquityReport {
    /// `holdem`, `plo4`, `plo5` or `plo6`.
    pub game: Name<Games>,
    /// The board, empty before the flop.
    pub board: String,
    /// Cards out of play besides the board.
    pub dead: String,
    /// A summary of the first player's equity.
    pub equity: EquitySummary,
    /// From the flop on, if the first player has one hand and the only opponent a
    /// range: what kind of board it is, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub texture: Option<String>,
    /// If the first player has one hand and the only opponent a range, from the
    /// flop on: how the hand types in that range compare with the hand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub breakdown: Option<BreakdownReport>,
    /// If the first player has one hand, from the flop on: what it is and what
    /// it can become.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draws: Option<DrawsReport>,
    /// Every player, in the order of the question.
    pub players: Vec<PlayerReport>,
    /// If requested: every hand of the two players.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hands: Option<[Vec<HandEquityReport>; 2]>,
    /// Warnings about the texts of the players.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<Warning>,
    /// Milliseconds from question to answer.
    pub elapsed_ms: f64,
}

/// A summary of the first player's equity for people: `estimated` and its standard error
/// are in percent, 0 to 100. `players` has the same numbers from 0 to 1.
#[derive(Clone, PartialEq, Debug, JsonSchema, Serialize)]
pub struct EquitySummary {
    /// The first player's equity in percent, 0 to 100.
    pub estimated: f64,
    /// What the opponents hold, as it was written.
    pub vs_range: String,
    /// `high` for exact answers, and for sampled ones with a standard error of at
    /// most 0.5 percent; `medium` up to 2 percent, else `low`. A heuristic says itself.
    pub confidence: Name<Confidences>,
    /// `exact`, `sampled` or `heuristic`.
    pub method: Name<EquityMethods>,
    /// Of a sampled answer: the standard error of `estimated`, in percent too.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub standard_error: Option<f64>,
    /// Of a sampled answer: how many deals.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub samples: Option<u64>,
    /// Of a sampled answer: the seed that gives the same deals again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
}

/// How the hands of the opponent's range compare with hero's hand now: their types,
/// as fractions of the range, and who leads. All are 0 to 1.
#[derive(Clone, PartialEq, Debug, JsonSchema, Serialize)]
pub struct BreakdownReport {
    /// Hands of a weaker type.
    pub vs_weaker: f64,
    /// Hands of the same type.
    pub vs_similar: f64,
    /// Hands of a stronger type.
    pub vs_stronger: f64,
    /// The fraction of the pot that the hand would win if no more cards came.
    pub without_draws: f64,
    /// The probability that the next card puts the hand ahead where it is behind now.
    pub catch_up: f64,
    /// The probability that the next card puts the hand behind where it is ahead now.
    pub fall_behind: f64,
}

/// What a hand is and what it can become.
#[derive(Clone, PartialEq, Debug, JsonSchema, Serialize)]
pub struct DrawsReport {
    /// The made hand in words.
    pub current: String,
    /// Whether nothing beats it now.
    pub nuts: bool,
    /// The exact probability that at least one out comes by the river, 0 to 1.
    pub with_draws: f64,
    /// The rule-of-thumb estimate of that probability, 0 to 1.
    pub rule_of_4_and_2: f64,
    /// The number of next cards that improve the hand.
    pub outs: usize,
    /// How many of them give it the nuts.
    pub nut_outs: usize,
    /// The draws one by one.
    pub list: Vec<DrawReport>,
}

/// One way to improve.
#[derive(Clone, PartialEq, Debug, JsonSchema, Serialize)]
pub struct DrawReport {
    /// `nut flush draw`, `13-out wrap`, ….
    pub name: String,
    /// How many cards complete it.
    pub outs: usize,
    /// How many of them give the nuts.
    pub nut_outs: usize,
    /// The cards, from high to low.
    pub cards: String,
}

/// One player's part of the answer.
#[derive(Clone, PartialEq, Debug, JsonSchema, Serialize)]
pub struct PlayerReport {
    /// The hand or range as it was written.
    pub holding: String,
    /// The weight of the hands that the board and the dead cards leave.
    pub combos: f64,
    /// The expected fraction of the pot, 0 to 1.
    pub equity: f64,
    /// The fraction of deals won outright, 0 to 1.
    pub win: f64,
    /// The fraction of deals tied for the pot, 0 to 1.
    pub tie: f64,
    /// Of a sampled answer: the standard error of `equity`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub standard_error: Option<f64>,
    /// Of an exact answer for ranges without weights.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counts: Option<CountsReport>,
}

/// Exact numbers of deals.
#[derive(Clone, Copy, PartialEq, Eq, Debug, JsonSchema, Serialize)]
pub struct CountsReport {
    /// Deals won outright.
    pub win: u64,
    /// Deals tied for the pot.
    pub tie: u64,
    /// All deals.
    pub deals: u64,
}

/// One hand of a range against the opponent's whole range.
#[derive(Clone, PartialEq, Debug, JsonSchema, Serialize)]
pub struct HandEquityReport {
    /// The hand.
    pub hand: String,
    /// Its weight in the range.
    pub weight: f32,
    /// Its equity, 0 to 1; null if it blocks every hand of the opponent.
    pub equity: Option<f64>,
    /// Its fraction of deals won, 0 to 1.
    pub win: Option<f64>,
    /// Its fraction of deals tied, 0 to 1.
    pub tie: Option<f64>,
}

/// Puts an answer into words.
pub(super) fn make(
    spec: &EquitySpec,
    answer: &Answer,
    explanation: &Explanation,
    elapsed: Duration,
) -> EquityReport {
    let question = spec.question();
    let players = players(spec, answer);
    let estimated = players.first().map_or(0.0, |player| 100.0 * player.equity);
    EquityReport {
        game: Name(question.game()),
        board: question.board().to_string(),
        dead: question.dead().to_string(),
        equity: summary(spec, answer, estimated),
        texture: explanation.texture(),
        breakdown: explanation.breakdown(),
        draws: explanation.draws(),
        players,
        hands: None,
        warnings: spec.warnings.clone(),
        elapsed_ms: 1e3 * elapsed.as_secs_f64(),
    }
}

fn summary(spec: &EquitySpec, answer: &Answer, estimated: f64) -> EquitySummary {
    let error = match answer {
        Answer::Sampled(sampled) => sampled.players.first().and_then(|p| p.standard_error),
        Answer::Exact { .. } | Answer::Heuristic { .. } => None,
    };
    let (method, confidence, samples, seed) = match answer {
        Answer::Exact { .. } => (EquityMethod::Exact, Confidence::High, None, None),
        Answer::Heuristic { confidence, .. } => (EquityMethod::Heuristic, *confidence, None, None),
        Answer::Sampled(sampled) => {
            let confidence = match error {
                Some(error) if error <= 0.005 => Confidence::High,
                Some(error) if error <= 0.02 => Confidence::Medium,
                _ => Confidence::Low,
            };
            (EquityMethod::Sampled, confidence, Some(sampled.samples), Some(sampled.seed))
        }
    };
    EquitySummary {
        estimated,
        vs_range: spec.texts[1..].join(" | "),
        confidence: Name(confidence),
        method: Name(method),
        standard_error: error.map(|error| 100.0 * error),
        samples,
        seed,
    }
}

fn players(spec: &EquitySpec, answer: &Answer) -> Vec<PlayerReport> {
    let shares = match answer {
        Answer::Exact { players, .. } => players.clone(),
        Answer::Sampled(sampled) => sampled.players.clone(),
        Answer::Heuristic { estimated, .. } => {
            [estimated / 100.0, 1.0 - estimated / 100.0].map(estimated_share).into()
        }
    };
    let counts = match answer {
        Answer::Exact { counts: Some(counts), .. } => counts.as_slice(),
        _ => &[],
    };
    let texts = spec.texts.iter().zip(&spec.combos);
    texts
        .zip(shares)
        .enumerate()
        .map(|(seat, ((text, &combos), share))| PlayerReport {
            holding: text.clone(),
            combos,
            equity: share.equity,
            win: share.win,
            tie: share.tie,
            standard_error: share.standard_error,
            counts: counts.get(seat).copied(),
        })
        .collect()
}

/// A heuristic does not know about ties.
fn estimated_share(equity: f64) -> PlayerEquity {
    PlayerEquity { equity, win: equity, tie: 0.0, standard_error: None }
}

/// Every hand of the two players.
pub(super) fn per_combo(hands: &HeadsUp) -> [Vec<HandEquityReport>; 2] {
    [0, 1].map(|player| {
        let hands = hands.hands[player].iter();
        hands
            .map(|hand| {
                let total = hand.tally.total();
                let part = |of: f64| (total > 0.0).then(|| of / total);
                HandEquityReport {
                    hand: hand.combo.to_string(),
                    weight: hand.weight,
                    equity: hand.tally.equity(),
                    win: part(hand.tally.win),
                    tie: part(hand.tally.tie),
                }
            })
            .collect()
    })
}
