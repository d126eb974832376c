//! All Omaha hands of one board.
//!
//! The board's row of ranks spread over the 1,326 pairs of cards, corrected
//! for the flush suit: 0.6 us. From it the kernel of `bulk` ranks all 178,365
//! hands of four cards on a river in 16 us, the 1,533,939 of five in 0.13 ms and
//! the 10,737,573 of six in 2.9 ms; their strengths, half the memory, in 10 us,
//! 0.1 ms and 1.3 ms.

use quasar_cards::{Board, Card, CardSet, Combo, Game, Rank, Street, Suit};

use crate::arch::dispatch;
use crate::board::{LiveCards, PAIRS, Strengths, binomial, block, pair_index, spread_into};
use crate::error::EvalError;
use crate::key;
use crate::omaha::bulk::{AllHands, PAIR_CELLS, Value};
use crate::omaha::tables::tables;
use crate::rank::HandRank;

/// The rank of every two hole cards with exactly three of a board of three to
/// five cards. The rank of an Omaha hand is the largest over its pairs.
///
/// ```
/// use quasar_cards::Game;
/// use quasar_eval::{HandRank, OmahaBoard};
///
/// let board = OmahaBoard::new(&"Td9d6h2cAs".parse()?)?;
/// let hand = "AhAc7d8d".parse()?;
/// assert_eq!(board.rank(&hand)?.describe(), "ten-high straight");
///
/// let mut ranks = vec![HandRank::BLOCKED; board.live().hands(Game::Plo4)];
/// board.ranks_into(Game::Plo4, &mut ranks)?;
/// let index = board.live().hand_index(&hand).expect("the hand is live");
/// assert_eq!(ranks[index], board.rank(&hand)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct OmahaBoard {
    live: LiveCards,
    pair_ranks: [HandRank; PAIRS],
}

impl OmahaBoard {
    /// Ranks all pairs of hole cards on a board.
    pub fn new(board: &Board) -> Result<OmahaBoard, EvalError> {
        if board.street() == Street::Preflop {
            return Err(EvalError::NoFlop);
        }
        let tables = tables();
        let sum = key::sum_of(board.cards());
        let mut pair_ranks = [HandRank::BLOCKED; PAIRS];
        spread_into(tables.rows.of_board(board.cards(), sum).ranks(), &mut pair_ranks);
        if let Some(suit) = key::three_of_suit(sum) {
            raise_flushes(board, suit, &mut pair_ranks);
        }
        block(board.set(), &mut pair_ranks);
        Ok(OmahaBoard { live: LiveCards::new(board.set()), pair_ranks })
    }

    /// The rank of every pair of cards in the order of [`Combo::index`]; blocked
    /// where a pair holds a board card.
    #[inline]
    pub fn pair_ranks(&self) -> &[HandRank; PAIRS] {
        &self.pair_ranks
    }

    /// The cards that are not on the board, and the numbers of their hands.
    #[inline]
    pub fn live(&self) -> LiveCards {
        self.live
    }

    /// The distinct ranks of pairs, and every pair's place among them.
    pub fn strengths(&self) -> Strengths {
        Strengths::new(&self.pair_ranks)
    }

    /// Those of `cards` that are live, in order of their influence: the sum of the
    /// ranks of a card's pairs with the others, weakest first.
    ///
    /// Hands that share all but their weakest card in this order mostly have the
    /// same rank, which sweeps over all hands make use of.
    pub fn by_influence(&self, cards: CardSet) -> Vec<Card> {
        let live = self.live.set() & cards;
        let influence = |card: Card| -> u32 {
            let others = live.iter().filter(|&other| other != card);
            let rank = |other: Card| self.pair_ranks[pair_index(card, other)];
            others.map(|other| u32::from(rank(other).number())).sum()
        };
        let mut cards: Vec<(u32, Card)> = live.iter().map(|card| (influence(card), card)).collect();
        cards.sort_unstable();
        cards.into_iter().map(|(_, card)| card).collect()
    }

    /// The rank of one hand of four to six cards.
    pub fn rank(&self, hand: &Combo) -> Result<HandRank, EvalError> {
        if !hand.game().is_omaha() {
            return Err(EvalError::WrongGame(hand.game()));
        }
        if let Some(card) = (hand.set() - self.live.set()).iter().next() {
            return Err(EvalError::Blocked(card));
        }
        let mut best = HandRank::BLOCKED;
        for high in hand.cards() {
            for low in hand.cards().take_while(|&low| low < high) {
                best = best.max(self.pair_ranks[pair_index(low, high)]);
            }
        }
        Ok(best)
    }

    /// Writes the rank of every hand of live cards, in the order of
    /// [`LiveCards::hand_index`]; `ranks` has [`LiveCards::hands`] entries.
    pub fn ranks_into(&self, game: Game, ranks: &mut [HandRank]) -> Result<(), EvalError> {
        self.all_into(game, &self.pair_ranks, ranks)
    }

    /// Writes the strength (see [`Strengths`]) of every hand of live cards, in the
    /// order of [`LiveCards::hand_index`]: half the memory of ranks, and ready to be
    /// sorted by [`crate::sort_by_strength`]. `strengths` must be those of this
    /// board.
    pub fn strengths_into(
        &self,
        game: Game,
        strengths: &Strengths,
        hands: &mut [u8],
    ) -> Result<(), EvalError> {
        self.all_into(game, strengths.of_pairs(), hands)
    }

    fn all_into<T: Value>(
        &self,
        game: Game,
        of_pair: &[T; PAIRS],
        hands: &mut [T],
    ) -> Result<(), EvalError> {
        if !game.is_omaha() {
            return Err(EvalError::WrongGame(game));
        }
        let expected = self.live.hands(game);
        if hands.len() != expected {
            return Err(EvalError::BufferLength { found: hands.len(), expected });
        }
        let mut cards = [0; Card::COUNT];
        for (place, card) in cards.iter_mut().zip(self.live.cards()) {
            *place = card.index();
        }
        let mut pairs = [T::LEAST; PAIR_CELLS];
        let mut places = pairs.iter_mut();
        for (position, &high) in cards[..self.live.count()].iter().enumerate() {
            let with_high = &of_pair[binomial(high, 2)..];
            for (&low, place) in cards[..position].iter().zip(&mut places) {
                *place = with_high[low];
            }
        }
        let (live, hole_cards) = (self.live.count(), game.hole_cards());
        dispatch(AllHands { pairs: &pairs, live, hole_cards, hands });
        Ok(())
    }
}

/// Raises the pairs of a suit to the flush they make.
fn raise_flushes(board: &Board, suit: Suit, pair_ranks: &mut [HandRank; PAIRS]) {
    let on_board = board.set().ranks_of_suit(suit);
    let suited = Rank::ALL.into_iter().filter(|rank| on_board >> rank.index() & 1 == 0);
    for high in suited.clone() {
        for low in suited.clone().take_while(|&low| low < high) {
            let flush = tables().flushes.rank(on_board, high.index(), low.index());
            let [high, low] = [high, low].map(|rank| Card::new(rank, suit));
            let rank = &mut pair_ranks[pair_index(low, high)];
            *rank = (*rank).max(flush);
        }
    }
}
