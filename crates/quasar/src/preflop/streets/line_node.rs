//! A decision after the flop: `r:0:b2500:c:Ks9d4h:c`.
//!
//! Hands are shown in the suits of the line, whichever suits the solve dealt. Rivers are played by
//! buckets, so that lines can be followed to the turn.

use quasar_cards::{
    Board, Card, CardSet, Combo, Game, HoldemClass, Range, Street, SuitPermutation,
};
use quasar_game::{
    Action, BettingTree, Chips, Line, LineError, NodeId, Place, Player, RoundId, Step,
};
use quasar_preflop::{PreflopGame, PreflopSolverGame};
use quasar_solver::{BoardAt, NodeAt, Profile, Solver, SolverGame, StreetsGame, StreetsNode};

use crate::preflop::lock::check_suits;
use crate::preflop::node::words;
use crate::preflop::spec::BLIND;
use crate::preflop::{
    PreflopActionReport, PreflopClassReport, PreflopNodeReport, PreflopSolveError,
};
use crate::schema::names::Name;
use crate::spot::{LockedDecision, SpotLock};

/// A decision after the flop.
pub(in crate::preflop) struct PostflopDecision {
    /// The steps before the flop.
    before: Vec<Step>,
    /// Which of the lines that see a flop.
    line: usize,
    /// What each player has put in before the flop.
    committed: Chips,
    place: Place,
    /// The cards as the line names them.
    flop: Vec<Card>,
    turn: Vec<Card>,
}

/// Whether a line goes beyond the flop.
pub(in crate::preflop) fn is_later(line: &Line) -> bool {
    line.steps().iter().any(|step| matches!(step, Step::Cards(_)))
}

impl PostflopDecision {
    /// The decision that a line leads to.
    pub(in crate::preflop) fn new(
        game: &PreflopGame,
        lines: &[BettingTree],
        line: &Line,
    ) -> Result<PostflopDecision, PreflopSolveError> {
        let steps = line.steps();
        let dealt = steps.iter().position(|step| matches!(step, Step::Cards(_)));
        let dealt = dealt.unwrap_or(steps.len());
        let before = steps[..dealt].to_vec();
        let (end, _) = game.betting().locate(&before.iter().cloned().collect())?;
        let seen = game.flops_seen().iter().position(|seen| seen.node == end.node);
        let number = seen.ok_or_else(|| PreflopSolveError::NoFlop(line.to_string()))?;
        let committed = game.betting()[RoundId::ROOT][end.node].committed[0];
        let (flop, rest) = match &steps[dealt..] {
            [Step::Cards(cards), rest @ ..] if cards.len() == 3 => (cards.clone(), rest),
            _ => return Err(PreflopSolveError::NoFlop(line.to_string())),
        };
        let moved = |step: &Step| match step {
            Step::Bet(chips) => Step::Bet(Chips(chips.0.saturating_sub(committed.0))),
            other => other.clone(),
        };
        let later = |error: LineError| PreflopSolveError::AfterFlop {
            line: line.to_string(),
            committed: committed.as_f64() / BLIND,
            error,
        };
        let tree = &lines[number];
        let (place, turn) = tree.locate(&rest.iter().map(moved).collect()).map_err(later)?;
        let street = tree.street(place.round);
        if tree[place.round][place.node].player().is_none() {
            return Err(PreflopSolveError::NoDecision(line.to_string()));
        }
        let cards = street as usize - Street::Flop as usize;
        if cards > 1 || turn.len() != cards || turn.iter().any(|card| flop.contains(card)) {
            return Err(PreflopSolveError::NotToTheTurn(line.to_string()));
        }
        Ok(PostflopDecision { before, line: number, committed, place, flop, turn })
    }

