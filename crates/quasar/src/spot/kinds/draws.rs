//! What a hand can become on the river.

use quasar_cards::{Board, Card, CardSet, Combo, Street};
use quasar_eval::{Category, EvalError, HandRank, OmahaBoard};

use super::{HandKind, is_best_of};

/// The rivers after a turn.
pub(super) struct Rivers {
    board: Board,
    rivers: Vec<(Card, OmahaBoard)>,
}

/// A draw to a flush and to a straight that a hand does not have yet.
pub(super) struct Draw {
    /// Whether it is to the nut flush, if it is to a flush.
    flush: Option<bool>,
    /// Rivers that complete a straight.
    straights: usize,
}

impl Rivers {
    /// Those of a turn; none on another street.
    pub(super) fn new(board: Board) -> Result<Option<Rivers>, EvalError> {
        if board.street() != Street::Turn {
            return Ok(None);
        }
        let mut rivers = Vec::new();
        for card in board.set().complement().iter() {
            if let Ok(river) = board.with_next(card) {
                rivers.push((card, OmahaBoard::new(&river)?));
            }
        }
        Ok(Some(Rivers { board, rivers }))
    }

    /// The draws of a hand that is this strong now.
    pub(super) fn draw(&self, rank: HandRank, hand: &Combo) -> Draw {
        let mut straights = 0;
        let mut flushes = CardSet::EMPTY;
        for (card, river) in &self.rivers {
            let Ok(after) = river.rank(hand) else { continue };
            if after <= rank {
                continue;
            }
            match after.category() {
                Category::Straight if rank.category() < Category::Straight => straights += 1,
                Category::Flush if rank.category() < Category::Flush => {
                    flushes = flushes.with(*card);
                }
                _ => {}
            }
        }
        let suit = flushes.iter().next().map(Card::suit);
        Draw { flush: suit.map(|suit| is_best_of(self.board, suit, hand)), straights }
    }
}

impl Draw {
    /// By the best card of the flush and the number of rivers to a straight.
    pub(super) fn kind(&self) -> HandKind {
        let (flush_order, flush) = match self.flush {
            Some(true) => (0, Some("nut flush draw")),
            Some(false) => (1, Some("flush draw")),
            None => (2, None),
        };
        let (straight_order, straight) = match self.straights {
            0 => (3, None),
            1..=4 => (2, Some("gutshot")),
            5..=8 => (1, Some("open-ended")),
            _ => (0, Some("wrap")),
        };
        let names: Vec<&str> = flush.into_iter().chain(straight).collect();
        let name = if names.is_empty() { "no draw".to_owned() } else { names.join(" + ") };
        HandKind { order: 4 * flush_order + straight_order, name }
    }

    /// One of four: few enough for the columns of a table.
    pub(super) fn coarse(&self) -> HandKind {
        match (self.flush.is_some(), self.straights > 0) {
            (true, true) => HandKind::new(0, "both"),
            (true, false) => HandKind::new(1, "flush draw"),
            (false, true) => HandKind::new(2, "straight draw"),
            (false, false) => HandKind::new(3, "no draw"),
        }
    }
}
