//! What a hand is now, as players name it.

use crate::{Category, HandRank};
use quasar_cards::{Board, Combo, Rank, Suit};

use super::HandKind;

/// The kind of a made hand.
pub(super) fn kind(board: Board, rank: HandRank, hand: &Combo) -> HandKind {
    let category = rank.category();
    let order = 2 * (Category::StraightFlush as u32 - category as u32);
    let trips = category == Category::ThreeOfAKind && !is_set(board, hand);
    let name = match category {
        Category::ThreeOfAKind if trips => "trips",
        Category::ThreeOfAKind => "set",
        _ => category.name(),
    };
    HandKind::new(order + u32::from(trips), name)
}

/// A finer kind within that. Pairs differ by their place among the ranks of the
/// board, flushes by their best card, and other hands by their rank.
pub(super) fn finer(board: Board, rank: HandRank, hand: &Combo) -> HandKind {
    match rank.category() {
        Category::HighCard => high_card(hand),
        Category::Pair => one_pair(board, hand),
        Category::TwoPair => two_pair(board, hand),
        Category::ThreeOfAKind => three(board, rank, hand),
        Category::Flush => flush(board, hand),
        _ => in_words(rank, rank.describe()),
    }
}

fn in_words(rank: HandRank, name: String) -> HandKind {
    HandKind { order: u32::from(HandRank::BEST.number() - rank.number()), name: name.into() }
}

/// Whether a pair in the hand is matched by the board.
fn is_set(board: Board, hand: &Combo) -> bool {
    pockets(hand).any(|rank| board.set().count_of_rank(rank) == 1)
}

/// The ranks of the board, highest first, that occur at least `times`.
fn ranks(board: Board, times: usize) -> Vec<Rank> {
    let occurs = |rank: &Rank| board.set().count_of_rank(*rank) >= times;
    Rank::ALL.into_iter().rev().filter(occurs).collect()
}

/// The ranks of which the hand has two, highest first.
fn pockets(hand: &Combo) -> impl Iterator<Item = Rank> {
    let cards = hand.set();
    Rank::ALL.into_iter().rev().filter(move |&rank| cards.count_of_rank(rank) >= 2)
}

/// Places on the board of the ranks that the hand matches: 0 is the highest.
fn matches(ranks: &[Rank], hand: &Combo) -> Vec<usize> {
    let held = |place: &usize| hand.set().count_of_rank(ranks[*place]) > 0;
    (0..ranks.len()).filter(held).collect()
}

/// Two cards are told by the higher one; four have too many kinds.
fn high_card(hand: &Combo) -> HandKind {
    let held = |rank: Rank| hand.set().count_of_rank(rank) > 0;
    if hand.game().is_omaha() {
        HandKind::new(0, "no pair")
    } else if held(Rank::Ace) {
        HandKind::new(0, "ace high")
    } else if held(Rank::King) {
        HandKind::new(1, "king high")
    } else {
        HandKind::new(2, "queen high or lower")
    }
}

fn one_pair(board: Board, hand: &Combo) -> HandKind {
    if !ranks(board, 2).is_empty() {
        return HandKind::new(5, "the board's pair");
    }
    let ranks = ranks(board, 1);
    let matched = matches(&ranks, hand).first().copied();
    let pocket = pockets(hand).next();
    // A pocket pair below the matched pair does not count.
    match (pocket, matched) {
        (Some(pocket), _) if pocket > ranks[0] => HandKind::new(0, "overpair"),
        (_, Some(0)) => HandKind::new(1, "top pair"),
        (Some(pocket), Some(place)) if pocket > ranks[place] => HandKind::new(4, "underpair"),
        (_, Some(1)) => HandKind::new(2, "second pair"),
        (_, Some(_)) => HandKind::new(3, "lower pair"),
        _ => HandKind::new(4, "underpair"),
    }
}

fn two_pair(board: Board, hand: &Combo) -> HandKind {
    let paired = ranks(board, 2);
    if paired.is_empty() {
        return match matches(&ranks(board, 1), hand)[..] {
            [0, 1, ..] => HandKind::new(0, "top two pair"),
            [0, ..] => HandKind::new(1, "top and lower pair"),
            _ => HandKind::new(2, "lower two pair"),
        };
    }
    let single: Vec<Rank> =
        ranks(board, 1).into_iter().filter(|rank| !paired.contains(rank)).collect();
    let pocket = pockets(hand).next();
    let matched = matches(&single, hand).first().map(|&place| (place, single[place]));
    let top = ranks(board, 1)[0];
    // With two cards, the board may have two pair that the hand does not beat.
    if let [_, second, ..] = paired[..]
        && !hand.game().is_omaha()
        && pocket.is_none_or(|pocket| pocket < second)
        && matched.is_none_or(|(_, rank)| rank < second)
    {
        return HandKind::new(4, "the board's two pair");
    }
    match (pocket, matched) {
        (Some(pocket), _) if pocket > top => HandKind::new(0, "overpair with the board's pair"),
        (Some(pocket), Some((_, rank))) if pocket > rank => {
            HandKind::new(3, "underpair with the board's pair")
        }
        (_, Some((0, _))) => HandKind::new(1, "top pair with the board's pair"),
        (_, Some(_)) => HandKind::new(2, "lower pair with the board's pair"),
        _ => HandKind::new(3, "underpair with the board's pair"),
    }
}