    /// Where the solver has it, and the relabelling from the suits of the line to those of the
    /// solve.
    fn find(&self, game: &StreetsGame) -> Result<(NodeAt, SuitPermutation), PreflopSolveError> {
        let flop: CardSet = self.flop.iter().copied().collect();
        let board = |at: BoardAt| game.board(at).map_or(CardSet::EMPTY, |board| board.set());
        let deal = |from: BoardAt, wanted: CardSet, fixed: CardSet| {
            let mut deals = game.deals(from).iter().enumerate();
            deals.find_map(|(number, deal)| {
                let next = BoardAt { level: from.level + 1, board: deal.board };
                let mut suits = SuitPermutation::all();
                let same = |suits: &SuitPermutation| {
                    suits.apply(fixed) == fixed && suits.apply(wanted) == board(next) - fixed
                };
                suits.find(same).map(|suits| (number, next, suits))
            })
        };
        let unknown = || self.unknown_flop(self.known(game));
        let (number, at, mut suits) =
            deal(BoardAt::START, flop, CardSet::EMPTY).ok_or_else(unknown)?;
        let mut deals = vec![number];
        if let [turn] = self.turn[..] {
            let wanted = CardSet::from(suits.card(turn));
            let (number, _, more) = deal(at, wanted, board(at)).ok_or_else(unknown)?;
            deals.push(number);
            suits = suits.then(more);
        }
        let node =
            StreetsNode::Later { line: self.line, node: (self.place.round, self.place.node) };
        let stages = game.tree().stages().iter().enumerate();
        let found =
            stages.filter(|(_, stage)| stage.level() == deals.len()).find_map(|(stage, at)| {
                (0..at.nodes().len())
                    .find(|&at| game.node(stage, at) == Some(node))
                    .map(|at| (stage, at))
            });
        let (stage, node) = found.ok_or_else(unknown)?;
        Ok((NodeAt { stage, node, deals }, suits))
    }

