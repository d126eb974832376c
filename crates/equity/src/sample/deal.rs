//! The dealing itself.
//!
//! The loop is compiled separately for each game, each street, and for two or more
//! players, so that its inner loops have fixed lengths.

use quasar_cards::{Card, CardSet};
use quasar_eval::HandRank;

use super::plan::BATCH;
use super::random::Random;
use super::rules::Rules;
use super::table::Table;
use crate::DealError;
use crate::player::{MOST_PLAYERS, Splits};

/// The splits of every player over a number of deals.
pub(super) type Counts = [Splits<u64>; MOST_PLAYERS];

/// What came out of a batch.
#[derive(Clone, Copy, Default)]
pub(super) struct Batch {
    pub(super) counts: Counts,
    /// How many deals there were.
    pub(super) deals: u64,
    /// How often hands were drawn for them.
    pub(super) attempts: u64,
    /// How many trials failed in drawing single hands.
    trials: u64,
}

impl Batch {
    /// Adds another batch.
    pub(super) fn add(&mut self, other: &Batch) {
        let more = other.counts.iter().flatten();
        for (sum, more) in self.counts.iter_mut().flatten().zip(more) {
            *sum += more;
        }
        self.deals += other.deals;
        self.attempts += other.attempts;
        self.trials += other.trials;
    }

    /// Whether it took as much work as a batch may take.
    fn is_long(&self) -> bool {
        self.attempts + self.trials / TRIALS >= MOST_ATTEMPTS
    }

    /// That these were too few deals for their attempts.
    pub(super) fn too_rare(&self) -> DealError {
        DealError::TooRare { attempts: self.attempts, deals: self.deals }
    }
}

/// A batch ends after this many attempts even if the deals are fewer, so that the
/// time for a batch is bounded however rarely hands go together.
const MOST_ATTEMPTS: u64 = 4 * BATCH;

/// Trials that take as long as an attempt.
const TRIALS: u64 = 8;

impl<R: Rules> Table<R> {
    /// Deals up to this many times with the random numbers of one batch.
    pub(super) fn deal(&self, deals: u64, random: Random) -> Batch {
        match self.missing {
            0 => self.deal_runouts::<0>(deals, random),
            1 => self.deal_runouts::<1>(deals, random),
            2 => self.deal_runouts::<2>(deals, random),
            _ => self.deal_runouts::<5>(deals, random),
        }
    }

    fn deal_runouts<const MISSING: usize>(&self, deals: u64, random: Random) -> Batch {
        match self.players {
            2 => self.deal_players::<MISSING, 2>(deals, random),
            _ => self.deal_players::<MISSING, MOST_PLAYERS>(deals, random),
        }
    }

    fn deal_players<const MISSING: usize, const MOST: usize>(
        &self,
        deals: u64,
        mut random: Random,
    ) -> Batch {
        let mut batch = Batch::default();
        let mut deck = self.deck.clone();
        let mut hands: [R::Hand; MOST] = std::array::from_fn(|player| self.known[player]);
        let mut cards = self.board;
        while batch.deals < deals && !batch.is_long() {
            batch.attempts += 1;
            let taken = match &self.ranges {
                Some(ranges) => match ranges.attempt(&mut random, &mut hands, &mut batch.trials) {
                    Some(taken) => taken,
                    None => continue,
                },
                None => CardSet::EMPTY,
            };
            batch.deals += 1;
            let mut draw = deck.deal();
            let runout: [Card; MISSING] = draw.cards_besides(&mut random, taken);
            cards[..MISSING].copy_from_slice(&runout);
            for &player in &self.anything {
                hands[player] = R::draw(&mut draw, &mut random, taken);
            }
            let board = R::board(&cards);
            if MOST == 2 {
                count_two(
                    R::rank(&hands[0], &board),
                    R::rank(&hands[1], &board),
                    &mut batch.counts,
                );
            } else {
                count::<R>(&hands[..self.players], &board, &mut batch.counts);
            }
        }
        batch
    }
}

/// Gives the pot to the better of two hands.
#[inline(always)]
fn count_two(one: HandRank, two: HandRank, counts: &mut Counts) {
    counts[0][0] += u64::from(one > two);
    counts[1][0] += u64::from(two > one);
    counts[0][1] += u64::from(one == two);
    counts[1][1] += u64::from(one == two);
}

/// Ranks all hands on the board and gives the pot to the best.
#[inline(always)]
fn count<R: Rules>(hands: &[R::Hand], board: &R::Board, counts: &mut Counts) {
    let mut ranks = [HandRank::BLOCKED; MOST_PLAYERS];
    let mut best = HandRank::BLOCKED;
    for (rank, hand) in ranks.iter_mut().zip(hands) {
        *rank = R::rank(hand, board);
        best = best.max(*rank);
    }
    let ranks = &ranks[..hands.len()];
    let winners = ranks.iter().filter(|&&rank| rank == best).count();
    for (splits, &rank) in counts.iter_mut().zip(ranks) {
        splits[winners - 1] += u64::from(rank == best);
    }
}
