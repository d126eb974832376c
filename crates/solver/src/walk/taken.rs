//! Which deals a pass takes, and their weights.

use super::{At, Pass, Task, Walk};
use crate::schedule::Weights;
use crate::scratch::LevelScratch;
use crate::{Algorithm, BoardAt, LeafError, Sampling, SolverGame};

/// Which deals a pass takes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Deals {
    /// All.
    All,
    /// Those of an iteration, by the number of the visit of the board.
    Learned { sampling: Option<Sampling>, algorithm: Algorithm, visit: u32 },
    /// All, with buckets on rivers, less what [`Deals::Drawn`] adds.
    Corrected { sampling: Sampling, visit: u32 },
    /// Some rivers, without buckets.
    Drawn { sampling: Sampling, visit: u32 },
}

impl Deals {
    /// The number of a visit in which values may be estimated.
    pub(super) fn visit(self) -> Option<u32> {
        match self {
            Deals::Learned { visit, .. } => Some(visit),
            _ => None,
        }
    }
}

impl Walk<'_> {
    /// The same walk over another game.
    pub(super) fn over<'s>(&'s self, game: &'s dyn SolverGame, pass: Pass) -> Walk<'s> {
        let Walk { plan, locks, counters, pooled, workers, .. } = *self;
        Walk { game, plan, pass, locks, counters, watch: None, pooled, workers, by_hand: None }
    }

    /// The game from a board on with every hand for itself, if the pass wants all of it.
    pub(super) fn unmerged(&self, place: BoardAt) -> Option<Result<Unmerged<'_>, LeafError>> {
        let all = matches!(self.pass.deals, Deals::All) && self.pass.unmerges;
        all.then(|| Unmerged::of(self.game, place)).flatten()
    }

    /// Whether values on rivers in buckets are corrected by some that are not.
    pub(super) fn corrects_rivers(&self) -> bool {
        match self.pass.deals {
            Deals::Corrected { .. } => true,
            Deals::Learned { .. } => self.by_hand.is_some(),
            Deals::All | Deals::Drawn { .. } => false,
        }
    }

    /// Finds what each deal counts, and the pass on the boards that follow.
    pub(super) fn take_deals(&self, at: At<'_>, own: &mut LevelScratch) -> Pass {
        let deals = self.game.deals(at.place).len();
        let LevelScratch { counts, taken, .. } = own;
        let counts = &mut counts[..deals];
        let pass = self.count_deals(at, counts);
        for (taken, &count) in taken.iter_mut().zip(&*counts) {
            *taken = count != 0.0;
        }
        pass
    }

    fn count_deals(&self, at: At<'_>, counts: &mut [f32]) -> Pass {
        let before_last = at.place.level + 2 == self.plan.levels.len();
        match self.pass.deals {
            Deals::Learned { sampling: Some(sampling), algorithm, visit } => {
                let (next, after) = sampling.take(at.place, visit, counts);
                let weights = algorithm.weights(next);
                let learned = Deals::Learned { sampling: Some(after), algorithm, visit: next };
                let pass = Pass { deals: learned, ..self.pass };
                return if next == visit { pass } else { pass.weighted(weights) };
            }
            Deals::Corrected { sampling, visit } if before_last => {
                sampling.take(at.place, visit, counts);
                counts.iter_mut().for_each(|count| *count = 1.0 - *count);
            }
            Deals::Drawn { sampling, visit } if before_last => {
                sampling.take(at.place, visit, counts);
            }
            _ => counts.fill(1.0),
        }
        self.pass
    }
}

/// A game with every hand for itself.
pub(super) enum Unmerged<'g> {
    /// One that another keeps at hand.
    Kept(&'g dyn SolverGame),
    /// One that was made.
    Made(Box<dyn SolverGame + 'g>),
}

impl<'g> Unmerged<'g> {
    /// That of a game from a board on.
    pub(super) fn of(
        game: &'g dyn SolverGame,
        place: BoardAt,
    ) -> Option<Result<Unmerged<'g>, LeafError>> {
        match game.by_hand(place) {
            Some(kept) => Some(Ok(Unmerged::Kept(kept))),
            None => game.unmerged(place).map(|made| made.map(Unmerged::Made)),
        }
    }

    pub(super) fn game(&self) -> &dyn SolverGame {
        match self {
            Unmerged::Kept(game) => *game,
            Unmerged::Made(game) => &**game,
        }
    }
}

impl Pass {
    /// The same pass with other weights, except for the floor of regrets.
    fn weighted(self, weights: Weights) -> Pass {
        let task = |task: Task| match task {
            Task::Learn(Weights { floor, .. }) => Task::Learn(Weights { floor, ..weights }),
            task => task,
        };
        Pass {
            tasks: self.tasks.map(task),
            averages: self.averages.map(|average| average.map(|_| weights)),
            ..self
        }
    }
}
