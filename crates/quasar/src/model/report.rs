//! Reports about solved flops, as plain data.

use quasar_store::SolvedFlop;
use schemars::JsonSchema;
use serde::Serialize;

use crate::schema::names::{ModelKinds, Name};

/// What was solved.
#[derive(Clone, PartialEq, Debug, JsonSchema, Serialize)]
pub struct PostflopReport {
    /// The folder of the bundle.
    pub folder: String,
    /// The stack depths.
    pub depths: Vec<DepthReport>,
    /// Equity tables that were read from a file.
    pub tables_loaded: usize,
    /// Equity tables that were computed.
    pub tables_computed: usize,
    /// Why tables were computed that a file should have had.
    pub warnings: Vec<String>,
    /// Bytes of the bundle.
    pub bytes: u64,
    /// The total time.
    pub seconds: f64,
}

/// The flops of one stack depth.
#[derive(Clone, PartialEq, Debug, JsonSchema, Serialize)]
pub struct DepthReport {
    /// The stack-to-pot ratio.
    pub spr: f64,
    /// Pairs of a line and an action.
    pub actions: usize,
    /// Bytes of regrets, sums and scratch of all workers.
    pub memory: u64,
    /// Flops that were solved by an earlier run.
    pub reused: usize,
    /// How long it took.
    pub seconds: f64,
    /// If deals were sampled, the largest resulting standard error of the mean value of a
    /// class on the flops of this run, as a fraction of the pot.
    pub standard_error: Option<f64>,
    /// The flops, in order.
    pub flops: Vec<SolvedFlopReport>,
}

/// The value of a class out of position against each class on a flop, at every stack
/// depth.
#[derive(Clone, PartialEq, Debug, JsonSchema, Serialize)]
pub struct FlopValuesReport {
    /// The requested flop.
    pub flop: String,
    /// The class out of position.
    pub hero: String,
    /// The stack depths.
    pub depths: Vec<AgainstReport>,
}

/// The value of a class against each class at one stack depth.
#[derive(Clone, PartialEq, Debug, JsonSchema, Serialize)]
pub struct AgainstReport {
    /// The stack-to-pot ratio.
    pub spr: f64,
    /// The other classes, in the order of the 13 x 13 grid.
    pub classes: Vec<ClassValueReport>,
}

/// A class and the value against it.
#[derive(Clone, PartialEq, Debug, JsonSchema, Serialize)]
pub struct ClassValueReport {
    /// The class.
    pub class: String,
    /// As a fraction of the pot: 1 is all of it; null if the two cannot be dealt.
    pub value: Option<f64>,
}

/// A flop.
#[derive(Clone, PartialEq, Debug, JsonSchema, Serialize)]
pub struct SolvedFlopReport {
    /// The flop in canonical suits.
    pub flop: String,
    /// How many of the 22,100 flops it represents.
    pub weight: u32,
    /// Iterations done.
    pub iterations: u32,
    /// The exploitability, in percent of the pot.
    pub exploitability_percent: f64,
    /// Slots (line, action, class) that iterations visited while pruning.
    pub slots_seen: u64,
    /// Those of them that were skipped.
    pub slots_pruned: u64,
}

impl From<&SolvedFlop> for SolvedFlopReport {
    fn from(flop: &SolvedFlop) -> SolvedFlopReport {
        SolvedFlopReport {
            flop: flop.board.to_string(),
            weight: flop.weight,
            iterations: flop.iterations,
            exploitability_percent: 100.0 * flop.exploitability,
            slots_seen: flop.seen,
            slots_pruned: flop.pruned,
        }
    }
}

impl DepthReport {
    /// Mean and largest exploitability, in percent of the pot.
    pub fn exploitability_percent(&self) -> (f64, f64) {
        let found = || self.flops.iter().map(|flop| flop.exploitability_percent);
        (found().sum::<f64>() / self.flops.len().max(1) as f64, found().fold(0.0, f64::max))
    }

    /// Iterations of all flops.
    pub fn iterations(&self) -> u64 {
        self.flops.iter().map(|flop| u64::from(flop.iterations)).sum()
    }

    /// The fraction of slots that pruning skipped; none without pruning.
    pub fn pruned(&self) -> Option<f64> {
        let seen: u64 = self.flops.iter().map(|flop| flop.slots_seen).sum();
        let pruned: u64 = self.flops.iter().map(|flop| flop.slots_pruned).sum();
        (seen > 0).then(|| pruned as f64 / seen as f64)
    }
}

/// What is in a bundle.
#[derive(Clone, PartialEq, Debug, JsonSchema, Serialize)]
pub struct BundleReport {
    /// The folder.
    pub folder: String,
    /// What kind of bundle it is: `postflop model`.
    pub kind: Name<ModelKinds>,
    /// The version of its files.
    pub version: u32,
    /// Bytes of all files.
    pub bytes: u64,
    /// Its configuration.
    pub config: String,
    /// The stack depths, without times and memory.
    pub depths: Vec<DepthReport>,
}