    /// Fails if none of some flops is that of the line, up to suits.
    pub(super) fn check_flop<'a>(
        &self,
        flops: impl Iterator<Item = &'a Board> + Clone,
    ) -> Result<(), PreflopSolveError> {
        let own: CardSet = self.flop.iter().copied().collect();
        let same =
            |board: &Board| SuitPermutation::all().any(|suits| suits.apply(own) == board.set());
        if flops.clone().any(same) {
            return Ok(());
        }
        Err(self.unknown_flop(flops.map(Board::to_string).collect()))
    }

    fn unknown_flop(&self, known: Vec<String>) -> PreflopSolveError {
        let flop = Board::new(&self.flop).map_or_else(|_| String::new(), |board| board.to_string());
        PreflopSolveError::UnknownFlop { flop, known }
    }

    /// Fails if a lock names actions that the decision does not have, or suits that the board
    /// does not tell apart.
    pub(super) fn check_lock(
        &self,
        lines: &[BettingTree],
        lock: &SpotLock,
        positions: &[String; 2],
    ) -> Result<(), PreflopSolveError> {
        let flop = Board::new(&self.flop).map_err(|_| self.unknown_flop(Vec::new()))?;
        check_suits(lock, &flop, self.turn.first().copied())?;
        let decision = self.decision(lines, lock, positions, Vec::new());
        decision.check_hands(lock, &Range::full(Game::Holdem))?;
        Ok(decision.frequencies(lock).map(|_| ())?)
    }

    /// Where the solver has the decision, and the frequencies of a lock there.
    pub(super) fn lock(
        &self,
        lines: &[BettingTree],
        game: &StreetsGame,
        lock: &SpotLock,
        positions: &[String; 2],
    ) -> Result<(NodeAt, Vec<Option<f32>>), PreflopSolveError> {
        let (at, suits) = self.find(game)?;
        let mut place = BoardAt::START;
        for &deal in &at.deals {
            place = BoardAt { level: place.level + 1, board: game.deals(place)[deal].board };
        }
        let back = suits.inverse();
        let combos = game.combos(place).into_iter().flatten().map(|combo| combo.permute(back));
        let decision = self.decision(lines, lock, positions, combos.collect());
        Ok((at, decision.frequencies(lock)?))
    }

    fn decision(
        &self,
        lines: &[BettingTree],
        lock: &SpotLock,
        positions: &[String; 2],
        combos: Vec<Combo>,
    ) -> LockedDecision {
        let tree = &lines[self.line];
        let player = tree[self.place.round][self.place.node].player();
        let name = positions[if player == Some(Player::Ip) { 0 } else { 1 }].clone();
        LockedDecision::new(lock, name, tree, self.place, combos).in_blinds()
    }

    /// The flops of the solve.
    fn known(&self, game: &StreetsGame) -> Vec<String> {
        let board = |board: usize| game.board(BoardAt { level: 1, board });
        (0..game.boards(1)).filter_map(board).map(|board| board.to_string()).collect()
    }

    /// The decision as it is played on average.
    pub(in crate::preflop) fn report(
        &self,
        lines: &[BettingTree],
        positions: &[String; 2],
        solver: &mut Solver<PreflopSolverGame>,
    ) -> Result<PreflopNodeReport, PreflopSolveError> {
        let tree = &lines[self.line];
        let at = &tree[self.place.round][self.place.node];
        let player = at.player().unwrap_or(Player::Oop);
        let no_decision = || PreflopSolveError::NoDecision(self.text(tree, self.place.node));
        let game = solver.game().streets().ok_or_else(no_decision)?;
        let (found, suits) = self.find(game)?;
        let strategy = solver.strategy(&found, Profile::Average)?;
        let values = solver.values(&found, Profile::Average)?;
        let game = solver.game().streets().ok_or_else(no_decision)?;
        let back = suits.inverse();
        let combos: Vec<Combo> = game
            .combos(values.place)
            .ok_or_else(no_decision)?
            .map(|combo| combo.permute(back))
            .collect();
        let reach = &values.reach[player.index()];
        let total: f64 = reach.iter().map(|&reach| f64::from(reach)).sum();
        let hands = combos.len();
        let mut actions = Vec::new();
        for (number, child) in at.child_ids().enumerate() {
            let row = &strategy[number * hands..][..hands];
            let takes = |hand: usize| reach[hand] * row[hand];
            let mut weights = vec![0.0; Game::Holdem.combos()];
            for (hand, combo) in combos.iter().enumerate() {
                weights[combo.index()] = (100.0 * takes(hand)).round() / 100.0;
            }
            let taken: f64 = (0..hands).map(|hand| f64::from(takes(hand))).sum();
            let node = &tree[self.place.round][child];
            let action = node.action.unwrap_or(Action::Fold);
            actions.push(PreflopActionReport {
                action: match action {
                    Action::Bet(to) if !tree.is_all_in(node, player) => {
                        format!("bet {}bb", to.as_f64() / BLIND)
                    }
                    action => words(action, tree.is_all_in(node, player)),
                },
                kind: Name(action.into()),
                amount: action.level().map(|level| level.as_f64() / BLIND),
                line: self.text(tree, child),
                frequency: (total > 0.0).then(|| taken / total),
                combos: taken,
                range: Range::from_weights(Game::Holdem, weights)
                    .map_or_else(|_| String::new(), |range| range.to_string()),
            });
        }
        let mut classes = Vec::new();
        for class in HoldemClass::all() {
            let own: Vec<usize> =
                (0..hands).filter(|&hand| HoldemClass::of(&combos[hand]) == Some(class)).collect();
            let combos: f64 = own.iter().map(|&hand| f64::from(reach[hand])).sum();
            let mean = |number: usize, of: &dyn Fn(usize) -> Option<f32>| {
                let parts = own.iter().map(|&hand| {
                    Some(f64::from(reach[hand]) * f64::from(of(number * hands + hand)?))
                });
                let sum: Option<f64> = parts.sum();
                sum.filter(|_| combos > 0.0).map(|sum| sum / combos)
            };
            let all = 0..at.children.len();
            classes.push(PreflopClassReport {
                class: class.to_string(),
                combos,
                frequencies: all
                    .clone()
                    .map(|number| mean(number, &|cell| Some(strategy[cell])).unwrap_or(0.0))
                    .collect(),
                evs: all
                    .map(|number| {
                        mean(number, &|cell| values.action_values[cell]).map(|ev| ev / BLIND)
                    })
                    .collect(),
            });
        }
        Ok(PreflopNodeReport {
            line: self.text(tree, self.place.node),
            player: positions[if player == Player::Ip { 0 } else { 1 }].clone(),
            pot: tree.pot(at).as_f64() / BLIND,
            actions,
            classes,
        })
    }

    /// The line to a node of the same round.
    fn text(&self, tree: &BettingTree, node: NodeId) -> String {
        let later = tree.line(Place { round: self.place.round, node }, &self.turn);
        let moved = later.steps().iter().map(|step| match step {
            Step::Bet(chips) => Step::Bet(Chips(chips.0 + self.committed.0)),
            other => other.clone(),
        });
        let flop = [Step::Cards(self.flop.clone())];
        let line: Line = self.before.iter().cloned().chain(flop).chain(moved).collect();
        line.to_string()
    }
}
