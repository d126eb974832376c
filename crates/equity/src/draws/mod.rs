//! Made hands, draws and outs of one hand on a flop or turn, counted exactly.
//!
//! Every unseen card is dealt as the next one and the hand is ranked again
//! ([`outlook`]); [`outs`] defines which of those cards count, and which of them
//! give the nuts. [`list`] sorts them by what they complete and names the draws:
//! flushes ([`flush`]) and straights ([`straight`]) are recognised by the rule of
//! the game, so in Omaha always two hole cards with three of the board.
//!
//! On the river there is a made hand and nothing to draw to.

mod flush;
mod list;
mod outlook;
mod outs;
mod spot;
mod straight;
mod texture;

use std::fmt;

use quasar_cards::CardSet;
use quasar_eval::HandRank;

pub use flush::FlushDraw;
pub use list::{Draw, DrawKind};
pub(crate) use outlook::{Outlook, Outlooks};
pub use outs::Chance;
pub use spot::{HandOnBoard, HandOnBoardError};
pub use straight::StraightDraw;
pub use texture::{Pairing, Suitedness, Texture};

/// What a hand is and what it can become.
#[derive(Clone, PartialEq, Debug)]
pub struct Draws {
    /// The hand on the current board.
    pub current: MadeHand,
    /// The chance that at least one out comes by the river.
    pub with_draws: Chance,
    /// The cards that improve the hand, as the next card.
    pub outs: CardSet,
    /// Those that give it the nuts.
    pub nut_outs: CardSet,
    /// The draws one by one, strong ones first; together they have all the outs.
    pub list: Vec<Draw>,
}

/// The current hand; [`HandRank::category`] and [`HandRank::describe`] put it in
/// words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MadeHand {
    /// Its strength.
    pub rank: HandRank,
    /// Whether no hand that others can hold beats it now.
    pub nuts: bool,
}

/// Draws and outs of a hand.
///
/// ```
/// use quasar_cards::CardSet;
/// use quasar_equity::{HandOnBoard, draws};
///
/// let spot = HandOnBoard::new("JcTd9h2s".parse()?, "8h7h2c".parse()?, CardSet::EMPTY)?;
/// assert_eq!(draws(&spot).to_string(), "13-out wrap, two pair or trips");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn draws(spot: &HandOnBoard) -> Draws {
    let outlooks = Outlooks::new(spot.game(), spot.board());
    draws_with(spot, &outlooks, &outlooks.of(spot.hero().set()))
}

/// [`draws`] for a caller that already has the outlooks of the board and of hero's hand.
pub(crate) fn draws_with(spot: &HandOnBoard, outlooks: &Outlooks, hero: &Outlook) -> Draws {
    let best = outlooks.best_of(spot.unseen());
    let outs = outs::outs(spot, hero);
    let nut_outs = outs::nut_outs(outs, hero, &best);
    Draws {
        current: MadeHand { rank: hero.now(), nuts: hero.now() >= best.now() },
        with_draws: Chance::of(outs.len(), spot.unseen().len(), spot.cards_to_come()),
        outs,
        nut_outs,
        list: list::list(spot, hero, outs, nut_outs),
    }
}

/// The names of the draws: `nut flush draw, 13-out wrap`, or `no draw`.
impl fmt::Display for Draws {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.list.is_empty() {
            return f.write_str("no draw");
        }
        for (place, draw) in self.list.iter().enumerate() {
            let separator = if place == 0 { "" } else { ", " };
            write!(f, "{separator}{draw}")?;
        }
        Ok(())
    }
}
