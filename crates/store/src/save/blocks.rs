//! The positions of the blocks of a street.
//!
//! A block's size is linear in the numbers of both players' hands on the board. So
//! sums over the rounds of a street are three numbers per round, sums over boards one
//! number per board, and finding a block takes one multiplication and addition for each
//! player.

use std::ops::Range;

use quasar_cards::{Board, Card, CardSet, Game};

use super::layout::{DecisionShape, SaveLayout, StreetLayout};
use crate::sealed::CHECKSUM;

/// The blocks of a street.
#[derive(Debug)]
pub(super) struct BlockTable {
    /// Where each board begins, and where the last ends, from the street's start.
    boards: Vec<u64>,
    /// The size of all rounds before each one, and of all.
    rounds: Vec<Size>,
    /// Hands of each player on each board.
    hands: Vec<[usize; 2]>,
}

/// A size that depends on numbers of hands.
#[derive(Clone, Copy, Default, Debug)]
struct Size {
    per_hand: [u64; 2],
    fixed: u64,
}

impl Size {
    fn bytes(self, hands: [usize; 2]) -> Option<u64> {
        let [oop, ip] = [0, 1].map(|side| self.per_hand[side].checked_mul(hands[side] as u64));
        oop?.checked_add(ip?)?.checked_add(self.fixed)
    }
}

/// Bytes of a decision's scales.
pub(super) fn scales(regrets: bool) -> usize {
    if regrets { 12 } else { 8 }
}

/// Bytes of a decision, given the hands of both players.
pub(super) fn decision_bytes(shape: DecisionShape, hands: [usize; 2], regrets: bool) -> usize {
    let own = hands[usize::from(shape.player)];
    let other = hands[1 - usize::from(shape.player)];
    scales(regrets) + per_own(shape, regrets) * own + 2 * other
}

/// Bytes of a decision for each hand of the player who acts.
fn per_own(shape: DecisionShape, regrets: bool) -> usize {
    usize::from(shape.actions) * if regrets { 6 } else { 4 }
}

impl BlockTable {
    /// None if the street is too large for a file.
    pub(super) fn new(layout: &SaveLayout, number: usize, regrets: bool) -> Option<BlockTable> {
        let street: &StreetLayout = &layout.streets[number];
        let mut size = Size::default();
        let mut rounds = vec![size];
        for round in &street.rounds {
            for &shape in round {
                let player = usize::from(shape.player);
                size.per_hand[player] += per_own(shape, regrets) as u64;
                size.per_hand[1 - player] += 2;
                size.fixed += scales(regrets) as u64;
            }
            size.fixed += CHECKSUM as u64;
            rounds.push(size);
        }
        let counts = [0, 1].map(|player| HandCounts::new(layout.cards(player)));
        let count = |board: &Board| counts.each_ref().map(|counts| counts.on(layout, board));
        let hands: Vec<[usize; 2]> = street.boards.iter().map(count).collect();
        let mut boards = vec![0u64];
        for &hands in &hands {
            boards.push(boards[boards.len() - 1].checked_add(size.bytes(hands)?)?);
        }
        Some(BlockTable { boards, rounds, hands })
    }

    /// Bytes of the street.
    pub(super) fn len(&self) -> u64 {
        self.boards[self.boards.len() - 1]
    }

    /// The number of blocks.
    pub(super) fn count(&self) -> u64 {
        (self.hands.len() * (self.rounds.len() - 1)) as u64
    }

    /// Hands of each player on a board, if there is one with this number.
    pub(super) fn hands(&self, board: usize) -> Option<[usize; 2]> {
        self.hands.get(board).copied()
    }

    /// Where a block is, from the street's start; nothing if there is none.
    pub(super) fn block(&self, board: usize, round: usize) -> Option<Range<u64>> {
        let hands = self.hands(board)?;
        let start = self.rounds.get(round)?.bytes(hands)?;
        let end = self.rounds.get(round + 1)?.bytes(hands)?;
        Some(self.boards[board] + start..self.boards[board] + end)
    }
}

/// The number of a player's hands with each card and each two cards, to count those that
/// a board leaves without visiting all hands.
struct HandCounts {
    all: usize,
    holding: [usize; Card::COUNT],
    /// By the index of the two cards.
    holding_both: Vec<usize>,
}

impl HandCounts {
    fn new(hands: impl Iterator<Item = CardSet>) -> HandCounts {
        let mut counts = HandCounts {
            all: 0,
            holding: [0; Card::COUNT],
            holding_both: vec![0; Game::Holdem.combos()],
        };
        for hand in hands {
            counts.all += 1;
            for (place, high) in hand.iter().enumerate() {
                counts.holding[high.index()] += 1;
                for low in hand.iter().take(place) {
                    counts.holding_both[pair(low, high)] += 1;
                }
            }
        }
        counts
    }

    /// Hands left on a board, by inclusion and exclusion over the one or two
    /// cards that come after the first board.
    fn on(&self, layout: &SaveLayout, board: &Board) -> usize {
        let dealt = &board.cards()[layout.board.cards().len()..];
        let blocked: usize = dealt.iter().map(|card| self.holding[card.index()]).sum();
        let twice = match *dealt {
            [one, other] => self.holding_both[pair(one.min(other), one.max(other))],
            _ => 0,
        };
        self.all + twice - blocked
    }
}

/// The index of two cards as a hand of Hold'em.
fn pair(low: Card, high: Card) -> usize {
    high.index() * (high.index() - 1) / 2 + low.index()
}
