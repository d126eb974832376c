//! What is solved and how, and its text in a bundle.

use quasar_cards::{Board, CANONICAL_FLOPS, canonical_flop_index, canonical_flops};
use quasar_preflop::{ModelSpec, Sampling, WeightedFlop, sample_flops};
use quasar_solver::Algorithm;

/// Which flops are solved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ModelFlops {
    /// So many that stand for all; all of them if there are no more.
    Sample(usize),
    /// These, each as often as there are flops that are equal up to suits.
    Fixed(Vec<Board>),
}

impl ModelFlops {
    /// The flops with the number of flops that each stands for.
    pub fn weighted(&self) -> Vec<WeightedFlop> {
        match self {
            ModelFlops::Sample(count) => sample_flops(*count),
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
    pub fn weighted_flops(&self) -> Vec<WeightedFlop> {
        self.flops.weighted()
    }

    /// All fields as YAML, in the order of `docs/MODEL.md`: what a bundle keeps, and
    /// what reads back as the same spec.
    pub fn to_yaml(&self) -> String {
        let list = |numbers: &[f64]| {
            let texts: Vec<String> = numbers.iter().map(f64::to_string).collect();
            format!("[{}]", texts.join(", "))
        };
        let ModelSpec { bet_sizes, max_raises, settings, iterations, target, sampling } =
            &self.model;
        let mut text = format!(
            "postflop_model:\n  solve_type: {}\n  bet_sizes: {}\n  max_raises_per_street: {max_raises}\n  postflop_sprs: {}\n  postflop_solve_iterations: {iterations}\n  cfr_convergence_threshold: {target}\n",
            if sampling.is_some() { "mccfr" } else { "exhaustive" },
            list(bet_sizes),
            list(&self.sprs),
        );
        match settings.algorithm {
            Algorithm::Discounted(discounts) => {
                text += &format!(
                    "  cfr_variant: dcfr\n  dcfr_alpha: {}\n  dcfr_beta: {}\n  dcfr_gamma: {}\n",
                    discounts.alpha, discounts.beta, discounts.gamma
                );
            }
            Algorithm::Linear => text += "  cfr_variant: linear\n",
            Algorithm::CfrPlus => text += "  cfr_variant: cfrplus\n",
            _ => text += "  cfr_variant: vanilla\n",
        }
        match &self.flops {
            ModelFlops::Sample(count) => {
                let count = if *count >= CANONICAL_FLOPS { 0 } else { *count };
                text += &format!("  max_flop_boards: {count}\n");
            }
            ModelFlops::Fixed(boards) => {
                let names: Vec<String> = boards.iter().map(Board::to_string).collect();
                text += &format!("  fixed_flops: [{}]\n", names.join(", "));
            }
        }
        if let Some(Sampling { share, value_deals, ev_change }) = sampling {
            text += &format!(
                "  mccfr_sample_pct: {share}\n  value_extraction_samples: {value_deals}\n  ev_convergence_threshold: {ev_change}\n"
            );
        }
        if let Some(pruning) = settings.pruning {
            text += &format!(
                "  prune_warmup: {}\n  prune_explore_pct: {}\n  prune_regret_threshold: {}\n",
                pruning.warmup,
                pruning.explore,
                f64::from(pruning.threshold) / super::read::THRESHOLD_UNIT
            );
        }
        text
    }
}

/// A flop as it stands for all that are equal up to suits.
pub(super) fn weighted(board: Board) -> Option<WeightedFlop> {
    let (place, _) = canonical_flop_index(board.set()).ok()?;
    let flop = canonical_flops()[place];
    Some(WeightedFlop { board: flop.board, weight: flop.multiplicity })
}
