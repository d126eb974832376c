//! Public chance sampling: an iteration takes some of the deals of each board.
//!
//! The n deals of a board are divided into G groups, and visit v of the board, counted from 1,
//! takes one of them. In each round of G visits every deal is taken once, in an order
//! that depends on the seed, the board and the number of the round alone: a solve can be
//! resumed anywhere, and threads change nothing. A deal that is taken counts n / (deals of its
//! group) times, and is as likely to be taken as any other, so values are right in the
//! mean. The board after it is visited once a round, and its regrets and averages are weighted by
//! the number of the round in place of that of the iteration.
//!
//! Johanson et al., *Efficient Nash equilibrium approximation through Monte Carlo
//! counterfactual regret minimization* (2012), call this public chance sampling; they draw one deal.

use crate::BoardAt;

/// How many deals an iteration takes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Sampling {
    /// One in so many of the first, second and third deals to come; 1 takes all.
    pub one_in: [u32; 3],
    /// Seed of the orders.
    pub seed: u64,
    /// After so many iterations all deals are taken; none if deals are always sampled.
    pub until: Option<u32>,
}

impl Sampling {
    /// Groups of the deals of a board.
    fn groups(&self, level: usize, deals: usize) -> u32 {
        let asked = self.one_in.get(level).copied().unwrap_or(1);
        asked.clamp(1, u32::try_from(deals).unwrap_or(u32::MAX).max(1))
    }

    /// What each deal counts in a visit of a board, 0 where it is not taken; and the number of
    /// the visit of the boards that follow, with what is sampled after them.
    pub(crate) fn take(&self, at: BoardAt, visit: u32, counts: &mut [f32]) -> (u32, Sampling) {
        let deals = counts.len();
        let groups = self.groups(at.level, deals);
        // A board that follows is visited once a round, and in each visit after the last round.
        let rounds = self.until.map(|until| until.div_ceil(groups));
        let after = Sampling { until: rounds, ..*self };
        if let Some((until, rounds)) = self.until.zip(rounds).filter(|(until, _)| visit > *until) {
            counts.fill(1.0);
            return (rounds + (visit - until), after);
        }
        if groups == 1 {
            counts.fill(1.0);
            return (visit, after);
        }
        let (round, group) = ((visit - 1) / groups, ((visit - 1) % groups) as usize);
        let order = self.order(at, round);
        let taken = (deals - group).div_ceil(groups as usize);
        let count = deals as f32 / taken as f32;
        for (deal, counted) in counts.iter_mut().enumerate() {
            let is_taken = rank(order, deal, deals) % groups as usize == group;
            *counted = if is_taken { count } else { 0.0 };
        }
        (round + 1, after)
    }

    fn order(&self, at: BoardAt, round: u32) -> u64 {
        let place = (at.level as u64) << 48 | at.board as u64;
        mixed(mixed(self.seed) ^ mixed(place) ^ u64::from(round))
    }
}

/// The position of a deal in an order of so many. There are few deals, so they are compared
/// with each other: that takes no memory.
fn rank(order: u64, deal: usize, deals: usize) -> usize {
    let key = |deal: usize| (mixed(order.wrapping_add(deal as u64)), deal);
    let own = key(deal);
    (0..deals).filter(|&other| key(other) < own).count()
}

/// The finaliser of SplitMix64.
pub(crate) fn mixed(number: u64) -> u64 {
    let mut number = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ number >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_deal_is_taken_once_a_round_and_counts_as_much_as_all() {
        let at = BoardAt { level: 1, board: 17 };
        for (deals, one_in) in [(48, 4), (49, 6), (5, 9), (1, 3), (7, 1)] {
            let sampling = Sampling { one_in: [1, one_in, 1], seed: 3, until: None };
            let groups = sampling.groups(1, deals);
            let mut orders = Vec::new();
            for round in 0..4 {
                let mut times = vec![0; deals];
                for visit in round * groups + 1..=(round + 1) * groups {
                    let mut counts = vec![0.0; deals];
                    let (next, _) = sampling.take(at, visit, &mut counts);
                    assert_eq!(next, if groups == 1 { visit } else { round + 1 });
                    assert!((counts.iter().sum::<f32>() - deals as f32).abs() < 1e-4);
                    for (times, &count) in times.iter_mut().zip(&counts) {
                        *times += i32::from(count > 0.0);
                    }
                    orders.push(counts);
                }
                assert_eq!(times, vec![1; deals]);
            }
            if deals == 48 {
                assert_ne!(orders[0], orders[4], "rounds differ");
            }
        }
    }

    /// Boards that follow are visited once in each of two rounds, and then every time.
    #[test]
    fn after_the_last_sampled_iteration_all_deals_are_taken() {
        let sampling = Sampling { one_in: [4, 2, 1], seed: 3, until: Some(8) };
        let mut visits = Vec::new();
        for visit in 7..=11 {
            let mut counts = vec![0.0; 12];
            let (next, after) = sampling.take(BoardAt::START, visit, &mut counts);
            assert_eq!(counts.contains(&0.0), visit <= 8);
            let mut counts = vec![0.0; 12];
            let deeper = after.take(BoardAt { level: 1, board: 0 }, next, &mut counts);
            assert_eq!(counts.contains(&0.0), visit <= 8);
            visits.push((next, deeper.0));
        }
        assert_eq!(visits, [(2, 1), (2, 1), (3, 2), (4, 3), (5, 4)]);
    }

    /// Over many rounds, each deal counts 1 in the mean of any visit of a round.
    #[test]
    fn every_deal_counts_one_in_the_mean() {
        let sampling = Sampling { one_in: [5, 1, 1], seed: 8, until: None };
        let (deals, rounds) = (13, 4000);
        for group in 0..5 {
            let mut sums = vec![0.0; deals];
            for round in 0..rounds {
                let mut counts = vec![0.0; deals];
                sampling.take(BoardAt::START, round * 5 + group + 1, &mut counts);
                sums.iter_mut().zip(&counts).for_each(|(sum, count)| *sum += count);
            }
            // The standard error of a mean is sqrt(13 / 3 - 1) / sqrt(4000) = 0.03 at most.
            let means = sums.iter().map(|sum| sum / rounds as f32);
            assert!(
                means.clone().all(|mean| (mean - 1.0).abs() < 0.15),
                "{:?}",
                means.collect::<Vec<_>>()
            );
        }
    }
}
