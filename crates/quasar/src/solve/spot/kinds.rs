//! Kinds of Omaha hands on a board.
//!
//! - **made**: what the hand is now, and within that its rank in words, so that
//!   straights come by nuttiness and flushes by their cards; a pair in the hand that
//!   the board matches is a set, other threes of a kind are trips
//! - **suits**: double-suited, single-suited, rainbow, with the sizes of the suits
//! - **draws**, on the turn: flush draws, and straight draws by the number of rivers
//!   that complete them
//! - **blockers**: the best card of the flush suit without a flush, and a card of the
//!   board's pair without a full house

use quasar_cards::{Board, CardSet, Combo, Rank, Street, Suit, SuitShape};
use quasar_eval::{Category, EvalError, HandRank, OmahaBoard};

/// A kind of hands.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Place {
    /// The strongest kinds first.
    pub(super) order: u32,
    pub(super) name: String,
}

/// The ways of grouping, in the order of the report.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum By {
    Made,
    Draws,
    Blockers,
    Suits,
}

impl By {
    pub(super) const ALL: [By; 4] = [By::Made, By::Draws, By::Blockers, By::Suits];

    pub(super) fn name(self) -> &'static str {
        match self {
            By::Made => "made",
            By::Draws => "draws",
            By::Blockers => "blockers",
            By::Suits => "suits",
        }
    }
}

/// A board that hands are sorted on.
pub(super) struct Sorter {
    board: Board,
    ranked: OmahaBoard,
    /// On a turn, every river.
    rivers: Vec<(quasar_cards::Card, OmahaBoard)>,
}

impl Sorter {
    pub(super) fn new(board: Board) -> Result<Sorter, EvalError> {
        let mut rivers = Vec::new();
        if board.street() == Street::Turn {
            for card in board.set().complement().iter() {
                if let Ok(river) = board.with_next(card) {
                    rivers.push((card, OmahaBoard::new(&river)?));
                }
            }
        }
        Ok(Sorter { board, ranked: OmahaBoard::new(&board)?, rivers })
    }

    /// How strong a hand is now; none if the board blocks it.
    pub(super) fn rank(&self, hand: &Combo) -> Option<HandRank> {
        self.ranked.rank(hand).ok()
    }

    /// The kind of a hand by one way of grouping, and the rank that is a finer kind
    /// within it; none where the board does not have that way.
    pub(super) fn place(&self, by: By, hand: &Combo) -> Option<(Place, Option<HandRank>)> {
        let rank = self.rank(hand)?;
        let place = |order: u32, name: String| Place { order, name };
        Some(match by {
            By::Made => {
                let (order, name) = self.made(rank, hand);
                (place(order, name.to_owned()), Some(rank))
            }
            By::Suits => {
                let shape = SuitShape::of(hand).to_string();
                (place(0, shape), None)
            }
            By::Draws => {
                let (order, name) = self.draws(rank, hand)?;
                (place(order, name), None)
            }
            By::Blockers => {
                let (order, name) = self.blockers(rank, hand);
                (place(order, name.to_owned()), None)
            }
        })
    }

    fn made(&self, rank: HandRank, hand: &Combo) -> (u32, &'static str) {
        let category = rank.category();
        let order = 2 * (Category::StraightFlush as u32 - category as u32);
        if category != Category::ThreeOfAKind {
            return (order, category.name());
        }
        let on_board = |rank: Rank| self.board.set().count_of_rank(rank);
        let set = |&rank: &Rank| hand.set().count_of_rank(rank) >= 2 && on_board(rank) == 1;
        match Rank::ALL.iter().any(set) {
            true => (order, "set"),
            false => (order + 1, "trips"),
        }
    }

