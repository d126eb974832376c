//! What can be seen from the cards.

use quasar_cards::{Board, CardSet, Combo, Rank, Suit};

use crate::hands::combos;

/// The small set for every hand of a board.
pub(super) fn features(board: &Board) -> Vec<f32> {
    let on_board = [most_of_a_suit(board.set()), top_rank_count(board.set())];
    combos(board).flat_map(|hand| of_hand(&hand).into_iter().chain(on_board)).collect()
}

fn of_hand(hand: &Combo) -> [f32; 6] {
    let mut suits = suit_counts(hand.set());
    suits.sort_unstable_by(|a, b| b.cmp(a));
    let [one, two, three, four] = suits.map(|count| count as f32);
    // Cards are in the order of their ranks.
    let mut highest = hand.cards().rev().map(|card| card.rank().index() as f32 / TOP);
    let mut rank = || highest.next().expect("a hand has four cards");
    [one, two, three, four, rank(), rank()]
}

/// The number of an ace.
const TOP: f32 = (Rank::ALL.len() - 1) as f32;

fn suit_counts(cards: CardSet) -> [u32; 4] {
    Suit::ALL.map(|suit| cards.ranks_of_suit(suit).count_ones())
}

fn most_of_a_suit(cards: CardSet) -> f32 {
    suit_counts(cards).into_iter().fold(0, u32::max) as f32
}

fn top_rank_count(cards: CardSet) -> f32 {
    let counts = Rank::ALL.into_iter().rev().map(|rank| cards.count_of_rank(rank));
    counts.into_iter().find(|&count| count > 0).unwrap_or(0) as f32
}

#[cfg(test)]
mod tests {
    use quasar_eval::LiveCards;

    use super::*;

    #[test]
    fn cards_are_read_as_the_documentation_says() {
        for (board, hand, expected) in [
            ("AsAh7s2d3c", "KsKhQs9d", [2.0, 1.0, 1.0, 0.0, 11.0 / 12.0, 11.0 / 12.0, 2.0, 2.0]),
            ("Ts9s2c2d7h", "AsKsQdJd", [2.0, 2.0, 0.0, 0.0, 1.0, 11.0 / 12.0, 2.0, 1.0]),
            ("8h7h6h5h", "2c3c4c6c", [4.0, 0.0, 0.0, 0.0, 4.0 / 12.0, 2.0 / 12.0, 4.0, 1.0]),
        ] {
            let board: Board = board.parse().unwrap();
            let hand: Combo = hand.parse().unwrap();
            let number = LiveCards::new(board.set()).hand_index(&hand).unwrap();
            let features = features(&board);
            assert_eq!(features[8 * number..][..8], expected, "{hand} on {board}");
        }
    }
}
