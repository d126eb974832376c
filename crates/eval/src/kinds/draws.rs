//! What a hand can become with the next card.

use crate::{Category, EvalError, HandRank, rank_set};
use quasar_cards::{Board, Card, CardSet, Combo, Game, Street};

use super::{HandKind, Ranking, is_best_of};

/// The cards that can follow a flop or a turn.
pub(super) struct NextCards {
    board: Board,
    next: Vec<NextCard>,
}

struct NextCard {
    card: Card,
    ranked: Ranking,
    /// In Hold'em on the river: what everybody has. A hand that is no better draws to nothing.
    board_alone: Option<HandRank>,
}

/// A draw to a flush and to a straight that a hand does not have yet.
pub(super) struct Draw {
    /// Whether it is to the nut flush, if it is to a flush.
    flush: Option<bool>,
    /// Next cards that complete a straight.
    straights: usize,
}

impl NextCards {
    /// Those of a flop or turn; none on the river.
    pub(super) fn new(game: Game, board: Board) -> Result<Option<NextCards>, EvalError> {
        if !matches!(board.street(), Street::Flop | Street::Turn) {
            return Ok(None);
        }
        let mut next = Vec::new();
        for card in board.set().complement().iter() {
            if let Ok(after) = board.with_next(card) {
                let alone = !game.is_omaha() && after.street() == Street::River;
                let board_alone = alone.then(|| rank_set(after.set())).transpose()?;
                next.push(NextCard { card, ranked: Ranking::new(game, after)?, board_alone });
            }
        }
        Ok(Some(NextCards { board, next }))
    }

    /// The draws of a hand that is this strong now.
    pub(super) fn draw(&self, rank: HandRank, hand: &Combo) -> Draw {
        let mut straights = 0;
        let mut flushes = CardSet::EMPTY;
        for next in &self.next {
            let Some(after) = next.ranked.rank(hand) else { continue };
            if after <= rank || next.board_alone.is_some_and(|alone| after <= alone) {
                continue;
            }
            match after.category() {
                Category::Straight if rank.category() < Category::Straight => straights += 1,
                Category::Flush if rank.category() < Category::Flush => {
                    flushes = flushes.with(next.card);
                }
                _ => {}
            }
        }
        let suit = flushes.iter().next().map(Card::suit);
        Draw { flush: suit.map(|suit| is_best_of(self.board, suit, hand)), straights }
    }
}

impl Draw {
    /// By the best card of the flush and the number of cards to a straight.
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
        let names: Vec<&'static str> = flush.into_iter().chain(straight).collect();
        let name = match names[..] {
            [] => "no draw".into(),
            [only] => only.into(),
            _ => names.join(" + ").into(),
        };
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
