//! Locks: decisions with a fixed strategy, as in a spot.
//!
//! Before the flop a lock names whole classes. Where play goes to the river it may also fix a
//! decision on a flop or turn of the solve. Boards that are equal up to suits are solved once, and
//! the lock holds on all of them, so hands that differ only by interchangeable suits must be locked
//! alike.

use quasar_cards::{Board, Card, Combo, Game, HoldemClass, Range, symmetries};
use quasar_game::{Place, Player, RoundId};
use quasar_preflop::{PreflopGame, PreflopSolverGame};
use quasar_solver::{NodeAt, Solver};

use super::node;
use super::streets::{StreetsRun, is_later};
use super::{PreflopSolveError, PreflopSolveSpec};
use crate::spot::{LockError, LockedDecision, SpotError, SpotLock};

/// Checks what can be checked before a long set-up: lines, actions and classes.
pub(super) fn check(
    spec: &PreflopSolveSpec,
    game: &PreflopGame,
    streets: Option<&StreetsRun>,
) -> Result<(), PreflopSolveError> {
    for lock in &spec.locks {
        let found = match streets.filter(|_| is_later(&lock.line)) {
            Some(streets) => streets.check_lock(game, lock, &spec.positions),
            None => before(spec, game, lock, &[]).map(|_| ()),
        };
        found.map_err(|error| error.in_lock(lock))?;
    }
    Ok(())
}

/// Fixes the strategies in a solver.
pub(super) fn apply(
    spec: &PreflopSolveSpec,
    game: &PreflopGame,
    streets: Option<&StreetsRun>,
    solver: &mut Solver<PreflopSolverGame>,
) -> Result<(), PreflopSolveError> {
    let mut done: Vec<NodeAt> = Vec::new();
    for lock in &spec.locks {
        let found = match (streets, solver.game().streets()) {
            (Some(run), Some(made)) if is_later(&lock.line) => {
                run.lock(game, made, lock, &spec.positions)
            }
            (_, Some(made)) => before(spec, game, lock, made.classes()),
            (_, None) => before(spec, game, lock, &HoldemClass::all().collect::<Vec<_>>()),
        };
        let (at, frequencies) = found.map_err(|error| error.in_lock(lock))?;
        if done.contains(&at) {
            let twice = LockError::Twice { line: lock.line.to_string() };
            return Err(PreflopSolveError::from(twice).in_lock(lock));
        }
        solver.lock(&at, frequencies)?;
        done.push(at);
    }
    Ok(())
}

/// A lock before the flop, for classes in the solver's order.
fn before(
    spec: &PreflopSolveSpec,
    game: &PreflopGame,
    lock: &SpotLock,
    classes: &[HoldemClass],
) -> Result<(NodeAt, Vec<Option<f32>>), PreflopSolveError> {
    let betting = game.betting();
    let node = node::locate(betting, &lock.line)?;
    for (hands, _) in &lock.hands {
        if HoldemClass::all().any(|class| !is_whole(hands, class)) {
            let (line, hands) = (lock.line.to_string(), hands.to_string());
            return Err(PreflopSolveError::LockedClasses { line, hands });
        }
    }
    let player = betting[RoundId::ROOT][node].player().unwrap_or(Player::Ip);
    let name = spec.positions[if player == Player::Ip { 0 } else { 1 }].clone();
    let combos: Vec<Combo> = classes.iter().filter_map(|class| class.combos().next()).collect();
    let place = Place { round: RoundId::ROOT, node };
    let decision = LockedDecision::new(lock, name, betting, place, combos).in_blinds();
    decision.check_hands(lock, &Range::full(Game::Holdem))?;
    Ok((PreflopGame::at(node), decision.frequencies(lock)?))
}

/// Whether a range has all hands of a class or none.
fn is_whole(range: &Range, class: HoldemClass) -> bool {
    let mut weights = class.combos().map(|combo| range.weight(&combo));
    let first = weights.next();
    weights.all(|weight| Some(weight) == first)
}

/// Fails if the suits of a flop, or of a flop and a turn, tell hands of a lock apart.
pub(super) fn check_suits(
    lock: &SpotLock,
    flop: &Board,
    turn: Option<Card>,
) -> Result<(), PreflopSolveError> {
    let mut group =
        symmetries([flop.set()]).filter(|suits| turn.is_none_or(|turn| suits.card(turn) == turn));
    let apart = group.find_map(|suits| {
        lock.hands.iter().find(|(hands, _)| !hands.is_symmetric(suits)).map(|(hands, _)| hands)
    });
    match apart {
        None => Ok(()),
        Some(hands) => Err(PreflopSolveError::LockedSuits {
            line: lock.line.to_string(),
            hands: hands.to_string(),
        }),
    }
}

impl From<LockError> for PreflopSolveError {
    fn from(error: LockError) -> PreflopSolveError {
        PreflopSolveError::Lock(Box::new(error.into()))
    }
}

impl PreflopSolveError {
    /// The same with the place where a lock is written, if it is known.
    fn in_lock(self, lock: &SpotLock) -> PreflopSolveError {
        match (self, lock.written.0) {
            (PreflopSolveError::Lock(error), at) => {
                PreflopSolveError::Lock(Box::new(SpotError::at(*error, at)))
            }
            (error, Some(at)) => PreflopSolveError::At { at, error: Box::new(error) },
            (error, None) => error,
        }
    }
}
