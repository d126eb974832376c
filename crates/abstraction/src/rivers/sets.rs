//! Sums over sets of cards, size by size, in colexicographic order.
//!
//! A hand of N cards adds its weight to its N sets of N - 1 cards only. Every hand that
//! holds a set of m cards holds N - m of the sets of m + 1 cards around it, so that
//!
//! ```text
//! W(U) = sum over x not in U of W(U + x) / (N - m)
//! ```
//!
//! gives the weights of smaller sets. Folded upwards again,
//!
//! ```text
//! F(no card) = W(no card)    F(U) = (-1)^m N! / (N - m)! W(U) + sum over x in U of F(U - x)
//! ```
//!
//! the sum of F over the N sets of N - 1 cards of a hand is N! times the weight of the hands
//! that share no card with it; the hand itself counts with the sign -(-1)^N.

/// Columns of numbers for every set of some cards with at most `N - 1` of them.
pub(super) struct SetTable<const N: usize, const COLUMNS: usize> {
    cards: usize,
    /// By size.
    levels: Vec<Vec<[f32; COLUMNS]>>,
}

impl<const N: usize, const COLUMNS: usize> SetTable<N, COLUMNS> {
    /// No hands of so many cards yet.
    pub(super) fn new(cards: usize) -> Self {
        let level = |size| vec![[0.0; COLUMNS]; choose(cards, size)];
        SetTable { cards, levels: (0..N).map(level).collect() }
    }

    /// Adds a hand to a column.
    #[inline]
    pub(super) fn add(&mut self, hand: &[u8; N], column: usize, weight: f32) {
        let rows = &mut self.levels[N - 1];
        for set in largest_sets(hand) {
            rows[set][column] += weight;
        }
    }

    /// Makes the table ready for [`Self::meet`]; returns the weight of each column.
    pub(super) fn fold(&mut self) -> [f32; COLUMNS] {
        for size in (0..N - 1).rev() {
            let (smaller, larger) = self.levels.split_at_mut(size + 1);
            let (smaller, larger) = (&mut smaller[size], &larger[0]);
            each_row(self.cards, size, |row| {
                let mut sum = smaller[row.without_lowest];
                let sets = &larger[row.first..][..row.lowest];
                sets.iter().for_each(|set| add(&mut sum, set));
                smaller[row.without_lowest] = sum;
                for &first in row.without_other() {
                    smaller[first..][..row.lowest]
                        .iter_mut()
                        .zip(sets)
                        .for_each(|(sum, set)| add(sum, set));
                }
            });
            let part = 1.0 / (N - size) as f32;
            smaller.iter_mut().flatten().for_each(|sum| *sum *= part);
        }
        let totals = self.levels[0][0];
        let mut factor = 1.0;
        for size in 1..N {
            factor *= -((N + 1 - size) as f32);
            let (smaller, larger) = self.levels.split_at_mut(size);
            let (smaller, larger) = (&smaller[size - 1], &mut larger[0]);
            larger.iter_mut().flatten().for_each(|sum| *sum *= factor);
            each_row(self.cards, size - 1, |row| {
                let fixed = smaller[row.without_lowest];
                let sets = &mut larger[row.first..][..row.lowest];
                sets.iter_mut().for_each(|set| add(set, &fixed));
                for &first in row.without_other() {
                    sets.iter_mut()
                        .zip(&smaller[first..][..row.lowest])
                        .for_each(|(set, sum)| add(set, sum));
                }
            });
        }
        totals
    }

    /// The weight of the hands that share no card with a hand, column by column.
    #[inline]
    pub(super) fn meet(&self, hand: &[u8; N]) -> [f32; COLUMNS] {
        let mut sum = [0.0; COLUMNS];
        for set in largest_sets(hand) {
            add(&mut sum, &self.levels[N - 1][set]);
        }
        let part = 1.0 / (1..=N).product::<usize>() as f32;
        sum.map(|sum| sum * part)
    }
}

#[inline(always)]
fn add<const COLUMNS: usize>(sums: &mut [f32; COLUMNS], more: &[f32; COLUMNS]) {
    for column in 0..COLUMNS {
        sums[column] += more[column];
    }
}

