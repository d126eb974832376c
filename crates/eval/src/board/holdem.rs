//! All Hold'em hands of one board.
//!
//! Without a flush 91 lookups, one for each pair of ranks, rank all 1,326
//! combos; a board with three or more cards of a suit corrects the combos that
//! hold that suit. About 1 us a board.

use quasar_cards::{Board, Card, Combo, Rank, Street, Suit};

use crate::board::{PAIRS, RANK_PAIRS, Strengths, block, pair_index, rank_pair_index, spread_into};
use crate::error::EvalError;
use crate::key;
use crate::rank::HandRank;

/// The rank of every two hole cards on one board of three to five cards: the
/// best five of hand and board as it is now.
///
/// ```
/// use quasar_eval::HoldemBoard;
/// let board = HoldemBoard::new(&"Td9d6h2cAs".parse()?)?;
/// let rank = board.rank(&"AhAc".parse()?)?;
/// assert_eq!(rank.describe(), "three aces, ten nine kickers");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct HoldemBoard {
    board: Board,
    ranks: [HandRank; PAIRS],
}

impl HoldemBoard {
    /// Ranks all hands of a board.
    pub fn new(board: &Board) -> Result<HoldemBoard, EvalError> {
        if board.street() == Street::Preflop {
            return Err(EvalError::NoFlop);
        }
        let sum = key::sum_of(board.cards());
        let mut ranks = [HandRank::BLOCKED; PAIRS];
        spread_into(&rank_pairs(board, sum), &mut ranks);
        if let Some(suit) = key::three_of_suit(sum) {
            raise_flushes(board, suit, &mut ranks);
        }
        block(board.set(), &mut ranks);
        Ok(HoldemBoard { board: *board, ranks })
    }

    /// The rank of every combo in the order of [`Combo::index`]; blocked where a
    /// combo holds a board card.
    #[inline]
    pub fn ranks(&self) -> &[HandRank; PAIRS] {
        &self.ranks
    }

    /// The rank of one hand.
    pub fn rank(&self, hand: &Combo) -> Result<HandRank, EvalError> {
        if hand.game().is_omaha() {
            return Err(EvalError::WrongGame(hand.game()));
        }
        match (hand.set() & self.board.set()).iter().next() {
            Some(card) => Err(EvalError::Blocked(card)),
            None => Ok(self.ranks[hand.index()]),
        }
    }

    /// The distinct ranks, and every combo's place among them.
    pub fn strengths(&self) -> Strengths {
        Strengths::new(&self.ranks)
    }

    /// The indices of the combos that can be held, weakest first; the filled
    /// part of `order`. Combos of equal rank are in index order.
    pub fn sorted_into<'a>(&self, order: &'a mut [u16; PAIRS]) -> &'a [u16] {
        let strengths = self.strengths();
        let mut next = [0u16; 256];
        for &strength in strengths.of_pairs() {
            next[usize::from(strength)] += 1;
        }
        next[0] = 0;
        let mut start = 0;
        for place in &mut next {
            start += std::mem::replace(place, start);
        }
        for (combo, &strength) in (0..).zip(strengths.of_pairs()) {
            if strength > 0 {
                let place = &mut next[usize::from(strength)];
                order[usize::from(*place)] = combo;
                *place += 1;
            }
        }
        &order[..usize::from(start)]
    }
}

/// The ranks of the board with each pair of ranks, flushes left out.
fn rank_pairs(board: &Board, sum: u64) -> [HandRank; RANK_PAIRS] {
    let set = board.set();
    let left: [usize; Rank::COUNT] = Rank::ALL.map(|rank| 4 - set.count_of_rank(rank));
    let mut ranks = [HandRank::BLOCKED; RANK_PAIRS];
    for high in Rank::ALL {
        let one = key::add_card(sum, Card::new(high, Suit::Clubs));
        for low in &Rank::ALL[..=high.index()] {
            // Five cards of a rank have no place in the tables.
            let needed = if high == *low { 2 } else { 1 };
            if left[high.index()] >= needed && left[low.index()] >= 1 {
                let two = key::add_card(one, Card::new(*low, Suit::Clubs));
                ranks[rank_pair_index(high.index(), low.index())] = key::no_flush_rank(two);
            }
        }
    }
    ranks
}

/// Overwrites the pairs that make a flush: a hand of seven cards with a flush
/// has nothing better.
fn raise_flushes(board: &Board, suit: Suit, ranks: &mut [HandRank; PAIRS]) {
    let on_board = board.set().ranks_of_suit(suit);
    let count = on_board.count_ones();
    if count == 5 {
        ranks.fill(key::flush_rank(on_board));
    }
    let suited = Rank::ALL.into_iter().filter(|rank| on_board >> rank.index() & 1 == 0);
    for high in suited.clone() {
        let card = Card::new(high, suit);
        let with_one = on_board | 1 << high.index();
        if count >= 4 {
            let rank = key::flush_rank(with_one);
            for other in Card::all().filter(|other| other.suit() != suit) {
                ranks[pair_index(card, other)] = rank;
            }
        }
        for low in suited.clone().take_while(|&low| low < high) {
            let with_two = with_one | 1 << low.index();
            ranks[pair_index(card, Card::new(low, suit))] = key::flush_rank(with_two);
        }
    }
}
