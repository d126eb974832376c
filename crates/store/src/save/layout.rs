//! The hands, boards, rounds and decisions of a save.

use std::collections::HashSet;

use quasar_cards::{Board, Card, CardSet, Combo, Game, Street};

use super::header::FIRST_VERSION;
use crate::sealed::{CHECKSUM, is_sealed, seal};
use crate::{Fault, Section};

/// The shape of a save: everything needed to find a decision in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SaveLayout {
    /// The game, which says how many cards a hand has.
    pub game: Game,
    /// The first board.
    pub board: Board,
    /// Indices of the combos of each player that the first board leaves, in
    /// ascending order.
    pub hands: [Vec<u32>; 2],
    /// The streets with betting, the first board's first.
    pub streets: Vec<StreetLayout>,
}

/// A street of a save.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StreetLayout {
    /// The boards, each with the cards in the order in which they come.
    pub boards: Vec<Board>,
    /// The decisions of each betting round.
    pub rounds: Vec<Vec<DecisionShape>>,
}

/// The shape of a decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DecisionShape {
    /// Who acts: 0 or 1.
    pub player: u8,
    /// How many actions there are.
    pub actions: u8,
}

/// The most cards of a board.
const MOST_CARDS: usize = 5;

impl SaveLayout {
    /// The street with a number, counted from the first board's.
    pub fn street(&self, number: usize) -> Street {
        let cards = self.board.cards().len() + number;
        match cards {
            0..=2 => Street::Preflop,
            3 => Street::Flop,
            4 => Street::Turn,
            _ => Street::River,
        }
    }

    /// The cards of each of a player's hands; none of an index that no combo has.
    pub(super) fn cards(&self, player: usize) -> impl Iterator<Item = CardSet> {
        let combo = |&hand: &u32| Combo::from_index(self.game, hand as usize);
        self.hands[player]
            .iter()
            .map(move |hand| combo(hand).map_or(CardSet::EMPTY, |combo| combo.set()))
    }

    /// Checks what readers rely on.
    pub(super) fn check(&self) -> Result<(), &'static str> {
        let cards = self.board.cards().len();
        if !(3..=MOST_CARDS).contains(&cards) {
            return Err("the first board is not a flop, turn or river");
        }
        for (player, hands) in self.hands.iter().enumerate() {
            if hands.is_empty() || !hands.is_sorted_by(|one, other| one < other) {
                return Err("a player's hands are missing or not in order");
            }
            let possible =
                |cards: CardSet| !cards.is_empty() && !cards.intersects(self.board.set());
            if !self.cards(player).all(possible) {
                return Err("a player has a hand that the board blocks");
            }
        }
        if !(1..=MOST_CARDS + 1 - cards).contains(&self.streets.len()) {
            return Err("there is a wrong number of streets");
        }
        if self.streets[0].boards != [self.board] {
            return Err("the board of the first street does not match");
        }
        let mut before: HashSet<&[Card]> = HashSet::new();
        for (number, street) in self.streets.iter().enumerate() {
            let mut boards = HashSet::new();
            for board in &street.boards {
                let all = board.cards();
                let continues = all.len() == cards + number
                    && (number == 0 || before.contains(&all[..all.len() - 1]));
                if !continues {
                    return Err("a board does not continue one of the previous street");
                }
                if !boards.insert(all) {
                    return Err("a board occurs twice");
                }
            }
            before = boards;
            if street.rounds.is_empty() || street.rounds.iter().any(Vec::is_empty) {
                return Err("a street has no rounds, or a round no decisions");
            }
            let shapes = street.rounds.iter().flatten();
            if shapes.into_iter().any(|shape| shape.player > 1 || shape.actions == 0) {
                return Err("a decision has no actions or no player");
            }
        }
        Ok(())
    }

    /// The section of the file.
    pub(super) fn to_bytes(&self) -> Result<Vec<u8>, Fault> {
        self.check().map_err(invalid)?;
        let too_many = || invalid("there are too many hands, boards or rounds");
        let mut bytes = vec![self.board.cards().len() as u8];
        bytes.extend(self.board.cards().iter().map(|card| card.index() as u8));
        bytes.push(self.streets.len() as u8);
        bytes.push(self.game.hole_cards() as u8);
        for hands in &self.hands {
            bytes.extend(u32::try_from(hands.len()).map_err(|_| too_many())?.to_le_bytes());
            bytes.extend(hands.iter().flat_map(|hand| hand.to_le_bytes()));
        }
        for street in &self.streets {
            let count = |count: usize| u32::try_from(count).map_err(|_| too_many());
            bytes.extend(count(street.boards.len())?.to_le_bytes());
            for board in &street.boards {
                let dealt = &board.cards()[self.board.cards().len()..];
                bytes.extend(dealt.iter().map(|card| card.index() as u8));
            }
            bytes.extend(count(street.rounds.len())?.to_le_bytes());
            for round in &street.rounds {
                bytes.extend(u16::try_from(round.len()).map_err(|_| too_many())?.to_le_bytes());
                bytes.extend(round.iter().flat_map(|shape| [shape.player, shape.actions]));
            }
        }
        bytes.extend([0; CHECKSUM]);
        seal(&mut bytes);
        Ok(bytes)
    }

    /// Reads the section of a file of a version.
    pub(super) fn from_bytes(bytes: &[u8], version: u32) -> Result<SaveLayout, Fault> {
        if !is_sealed(bytes) {
            return Err(Fault::Checksum { section: Section::Layout });
        }
        let mut rest = Rest(&bytes[..bytes.len() - CHECKSUM]);
        let layout = rest.layout(version).map_err(invalid)?;
        if !rest.0.is_empty() {
            return Err(invalid("it has unexpected bytes at its end"));
        }
        layout.check().map_err(invalid)?;
        Ok(layout)
    }
}

