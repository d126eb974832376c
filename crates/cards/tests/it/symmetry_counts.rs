//! How many situations differ by more than suits, counted twice: by walking
//! through all of them and keeping the canonical ones, and by Burnside's lemma.

use quasar_cards::{Card, CardSet, Suit, SuitPermutation, canonical};

/// Pairs of disjoint sets of `first` and `second` cards up to suits: the mean,
/// over the 24 permutations, of the number of pairs that a permutation fixes.
///
/// A fixed set is a union of cycles of cards. For each of the 13 ranks a suit
/// cycle of length l goes to the first set, to the second or to none, which is
/// the factor 1 + x^l + y^l; the answer is the coefficient of x^first y^second.
fn orbits(first: usize, second: usize) -> u64 {
    let fixed: u64 = SuitPermutation::all()
        .map(|permutation| {
            let mut coefficients = vec![vec![0u64; second + 1]; first + 1];
            coefficients[0][0] = 1;
            for length in cycle_lengths(permutation) {
                for _rank in 0..13 {
                    for x in (0..=first).rev() {
                        for y in (0..=second).rev() {
                            let from_x = x.checked_sub(length).map_or(0, |x| coefficients[x][y]);
                            let from_y = y.checked_sub(length).map_or(0, |y| coefficients[x][y]);
                            coefficients[x][y] += from_x + from_y;
                        }
                    }
                }
            }
            coefficients[first][second]
        })
        .sum();
    assert_eq!(fixed % 24, 0);
    fixed / 24
}

fn cycle_lengths(permutation: SuitPermutation) -> Vec<usize> {
    let mut seen = [false; Suit::COUNT];
    let mut lengths = Vec::new();
    for start in Suit::ALL {
        let (mut suit, mut length) = (start, 0);
        while !seen[suit.index()] {
            seen[suit.index()] = true;
            suit = permutation.suit(suit);
            length += 1;
        }
        if length > 0 {
            lengths.push(length);
        }
    }
    lengths
}

/// Calls `visit` with every set of `size` cards that shares none with `dead`.
fn for_each_set(size: usize, dead: CardSet, visit: &mut dyn FnMut(CardSet)) {
    fn extend(set: CardSet, missing: usize, live: CardSet, visit: &mut dyn FnMut(CardSet)) {
        if missing == 0 {
            return visit(set);
        }
        let mut rest = live;
        for card in live {
            rest = rest - CardSet::from(card);
            extend(set.with(card), missing - 1, rest, visit);
        }
    }
    extend(CardSet::EMPTY, size, dead.complement(), visit);
}

/// Pairs of disjoint sets that are their own canonical form.
fn canonical_pairs(first: usize, second: usize) -> u64 {
    let mut count = 0;
    for_each_set(first, CardSet::EMPTY, &mut |one| {
        for_each_set(second, one, &mut |other| {
            count += u64::from(canonical([one, other]).0 == [one, other]);
        });
    });
    count
}

/// Sets that are their own canonical form.
fn canonical_sets(size: usize) -> u64 {
    canonical_pairs(size, 0)
}

#[test]
fn hands_flops_and_unordered_boards() {
    for (size, published) in [(2, 169), (3, 1_755), (4, 16_432), (5, 134_459)] {
        assert_eq!(canonical_sets(size), published, "{size} cards, enumerated");
        assert_eq!(orbits(size, 0), published, "{size} cards, orbits");
    }
}

#[test]
fn six_and_seven_cards_by_orbit_counting() {
    assert_eq!(orbits(6, 0), 962_988);
    assert_eq!(orbits(7, 0), 6_009_159);
}

#[test]
fn flop_then_turn() {
    assert_eq!(canonical_pairs(3, 1), 63_193);
    assert_eq!(orbits(3, 1), 63_193);
}

#[test]
fn holdem_hand_and_flop() {
    assert_eq!(canonical_pairs(2, 3), 1_286_792);
    assert_eq!(orbits(2, 3), 1_286_792);
}

#[test]
fn the_walk_visits_every_set_once() {
    let mut sets = Vec::new();
    for_each_set(2, CardSet::from(Card::from_index(0).unwrap()), &mut |set| sets.push(set));
    sets.sort_unstable();
    sets.dedup();
    assert_eq!(sets.len(), 51 * 50 / 2);
}
