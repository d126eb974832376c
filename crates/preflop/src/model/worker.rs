//! Solving one flop after the other in the same memory.

use std::ops::ControlFlow;

use quasar_solver::{
    MatrixGame, MemoryEstimate, Profile, PruneCount, Settings, Solver, SolverError, StepGoal,
};

use super::pairs::{StreetPart, pair_values, sampled_pair_values, street_parts};
use super::sampled::{Sampled, ValueChange};
use super::{ModelSpec, ModelTree};
use crate::{CLASSES, ClassTable, PreflopError};

/// The memory of one thread of work: allocated for the first flop and reused for
/// every other, at any stack depth.
#[derive(Default)]
pub struct FlopWorker {
    solver: Option<Solver<MatrixGame>>,
}

/// A solved flop.
#[derive(Clone, PartialEq, Debug)]
pub struct FlopSolution {
    /// The fraction of the pot that each class gets out of position (row) against
    /// each class in position (column), 169 x 169; zero where the two cannot be
    /// dealt. In position a class gets 1 minus what the other gets.
    pub values: Vec<f32>,
    /// Iterations done.
    pub iterations: u32,
    /// The exploitability of the strategies, as a fraction of the pot; always by the whole
    /// table.
    pub exploitability: f64,
    /// If deals were sampled, the standard error that the mean value of a class has
    /// because values were computed from so many, as a fraction of the pot: the root of the
    /// mean square over all classes.
    pub standard_error: Option<f64>,
    /// (line, action, class) slots that iterations visited and pruned.
    pub pruned: PruneCount,
}

impl FlopWorker {
    /// A worker that has no memory yet.
    pub fn new() -> FlopWorker {
        FlopWorker::default()
    }

    /// The memory that a flop takes.
    pub fn memory(tree: &ModelTree, settings: &Settings) -> Result<MemoryEstimate, PreflopError> {
        let even = ClassTable::new(|_, _| 1, |_, _| 0.5);
        Ok(MemoryEstimate::new(&game(tree, &even)?, settings)?)
    }

    /// Solves a flop. `watch` is called with the iteration and the exploitability when
    /// last measured, and stops the work by returning false.
    pub fn solve(
        &mut self,
        spec: &ModelSpec,
        tree: &ModelTree,
        classes: &ClassTable,
        mut watch: impl FnMut(u32, Option<f64>) -> bool,
    ) -> Result<FlopSolution, PreflopError> {
        let solver = self.begin(spec, tree, classes)?;
        let pot = tree.pot();
        let goal = StepGoal {
            exploitability: Some(spec.target * pot),
            iterations: Some(spec.iterations),
            check_last: true,
            ..StepGoal::NONE
        };
        let sampled = spec.sampling.map(|sampling| Sampled::new(sampling, classes));
        let mut sampled = sampled.transpose()?;
        let mut change = spec.sampling.map(ValueChange::new);
        let mut known = None;
        let ended = solver.run_steps(
            &goal,
            |solver| match &mut sampled {
                None => solver.step(),
                Some(sampled) => sampled.step(solver),
            },
            |solver, advance| {
                let measured = advance.exploitability.map(|found| found / pot);
                known = measured.or(known);
                let settled = match &mut change {
                    Some(change) if measured.is_some() => change.is_small(solver, pot),
                    _ => Ok(false),
                };
                match settled {
                    Err(error) => ControlFlow::Break(Err(error.into())),
                    Ok(_) if !watch(advance.iteration, known) => {
                        ControlFlow::Break(Err(PreflopError::Stopped))
                    }
                    Ok(true) => ControlFlow::Break(Ok(())),
                    Ok(false) => ControlFlow::Continue(()),
                }
            },
        )?;
        if let ControlFlow::Break(early) = ended {
            early?;
        }
        let exploitability = match known {
            Some(found) => found,
            None => solver.gap(Profile::Average)? / pot,
        };
        let (values, standard_error) = match &mut sampled {
            None => (pair_values(solver, classes, pot)?, None),
            Some(sampled) => {
                let deals = sampled.value_deals();
                let (values, error) = sampled_pair_values(solver, classes, deals, pot)?;
                (values, Some(error))
            }
        };
        Ok(FlopSolution {
            values,
            iterations: solver.iteration(),
            exploitability,
            standard_error,
            pruned: solver.prune_count(),
        })
    }

    /// The solver of the last flop, to query its strategies.
    pub fn solver(&mut self) -> Option<&mut Solver<MatrixGame>> {
        self.solver.as_mut()
    }

    /// The values of the last flop in parts: what comes from hands that end on the
    /// flop, the turn and the river. None before the first flop.
    pub fn street_parts(
        &mut self,
        tree: &ModelTree,
        classes: &ClassTable,
    ) -> Result<Option<Vec<StreetPart>>, PreflopError> {
        let Some(solver) = &mut self.solver else { return Ok(None) };
        Ok(Some(street_parts(solver, classes, tree.pot())?))
    }

    fn begin(
        &mut self,
        spec: &ModelSpec,
        tree: &ModelTree,
        classes: &ClassTable,
    ) -> Result<&mut Solver<MatrixGame>, PreflopError> {
        let game = game(tree, classes)?;
        match self.solver.take_if(|solver| *solver.settings() == spec.settings) {
            Some(mut solver) => {
                solver.restart(game)?;
                Ok(self.solver.insert(solver))
            }
            None => Ok(self.solver.insert(Solver::new(game, spec.settings)?)),
        }
    }
}

fn game(tree: &ModelTree, classes: &ClassTable) -> Result<MatrixGame, SolverError> {
    let weights = [vec![1.0; CLASSES], vec![1.0; CLASSES]];
    let tests = vec![classes.showdown()];
    MatrixGame::without_cards(tree.public().clone(), weights, classes.together(), tests)
}
