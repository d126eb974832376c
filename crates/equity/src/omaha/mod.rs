//! Exact equity between two Omaha players.

#[allow(unsafe_code, reason = "kernels for instruction sets found at run time")]
mod arch;
mod binomial;
mod duel;
mod error;
mod ranges;
mod runouts;
mod sweep;
mod triples;

use quasar_cards::Combo;

use crate::{Holding, Question};

pub use duel::{hand_against_hand, hand_against_hand_cost};
pub use error::OmahaError;
pub use ranges::range_against_range;

/// A question for the methods of this module: Omaha, two players.
fn check_players(question: &Question) -> Result<(), OmahaError> {
    if !question.game().is_omaha() {
        return Err(OmahaError::NotOmaha(question.game()));
    }
    match question.players().len() {
        2 => Ok(()),
        found => Err(OmahaError::PlayerCount { found }),
    }
}

/// The hand of a player who must not have a range.
fn known_hand(question: &Question, player: usize) -> Result<Combo, OmahaError> {
    match &question.players()[player] {
        Holding::Hand(combo) => Ok(*combo),
        Holding::Range(_) => Err(OmahaError::NotOneHand { player }),
    }
}
