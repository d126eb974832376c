//! `pokers`: sums of keys and a perfect hash, after the C++ library OMPEval. Its
//! loose cards are indices into its table of one-card hands.

use pokers::{CARDS, Hand};
use quasar_cards::Card;

use crate::incremental::Incremental;

pub(crate) struct Pokers;

impl Incremental for Pokers {
    const PACKAGE: &'static str = "pokers";
    type Card = Hand;
    type Hand = Hand;
    type Rank = u16;

    // Cards of one rank are neighbours there, too; the order of suits does not
    // matter.
    #[inline(always)]
    fn card(card: Card) -> Hand {
        CARDS[card.index()]
    }

    #[inline(always)]
    fn empty() -> Hand {
        Hand::default()
    }

    #[inline(always)]
    fn with(hand: Hand, card: Hand) -> Hand {
        hand + card
    }

    #[inline(always)]
    fn rank(hand: Hand) -> u16 {
        hand.evaluate()
    }
}
