//! Kinds of Omaha hands on a board.
//!
//! - **made**: what the hand is now, and within that the distinctions that players make:
//!   top pair or second pair, top set or bottom set, nut flush or second nut flush;
//!   straights, full houses and better by their rank in words. A pocket pair that
//!   the board matches is a set, any other three of a kind is trips
//! - **suits**: double-suited, single-suited, rainbow, with the sizes of the suits
//! - **draws**, on the turn: flush draws, and straight draws by the number of rivers
//!   that complete them
//! - **blockers**: the best card of the flush suit without a flush, and a card of the
//!   board's pair without a full house; where a straight is the nuts, its cards

mod blockers;
mod draws;
mod made;

use quasar_cards::{Board, Combo, Suit, SuitShape};
use quasar_eval::{EvalError, HandRank, OmahaBoard};

use self::draws::Rivers;
use crate::schema::names::Grouping;

/// A kind of hands.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct HandKind {
    /// The strongest kinds first.
    pub(super) order: u32,
    pub(super) name: String,
}

impl HandKind {
    fn new(order: u32, name: &str) -> HandKind {
        HandKind { order, name: name.to_owned() }
    }
}

/// A board that hands are sorted on.
pub(super) struct Sorter {
    board: Board,
    ranked: OmahaBoard,
    /// On a turn, every river.
    rivers: Option<Rivers>,
}

impl Sorter {
    pub(super) fn new(board: Board) -> Result<Sorter, EvalError> {
        Ok(Sorter { board, ranked: OmahaBoard::new(&board)?, rivers: Rivers::new(board)? })
    }

    /// The strength of a hand now; none if the board blocks it.
    pub(super) fn rank(&self, hand: &Combo) -> Option<HandRank> {
        self.ranked.rank(hand).ok()
    }

    /// The kind of a hand by one way of grouping, and a finer kind within it if there is
    /// one; none where the board does not have that way.
    pub(super) fn place(&self, by: Grouping, hand: &Combo) -> Option<(HandKind, Option<HandKind>)> {
        let rank = self.rank(hand)?;
        let board = self.board;
        Some(match by {
            Grouping::Made => (made::kind(board, rank, hand), Some(made::finer(board, rank, hand))),
            Grouping::Suits => (HandKind::new(0, &SuitShape::of(hand).to_string()), None),
            Grouping::Draws => (self.rivers.as_ref()?.draw(rank, hand).kind(), None),
            Grouping::Blockers => (blockers::kind(board, rank, hand), None),
        })
    }

    /// A made hand and its coarse draw; only on the turn.
    pub(super) fn made_and_draw(&self, hand: &Combo) -> Option<(HandKind, HandKind)> {
        let (rank, rivers) = (self.rank(hand)?, self.rivers.as_ref()?);
        Some((made::kind(self.board, rank, hand), rivers.draw(rank, hand).coarse()))
    }
}

/// Whether a hand has the best card of a suit that the board leaves.
fn is_best_of(board: Board, suit: Suit, hand: &Combo) -> bool {
    let left = board.set().complement().ranks_of_suit(suit);
    let held = hand.set().ranks_of_suit(suit);
    left != 0 && held >> left.ilog2() & 1 == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(board: &str, by: Grouping, hand: &str) -> String {
        let sorter = Sorter::new(board.parse().unwrap()).unwrap();
        let (place, finer) = sorter.place(by, &hand.parse().unwrap()).unwrap();
        match finer {
            Some(finer) => format!("{}: {}", place.name, finer.name),
            None => place.name,
        }
    }

    #[test]
    fn hands_are_named_as_players_do() {
        let river = "KsQs7s4d4c";
        assert!(kind(river, Grouping::Made, "AsJs2h3h").starts_with("flush: nut flush"));
        assert!(kind(river, Grouping::Made, "KdKh2h3h").starts_with("full house: "));
        assert!(kind(river, Grouping::Made, "4hJd8h9h").starts_with("trips: "));
        assert!(kind("KsQs7s4d2c", Grouping::Made, "7d7h3h9h").starts_with("set: "));
        assert_eq!(kind(river, Grouping::Blockers, "As2d3h9h"), "nut flush card, no flush");
        assert_eq!(kind(river, Grouping::Blockers, "AsJs3h9h"), "no blocker");
        assert_eq!(kind(river, Grouping::Blockers, "4h2d3h9h"), "card of the pair, no full house");
        assert_eq!(kind(river, Grouping::Suits, "AsJs3h9h"), "2+2 double-suited");
        let sorter = Sorter::new(river.parse().unwrap()).unwrap();
        assert_eq!(sorter.place(Grouping::Draws, &"AsJs3h9h".parse().unwrap()), None);
    }

    #[test]
    fn draws_are_told_by_their_rivers() {
        let turn = "9d8d2c3s";
        assert_eq!(kind(turn, Grouping::Draws, "AdKdQhJc"), "nut flush draw + gutshot");
        assert_eq!(kind(turn, Grouping::Draws, "JcTh7hQc"), "wrap");
        assert_eq!(kind(turn, Grouping::Draws, "7d6dKhKc"), "flush draw + open-ended");
        assert_eq!(kind(turn, Grouping::Draws, "KhKcQhQc"), "no draw");
    }
}
