//! How a player who searches plays the whole game, and how exploitable that is.
//!
//! A line of Liar's Dice is the set of bids made, since each is higher than the last: bit b
//! says whether bid b was made. Who acts follows from how many there are.

use std::sync::Arc;

use quasar_solver::SolverError;
use rayon::prelude::*;

use super::play::{Choice, Walk};
use super::{BeliefValues, Dice, Search, SearchSettings};

/// A strategy for every line of the whole game.
#[derive(Clone, Debug)]
pub struct Policy {
    rules: Arc<Dice>,
    /// For each line, action by action, hand by hand: what is played, times how often the
    /// player's own actions lead here.
    sums: Vec<Vec<f32>>,
}

impl Policy {
    /// A policy without any play: uniform everywhere.
    pub fn new(rules: Arc<Dice>) -> Policy {
        let bids = rules.bids();
        let scratch = |line: usize| {
            let last = last_bid(line);
            let actions = usize::from(last.is_some()) + bids - last.map_or(0, |last| last + 1);
            vec![0.0; actions * rules.hands()]
        };
        let sums = (0..1 << bids).map(scratch).collect();
        Policy { rules, sums }
    }

    /// The policy of a player who searches where the last search stopped, and plays averages.
    pub fn averages(search: &mut Search) -> Result<Policy, SolverError> {
        let mut policy = Policy::new(Arc::clone(search.rules()));
        Walk::new(search, Choice::Average).whole(&mut policy)?;
        Ok(policy)
    }

    /// Adds the play of one who, in each search, plays the strategy of a random iteration.
    /// The mean over many seeds is the policy of the paper. `part` between 0 and 1 says which
    /// iteration is played at the start, from the first to the last: parts that are spread
    /// evenly make the mean more precise than random ones.
    pub fn add_sampled(
        &mut self,
        search: &mut Search,
        part: f64,
        seed: u64,
    ) -> Result<(), SolverError> {
        Walk::new(search, Choice::Sampled { part, seed }).whole(self)
    }

    /// The mean of so many plays by random iterations, in the threads of the pool that this is
    /// called in. `watch` sees the policy after each group of plays, and how many there
    /// were; it stops by false. The same for any number of threads.
    pub fn sampled(
        rules: &Arc<Dice>,
        settings: SearchSettings,
        values: &(dyn Fn() -> Arc<dyn BeliefValues> + Sync),
        plays: u32,
        mut watch: impl FnMut(&Policy, u32) -> bool,
    ) -> Result<Policy, SolverError> {
        const GROUP: u32 = 16;
        let mut policy = Policy::new(Arc::clone(rules));
        for first in (0..plays).step_by(GROUP as usize) {
            let play = |number: u32| {
                let mut search = Search::new(Arc::clone(rules), settings, values());
                let mut own = Policy::new(Arc::clone(rules));
                own.add_sampled(&mut search, spread(number, plays), u64::from(number)).map(|()| own)
            };
            let last = plays.min(first + GROUP);
            let found: Vec<Result<Policy, SolverError>> =
                (first..last).into_par_iter().map(play).collect();
            for own in found {
                policy.merge(&own?);
            }
            if !watch(&policy, last) {
                break;
            }
        }
        Ok(policy)
    }

    /// Adds what another policy has summed up.
    pub fn merge(&mut self, other: &Policy) {
        for (own, other) in self.sums.iter_mut().zip(&other.sums) {
            for (own, other) in own.iter_mut().zip(other) {
                *own += other;
            }
        }
    }

    /// Sets or adds the strategy of a line.
    pub(super) fn add(&mut self, line: usize, reach: &[f32], strategy: &[f32]) {
        for (sums, actions) in
            self.sums[line].chunks_exact_mut(reach.len()).zip(strategy.chunks_exact(reach.len()))
        {
            for ((sum, reach), action) in sums.iter_mut().zip(reach).zip(actions) {
                *sum += reach * action;
            }
        }
    }

    /// The strategy of a line, action by action, hand by hand.
    pub fn strategy(&self, line: usize) -> Vec<f32> {
        let hands = self.rules.hands();
        let sums = &self.sums[line];
        let actions = sums.len() / hands;
        let total = |hand: usize| sums.iter().skip(hand).step_by(hands).sum::<f32>();
        let totals: Vec<f32> = (0..hands).map(total).collect();
        let even = 1.0 / actions as f32;
        let play = |(index, &sum): (usize, &f32)| {
            let total = totals[index % hands];
            if total > f32::MIN_POSITIVE { sum / total } else { even }
        };
        sums.iter().enumerate().map(play).collect()
    }

    /// The mean of both players' best-response gains: how much an opponent who knows the
    /// policy wins more than the value of the game, on average over both seats.
    pub fn exploitability(&self) -> f64 {
        let prior: Vec<f64> = self.rules.prior().iter().map(|&weight| f64::from(weight)).collect();
        let strategies: Vec<Vec<f32>> =
            (0..self.sums.len()).map(|line| self.strategy(line)).collect();
        let best = |responder: u32| {
            let response = Response { rules: &self.rules, strategies: &strategies, responder };
            let values = response.values(0, &prior);
            values.iter().zip(&prior).map(|(value, weight)| value * weight).sum::<f64>()
        };
        (best(0) + best(1)) / 2.0
    }
}

/// The place of a play between 0 and 1: bits in reverse order, so that the first plays are
/// spread evenly, too.
fn spread(number: u32, plays: u32) -> f64 {
    f64::from(number.reverse_bits()) / 2.0_f64.powi(32) + 0.5 / f64::from(plays)
}

/// The last bid of a line.
pub(super) fn last_bid(line: usize) -> Option<usize> {
    (line != 0).then(|| line.ilog2() as usize)
}

struct Response<'a> {
    rules: &'a Dice,
    strategies: &'a [Vec<f32>],
    responder: u32,
}

impl Response<'_> {
    /// The best values of the responder's hands against the opponent's reach.
    fn values(&self, line: usize, reach: &[f64]) -> Vec<f64> {
        let hands = reach.len();
        let last = last_bid(line);
        let responds = line.count_ones() % 2 == self.responder;
        let strategy = self.strategies[line].chunks_exact(hands);
        let challenge = last.map(|_| None);
        let higher = (last.map_or(0, |last| last + 1)..self.rules.bids()).map(Some);
        let mut best = vec![if responds { f64::NEG_INFINITY } else { 0.0 }; hands];
        for (action, played) in challenge.into_iter().chain(higher).zip(strategy) {
            let after: Vec<f64> = match responds {
                true => reach.to_vec(),
                false => {
                    reach.iter().zip(played).map(|(reach, &part)| reach * f64::from(part)).collect()
                }
            };
            let values = match (action, last) {
                (Some(bid), _) => self.values(line | 1 << bid, &after),
                // Whoever acts challenges a bid of the other.
                (None, Some(bid)) => self.challenged(bid, !responds, &after),
                (None, None) => continue,
            };
            for (best, value) in best.iter_mut().zip(values) {
                *best = if responds { best.max(value) } else { *best + value };
            }
        }
        best
    }

    /// What a challenged bid is worth to the responder, whose bid it may be.
    fn challenged(&self, bid: usize, own: bool, reach: &[f64]) -> Vec<f64> {
        let truth = self.rules.bid_outcomes(bid).chunks_exact(reach.len());
        let sign = if own { 1.0 } else { -1.0 };
        let won = |row: &[f32]| {
            row.iter().zip(reach).map(|(&truth, reach)| f64::from(truth) * reach).sum::<f64>()
        };
        truth.map(|row| sign * won(row)).collect()
    }
}
