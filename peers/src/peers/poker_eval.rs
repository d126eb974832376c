//! `poker_eval`: sums of keys as indices into large tables, built at start. Its
//! cards are numbers; they are kept in bytes and widened when they are used.

use poker_eval::eval::{five, seven};
use quasar_cards::Card;

use crate::contender::{Contender, ranks};
use crate::deal::Hands;

const PACKAGE: &str = "poker_eval";

/// Five loose cards.
pub(crate) fn five_cards(hands: &Hands<5>) -> Box<dyn Contender> {
    let tables = five::build_tables(false);
    ranks(PACKAGE, &hands.ranks, hands.cards.clone(), move |hand: &[Card; 5]| {
        five::get_rank_five(&tables, hand.map(Card::index))
    })
}

/// Seven loose cards.
pub(crate) fn seven_cards(hands: &Hands<7>) -> Box<dyn Contender> {
    let tables = seven::build_tables(false);
    ranks(PACKAGE, &hands.ranks, hands.cards.clone(), move |hand: &[Card; 7]| {
        seven::get_rank(&tables, hand.map(Card::index))
    })
}
