//! Card removal: the weight of the hands that share no card with a hand.
//!
//! For every set `U` of cards a table has the weight `W(U)` of all hands that contain
//! it. By inclusion and exclusion the hands that share no card with a hand `h` weigh
//!
//! ```text
//! sum over all subsets U of h of (-1)^|U| W(U)
//! ```
//!
//! [`CompatibleWeights`] does this for a list of combos: four terms a hand in Hold'em,
//! 16 and 32 in Omaha with four and five cards. [`HeldWeights`] is the table by itself,
//! for hands of any cards and with several columns. If the table leaves out sets as
//! large as a hand, the sum counts `h` itself, too, with the sign `-(-1)^|h|`; a
//! caller who knows its weight saves the largest part of the table.

use std::ops::{AddAssign, SubAssign};

use crate::colex::binomial;
use crate::{Card, Combo, Game};

/// Most cards of a hand.
const LARGEST: usize = 6;

/// Where the sets of at most some number of cards are in a table: the empty set, then
/// all of one card, all of two and so on, each size in colexicographic order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SubsetNumbers {
    /// Where the sets of each size begin; then how many there are.
    starts: [u32; LARGEST + 2],
    largest: usize,
}

impl SubsetNumbers {
    /// Sets of at most `largest` of `cards` cards, up to 6 of 52.
    pub fn new(cards: usize, largest: usize) -> SubsetNumbers {
        let mut starts = [0; LARGEST + 2];
        for size in 0..=largest {
            starts[size + 1] = starts[size] + binomial(cards, size);
        }
        SubsetNumbers { starts, largest }
    }

    /// How many sets there are.
    pub fn count(&self) -> usize {
        self.starts[self.largest + 1] as usize
    }

    /// The numbers of a hand's subsets, whose places ascend: entry `m` is the set of the
    /// places at the bits of `m`. `SETS` is 2^N for all subsets, and 2^N - 1 without the
    /// hand itself.
    #[inline]
    pub fn of<const N: usize, const SETS: usize>(&self, hand: [u8; N]) -> [u32; SETS] {
        const { assert!(SETS == 1 << N || SETS == (1 << N) - 1) };
        // Written so that compilers unroll it, with every set known.
        std::array::from_fn(|set| {
            let (mut number, mut size) = (0, 0);
            for (place, &card) in hand.iter().enumerate() {
                if set >> place & 1 == 1 {
                    size += 1;
                    number += binomial(usize::from(card), size);
                }
            }
            self.starts[size] + number
        })
    }
}

/// At bit `m`, whether `m` has an odd number of bits: the sign of a subset. A mask, unlike
/// a count of bits, keeps the loop over subsets short enough to be unrolled.
const ODD: u64 = 0x6996_9669_9669_6996;

/// The weight of the hands that hold each set of cards, in some columns.
#[derive(Clone, Debug)]
pub struct HeldWeights<T, const COLUMNS: usize> {
    rows: Vec<[T; COLUMNS]>,
}

impl<T, const COLUMNS: usize> HeldWeights<T, COLUMNS>
where
    T: Copy + Default + AddAssign + SubAssign,
{
    /// No hands yet.
    pub fn new(numbers: &SubsetNumbers) -> HeldWeights<T, COLUMNS> {
        HeldWeights { rows: vec![[T::default(); COLUMNS]; numbers.count()] }
    }

    /// Adds a hand, given by its [subsets](SubsetNumbers::of), to a column.
    #[inline]
    pub fn add(&mut self, subsets: &[u32], column: usize, weight: T) {
        for &set in subsets {
            self.rows[set as usize][column] += weight;
        }
    }

    /// The weight of the hands that hold all cards of a set, column by column.
    #[inline]
    pub fn holding(&self, set: u32) -> &[T; COLUMNS] {
        &self.rows[set as usize]
    }

    /// The weight of the hands that share no card with a hand, column by column. If the
    /// hand itself is not among its subsets, it counts with the sign of the module's
    /// text.
    #[inline]
    pub fn apart_from<const SETS: usize>(&self, subsets: &[u32; SETS]) -> [T; COLUMNS] {
        let mut apart = [T::default(); COLUMNS];
        for (set, &number) in subsets.iter().enumerate().rev() {
            for (apart, &weight) in apart.iter_mut().zip(&self.rows[number as usize]) {
                if ODD >> set & 1 == 1 { *apart -= weight } else { *apart += weight }
            }
        }
        apart
    }
}

/// The weight of a list of hands beside any hand of the same game.
#[derive(Clone, Debug)]
pub struct CompatibleWeights {
    game: Game,
    numbers: SubsetNumbers,
    held: HeldWeights<f64, 1>,
}

impl CompatibleWeights {
    /// From hands of a game and their weights.
    pub fn new<'a>(
        game: Game,
        hands: impl IntoIterator<Item = (&'a Combo, f32)>,
    ) -> CompatibleWeights {
        let numbers = SubsetNumbers::new(Card::COUNT, game.hole_cards());
        let mut weights = CompatibleWeights { game, numbers, held: HeldWeights::new(&numbers) };
        for (combo, weight) in hands {
            match game {
                Game::Holdem => weights.add::<2, 4>(combo, weight),
                Game::Plo4 => weights.add::<4, 16>(combo, weight),
                Game::Plo5 => weights.add::<5, 32>(combo, weight),
                Game::Plo6 => weights.add::<6, 64>(combo, weight),
            }
        }
        weights
    }

