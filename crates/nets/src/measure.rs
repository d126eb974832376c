//! Values of leaves in a search: lock and finish over held-out spots.
//!
//! A spot is solved up to its next card with some values of leaves; the strategies found are
//! measured in the whole game ([`limit::finish`](crate::limit::finish)). The betting is the one
//! that networks for the next street are trained for, on every street.

use quasar_cards::{Board, CardSet, Game, ParseError, Range, Street};
use quasar_equity::hand_orders;
use quasar_game::{BettingTree, Chips, Rake, Rules, TreeError, TreeSpec, TreeStart};
use quasar_solver::{
    Goal, HoldemGame, HoldemSpec, OmahaGame, OmahaSpec, Profile, Settings, Solver, SolverError,
    SolverGame,
};
use thiserror::Error;

use crate::data::{Betting, Deck, HeldOutSpot};
use crate::limit::cards::{holdem, omaha};
use crate::limit::finish::{FinishGoal, Finished, Locked, before_the_card, lock_and_finish};
use crate::limit::{LeafValues, LimitError, LimitedGame};

/// Why a spot cannot be measured.
#[derive(Debug, Error)]
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
        let street = spot.board.street();
        let next = if street == Street::Flop { Street::Turn } else { Street::River };
        let start = TreeStart::street(street, Chips(spot.pot), Chips(spot.stack));
        let tree = TreeSpec::new(Rules::POT_LIMIT, start, Betting::after(next).sizes());
        Ok(CutSpot {
            game,
            deck: deck.cards(),
            board: spot.board,
            ranges,
            betting: BettingTree::build(&tree)?,
            pot: spot.pot as f64,
        })
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

    /// Solves up to the next card.
    pub fn search(
        &self,
        values: &dyn LeafValues,
        iterations: u32,
        threads: usize,
    ) -> Result<SearchedSpot<'_>, MeasureError> {
        let settings = Settings { threads, ..Settings::default() };
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
    let goal = Goal { iterations: Some(iterations), check_every: NEVER, ..Goal::NONE };
    let _ = solver.run(&goal, |_, _| std::ops::ControlFlow::<()>::Continue(()))?;
    Ok(solver)
}

/// The best response inside a limited game measures nothing.
const NEVER: std::num::NonZeroU32 = std::num::NonZeroU32::MAX;

impl SearchedSpot<'_> {
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
        let finished: Finished = match &mut self.solver {
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
