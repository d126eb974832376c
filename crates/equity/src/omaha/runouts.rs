//! The cards still to come, up to relabelling of suits.

use quasar_cards::{Card, CardSet, SuitPermutation};

/// Sets of cards to come of which the others are relabellings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Runout {
    /// The cards.
    pub(super) cards: CardSet,
    /// How many runouts are equal to this one up to suits, itself included.
    pub(super) count: u32,
}

/// One of every class of `missing` live cards (at most five) that the
/// permutations of a group turn into each other, by ascending lowest card.
pub(super) fn runouts(live: CardSet, missing: usize, group: &[SuitPermutation]) -> Vec<Runout> {
    let mut found = Vec::new();
    extend(CardSet::EMPTY, live, missing, &mut |cards| {
        let images = group.iter().map(|permutation| permutation.apply(cards));
        let mut fixed = 0;
        for image in images {
            if image < cards {
                return;
            }
            fixed += u32::from(image == cards);
        }
        found.push(Runout { cards, count: group.len() as u32 / fixed.max(1) });
    });
    found
}

/// Calls `visit` with `chosen` and every choice of `missing` further cards.
fn extend(chosen: CardSet, live: CardSet, missing: usize, visit: &mut impl FnMut(CardSet)) {
    if missing == 0 {
        return visit(chosen);
    }
    for card in live {
        extend(chosen.with(card), above(live, card), missing - 1, visit);
    }
}

/// The cards of a set that come after `card`.
fn above(cards: CardSet, card: Card) -> CardSet {
    cards.iter().filter(|&other| other > card).collect()
}

#[cfg(test)]
mod tests {
    use quasar_cards::{Board, symmetries};

    use super::*;

    #[test]
    fn classes_add_up_to_all_runouts() {
        for (board, classes) in [("Td9d6h", 612), ("AsKsQs", 293), ("AsKhQd", 1_176)] {
            let board: Board = board.parse().unwrap();
            let group: Vec<SuitPermutation> = symmetries([board.set()]).collect();
            let live = board.set().complement();
            let found = runouts(live, 2, &group);
            assert_eq!(found.iter().map(|runout| runout.count).sum::<u32>(), 1_176);
            assert_eq!(found.len(), classes, "{board}");
            assert_eq!(runouts(live, 2, &[SuitPermutation::IDENTITY]).len(), 1_176);
            assert_eq!(runouts(live, 0, &group).len(), 1);
        }
    }
}
