//! A game in rounds.

use quasar_solver::{MatrixGame, NoLimitLeduc, PublicNode, SolverGame, TreeNode};

use crate::limit::tables::Lines;
use crate::limit::{
    BoardValues, CutBoard, FrontierLeaf, LeafValues, LimitError, Oracle, OracleSettings,
};

/// A game over tables, with the pots of its lines.
#[derive(Clone, Debug)]
pub struct Rounds {
    game: MatrixGame,
    /// `committed[stage][node]`: what each player has in the middle, less than the other's if
    /// the player faces a bet.
    committed: Vec<Vec<[u32; 2]>>,
    stack: u32,
}

impl Rounds {
    /// No-limit Leduc.
    pub fn leduc(leduc: NoLimitLeduc) -> Rounds {
        Rounds { game: leduc.toy.game, committed: leduc.committed, stack: leduc.stack }
    }

    /// The game.
    pub fn game(&self) -> &MatrixGame {
        &self.game
    }

    /// A node.
    pub(super) fn node(&self, at: TreeNode) -> &PublicNode {
        &self.game.tree().stages()[at.stage].nodes()[at.node]
    }

    /// The node at which the next round begins after a deal.
    pub(super) fn dealt(&self, at: TreeNode) -> Option<TreeNode> {
        match *self.node(at) {
            PublicNode::Deal { stage, root } => {
                let stages = self.game.tree().stages();
                Some(TreeNode { stage: stages[at.stage].next()[stage], node: root })
            }
            _ => None,
        }
    }

    /// The pot and the stacks where a round begins.
    pub fn leaf(&self, at: TreeNode, state: usize) -> FrontierLeaf {
        let committed = self.committed[at.stage][at.node][0];
        let (pot, stack) = ((2 * committed) as f32, (self.stack - committed) as f32);
        FrontierLeaf { pot, stack, state }
    }

    /// Where players bet after the first deal: the states that leaf values are asked about.
    pub fn starts(&self) -> Vec<TreeNode> {
        let mut starts = Vec::new();
        for (number, stage) in self.game.tree().stages().iter().enumerate() {
            if stage.level() == 1 {
                let roots = (0..stage.roots()).map(|node| TreeNode { stage: number, node });
                let bets = |at: &TreeNode| matches!(self.node(*at), PublicNode::Decision { .. });
                starts.extend(roots.filter(bets));
            }
        }
        starts
    }
}

/// Leaf values by exact solves of what follows, for any cut of the game before its first card:
/// the pot alone says which betting follows.
#[derive(Clone, Copy, Debug)]
pub struct ExactRounds<'a> {
    /// The game.
    pub rounds: &'a Rounds,
    /// How well the rest is solved.
    pub settings: OracleSettings,
}

impl LeafValues for ExactRounds<'_> {
    fn on_board(&self, place: &CutBoard) -> Result<Box<dyn BoardValues>, LimitError> {
        let starts = self.rounds.starts();
        let start = |leaf: &FrontierLeaf| {
            starts.iter().copied().find(|&at| self.rounds.leaf(at, 0).pot == leaf.pot)
        };
        let frontier: Option<Vec<TreeNode>> = place.leaves.iter().map(start).collect();
        let frontier = frontier.ok_or(LimitError::OtherTree)?;
        let leaves = place.leaves.iter().enumerate();
        let leaves = leaves.map(|(state, &leaf)| FrontierLeaf { state, ..leaf }).collect();
        let lines = Lines { game: self.rounds.game(), frontier: &frontier };
        Oracle::new(lines, self.settings).on_board(&CutBoard { leaves, ..place.clone() })
    }

    fn fingerprint(&self) -> u64 {
        let lines = Lines { game: self.rounds.game(), frontier: &[] };
        Oracle::new(lines, self.settings).fingerprint()
    }
}
