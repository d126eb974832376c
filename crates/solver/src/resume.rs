//! Resuming from an average strategy and regrets, as saves keep them.
//!
//! The sums of the average need not be stored. With W the weight of all iterations so
//! far, S(I, a) the sum at an information set and x(I) the player's own reach there
//! under the average strategy, perfect recall gives (Kuhn 1953; in the form of
//! realisation plans von Stengel 1996)
//!
//! ```text
//! S(I, a) = W * x(I) * average(I, a)
//! ```
//!
//! so one walk down the tree rebuilds them. Predictions are not stored: predictive CFR+
//! resumes without one for its first iteration.

use crate::decisions::{StoredDecision, each_decision};
use crate::kernels::Shape;
use crate::number::NEAREST;
use crate::schedule::Weights;
use crate::storage::{Use, Uses};
use crate::walk::{Pass, Source, Task};
use crate::{BoardAt, Solver, SolverError, SolverGame};

/// A decision on a board whose numbers are needed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StoredAt {
    /// The stage of the tree.
    pub stage: usize,
    /// The node of the stage.
    pub node: usize,
    /// The board.
    pub place: BoardAt,
}

/// Which numbers of a decision are needed, action by action, hand by hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StoredNumbers {
    /// The average strategy.
    Strategy,
    /// The regrets.
    Regrets,
}

/// The most iterations of a resumable solve: their weights are added up one by one.
const MOST_ITERATIONS: u32 = 10_000_000;

impl<G: SolverGame> Solver<G> {
    /// Restores the state after `iteration` iterations. `numbers` provides first the average
    /// strategies of all decisions, then all regrets.
    pub fn resumed<E: From<SolverError>>(
        mut self,
        iteration: u32,
        mut numbers: impl FnMut(&G, StoredAt, StoredNumbers) -> Result<Vec<f32>, E>,
    ) -> Result<Solver<G>, E> {
        if iteration > MOST_ITERATIONS {
            return Err(SolverError::BadCheckpoint("it has too many iterations").into());
        }
        self.fill(StoredNumbers::Strategy, &mut numbers)?;
        self.iteration = iteration;
        self.rebuild_sums()?;
        self.fill(StoredNumbers::Regrets, &mut numbers)?;
        self.forget_values();
        Ok(self)
    }

    /// Makes sums of all iterations so far from numbers in the proportions of the average.
    pub(crate) fn rebuild_sums(&mut self) -> Result<(), SolverError> {
        let algorithm = self.settings.algorithm;
        let weight = algorithm.total_weight(self.iteration);
        let weights = Weights { keep: 0.0, add: weight, ..algorithm.weights(1) };
        self.walk(Pass::plain([Source::Average; 2], [Task::Accumulate(weights); 2]))
    }

    /// Writes strategies to the place of the sums, or regrets.
    fn fill<E: From<SolverError>>(
        &mut self,
        what: StoredNumbers,
        numbers: &mut impl FnMut(&G, StoredAt, StoredNumbers) -> Result<Vec<f32>, E>,
    ) -> Result<(), E> {
        let Solver { game, plan, storage, .. } = self;
        let mut buffer = Vec::new();
        each_decision(game, plan, &mut |decision| {
            let StoredDecision { at, shape, start, .. } = decision;
            let given = numbers(game, at, what)?;
            check(&given, shape, what)?;
            buffer.resize(2 * shape.slots(), 0.0);
            let uses = match what {
                StoredNumbers::Strategy => Uses { regrets: Use::Not, sums: Use::Write },
                StoredNumbers::Regrets => Uses { regrets: Use::Write, sums: Use::Not },
            };
            storage.view(NEAREST).with(start, shape.slots(), &mut buffer, uses, |slots| {
                let slots = match what {
                    StoredNumbers::Strategy => slots.sums,
                    StoredNumbers::Regrets => slots.regrets,
                };
                for (place, &given) in given.iter().enumerate() {
                    slots[shape.slot(place / shape.hands, place % shape.hands)] = given;
                }
            });
            Ok(())
        })
    }
}

fn check(given: &[f32], shape: Shape, what: StoredNumbers) -> Result<(), SolverError> {
    if given.len() != shape.actions * shape.hands {
        return Err(SolverError::BadCheckpoint("a decision has different actions or hands"));
    }
    let sensible =
        |number: &f32| number.is_finite() && (what == StoredNumbers::Regrets || *number >= 0.0);
    if given.iter().all(sensible) {
        Ok(())
    } else {
        Err(SolverError::BadCheckpoint("a number is negative, infinite or NaN"))
    }
}
