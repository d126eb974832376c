//! `openpql-prelude`: case analysis on sets of ranks, without tables; the only
//! peer whose Omaha does not try all choices.

use openpql_prelude::{Card as PqlCard, Card64, eval_holdem, eval_omaha};
use quasar_cards::Card;

use crate::contender::{Contender, ranks};
use crate::deal::{Hands, OmahaHands};

const PACKAGE: &str = "openpql-prelude";

/// Five to seven loose cards.
pub(crate) fn from_cards<const N: usize>(hands: &Hands<N>) -> Box<dyn Contender> {
    let cards = hands.translate(translate);
    ranks(PACKAGE, &hands.ranks, cards, |hand| eval_holdem(set_of(hand)))
}

/// An Omaha hand and its board.
pub(crate) fn omaha<const H: usize>(hands: &OmahaHands<H>) -> Box<dyn Contender> {
    let cards = hands.translate(translate);
    ranks(PACKAGE, &hands.ranks, cards, |(hole, board)| eval_omaha(set_of(hole), set_of(board)))
}

fn set_of<const N: usize>(cards: &[PqlCard; N]) -> Card64 {
    cards.iter().copied().collect()
}

fn translate(card: Card) -> PqlCard {
    card.to_string().parse().expect("both crates write cards alike")
}
