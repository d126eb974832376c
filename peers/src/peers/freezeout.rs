//! `freezeout-eval`: Cactus Kev's evaluator with a perfect hash for seven cards.

use freezeout_eval::{Card as FreezeoutCard, HandValue, Rank, Suit};
use quasar_cards::Card;

use crate::contender::{Contender, ranks};
use crate::deal::Hands;

/// Five to seven loose cards.
pub(crate) fn from_cards<const N: usize>(hands: &Hands<N>) -> Box<dyn Contender> {
    let cards = hands.translate(translate);
    ranks("freezeout-eval", &hands.ranks, cards, |hand: &[FreezeoutCard; N]| HandValue::eval(hand))
}

fn translate(card: Card) -> FreezeoutCard {
    let rank = Rank::ranks().nth(card.rank().index());
    let suit = Suit::suits().nth(card.suit().index());
    FreezeoutCard::new(rank.expect("there are 13 ranks"), suit.expect("there are 4 suits"))
}
