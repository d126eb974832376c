//! Tables that compare the buckets of two players: how often they can be dealt together, and
//! how often each wins.
//!
//! **Together.** Two hands share no card with the weight of all pairs, minus those that share
//! each card, plus those that share each pair of cards, and so on: a sum over sets of cards
//! of the products of what both buckets hold of them. Sets of three cards and more are left
//! out, which overrates hands that share three; then rows and columns are scaled to
//! the compatible weight of the hands of a bucket, which is known.
//!
//! **Margins.** Within a pair of buckets, strength and shared cards are taken as independent:
//! the margin is the part that can be held together, times the chance of winning minus that
//! of losing of hands drawn by weight. Where the strengths of two buckets do not overlap, this is exact.
//!
//! Where there are few pairs of hands, both are counted pair by pair.

use super::hands::{CARDS, Held, STRENGTHS};
use super::product::products;
use super::sets::choose;
use super::short::ShortMatrix;

/// Pairs of hands that are compared one by one.
const FEW: usize = 4_000_000;

/// Rounds of scaling.
const ROUNDS: usize = 3;

/// Buckets of a player.
struct Grouped<'a, const N: usize> {
    held: &'a Held<'a, N>,
    /// Hands with a weight, bucket by bucket.
    order: Vec<u32>,
    /// Where the hands of each bucket end.
    ends: Vec<usize>,
    /// The weight of each hand as a part of its bucket's, in the same order.
    parts: Vec<f32>,
    /// The weight of each bucket.
    weights: Vec<f32>,
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
        let weights = sums.into_iter().map(|sum| sum as f32).collect();
        Grouped { held, order, ends, parts, weights }
    }

    /// The mean compatible weight of the hands of each bucket.
    fn met(&self, compatible: &[f32]) -> Vec<f32> {
        let met = |bucket| self.bucket(bucket).map(|(hand, part)| part * compatible[hand]).sum();
        (0..self.buckets()).map(met).collect()
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

/// Margins and parts held together of both players' buckets.
pub(super) fn compare<const N: usize>(
    hands: &[Held<'_, N>; 2],
    labels: &[Vec<u16>; 2],
    buckets: [usize; 2],
    compatible: &[Vec<f32>; 2],
) -> (ShortMatrix, ShortMatrix) {
    let group = |player: usize| Grouped::new(&hands[player], &labels[player], buckets[player]);
    let [first, second] = [group(0), group(1)];
    let [rows, columns] = buckets;
    let single = |grouped: &Grouped<'_, N>| grouped.order.len() <= grouped.weights.len();
    if first.order.len() * second.order.len() <= FEW || single(&first) && single(&second) {
        let (margins, together) = count(&first, &second);
        return (
            ShortMatrix::new(rows, columns, &margins),
            ShortMatrix::new(rows, columns, &together),
        );
    }
    let mut together = together(&first, &second);
    scale(&first, &second, compatible, &mut together);
    let stored = ShortMatrix::new(rows, columns, &together);
    multiply_by_margins(&first, &second, &mut together);
    (ShortMatrix::new(rows, columns, &together), stored)
}

/// The same, counted pair by pair.
fn count<const N: usize>(first: &Grouped<'_, N>, second: &Grouped<'_, N>) -> (Vec<f32>, Vec<f32>) {
    let mask = |hand: &[u8; N]| hand.iter().fold(0u64, |mask, &place| mask | 1 << place);
    let others: Vec<Vec<_>> = (0..second.buckets())
        .map(|column| {
            let hands = second.bucket(column);
            hands
                .map(|(hand, part)| {
                    (mask(&second.held.places[hand]), second.held.strengths[hand], part)
                })
                .collect()
        })
        .collect();
    let size = first.buckets() * second.buckets();
    let (mut margins, mut together) = (vec![0.0; size], vec![0.0; size]);
    let columns = second.buckets();
    for row in 0..first.buckets() {
        let margins = &mut margins[row * columns..][..columns];
        let together = &mut together[row * columns..][..columns];
        for (hand, part) in first.bucket(row) {
            let (cards, strength) = (mask(&first.held.places[hand]), first.held.strengths[hand]);
            for (others, (margin, together)) in
                others.iter().zip(margins.iter_mut().zip(&mut *together))
            {
                let mut sums = (*margin, *together);
                // Without branches: whether hands meet and which wins cannot be predicted.
                for &(held, other, weight) in others {
                    let pair = if cards & held == 0 { part * weight } else { 0.0 };
                    let wins = i8::from(strength > other) - i8::from(strength < other);
                    sums.0 += pair * f32::from(wins);
                    sums.1 += pair;
                }
                (*margin, *together) = sums;
            }
        }
    }
    (margins, together)
}

/// The part of the pairs of hands of two buckets that share no card.
fn together<const N: usize>(first: &Grouped<'_, N>, second: &Grouped<'_, N>) -> Vec<f32> {
    let sets = CARDS + choose(CARDS, 2);
    let fill_first = |bucket: usize, sums: &mut [f32]| held(first, bucket, sums);
    let fill_second = |bucket: usize, sums: &mut [f32]| {
        held(second, bucket, sums);
        sums[..CARDS].iter_mut().for_each(|sum| *sum = -*sum);
    };
    let columns = [first.buckets(), second.buckets()];
    let mut together = products(sets, columns, fill_first, fill_second);
    together.iter_mut().for_each(|sum| *sum += 1.0);
    for (row, together) in together.chunks_exact_mut(columns[1]).enumerate() {
        for (column, together) in together.iter_mut().enumerate() {
            let empty = first.weights[row] == 0.0 || second.weights[column] == 0.0;
            *together = if empty { 0.0 } else { together.max(0.0) };
        }
    }
    together
}

/// Scales the parts held together so that each bucket has the compatible weight of its
/// hands.
fn scale<const N: usize>(
    first: &Grouped<'_, N>,
    second: &Grouped<'_, N>,
    compatible: &[Vec<f32>; 2],
    together: &mut [f32],
) {
    let goals = [first.met(&compatible[0]), second.met(&compatible[1])];
    let columns = second.buckets();
    for _ in 0..ROUNDS {
        let mut sums = goals.each_ref().map(|goals| vec![0.0; goals.len()]);
        for (row, together) in together.chunks_exact(columns).enumerate() {
            for (column, together) in together.iter().enumerate() {
                sums[0][row] += together * second.weights[column];
                sums[1][column] += together * first.weights[row];
            }
        }
        // Half of the way, by rows and columns alike: equal players stay equal.
        for (sum, goal) in sums.iter_mut().flatten().zip(goals.iter().flatten()) {
            *sum = if *sum > 0.0 { (goal / *sum).sqrt() } else { 0.0 };
        }
        for (row, together) in together.chunks_exact_mut(columns).enumerate() {
            for (column, together) in together.iter_mut().enumerate() {
                *together *= sums[0][row] * sums[1][column];
            }
        }
    }
    together.iter_mut().for_each(|together| *together = together.min(1.0));
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

/// Multiplies the parts held together by the chance of winning minus that of losing.
fn multiply_by_margins<const N: usize>(
    first: &Grouped<'_, N>,
    second: &Grouped<'_, N>,
    together: &mut [f32],
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
    for (row, together) in together.chunks_exact_mut(columns).enumerate() {
        margins.fill(0.0);
        for (strength, chance) in chances(first, row).into_iter().enumerate() {
            if chance > 0.0 {
                let against = &against[strength * columns..][..columns];
                margins.iter_mut().zip(against).for_each(|(sum, margin)| *sum += chance * margin);
            }
        }
        together.iter_mut().zip(&margins).for_each(|(together, margin)| *together *= margin);
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Hands of which no two have three cards in common, in turns for each player.
    fn far_apart() -> [Vec<[u8; 4]>; 2] {
        let mut used = vec![false; choose(CARDS, 3)];
        let mut hands = [Vec::new(), Vec::new()];
        for d in 0..CARDS as u8 {
            for c in 0..d {
                for b in 0..c {
                    for a in 0..b {
                        let threes = [[a, b, c], [a, b, d], [a, c, d], [b, c, d]]
                            .map(|three| crate::rivers::sets::number(&three));
                        if !threes.iter().any(|&three| used[three]) {
                            threes.iter().for_each(|&three| used[three] = true);
                            let player = usize::from(hands[0].len() > hands[1].len());
                            hands[player].push([a, b, c, d]);
                        }
                    }
                }
            }
        }
        hands
    }

    #[test]
    fn sets_of_two_cards_are_enough_for_hands_that_share_no_three() {
        let places = far_apart();
        assert!(places[0].len() > 500);
        let weights = places.each_ref().map(|hands| {
            (0..hands.len()).map(|hand| [1.0, 0.5, 0.75][hand % 3]).collect::<Vec<_>>()
        });
        let hold = |player: usize| Held {
            places: places[player].clone(),
            strengths: places[player].iter().map(|hand| 1 + hand[0] % 9).collect(),
            weights: &weights[player],
            twins: vec![0.0; places[player].len()],
        };
        let hands = [hold(0), hold(1)];
        let buckets = [31, 17];
        let labels = [0, 1].map(|player: usize| -> Vec<u16> {
            let hands = places[player].iter();
            hands
                .map(|hand| ((hand[1] as usize * 5 + hand[3] as usize) % buckets[player]) as u16)
                .collect()
        });
        let group = |player: usize| Grouped::new(&hands[player], &labels[player], buckets[player]);
        let (first, second) = (group(0), group(1));
        let mut found = together(&first, &second);
        let (_, expected) = count(&first, &second);
        let near = |found: &[f32]| {
            found.iter().zip(&expected).all(|(found, expected)| (found - expected).abs() < 1e-4)
        };
        assert!(near(&found));
        // Scaling to the compatible weight of the hands changes nothing then.
        let compatible = [0, 1].map(|player: usize| -> Vec<f32> {
            let together = |hand: &[u8; 4]| {
                let others = places[1 - player].iter().zip(&weights[1 - player]);
                others
                    .filter(|(other, _)| other.iter().all(|card| !hand.contains(card)))
                    .map(|(_, weight)| weight)
                    .sum()
            };
            places[player].iter().map(together).collect()
        });
        scale(&first, &second, &compatible, &mut found);
        assert!(near(&found));
        // From anywhere else it leads to these sums.
        found
            .iter_mut()
            .enumerate()
            .for_each(|(place, together)| *together *= 1.0 + (place % 3) as f32 / 100.0);
        scale(&first, &second, &compatible, &mut found);
        for (row, met) in first.met(&compatible[0]).into_iter().enumerate() {
            let sum: f32 =
                (0..17).map(|column| found[row * 17 + column] * second.weights[column]).sum();
            assert!((sum - met).abs() < 2e-3 * met, "{sum} instead of {met}");
        }
    }
}
