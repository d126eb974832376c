//! One solve: the rest of a round, after the gadget, up to the next card.

use std::sync::{Arc, Mutex, PoisonError};

use quasar_equity::Progress;
use quasar_solver::{
    Algorithm, BoardAt, Deal, LeafCall, LeafError, LeafOperator, MatrixGame, NodeAt, Player,
    Profile, PublicNode, PublicTree, Settings, Solver, SolverGame, TreeNode,
};

use super::Rounds;
use crate::limit::{LeafValues, LimitError, LimitedGame};

/// What is solved.
pub(super) struct Question<'a> {
    pub(super) rounds: &'a Rounds,
    /// Where: a round begins there, or `player` acts.
    pub(super) at: TreeNode,
    pub(super) board: BoardAt,
    /// Who re-solves.
    pub(super) player: Player,
    /// The player's range on the board.
    pub(super) range: &'a [f32],
    /// What the opponent's hands are worth at most: chips times their compatible weight.
    /// None at the start of the game, where the opponent's range is known.
    pub(super) promised: Option<&'a [f32]>,
    pub(super) values: &'a dyn LeafValues,
    pub(super) iterations: u32,
    pub(super) progress: &'a Progress,
}

/// What a solve found.
pub(super) struct Solved {
    /// How the player acts where the solve begins, action by action, hand by hand; nothing if
    /// the opponent acts there.
    pub(super) strategy: Vec<f32>,
    /// The opponent's values at nodes of the round.
    nodes: Vec<(TreeNode, Vec<f32>)>,
    /// The opponent's values where the next round begins, on each board.
    leaves: Vec<(TreeNode, Vec<Vec<f32>>)>,
}

impl Solved {
    /// The opponent's values at a node of the round.
    pub(super) fn at(&self, at: TreeNode) -> Option<&[f32]> {
        self.nodes.iter().find(|(node, _)| *node == at).map(|(_, values)| values.as_slice())
    }

    /// The opponent's values at the start of the next round on a board.
    pub(super) fn after_card(&self, at: TreeNode, board: usize) -> Option<&[f32]> {
        let (_, boards) = self.leaves.iter().find(|(node, _)| *node == at)?;
        boards.get(board).map(Vec::as_slice)
    }
}

/// Nodes before those of the round, if there is a gadget.
const GADGET: usize = 2;

impl Question<'_> {
    pub(super) fn solve(&self) -> Result<Solved, LimitError> {
        let game = self.rounds.game();
        let opponent = self.player.opponent();
        let hands = game.hands(self.board, opponent);
        let mut weights = [vec![1.0; hands], vec![1.0; hands]];
        weights[self.player.index()] = self.range.to_vec();
        let here = game.tree().stages()[self.at.stage].level();
        // Lines that are all in are run out.
        let ends = |at: TreeNode| {
            let level = game.tree().stages()[at.stage].level();
            level > here && matches!(self.rounds.node(at), PublicNode::Decision { .. })
        };
        let (mut cut, part) = game.part(self.at, self.board.board, weights, ends)?;
        if let Some(promised) = self.promised {
            cut = cut.or_take(opponent, promised);
        }
        let first = part.nodes.first().map_or(&[][..], Vec::as_slice);
        let mut means = Means::new(opponent, first.len(), part.frontier.len());
        let strategy = if part.frontier.is_empty() {
            self.run(cut, |solver| means.add(solver, self.gadget(), &[]))?
        } else {
            let leaf = |(state, &at): (usize, &TreeNode)| self.rounds.leaf(at, state);
            let leaves = part.frontier.iter().enumerate().map(leaf).collect();
            let limited = LimitedGame::new(Arc::new(cut), leaves, |_| None, self.values)?;
            let watched = Watched::new(limited, opponent, part.frontier.len());
            let boards = watched.boards.clone();
            self.run(watched, |solver| means.add(solver, self.gadget(), &boards))?
        };
        Ok(Solved {
            strategy,
            nodes: first.iter().copied().zip(means.nodes).collect(),
            leaves: part.frontier.into_iter().zip(means.leaves).collect(),
        })
    }

    fn gadget(&self) -> usize {
        if self.promised.is_some() { GADGET } else { 0 }
    }

    /// Runs a solver; returns the strategy where it begins if the player acts there.
    fn run<G: SolverGame>(
        &self,
        game: G,
        mut after: impl FnMut(&Solver<G>),
    ) -> Result<Vec<f32>, LimitError> {
        let settings = Settings { algorithm: Algorithm::Linear, ..Settings::default() };
        let mut solver = Solver::new(game, settings)?;
        for _ in 0..self.iterations {
            if !self.progress.may_continue() {
                return Err(LimitError::Stopped);
            }
            solver.step()?;
            after(&solver);
        }
        match self.rounds.node(self.at) {
            PublicNode::Decision { player, .. } if *player == self.player => {
                let at = NodeAt { stage: 0, node: self.gadget(), deals: Vec::new() };
                Ok(solver.strategy(&at, Profile::Average)?)
            }
            _ => Ok(Vec::new()),
        }
    }
}

