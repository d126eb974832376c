//! A game before the flop, with or without the streets that follow.

use quasar_solver::{
    BoardAt, Deal, Folds, LeafError, LeafOperator, Lifted, MatrixGame, Player, PublicTree, RunOuts,
    SolverGame, StreetsGame,
};

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

impl SolverGame for PreflopSolverGame {
    fn tree(&self) -> &PublicTree {
        self.game().tree()
    }

    fn weights(&self, player: Player) -> &[f32] {
        self.game().weights(player)
    }

    fn boards(&self, level: usize) -> usize {
        self.game().boards(level)
    }

    fn hands(&self, at: BoardAt, player: Player) -> usize {
        self.game().hands(at, player)
    }

    fn deals(&self, at: BoardAt) -> &[Deal] {
        self.game().deals(at)
    }

    fn leaf_operator(&self, at: BoardAt) -> &dyn LeafOperator {
        self.game().leaf_operator(at)
    }

    fn identity(&self) -> u64 {
        self.game().identity()
    }

    fn folds(&self) -> Folds {
        self.game().folds()
    }

    fn packs_slots(&self) -> bool {
        self.game().packs_slots()
    }

    fn run_outs(&self, at: BoardAt) -> Option<&dyn RunOuts> {
        self.game().run_outs(at)
    }

    fn unmerged(&self, at: BoardAt) -> Option<Result<Box<dyn SolverGame + '_>, LeafError>> {
        self.game().unmerged(at)
    }

    fn lifted(&self, at: BoardAt, player: Player) -> Option<Lifted<'_>> {
        self.game().lifted(at, player)
    }
}
