//! Tables over all pairs of cards.
//!
//! Without a flush the strength of two hole cards depends on their ranks only,
//! so a table of 1,326 pairs of cards is 91 pairs of ranks spread out, with
//! corrections for the flush suit and for cards that lie on the board.

use quasar_cards::{Card, CardSet, Rank};

use crate::rank::HandRank;

/// How many pairs of cards there are: the combos of Hold'em.
pub const PAIRS: usize = 1_326;

/// How many pairs of ranks there are, equal ones included.
pub(crate) const RANK_PAIRS: usize = 91;

/// The place of two different cards: [`quasar_cards::Combo::index`].
#[inline(always)]
pub(crate) fn pair_index(a: Card, b: Card) -> usize {
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    high.index() * high.index().wrapping_sub(1) / 2 + low.index()
}

/// The place of two ranks, `low <= high`, among the pairs of ranks.
#[inline(always)]
pub(crate) const fn rank_pair_index(high: usize, low: usize) -> usize {
    high * (high + 1) / 2 + low
}

/// Writes to each pair of cards the value of its pair of ranks.
#[inline(always)]
pub(crate) fn spread_into(by_ranks: &[HandRank], table: &mut [HandRank; PAIRS]) {
    let mut rest = &mut table[..];
    for high in 0..Rank::COUNT {
        let mut row = [HandRank::BLOCKED; Card::COUNT];
        let values = &by_ranks[rank_pair_index(high, 0)..];
        for (cells, &value) in row.as_chunks_mut::<4>().0[..=high].iter_mut().zip(values) {
            *cells = [value; 4];
        }
        for suit in 0..4 {
            let lower_cards = 4 * high + suit;
            let (cells, after) = rest.split_at_mut(lower_cards);
            cells.copy_from_slice(&row[..lower_cards]);
            rest = after;
        }
    }
}

/// Marks the pairs that hold one of the `dead` cards.
pub(crate) fn block(dead: CardSet, table: &mut [HandRank; PAIRS]) {
    for card in dead {
        let index = card.index();
        let first = index * index.wrapping_sub(1) / 2;
        table[first..first + index].fill(HandRank::BLOCKED);
        for higher in index + 1..Card::COUNT {
            table[higher * (higher - 1) / 2 + index] = HandRank::BLOCKED;
        }
    }
}

#[cfg(test)]
mod tests {
    use quasar_cards::{Combo, Game};

    use super::*;

    #[test]
    fn pairs_are_numbered_like_combos() {
        for (index, combo) in Combo::all(Game::Holdem, CardSet::EMPTY).enumerate() {
            let cards: Vec<Card> = combo.cards().collect();
            assert_eq!(pair_index(cards[0], cards[1]), index);
            assert_eq!(pair_index(cards[1], cards[0]), index);
        }
    }
}
