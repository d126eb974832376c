//! Means of showdowns over boards.
//!
//! Strategies before the flop treat suits alike, so boards that are equal up to suits
//! say the same of a class: 134,459 boards stand for all 2,598,960. A sample is
//! systematic: the boards in a row, each as long as the boards it stands for, are picked by
//! a comb with equal gaps and a random start, so that every kind of board has its share.
//!
//! For each class the mean is taken over its combos that a board leaves, and over the
//! boards; without a sample that is exact. Boards are swept in chunks that do not depend
//! on the number of threads, and chunks are added in their order.
//!
//! Columns do not influence each other, so a column's mean is the same alone or among
//! others. A board of the whole deck takes 1.5 ms, and every eight columns 2.5 ms more:
//! a full sweep of columns costs hardly more than one column.

use quasar_cards::{Board, Card, CardSet, Game, Range, SuitClasses};
use quasar_equity::Progress;
use quasar_solver::{OmahaError, OmahaRiver};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use rayon::prelude::*;

use super::classes::{COLUMNS, Classes};
use crate::PreflopError;

/// Boards that one thread sweeps before it looks at anything else.
const CHUNK: usize = 16;

/// The most chunks that are swept before their sums are added.
const MOST_CHUNKS: usize = 32;

/// A board and how much it counts.
type WeightedBoard = (CardSet, f64);

/// All boards of a deck that differ by more than suits.
#[derive(Clone, Debug)]
pub(super) struct Boards {
    /// Each with the number of boards up to and including it.
    boards: Vec<(CardSet, u64)>,
    ranges: [Range; 2],
}

/// Sums over boards, from which means follow.
#[derive(Clone, Debug)]
pub(super) struct Sums {
    /// For each eight columns and each class, wins minus losses over combos and boards.
    differences: Vec<Vec<[f64; COLUMNS]>>,
    /// For each class, combos over boards.
    counts: Vec<f64>,
}

impl Boards {
    /// The boards of a deck.
    pub(super) fn new(deck: CardSet) -> Boards {
        let classes = SuitClasses::of_size(5).expect("boards are small sets");
        let mut before = 0;
        let boards = (0..classes.count()).filter_map(|class| {
            let board = classes.representative(class)?;
            ((board & deck) == board).then(|| {
                before += SuitClasses::size_of(board) as u64;
                (board, before)
            })
        });
        let full = Range::full(Game::Plo4);
        Boards { boards: boards.collect(), ranges: [full.clone(), full] }
    }

    /// How many there are.
    pub(super) fn count(&self) -> usize {
        self.boards.len()
    }

    /// All boards, each with the number that it stands for.
    fn all(&self) -> Vec<WeightedBoard> {
        let mut before = 0;
        let weight = |&(board, until): &(CardSet, u64)| {
            (board, (until - std::mem::replace(&mut before, until)) as f64)
        };
        self.boards.iter().map(weight).collect()
    }

    /// So many boards at random; all if there are no more.
    fn sample(&self, count: usize, seed: u64, number: u64) -> Vec<WeightedBoard> {
        if count >= self.boards.len() {
            return self.all();
        }
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed ^ number.rotate_left(32));
        let start = (random.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
        let all = self.boards.last().map_or(0, |board| board.1) as f64;
        let tooth = |tooth: usize| {
            let at = ((tooth as f64 + start) / count as f64 * all) as u64;
            let place = self.boards.partition_point(|board| board.1 <= at);
            (self.boards[place.min(self.boards.len() - 1)].0, 1.0)
        };
        (0..count).map(tooth).collect()
    }

    /// For every column of weights by class, what each class wins minus what it loses
    /// against them, as a fraction of all compatible hands: the mean over a sample of boards.
    pub(super) fn sampled(
        &self,
        classes: &Classes,
        columns: &[&[f64]],
        sample: Sample,
        progress: &Progress,
    ) -> Result<Vec<Vec<f64>>, PreflopError> {
        let boards = self.sample(sample.boards, sample.seed, sample.number);
        self.mean(classes, columns, &boards, progress)
    }

