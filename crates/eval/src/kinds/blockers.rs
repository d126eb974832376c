//! Blockers: cards that keep the opponent from holding the nuts.

use crate::{Category, HandRank};
use quasar_cards::{Board, Combo, Rank, Suit};

use super::{HandKind, is_best_of};

/// Ranks of a straight.
const LENGTH: usize = 5;

/// The kind of a hand by what it blocks.
pub(super) fn kind(board: Board, rank: HandRank, hand: &Combo) -> HandKind {
    let cards = board.set();
    let flush = Suit::ALL.into_iter().find(|&suit| cards.ranks_of_suit(suit).count_ones() >= 3);
    let pair = Rank::ALL.into_iter().any(|rank| cards.count_of_rank(rank) >= 2);
    if flush.is_none()
        && !pair
        && let Some(straight) = NutStraight::on(board)
    {
        return straight.kind(hand);
    }
    let flush = flush
        .is_some_and(|suit| rank.category() < Category::Flush && is_best_of(board, suit, hand));
    let paired =
        |&rank: &Rank| cards.count_of_rank(rank) >= 2 && hand.set().count_of_rank(rank) >= 1;
    let house = rank.category() < Category::FullHouse && Rank::ALL.iter().any(paired);
    match (flush, house) {
        (true, true) => HandKind::new(0, "nut flush card and card of the pair"),
        (true, false) => HandKind::new(1, "nut flush card, no flush"),
        (false, true) => HandKind::new(2, "card of the pair, no full house"),
        (false, false) => HandKind::new(3, "no blocker"),
    }
}

/// The best straight that a board allows.
struct NutStraight {
    /// The ranks that every hand with it holds, highest first.
    needed: Vec<Rank>,
    /// Pairs of ranks that make it.
    pairs: Vec<[Rank; 2]>,
}

impl NutStraight {
    /// None if no hand has a straight, or if hands without a common rank have the best.
    fn on(board: Board) -> Option<NutStraight> {
        let straights = (3..Rank::COUNT).rev().map(|top| {
            // The lowest straight has an ace below the two.
            let low = |down: usize| (top + Rank::COUNT - down) % Rank::COUNT;
            (0..LENGTH).filter_map(|down| Rank::from_index(low(down))).collect::<Vec<Rank>>()
        });
        let makes = |straight: &[Rank], pair: &[Rank; 2]| {
            let by_board = |rank: &&Rank| !pair.contains(rank);
            straight.iter().filter(by_board).all(|&rank| board.set().count_of_rank(rank) > 0)
        };
        let pairs = straights.map(|straight| -> Vec<[Rank; 2]> {
            let pairs = (0..LENGTH)
                .flat_map(|high| (high + 1..LENGTH).map(move |low| [high, low]))
                .map(|pair| pair.map(|place| straight[place]));
            pairs.filter(|pair| makes(&straight, pair)).collect()
        });
        let pairs = pairs.into_iter().find(|pairs| !pairs.is_empty())?;
        let in_all = |rank: &Rank| pairs.iter().all(|pair| pair.contains(rank));
        let needed: Vec<Rank> = pairs[0].into_iter().filter(in_all).collect();
        (!needed.is_empty()).then_some(NutStraight { needed, pairs })
    }

    fn kind(&self, hand: &Combo) -> HandKind {
        let held = |rank: Rank| hand.set().count_of_rank(rank);
        if self.pairs.iter().any(|pair| pair.iter().all(|&rank| held(rank) > 0)) {
            return HandKind::new(0, "nut straight");
        }
        let blocker = |least: usize| self.needed.iter().position(|&rank| held(rank) >= least);
        match (blocker(2), blocker(1)) {
            (Some(place), _) => {
                let rank = self.needed[place];
                let name = format!("{rank}{rank}, no nut straight");
                HandKind { order: 1 + place as u32, name: name.into() }
            }
            (None, Some(place)) => {
                let name = format!("{}, no nut straight", self.needed[place]);
                HandKind { order: 3 + place as u32, name: name.into() }
            }
            (None, None) => HandKind::new(5, "no blocker"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::OmahaBoard;
    use quasar_cards::Game;

    /// Where a straight is the nuts, the hands of that kind are those that nothing
    /// beats, and every blocker takes one of its cards from them.
    #[test]
    fn the_nut_straight_is_what_nothing_beats() {
        for (text, blockers) in [
            ("Td9d6h2c", &["88", "77", "8", "7"][..]),
            ("JcTd9h2c", &["KK", "QQ", "K", "Q"]),
            ("Ac5d4h9s", &["33", "22", "3", "2"]),
            // Any ace, king, queen or jack goes with the ten.
            ("AcKdQhJs", &["TT", "T"]),
            ("KcQdJs4h7c", &["AA", "TT", "A", "T"]),
        ] {
            let board: Board = text.parse().unwrap();
            let ranked = OmahaBoard::new(&board).unwrap();
            let hands = || {
                let hands = Combo::all(Game::Plo4, board.set());
                hands.filter_map(|hand| Some((hand, ranked.rank(&hand).ok()?)))
            };
            let nuts = hands().map(|(_, rank)| rank).max().unwrap();
            assert_eq!(nuts.category(), Category::Straight, "{text}");
            let mut seen = Vec::new();
            for (hand, rank) in hands() {
                let name = kind(board, rank, &hand).name;
                assert_eq!(rank == nuts, name == "nut straight", "{hand} on {text}");
                seen.push(name);
            }
            seen.sort_unstable();
            seen.dedup();
            let named = |blocker: &&str| format!("{blocker}, no nut straight");
            let mut expected: Vec<String> = blockers.iter().map(named).collect();
            expected.extend(["nut straight".to_owned(), "no blocker".to_owned()]);
            expected.sort_unstable();
            assert_eq!(seen, expected, "{text}");
        }
    }
}