/// Means of the opponent's values.
struct Means {
    opponent: Player,
    nodes: Vec<Vec<f32>>,
    leaves: Vec<Vec<Vec<f32>>>,
}

impl Means {
    fn new(opponent: Player, nodes: usize, leaves: usize) -> Means {
        Means { opponent, nodes: vec![Vec::new(); nodes], leaves: vec![Vec::new(); leaves] }
    }

    fn add<G: SolverGame>(&mut self, solver: &Solver<G>, skip: usize, boards: &[Arc<Board>]) {
        // Iteration t has the weight t in the mean, as in the averages of linear CFR.
        let share = 2.0 / (solver.iteration() as f32 + 1.0);
        for (node, mean) in self.nodes.iter_mut().enumerate() {
            towards(mean, solver.first_values(self.opponent, node + skip), share);
        }
        for (leaf, means) in self.leaves.iter_mut().enumerate() {
            means.resize(boards.len(), Vec::new());
            for (board, mean) in boards.iter().zip(means) {
                let last = board.last.lock().unwrap_or_else(PoisonError::into_inner);
                towards(mean, &last[leaf], share);
            }
        }
    }
}

fn towards(mean: &mut Vec<f32>, values: &[f32], share: f32) {
    mean.resize(values.len(), 0.0);
    for (mean, value) in mean.iter_mut().zip(values) {
        *mean += share * (value - *mean);
    }
}

/// A limited game that remembers the opponent's last values at its frontier leaves.
struct Watched {
    game: Arc<LimitedGame<MatrixGame>>,
    boards: Vec<Arc<Board>>,
}

/// The leaf operator of a board.
#[derive(Debug)]
struct Board {
    game: Arc<LimitedGame<MatrixGame>>,
    at: BoardAt,
    opponent: Player,
    hands: usize,
    /// By the number of the leaf.
    last: Mutex<Vec<Vec<f32>>>,
}

impl Watched {
    fn new(game: LimitedGame<MatrixGame>, opponent: Player, leaves: usize) -> Watched {
        let game = Arc::new(game);
        let board = |board: usize| {
            let at = BoardAt { level: 1, board };
            let hands = game.hands(at, opponent);
            let last = Mutex::new(vec![vec![0.0; hands]; leaves]);
            Arc::new(Board { game: Arc::clone(&game), at, opponent, hands, last })
        };
        let boards = (0..game.boards(1)).map(board).collect();
        Watched { game, boards }
    }
}

impl LeafOperator for Board {
    fn values(&self, mut call: LeafCall<'_>) -> Result<(), LeafError> {
        self.game.leaf_operator(self.at).values(LeafCall {
            values: call.values.again(),
            scratch: &mut *call.scratch,
            ..call
        })?;
        if call.player == self.opponent {
            let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
            for column in call.columns {
                if let Some(leaf) = column.frontier() {
                    last[leaf].copy_from_slice(&call.values.row(column.value)[..self.hands]);
                }
            }
        }
        Ok(())
    }

    fn scratch(&self) -> usize {
        self.game.leaf_operator(self.at).scratch()
    }

    fn reads_both(&self) -> bool {
        true
    }

    fn is_zero_sum(&self) -> bool {
        false
    }
}

impl SolverGame for Watched {
    fn tree(&self) -> &PublicTree {
        self.game.tree()
    }

    fn weights(&self, player: Player) -> &[f32] {
        self.game.weights(player)
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
        match at.level {
            1 => &*self.boards[at.board],
            _ => self.game.leaf_operator(at),
        }
    }

    fn packs_slots(&self) -> bool {
        self.game.packs_slots()
    }
}
