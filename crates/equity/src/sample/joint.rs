//! Drawing the hands of ranges that nearly always clash.
//!
//! Ten players who hold tens or better find a deal without a clash once in
//! 700,000 attempts. But for the remaining players only the cards taken so far
//! matter, and where hands clash often there are few such sets. So these sets become
//! the nodes of a graph, level by level, with an edge for every hand that still
//! fits. Computed backwards, a node's value is the weight of all ways to deal the
//! remaining players:
//!
//! ```text
//! value(taken) = sum over hands that fit of weight(hand) * value(taken + hand)
//! ```
//!
//! A walk from the root that takes edges with probabilities proportional to their
//! terms of that sum has exactly the distribution of attempts that are repeated until
//! nothing clashes, and never fails. Building stops at 2^18 edges, about 10 ms; a
//! walk takes a binary search for each player.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use quasar_cards::CardSet;

use super::random::Random;
use super::rules::Rules;
use super::seat::Seat;

/// A graph has at most this many edges, and at most this many hands are tried in
/// building it.
const MOST_EDGES: usize = 1 << 18;
const MOST_TRIED: usize = 1 << 20;

/// All ways to deal hands to some seats.
pub(super) struct Joint {
    /// Where each node's edges begin, followed by where the last one's end. The root is
    /// the first node.
    starts: Vec<u32>,
    edges: Vec<Edge>,
}

#[derive(Clone, Copy)]
struct Edge {
    /// The values of the node's edges up to this one, added up.
    up_to: f64,
    /// Which hand of the seat.
    hand: u32,
    /// The node that it leads to.
    to: u32,
}

impl Joint {
    /// The graph of these seats, in this order; `None` if it is too large or a
    /// seat has no list. Without any way to deal the root has no edges.
    pub(super) fn new<R: Rules>(seats: &[Seat<R>]) -> Option<Joint> {
        let mut joint = Joint { starts: vec![0], edges: Vec::new() };
        let mut level = vec![CardSet::EMPTY];
        let mut first_of_next = 1;
        let mut tried = 0;
        for seat in seats {
            let list = seat.list()?;
            tried += level.len() * list.hands.len();
            if tried > MOST_TRIED {
                return None;
            }
            let mut next = Level::default();
            for &taken in &level {
                for (hand, &(_, cards)) in list.hands.iter().enumerate() {
                    if !cards.intersects(taken) {
                        let to = first_of_next + next.node(taken | cards);
                        joint.edges.push(Edge { up_to: list.weights[hand], hand: hand as u32, to });
                    }
                }
                joint.starts.push(joint.edges.len() as u32);
                if joint.edges.len() > MOST_EDGES {
                    return None;
                }
            }
            level = next.sets;
            first_of_next += level.len() as u32;
        }
        joint.weigh(first_of_next as usize);
        Some(joint)
    }

    /// Whether there is no way to deal.
    pub(super) fn is_empty(&self) -> bool {
        self.edges[..self.starts[1] as usize].last().is_none_or(|edge| edge.up_to == 0.0)
    }

    /// Turns the weights of the edges into sums of values.
    fn weigh(&mut self, nodes: usize) {
        let mut values = vec![1.0; nodes];
        // Every edge leads to a later node.
        for node in (0..self.starts.len() - 1).rev() {
            let edges = &mut self.edges[self.starts[node] as usize..self.starts[node + 1] as usize];
            let mut sum = 0.0;
            for edge in edges {
                sum += edge.up_to * values[edge.to as usize];
                edge.up_to = sum;
            }
            values[node] = sum;
        }
    }

    /// Draws a hand for every seat and returns all their cards.
    #[inline]
    pub(super) fn draw<R: Rules>(
        &self,
        seats: &[Seat<R>],
        random: &mut Random,
        hands: &mut [R::Hand],
    ) -> CardSet {
        let mut taken = CardSet::EMPTY;
        let mut node = 0;
        for seat in seats {
            let edges = &self.edges[self.starts[node] as usize..self.starts[node + 1] as usize];
            let total = edges.last().map_or(0.0, |edge| edge.up_to);
            let place = total * random.unit();
            // The product may be rounded up to the total itself.
            let chosen = edges.partition_point(|edge| edge.up_to <= place && edge.up_to < total);
            let edge = edges[chosen];
            if let Some(list) = seat.list() {
                let (hand, cards) = list.hands[edge.hand as usize];
                hands[seat.player] = hand;
                taken |= cards;
            }
            node = edge.to as usize;
        }
        taken
    }
}

/// The different sets of cards that some seats can take, as they are found.
#[derive(Default)]
struct Level {
    sets: Vec<CardSet>,
    numbers: HashMap<u64, u32, BuildHasherDefault<CardsHasher>>,
}

impl Level {
    fn node(&mut self, set: CardSet) -> u32 {
        let number = self.sets.len() as u32;
        let found = *self.numbers.entry(set.bits()).or_insert(number);
        if found == number {
            self.sets.push(set);
        }
        found
    }
}

/// No adversary chooses sets of cards, so one multiplication is enough.
#[derive(Default)]
struct CardsHasher(u64);

impl Hasher for CardsHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(u64::from(byte)));
    }

    fn write_u64(&mut self, bits: u64) {
        let mixed = (self.0 ^ bits).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = mixed ^ mixed >> 32;
    }
}

#[cfg(test)]
mod tests {
    use quasar_cards::{Game, Range};

    use super::super::rules::Holdem;
    use super::*;

    fn seats(ranges: &[&str]) -> Vec<Seat<Holdem>> {
        let seat = |(player, text): (usize, &&str)| {
            let range = Range::parse(Game::Holdem, text).unwrap();
            Seat::new(player, &range, CardSet::EMPTY).unwrap()
        };
        ranges.iter().enumerate().map(seat).collect()
    }

    #[test]
    fn all_ways_to_deal_are_weighed() {
        // Four players with aces or kings: two of them hold aces, in C(4,2) ways,
        // and the aces are dealt to them in C(4,2) ways, as are the kings.
        let joint = Joint::new(&seats(&["AA,KK:0.5"; 4])).unwrap();
        let total = joint.edges[joint.starts[1] as usize - 1].up_to;
        assert_eq!(total, 6.0 * 6.0 * 6.0 * 0.25);
        assert!(Joint::new(&seats(&["AA"; 3])).unwrap().is_empty());
        assert!(Joint::new(&seats(&["22+,A2s+,K2s+,Q2s+,A2o+"; 3])).is_none());
    }

    #[test]
    fn ways_to_deal_are_drawn_by_weight() {
        // Aces for both or kings for both are C(4,2) ways each, aces and kings 36
        // each; kings weigh half. Chi-square with 3 degrees of freedom.
        let seats = seats(&["AA,KK:0.5"; 2]);
        let joint = Joint::new(&seats).unwrap();
        let mut random = Random::for_batch(3, 0);
        let mut hands = [Holdem::hand(&[]); 2];
        let mut counts = [0u32; 5];
        for _ in 0..100_000 {
            let taken = joint.draw(&seats, &mut random, &mut hands);
            counts[taken.count_of_rank(quasar_cards::Rank::Ace)] += 1;
        }
        let weights = [1.5, 36.0, 6.0];
        let total: f64 = weights.iter().sum();
        let square: f64 = weights
            .iter()
            .zip([counts[0], counts[2], counts[4]])
            .map(|(weight, count)| {
                let expected = 1e5 * weight / total;
                (f64::from(count) - expected).powi(2) / expected
            })
            .sum();
        assert!(square < 15.0, "{square} {counts:?}");
    }
}
