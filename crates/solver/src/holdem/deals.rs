//! Maps the hands of a board to those of the next.

use quasar_cards::{Combo, Game, SuitPermutation};

use super::hands::Side;
use crate::{Deal, HandMap};

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
