//! A game whose lines end before the hands are compared: after a card is dealt, a leaf is
//! worth a function of both players' beliefs.
//!
//! Each player holds one of five cards. Betting of 1 chip over a pot of 2 is followed by one
//! of three boards, on which nobody acts any more.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use quasar_solver::{
    BoardAt, Deal, Expansion, HandMap, Leaf, LeafCall, LeafError, LeafOperator, Player, PublicTree,
    SolverGame,
};

pub(super) const HANDS: usize = 5;
pub(super) const BOARDS: usize = 3;

/// Where a line is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Line {
    Start,
    Checked,
    Bet,
    CheckedBet,
    Folded(Player),
    /// Cards are dealt over a pot to which each added so much.
    Deal(u32),
    Dealt(u32),
}

impl Line {
    /// Who acts, and what follows each action.
    pub(super) fn decision(self) -> Option<(Player, [Line; 2])> {
        match self {
            Line::Start => Some((Player::Oop, [Line::Checked, Line::Bet])),
            Line::Checked => Some((Player::Ip, [Line::Deal(0), Line::CheckedBet])),
            Line::Bet => Some((Player::Ip, [Line::Folded(Player::Ip), Line::Deal(1)])),
            Line::CheckedBet => Some((Player::Oop, [Line::Folded(Player::Oop), Line::Deal(1)])),
            Line::Folded(_) | Line::Deal(_) | Line::Dealt(_) => None,
        }
    }
}

/// What a leaf is worth to each hand of a player, for each chip that can be won. The
/// sharper a player's belief the more is at stake, and with `bonus` somebody pays both.
pub(super) fn leaf_values(board: usize, bonus: f64, own: &[f64], opponent: &[f64]) -> Vec<f64> {
    let mean = |reach: &[f64]| {
        let sum: f64 = reach.iter().sum();
        let cards: f64 = reach.iter().zip(0..).map(|(reach, card)| reach * f64::from(card)).sum();
        if sum > 0.0 { cards / sum } else { 2.0 }
    };
    let stake = 1.0 + (mean(own) - mean(opponent)).powi(2) / 4.0;
    // Each board lifts one of the cards above all others.
    let strength = |card: usize| if card == board { HANDS } else { card };
    let value = |hand: usize| {
        let others = (0..HANDS).filter(|&other| other != hand);
        let worth = |other: usize| match strength(hand) > strength(other) {
            true => stake + bonus * mean(own),
            false => -stake,
        };
        others.map(|other| opponent[other] * worth(other)).sum()
    };
    (0..HANDS).map(value).collect()
}

/// How an operator fails.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no values on board {0}")]
pub(super) struct NoValues(pub(super) usize);

/// The leaves of a board; the first has folds only.
#[derive(Debug)]
struct Leaves {
    board: Option<usize>,
    bonus: f64,
    /// Boards from this number on have no values.
    fails_from: Arc<AtomicUsize>,
}

impl LeafOperator for Leaves {
    fn values(&self, mut call: LeafCall<'_>) -> Result<(), LeafError> {
        let (own, opponent) = (call.player.index(), call.player.opponent().index());
        for column in call.columns {
            let row = |side: usize| -> Vec<f64> {
                let row = call.reach[side].row(column.reach[side]);
                row[..HANDS].iter().map(|&reach| f64::from(reach)).collect()
            };
            let values: Vec<f64> = match self.board.filter(|_| column.difference != 0.0) {
                None => {
                    let all = row(opponent);
                    let met = |hand: usize| all.iter().sum::<f64>() - all[hand];
                    (0..HANDS).map(|hand| f64::from(column.sum) * met(hand)).collect()
                }
                Some(board) => {
                    if board >= self.fails_from.load(Ordering::Relaxed) {
                        return Err(LeafError::new(NoValues(board)));
                    }
                    let chips = f64::from(column.difference);
                    let values = leaf_values(board, self.bonus, &row(own), &row(opponent));
                    values.into_iter().map(|value| chips * value).collect()
                }
            };
            let out = call.values.row(column.value);
            out[..8].fill(0.0);
            for (out, value) in out.iter_mut().zip(values) {
                *out = value as f32;
            }
        }
        Ok(())
    }

    fn reads_both(&self) -> bool {
        self.board.is_some()
    }

    fn is_zero_sum(&self) -> bool {
        self.bonus == 0.0
    }
}

pub(super) struct Beliefs {
    tree: PublicTree,
    pub(super) lines: Vec<Vec<Line>>,
    pub(super) weights: [Vec<f32>; 2],
    leaves: Vec<Vec<Leaves>>,
    deals: Vec<Deal>,
    pub(super) fails_from: Arc<AtomicUsize>,
}

impl Beliefs {
    pub(super) fn new(bonus: f64) -> Beliefs {
        let expand = |line: &Line| match *line {
            Line::Folded(who) => Expansion::Leaf(Leaf::fold(who.opponent(), 1.0)),
            Line::Deal(added) => Expansion::Deal(Line::Dealt(added)),
            Line::Dealt(added) => Expansion::Leaf(Leaf::showdown(0, 1.0 + added as f32)),
            line => {
                let (player, lines) = line.decision().unwrap();
                Expansion::Decision(player, lines.to_vec())
            }
        };
        let grown = PublicTree::grow(Line::Start, expand).unwrap();
        let fails_from = Arc::new(AtomicUsize::new(usize::MAX));
        let leaves = |board| Leaves { board, bonus, fails_from: Arc::clone(&fails_from) };
        let deal = |board| Deal { board, chance: 1.0 / 3.0, hands: [HandMap::Same, HandMap::Same] };
        Beliefs {
            tree: grown.tree,
            lines: grown.states,
            weights: [vec![1.0, 0.5, 1.0, 0.75, 1.0], vec![0.25, 1.0, 1.0, 1.0, 0.5]],
            leaves: vec![
                vec![leaves(None)],
                (0..BOARDS).map(|board| leaves(Some(board))).collect(),
            ],
            deals: (0..BOARDS).map(deal).collect(),
            fails_from,
        }
    }
}

impl SolverGame for Beliefs {
    fn tree(&self) -> &PublicTree {
        &self.tree
    }

    fn weights(&self, player: Player) -> &[f32] {
        &self.weights[player.index()]
    }

    fn boards(&self, level: usize) -> usize {
        self.leaves[level].len()
    }

    fn hands(&self, _: BoardAt, _: Player) -> usize {
        HANDS
    }

    fn deals(&self, at: BoardAt) -> &[Deal] {
        if at.level == 0 { &self.deals } else { &[] }
    }

    fn leaf_operator(&self, at: BoardAt) -> &dyn LeafOperator {
        &self.leaves[at.level][at.board]
    }
}
