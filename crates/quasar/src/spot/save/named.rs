//! A save under other names: a line that leads to the spot, and suits that differ from the
//! solve's.
//!
//! The save of a line before the flop is a spot of its own, whose amounts count from the flop on
//! and whose suits are those of the solve. Whoever walks to it from the blinds wants to read the
//! line and the cards as they were typed.

use quasar_cards::{Board, Card, SuitPermutation};
use quasar_game::{Chips, Line, Step};

use super::SpotSave;

/// How lines and cards of a save are named outside.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct SaveNames {
    /// The steps that lead to the spot, its board included.
    pub(crate) before: Vec<Step>,
    /// What each player has put in by then.
    pub(crate) committed: Chips,
    /// From the suits outside to those of the save.
    pub(crate) suits: SuitPermutation,
}

impl Default for SaveNames {
    fn default() -> SaveNames {
        SaveNames { before: Vec::new(), committed: Chips(0), suits: SuitPermutation::IDENTITY }
    }
}

impl SaveNames {
    /// A line of the spot as it is called outside; its cards are in the suits outside.
    pub(super) fn line(&self, line: &Line) -> Line {
        if self.before.is_empty() {
            return line.clone();
        }
        let later = line.steps().iter().map(|step| match step {
            Step::Bet(chips) => Step::Bet(Chips(chips.0 + self.committed.0)),
            other => other.clone(),
        });
        self.before.iter().cloned().chain(later).collect()
    }

    /// Cards outside as the save has them.
    pub(super) fn cards(&self, cards: &[Card]) -> Vec<Card> {
        cards.iter().map(|&card| self.suits.card(card)).collect()
    }

    /// A board of the save as it is called outside.
    pub(super) fn board(&self, board: &Board) -> Board {
        let back = self.suits.inverse();
        let cards: Vec<Card> = board.cards().iter().map(|&card| back.card(card)).collect();
        Board::new(&cards).unwrap_or(*board)
    }
}

impl SpotSave {
    /// The same save under other names: lines are read with the suits outside and amounts from
    /// the spot on, and shown as the names say.
    pub(crate) fn named(mut self, names: SaveNames) -> SpotSave {
        self.names = names;
        self
    }
}
