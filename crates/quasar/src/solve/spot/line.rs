//! From a line with cards to a decision of the solver.
//!
//! Cards that suits make equal are solved once, as the first of them. A line that
//! names another is looked up through the relabelling of suits that turns its
//! cards into the solved ones; hands are shown through the inverse. At each
//! street only relabellings that leave board, ranges and the cards dealt so far as
//! they are can be used.

use quasar_cards::{Board, Card, SuitPermutation};
use quasar_game::{BettingTree, Line, NodeKind, Place as BettingPlace};
use quasar_solver::{Game, HoldemGame, NodeAt, Place};

use super::{SpotError, SpotJob, SpotSpec};

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

impl SpotJob {
    /// The decision at the end of a line.
    pub(super) fn locate(&self, line: &Line) -> Result<Located, SpotError> {
        locate(&self.spec, &self.betting, self.job.solver().game(), line)
    }
}

/// The decision of a game at the end of a line.
pub(super) fn locate(
    spec: &SpotSpec,
    betting: &BettingTree,
    game: &HoldemGame,
    line: &Line,
) -> Result<Located, SpotError> {
    let (place, cards) = betting.locate(line)?;
    let nobody = |why| SpotError::NoDecision { line: line.to_string(), why };
    match betting[place.round][place.node].kind {
        NodeKind::Decision { .. } => {}
        NodeKind::Fold { .. } => return Err(nobody("a player has folded")),
        NodeKind::Showdown => return Err(nobody("the hands are shown down")),
        NodeKind::NextStreet { .. } => {
            return Err(nobody("a card is dealt; add it to the line, as in r:0:c:c:8h"));
        }
    }
    let target = (place.round, place.node);
    let stages = game.tree().stages().iter().enumerate();
    let mut nodes =
        stages.flat_map(|(stage, nodes)| (0..nodes.nodes().len()).map(move |node| (stage, node)));
    let (stage, node) = nodes
        .find(|&(stage, node)| game.betting_node(stage, node) == Some(target))
        .ok_or_else(|| nobody("the solver does not have it"))?;
    if cards.len() != game.tree().stages()[stage].level() {
        return Err(nobody("the line leaves out a card that is dealt on the way"));
    }
    let dealt = deal(spec, game, line, &cards)?;
    let at = NodeAt { stage, node, deals: dealt.deals };
    let (board, relabel) = (dealt.board, dealt.relabel);
    Ok(Located { at, place: dealt.place, betting: place, board, relabel })
}

fn deal(
    spec: &SpotSpec,
    game: &HoldemGame,
    line: &Line,
    cards: &[Card],
) -> Result<Dealt, SpotError> {
    let mut group = spec.relabellings();
    let mut to_solver = SuitPermutation::IDENTITY;
    let mut dealt = Dealt {
        deals: Vec::new(),
        place: Place::START,
        board: spec.board,
        relabel: SuitPermutation::IDENTITY,
    };
    for &card in cards {
        let no_card = || SpotError::NoCard { line: line.to_string(), card: card.to_string() };
        let wanted = to_solver.card(card);
        let mut deals = game.deals(dealt.place).iter().enumerate();
        let (deal, next, suits) = deals
            .find_map(|(deal, next)| {
                let next = Place { level: dealt.place.level + 1, board: next.board };
                let solved = *game.board(next).cards().last()?;
                let suits = group.iter().find(|suits| suits.card(wanted) == solved)?;
                Some((deal, next, *suits))
            })
            .ok_or_else(no_card)?;
        to_solver = to_solver.then(suits);
        let solved = suits.card(wanted);
        group.retain(|suits| suits.card(solved) == solved);
        dealt.deals.push(deal);
        dealt.place = next;
        dealt.board = dealt.board.with_next(card).map_err(|_| no_card())?;
    }
    dealt.relabel = to_solver.inverse();
    Ok(dealt)
}

struct Dealt {
    deals: Vec<usize>,
    place: Place,
    board: Board,
    relabel: SuitPermutation,
}
