//! A small, even selection of the hands of a range.
//!
//! The combos of the game are cut into slices of equal length, and each slice
//! offers the combo at a place that depends on nothing but the slice's number:
//! an even spread that needs no random state, never moves, and does not fall
//! into step with the order of the combos. Those that are in the range and can
//! be held are selected, with their weights. If they are too few, four times
//! as many slices are tried; a range too sparse even for slices of eight combos
//! is listed whole, and hands are taken from the list at even distances.
//! A Hold'em range is always taken whole.
//!
//! So a dense range costs 2,048 looks whatever its size, and a sparse one of
//! PLO4 a pass over its 270,725 weights.

use quasar_cards::{CardSet, Combo, Range};

/// Slices to begin with, and most hands taken from a list. Rather more than
/// half of them remain once the cards of hero and board are taken out.
const SLICES: usize = 2_048;
/// Combos of the shortest slices.
const SHORTEST: usize = 8;
/// Selected hands that are enough to stop trying more slices.
const ENOUGH: usize = 800;
/// Selected hands that are enough when the range is listed.
const FEWEST: usize = 200;

/// Hands of a range that hold none of the `gone` cards, with their weights and
/// few enough to be compared one by one; none only if the range has none.
pub(crate) fn select(range: &Range, gone: CardSet) -> Vec<(Combo, f32)> {
    let mut slices = SLICES;
    while range.weights().len() >= SHORTEST * slices {
        let hands = sliced(range, gone, slices);
        if hands.len() >= ENOUGH {
            return hands;
        }
        slices *= 4;
    }
    let list = listed(range);
    let step = list.len().div_ceil(SLICES).max(1);
    let hands = live(range, gone, list.iter().copied().step_by(step));
    if hands.len() >= FEWEST || step == 1 {
        return hands;
    }
    live(range, gone, list.into_iter())
}

/// The hands that this many slices offer.
fn sliced(range: &Range, gone: CardSet, slices: usize) -> Vec<(Combo, f32)> {
    let start = |slice: usize| slice * range.weights().len() / slices;
    let places = (0..slices).map(|slice| {
        let length = start(slice + 1) - start(slice);
        start(slice) + place(slice, length)
    });
    live(range, gone, places)
}

/// A fixed place in each slice: multiples of the golden ratio, which spread
/// evenly, as 32-bit fractions of its length.
fn place(slice: usize, length: usize) -> usize {
    let fraction = (slice as u32).wrapping_mul(0x9e37_79b9);
    ((u64::from(fraction) * length as u64) >> 32) as usize
}

/// The indices of all hands in the range; empty stretches cost next to nothing.
fn listed(range: &Range) -> Vec<usize> {
    let mut list = Vec::new();
    for (number, weights) in range.weights().chunks(16).enumerate() {
        if weights.iter().fold(false, |any, &weight| any | (weight > 0.0)) {
            let held = weights.iter().enumerate().filter(|(_, weight)| **weight > 0.0);
            list.extend(held.map(|(place, _)| 16 * number + place));
        }
    }
    list
}

/// Those of the hands that are in the range and can be held.
fn live(range: &Range, gone: CardSet, indices: impl Iterator<Item = usize>) -> Vec<(Combo, f32)> {
    let in_range = indices.map(|index| (index, range.weights()[index]));
    in_range
        .filter(|(_, weight)| *weight > 0.0)
        .filter_map(|(index, weight)| Some((Combo::from_index(range.game(), index)?, weight)))
        .filter(|(combo, _)| !combo.set().intersects(gone))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use quasar_cards::Game;

    #[test]
    fn a_small_range_is_taken_whole_and_a_large_one_evenly() {
        let gone = "AsKsQd2c3c".parse::<quasar_cards::Board>().unwrap().set();
        assert_eq!(select(&Range::full(Game::Holdem), gone).len(), 1_081);

        let hands = select(&Range::full(Game::Plo4), gone);
        // C(47,4) / C(52,4) of the slices.
        let expected = SLICES as f64 * 178_365.0 / 270_725.0;
        assert!((hands.len() as f64 / expected - 1.0).abs() < 0.05);
        assert!(hands.iter().all(|(combo, _)| !combo.set().intersects(gone)));
        for card in gone.complement() {
            let holding = hands.iter().filter(|(combo, _)| combo.set().contains(card)).count();
            let share = holding as f64 / hands.len() as f64;
            assert!((share - 4.0 / 47.0).abs() < 0.03, "{card} {share}");
        }
    }

    #[test]
    fn a_range_of_few_live_hands_is_taken_whole() {
        let pairs = "AsAhAdAc".parse::<Combo>().unwrap().set();
        let mut range = Range::full(Game::Plo4);
        range.remove(CardSet::DECK - pairs - "7c7d7h7s".parse::<Combo>().unwrap().set());
        let gone = CardSet::from("As".parse::<quasar_cards::Card>().unwrap());
        // Four of the remaining seven cards.
        assert_eq!(select(&range, gone).len(), 35);
    }
}