    /// The same over all boards: exact.
    pub(super) fn exact(
        &self,
        classes: &Classes,
        columns: &[&[f64]],
        progress: &Progress,
    ) -> Result<Vec<Vec<f64>>, PreflopError> {
        progress.set_total(self.count() as u64);
        self.mean(classes, columns, &self.all(), progress)
    }

    fn mean(
        &self,
        classes: &Classes,
        columns: &[&[f64]],
        boards: &[WeightedBoard],
        progress: &Progress,
    ) -> Result<Vec<Vec<f64>>, PreflopError> {
        let weights: Vec<Vec<[f32; COLUMNS]>> =
            columns.chunks(COLUMNS).map(|batch| by_class(batch, classes.count())).collect();
        // Enough for all threads, and few enough that their sums fit into memory. The number
        // changes no result.
        let wave = (4 * rayon::current_num_threads()).min(MOST_CHUNKS);
        let mut total = Sums::new(classes.count(), weights.len());
        for wave in boards.chunks(CHUNK * wave) {
            let sums = wave.par_chunks(CHUNK).map(|chunk| {
                let mut sums = Sums::new(classes.count(), weights.len());
                let mut buffers = Buffers::default();
                for board in chunk {
                    if !progress.may_continue() {
                        return Err(PreflopError::Stopped);
                    }
                    self.add(classes, &weights, board, &mut sums, &mut buffers)?;
                    progress.advance(1);
                }
                Ok(sums)
            });
            for sums in sums.collect::<Result<Vec<Sums>, PreflopError>>()? {
                total.add(&sums);
            }
        }
        let opponents = classes.opponents_on_board();
        let mean = |column: usize| {
            let sums = total.differences[column / COLUMNS].iter().zip(&total.counts);
            let mean = |(sums, &count): (&[f64; COLUMNS], &f64)| match count > 0.0 {
                true => sums[column % COLUMNS] / (count * opponents),
                false => 0.0,
            };
            sums.map(mean).collect()
        };
        Ok((0..columns.len()).map(mean).collect())
    }

    /// Adds the showdowns on one board.
    fn add(
        &self,
        classes: &Classes,
        weights: &[Vec<[f32; COLUMNS]>],
        &(board, weight): &WeightedBoard,
        sums: &mut Sums,
        buffers: &mut Buffers,
    ) -> Result<(), OmahaError> {
        let cards: Vec<Card> = board.iter().collect();
        let river = OmahaRiver::new(&Board::new(&cards)?, classes.deck, &self.ranges)?;
        let Buffers { held, scratch } = buffers;
        held.clear();
        held.extend(river.combos().iter().map(|&combo| classes.of_combo[combo as usize]));
        for &class in &*held {
            sums.counts[usize::from(class)] += weight;
        }
        for (weights, sums) in weights.iter().zip(&mut sums.differences) {
            river.add_differences(held, weights, weight, sums, scratch)?;
        }
        Ok(())
    }
}

/// Up to eight columns side by side, as a sweep takes them.
fn by_class(columns: &[&[f64]], classes: usize) -> Vec<[f32; COLUMNS]> {
    let mut weights = vec![[0.0; COLUMNS]; classes];
    for (column, values) in columns.iter().enumerate() {
        for (weights, value) in weights.iter_mut().zip(*values) {
            weights[column] = *value as f32;
        }
    }
    weights
}

/// Which boards are sampled.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sample {
    pub(super) boards: usize,
    pub(super) seed: u64,
    /// Samples with different numbers are independent.
    pub(super) number: u64,
}

impl Sums {
    fn new(classes: usize, batches: usize) -> Sums {
        Sums {
            differences: vec![vec![[0.0; COLUMNS]; classes]; batches],
            counts: vec![0.0; classes],
        }
    }

    fn add(&mut self, other: &Sums) {
        let add = |sums: &mut [f64], others: &[f64]| {
            sums.iter_mut().zip(others).for_each(|(sum, other)| *sum += other);
        };
        for (sums, others) in self.differences.iter_mut().zip(&other.differences) {
            add(sums.as_flattened_mut(), others.as_flattened());
        }
        add(&mut self.counts, &other.counts);
    }
}

/// What a sweep works in.
#[derive(Default)]
struct Buffers {
    /// The class of each hand.
    held: Vec<u16>,
    scratch: Vec<f32>,
}
