//! Playing the whole game by search: a search at the start, one at each state where it was
//! cut, and so on.

use quasar_solver::{Player, SolverError};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use super::dice::normalised;
use super::subgame::Line;
use super::{Found, Policy, Search};

/// Which strategy of a search is played.
pub(super) enum Choice {
    Average,
    /// That of a random iteration; at the start the iteration at `part` of all weights.
    Sampled {
        part: f64,
        seed: u64,
    },
}

/// The iteration of `count` below which lies `part` of the weights, iteration t having t.
pub(super) fn iteration_at(part: f64, count: u32) -> u32 {
    // The weights up to t sum to about t^2 / 2.
    let whole = f64::from(count);
    ((whole * part.clamp(0.0, 1.0).sqrt()).ceil() as u32).clamp(1, count)
}

/// A number between 0 and 1.
pub(super) fn unit(random: &mut Xoshiro256PlusPlus) -> f64 {
    (random.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
}

/// A state of the whole game.
struct At {
    line: usize,
    /// What the opponent of each player believes, of the first player of the game first.
    beliefs: [Vec<f32>; 2],
    /// How often each player's own actions lead here, hand by hand.
    reach: [Vec<f32>; 2],
}

pub(super) struct Walk<'a> {
    search: &'a mut Search,
    random: Option<(f64, Xoshiro256PlusPlus)>,
}

impl<'a> Walk<'a> {
    pub(super) fn new(search: &'a mut Search, choice: Choice) -> Walk<'a> {
        let random = match choice {
            Choice::Average => None,
            Choice::Sampled { part, seed } => Some((part, Xoshiro256PlusPlus::seed_from_u64(seed))),
        };
        Walk { search, random }
    }

    /// Adds the strategies of all lines to a policy.
    pub(super) fn whole(&mut self, policy: &mut Policy) -> Result<(), SolverError> {
        let prior = self.search.rules().prior();
        let ones = vec![1.0; prior.len()];
        let mut waiting = vec![At {
            line: 0,
            beliefs: [prior.clone(), prior.clone()],
            reach: [ones.clone(), ones],
        }];
        while let Some(mut at) = waiting.pop() {
            // Where neither player's own actions lead, there is nothing to add: a strategy
            // is weighted by the player's own reach.
            if at.reach.iter().flatten().all(|&reach| reach <= 0.0) {
                continue;
            }
            at.beliefs = at.beliefs.each_ref().map(|belief| normalised(belief, &prior));
            let first = at.line.count_ones() as usize % 2;
            let found = self.look(&at, first)?;
            spread(&found, at, first, policy, &mut waiting);
        }
        Ok(())
    }

    fn look(&mut self, at: &At, first: usize) -> Result<Found, SolverError> {
        let last = super::policy::last_bid(at.line);
        let beliefs = [at.beliefs[first].as_slice(), at.beliefs[1 - first].as_slice()];
        match &mut self.random {
            None => self.search.average(last, beliefs),
            Some((part, random)) => {
                let part = if at.line == 0 { *part } else { unit(random) };
                let acts = iteration_at(part, self.search.settings().iterations);
                self.search.run_to_iteration(last, beliefs, acts)
            }
        }
    }
}

/// Takes over what a search found, and leaves the states where it was cut in `waiting`.
fn spread(found: &Found, start: At, first: usize, policy: &mut Policy, waiting: &mut Vec<At>) {
    let mut inside = vec![(0, start)];
    while let Some((node, at)) = inside.pop() {
        let Line::Act { last, player, .. } = found.shape.lines[node] else { continue };
        let seat = if player == Player::Oop { first } else { 1 - first };
        let strategy = &found.strategy[node];
        policy.add(at.line, &at.reach[seat], strategy);
        let hands = at.reach[seat].len();
        let lowest = last.map_or(0, |last| last + 1);
        let challenges = usize::from(last.is_some());
        let children = found.shape.children(node);
        // A challenge ends the game.
        for (index, played) in strategy.chunks_exact(hands).enumerate().skip(challenges) {
            let times = |row: &[f32]| row.iter().zip(played).map(|(a, b)| a * b).collect();
            let mut after = At {
                line: at.line | 1 << (lowest + index - challenges),
                beliefs: at.beliefs.clone(),
                reach: at.reach.clone(),
            };
            after.beliefs[seat] = times(&at.beliefs[seat]);
            after.reach[seat] = times(&at.reach[seat]);
            let child = children.start + index;
            match found.shape.lines[child] {
                Line::Cut { .. } => waiting.push(after),
                Line::Act { .. } => inside.push((child, after)),
                Line::Challenge { .. } => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn iterations_are_drawn_by_their_weights() {
        let mut counts = [0_u32; 4];
        for step in 0..1000 {
            counts[iteration_at((f64::from(step) + 0.5) / 1000.0, 4) as usize - 1] += 1;
        }
        // 1/16, 3/16, 5/16 and 7/16 of all: t - 1/2 each.
        for (count, exact) in counts.iter().zip([62.5, 187.5, 312.5, 437.5]) {
            assert!((f64::from(*count) - exact).abs() <= 1.0, "{counts:?}");
        }
        assert_eq!(iteration_at(0.0, 7), 1);
        assert_eq!(iteration_at(1.0, 7), 7);
    }
}
