//! Kuhn poker (Kuhn 1950): three cards, one each, one bet.
//!
//! Both players ante 1. The first may bet 1 or check; facing a bet, a player
//! calls or folds; after a check the second may bet. Its value for the first
//! player is -1/18.

use super::toy::Toy;
use super::{MatrixBoard, MatrixGame};
use crate::operators::PairTable;
use crate::{Expansion, Leaf, Player, PublicTree, SolverError};

/// The game with all names.
pub fn kuhn() -> Result<Toy, SolverError> {
    let grown = PublicTree::grow(String::new(), |line| expand(line))?;
    let hands = [3, 3];
    let together = PairTable::shared(hands, |first, second| f32::from(u8::from(first != second)));
    let wins = PairTable::opposed(hands, |first, second| match first.cmp(&second) {
        std::cmp::Ordering::Less => -1.0,
        std::cmp::Ordering::Equal => 0.0,
        std::cmp::Ordering::Greater => 1.0,
    });
    let board = MatrixBoard::new(together, vec![wins], Vec::new());
    Ok(Toy {
        game: MatrixGame::new(grown.tree, [vec![1.0; 3], vec![1.0; 3]], vec![vec![board]])?,
        lines: grown.states,
        hands: vec![vec![["J", "Q", "K"].map(str::to_owned).into()]],
        boards: vec![vec![String::new()]],
    })
}

fn expand(line: &str) -> Expansion<String> {
    let then =
        |actions: [&str; 2]| actions.map(|action| format!("{line} {action}").trim().to_owned());
    match line {
        "" => Expansion::Decision(Player::Oop, then(["check", "bet"]).into()),
        "check" => Expansion::Decision(Player::Ip, then(["check", "bet"]).into()),
        "bet" => Expansion::Decision(Player::Ip, then(["fold", "call"]).into()),
        "check bet" => Expansion::Decision(Player::Oop, then(["fold", "call"]).into()),
        "bet fold" => Expansion::Leaf(Leaf::fold(Player::Oop, 1.0)),
        "check bet fold" => Expansion::Leaf(Leaf::fold(Player::Ip, 1.0)),
        "check check" => Expansion::Leaf(Leaf::showdown(0, 1.0)),
        _ => Expansion::Leaf(Leaf::showdown(0, 2.0)),
    }
}
