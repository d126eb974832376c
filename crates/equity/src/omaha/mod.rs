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
mod versus;

use quasar_cards::{Board, Card, Combo};
use quasar_eval::OmahaBoard;

use crate::{Holding, Question};

pub use duel::{hand_against_hand, hand_against_hand_cost};
pub use error::OmahaError;
pub use ranges::range_against_range;
pub use versus::{hand_against_range, hand_against_range_cost};

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

/// The pairs of hole cards on a board of at least a flop.
fn omaha_board(cards: impl IntoIterator<Item = Card>) -> OmahaBoard {
    let cards: Vec<Card> = cards.into_iter().collect();
    let board = Board::new(&cards).expect("a board of distinct cards");
    OmahaBoard::new(&board).expect("a flop at least")
}
