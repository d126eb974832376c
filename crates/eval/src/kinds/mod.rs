//! Kinds of hands on a board, in the words of players.
//!
//! Reports group a range by them: a four-card range has too many hands to read. A [`Sorter`] is
//! made once for a board; a hand then takes 0.1 to 1 us.
//!
//! - **made**: what the hand is now, and within that the distinctions that players make:
//!   top pair or second pair, top set or bottom set, nut flush or second nut flush;
//!   straights, full houses and better by their rank in words. A pocket pair that
//!   the board matches is a set, any other three of a kind is trips
//! - **draws**, before the river: flush draws, and straight draws by the number of next
//!   cards that complete them
//! - **suits**, in Omaha: double-suited, single-suited, rainbow, with the sizes of the suits
//! - **blockers**, in Omaha: the best card of the flush suit without a flush, and a card of the
//!   board's pair without a full house; where a straight is the nuts, its cards

mod blockers;
mod draws;
mod made;

use std::borrow::Cow;

use quasar_cards::{Board, Combo, Game, Suit, SuitShape};

use self::draws::NextCards;
use crate::{EvalError, HandRank, OmahaBoard, rank_hand};

/// The ways of grouping hands, in the order of reports.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Grouping {
    /// By made hand.
    Made,
    /// By draw.
    Draws,
    /// By blocker.
    Blockers,
    /// By suits.
    Suits,
}

impl Grouping {
    /// All of them, in the order of reports.
    pub const ALL: [Grouping; 4] =
        [Grouping::Made, Grouping::Draws, Grouping::Blockers, Grouping::Suits];
}

/// A kind of hands.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct HandKind {
    /// The strongest kinds first.
    pub order: u32,
    /// Its name, such as `set`.
    pub name: Cow<'static, str>,
}

impl HandKind {
    fn new(order: u32, name: &'static str) -> HandKind {
        HandKind { order, name: name.into() }
    }
}

/// The ways of grouping of a game, in the order of the report. Two cards are few enough to see
/// their suits and what they block.
fn ways(game: Game) -> &'static [Grouping] {
    match game.is_omaha() {
        true => &Grouping::ALL,
        false => &[Grouping::Made, Grouping::Draws],
    }
}

/// Ranks the hands of a game on a board.
enum Ranking {
    Holdem(Board),
    Omaha(Box<OmahaBoard>),
}

impl Ranking {
    fn new(game: Game, board: Board) -> Result<Ranking, EvalError> {
        Ok(match game.is_omaha() {
            true => Ranking::Omaha(Box::new(OmahaBoard::new(&board)?)),
            false => Ranking::Holdem(board),
        })
    }

    /// The strength of a hand; none if the board blocks it.
    fn rank(&self, hand: &Combo) -> Option<HandRank> {
        match self {
            Ranking::Holdem(board) => rank_hand(hand, board).ok(),
            Ranking::Omaha(board) => board.rank(hand).ok(),
        }
    }
}

/// A board that hands are sorted on.
pub struct Sorter {
    game: Game,
    board: Board,
    ranked: Ranking,
    /// Before the river, every next card.
    next: Option<NextCards>,
}

/// What a hand is on a board, in words; nothing if the board blocks it.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct HandWords {
    /// The made hand, such as `flush`.
    pub made: Cow<'static, str>,
    /// The finer kind of it, such as `second nut flush`.
    pub detail: Cow<'static, str>,
    /// The draw; none on the river.
    pub draw: Option<Cow<'static, str>>,
}

impl Sorter {
    /// Sorts hands of a game on a board.
    pub fn new(game: Game, board: Board) -> Result<Sorter, EvalError> {
        let ranked = Ranking::new(game, board)?;
        Ok(Sorter { game, board, ranked, next: NextCards::new(game, board)? })
    }

