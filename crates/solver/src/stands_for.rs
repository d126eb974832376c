//! Games that stand for another one, such as an enum of games.

use crate::game::{BoardAt, Deal, Folds, Lifted, SolverGame};
use crate::operators::{LeafError, LeafOperator, RunOuts};
use crate::{Player, PublicTree};

/// A game that forwards every call to another game, such as an enum of games.
pub trait StandsFor: Sync {
    /// The game itself.
    fn game(&self) -> &dyn SolverGame;
}

impl<G: StandsFor> SolverGame for G {
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

    fn run_outs(&self, at: BoardAt) -> Option<&dyn RunOuts> {
        self.game().run_outs(at)
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

    fn by_hand(&self, at: BoardAt) -> Option<&dyn SolverGame> {
        self.game().by_hand(at)
    }

    fn unmerged(&self, at: BoardAt) -> Option<Result<Box<dyn SolverGame + '_>, LeafError>> {
        self.game().unmerged(at)
    }

    fn alike(&self, at: BoardAt, player: Player) -> Option<&[u32]> {
        self.game().alike(at, player)
    }

    fn lifted(&self, at: BoardAt, player: Player) -> Option<Lifted<'_>> {
        self.game().lifted(at, player)
    }
}
