//! The four-card hands of a board, by number.
//!
//! Hands have the numbers of [`LiveCards::hand_index`]; a hand is known by the
//! places of its cards among the live ones, ascending.

use quasar_cards::{Board, CardSet, Combo, Game};
use quasar_eval::{LiveCards, OmahaBoard};

/// The places of a hand's cards.
pub(crate) type Places = [u8; 4];

/// All hands of this many live cards, in the order of their numbers.
pub(crate) fn all_places(cards: usize) -> Vec<Places> {
    let cards = cards as u8;
    let mut hands = Vec::new();
    for d in 0..cards {
        for c in 0..d {
            for b in 0..c {
                hands.extend((0..b).map(|a| [a, b, c, d]));
            }
        }
    }
    hands
}

/// How many hands a board leaves.
pub(crate) fn hand_count(board: &Board) -> usize {
    LiveCards::new(board.set()).hands(Game::Plo4)
}

/// All hands that a board leaves, in the order of their numbers.
pub(crate) fn combos(board: &Board) -> impl Iterator<Item = Combo> {
    Combo::all(Game::Plo4, board.set())
}

/// The table of pairs of a board that has a flop at least.
pub(crate) fn omaha_board(board: &Board) -> OmahaBoard {
    OmahaBoard::new(board).expect("turns and rivers have a flop")
}

/// The strength of every hand of a river, in the order of their numbers.
pub(crate) fn strengths(river: &Board) -> Vec<u8> {
    let board = omaha_board(river);
    let mut strengths = vec![0; hand_count(river)];
    board
        .strengths_into(Game::Plo4, &board.strengths(), &mut strengths)
        .expect("there is a place for every hand");
    strengths
}

/// The live cards of a board as a set.
pub(crate) fn live(board: &Board) -> CardSet {
    board.set().complement()
}
