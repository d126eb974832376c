//! Values of leaves in a search, measured exactly on held-out spots.

use std::time::Instant;

use quasar_nets::classic::BucketValues;
use quasar_nets::data::{HeldOut, HeldOutSpot};
use quasar_nets::limit::finish::Locked;
use quasar_nets::limit::{Constant, Equity, LeafValues};
use quasar_nets::measure::CutSpot;
use quasar_nets::range::NetworkValues;
use quasar_solver::{Settings, Updates};
use schemars::JsonSchema;
use serde::Serialize;

use super::{BucketModel, Model, NetsError};
use crate::job::Control;

/// A table of held-out spots to be played.
#[derive(Clone, Debug)]
pub struct SearchSpec {
    /// The table, such as `holdem-turn`.
    pub table: String,
    /// The network.
    pub model: Model,
    /// The bucket network, for [`SearchValues::Buckets`].
    pub buckets: Option<BucketModel>,
    /// Who values leaves.
    pub values: Vec<SearchValues>,
    /// Which spots of the table.
    pub spots: std::ops::Range<usize>,
    /// Iterations of the search.
    pub iterations: u32,
    /// Whether players take turns in the search. If not, an iteration costs half as much.
    pub updates: Updates,
    /// The most iterations of what follows the cut, and of the exact solve.
    pub rest: u32,
    /// Threads.
    pub threads: usize,
}

/// Who values the leaves of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SearchValues {
    /// The network.
    Network,
    /// The bucket network.
    Buckets,
    /// Hands are checked down.
    Equity,
    /// Every leaf is worth nothing beyond half of the pot.
    Zero,
    /// Nobody: the whole game is solved.
    Exact,
}

impl SearchValues {
    /// All of them.
    pub const ALL: [SearchValues; 5] = [
        SearchValues::Network,
        SearchValues::Buckets,
        SearchValues::Equity,
        SearchValues::Zero,
        SearchValues::Exact,
    ];

    /// The name in reports and commands.
    pub fn name(self) -> &'static str {
        match self {
            SearchValues::Network => "network",
            SearchValues::Buckets => "buckets",
            SearchValues::Equity => "equity",
            SearchValues::Zero => "zero",
            SearchValues::Exact => "exact",
        }
    }
}

/// Held-out spots that were played.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct SearchReport {
    /// The table that they are from.
    pub table: String,
    /// Each of them, once for each kind of values.
    pub spots: Vec<SearchRow>,
    /// Mean, spread and worst for each kind of values.
    pub summaries: Vec<SearchSummary>,
}

/// A spot that was played.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct SearchRow {
    /// The board.
    pub board: String,
    /// Both ranges.
    pub ranges: [String; 2],
    /// Stack divided by pot.
    pub stack_to_pot: f64,
    /// Who valued leaves.
    pub values: SearchValues,
    /// The exact exploitability, in percent of the pot.
    pub exploitability_percent: f64,
    /// How far what follows the cut is from its equilibrium, in percent of the pot.
    pub rest_percent: f64,
    /// Seconds of the search, or of the exact solve.
    pub seconds: f64,
}

/// Mean, spread and worst of some rows, in percent of the pot.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, JsonSchema)]
pub struct SearchSummary {
    /// Who valued leaves.
    pub values: SearchValues,
    /// How many spots.
    pub spots: usize,
    /// Mean exploitability.
    pub mean_percent: f64,
    /// Its standard deviation over spots.
    pub deviation_percent: f64,
    /// The worst spot.
    pub worst_percent: f64,
    /// Mean seconds.
    pub seconds: f64,
}

impl SearchSpec {
    /// The names of all tables.
    pub fn tables() -> Vec<String> {
        let mut names: Vec<String> =
            HeldOut::shipped().spots().iter().map(|spot| spot.table.clone()).collect();
        names.dedup();
        names
    }

    /// Plays the spots, and shows every row. `control` is checked before each; if it is
    /// cancelled, the rows until then are the result.
    pub fn run(
        &self,
        control: &Control,
        mut show: impl FnMut(&SearchRow),
    ) -> Result<SearchReport, NetsError> {
        let network = NetworkValues::new(self.model.network.clone());
        let buckets = self.buckets.as_ref();
        let buckets = buckets.map(|model| BucketValues::new(model.network.clone(), model.game));
        let held_out = HeldOut::shipped();
        let skipped = held_out.table(&self.table).skip(self.spots.start);
        let mut rows = Vec::new();
        for spot in skipped.take(self.spots.len()) {
            let cut = CutSpot::new(spot)?;
            for &values in &self.values {
                if !control.may_continue() {
                    return Ok(self.report(rows));
                }
                let leaves: &dyn LeafValues = match (values, &buckets) {
                    (SearchValues::Network, _) => &network,
                    (SearchValues::Buckets, Some(buckets)) => buckets,
                    (SearchValues::Buckets, None) => return Err(NetsError::NoBuckets),
                    (SearchValues::Equity, _) => &Equity,
                    (SearchValues::Zero | SearchValues::Exact, _) => &Constant(0.0),
                };
                let row = self.row(spot, &cut, values, leaves)?;
                show(&row);
                rows.push(row);
            }
        }
        Ok(self.report(rows))
    }

    fn report(&self, spots: Vec<SearchRow>) -> SearchReport {
        SearchReport { table: self.table.clone(), summaries: summaries(&spots), spots }
    }

    fn row(
        &self,
        spot: &HeldOutSpot,
        cut: &CutSpot,
        values: SearchValues,
        leaves: &dyn LeafValues,
    ) -> Result<SearchRow, NetsError> {
        let start = Instant::now();
        let (exploitability, rest, seconds) = if values == SearchValues::Exact {
            let gap = cut.exact(self.rest, self.threads)?;
            (gap, 0.0, start.elapsed().as_secs_f64())
        } else {
            let Self { updates, threads, .. } = *self;
            let settings = Settings { updates, threads, ..Settings::default() };
            let mut searched = cut.search_by(leaves, self.iterations, settings)?;
            let seconds = start.elapsed().as_secs_f64();
            let found = searched.finish(Locked::Both, REST, self.rest, self.threads)?;
            (found.exploitability, found.rest, seconds)
        };
        Ok(SearchRow {
            board: spot.board.to_string(),
            ranges: spot.ranges.clone(),
            stack_to_pot: spot.stack as f64 / spot.pot as f64,
            values,
            exploitability_percent: 100.0 * exploitability,
            rest_percent: 100.0 * rest,
            seconds,
        })
    }
}

/// How far what follows the cut is solved, in pots.
const REST: f64 = 0.001;

/// Mean, spread and worst for each kind of values.
fn summaries(rows: &[SearchRow]) -> Vec<SearchSummary> {
    let summary = |values: SearchValues| {
        let found: Vec<&SearchRow> = rows.iter().filter(|row| row.values == values).collect();
        let count = found.len() as f64;
        let mean = found.iter().map(|row| row.exploitability_percent).sum::<f64>() / count;
        let square =
            found.iter().map(|row| (row.exploitability_percent - mean).powi(2)).sum::<f64>();
        (!found.is_empty()).then(|| SearchSummary {
            values,
            spots: found.len(),
            mean_percent: mean,
            deviation_percent: (square / (count - 1.0).max(1.0)).sqrt(),
            worst_percent: found.iter().map(|row| row.exploitability_percent).fold(0.0, f64::max),
            seconds: found.iter().map(|row| row.seconds).sum::<f64>() / count,
        })
    };
    SearchValues::ALL.into_iter().filter_map(summary).collect()
}
