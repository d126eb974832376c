//! Half a street: one player may bet, the other may call.

use super::{MatrixBoard, MatrixGame};
use crate::operators::PairTable;
use crate::{Expansion, Leaf, Player, PublicTree, SolverError};

/// The state of the betting.
#[derive(Clone, Copy)]
enum Line {
    Start,
    Check,
    Bet,
    Fold,
    Call,
}

/// A game with one bet. The first player checks, which ends it, or bets; the
/// second folds or calls. `compare` is the chance that the first player's hand
/// wins minus the chance that it loses. All hands can be held together.
pub fn half_street(
    weights: [Vec<f32>; 2],
    pot: f32,
    bet: f32,
    compare: impl Fn(usize, usize) -> f32,
) -> Result<MatrixGame, SolverError> {
    let grown = PublicTree::grow(Line::Start, |line| match line {
        Line::Start => Expansion::Decision(Player::Oop, vec![Line::Check, Line::Bet]),
        Line::Bet => Expansion::Decision(Player::Ip, vec![Line::Fold, Line::Call]),
        Line::Check => Expansion::Leaf(Leaf::showdown(0, pot / 2.0)),
        Line::Fold => Expansion::Leaf(Leaf::fold(Player::Oop, pot / 2.0)),
        Line::Call => Expansion::Leaf(Leaf::showdown(0, pot / 2.0 + bet)),
    })?;
    let hands = [weights[0].len(), weights[1].len()];
    let together = PairTable::shared(hands, |_, _| 1.0);
    let wins = PairTable::opposed(hands, compare);
    let board = MatrixBoard::new(together, vec![wins], Vec::new());
    MatrixGame::new(grown.tree, weights, vec![vec![board]])
}
