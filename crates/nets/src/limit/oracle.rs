//! Leaves that are solved: the reference for all other values.
//!
//! For every question the rest of the game is solved from scratch at the beliefs asked about.
//! A limited game with this oracle must therefore reproduce the whole game, up to how well
//! the rest is solved; that is the test of the contract. It is far too slow for anything else:
//! one solve for each leaf, board and iteration.

use std::fmt::{self, Debug, Formatter};
use std::sync::{Arc, Mutex, PoisonError};

use quasar_solver::{
    Algorithm, BoardAt, Deal, Folds, LeafError, LeafOperator, NodeAt, Player, Profile, PublicTree,
    Settings, Solver, SolverGame,
};

use super::cards::same_hands;
use super::{BoardValues, CutBoard, LeafQuestion, LeafValues, LimitError, Query};

/// What follows the frontier leaves of a game.
pub trait Continuations: Debug + Sync {
    /// The game that follows a leaf.
    type Game: SolverGame + Debug + Send + 'static;

    /// The game from a leaf on, with the hands of the place in the same order. Pay-offs are
    /// relative to half of the pot at the leaf.
    fn after(&self, place: &CutBoard, leaf: usize) -> Result<Self::Game, LimitError>;
}

/// How well the rest of a game is solved.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct OracleSettings {
    /// How strategies are learned.
    pub algorithm: Algorithm,
    /// The most iterations of a solve.
    pub iterations: u32,
    /// A solve ends when its exploitability is at most this fraction of the pot.
    pub accuracy: f64,
}

impl Default for OracleSettings {
    fn default() -> OracleSettings {
        OracleSettings { algorithm: Algorithm::default(), iterations: 1000, accuracy: 1e-3 }
    }
}

/// Solves what follows each leaf.
#[derive(Clone, Debug)]
pub struct Oracle<C> {
    continuations: C,
    settings: OracleSettings,
}

impl<C: Continuations> Oracle<C> {
    /// Solves what `continuations` has.
    pub fn new(continuations: C, settings: OracleSettings) -> Oracle<C> {
        Oracle { continuations, settings }
    }
}

impl<C: Continuations> LeafValues for Oracle<C> {
    fn on_board(&self, place: &CutBoard) -> Result<Box<dyn BoardValues>, LimitError> {
        let solvers = (0..place.leaves.len()).map(|leaf| {
            let game = Arc::new(self.continuations.after(place, leaf)?);
            if !same_hands(&*game, place) {
                return Err(LimitError::OtherHands);
            }
            let weights = place.weights.clone();
            let settings = Settings { algorithm: self.settings.algorithm, ..Settings::default() };
            let solver = Solver::new(Reweighted { game: Arc::clone(&game), weights }, settings)?;
            Ok(Rest { game, solver: Mutex::new(solver) })
        });
        let rests = solvers.collect::<Result<Vec<_>, LimitError>>()?;
        Ok(Box::new(Solved { rests, settings: self.settings }))
    }

    fn fingerprint(&self) -> u64 {
        let OracleSettings { iterations, accuracy, .. } = self.settings;
        0x6f72_6163_6c65 ^ (u64::from(iterations) << 32) ^ accuracy.to_bits().rotate_left(7)
    }
}

/// What follows a leaf on a board.
struct Rest<G> {
    game: Arc<G>,
    solver: Mutex<Solver<Reweighted<G>>>,
}

impl<G: Debug> Debug for Rest<G> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Rest").field("game", &self.game).finish_non_exhaustive()
    }
}

#[derive(Debug)]
struct Solved<G> {
    rests: Vec<Rest<G>>,
    settings: OracleSettings,
}

impl<G: SolverGame + Debug + Send> BoardValues for Solved<G> {
    fn values(&self, mut query: Query<'_>) -> Result<(), LeafError> {
        for (number, question) in query.questions.iter().enumerate() {
            let rows = query.values.each_mut().map(|rows| rows.row(number));
            self.solve(question, rows).map_err(LeafError::new)?;
        }
        Ok(())
    }
}

/// How many iterations pass between two looks at the exploitability.
const CHECK_EVERY: u32 = 10;

impl<G: SolverGame + Debug + Send> Solved<G> {
    fn solve(&self, question: &LeafQuestion<'_>, vhat: [&mut [f32]; 2]) -> Result<(), LimitError> {
        let rest = &self.rests[question.leaf];
        let mut solver = rest.solver.lock().unwrap_or_else(PoisonError::into_inner);
        let weights = question.belief.map(<[f32]>::to_vec);
        solver.restart(Reweighted { game: Arc::clone(&rest.game), weights })?;
        let goal = self.settings.accuracy * f64::from(question.pot);
        for iteration in 1..=self.settings.iterations {
            solver.step()?;
            if iteration % CHECK_EVERY == 0 && solver.gap(Profile::Average)? <= goal {
                break;
            }
        }
        // Best responses, not what the averages get: a hand that is hardly ever held counts
        // for nothing in the exploitability, so its average may still be far off, but its
        // value says whether to deviate. For other hands both are the same.
        let start = NodeAt { stage: 0, node: 0, deals: Vec::new() };
        let best = solver.best_responses(&start, Profile::Average)?.values;
        for (vhat, best) in vhat.into_iter().zip(best) {
            for (vhat, chips) in vhat.iter_mut().zip(best) {
                *vhat = chips.unwrap_or(0.0) / question.pot;
            }
        }
        Ok(())
    }
}

/// A game with other weights.
#[derive(Debug)]
struct Reweighted<G> {
    game: Arc<G>,
    weights: [Vec<f32>; 2],
}

impl<G: SolverGame + Send> SolverGame for Reweighted<G> {
    fn tree(&self) -> &PublicTree {
        self.game.tree()
    }

    fn weights(&self, player: Player) -> &[f32] {
        &self.weights[player.index()]
    }

    fn boards(&self, level: usize) -> usize {
        self.game.boards(level)
    }

    fn hands(&self, at: BoardAt, player: Player) -> usize {
        self.game.hands(at, player)
    }

    fn deals(&self, at: BoardAt) -> &[Deal] {
        self.game.deals(at)
    }

    fn leaf_operator(&self, at: BoardAt) -> &dyn LeafOperator {
        self.game.leaf_operator(at)
    }

    fn folds(&self) -> Folds {
        self.game.folds()
    }

    fn packs_slots(&self) -> bool {
        self.game.packs_slots()
    }
}
