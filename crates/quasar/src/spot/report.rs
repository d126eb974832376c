//! The report of a spot: both ranges, the exploitability, and the
//! strategy of one decision.

use quasar_abstraction::RiverBucketing;
use quasar_game::{Line, Player};
use quasar_solver::{Exploitability, Measured, Profile};
use schemars::JsonSchema;
use serde::Serialize;

use super::equity::Equities;
use super::sampled::SampledBoundReport;
use super::{
    CutReport, NodeView, SideFacts, SpotError, SpotJob, SpotNodeReport, SpotSize, SpotSpec,
    SpotStart,
};
use crate::job::{Ended, Measurement};
use crate::request::Warning;
use crate::request::values::Games;
use crate::request::values::RiverMethods;
use crate::schema::names::{Name, Players};

/// The solution of a spot.
#[derive(Clone, PartialEq, Debug, JsonSchema, Serialize)]
pub struct SpotReport {
    /// `holdem`, `plo4` or `plo5`.
    pub game: Name<Games>,
    /// The board at the start.
    pub board: String,
    /// The pot at the start.
    pub pot: u64,
    /// Chips that each player has left at the start.
    pub stack: u64,
    /// How many of these chips a chip of the spec is: 10 if its pot of 5.5 is 55 here.
    pub chip_scale: u64,
    /// Both players at the start, `oop` first.
    pub players: [SpotPlayerReport; 2],
    /// The exploitability: the mean of both players' best-response gains, in chips. With
    /// river buckets, that of best responses that see every card, and with a cut, that of the
    /// strategies locked into the whole tree; none if not measured.
    pub exploitability: Option<f64>,
    /// The same in percent of the pot.
    pub exploitability_percent: Option<f64>,
    /// With river buckets, how they were made and what they cost.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub river_buckets: Option<RiverBucketsReport>,
    /// The river buckets that an exact solve started from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<SpotStart>,
    /// In a tree that ends before the hand does, where, and what its leaves are worth.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cut: Option<CutReport>,
    /// Iterations done.
    pub iterations: u32,
    /// Why the solve ended.
    pub ended: Ended,
    /// Working time, pauses excluded.
    pub seconds: f64,
    /// All measurements of the exploitability.
    pub history: Vec<Measurement>,
    /// The size of the spot.
    pub size: SpotSize,
    /// What was noticed while the spec was read.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<Warning>,
    /// The requested decision. With river buckets its values are those by buckets, where the
    /// players' are those of the exact game if it was measured.
    pub node: SpotNodeReport,
}

/// A player at the start.
#[derive(Clone, PartialEq, Debug, JsonSchema, Serialize)]
pub struct SpotPlayerReport {
    /// `oop` or `ip`.
    pub player: Name<Players>,
    /// The total weight of the hands that the board leaves possible.
    pub combos: f64,
    /// The equity, 0 to 1: the fraction of the pot won without betting.
    pub equity: f64,
    /// The player's expected value, in chips.
    pub ev: f64,
    /// The same as a fraction of the pot, 0 to 1.
    pub ev_share: f64,
    /// The player's best-response gain, in chips; none if not measured.
    pub gain: Option<f64>,
}

/// What river buckets cost.
#[derive(Clone, PartialEq, Debug, JsonSchema, Serialize)]
pub struct RiverBucketsReport {
    /// The most buckets of a player on a river.
    pub k: usize,
    /// What hands are grouped by.
    pub features: Name<RiverMethods>,
    /// The exploitability among players who see no more than their bucket on the river, in
    /// chips. This is what `target` and `history` are about if no river is played without buckets;
    /// otherwise these are about the exact game, and this is null if that was measured.
    pub bucket_exploitability: Option<f64>,
    /// The same in percent of the pot.
    pub bucket_exploitability_percent: Option<f64>,
    /// What best responses gain on the rivers alone, in chips: the mean over both players;
    /// none if it was not measured.
    pub on_rivers: Option<f64>,
    /// The same in percent of the pot.
    pub on_rivers_percent: Option<f64>,
    /// An upper bound from samples of rivers, if it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sampled: Option<SampledBoundReport>,
}

