//! Hands that must be played alike.

use quasar_solver::{
    BoardAt, Deal, LeafOperator, MatrixGame, NodeAt, Player, Profile, PublicTree, Settings, Solver,
    SolverGame, kuhn,
};

/// Kuhn poker in which some cards look the same.
struct Dim {
    game: MatrixGame,
    groups: [Vec<u32>; 2],
}

impl SolverGame for Dim {
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
        self.game.leaf_operator(at)
    }

    fn alike(&self, _: BoardAt, player: Player) -> Option<&[u32]> {
        Some(&self.groups[player.index()])
    }
}

fn solve(groups: [[u32; 3]; 2]) -> Solver<Dim> {
    let groups = groups.map(|groups| groups.to_vec());
    let game = Dim { game: kuhn().unwrap().game, groups };
    let mut solver = Solver::new(game, Settings::default()).unwrap();
    (0..2000).for_each(|_| solver.step().unwrap());
    solver
}

/// Who cannot tell cards apart plays all of them alike. If nobody can, a bet is always called,
/// nobody wins anything, and against those who can it is worth less than the game itself.
#[test]
fn blind_players_play_every_card_alike() {
    let seen = [0, 1, 2];
    let value = |groups| solve(groups).exploitability(Profile::Average).unwrap().values[0];
    assert!((value([seen; 2]) + 1.0 / 18.0).abs() < 2e-3);
    assert!(value([[0; 3]; 2]).abs() < 2e-3);
    assert!(value([[0; 3], seen]) < -1.0 / 18.0 - 0.01);
    assert!(value([seen, [0; 3]]) > -1.0 / 18.0 + 0.01);
    let first = NodeAt { stage: 0, node: 0, deals: vec![] };
    let strategy = solve([[0, 0, 1], seen]).strategy(&first, Profile::Average).unwrap();
    for action in strategy.chunks_exact(3) {
        assert!((action[0] - action[1]).abs() < 1e-5, "{strategy:?}");
    }
}
