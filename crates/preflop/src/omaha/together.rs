//! Games of one deck that learn from the same boards.
//!
//! A board is set up once for all games, and their columns fill sweeps that a game alone
//! would leave half empty. Every game has its own regrets, strategies and
//! measurements, and ends up with what it would have found alone, to the last bit.

use quasar_equity::Progress;

use super::boards::Sample;
use super::deck::OmahaDeck;
use super::game::OmahaPreflopGame;
use super::leaves::{Question, leaves};
use super::solve::{OmahaPreflopSolver, OmahaValue};
use crate::{PreflopError, PreflopSpec};

/// By how many boards the samples of iterations grow: 41,000 boards in a round, a third of
/// what a measurement takes.
const GROWTH: usize = 50;

/// Strategies of several games in the making. Games that are good enough leave, and the
/// others continue without them.
#[derive(Clone, Debug)]
pub struct OmahaPreflopBatch {
    solvers: Vec<OmahaPreflopSolver>,
    /// Whether each still learns.
    learning: Vec<bool>,
}

impl OmahaPreflopBatch {
    /// Iterations between two measurements.
    pub const ROUND: u32 = 40;

    /// Games of which nothing is learned yet, checked down after the flop.
    pub fn new(
        specs: &[PreflopSpec],
        deck: &OmahaDeck,
        seed: u64,
    ) -> Result<OmahaPreflopBatch, PreflopError> {
        let solver = |spec: &PreflopSpec| {
            Ok(OmahaPreflopSolver::new(OmahaPreflopGame::with_deck(spec, deck)?, seed))
        };
        let solvers = specs.iter().map(solver).collect::<Result<Vec<_>, PreflopError>>()?;
        Ok(OmahaPreflopBatch { learning: vec![true; solvers.len()], solvers })
    }

    /// The games, in the order of their specs.
    pub fn solvers(&self) -> &[OmahaPreflopSolver] {
        &self.solvers
    }

    /// Leaves a game out of what follows.
    pub fn leave(&mut self, number: usize) {
        self.learning[number] = false;
    }

    /// Plays the iterations between two measurements. See
    /// [`OmahaPreflopSolver::learn_round`].
    pub fn learn_round(&mut self, progress: &Progress) -> Result<(), PreflopError> {
        learn_round(&mut self.learning(), progress)
    }

    /// Measures the games that still learn over all boards, exactly; each comes with its
    /// number.
    pub fn measure(
        &mut self,
        progress: &Progress,
    ) -> Result<Vec<(usize, OmahaValue)>, PreflopError> {
        let worth = measure(&mut self.learning(), progress)?;
        let numbers = self.learning.iter().enumerate().filter(|(_, learns)| **learns);
        Ok(numbers.map(|(number, _)| number).zip(worth).collect())
    }

    fn learning(&mut self) -> Vec<&mut OmahaPreflopSolver> {
        let solvers = self.solvers.iter_mut().zip(&self.learning);
        solvers.filter(|(_, learns)| **learns).map(|(solver, _)| solver).collect()
    }
}

/// Learns from so many boards. A call that fails has changed nothing.
///
/// Here and below, all games have the same deck, seed and number of iterations.
pub(super) fn step(
    solvers: &mut [&mut OmahaPreflopSolver],
    boards: usize,
    progress: &Progress,
) -> Result<(), PreflopError> {
    let Some(first) = solvers.first() else { return Ok(()) };
    let sample = Sample { boards, seed: first.seed, number: u64::from(first.iterations()) };
    let played: Vec<_> = solvers.iter().map(|solver| solver.play_current()).collect();
    let questions: Vec<Question<'_>> = solvers
        .iter()
        .zip(&played)
        .map(|(solver, played)| Question {
            game: solver.game(),
            reach: &played.reach,
            anchor: solver.anchor.as_ref(),
            all_folds: false,
        })
        .collect();
    let leaves = leaves(&questions, Some(sample), progress)?;
    for ((solver, played), leaves) in solvers.iter_mut().zip(&played).zip(&leaves) {
        solver.learn(played, &leaves.values);
    }
    Ok(())
}

/// Plays the iterations between two measurements, with growing samples of boards, which
/// `progress` counts. Samples start small again after a measurement, since they then only
/// have to say what has changed.
pub(super) fn learn_round(
    solvers: &mut [&mut OmahaPreflopSolver],
    progress: &Progress,
) -> Result<(), PreflopError> {
    let samples = (1..=OmahaPreflopBatch::ROUND as usize).map(|iteration| GROWTH * iteration);
    progress.set_total(samples.clone().sum::<usize>() as u64);
    samples.into_iter().try_for_each(|boards| step(solvers, boards, progress))
}

/// Measures average strategies over all boards, exactly. Later samples are compared with
/// what was measured.
pub(super) fn measure(
    solvers: &mut [&mut OmahaPreflopSolver],
    progress: &Progress,
) -> Result<Vec<OmahaValue>, PreflopError> {
    let played: Vec<_> = solvers.iter().map(|solver| solver.play_average()).collect();
    let questions: Vec<Question<'_>> = solvers
        .iter()
        .zip(&played)
        .map(|(solver, played)| Question {
            game: solver.game(),
            reach: &played.reach,
            anchor: None,
            all_folds: true,
        })
        .collect();
    let leaves = leaves(&questions, None, progress)?;
    let measured = solvers.iter_mut().zip(&played).zip(leaves);
    Ok(measured
        .map(|((solver, played), leaves)| {
            solver.anchor = Some(leaves.anchor);
            solver.value_of(&played.strategy, &leaves.values)
        })
        .collect())
}
