//! Leduc Hold'em (Southey et al. 2005): six cards of three ranks, one each, one
//! on the board, two rounds of betting. A pair with the board beats everything, then the
//! higher card wins.
//!
//! With a limit, both players ante 1. Bets and raises are 2 in the first round and 4 in the
//! second, at most two a round. Its value for the first player is -0.0856064. The game without
//! a limit is in [`no_limit_leduc`](super::no_limit_leduc).
//!
//! Boards that differ only in suit are one board with two images.

use std::sync::Arc;

use super::toy::Toy;
use super::{MatrixBoard, MatrixGame};
use crate::operators::PairTable;
use crate::{Deal, Expansion, HandMap, Leaf, Player, PublicTree, SolverError};

/// Cards are `2 * rank + suit`.
const CARDS: usize = 6;

/// Bets and raises allowed in a round.
const MOST_RAISES: u32 = 2;

/// The game with all names.
pub fn leduc() -> Result<Toy, SolverError> {
    let start = Line {
        text: String::new(),
        bet: 2,
        raises: 0,
        committed: [1, 1],
        to_act: Player::Oop,
        opened: false,
        next: Next::Act,
    };
    let grown = PublicTree::grow(start, expand)?;
    let lines = grown
        .states
        .into_iter()
        .map(|stage| stage.into_iter().map(|line| line.text).collect())
        .collect();
    with_cards(grown.tree, lines)
}

/// A game over a tree of two rounds with the cards of Leduc; test 0 is the showdown.
pub(super) fn with_cards(tree: PublicTree, lines: Vec<Vec<String>>) -> Result<Toy, SolverError> {
    let all: Vec<usize> = (0..CARDS).collect();
    let deals = (0..3).map(|rank| {
        let images: Arc<[Vec<u32>]> =
            [0, 1].map(|swap| without(2 * rank).map(|card| (card ^ swap) as u32).collect()).into();
        Deal {
            board: rank,
            chance: 0.25,
            hands: [HandMap::Images(Arc::clone(&images)), HandMap::Images(images)],
        }
    });
    let first = MatrixBoard::new(together(&all), Vec::new(), deals.collect());
    let second = (0..3).map(|rank| {
        let cards: Vec<usize> = without(2 * rank).collect();
        let strength = |card: usize| if card / 2 == rank { 3 } else { card / 2 };
        let wins = PairTable::opposed([cards.len(); 2], |first, second| {
            let (first, second) = (strength(cards[first]), strength(cards[second]));
            (i32::from(first > second) - i32::from(first < second)) as f32
        });
        MatrixBoard::new(together(&cards), vec![wins], Vec::new())
    });
    let levels = vec![vec![first], second.collect()];
    let names = |cards: &[usize]| cards.iter().map(|&card| name(card)).collect::<Vec<_>>();
    Ok(Toy {
        game: MatrixGame::new(tree, [vec![1.0; CARDS], vec![1.0; CARDS]], levels)?,
        lines,
        hands: vec![
            vec![names(&all)],
            (0..3).map(|rank| names(&without(2 * rank).collect::<Vec<_>>())).collect(),
        ],
        boards: vec![vec![String::new()], (0..3).map(|rank| name(2 * rank)).collect()],
    })
}

fn without(card: usize) -> impl Iterator<Item = usize> {
    (0..CARDS).filter(move |&other| other != card)
}

fn name(card: usize) -> String {
    format!("{}{}", ["J", "Q", "K"][card / 2], ["h", "s"][card % 2])
}

fn together(cards: &[usize]) -> PairTable {
    PairTable::shared([cards.len(); 2], |first, second| f32::from(u8::from(first != second)))
}

#[derive(Clone)]
struct Line {
    text: String,
    bet: u32,
    raises: u32,
    committed: [u32; 2],
    to_act: Player,
    /// Whether the player to act could end the round by checking or calling.
    opened: bool,
    next: Next,
}

#[derive(Clone, Copy, PartialEq)]
enum Next {
    Act,
    Fold,
    Deal,
    Showdown,
}

impl Line {
    fn then(&self, action: &str, change: impl FnOnce(&mut Line)) -> Line {
        let mut line = self.clone();
        line.text = format!("{} {action}", self.text).trim().to_owned();
        line.opened = true;
        line.to_act = self.to_act.opponent();
        change(&mut line);
        line
    }

    fn close(&mut self) {
        self.next = if self.bet == 2 { Next::Deal } else { Next::Showdown };
    }
}

fn expand(line: &Line) -> Expansion<Line> {
    let folder = line.to_act.opponent();
    match line.next {
        Next::Fold => {
            return Expansion::Leaf(Leaf::fold(line.to_act, line.committed[folder.index()] as f32));
        }
        Next::Showdown => return Expansion::Leaf(Leaf::showdown(0, line.committed[0] as f32)),
        Next::Deal => {
            let text = format!("{} /", line.text);
            let to_act = Player::Oop;
            let (bet, raises, opened, next) = (4, 0, false, Next::Act);
            return Expansion::Deal(Line {
                text,
                bet,
                raises,
                to_act,
                opened,
                next,
                ..line.clone()
            });
        }
        Next::Act => {}
    }
    let own = line.to_act.index();
    let facing = line.committed[1 - own] > line.committed[own];
    let mut lines = Vec::new();
    if facing {
        lines.push(line.then("fold", |line| line.next = Next::Fold));
    }
    let passive = if facing { "call" } else { "check" };
    lines.push(line.then(passive, |after| {
        after.committed[own] = line.committed[1 - own];
        if line.opened {
            after.close();
        }
    }));
    if line.raises < MOST_RAISES {
        lines.push(line.then(if facing { "raise" } else { "bet" }, |after| {
            after.committed[own] = line.committed[1 - own] + line.bet;
            after.raises += 1;
        }));
    }
    Expansion::Decision(line.to_act, lines)
}
