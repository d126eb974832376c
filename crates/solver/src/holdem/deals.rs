//! Which boards can come, and which of them are the same up to suits.
//!
//! Relabelling suits changes nothing when it maps the cards on the board to
//! themselves and leaves both ranges as they are. Cards that such a relabelling
//! turns into each other are dealt once; the others are its images.

use quasar_cards::{Board, Card, Combo, Game, Range, SuitPermutation, symmetries};

use super::hands::Side;
use crate::{Deal, HandMap};

/// A card and all that are equal to it, each with the relabelling that turns the
/// card into it.
pub(super) struct Orbit {
    pub(super) card: Card,
    pub(super) images: Vec<SuitPermutation>,
}

/// The relabellings that change nothing, the identity first.
pub(super) fn relabellings(board: &Board, ranges: &[Range; 2]) -> Vec<SuitPermutation> {
    let symmetric =
        |permutation: &SuitPermutation| ranges.iter().all(|range| range.is_symmetric(*permutation));
    symmetries([board.set()]).filter(symmetric).collect()
}

/// The cards that can be dealt on a board, those that `group` makes equal
/// together.
pub(super) fn orbits(board: &Board, group: &[SuitPermutation]) -> Vec<Orbit> {
    let mut seen = board.set();
    let mut orbits = Vec::new();
    for card in board.set().complement().iter() {
        if seen.contains(card) {
            continue;
        }
        let new = group.iter().copied().filter(|permutation| seen.insert(permutation.card(card)));
        let images = new.collect();
        orbits.push(Orbit { card, images });
    }
    orbits
}

/// The relabellings of a group that leave a card as it is.
pub(super) fn fixing(group: &[SuitPermutation], card: Card) -> Vec<SuitPermutation> {
    group.iter().copied().filter(|permutation| permutation.card(card) == card).collect()
}

/// The deal that leads from the hands `before` to the hands `after`.
pub(super) fn deal(
    before: &[Side; 2],
    after: &[Side; 2],
    board: usize,
    chance: f32,
    images: &[SuitPermutation],
) -> Deal {
    let map = |side: usize| {
        let mut places = vec![u32::MAX; Game::Holdem.combos()];
        for (place, &combo) in before[side].combos.iter().enumerate() {
            places[usize::from(combo)] = place as u32;
        }
        let image = |&permutation: &SuitPermutation| {
            let place = |combo: Combo| places[combo.permute(permutation).index()];
            after[side].combos().map(place).collect()
        };
        HandMap::Images(images.iter().map(image).collect())
    };
    Deal { board, chance, hands: [map(0), map(1)] }
}
