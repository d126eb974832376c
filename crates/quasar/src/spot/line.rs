//! Finds the decision at the end of a line with cards.
//!
//! Of cards that are equal up to suits, the first is solved. A line that
//! names another is looked up through the relabelling of suits that turns its
//! cards into the solved ones; hands are shown through the inverse. On each
//! street only relabellings that leave board, ranges and the cards dealt so far
//! unchanged can be used.

use quasar_cards::{Board, Card, SuitPermutation};
use quasar_game::{BettingTree, Line, NodeKind, Place, RoundId};
use quasar_solver::{BoardAt, NodeAt, SolverGame};

use super::{CardGame, SpotError, SpotJob, SpotSpec};

/// The position of a decision in the solver.
pub(super) struct Located {
    pub(super) at: NodeAt,
    pub(super) place: BoardAt,
    pub(super) betting: Place,
    pub(super) dealt: Dealt,
}

/// The cards of a line, and the cards that were solved instead.
pub(super) struct Dealt {
    /// The board as the line names it.
    pub(super) board: Board,
    /// The board that was solved.
    pub(super) solved: Board,
    /// From the solver's suits to those of the line.
    pub(super) relabel: SuitPermutation,
}

/// The decision at the end of a line, and the line's cards, all of which must be given.
pub(crate) fn decision_at(
    betting: &BettingTree,
    line: &Line,
) -> Result<(Place, Vec<Card>), SpotError> {
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
    if cards.len() != level(betting, place.round) {
        return Err(nobody("the line leaves out a card that is dealt on the way"));
    }
    Ok((place, cards))
}

/// The number of cards dealt before a round.
pub(super) fn level(betting: &BettingTree, round: RoundId) -> usize {
    betting.street(round) as usize - betting.street(RoundId::ROOT) as usize
}

impl SpotSpec {
    /// The lines of the spot.
    fn tree(&self) -> Result<BettingTree, SpotError> {
        BettingTree::build(&self.betting).map_err(|error| self.places.place(error))
    }

    /// Fails if `line` does not end at a decision, or names a card that cannot be dealt;
    /// an early check before anything is built.
    pub fn check_line(&self, line: &Line) -> Result<(), SpotError> {
        let (_, cards) = decision_at(&self.tree()?, line)?;
        self.check_buckets(line, &cards)?;
        self.check_cut(line, cards.len())?;
        let is_played = |board: &Board| self.check_hands(board).is_ok();
        self.deal(line, &cards, is_played).map(|_| ())
    }

    /// Fails if the cards of a line lead to a river whose hands are in buckets.
    fn check_buckets(&self, line: &Line, cards: &[Card]) -> Result<(), SpotError> {
        match self.river_buckets {
            Some(_) if self.board.cards().len() + cards.len() == 5 => {
                Err(SpotError::RiverBuckets { line: line.to_string() })
            }
            _ => Ok(()),
        }
    }

    /// Deals the cards of a line on boards that were `solved`.
    pub(super) fn deal(
        &self,
        line: &Line,
        cards: &[Card],
        is_solved: impl Fn(&Board) -> bool,
    ) -> Result<Dealt, SpotError> {
        let mut group = self.relabellings();
        let mut to_solver = SuitPermutation::IDENTITY;
        let (mut board, mut solved) = (self.board, self.board);
        for &card in cards {
            let no_card = || SpotError::NoCard { line: line.to_string(), card: card.to_string() };
            let wanted = to_solver.card(card);
            let (suits, next) = group
                .iter()
                .find_map(|suits| {
                    let next = solved.with_next(suits.card(wanted)).ok()?;
                    is_solved(&next).then_some((*suits, next))
                })
                .ok_or_else(no_card)?;
            solved = next;
            to_solver = to_solver.then(suits);
            let dealt = suits.card(wanted);
            group.retain(|suits| suits.card(dealt) == dealt);
            board = board.with_next(card).map_err(|_| no_card())?;
        }
        Ok(Dealt { board, solved, relabel: to_solver.inverse() })
    }
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
    game: &CardGame,
    line: &Line,
) -> Result<Located, SpotError> {
    let (betting, cards) = decision_at(betting, line)?;
    spec.check_buckets(line, &cards)?;
    spec.check_cut(line, cards.len())?;
    let target = (betting.round, betting.node);
    let stages = game.tree().stages().iter().enumerate();
    let mut nodes =
        stages.flat_map(|(stage, nodes)| (0..nodes.nodes().len()).map(move |node| (stage, node)));
    let why = "the solver does not have it";
    let missing = || SpotError::NoDecision { line: line.to_string(), why };
    let (stage, node) = nodes
        .find(|&(stage, node)| game.betting_node(stage, node) == Some(target))
        .ok_or_else(missing)?;
    let place_of = |board: &Board| {
        let level = board.cards().len() - spec.board.cards().len();
        let mut places = (0..game.boards(level)).map(|board| BoardAt { level, board });
        places.find(|&place| game.board(place) == *board)
    };
    let dealt = spec.deal(line, &cards, |board| place_of(board).is_some())?;
    let (mut place, mut deals) = (BoardAt::START, Vec::new());
    for count in spec.board.cards().len() + 1..=dealt.solved.cards().len() {
        let next = Board::new(&dealt.solved.cards()[..count]).ok().and_then(|b| place_of(&b));
        let found = next.and_then(|next| {
            let deal = game.deals(place).iter().position(|deal| deal.board == next.board)?;
            Some((deal, next))
        });
        let (deal, next) = found.ok_or_else(missing)?;
        deals.push(deal);
        place = next;
    }
    Ok(Located { at: NodeAt { stage, node, deals }, place, betting, dealt })
}