pub(super) fn make(
    job: &mut SpotJob,
    ended: Ended,
    line: &Line,
    view: &NodeView,
) -> Result<SpotReport, SpotError> {
    let facts = job.facts(line)?;
    let cut = job.cut_report()?;
    let measured = job.measured();
    let iteration = job.job.solver().iteration();
    let last = job.job.history().last().filter(|last| last.iteration == iteration).copied();
    let by_hand = job.job.solver().corrects_rivers();
    let among_buckets = match (&cut, measured, last) {
        (Some(_), ..) => job.job.solver_mut().exploitability(Profile::Average)?,
        // Both are known, and a walk over many rivers takes long.
        (None, Some(Measured { values, .. }), _) if by_hand => {
            Exploitability { values, best_responses: values }
        }
        (None, Some(Measured { values, .. }), Some(last)) => Exploitability {
            values,
            best_responses: values.map(|value| value + last.exploitability),
        },
        (None, ..) => job.job.exploitability()?,
    };
    let merged = job.spec.river_buckets;
    let finished = job.finished();
    let (values, gains) = match (measured, merged, &cut) {
        (Some(measured), ..) => (measured.values, Some(measured.gains())),
        (None, None, None) => (among_buckets.values, Some(among_buckets.gains())),
        (None, ..) => (among_buckets.values, None),
    };
    let values = finished.and_then(|finished| finished.values).unwrap_or(values);
    let gains = match finished {
        Some(found) => Some([0, 1].map(|side: usize| found.best_responses[side] - values[side])),
        None => gains,
    };
    let exploitability = gains.map(|gains| gains.iter().sum::<f64>() / 2.0);
    let progress = job.job.progress();
    let pot = job.betting.starting_pot();
    let percent = |chips: f64| 100.0 * chips / pot.as_f64();
    let engine = job.spec.engine()?;
    let equities = Equities::at_start(&job.spec, &engine)?;
    let players = Player::BOTH.map(|player| {
        let side = player.index();
        let ev = values[side] + pot.as_f64() / 2.0;
        SpotPlayerReport {
            player: Name(player),
            combos: live_weight(&job.spec, player),
            equity: equities.ranges[side].unwrap_or(0.5),
            ev,
            ev_share: ev / pot.as_f64(),
            gain: gains.map(|gains| gains[side]),
        }
    });
    let gap = Some(among_buckets.mean()).filter(|_| !by_hand || measured.is_none());
    Ok(SpotReport {
        game: Name(job.spec.game()),
        board: job.spec.board.to_string(),
        pot: pot.0,
        stack: job.betting.stack().0,
        chip_scale: job.spec.chip_scale,
        players,
        exploitability,
        exploitability_percent: exploitability.map(percent),
        river_buckets: merged.map(|RiverBucketing { k, method }| RiverBucketsReport {
            k,
            features: Name(method),
            bucket_exploitability: gap,
            bucket_exploitability_percent: gap.map(percent),
            on_rivers: measured.map(|measured| measured.mean_on_merged()),
            on_rivers_percent: measured.map(|measured| percent(measured.mean_on_merged())),
            sampled: job.sampled().map(|sampled| sampled.report(percent)),
        }),
        start: job.started,
        cut,
        iterations: progress.iteration,
        ended,
        seconds: progress.elapsed.as_secs_f64(),
        history: job.job.history().to_vec(),
        size: job.size.clone(),
        warnings: job.spec.warnings.0.clone(),
        node: SpotNodeReport::with_view(&facts, view, &engine)?,
    })
}

/// The weight of a player's hands that the board leaves.
pub(super) fn live_weight(spec: &SpotSpec, player: Player) -> f64 {
    let live = SideFacts::at_start(&spec.ranges[player.index()], spec.board);
    live.weights.into_iter().map(f64::from).sum()
}
