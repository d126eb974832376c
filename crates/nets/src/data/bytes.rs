//! A sample as bytes, little-endian.
//!
//! ```text
//! game u8 (hole cards)  deck u8  cards u8  board u8 x 5  kinds u8 x 2  zeros u8 x 2
//! stack to pot f32  gap f32  hands u32 x 2
//! for each player: combos u32 x hands, weights f32 x hands, values f32 x hands
//! ```

use quasar_cards::{Board, Card, Game};
use thiserror::Error;

use super::{Deck, RangeKind, Sample};

const HEAD: usize = 28;

/// What is wrong with the bytes of a sample.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum SampleFault {
    /// Fewer or more bytes than the sample says.
    #[error("{found} bytes instead of {expected}")]
    Length {
        /// How many there are.
        found: usize,
        /// How many there should be.
        expected: usize,
    },
    /// A part that cannot be.
    #[error("the {0} of a sample is invalid")]
    Invalid(&'static str),
}

impl Sample {
    /// The bytes of the sample.
    pub fn to_bytes(&self) -> Vec<u8> {
        let cards = self.board.cards();
        let card = |place: usize| cards.get(place).map_or(0, |card| card.index() as u8);
        let deck = u8::from(self.deck == Deck::Royal);
        let mut bytes = vec![self.game.hole_cards() as u8, deck, cards.len() as u8];
        bytes.extend((0..5).map(card));
        bytes.extend(self.kinds.map(|kind| kind as u8));
        bytes.extend([0; 2]);
        bytes.extend(self.stack_to_pot.to_le_bytes());
        bytes.extend(self.gap.to_le_bytes());
        bytes.extend(self.combos.iter().flat_map(|side| (side.len() as u32).to_le_bytes()));
        for side in 0..2 {
            bytes.extend(self.combos[side].iter().flat_map(|combo| combo.to_le_bytes()));
            bytes.extend(self.weights[side].iter().flat_map(|weight| weight.to_le_bytes()));
            bytes.extend(self.values[side].iter().flat_map(|value| value.to_le_bytes()));
        }
        bytes
    }

    /// Reads a sample; everything is checked.
    pub fn from_bytes(bytes: &[u8]) -> Result<Sample, SampleFault> {
        let Some((head, body)) = bytes.split_at_checked(HEAD) else {
            return Err(SampleFault::Length { found: bytes.len(), expected: HEAD });
        };
        let game = match head[0] {
            2 => Game::Holdem,
            4 => Game::Plo4,
            _ => return Err(SampleFault::Invalid("game")),
        };
        let deck = match head[1] {
            0 => Deck::Full,
            1 => Deck::Royal,
            _ => return Err(SampleFault::Invalid("deck")),
        };
        let cards = head.get(3..3 + usize::from(head[2])).filter(|cards| cards.len() <= 5);
        let cards = cards.ok_or(SampleFault::Invalid("board"))?;
        let cards: Option<Vec<Card>> =
            cards.iter().map(|&card| Card::from_index(usize::from(card))).collect();
        let board = cards.and_then(|cards| Board::new(&cards).ok());
        let board = board.ok_or(SampleFault::Invalid("board"))?;
        let kind = |byte: u8| RangeKind::ALL.get(usize::from(byte)).copied();
        let (Some(first), Some(second)) = (kind(head[8]), kind(head[9])) else {
            return Err(SampleFault::Invalid("kind of range"));
        };
        let word = |place: usize| word(&head[place..place + 4]);
        let (stack_to_pot, gap) = (f32::from_bits(word(12)), f32::from_bits(word(16)));
        if !(stack_to_pot.is_finite() && stack_to_pot > 0.0 && gap.is_finite()) {
            return Err(SampleFault::Invalid("stack to pot"));
        }
        let hands = [word(20), word(24)].map(|hands| hands as usize);
        let expected = hands[0].saturating_add(hands[1]).saturating_mul(12);
        if body.len() != expected {
            return Err(SampleFault::Length { found: body.len(), expected });
        }
        let (combos, weights, values) = Default::default();
        let kinds = [first, second];
        let mut sample =
            Sample { game, deck, board, stack_to_pot, kinds, gap, combos, weights, values };
        let mut rest = body;
        for (side, hands) in hands.into_iter().enumerate() {
            let mut part = || {
                let (part, after) = rest.split_at(4 * hands);
                rest = after;
                part.chunks_exact(4).map(self::word)
            };
            sample.combos[side] = part().collect();
            sample.weights[side] = part().map(f32::from_bits).collect();
            sample.values[side] = part().map(f32::from_bits).collect();
        }
        sample.check()?;
        Ok(sample)
    }

    fn check(&self) -> Result<(), SampleFault> {
        let combos = self.game.combos() as u32;
        if self.combos.iter().flatten().any(|&combo| combo >= combos) {
            return Err(SampleFault::Invalid("combo"));
        }
        if self.weights.iter().flatten().any(|weight| !(0.0..=1.0).contains(weight)) {
            return Err(SampleFault::Invalid("weight"));
        }
        let most = 0.5 + self.stack_to_pot + 0.01;
        if self.values.iter().flatten().any(|value| !(-most..=most).contains(value)) {
            return Err(SampleFault::Invalid("value"));
        }
        Ok(())
    }
}

fn word(bytes: &[u8]) -> u32 {
    bytes.iter().rev().fold(0, |word, &byte| word << 8 | u32::from(byte))
}
