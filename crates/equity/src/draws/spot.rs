//! One known hand on a board.

use quasar_cards::{Board, CardSet, Combo, Game, Street};
use thiserror::Error;

/// A hand on a flop, turn or river, with the cards known to be out of play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HandOnBoard {
    hero: Combo,
    board: Board,
    dead: CardSet,
}

impl HandOnBoard {
    /// Checks and makes a spot. `dead` are cards out of play besides the board
    /// and hero's own.
    pub fn new(hero: Combo, board: Board, dead: CardSet) -> Result<HandOnBoard, HandOnBoardError> {
        if board.street() == Street::Preflop {
            return Err(HandOnBoardError::Preflop);
        }
        let twice = (hero.set() & (board.set() | dead)) | (board.set() & dead);
        if !twice.is_empty() {
            return Err(HandOnBoardError::Clash { cards: twice });
        }
        Ok(HandOnBoard { hero, board, dead })
    }

    /// The known hand.
    pub fn hero(&self) -> Combo {
        self.hero
    }

    /// The community cards, at least a flop.
    pub fn board(&self) -> Board {
        self.board
    }

    /// The game that is played.
    pub fn game(&self) -> Game {
        self.hero.game()
    }

    /// Cards that nobody else can hold or be dealt: hero's, the board, dead cards.
    pub fn seen(&self) -> CardSet {
        self.hero.set() | self.board.set() | self.dead
    }

    /// Cards that can still be dealt, from hero's point of view.
    pub fn unseen(&self) -> CardSet {
        self.seen().complement()
    }

    /// How many community cards are still to come.
    pub fn cards_to_come(&self) -> usize {
        Street::River.board_len() - self.board.cards().len()
    }
}

/// Why a hand on a board is not a spot.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum HandOnBoardError {
    /// No board yet: hands and draws exist from the flop on.
    #[error("draws and outs need a flop; the board is empty")]
    Preflop,
    /// Cards that are in more than one of hero's hand, the board and the dead cards.
    #[error("{cards} appears more than once in hand, board and dead cards")]
    Clash {
        /// The cards used twice.
        cards: CardSet,
    },
}