fn invalid(why: &'static str) -> Fault {
    Fault::Invalid { section: Section::Layout, why }
}

/// The bytes still to be read. Counts are never trusted beyond them.
struct Rest<'a>(&'a [u8]);

impl<'a> Rest<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], &'static str> {
        let (taken, rest) = self.0.split_at_checked(count).ok_or("it is truncated")?;
        self.0 = rest;
        Ok(taken)
    }

    fn byte(&mut self) -> Result<usize, &'static str> {
        Ok(usize::from(self.take(1)?[0]))
    }

    fn short(&mut self) -> Result<usize, &'static str> {
        Ok(self.byte()? | self.byte()? << 8)
    }

    fn long(&mut self) -> Result<usize, &'static str> {
        Ok(self.short()? | self.short()? << 16)
    }

    fn layout(&mut self, version: u32) -> Result<SaveLayout, &'static str> {
        let count = self.byte()?;
        let board = self.board(Board::EMPTY, count)?;
        let streets = self.byte()?;
        let (game, hands) = match version {
            FIRST_VERSION => (Game::Holdem, [self.short_hands()?, self.short_hands()?]),
            _ => {
                let game = Game::with_hole_cards(self.byte()?).ok_or("no game has such hands")?;
                (game, [self.hands()?, self.hands()?])
            }
        };
        let mut layout = SaveLayout { game, board, hands, streets: Vec::new() };
        for number in 0..streets {
            layout.streets.push(self.street(board, number)?);
        }
        Ok(layout)
    }

    fn board(&mut self, first: Board, count: usize) -> Result<Board, &'static str> {
        let dealt = self.take(count)?.iter().map(|&byte| Card::from_index(usize::from(byte)));
        let cards: Option<Vec<Card>> =
            first.cards().iter().copied().map(Some).chain(dealt).collect();
        Board::new(&cards.ok_or("a card is invalid")?).map_err(|_| "a board is invalid")
    }

    fn hands(&mut self) -> Result<Vec<u32>, &'static str> {
        let bytes = self.long()?.checked_mul(4).ok_or("there are too many hands")?;
        let (hands, _) = self.take(bytes)?.as_chunks::<4>();
        Ok(hands.iter().map(|&hand| u32::from_le_bytes(hand)).collect())
    }

    /// Hands as the first version has them.
    fn short_hands(&mut self) -> Result<Vec<u32>, &'static str> {
        let count = self.short()?;
        let (hands, _) = self.take(2 * count)?.as_chunks::<2>();
        Ok(hands.iter().map(|&hand| u32::from(u16::from_le_bytes(hand))).collect())
    }

    fn street(&mut self, first: Board, number: usize) -> Result<StreetLayout, &'static str> {
        let count = self.long()?;
        // Boards of the first street take no bytes, so the length does not limit their count.
        if number == 0 && count != 1 {
            return Err("the board of the first street does not match");
        }
        let boards = (0..count).map(|_| self.board(first, number)).collect::<Result<_, _>>()?;
        let rounds = (0..self.long()?).map(|_| {
            let count = self.short()?;
            let (shapes, _) = self.take(2 * count)?.as_chunks::<2>();
            Ok(shapes.iter().map(|&[player, actions]| DecisionShape { player, actions }).collect())
        });
        Ok(StreetLayout { boards, rounds: rounds.collect::<Result<_, _>>()? })
    }
}
