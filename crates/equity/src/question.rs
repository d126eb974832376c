//! What can be asked: who holds what, on which board.

use quasar_cards::{Board, CardSet, Combo, Game, Range};
use thiserror::Error;

/// What a player may hold.
#[derive(Clone, PartialEq, Debug)]
pub enum Holding {
    /// One known hand.
    Hand(Combo),
    /// A weighted range.
    Range(Range),
}

impl Holding {
    /// The game in which players hold this many cards.
    pub fn game(&self) -> Game {
        match self {
            Holding::Hand(combo) => combo.game(),
            Holding::Range(range) => range.game(),
        }
    }

    /// How many hands there are, dead cards or not.
    pub fn hands(&self) -> usize {
        match self {
            Holding::Hand(_) => 1,
            Holding::Range(range) => range.hands(),
        }
    }

    /// The hands that hold none of the dead cards, with their weights, in index
    /// order.
    pub fn live_hands(&self, dead: CardSet) -> Vec<(Combo, f32)> {
        match self {
            Holding::Hand(combo) if combo.set().intersects(dead) => Vec::new(),
            Holding::Hand(combo) => vec![(*combo, 1.0)],
            Holding::Range(range) => {
                range.iter().filter(|(combo, _)| !combo.set().intersects(dead)).collect()
            }
        }
    }
}

/// A valid equity question: two to ten players of one game, each with at least one hand
/// that the board and the dead cards leave.
#[derive(Clone, PartialEq, Debug)]
pub struct Question {
    players: Vec<Holding>,
    board: Board,
    dead: CardSet,
}

/// Fewest and most players of a question.
const PLAYERS: std::ops::RangeInclusive<usize> = 2..=10;

impl Question {
    /// Checks and makes a question. `dead` are cards out of play besides the
    /// board.
    pub fn new(
        players: Vec<Holding>,
        board: Board,
        dead: CardSet,
    ) -> Result<Question, QuestionError> {
        if !PLAYERS.contains(&players.len()) {
            return Err(QuestionError::PlayerCount { found: players.len() });
        }
        let game = players[0].game();
        if let Some(player) = players.iter().position(|player| player.game() != game) {
            let found = players[player].game();
            return Err(QuestionError::MixedGames { player, expected: game, found });
        }
        if board.set().intersects(dead) {
            return Err(QuestionError::DeadOnBoard { cards: board.set() & dead });
        }
        let question = Question { players, board, dead };
        question.check_hands()?;
        Ok(question)
    }

    /// Every player must have a hand left, and known hands must not clash.
    fn check_hands(&self) -> Result<(), QuestionError> {
        let gone = self.unavailable_cards();
        let mut known = CardSet::EMPTY;
        for (player, holding) in self.players.iter().enumerate() {
            match holding {
                Holding::Hand(combo) => {
                    let clash = combo.set() & (gone | known);
                    if !clash.is_empty() {
                        return Err(QuestionError::Clash { player, cards: clash });
                    }
                    known |= combo.set();
                }
                Holding::Range(range) => {
                    if !has_live_hand(range, gone) {
                        return Err(QuestionError::NoHand { player });
                    }
                }
            }
        }
        Ok(())
    }

    /// The game that is played.
    pub fn game(&self) -> Game {
        self.players[0].game()
    }

    /// What the players hold, in seat order.
    pub fn players(&self) -> &[Holding] {
        &self.players
    }

    /// The community cards.
    pub fn board(&self) -> Board {
        self.board
    }

    /// Cards out of play besides the board.
    pub fn dead(&self) -> CardSet {
        self.dead
    }

    /// Cards that nobody can hold or be dealt: board and dead cards.
    pub fn unavailable_cards(&self) -> CardSet {
        self.board.set() | self.dead
    }
}

/// Whether a range holds a hand without any of the `gone` cards.
fn has_live_hand(range: &Range, gone: CardSet) -> bool {
    let live = |combo: &Combo| !combo.set().intersects(gone);
    if gone.is_empty() {
        return !range.is_empty();
    }
    // A few hands decide for most ranges, without a search through millions.
    range.evenly_spaced_combos().iter().any(|(combo, _)| live(combo))
        || range.iter().any(|(combo, _)| live(&combo))
}

/// Why a question is invalid. Players are numbered from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum QuestionError {
    /// Fewer than two or more than ten players.
    #[error("equity needs 2 to 10 players, found {found}")]
    PlayerCount {
        /// How many were given.
        found: usize,
    },
    /// Players that hold different numbers of cards.
    #[error("player {} plays {found}, but player 1 plays {expected}", .player + 1)]
    MixedGames {
        /// The first player who differs from player 0.
        player: usize,
        /// The game of player 0.
        expected: Game,
        /// The game of `player`.
        found: Game,
    },
    /// Cards that are both on the board and dead.
    #[error("{cards} cannot be both on the board and dead")]
    DeadOnBoard {
        /// The cards.
        cards: CardSet,
    },
    /// A known hand with cards that are on the board, dead or in another hand.
    #[error("player {}: {cards} is already on the board, dead or in another hand", .player + 1)]
    Clash {
        /// The player.
        player: usize,
        /// The cards used twice.
        cards: CardSet,
    },
    /// A range of which the board and the dead cards leave nothing.
    #[error("player {}: no hand of this range is possible with the board and the dead cards", .player + 1)]
    NoHand {
        /// The player.
        player: usize,
    },
}
