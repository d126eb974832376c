//! `poker`: Cactus Kev's evaluator over hash maps; more than five cards by all
//! choices.

use poker::{Card as PokerCard, Evaluator};
use quasar_cards::Card;

use crate::contender::{Contender, ranks};
use crate::deal::Hands;

/// Five or more loose cards.
pub(crate) fn from_cards<const N: usize>(hands: &Hands<N>) -> Box<dyn Contender> {
    let evaluator = Evaluator::new();
    let cards = hands.translate(translate);
    ranks("poker", &hands.ranks, cards, move |hand: &[PokerCard; N]| {
        evaluator.evaluate_five(hand).expect("five or more distinct cards")
    })
}

fn translate(card: Card) -> PokerCard {
    card.to_string().parse().expect("both crates write cards alike")
}