    /// The ways of grouping that the game has.
    pub fn ways(&self) -> &'static [Grouping] {
        ways(self.game)
    }

    /// The strength of a hand now; none if the board blocks it.
    pub fn rank(&self, hand: &Combo) -> Option<HandRank> {
        self.ranked.rank(hand)
    }

    /// The kind of a hand by one way of grouping, and a finer kind within it if there is
    /// one; none where the board does not have that way.
    pub fn place(&self, by: Grouping, hand: &Combo) -> Option<(HandKind, Option<HandKind>)> {
        let rank = self.rank(hand)?;
        let board = self.board;
        Some(match by {
            Grouping::Made => (made::kind(board, rank, hand), Some(made::finer(board, rank, hand))),
            Grouping::Suits => {
                (HandKind { order: 0, name: SuitShape::of(hand).to_string().into() }, None)
            }
            Grouping::Draws => (self.next.as_ref()?.draw(rank, hand).kind(), None),
            Grouping::Blockers => (blockers::kind(board, rank, hand), None),
        })
    }

    /// A made hand and its coarse draw; only before the river.
    pub fn made_and_draw(&self, hand: &Combo) -> Option<(HandKind, HandKind)> {
        let (rank, next) = (self.rank(hand)?, self.next.as_ref()?);
        Some((made::kind(self.board, rank, hand), next.draw(rank, hand).coarse()))
    }

    /// What a hand is now and what it draws to.
    pub fn kind(&self, hand: &Combo) -> HandWords {
        let Some(rank) = self.rank(hand) else { return HandWords::default() };
        HandWords {
            made: made::kind(self.board, rank, hand).name,
            detail: made::finer(self.board, rank, hand).name,
            draw: self.next.as_ref().map(|next| next.draw(rank, hand).kind().name),
        }
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
        let hand: Combo = hand.parse().unwrap();
        let sorter = Sorter::new(hand.game(), board.parse().unwrap()).unwrap();
        let (place, finer) = sorter.place(by, &hand).unwrap();
        match finer {
            Some(finer) => format!("{}: {}", place.name, finer.name),
            None => place.name.into_owned(),
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
        let sorter = Sorter::new(Game::Plo4, river.parse().unwrap()).unwrap();
        assert_eq!(sorter.place(Grouping::Draws, &"AsJs3h9h".parse().unwrap()), None);
    }

    #[test]
    fn draws_are_named_on_flops_and_with_two_cards() {
        assert_eq!(kind("9d8d2c", Grouping::Draws, "AdKdQhJc"), "nut flush draw + gutshot");
        assert_eq!(kind("9d8d2c", Grouping::Draws, "JcTh7hQc"), "wrap");
        for (board, hand, name) in [
            ("9d8d2c", "AdKd", "nut flush draw"),
            ("9d8d2c", "7d6d", "flush draw + open-ended"),
            ("9d8d2c", "JcTh", "open-ended"),
            ("9d8d2c", "QcTh", "gutshot"),
            ("9d8d2c", "AhAc", "no draw"),
            ("9d8d2c3s", "AdKc", "no draw"),
            ("9d8d2d3s", "AdKc", "nut flush draw"),
            ("9d8d2d3s", "QdKc", "flush draw"),
            // A nine or a four is a straight for everybody; with a ten, a nine is a better one.
            ("8d7c6h5s", "AhAc", "no draw"),
            ("8d7c6h5s", "AhTc", "gutshot"),
        ] {
            assert_eq!(kind(board, Grouping::Draws, hand), name, "{hand} on {board}");
        }
    }

    #[test]
    fn hands_of_two_cards_are_named_by_what_they_add() {
        for (board, hand, name) in [
            ("Kd9s6h2c", "AhAc", "pair: overpair"),
            ("Kd9s6h2c", "KhQc", "pair: top pair"),
            ("Kd9s6h2c", "QhQc", "pair: underpair"),
            ("Kd9s6h2c", "AhQc", "high card: ace high"),
            ("Kd9s6h2c", "JhTc", "high card: queen high or lower"),
            ("Kd9s6h6c", "AhQc", "pair: the board's pair"),
            ("Kd9s6h6c2d", "Kh9c", "two pair: top pair with the board's pair"),
            ("KdKs6h6c2d", "AhQc", "two pair: the board's two pair"),
            ("KdKs6h6c2d", "Ah2c", "two pair: the board's two pair"),
            ("KdKs6h6c2d", "QhQc", "two pair: underpair with the board's pair"),
            ("Kd9s6h2c", "6s6c", "set: middle set"),
            ("Kd9d6d2d3d", "AhQc", "flush: the board's flush"),
            ("Kd9d6d2d3c", "AdQc", "flush: nut flush"),
        ] {
            assert_eq!(kind(board, Grouping::Made, hand), name, "{hand} on {board}");
        }
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
