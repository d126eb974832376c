//! Push or fold: the charts of a stack depth.

use quasar_cards::HoldemClass;
use quasar_preflop::{ClassTable, PushFoldCharts, PushFoldGame};
use schemars::JsonSchema;
use serde::Serialize;

use super::PreflopSolveError;
use super::node::range;
use super::spec::BLIND;
use crate::request::document::document;
use crate::request::values::quantities::{Blinds, Count, TargetMbb};
use crate::request::values::{Num, Quantity};
use crate::request::{At, FieldError, needed};

document! {
    /// The push-or-fold charts of a stack depth.
    pub struct PushFoldDocument ("fields") {
        /// The stack of each player in big blinds: more than 1 and at most 1,000.
        #[schemars(required)]
        stack: At<Num<Blinds>>,
        /// The most iterations; 50,000 if left out.
        iterations: At<Num<Count>>,
        /// The exploitability to reach, in thousandths of a big blind per hand; 0.001 if left
        /// out.
        target: At<Num<TargetMbb>>,
    }
}

impl PushFoldDocument {
    /// Solves what is asked, with at most so many iterations.
    pub fn report(&self, most_iterations: u32) -> Result<PushFoldReport, PreflopSolveError> {
        let stack = needed(self.stack.as_ref(), "stack", "a number of big blinds, such as 10")?;
        let default = PushFoldOptions::default();
        let iterations = self.iterations.as_deref().map_or(default.iterations, |count| count.get());
        let options = PushFoldOptions {
            iterations: iterations.min(most_iterations),
            target: self.target.as_deref().map_or(default.target, |target| target.get()),
        };
        push_fold(stack.get(), &options)
    }
}

/// When a solve of push or fold ends.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PushFoldOptions {
    /// The most iterations.
    pub iterations: u32,
    /// The exploitability to reach, in thousandths of a big blind per hand.
    pub target: f64,
}

impl Default for PushFoldOptions {
    /// 0.001 thousandths of a big blind, which every stack reaches in about a second.
    fn default() -> PushFoldOptions {
        PushFoldOptions { iterations: 50_000, target: 0.001 }
    }
}

impl PushFoldOptions {
    fn check(&self) -> Result<(), PreflopSolveError> {
        let wrong = |field: &str, text: String, expected: &'static str| {
            let (field, expected) = (field.to_owned(), expected.into());
            Err(FieldError::Value { field, text, expected }.into())
        };
        if self.iterations == 0 {
            return wrong("iterations", "0".to_owned(), Count::EXPECTED);
        }
        if !(self.target >= 0.0 && self.target.is_finite()) {
            let expected = "thousandths of a big blind, 0 or more, such as 0.001";
            return wrong("target", self.target.to_string(), expected);
        }
        Ok(())
    }
}

/// Which hands go all-in and which call.
#[derive(Clone, PartialEq, Debug, JsonSchema, Serialize)]
pub struct PushFoldReport {
    /// The stack of each player, in big blinds.
    pub stack: f64,
    /// How often each class goes all-in, row by row of the grid.
    pub push: Vec<ClassFrequencyReport>,
    /// How often each class calls an all-in.
    pub call: Vec<ClassFrequencyReport>,
    /// How often the button goes all-in, over all combos, 0 to 1.
    pub push_frequency: f64,
    /// How often the big blind calls, over all combos, 0 to 1.
    pub call_frequency: f64,
    /// The hands that go all-in, as range text.
    pub push_range: String,
    /// The hands that call, as range text.
    pub call_range: String,
    /// The exploitability of the charts, in thousandths of a big blind per hand: the mean of
    /// both players' best-response gains, in double precision.
    pub exploitability_mbb: f64,
    /// The button's expected win, in thousandths of a big blind per hand.
    pub ev_mbb: f64,
    /// Iterations done.
    pub iterations: u32,
}

/// How often a class takes an action.
#[derive(Clone, PartialEq, Debug, JsonSchema, Serialize)]
pub struct ClassFrequencyReport {
    /// The class, such as `AKs`.
    pub class: String,
    /// How often, 0 to 1.
    pub frequency: f64,
}

/// Solves push or fold with blinds of 0.5 and 1 and a stack in big blinds.
pub fn push_fold(
    stack: f64,
    options: &PushFoldOptions,
) -> Result<PushFoldReport, PreflopSolveError> {
    if !(stack > 1.0 && stack <= 1_000.0) {
        return Err(PreflopSolveError::BadStack(stack));
    }
    options.check()?;
    let game = PushFoldGame::new(&ClassTable::preflop(), BLIND / 2.0, BLIND, BLIND * stack);
    let (charts, worth, iterations) = game.solve(options.target, options.iterations);
    let PushFoldCharts { push, call } = charts;
    Ok(PushFoldReport {
        stack,
        push_frequency: overall(&push),
        call_frequency: overall(&call),
        push_range: range(|class| push[class.index()] as f32),
        call_range: range(|class| call[class.index()] as f32),
        push: by_class(&push),
        call: by_class(&call),
        exploitability_mbb: worth.exploitability,
        ev_mbb: worth.value,
        iterations,
    })
}

/// The frequencies with their classes.
fn by_class(frequencies: &[f64]) -> Vec<ClassFrequencyReport> {
    let report = |class: HoldemClass| ClassFrequencyReport {
        class: class.to_string(),
        frequency: frequencies[class.index()],
    };
    HoldemClass::all().map(report).collect()
}

/// The frequency over all 1,326 combos.
fn overall(frequencies: &[f64]) -> f64 {
    let combos = HoldemClass::all().map(|class| class.size() as f64 * frequencies[class.index()]);
    combos.sum::<f64>() / 1_326.0
}
