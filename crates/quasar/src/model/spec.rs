//! The spec of a model, and its text in a bundle.

use quasar_cards::{Board, CANONICAL_FLOPS, canonical_flop_index, canonical_flops};
use quasar_equity::{SubsetFlop, flop_subset};
use quasar_preflop::ModelSpec;

use super::document::{PostflopDocument, PruningDocument, SamplingDocument};
use crate::request::values::{Flops, Many, Num, percent_of, write_parts, write_pot_sizes};
use crate::request::{AlgorithmDocument, At, Document, LeftOut};

/// Which flops are solved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ModelFlops {
    /// A number of flops that represent all; all if there are no more.
    Sample(usize),
    /// These, each as often as there are flops that are equal up to suits.
    Fixed(Vec<Board>),
}

impl ModelFlops {
    /// The flops with the number of flops that each represents.
    pub fn weighted(&self) -> Vec<SubsetFlop> {
        match self {
            ModelFlops::Sample(count) => flop_subset(*count),
            ModelFlops::Fixed(boards) => {
                boards.iter().filter_map(|board| weighted(*board)).collect()
            }
        }
    }
}

/// What is solved, and how.
#[derive(Clone, PartialEq, Debug)]
pub struct PostflopSpec {
    /// Bet sizes, algorithm and limits.
    pub model: ModelSpec,
    /// Stack-to-pot ratios.
    pub sprs: Vec<f64>,
    /// Flops.
    pub flops: ModelFlops,
}

impl PostflopSpec {
    /// The flops with their weights.
    pub fn weighted_flops(&self) -> Vec<SubsetFlop> {
        self.flops.weighted()
    }

    /// All fields as YAML. A bundle keeps this text; it reads back as the same spec.
    pub fn to_yaml(&self) -> String {
        PostflopDocument::from(self).to_yaml()
    }

    /// Whether a text is this spec, perhaps in other words.
    pub(super) fn is_written_as(&self, text: &str) -> bool {
        PostflopSpec::parse(text).is_ok_and(|found| found == *self)
    }

    /// Equal for specs of the same trees, flops and algorithm, whatever ends their solves.
    pub fn canonical(&self) -> String {
        let mut document = PostflopDocument::from(self);
        if let Some(sampling) = &mut document.sampling {
            sampling.value_change = None;
        }
        let (iterations, target, cfr_convergence_threshold) = (None, None, None);
        PostflopDocument { iterations, target, cfr_convergence_threshold, ..document }.to_json()
    }
}

impl From<&PostflopSpec> for PostflopDocument {
    fn from(spec: &PostflopSpec) -> PostflopDocument {
        let ModelSpec { bet_sizes, max_raises, settings, iterations, target, sampling } =
            &spec.model;
        let bet = write_pot_sizes(bet_sizes);
        let percent = percent_of(*target);
        let flops = match &spec.flops {
            ModelFlops::Sample(count) if *count >= CANONICAL_FLOPS => Flops::All,
            ModelFlops::Sample(count) => Flops::Count(count.to_string()),
            ModelFlops::Fixed(boards) => Flops::list(boards),
        };
        PostflopDocument {
            // Sizes that no percentage gives exactly are written as fractions.
            bet_sizes: bet.is_none().then(|| Many(write_parts(bet_sizes)).into()),
            bet: bet.map(At::from),
            raise_cap: Some(Num::of(*max_raises).into()),
            spr: Some(Many(write_parts(&spec.sprs)).into()),
            flops: Some(flops.into()),
            iterations: Some(Num::of(*iterations).into()),
            cfr_convergence_threshold: percent.is_none().then(|| Num::of(*target).into()),
            target: percent.map(|percent| Num::of(percent).into()),
            algorithm: Some(AlgorithmDocument::from(settings.algorithm)),
            sampling: sampling.as_ref().map(|sampling| SamplingDocument {
                share: Some(Num::of(sampling.share).into()),
                value_deals: Some(Num::of(sampling.value_deals).into()),
                value_change: Some(Num::of(sampling.ev_change).into()),
                left_out: LeftOut::default(),
            }),
            pruning: settings.pruning.map(|pruning| PruningDocument {
                threshold: Some(
                    Num::of(f64::from(pruning.threshold) / super::read::THRESHOLD_UNIT).into(),
                ),
                warmup: Some(Num::of(pruning.warmup).into()),
                explore: Some(Num::of(pruning.explore).into()),
                left_out: LeftOut::default(),
            }),
            ..PostflopDocument::default()
        }
    }
}

/// The canonical form of a flop.
pub(super) fn weighted(board: Board) -> Option<SubsetFlop> {
    let (place, _) = canonical_flop_index(board.set()).ok()?;
    let flop = canonical_flops()[place];
    Some(SubsetFlop { board: flop.board, weight: flop.multiplicity })
}
