//! From a line, with a river card or without, to a decision of the solver.

use quasar_cards::{Board, Card, SuitPermutation, symmetries};
use quasar_game::{Line, NodeKind, Place as BettingPlace};
use quasar_solver::{Game, NodeAt, Place};

use super::OmahaJob;
use crate::solve::SpotError;

/// A decision, where the solver has it.
pub(super) struct Located {
    pub(super) at: NodeAt,
    pub(super) place: Place,
    pub(super) betting: BettingPlace,
    /// The board as the line names it.
    pub(super) board: Board,
    /// From the solver's suits to those of the line.
    pub(super) relabel: SuitPermutation,
}

impl OmahaJob {
    /// The decision at the end of a line.
    pub(super) fn locate(&self, line: &Line) -> Result<Located, SpotError> {
        let (betting, cards) = self.betting.locate(line)?;
        let nobody = |why| SpotError::NoDecision { line: line.to_string(), why };
        if !matches!(self.betting[betting.round][betting.node].kind, NodeKind::Decision { .. }) {
            return Err(nobody("the hand is over, or a card is dealt, which the line has to name"));
        }
        let game = self.job.solver().game();
        let target = Some((betting.round, betting.node));
        let (stage, node) = game
            .tree()
            .stages()
            .iter()
            .enumerate()
            .flat_map(|(stage, nodes)| (0..nodes.nodes().len()).map(move |node| (stage, node)))
            .find(|&(stage, node)| game.betting_node(stage, node) == target)
            .ok_or_else(|| nobody("the solver does not have it"))?;
        if cards.len() != game.tree().stages()[stage].level() {
            return Err(nobody("the line leaves out a card that is dealt on the way"));
        }
        let start = NodeAt { stage, node, deals: Vec::new() };
        let (board, relabel) = (self.spec.board, SuitPermutation::IDENTITY);
        let Some(&card) = cards.first() else {
            return Ok(Located { at: start, place: Place::START, betting, board, relabel });
        };
        let no_card = || SpotError::NoCard { line: line.to_string(), card: card.to_string() };
        let (deal, place, suits) = self.deal(card).ok_or_else(no_card)?;
        let at = NodeAt { deals: vec![deal], ..start };
        let board = board.with_next(card).map_err(|_| no_card())?;
        Ok(Located { at, place, betting, board, relabel: suits.inverse() })
    }

    /// The deal of a river card, or of one that is equal to it up to suits, with the
    /// relabelling that leads there.
    fn deal(&self, card: Card) -> Option<(usize, Place, SuitPermutation)> {
        let game = self.job.solver().game();
        let group: Vec<SuitPermutation> = symmetries([self.spec.board.set()])
            .filter(|suits| self.spec.ranges.iter().all(|range| range.is_symmetric(*suits)))
            .collect();
        game.deals(Place::START).iter().enumerate().find_map(|(number, deal)| {
            let place = Place { level: 1, board: deal.board };
            let solved = *game.board(place).cards().last()?;
            let suits = group.iter().find(|suits| suits.card(card) == solved)?;
            Some((number, place, *suits))
        })
    }
}
