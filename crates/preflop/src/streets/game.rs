//! A game before the flop, with or without the streets that follow.

use quasar_solver::{MatrixGame, SolverGame, StandsFor, StreetsGame};

/// What a solver of games before the flop solves. Nodes before the flop have the numbers of
/// the betting tree in both.
#[derive(Debug)]
pub enum PreflopSolverGame {
    /// Classes alone: a flop is a leaf.
    Classes(Box<MatrixGame>),
    /// Everything up to the river.
    Streets(Box<StreetsGame>),
}

impl PreflopSolverGame {
    /// The game up to the river, if it is one.
    pub fn streets(&self) -> Option<&StreetsGame> {
        match self {
            PreflopSolverGame::Classes(_) => None,
            PreflopSolverGame::Streets(game) => Some(game),
        }
    }
}

impl StandsFor for PreflopSolverGame {
    fn game(&self) -> &dyn SolverGame {
        match self {
            PreflopSolverGame::Classes(game) => &**game,
            PreflopSolverGame::Streets(game) => &**game,
        }
    }
}

impl From<MatrixGame> for PreflopSolverGame {
    fn from(game: MatrixGame) -> PreflopSolverGame {
        PreflopSolverGame::Classes(Box::new(game))
    }
}

impl From<StreetsGame> for PreflopSolverGame {
    fn from(game: StreetsGame) -> PreflopSolverGame {
        PreflopSolverGame::Streets(Box::new(game))
    }
}
