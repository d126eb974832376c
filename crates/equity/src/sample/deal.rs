//! The dealing itself.
//!
//! The loop is compiled for each game, street and for two or more players, so
//! that its inner loops have fixed lengths.

use quasar_cards::{Card, CardSet};
use quasar_eval::HandRank;

use super::random::Random;
use super::ranges::Ranges;
use super::rules::Rules;
use super::table::Table;
use crate::DealError;
use crate::player::{MOST_PLAYERS, Splits};

/// The splits of every player over a number of deals.
pub(super) type Counts = [Splits<u64>; MOST_PLAYERS];

impl<R: Rules> Table<R> {
    /// Deals so many times with the random numbers of one batch.
    pub(super) fn deal(&self, deals: u64, random: Random) -> Result<Counts, DealError> {
        match self.missing {
            0 => self.deal_runouts::<0>(deals, random),
            1 => self.deal_runouts::<1>(deals, random),
            2 => self.deal_runouts::<2>(deals, random),
            _ => self.deal_runouts::<5>(deals, random),
        }
    }

    fn deal_runouts<const MISSING: usize>(
        &self,
        deals: u64,
        random: Random,
    ) -> Result<Counts, DealError> {
        match self.players {
            2 => self.deal_players::<MISSING, 2>(deals, random),
            _ => self.deal_players::<MISSING, MOST_PLAYERS>(deals, random),
        }
    }

    fn deal_players<const MISSING: usize, const MOST: usize>(
        &self,
        deals: u64,
        mut random: Random,
    ) -> Result<Counts, DealError> {
        let mut counts = Counts::default();
        let mut deck = self.deck.clone();
        let mut hands: [R::Hand; MOST] = std::array::from_fn(|player| self.known[player]);
        let mut cards = self.board;
        let allowed = Ranges::<R>::allowance(deals);
        let mut attempts = 0;
        for dealt in 0..deals {
            let mut taken = CardSet::EMPTY;
            if let Some(ranges) = &self.ranges {
                taken = loop {
                    if attempts == allowed {
                        return Err(DealError::TooRare { attempts, deals: dealt });
                    }
                    attempts += 1;
                    if let Some(taken) = ranges.attempt(&mut random, &mut hands) {
                        break taken;
                    }
                };
            }
            let mut draw = deck.deal();
            let runout: [Card; MISSING] = draw.cards_besides(&mut random, taken);
            cards[..MISSING].copy_from_slice(&runout);
            for &player in &self.anything {
                hands[player] = R::draw(&mut draw, &mut random, taken);
            }
            let board = R::board(&cards);
            if MOST == 2 {
                count_two(R::rank(&hands[0], &board), R::rank(&hands[1], &board), &mut counts);
            } else {
                count::<R>(&hands[..self.players], &board, &mut counts);
            }
        }
        Ok(counts)
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