    /// Draws to a straight or a flush that the hand does not have yet.
    fn draws(&self, rank: HandRank, hand: &Combo) -> Option<(u32, String)> {
        if self.rivers.is_empty() {
            return None;
        }
        let mut straights = 0;
        let mut flushes = CardSet::EMPTY;
        for (card, river) in &self.rivers {
            let Ok(after) = river.rank(hand) else { continue };
            if after <= rank {
                continue;
            }
            match after.category() {
                Category::Straight if rank.category() < Category::Straight => straights += 1,
                Category::Flush if rank.category() < Category::Flush => {
                    flushes = flushes.with(*card);
                }
                _ => {}
            }
        }
        let flush = flushes.iter().next().map(|card| self.is_best_of(card.suit(), hand));
        let (flush_order, flush) = match flush {
            Some(true) => (0, Some("nut flush draw")),
            Some(false) => (1, Some("flush draw")),
            None => (2, None),
        };
        let (straight_order, straight) = match straights {
            0 => (3, None),
            1..=4 => (2, Some("gutshot")),
            5..=8 => (1, Some("open-ended")),
            _ => (0, Some("wrap")),
        };
        let names: Vec<&str> = flush.into_iter().chain(straight).collect();
        let name = if names.is_empty() { "no draw".to_owned() } else { names.join(" + ") };
        Some((4 * flush_order + straight_order, name))
    }

    /// Whether a hand has the best card of a suit that the board leaves.
    fn is_best_of(&self, suit: Suit, hand: &Combo) -> bool {
        let left = self.board.set().complement().ranks_of_suit(suit);
        let held = hand.set().ranks_of_suit(suit);
        left != 0 && held >> left.ilog2() & 1 == 1
    }

    fn blockers(&self, rank: HandRank, hand: &Combo) -> (u32, &'static str) {
        let board = self.board.set();
        let suit = Suit::ALL.into_iter().find(|&suit| board.ranks_of_suit(suit).count_ones() >= 3);
        let flush = suit
            .is_some_and(|suit| rank.category() < Category::Flush && self.is_best_of(suit, hand));
        let paired =
            |&rank: &Rank| board.count_of_rank(rank) >= 2 && hand.set().count_of_rank(rank) >= 1;
        let house = rank.category() < Category::FullHouse && Rank::ALL.iter().any(paired);
        match (flush, house) {
            (true, true) => (0, "nut flush card and card of the pair"),
            (true, false) => (1, "nut flush card, no flush"),
            (false, true) => (2, "card of the pair, no full house"),
            (false, false) => (3, "no blocker"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(board: &str, by: By, hand: &str) -> String {
        let sorter = Sorter::new(board.parse().unwrap()).unwrap();
        let (place, finer) = sorter.place(by, &hand.parse().unwrap()).unwrap();
        match finer {
            Some(rank) => format!("{}: {}", place.name, rank.describe()),
            None => place.name,
        }
    }

    #[test]
    fn hands_are_named_as_players_do() {
        let river = "KsQs7s4d4c";
        assert!(kind(river, By::Made, "AsJs2h3h").starts_with("flush: ace-high flush"));
        assert!(kind(river, By::Made, "KdKh2h3h").starts_with("full house: "));
        assert!(kind(river, By::Made, "4hJd8h9h").starts_with("trips: "));
        assert!(kind("KsQs7s4d2c", By::Made, "7d7h3h9h").starts_with("set: "));
        assert_eq!(kind(river, By::Blockers, "As2d3h9h"), "nut flush card, no flush");
        assert_eq!(kind(river, By::Blockers, "AsJs3h9h"), "no blocker");
        assert_eq!(kind(river, By::Blockers, "4h2d3h9h"), "card of the pair, no full house");
        assert_eq!(kind(river, By::Suits, "AsJs3h9h"), "2+2 double-suited");
        let sorter = Sorter::new(river.parse().unwrap()).unwrap();
        assert_eq!(sorter.place(By::Draws, &"AsJs3h9h".parse().unwrap()), None);
    }

    #[test]
    fn draws_are_told_by_their_rivers() {
        let turn = "9d8d2c3s";
        assert_eq!(kind(turn, By::Draws, "AdKdQhJc"), "nut flush draw + gutshot");
        assert_eq!(kind(turn, By::Draws, "JcTh7hQc"), "wrap");
        assert_eq!(kind(turn, By::Draws, "7d6dKhKc"), "flush draw + open-ended");
        assert_eq!(kind(turn, By::Draws, "KhKcQhQc"), "no draw");
    }
}
