//! The rivers of a turn, one for all that suits make equal, and how hands go over to them.

use std::collections::HashMap;
use std::sync::Arc;

use quasar_cards::{Board, SuitPermutation};

use super::boards::{deal, empty, numbers};
use super::hands::BoardHands;
use super::{OmahaError, OmahaSpec};
use crate::game::Deal;
use crate::operators::River;
use crate::orbits::{Orbit, orbits, relabellings};

/// The hands of boards by their cards.
pub(super) type Known = HashMap<u64, Arc<BoardHands>>;

/// The rivers of a turn, and how hands go over to them.
pub(crate) fn rivers(
    spec: &OmahaSpec<'_>,
    turn: &BoardHands,
) -> Result<(Vec<River>, Vec<Deal>), OmahaError> {
    let orbits = orbits(&spec.board, spec.deck, &group(spec));
    rivers_after(spec, &spec.board, turn, &orbits, &Known::new())
}

/// The same for any turn of the game, with the cards that differ by more than suits. The hands
/// of some rivers are `known` by their cards, in whichever order these come.
pub(super) fn rivers_after(
    spec: &OmahaSpec<'_>,
    board: &Board,
    turn: &BoardHands,
    orbits: &[Orbit],
    known: &Known,
) -> Result<(Vec<River>, Vec<Deal>), OmahaError> {
    let numbers = numbers(turn);
    let chance = chance(spec, board, turn);
    let (mut rivers, mut deals) = (Vec::new(), Vec::new());
    for orbit in orbits {
        let board = board.with_next(orbit.card)?;
        let hands = match known.get(&board.set().bits()) {
            Some(hands) => Arc::clone(hands),
            None => Arc::new(BoardHands::new(&board, spec.deck, spec.ranges)?),
        };
        if empty(&hands).is_none() {
            deals.push(deal(&numbers, &hands, rivers.len(), chance, &orbit.images));
            rivers.push(River { board, hands });
        }
    }
    Ok((rivers, deals))
}

/// The relabellings of suits that change nothing in a game.
pub(super) fn group(spec: &OmahaSpec<'_>) -> Vec<SuitPermutation> {
    let group = match spec.merge_suits {
        true => relabellings(&spec.board, spec.ranges),
        false => vec![SuitPermutation::IDENTITY],
    };
    group.into_iter().filter(|suits| suits.apply(spec.deck) == spec.deck).collect()
}

/// The probability of a card, given two hands.
pub(super) fn chance(spec: &OmahaSpec<'_>, board: &Board, hands: &BoardHands) -> f32 {
    let unseen = spec.deck.len() - board.cards().len() - 2 * hands.game.hole_cards();
    1.0 / unseen as f32
}
