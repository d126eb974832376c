//! The spec of a game before the flop, and its text in a bundle.

use std::path::PathBuf;

use quasar_game::Rake;
use quasar_preflop::PreflopSpec;
use quasar_solver::{Algorithm, Discounts, Precision, Settings};
use quasar_store::Checkpoint;

use super::document::{ExactDocument, PreflopDocument};
use super::streets::StreetsRun;
use super::{ExactSpec, PreflopSolveError, StreetsOptions, StreetsPlan};
use crate::job::{Goal, thread_count};
use crate::model::PostflopBundle;
use crate::request::values::Text;
use crate::request::{Document, Warnings};
use crate::spot::SpotLock;

/// Chips of a big blind: values in chips are thousandths of it.
pub(super) const BLIND: f64 = 1_000.0;

/// A game before the flop, and how to solve it.
#[derive(Clone, PartialEq, Debug)]
pub struct PreflopSolveSpec {
    /// Names of the players: first the button, who posts the small blind, then
    /// the big blind.
    pub positions: [String; 2],
    /// Blinds, antes, stacks and raises; a big blind has 1,000 chips.
    pub betting: PreflopSpec,
    /// The rake, where every line is played to the river.
    pub rake: Rake,
    /// The most iterations.
    pub iterations: u32,
    /// The exploitability to reach, in thousandths of a big blind.
    pub target_mbb: f64,
    /// Iterations between two checkpoints; 0 for none.
    pub checkpoint_every: u32,
    /// Iterations between two progress reports.
    pub print_every: u32,
    /// The exponents of discounted CFR.
    pub discounts: Discounts,
    /// The fraction of the time that each player acts at random.
    pub exploration: f64,
    /// The bundle with the values of flops; without it a flop is worth its equity.
    pub model: Option<PathBuf>,
    /// Exact solves that correct the model, or the equity.
    pub exact: Option<ExactSpec>,
    /// Play to the river in the same solve, in place of values of flops.
    pub streets: Option<StreetsOptions>,
    /// Decisions with a fixed strategy.
    pub locks: Vec<SpotLock>,
    /// What was noticed while the spec was read.
    pub warnings: Warnings,
}

impl PreflopSolveSpec {
    /// All fields as YAML. A bundle keeps this text; it reads back as the same spec.
    pub fn to_yaml(&self) -> String {
        PreflopDocument::from(self).to_yaml()
    }

    /// The stack of each player, in big blinds.
    pub fn stack(&self) -> f64 {
        self.betting.stack.as_f64() / BLIND
    }

    /// What would be chosen, and the memory it takes, where every line is played to the river;
    /// none for other games. Sets nothing up.
    pub fn streets_plan(
        &self,
        threads: usize,
        allowed: u64,
    ) -> Result<Option<StreetsPlan>, PreflopSolveError> {
        let Some(options) = &self.streets else { return Ok(None) };
        let run = StreetsRun::new(options, self, self.settings(threads), allowed)?;
        Ok(Some(run.plan().clone()))
    }

    /// The same game, where play goes to the river with the flops and sizes that were chosen when
    /// a solve began, if the spec names none: what fits into memory by now may be something else.
    /// The checkpoint of that solve has them.
    pub(super) fn continuing(mut self, checkpoint: Option<&Checkpoint>) -> PreflopSolveSpec {
        let begun = checkpoint.and_then(|found| PreflopSolveSpec::parse(&found.header().spec).ok());
        if let Some((streets, begun)) =
            self.streets.as_mut().zip(begun.and_then(|spec| spec.streets))
        {
            streets.flops = streets.flops.take().or(begun.flops);
            streets.sizes = streets.sizes.take().or(begun.sizes);
        }
        self
    }

    /// When the solve ends: the target is in thousandths of a big blind.
    pub(crate) fn goal(&self) -> Goal {
        let (exploitability, iterations) = (Some(self.target_mbb), Some(self.iterations));
        Goal { exploitability, iterations, ..Goal::NONE }
    }

    /// How the game is solved.
    pub(super) fn settings(&self, threads: usize) -> Settings {
        let settings = Settings {
            algorithm: Algorithm::Discounted(self.discounts),
            exploration: self.exploration,
            ..Settings::default()
        };
        match &self.streets {
            Some(streets) => Settings {
                threads: thread_count(threads),
                precision: Precision::Half,
                sampling: streets.sampling,
                ..settings
            },
            None => settings,
        }
    }

    /// Equal for specs of the same game and settings, whatever their goals. The folder of
    /// the model is part of it: it decides the values of flops.
    pub fn canonical(&self) -> String {
        self.without_goals().to_json()
    }

    /// The same with the contents of the model in place of its folder, if it can be read.
    pub(crate) fn identity(&self) -> String {
        let bundle = self.model.as_deref().and_then(|folder| PostflopBundle::open(folder).ok());
        self.identity_with(bundle.as_ref())
    }

    /// The same with a model that is open; without one, its folder counts.
    pub(super) fn identity_with(&self, model: Option<&PostflopBundle>) -> String {
        let mut document = self.without_goals();
        if let Some(bundle) = model {
            document.model = Some(Text(format!("contents {}", bundle.contents())).into());
        }
        document.to_json()
    }

    fn without_goals(&self) -> PreflopDocument {
        let mut document = PreflopDocument::from(self);
        if let Some(exact) = &mut document.exact {
            let ExactDocument { flops, bet, bet_sizes, raise_cap, least_frequency, .. } =
                std::mem::take(exact);
            let fields = ExactDocument { flops, bet, bet_sizes, raise_cap, ..Default::default() };
            *exact = ExactDocument { least_frequency, ..fields };
        }
        if let Some(streets) = &mut document.streets {
            (streets.memory_mb, streets.held_out) = (None, None);
        }
        PreflopDocument {
            iterations: None,
            target: None,
            check_every: None,
            checkpoint_every: None,
            ..document
        }
    }
}

/// Where the values of flops come from in a game before the flop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FlopLeaf {
    /// The equity.
    Equity,
    /// A model of flops.
    Model,
    /// Exact solves.
    Exact,
    /// Play to the river in the same solve.
    Streets,
}
