//! The sweep over strengths, for blocks of columns.

use std::ops::Range;

use quasar_cards::{Board, HeldWeights};
use quasar_equity::Progress;
use quasar_eval::sort_by_strength;
use rayon::prelude::*;

use crate::AbstractionError;
use crate::hands::{Places, all_places, live, strengths};
use crate::removal::{Numbering, Term, Terms, meet_all};

/// Columns of a block.
const BLOCK: usize = 16;

/// Weights of pairs of hands by bucket, row by row: those in which the hand of the
/// row is better, not worse, and all.
pub(super) struct Comparison {
    pub(super) below: Vec<f64>,
    pub(super) at_most: Vec<f64>,
    pub(super) all: Vec<f64>,
}

/// Hands that query together.
struct Group {
    bucket: u32,
    terms: Range<usize>,
}

/// Everything that blocks of columns have in common.
struct Sweep<'a> {
    numbering: Numbering,
    hands: Vec<Places>,
    labels: &'a [u32],
    weights: [&'a [f32]; 2],
    buckets: usize,
    /// Hands by strength, weakest first, and within a strength by bucket.
    order: Vec<u32>,
    strengths: Vec<Range<usize>>,
    /// The groups of each strength.
    groups: Vec<Vec<Group>>,
    /// All hands of each bucket as one group.
    whole: Vec<Group>,
    terms: Vec<Term>,
}

/// Compares the buckets of two ranges; the input is valid.
pub(super) fn compare(
    river: &Board,
    labels: &[u32],
    buckets: usize,
    weights: [&[f32]; 2],
    progress: &Progress,
) -> Result<Comparison, AbstractionError> {
    let sweep = Sweep::new(river, labels, buckets, weights);
    progress.set_total(buckets as u64);
    let blocks: Vec<Block> = (0..buckets.div_ceil(BLOCK))
        .into_par_iter()
        .map(|block| {
            if !progress.may_continue() {
                return Err(AbstractionError::Stopped);
            }
            let first = block * BLOCK;
            let found = sweep.block(first);
            progress.advance(BLOCK.min(buckets - first) as u64);
            Ok(found)
        })
        .collect::<Result<_, _>>()?;
    Ok(sweep.join(&blocks))
}

#[inline(always)]
fn add(sums: &mut [f64; BLOCK], met: &[f64; BLOCK]) {
    sums.iter_mut().zip(met).for_each(|(sum, met)| *sum += met);
}

/// A block of columns, row by row.
struct Block {
    below: Vec<[f64; BLOCK]>,
    at_most: Vec<[f64; BLOCK]>,
    all: Vec<[f64; BLOCK]>,
}

