//! Sorts the hands of a board into the order of a sweep.
//!
//! Hands that share all cards but the lowest make a row. Rows are cut where the
//! strength changes ([`cuts`]); the pieces are then listed strength by strength
//! ([`list`]). Only the combo of each hand is written hand by hand.
//!
//! Cost: a river of all 178,365 four-card hands takes 1.2 ms.

use quasar_cards::{Board, Card, CardSet, Game, Range, Street};
use quasar_eval::OmahaBoard;

use super::OmahaError;
use super::cuts::cuts;
use super::hands::BoardHands;
use super::list::list;
use super::sets::{PLACES, choose};
use super::used::Used;

/// Pairs of cards.
const PAIRS: usize = Game::Holdem.combos();

impl BoardHands {
    /// The hands of `ranges` that a board leaves, of the cards of `deck`.
    pub(crate) fn new(
        board: &Board,
        deck: CardSet,
        ranges: &[Range; 2],
    ) -> Result<BoardHands, OmahaError> {
        let ranked = OmahaBoard::new(board)?;
        let cards = ranked.by_influence(deck);
        let game = ranges[0].game();
        let strengths = if board.street() == Street::River {
            let strengths = ranked.strengths();
            Strengths::new(&cards, strengths.of_pairs(), strengths.ranks().len())
        } else {
            Strengths::new(&cards, &[1; PAIRS], 1)
        };
        let cuts = cuts(&cards, ranges, &strengths);
        let used = Used::new(cards.len(), game.hole_cards() - 2, &cuts);
        let sides = list(game, &cards, strengths.count(), &cuts);
        let weaker = |strength: usize| -> usize {
            sides.iter().map(|side| side.hands_of(side.groups_of(0..strength)).len()).sum()
        };
        let all = sides[0].strengths.len();
        let middle = (0..all).find(|&strength| 2 * weaker(strength) >= weaker(all)).unwrap_or(all);
        Ok(BoardHands { game, places: cards.len(), sides, middle, used })
    }
}

/// The strengths of pairs of places.
pub(super) struct Strengths {
    /// Starting at 1; 0 for a place with itself.
    pairs: [[u8; PLACES]; PLACES],
    /// `above[s][p]`: the places that make a pair stronger than `s` with `p`.
    above: Vec<[u64; PLACES]>,
}

impl Strengths {
    /// Of pairs of cards with strengths from 1 to `count`.
    fn new(cards: &[Card], of_pairs: &[u8; PAIRS], count: usize) -> Strengths {
        let mut pairs = [[0; PLACES]; PLACES];
        let mut above = vec![[0; PLACES]; count + 1];
        for (high, &card) in cards.iter().enumerate() {
            for (low, &other) in cards[..high].iter().enumerate() {
                let (first, second) = (card.min(other).index(), card.max(other).index());
                let strength = of_pairs[choose(second, 2) + first];
                pairs[high][low] = strength;
                pairs[low][high] = strength;
                let weaker = &mut above[usize::from(strength) - 1];
                weaker[high] |= 1 << low;
                weaker[low] |= 1 << high;
            }
        }
        for strength in (0..count).rev() {
            let stronger = above[strength + 1];
            for (above, stronger) in above[strength].iter_mut().zip(stronger) {
                *above |= stronger;
            }
        }
        Strengths { pairs, above }
    }

    /// The number of strengths.
    fn count(&self) -> usize {
        self.above.len() - 1
    }

    /// The strength of two places.
    pub(super) fn pair(&self, one: u8, other: u8) -> u8 {
        self.pairs[usize::from(one) % PLACES][usize::from(other) % PLACES]
    }

    /// The places that make a pair stronger than `strength` with one of `upper`.
    pub(super) fn above(&self, upper: &[u8], strength: u8) -> u64 {
        let above = &self.above[usize::from(strength)];
        upper.iter().fold(0, |places, &place| places | above[usize::from(place) % PLACES])
    }
}
