//! What the buckets of two players are to each other.
//!
//! **Meets.** Two hands share no card with the weight of all pairs, minus those that share
//! each card, plus those that share each pair of cards, minus those that share each three: a
//! sum over sets of cards of the products of what both buckets hold of them. Cards and pairs
//! are in most buckets and make a dense product; sets of three are in few and are visited one
//! by one. Hands of five or six cards may share more than three, which is neglected.
//!
//! **Margins.** Within a pair of buckets, strength and shared cards are taken as independent:
//! the margin is the part that meets, times the chance of winning minus that of losing of
//! hands drawn by weight. Where the strengths of two buckets do not overlap, this is exact.
//!
//! Where there are few pairs of hands, both are counted pair by pair.

use std::cmp::Ordering;

use super::hands::{CARDS, Held, STRENGTHS};
use super::product::products;
use super::sets::{choose, number};
use super::short::ShortMatrix;

/// Pairs of hands that are compared one by one.
const FEW: usize = 4_000_000;

/// Buckets of a player.
struct Grouped<'a, const N: usize> {
    held: &'a Held<'a, N>,
    /// Hands with a weight, bucket by bucket.
    order: Vec<u32>,
    /// Where the hands of each bucket end.
    ends: Vec<usize>,
    /// The weight of each hand as a part of its bucket's, in the same order.
    parts: Vec<f32>,
}

impl<'a, const N: usize> Grouped<'a, N> {
    fn new(held: &'a Held<'a, N>, labels: &[u16], buckets: usize) -> Self {
        let mut ends = vec![0; buckets];
        let mut sums = vec![0.0; buckets];
        for (&label, &weight) in labels.iter().zip(held.weights) {
            ends[usize::from(label)] += usize::from(weight > 0.0);
            sums[usize::from(label)] += f64::from(weight);
        }
        let mut start = 0;
        for end in &mut ends {
            start += std::mem::replace(end, start);
        }
        let (mut order, mut parts) = (vec![0; start], vec![0.0; start]);
        for (hand, (&label, &weight)) in labels.iter().zip(held.weights).enumerate() {
            if weight > 0.0 {
                let end = &mut ends[usize::from(label)];
                order[*end] = hand as u32;
                parts[*end] = (f64::from(weight) / sums[usize::from(label)]) as f32;
                *end += 1;
            }
        }
        Grouped { held, order, ends, parts }
    }

    fn buckets(&self) -> usize {
        self.ends.len()
    }

    /// The hands of a bucket, and their parts of it.
    fn bucket(&self, bucket: usize) -> impl Iterator<Item = (usize, f32)> + '_ {
        let start = if bucket == 0 { 0 } else { self.ends[bucket - 1] };
        let hands = start..self.ends[bucket];
        let order = self.order[hands.clone()].iter().map(|&hand| hand as usize);
        order.zip(self.parts[hands].iter().copied())
    }
}

