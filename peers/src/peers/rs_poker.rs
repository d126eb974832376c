//! `rs_poker`: sums of keys and a perfect hash made by its build script, and
//! Omaha by all choices.

use quasar_cards::Card;
use rs_poker::core::{Card as RsCard, CardBitSet, Rank, Rankable, SevenCardAccum, Suit, Value};
use rs_poker::omaha::OmahaHand;

use crate::contender::{Contender, ranks};
use crate::deal::{Hands, OmahaHands};
use crate::incremental::Incremental;

pub(crate) struct RsPoker;

impl Incremental for RsPoker {
    const PACKAGE: &'static str = "rs_poker";
    type Card = RsCard;
    type Hand = SevenCardAccum;
    type Rank = Rank;

    fn card(card: Card) -> RsCard {
        let value = Value::from_u8(card.rank().index() as u8);
        RsCard::new(value, Suit::from_u8(card.suit().index() as u8))
    }

    #[inline(always)]
    fn empty() -> SevenCardAccum {
        SevenCardAccum::new()
    }

    #[inline(always)]
    fn with(hand: SevenCardAccum, card: RsCard) -> SevenCardAccum {
        hand + card
    }

    #[inline(always)]
    fn rank(hand: SevenCardAccum) -> Rank {
        hand.rank()
    }
}

/// Five to seven loose cards.
pub(crate) fn from_cards<const N: usize>(hands: &Hands<N>) -> Box<dyn Contender> {
    let cards = hands.translate(RsPoker::card);
    ranks(RsPoker::PACKAGE, &hands.ranks, cards, |hand: &[RsCard; N]| hand[..].rank())
}

/// An Omaha hand and its board.
pub(crate) fn omaha<const H: usize>(hands: &OmahaHands<H>) -> Box<dyn Contender> {
    let set_of = |cards: &[RsCard]| cards.iter().copied().collect::<CardBitSet>();
    let cards = hands.translate(RsPoker::card);
    ranks(RsPoker::PACKAGE, &hands.ranks, cards, move |(hole, board)| {
        let hand = OmahaHand::new(set_of(hole), set_of(board));
        hand.expect("four to six cards and a river").rank()
    })
}