fn three(board: Board, rank: HandRank, hand: &Combo) -> HandKind {
    if !is_set(board, hand) {
        // Kickers would make too many kinds.
        let words = rank.describe();
        let name = words.split(',').next().unwrap_or(&words).to_owned();
        let kinds = Rank::ALL.into_iter().rev().filter(|&of| board.set().count_of_rank(of) >= 2);
        let order = kinds.take_while(|&of| hand.set().count_of_rank(of) == 0).count();
        return HandKind { order: order as u32, name: name.into() };
    }
    let ranks = ranks(board, 1);
    let set = pockets(hand).find_map(|pocket| ranks.iter().position(|&rank| rank == pocket));
    match set {
        Some(0) => HandKind::new(0, "top set"),
        Some(place) if place + 1 == ranks.len() => HandKind::new(2, "bottom set"),
        _ => HandKind::new(1, "middle set"),
    }
}

/// By the number of higher cards of the suit that others can hold.
fn flush(board: Board, hand: &Combo) -> HandKind {
    let many = |suit: &Suit| board.set().ranks_of_suit(*suit).count_ones() >= 3;
    let suit = Suit::ALL.into_iter().find(many).unwrap_or(Suit::Clubs);
    let left = board.set().complement().ranks_of_suit(suit);
    let held = hand.set().ranks_of_suit(suit);
    let Some(top) = held.checked_ilog2() else {
        return HandKind::new(4, "the board's flush");
    };
    match (left >> top >> 1).count_ones() {
        0 => HandKind::new(0, "nut flush"),
        1 => HandKind::new(1, "second nut flush"),
        2 => HandKind::new(2, "third nut flush"),
        _ => HandKind::new(3, "lower flush"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::OmahaBoard;

    fn named(board: &str, hand: &str) -> String {
        let (board, hand): (Board, Combo) = (board.parse().unwrap(), hand.parse().unwrap());
        let rank = OmahaBoard::new(&board).unwrap().rank(&hand).unwrap();
        let (kind, finer) = (kind(board, rank, &hand), finer(board, rank, &hand));
        format!("{}: {}", kind.name, finer.name)
    }

    #[test]
    fn pairs_are_told_by_the_board() {
        for (board, hand, name) in [
            ("Kd9s6h2c", "AhAcJd4s", "pair: overpair"),
            ("Kd9s6h2c", "KhQcJd4s", "pair: top pair"),
            ("Kd9s6h2c", "9hQcJd4s", "pair: second pair"),
            ("Kd9s6h2c", "2hQcJd4s", "pair: lower pair"),
            ("Kd9s6h2c", "QhQcJd4s", "pair: underpair"),
            // Queens beat a pair of nines, and lose to a pair of kings.
            ("Kd9s6h2c", "QhQc9d4s", "pair: underpair"),
            ("Kd9s6h2c", "QhQcKs4s", "pair: top pair"),
            ("Kd9s6h2c", "QhTcJd4s", "high card: no pair"),
            ("Kd9s6h6c", "QhTcJd4s", "pair: the board's pair"),
            ("Kd9s6h2c", "Kh9cJd4s", "two pair: top two pair"),
            ("Kd9s6h2c", "Kh2sJd4s", "two pair: top and lower pair"),
            ("Kd9s6h2c", "9h2sJd4s", "two pair: lower two pair"),
            ("Kd9s6h6c", "AhAcJd4s", "two pair: overpair with the board's pair"),
            ("Kd9s6h6c", "KhQcJd4s", "two pair: top pair with the board's pair"),
            ("Kd9s6h6c", "9hQcJd4s", "two pair: lower pair with the board's pair"),
            ("Kd9s6h6c", "JhJc8d4s", "two pair: underpair with the board's pair"),
            ("Kd9s6h2c", "KhKcJd4s", "set: top set"),
            ("Kd9s6h2c", "6s6cJd4s", "set: middle set"),
            ("Kd9s6h2c", "2s2hJd4s", "set: bottom set"),
            ("Kd9s6h6c", "6sQcJd4s", "trips: three sixes"),
        ] {
            assert_eq!(named(board, hand), name, "{hand} on {board}");
        }
    }

    #[test]
    fn flushes_are_told_by_what_beats_them() {
        for (hand, name) in [
            ("As3s4d5d", "flush: nut flush"),
            ("Qs3s4d5d", "flush: second nut flush"),
            ("Js3s4d5d", "flush: third nut flush"),
            ("Ts3s4d5d", "flush: lower flush"),
        ] {
            assert_eq!(named("Ks9s6s2c", hand), name, "{hand}");
        }
        assert_eq!(named("Ks9s6s2c", "KhKdAcQc"), "set: top set");
        assert!(named("Ks9s6h6c", "KhKdAcQc").starts_with("full house: full house, kings full"));
    }
}