/// Margins and meets of both players' buckets.
pub(super) fn compare<const N: usize>(
    hands: &[Held<'_, N>; 2],
    labels: &[Vec<u16>; 2],
    buckets: [usize; 2],
) -> (ShortMatrix, ShortMatrix) {
    let group = |player: usize| Grouped::new(&hands[player], &labels[player], buckets[player]);
    let [first, second] = [group(0), group(1)];
    let [rows, columns] = buckets;
    if first.order.len() * second.order.len() <= FEW {
        let (margins, meets) = count(&first, &second);
        return (
            ShortMatrix::new(rows, columns, &margins),
            ShortMatrix::new(rows, columns, &meets),
        );
    }
    let mut meets = meets(&first, &second);
    let stored = ShortMatrix::new(rows, columns, &meets);
    multiply_by_margins(&first, &second, &mut meets);
    (ShortMatrix::new(rows, columns, &meets), stored)
}

/// Margins and meets, pair by pair.
fn count<const N: usize>(first: &Grouped<'_, N>, second: &Grouped<'_, N>) -> (Vec<f32>, Vec<f32>) {
    let mask = |hand: &[u8; N]| hand.iter().fold(0u64, |mask, &place| mask | 1 << place);
    let mut others = Vec::with_capacity(second.order.len());
    for column in 0..second.buckets() {
        for (hand, part) in second.bucket(column) {
            let strength = second.held.strengths[hand];
            others.push((mask(&second.held.places[hand]), strength, column, part));
        }
    }
    let size = first.buckets() * second.buckets();
    let (mut margins, mut meets) = (vec![0.0; size], vec![0.0; size]);
    let columns = second.buckets();
    for row in 0..first.buckets() {
        let margins = &mut margins[row * columns..][..columns];
        let meets = &mut meets[row * columns..][..columns];
        for (hand, part) in first.bucket(row) {
            let (cards, strength) = (mask(&first.held.places[hand]), first.held.strengths[hand]);
            for &(held, other, column, weight) in &others {
                if cards & held == 0 {
                    let pair = part * weight;
                    meets[column] += pair;
                    match strength.cmp(&other) {
                        Ordering::Greater => margins[column] += pair,
                        Ordering::Equal => (),
                        Ordering::Less => margins[column] -= pair,
                    }
                }
            }
        }
    }
    (margins, meets)
}

/// The part of the pairs of hands of two buckets that share no card.
fn meets<const N: usize>(first: &Grouped<'_, N>, second: &Grouped<'_, N>) -> Vec<f32> {
    let sets = CARDS + choose(CARDS, 2);
    let fill_first = |bucket: usize, sums: &mut [f32]| held(first, bucket, sums);
    let fill_second = |bucket: usize, sums: &mut [f32]| {
        held(second, bucket, sums);
        sums[..CARDS].iter_mut().for_each(|sum| *sum = -*sum);
    };
    let columns = [first.buckets(), second.buckets()];
    let mut meets = products(sets, columns, fill_first, fill_second);
    meets.iter_mut().for_each(|sum| *sum += 1.0);
    if N > 2 {
        share::<N, 3>(first, second, &mut meets, -1.0);
    }
    if N == 4 {
        share::<N, 4>(first, second, &mut meets, 1.0);
    }
    for (row, meets) in meets.chunks_exact_mut(columns[1]).enumerate() {
        for (column, meets) in meets.iter_mut().enumerate() {
            let empty =
                first.bucket(row).next().is_none() || second.bucket(column).next().is_none();
            *meets = if empty { 0.0 } else { meets.clamp(0.0, 1.0) };
        }
    }
    meets
}

/// Adds up the cards and pairs of cards that the hands of a bucket hold.
fn held<const N: usize>(buckets: &Grouped<'_, N>, bucket: usize, sums: &mut [f32]) {
    let (cards, pairs) = sums.split_at_mut(CARDS);
    for (hand, part) in buckets.bucket(bucket) {
        let places = buckets.held.places[hand].map(usize::from);
        for high in 0..N {
            cards[places[high]] += part;
            let row = choose(places[high], 2);
            for low in 0..high {
                pairs[row + places[low]] += part;
            }
        }
    }
}

/// Adds the pairs of hands that share each set of so many cards to what meets.
fn share<const N: usize, const SIZE: usize>(
    first: &Grouped<'_, N>,
    second: &Grouped<'_, N>,
    meets: &mut [f32],
    sign: f32,
) {
    let [rows, columns] = [first, second].map(Holders::new::<N, SIZE>);
    for set in 0..choose(CARDS, SIZE) {
        let others = columns.of(set);
        if others.is_empty() {
            continue;
        }
        for &(row, part) in rows.of(set) {
            let row = &mut meets[row as usize * second.buckets()..][..second.buckets()];
            for &(column, other) in others {
                row[column as usize] += sign * part * other;
            }
        }
    }
}

/// Which buckets hold each set of so many cards, and with what part of their weight.
struct Holders {
    starts: Vec<u32>,
    ends: Vec<u32>,
    entries: Vec<(u32, f32)>,
}

impl Holders {
    fn new<const N: usize, const SIZE: usize>(buckets: &Grouped<'_, N>) -> Holders {
        let mut starts = vec![0; choose(CARDS, SIZE)];
        for &hand in &buckets.order {
            each_set::<N, SIZE>(&buckets.held.places[hand as usize], |set| starts[set] += 1);
        }
        let mut count = 0;
        for start in &mut starts {
            count += std::mem::replace(start, count);
        }
        let mut ends = starts.clone();
        let mut entries = vec![(0, 0.0); count as usize];
        for bucket in 0..buckets.buckets() {
            for (hand, part) in buckets.bucket(bucket) {
                each_set::<N, SIZE>(&buckets.held.places[hand], |set| {
                    let end = ends[set] as usize;
                    // Hands of a bucket come one after the other.
                    match entries[starts[set] as usize..end].last_mut() {
                        Some((last, sum)) if *last == bucket as u32 => *sum += part,
                        _ => {
                            entries[end] = (bucket as u32, part);
                            ends[set] += 1;
                        }
                    }
                });
            }
        }
        Holders { starts, ends, entries }
    }

    fn of(&self, set: usize) -> &[(u32, f32)] {
        &self.entries[self.starts[set] as usize..self.ends[set] as usize]
    }
}

/// Visits the sets of three cards of a hand, or all four.
#[inline(always)]
fn each_set<const N: usize, const SIZE: usize>(hand: &[u8; N], mut visit: impl FnMut(usize)) {
    let places = hand.map(usize::from);
    for high in 2..N {
        for middle in 1..high {
            for low in 0..middle {
                let three = choose(places[high], 3) + choose(places[middle], 2) + places[low];
                if SIZE == 3 {
                    visit(three);
                }
            }
        }
    }
    if SIZE == 4 {
        visit(number(hand));
    }
}

/// Multiplies what meets by the chance of winning minus that of losing.
fn multiply_by_margins<const N: usize>(
    first: &Grouped<'_, N>,
    second: &Grouped<'_, N>,
    meets: &mut [f32],
) {
    let columns = second.buckets();
    // For each strength, and each of the second player's buckets: wins minus losses.
    let mut against = vec![0.0; STRENGTHS * columns];
    for column in 0..columns {
        let chances = chances(second, column);
        let all: f32 = chances.iter().sum();
        let mut below = 0.0;
        for (strength, chance) in chances.into_iter().enumerate() {
            against[strength * columns + column] = below - (all - below - chance);
            below += chance;
        }
    }
    let mut margins = vec![0.0; columns];
    for (row, meets) in meets.chunks_exact_mut(columns).enumerate() {
        margins.fill(0.0);
        for (strength, chance) in chances(first, row).into_iter().enumerate() {
            if chance > 0.0 {
                let against = &against[strength * columns..][..columns];
                margins.iter_mut().zip(against).for_each(|(sum, margin)| *sum += chance * margin);
            }
        }
        meets.iter_mut().zip(&margins).for_each(|(meets, margin)| *meets *= margin);
    }
}

/// The chance of each strength in a bucket.
fn chances<const N: usize>(buckets: &Grouped<'_, N>, bucket: usize) -> [f32; STRENGTHS] {
    let mut chances = [0.0; STRENGTHS];
    for (hand, part) in buckets.bucket(bucket) {
        chances[usize::from(buckets.held.strengths[hand])] += part;
    }
    chances
}
