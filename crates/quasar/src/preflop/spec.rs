//! What is solved and how, and its text in a bundle.

use std::path::PathBuf;

use quasar_preflop::PreflopSpec;
use quasar_solver::Discounts;

use super::ExactSpec;
use super::document::{ExactDocument, PreflopDocument};
use crate::request::Document;

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
        PreflopDocument::from(self).to_yaml()
    }

    /// Equal for specs of the same game, solved in the same way, whatever ends their
    /// solves. The folder of the model is part of it: it says what flops are worth.
    pub fn canonical(&self) -> String {
        let mut document = PreflopDocument::from(self);
        if let Some(exact) = &mut document.exact {
            let ExactDocument { flops, bet, bet_sizes, raise_cap, least_frequency, .. } =
                std::mem::take(exact);
            let fields = ExactDocument { flops, bet, bet_sizes, raise_cap, ..Default::default() };
            *exact = ExactDocument { least_frequency, ..fields };
        }
        PreflopDocument {
            iterations: None,
            target: None,
            check_every: None,
            checkpoint_every: None,
            ..document
        }
        .to_json()
    }
}

/// What flops are worth in a game before the flop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FlopLeaf {
    /// The equity.
    Equity,
    /// What a model says.
    Model,
    /// What exact solves say.
    Exact,
}
