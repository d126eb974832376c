//! What is solved and how, and its text in a bundle.

use std::path::PathBuf;

use quasar_preflop::PreflopSpec;
use quasar_solver::Discounts;

use super::ExactSpec;

/// Chips of a big blind: values in chips are thousandths of it.
pub(super) const BLIND: f64 = 1_000.0;

/// A game before the flop, and how it is to be solved.
#[derive(Clone, PartialEq, Debug)]
pub struct PreflopSolveSpec {
    /// Names of the players: who has the button and posts the small blind, then
    /// who posts the big blind.
    pub positions: [String; 2],
    /// Blinds, antes, stacks and raises; a big blind has 1,000 chips.
    pub betting: PreflopSpec,
    /// The raise sizes as they were written, by depth.
    pub(super) raise_texts: Vec<String>,
    /// Most iterations.
    pub iterations: u32,
    /// The exploitability to reach, in thousandths of a big blind.
    pub target_mbb: f64,
    /// Iterations from one checkpoint to the next; 0 for none.
    pub checkpoint_every: u32,
    /// Iterations from one line of progress to the next.
    pub print_every: u32,
    /// The exponents of discounted CFR.
    pub discounts: Discounts,
    /// The part of the time that each player plays any action, all alike.
    pub exploration: f64,
    /// The bundle that says what flops are worth; without it a flop is worth the
    /// equity.
    pub model: Option<PathBuf>,
    /// Exact solves that correct the model, or the equity.
    pub exact: Option<ExactSpec>,
}

impl PreflopSolveSpec {
    /// All fields as YAML: what a bundle keeps, and what reads back as the same
    /// spec.
    pub fn to_yaml(&self) -> String {
        let blinds = |chips: quasar_game::Chips| chips.as_f64() / BLIND;
        let betting = &self.betting;
        let sizes: Vec<String> =
            self.raise_texts.iter().map(|sizes| format!("[{sizes}]")).collect();
        let mut text = format!(
            "positions: [{}, {}]\nblinds: [{}, {}]\nantes: {}\nstacks: {}\nraise_sizes: [{}]\nlimp: {}\n",
            self.positions[0],
            self.positions[1],
            blinds(betting.small_blind),
            blinds(betting.big_blind),
            blinds(betting.ante),
            blinds(betting.stack),
            sizes.join(", "),
            betting.limp,
        );
        if let Some(cap) = betting.raise_cap {
            text += &format!("raise_cap: {cap}\n");
        }
        text += &format!(
            "iterations: {}\npreflop_exploitability_threshold_mbb: {}\ncheckpoint_every: {}\nprint_every: {}\ndcfr_alpha: {}\ndcfr_beta: {}\ndcfr_gamma: {}\nexploration: {}\n",
            self.iterations,
            self.target_mbb,
            self.checkpoint_every,
            self.print_every,
            self.discounts.alpha,
            self.discounts.beta,
            self.discounts.gamma,
            self.exploration,
        );
        if let Some(path) = &self.model {
            text += &format!("postflop_model_path: {:?}\n", path.display().to_string());
        }
        if let Some(exact) = &self.exact {
            text += &exact.to_yaml();
        }
        text
    }
}
