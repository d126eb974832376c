//! The draws of a hand one by one, with their names.

use std::fmt;

use quasar_cards::{Card, CardSet, Suit};
use quasar_eval::Category;

use super::flush::{FlushDraw, flush_draws, suit_cards};
use super::outlook::Outlook;
use super::spot::HandOnBoard;
use super::straight::{StraightDraw, straight_draw};

/// One way to improve, with the outs that do it. A card may be an out of
/// several draws.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Draw {
    /// What is drawn to.
    pub kind: DrawKind,
    /// The cards that complete it.
    pub outs: CardSet,
    /// Those after which hero holds the nuts.
    pub nut_outs: CardSet,
}

/// What a draw draws to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DrawKind {
    /// A straight flush.
    StraightFlush,
    /// A flush.
    Flush(FlushDraw),
    /// A straight.
    Straight(StraightDraw),
    /// A full house or better, from two pair or three of a kind.
    FullHouse,
    /// Two pair or three of a kind.
    TwoPairOrTrips,
    /// A pair above the board.
    Overcards,
}

/// `nut flush draw`, `13-out wrap`, `open-ended straight draw`, ….
impl fmt::Display for Draw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.kind {
            DrawKind::StraightFlush => "straight flush draw",
            DrawKind::Flush(FlushDraw { nut: true, .. }) => "nut flush draw",
            DrawKind::Flush(draw) => return write!(f, "{}-high flush draw", draw.high),
            DrawKind::Straight(StraightDraw::Gutshot) => "gutshot",
            DrawKind::Straight(StraightDraw::DoubleGutshot) => "double gutshot",
            DrawKind::Straight(StraightDraw::OpenEnded) => "open-ended straight draw",
            DrawKind::Straight(StraightDraw::Wrap) => {
                return write!(f, "{}-out wrap", self.outs.len());
            }
            DrawKind::FullHouse => "full house draw",
            DrawKind::TwoPairOrTrips => "two pair or trips",
            DrawKind::Overcards => "overcards",
        })
    }
}

/// The draws of a hand from strong to weak; together they have all its outs.
pub(crate) fn list(
    spot: &HandOnBoard,
    hero: &Outlook,
    outs: CardSet,
    nut_outs: CardSet,
) -> Vec<Draw> {
    let mut list = Vec::new();
    let mut push = |kind, cards: CardSet| {
        let outs = outs & cards;
        if !outs.is_empty() {
            list.push(Draw { kind, outs, nut_outs: nut_outs & outs });
        }
    };
    let reaching = |wanted: std::ops::RangeInclusive<Category>| -> CardSet {
        outs.iter().filter(|&card| wanted.contains(&hero.after(card).category())).collect()
    };

    let now = hero.now().category();
    push(DrawKind::StraightFlush, reaching(Category::StraightFlush..=Category::StraightFlush));
    push(DrawKind::FullHouse, reaching(Category::FullHouse..=Category::FourOfAKind));
    if now < Category::Flush {
        for flush in flush_draws(spot) {
            push(DrawKind::Flush(flush), suit_cards(spot, flush.suit));
        }
    }
    if now < Category::Straight
        && let Some((ranks, shape)) = straight_ranks(spot, outs)
    {
        let completing = |card: &Card| ranks >> card.rank().index() & 1 == 1;
        push(DrawKind::Straight(shape), outs.iter().filter(completing).collect());
    }
    push(DrawKind::TwoPairOrTrips, reaching(Category::TwoPair..=Category::ThreeOfAKind));
    push(DrawKind::Overcards, reaching(Category::Pair..=Category::Pair));
    list
}

/// The ranks of outs that make a straight, and the shape of that draw.
fn straight_ranks(spot: &HandOnBoard, outs: CardSet) -> Option<(u16, StraightDraw)> {
    let ranks = |cards: CardSet| {
        Suit::ALL.into_iter().fold(0, |mask, suit| mask | cards.ranks_of_suit(suit))
    };
    let (hole, board) = (ranks(spot.hero().set()), ranks(spot.board().set()));
    straight_draw(spot.game(), hole, board, ranks(outs))
}
