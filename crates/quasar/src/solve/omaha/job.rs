//! How large a spot of Omaha is, and solving it.

use quasar_cards::{CardSet, Game, Street};
use quasar_game::{BettingTree, Line};
use quasar_solver::{MemoryEstimate, OmahaGame, OmahaSpec, Solver};

use super::report::{self, OmahaReport, OmahaView};
use crate::solve::spot::size_of;
use crate::solve::{Ended, JobControl, SolveJob, SolveProgress, SpotError, SpotSize, SpotSpec};

/// A spot whose lines and boards are laid out, ready to be solved.
#[derive(Debug)]
pub struct OmahaPlan {
    spec: SpotSpec,
    betting: BettingTree,
    game: OmahaGame,
    size: SpotSize,
}

/// A spot being solved.
pub struct OmahaJob {
    pub(super) spec: SpotSpec,
    pub(super) betting: BettingTree,
    pub(super) size: SpotSize,
    pub(super) job: SolveJob<OmahaGame>,
}

impl SpotSpec {
    /// The game, which is that of the ranges.
    pub fn game(&self) -> Game {
        self.ranges[0].game()
    }

    /// Lays out lines and boards of a spot of Omaha, and counts them.
    pub fn plan_omaha(self) -> Result<OmahaPlan, SpotError> {
        if self.board.street() < Street::Turn {
            return Err(SpotError::Early { game: self.game(), cards: self.board.cards().len() });
        }
        if !self.locks.is_empty() {
            return Err(SpotError::OmahaLocks);
        }
        if self.abstraction.is_some() {
            return Err(SpotError::Abstraction);
        }
        let counts = self.betting.counts()?;
        let betting = BettingTree::build(&self.betting)?;
        let game = OmahaGame::new(&OmahaSpec {
            board: self.board,
            deck: CardSet::DECK,
            ranges: &self.ranges,
            betting: &betting,
            rake: self.rake,
            merge_suits: true,
        })?;
        let size = size_of(&counts, &game, MemoryEstimate::new(&game, &self.settings)?);
        Ok(OmahaPlan { spec: self, betting, game, size })
    }
}

impl OmahaPlan {
    /// How large the spot is.
    pub fn size(&self) -> &SpotSize {
        &self.size
    }

    /// The spec it was made from.
    pub fn spec(&self) -> &SpotSpec {
        &self.spec
    }

    /// Takes the memory; refused if that is more than `allowed` bytes.
    pub fn job(self, allowed: u64) -> Result<OmahaJob, SpotError> {
        let solver = Solver::within(self.game, self.spec.settings, allowed)?;
        let job = SolveJob::new(solver, self.spec.goal);
        Ok(OmahaJob { spec: self.spec, betting: self.betting, size: self.size, job })
    }
}

impl OmahaJob {
    /// Works until the goal is reached or the job is cancelled.
    pub fn run(&mut self, control: &JobControl, progress: impl FnMut(&SolveProgress)) -> Ended {
        self.job.run(control, progress)
    }

    /// What is known now, and the strategy at the end of `line`.
    pub fn report(
        &mut self,
        ended: Ended,
        line: &Line,
        view: &OmahaView,
    ) -> Result<OmahaReport, SpotError> {
        report::make(self, ended, line, view)
    }

    /// Fails if `line` does not end at a decision; for telling before a long
    /// solve.
    pub fn check_line(&self, line: &Line) -> Result<(), SpotError> {
        self.locate(line).map(|_| ())
    }

    /// The job itself, to be run step by step.
    pub fn job(&mut self) -> &mut SolveJob<OmahaGame> {
        &mut self.job
    }
}