    /// The weight of all hands.
    pub fn total(&self) -> f64 {
        self.held.holding(0)[0]
    }

    /// The weight of the hands that share no card with a hand of the same game, up to
    /// rounding.
    pub fn compatible_weight(&self, combo: &Combo) -> f64 {
        match self.game {
            Game::Holdem => self.apart_from::<2, 4>(combo),
            Game::Plo4 => self.apart_from::<4, 16>(combo),
            Game::Plo5 => self.apart_from::<5, 32>(combo),
            Game::Plo6 => self.apart_from::<6, 64>(combo),
        }
    }

    fn add<const N: usize, const SETS: usize>(&mut self, combo: &Combo, weight: f32) {
        self.held.add(&self.numbers.of::<N, SETS>(places(combo)), 0, f64::from(weight));
    }

    fn apart_from<const N: usize, const SETS: usize>(&self, combo: &Combo) -> f64 {
        self.held.apart_from(&self.numbers.of::<N, SETS>(places(combo)))[0]
    }
}

/// The cards of a hand of `N` cards, ascending.
fn places<const N: usize>(combo: &Combo) -> [u8; N] {
    let mut cards = combo.set().iter();
    std::array::from_fn(|_| cards.next().expect("a hand of the game").index() as u8)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::CardSet;

    /// All sets of `N` of so many cards.
    fn hands<const N: usize>(cards: u32) -> Vec<[u8; N]> {
        let masks = (0u32..1 << cards).filter(|mask| mask.count_ones() == N as u32);
        let places = |mask: u32| {
            let mut bits = (0..32).filter(move |bit| mask >> bit & 1 == 1);
            std::array::from_fn(|_| bits.next().unwrap())
        };
        masks.map(places).collect()
    }

    #[test]
    fn signs_follow_the_size_of_sets() {
        assert!((0..64u64).all(|set| u64::from(set.count_ones() % 2) == ODD >> set & 1));
    }

    #[test]
    fn sets_are_numbered_without_gaps() {
        let numbers = SubsetNumbers::new(9, 3);
        let mut seen = vec![0; numbers.count()];
        for hand in hands::<4>(9) {
            numbers.of::<4, 15>(hand).iter().for_each(|&set| seen[set as usize] += 1);
        }
        // Of 9 cards, 126 hands: C(8,3) with a card, C(7,2) with a pair, 6 with a triple.
        let expected: Vec<i32> = [vec![126], vec![56; 9], vec![21; 36], vec![6; 84]].concat();
        assert_eq!(seen, expected);
    }

    /// Without the hand itself it counts -1 times if it has an even number of cards.
    fn check<const N: usize, const PROPER: usize, const ALL: usize>(cards: usize) {
        let hands = hands::<N>(cards as u32);
        let (proper, all) = (SubsetNumbers::new(cards, N - 1), SubsetNumbers::new(cards, N));
        let mut without = HeldWeights::<i64, 3>::new(&proper);
        let mut with = HeldWeights::<i64, 3>::new(&all);
        for (number, &hand) in hands.iter().enumerate() {
            without.add(&proper.of::<N, PROPER>(hand), number % 3, 1 + number as i64);
            with.add(&all.of::<N, ALL>(hand), number % 3, 1 + number as i64);
        }
        for (number, hand) in hands.iter().enumerate() {
            let mut expected = [0; 3];
            for (other, cards) in hands.iter().enumerate() {
                if cards.iter().all(|card| !hand.contains(card)) {
                    expected[other % 3] += 1 + other as i64;
                }
            }
            assert_eq!(with.apart_from(&all.of::<N, ALL>(*hand)), expected);
            expected[number % 3] -= if N.is_multiple_of(2) { 1 } else { -1 } * (1 + number as i64);
            assert_eq!(without.apart_from(&proper.of::<N, PROPER>(*hand)), expected);
        }
    }

    #[test]
    fn a_hand_leaves_those_that_share_no_card() {
        check::<2, 3, 4>(8);
        check::<4, 15, 16>(10);
        check::<5, 31, 32>(11);
        check::<6, 63, 64>(12);
    }

    proptest! {
        #[test]
        fn weights_beside_a_hand_are_those_of_disjoint_hands(
            picks in prop::collection::vec((any::<u32>(), 0.0f32..1.0), 1..60),
        ) {
            for game in [Game::Holdem, Game::Plo4, Game::Plo5] {
                let pick = |pick: u32| Combo::from_index(game, pick as usize % game.combos()).unwrap();
                let hands: Vec<(Combo, f32)> =
                    picks.iter().map(|&(number, weight)| (pick(number), weight)).collect();
                let weights =
                    CompatibleWeights::new(game, hands.iter().map(|(combo, weight)| (combo, *weight)));
                let sum = |dead: CardSet| -> f64 {
                    let left = hands.iter().filter(|(combo, _)| !combo.set().intersects(dead));
                    left.map(|&(_, weight)| f64::from(weight)).sum()
                };
                prop_assert!((weights.total() - sum(CardSet::EMPTY)).abs() < 1e-9);
                for (combo, _) in &hands {
                    prop_assert!((weights.compatible_weight(combo) - sum(combo.set())).abs() < 1e-9);
                }
            }
        }
    }
}