impl<'a> Sweep<'a> {
    fn new(river: &Board, labels: &'a [u32], buckets: usize, weights: [&'a [f32]; 2]) -> Sweep<'a> {
        let cards = live(river).len();
        let strengths = strengths(river);
        let mut order = vec![0; strengths.len()];
        let groups = sort_by_strength(&strengths, &mut order).expect("as many places as hands");
        let strengths: Vec<Range<usize>> = (1..=u8::MAX)
            .map(|strength| groups.group(strength))
            .filter(|group| !group.is_empty())
            .collect();
        for range in &strengths {
            order[range.clone()].sort_by_key(|&hand| labels[hand as usize]);
        }
        let numbering = Numbering::new(cards);
        let mut sweep = Sweep {
            numbering,
            hands: all_places(cards),
            labels,
            weights,
            buckets,
            order,
            strengths,
            groups: Vec::new(),
            whole: Vec::new(),
            terms: Vec::new(),
        };
        let mut terms = Terms::new(numbering);
        for range in sweep.strengths.clone() {
            let hands = sweep.order[range].to_vec();
            let groups = sweep.ask(&hands, &mut terms);
            sweep.groups.push(groups);
        }
        let mut by_bucket = sweep.order.clone();
        by_bucket.sort_by_key(|&hand| labels[hand as usize]);
        sweep.whole = sweep.ask(&by_bucket, &mut terms);
        sweep
    }

    /// Adds up the queries of the first player's hands of each bucket; hands of a bucket
    /// are neighbours.
    fn ask(&mut self, hands: &[u32], terms: &mut Terms) -> Vec<Group> {
        let mut groups = Vec::new();
        for hands in hands.chunk_by(|&a, &b| self.labels[a as usize] == self.labels[b as usize]) {
            for &hand in hands {
                let weight = self.weights[0][hand as usize];
                if weight > 0.0 {
                    let places = self.hands[hand as usize];
                    terms.ask(&self.numbering.subsets(places), f64::from(weight));
                }
            }
            let start = self.terms.len();
            terms.take_into(&mut self.terms);
            if self.terms.len() > start {
                let bucket = self.labels[hands[0] as usize];
                groups.push(Group { bucket, terms: start..self.terms.len() });
            }
        }
        groups
    }

    /// Compares all buckets with those from `first` on.
    fn block(&self, first: usize) -> Block {
        let none = || vec![[0.0; BLOCK]; self.buckets];
        let mut found = Block { below: none(), at_most: none(), all: none() };
        let mut table = self.numbering.table::<f64, BLOCK>();
        let columns = first as u32..(first + BLOCK) as u32;
        let meet = |table: &HeldWeights<f64, BLOCK>, group: &Group, sums: &mut [[f64; BLOCK]]| {
            let met = meet_all(table, &self.terms[group.terms.clone()]);
            add(&mut sums[group.bucket as usize], &met);
        };
        for (range, groups) in self.strengths.iter().zip(&self.groups) {
            let hands = &self.order[range.clone()];
            let label = |hand: &u32| self.labels[*hand as usize];
            let start = hands.partition_point(|hand| label(hand) < columns.start);
            let end = hands.partition_point(|hand| label(hand) < columns.end);
            if start == end {
                // Nothing is added, so there are no ties.
                for group in groups {
                    let met = meet_all(&table, &self.terms[group.terms.clone()]);
                    add(&mut found.below[group.bucket as usize], &met);
                    add(&mut found.at_most[group.bucket as usize], &met);
                }
                continue;
            }
            groups.iter().for_each(|group| meet(&table, group, &mut found.below));
            for &hand in &hands[start..end] {
                let weight = f64::from(self.weights[1][hand as usize]);
                let column = (self.labels[hand as usize] - columns.start) as usize;
                table.add(&self.numbering.subsets(self.hands[hand as usize]), column, weight);
            }
            groups.iter().for_each(|group| meet(&table, group, &mut found.at_most));
        }
        self.whole.iter().for_each(|group| meet(&table, group, &mut found.all));
        found
    }

    /// Puts blocks together. Each hand counted itself with the wrong sign, where both
    /// players may hold it: that is corrected here.
    fn join(&self, blocks: &[Block]) -> Comparison {
        let mut itself = vec![0.0; self.buckets];
        for (hand, &label) in self.labels.iter().enumerate() {
            let [first, second] = self.weights.map(|weights| f64::from(weights[hand]));
            itself[label as usize] += first * second;
        }
        let matrix = |part: fn(&Block) -> &Vec<[f64; BLOCK]>, mend: bool| {
            let mut matrix = Vec::with_capacity(self.buckets * self.buckets);
            for row in 0..self.buckets {
                let start = matrix.len();
                matrix.extend(blocks.iter().flat_map(|block| part(block)[row]));
                matrix.truncate(start + self.buckets);
                if mend {
                    matrix[start + row] += itself[row];
                }
            }
            matrix
        };
        Comparison {
            below: matrix(|block| &block.below, false),
            at_most: matrix(|block| &block.at_most, true),
            all: matrix(|block| &block.all, true),
        }
    }
}