/// The numbers of a hand's sets of all cards but one.
#[inline(always)]
fn largest_sets<const N: usize>(hand: &[u8; N]) -> [usize; N] {
    let mut sets = [0; N];
    // Cards below the one that is left out keep their places, those above move down by one.
    let mut below = 0;
    for place in 0..N {
        sets[place] = below;
        below += CHOOSE[usize::from(hand[place])][place + 1];
    }
    let mut above = 0;
    for place in (0..N).rev() {
        sets[place] += above;
        above += CHOOSE[usize::from(hand[place])][place];
    }
    sets
}

/// Sets of `size + 1` cards that differ in their lowest card only, which is below `lowest`.
struct Row {
    /// The number of the set with the lowest card.
    first: usize,
    lowest: usize,
    /// The number of the `size` cards above the lowest.
    without_lowest: usize,
    /// The number of the set with the lowest card and without one of the others.
    without: [usize; 5],
    size: usize,
}

impl Row {
    fn without_other(&self) -> &[usize] {
        &self.without[..self.size]
    }
}

/// Visits all sets of `size + 1` of some cards, row by row.
fn each_row(cards: usize, size: usize, mut visit: impl FnMut(&Row)) {
    // The cards above the lowest, ascending.
    let mut upper = [0; 5];
    (0..size).for_each(|place| upper[place] = place);
    for without_lowest in 0..choose(cards, size) {
        let mut row = Row { first: 0, lowest: cards, without_lowest, without: [0; 5], size };
        if size > 0 {
            row.lowest = upper[0];
        }
        for (place, &card) in upper[..size].iter().enumerate() {
            row.first += CHOOSE[card][place + 2];
            for (left_out, number) in row.without[..size].iter_mut().enumerate() {
                match place.cmp(&left_out) {
                    std::cmp::Ordering::Less => *number += CHOOSE[card][place + 2],
                    std::cmp::Ordering::Equal => (),
                    std::cmp::Ordering::Greater => *number += CHOOSE[card][place + 1],
                }
            }
        }
        visit(&row);
        // The next set in colexicographic order.
        let last = size.saturating_sub(1);
        let moved = (0..last).find(|&place| upper[place] + 1 < upper[place + 1]).unwrap_or(last);
        upper[moved] += 1;
        (0..moved).for_each(|place| upper[place] = place);
    }
}

/// Numbers of sets: `CHOOSE[n][k]`.
const CHOOSE: [[usize; 7]; 53] = {
    let mut table = [[0; 7]; 53];
    let mut n = 0;
    while n < 53 {
        table[n][0] = 1;
        let mut k = 1;
        while k < 7 && n > 0 {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

/// The number of a hand among all of its size.
#[inline]
pub(super) fn number<const N: usize>(hand: &[u8; N]) -> usize {
    hand.iter().zip(1..).map(|(&card, k)| CHOOSE[usize::from(card)][k]).sum()
}

/// How many sets of `k` of `n` cards there are.
pub(super) fn choose(n: usize, k: usize) -> usize {
    CHOOSE[n][k]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<const N: usize>(cards: usize) {
        let masks = (0u32..1 << cards).filter(|mask| mask.count_ones() == N as u32);
        let hands: Vec<(u32, [u8; N])> = masks
            .map(|mask| {
                let mut bits = (0..32).filter(|bit| mask >> bit & 1 == 1);
                (mask, std::array::from_fn(|_| bits.next().unwrap()))
            })
            .collect();
        let weight = |number: usize| (number * 7 % 5) as f32;
        let mut table = SetTable::<N, 3>::new(cards);
        let mut totals = [0.0; 3];
        for (number, (_, hand)) in hands.iter().enumerate() {
            table.add(hand, number % 3, weight(number));
            totals[number % 3] += weight(number);
        }
        assert_eq!(table.fold(), totals);
        for (number, (mask, hand)) in hands.iter().enumerate() {
            let mut expected = [0.0; 3];
            for (other, (cards, _)) in hands.iter().enumerate() {
                if cards & mask == 0 {
                    expected[other % 3] += weight(other);
                }
            }
            expected[number % 3] -=
                if N.is_multiple_of(2) { weight(number) } else { -weight(number) };
            for (found, expected) in table.meet(hand).iter().zip(expected) {
                assert!((found - expected).abs() < 1e-2, "{found} instead of {expected}");
            }
        }
    }

    #[test]
    fn hands_meet_those_that_share_no_card() {
        check::<2>(9);
        check::<4>(10);
        check::<5>(11);
        check::<6>(12);
    }
}
