//! Which cards can come, and which of them are the same up to suits.
//!
//! Relabelling suits changes nothing if it maps the cards on the board to
//! themselves and leaves both ranges as they are. Of the cards that such relabellings
//! turn into each other, one is dealt; the others are its images.

use quasar_cards::{Board, Card, CardSet, Range, SuitPermutation, symmetries};

/// A card and all that are equal to it, each with the relabelling that turns the
/// card into it.
pub(crate) struct Orbit {
    pub(crate) card: Card,
    pub(crate) images: Vec<SuitPermutation>,
}

/// The relabellings that change nothing, the identity first.
pub(crate) fn relabellings(board: &Board, ranges: &[Range; 2]) -> Vec<SuitPermutation> {
    let symmetric =
        |permutation: &SuitPermutation| ranges.iter().all(|range| range.is_symmetric(*permutation));
    symmetries([board.set()]).filter(symmetric).collect()
}

/// The cards of a deck that can be dealt on a board; those that `group` makes
/// equal are together.
pub(crate) fn orbits(board: &Board, deck: CardSet, group: &[SuitPermutation]) -> Vec<Orbit> {
    let mut seen = board.set();
    let mut orbits = Vec::new();
    for card in (deck - board.set()).iter() {
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
pub(crate) fn fixing(group: &[SuitPermutation], card: Card) -> Vec<SuitPermutation> {
    group.iter().copied().filter(|permutation| permutation.card(card) == card).collect()
}
