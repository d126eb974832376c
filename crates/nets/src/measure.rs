//! Values of leaves in a search: lock and finish over held-out spots.
//!
//! A spot is solved up to its next card with some values of leaves; the strategies found are
//! measured in the whole game ([`limit::finish`](crate::limit::finish)). The betting is the one
//! that networks for the next street are trained for, on every street.

use quasar_cards::{Board, CardSet, Combo, Game, ParseError, Range, Street};
use quasar_equity::hand_orders;
use quasar_game::{BettingTree, Chips, Rake, Rules, TreeError, TreeSpec, TreeStart};
use quasar_solver::{
    BoardAt, HoldemGame, HoldemSpec, NodeAt, OmahaGame, OmahaSpec, Player, Profile, PublicNode,
    Settings, Solver, SolverError, SolverGame, StepGoal,
};
use thiserror::Error;

use crate::data::{Betting, Deck, HeldOutSpot};
use crate::limit::cards::{holdem, omaha};
use crate::limit::finish::{
    FinishGoal, Locked, LockedMeasurement, before_the_card, lock_and_finish,
};
use crate::limit::{FrontierLeaf, LeafValues, LimitError, LimitedGame};

/// Why a spot cannot be measured.
#[derive(Clone, PartialEq, Debug, Error)]
#[non_exhaustive]
pub enum MeasureError {
    /// A range that cannot be read.
    #[error(transparent)]
    Range(#[from] ParseError),
    /// A betting tree that cannot be built.
    #[error(transparent)]
    Tree(#[from] TreeError),
    /// A limited game that cannot be set up or solved.
    #[error(transparent)]
    Limit(#[from] LimitError),
    /// A game that cannot be solved.
    #[error(transparent)]
    Solver(#[from] SolverError),
}

/// A spot that can be cut after its next card.
#[derive(Debug)]
pub struct CutSpot {
    game: Game,
    deck: CardSet,
    board: Board,
    ranges: [Range; 2],
    betting: BettingTree,
    pot: f64,
}

/// A spot that was searched up to its next card.
pub struct SearchedSpot<'a> {
    spot: &'a CutSpot,
    solver: Searched,
}

enum Searched {
    Holdem(Solver<LimitedGame<HoldemGame>>),
    Omaha(Solver<LimitedGame<OmahaGame>>),
}

/// What a search is worth in the whole game, in pots.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SearchError {
    /// The exploitability: the mean of both best-response gains.
    pub exploitability: f64,
    /// How far what follows the cut is from its equilibrium.
    pub rest: f64,
}

/// What both players hold where a line reaches the next card.
#[derive(Clone, PartialEq, Debug)]
pub struct LineBeliefs {
    /// Chips in the middle.
    pub pot: f64,
    /// Chips that each player has left.
    pub stack: f64,
    /// Each player's hands before the card.
    pub combos: [Vec<Combo>; 2],
    /// The weight of each hand, times how often the player's own actions lead here.
    pub reach: [Vec<f32>; 2],
}

impl CutSpot {
    /// A spot of the list.
    pub fn new(spot: &HeldOutSpot) -> Result<CutSpot, MeasureError> {
        let (game, deck) = match spot.table.split('-').next() {
            Some("holdem") => (Game::Holdem, Deck::Full),
            Some("royal") => (Game::Plo4, Deck::Royal),
            _ => (Game::Plo4, Deck::Full),
        };
        let read = |text: &String| Range::parse_with(game, text, hand_orders());
        let ranges = [read(&spot.ranges[0])?, read(&spot.ranges[1])?];
        CutSpot::of((game, deck.cards()), spot.board, ranges, (spot.pot, spot.stack))
    }

    /// A flop or turn with these chips in the pot and behind.
    pub fn of(
        (game, deck): (Game, CardSet),
        board: Board,
        ranges: [Range; 2],
        (pot, stack): (u64, u64),
    ) -> Result<CutSpot, MeasureError> {
        let street = board.street();
        let next = if street == Street::Flop { Street::Turn } else { Street::River };
        let start = TreeStart::street(street, Chips(pot), Chips(stack));
        let tree = TreeSpec::new(Rules::POT_LIMIT, start, Betting::for_street(next).sizes());
        let betting = BettingTree::build(&tree)?;
        Ok(CutSpot { game, deck, board, ranges, betting, pot: pot as f64 })
    }

    fn holdem(&self) -> HoldemSpec<'_> {
        let CutSpot { board, ranges, betting, .. } = self;
        HoldemSpec { board: *board, ranges, betting, rake: Rake::NONE, merge_suits: true }
    }

    fn omaha(&self) -> OmahaSpec<'_> {
        let CutSpot { board, deck, ranges, betting, .. } = self;
        OmahaSpec {
            board: *board,
            deck: *deck,
            ranges,
            betting,
            rake: Rake::NONE,
            merge_suits: true,
            merge_rivers: None,
        }
    }

