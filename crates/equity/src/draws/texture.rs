//! What a board looks like: pairs, suits, connectedness.

use std::fmt;

use quasar_cards::{Board, Rank, Suit};

use super::straight::possible_straights;

/// How the ranks of a board repeat.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Pairing {
    /// All ranks differ.
    Unpaired,
    /// One rank twice.
    Paired,
    /// Two ranks twice.
    TwoPair,
    /// A rank three times.
    Trips,
    /// A rank four times.
    Quads,
}

/// What the suits of a board allow to hole cards of the same suit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Suitedness {
    /// No two cards share a suit.
    Rainbow,
    /// Two of a suit: flush draws while cards are to come.
    TwoTone,
    /// Two of each of two suits.
    DoubleTwoTone,
    /// Three or more of a suit: flushes.
    FlushPossible,
}

/// The texture of a board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Texture {
    /// How the ranks repeat.
    pub pairing: Pairing,
    /// How the suits fall.
    pub suits: Suitedness,
    /// How many different straights two hole cards can make now: 0 on `K72`, 3
    /// on `987`.
    pub straights: usize,
    /// The highest card.
    pub high: Option<Rank>,
}

impl Texture {
    /// The texture of a board.
    pub fn of(board: Board) -> Texture {
        let set = board.set();
        let repeated =
            |times| Rank::ALL.into_iter().filter(|&rank| set.count_of_rank(rank) >= times).count();
        let pairing = match (repeated(2), repeated(3), repeated(4)) {
            (0, ..) => Pairing::Unpaired,
            (_, _, 1) => Pairing::Quads,
            (_, 1, _) => Pairing::Trips,
            (1, ..) => Pairing::Paired,
            _ => Pairing::TwoPair,
        };
        let suited = |count: u32| {
            let suits = Suit::ALL.into_iter();
            suits.filter(|&suit| set.ranks_of_suit(suit).count_ones() >= count).count()
        };
        let suits = match (suited(2), suited(3)) {
            (0, _) => Suitedness::Rainbow,
            (_, 1) => Suitedness::FlushPossible,
            (1, _) => Suitedness::TwoTone,
            _ => Suitedness::DoubleTwoTone,
        };
        let ranks = Suit::ALL.into_iter().fold(0, |mask, suit| mask | set.ranks_of_suit(suit));
        let high = board.cards().iter().map(|card| card.rank()).max();
        Texture { pairing, suits, straights: possible_straights(ranks), high }
    }
}

/// Words such as `paired, two-tone, no straight possible`.
impl fmt::Display for Texture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pairing = match self.pairing {
            Pairing::Unpaired => "unpaired",
            Pairing::Paired => "paired",
            Pairing::TwoPair => "two pair",
            Pairing::Trips => "trips",
            Pairing::Quads => "quads",
        };
        let suits = match self.suits {
            Suitedness::Rainbow => "rainbow",
            Suitedness::TwoTone => "two-tone",
            Suitedness::DoubleTwoTone => "two flush draws",
            Suitedness::FlushPossible => "flush possible",
        };
        write!(f, "{pairing}, {suits}, ")?;
        match self.straights {
            0 => f.write_str("no straight possible"),
            1 => f.write_str("1 straight possible"),
            count => write!(f, "{count} straights possible"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_called_what_players_call_them() {
        for (board, words) in [
            ("Kh7d2c", "unpaired, rainbow, no straight possible"),
            ("9h8h7c", "unpaired, two-tone, 3 straights possible"),
            ("9h8h7c6c", "unpaired, two flush draws, 4 straights possible"),
            ("AhAd2h", "paired, two-tone, no straight possible"),
            ("AhAd2h2d", "two pair, two flush draws, no straight possible"),
            ("AhAdAs2h", "trips, two-tone, no straight possible"),
            ("AhAdAsAc2h", "quads, two-tone, no straight possible"),
            ("5h4h3h", "unpaired, flush possible, 3 straights possible"),
            ("AhKh5c3h", "unpaired, flush possible, 1 straight possible"),
            ("AcKdQh", "unpaired, rainbow, 1 straight possible"),
        ] {
            assert_eq!(Texture::of(board.parse().unwrap()).to_string(), words, "{board}");
        }
    }
}
