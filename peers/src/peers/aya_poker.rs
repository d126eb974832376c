//! `aya_poker`: OMPEval's keys with another perfect hash, and Omaha by all
//! choices. Its loose cards are indices into its table of cards.

use aya_poker::base::{CARDS, Card as AyaCard, Hand};
use aya_poker::{PokerHandRank, omaha_rank, poker_rank};
use quasar_cards::Card;

use crate::contender::{Contender, ranks};
use crate::deal::OmahaHands;
use crate::incremental::Incremental;

pub(crate) struct AyaPoker;

impl Incremental for AyaPoker {
    const PACKAGE: &'static str = "aya_poker";
    type Card = AyaCard;
    type Hand = Hand;
    type Rank = PokerHandRank;

    #[inline(always)]
    fn card(card: Card) -> AyaCard {
        CARDS[card.index()]
    }

    #[inline(always)]
    fn empty() -> Hand {
        Hand::new()
    }

    #[inline(always)]
    fn with(mut hand: Hand, card: AyaCard) -> Hand {
        hand.insert_unchecked(&card);
        hand
    }

    #[inline(always)]
    fn rank(hand: Hand) -> PokerHandRank {
        poker_rank(&hand)
    }
}

/// An Omaha hand and its board.
pub(crate) fn omaha<const H: usize>(hands: &OmahaHands<H>) -> Box<dyn Contender> {
    let hand_of = |cards: &[Card]| {
        cards.iter().fold(Hand::new(), |hand, &card| AyaPoker::with(hand, AyaPoker::card(card)))
    };
    ranks(AyaPoker::PACKAGE, &hands.ranks, hands.cards.clone(), move |(hole, board)| {
        omaha_rank(&hand_of(hole), &hand_of(board))
    })
}