    /// Solves up to the next card, players taking turns.
    pub fn search(
        &self,
        values: &dyn LeafValues,
        iterations: u32,
        threads: usize,
    ) -> Result<SearchedSpot<'_>, MeasureError> {
        self.search_by(values, iterations, Settings { threads, ..Settings::default() })
    }

    /// The same with other settings. A query values the hands of both players, so an iteration
    /// in which both learn at once costs half of one in which they take turns.
    pub fn search_by(
        &self,
        values: &dyn LeafValues,
        iterations: u32,
        settings: Settings,
    ) -> Result<SearchedSpot<'_>, MeasureError> {
        let solver = match self.game {
            Game::Holdem => {
                let game = holdem(&self.holdem(), values)?;
                Searched::Holdem(iterated(game, settings, iterations)?)
            }
            _ => {
                let game = omaha(&self.omaha(), values)?;
                Searched::Omaha(iterated(game, settings, iterations)?)
            }
        };
        Ok(SearchedSpot { spot: self, solver })
    }

    /// Solves the whole game; the exploitability of the result, in pots.
    pub fn exact(&self, iterations: u32, threads: usize) -> Result<f64, MeasureError> {
        let settings = Settings { threads, ..Settings::default() };
        let gap = match self.game {
            Game::Holdem => {
                let game = HoldemGame::new(&self.holdem()).map_err(LimitError::from)?;
                iterated(game, settings, iterations)?.gap(Profile::Average)?
            }
            _ => {
                let game = OmahaGame::new(&self.omaha()).map_err(LimitError::from)?;
                iterated(game, settings, iterations)?.gap(Profile::Average)?
            }
        };
        Ok(gap / self.pot)
    }
}

fn iterated<G: SolverGame>(
    game: G,
    settings: Settings,
    iterations: u32,
) -> Result<Solver<G>, SolverError> {
    let mut solver = Solver::new(game, settings)?;
    let goal = StepGoal { iterations: Some(iterations), check_every: NEVER, ..StepGoal::NONE };
    let _ = solver.run(&goal, |_, _| std::ops::ControlFlow::<()>::Continue(()))?;
    Ok(solver)
}

/// The best response inside a limited game measures nothing.
const NEVER: std::num::NonZeroU32 = std::num::NonZeroU32::MAX;

/// The lines of a limited game that reach the next card.
fn lines<G: SolverGame + std::fmt::Debug + Send>(
    solver: &mut Solver<LimitedGame<G>>,
    combos: &[Vec<Combo>; 2],
    profile: Profile,
) -> Result<Vec<LineBeliefs>, SolverError> {
    let tree = solver.game().tree().clone();
    let start = Player::BOTH.map(|player| solver.game().weights(player).to_vec());
    let (mut waiting, mut found) = (vec![(0, start)], Vec::new());
    while let Some((node, reach)) = waiting.pop() {
        match &tree.stages()[0].nodes()[node] {
            PublicNode::Leaf(_) => {}
            PublicNode::Decision { player, children } => {
                let at = NodeAt { stage: 0, node, deals: Vec::new() };
                let strategy = solver.strategy(&at, profile)?;
                let hands = reach[player.index()].len();
                for (child, played) in children.clone().zip(strategy.chunks_exact(hands)) {
                    let mut after = reach.clone();
                    let own = after[player.index()].iter_mut().zip(played);
                    own.for_each(|(reach, played)| *reach *= played);
                    waiting.push((child, after));
                }
            }
            PublicNode::Deal { stage, root } => {
                let stage = &tree.stages()[tree.stages()[0].next()[*stage]];
                let leaf = stage.nodes().get(*root);
                let Some(PublicNode::Leaf(leaf)) = leaf else { continue };
                let Some(number) = leaf.frontier_number() else { continue };
                let FrontierLeaf { pot, stack, .. } = solver.game().leaves()[number];
                let (pot, stack) = (f64::from(pot), f64::from(stack));
                found.push(LineBeliefs { pot, stack, combos: combos.clone(), reach });
            }
        }
    }
    Ok(found)
}

impl SearchedSpot<'_> {
    /// What both players hold on every line that reaches the next card.
    pub fn lines(&mut self, profile: Profile) -> Result<Vec<LineBeliefs>, MeasureError> {
        Ok(match &mut self.solver {
            Searched::Holdem(solver) => {
                let base = solver.game().base();
                let combos = Player::BOTH.map(|side| base.combos(BoardAt::START, side).collect());
                lines(solver, &combos, profile)?
            }
            Searched::Omaha(solver) => {
                let base = solver.game().base();
                let combos = Player::BOTH.map(|side| base.combos(BoardAt::START, side).collect());
                lines(solver, &combos, profile)?
            }
        })
    }

    /// Locks the strategies into the whole game, solves the rest to `rest` pots or so many
    /// iterations, and measures.
    pub fn finish(
        &mut self,
        locked: Locked,
        rest: f64,
        iterations: u32,
        threads: usize,
    ) -> Result<SearchError, MeasureError> {
        let settings = Settings { threads, ..Settings::default() };
        let goal = FinishGoal { iterations, rest: rest * self.spot.pot };
        let finished: LockedMeasurement = match &mut self.solver {
            Searched::Holdem(solver) => {
                let game = HoldemGame::new(&self.spot.holdem()).map_err(LimitError::from)?;
                let mut whole = Solver::new(game, settings)?;
                lock_and_finish(solver, &mut whole, before_the_card, locked, goal, |_| true)?
            }
            Searched::Omaha(solver) => {
                let game = OmahaGame::new(&self.spot.omaha()).map_err(LimitError::from)?;
                let mut whole = Solver::new(game, settings)?;
                lock_and_finish(solver, &mut whole, before_the_card, locked, goal, |_| true)?
            }
        };
        let pot = self.spot.pot;
        Ok(SearchError {
            exploitability: finished.exploitability() / pot,
            rest: finished.rest / pot,
        })
    }
}
