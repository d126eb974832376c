//! Range against range from the flop on, exactly, hand by hand.
//!
//! Every river that can come is swept ([`Sweep`]). Rivers of one turn share a
//! deck order and so the layout of both ranges. When the board, the dead cards
//! and both ranges stay the same under some relabellings of suits, one river of
//! each class is swept and the results are spread over the relabelled hands:
//! about half of the rivers of a two-tone flop, a quarter of a monotone one.
//!
//! Sums over rivers are kept as whole numbers of 2^-20, which are exact for
//! unweighted ranges and do not depend on the order in which threads add them.
//! With weights the error of a hand's wins, ties and losses is below 1e-6 of
//! their sum.

use std::sync::Mutex;

use quasar_cards::{Board, Card, CardSet, Combo, Game, Street, SuitPermutation, symmetries};
use rayon::prelude::*;

use crate::omaha::binomial::binomial;
use crate::omaha::omaha_board;
use crate::omaha::runouts::{Runout, runouts};
use crate::omaha::sweep::Sweep;
use crate::{Cancelled, HandTally, HeadsUp, OmahaError, Progress, Question, Tally};

/// The unit of sums over rivers.
const UNIT: f64 = 1.0 / (1 << 20) as f64;
/// Most rivers that one task sweeps.
const RIVERS_PER_TASK: usize = 16;

/// Every hand of two players against the other's range, on a flop, turn or river.
///
/// Runs in the current rayon pool; the result does not depend on its size. The
/// unit of `progress` is a river.
pub fn range_against_range(
    question: &Question,
    progress: &Progress,
) -> Result<HeadsUp, OmahaError> {
    super::check_players(question)?;
    if question.board().street() == Street::Preflop {
        return Err(OmahaError::BeforeFlop);
    }
    let heads_up = match question.game() {
        Game::Plo6 => Job::new(question).run::<5>(progress),
        Game::Plo5 => Job::new(question).run::<4>(progress),
        _ => Job::new(question).run::<3>(progress),
    };
    Ok(heads_up?)
}

/// Hands with their weights, in index order.
type Hands = Vec<(Combo, f32)>;

/// Sums for each hand of a range, in [`UNIT`]s.
#[derive(Clone, Copy, Default)]
struct Sums {
    below: i64,
    at_most: i64,
}

struct Job {
    board: Board,
    dead: CardSet,
    /// The ranges; one if both are the same.
    ranges: Vec<Hands>,
    group: Vec<SuitPermutation>,
}

impl Job {
    fn new(question: &Question) -> Job {
        let gone = question.gone();
        let mut ranges: Vec<Hands> =
            question.players().iter().map(|holding| holding.live_hands(gone)).collect();
        let group = symmetries([question.board().set(), question.dead()])
            .filter(|&permutation| ranges.iter().all(|range| is_symmetric(range, permutation)))
            .collect();
        if ranges[0] == ranges[1] {
            ranges.truncate(1);
        }
        Job { board: question.board(), dead: question.dead(), ranges, group }
    }

    fn live(&self) -> CardSet {
        (self.board.set() | self.dead).complement()
    }

    fn missing(&self) -> usize {
        Street::River.board_len() - self.board.cards().len()
    }

    fn run<const UPPER: usize>(&self, progress: &Progress) -> Result<HeadsUp, Cancelled> {
        let runouts = runouts(self.live(), self.missing(), &self.group);
        progress.set_total(runouts.len() as u64);
        let sums: Vec<Vec<Sums>> =
            self.ranges.iter().map(|range| vec![Sums::default(); range.len()]).collect();
        let sums = Mutex::new(sums);
        let tasks: Vec<&[Runout]> = runouts
            .chunk_by(|one, other| self.turn(one) == self.turn(other))
            .flat_map(|rivers| rivers.chunks(RIVERS_PER_TASK))
            .collect();
        tasks.par_iter().try_for_each(|rivers| self.sweep::<UPPER>(rivers, &sums, progress))?;
        let sums = sums.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
        Ok(self.results::<UPPER>(&sums))
    }

    /// The card that is dealt first of two.
    fn turn(&self, runout: &Runout) -> Option<Card> {
        if self.missing() == 2 { runout.cards.iter().next() } else { None }
    }

    fn ranges(&self) -> Vec<&[(Combo, f32)]> {
        self.ranges.iter().map(|range| &range[..]).collect()
    }

    /// Adds the showdowns of some rivers with the same turn to `sums`.
    fn sweep<const UPPER: usize>(
        &self,
        rivers: &[Runout],
        sums: &Mutex<Vec<Vec<Sums>>>,
        progress: &Progress,
    ) -> Result<(), Cancelled> {
        let known = self.board.cards().iter().copied();
        let turn = omaha_board(known.clone().chain(self.turn(&rivers[0])));
        let mut sweep = Sweep::<UPPER>::new(&turn, self.dead, &self.ranges());
        let mut rivers = rivers.to_vec();
        rivers.sort_by_key(|river| river.count);
        for same_count in rivers.chunk_by(|one, other| one.count == other.count) {
            for some in same_count.chunks(self.exact_rivers()) {
                for river in some {
                    if progress.is_cancelled() {
                        return Err(Cancelled);
                    }
                    sweep.river(&omaha_board(known.clone().chain(river.cards)));
                    progress.advance(1);
                }
                let mut sums = sums.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
                for (player, sums) in sums.iter_mut().enumerate() {
                    let count = i64::from(some[0].count);
                    for (sums, met) in sums.iter_mut().zip(sweep.take(player)) {
                        sums.below += count * units(met.below);
                        sums.at_most += count * units(met.at_most);
                    }
                }
            }
        }
        Ok(())
    }

    /// How many rivers single precision can sum up without losing a hand.
    fn exact_rivers(&self) -> usize {
        let hole = self.ranges[0].first().map_or(4, |(hand, _)| hand.set().len());
        let most = binomial((self.live().len() - self.missing()).saturating_sub(hole), hole);
        ((1 << 24) / most.max(1)).max(1)
    }

    /// The results of every hand from the sums over one river of each class.
    fn results<const UPPER: usize>(&self, sums: &[Vec<Sums>]) -> HeadsUp {
        let board = omaha_board(self.board.cards().iter().copied());
        let mut sweep = Sweep::<UPPER>::new(&board, self.dead, &self.ranges());
        sweep.all_tied();
        let to_come = self.live().len().saturating_sub(2 * (UPPER + 1));
        let rivers = binomial(to_come, self.missing()) as f64;
        let mut hands = self.ranges.iter().zip(sums).enumerate().map(|(player, (range, sums))| {
            let places: Vec<u32> = index_of_combos(range);
            let tally = |(&(combo, weight), met): (&(Combo, f32), super::sweep::Met)| {
                let images = self.group.iter().map(|&permutation| combo.permute(permutation));
                let (mut below, mut at_most) = (0, 0);
                for image in images {
                    let sums = sums[places[image.index()] as usize];
                    below += sums.below;
                    at_most += sums.at_most;
                }
                let unit = UNIT / self.group.len() as f64;
                let (win, not_lost) = (below as f64 * unit, at_most as f64 * unit);
                let total = f64::from(met.at_most) * rivers;
                let tally = Tally {
                    win: win.max(0.0),
                    tie: (not_lost - win).max(0.0),
                    lose: (total - not_lost).max(0.0),
                };
                HandTally { combo, weight, tally }
            };
            range.iter().zip(sweep.take(player)).map(tally).collect::<Vec<_>>()
        });
        let first: Vec<HandTally> = hands.next().unwrap_or_default();
        let second = hands.next();
        drop(hands);
        let second = second.unwrap_or_else(|| first.clone());
        HeadsUp { hands: [first, second] }
    }
}

/// A weight in [`UNIT`]s.
fn units(weight: f32) -> i64 {
    (f64::from(weight) / UNIT).round() as i64
}

/// Whether a relabelling of suits leaves every weight as it is.
fn is_symmetric(range: &[(Combo, f32)], permutation: SuitPermutation) -> bool {
    permutation == SuitPermutation::IDENTITY || {
        let places = index_of_combos(range);
        range.iter().all(|(combo, weight)| {
            let place = places[combo.permute(permutation).index()];
            range.get(place as usize).is_some_and(|(_, other)| other == weight)
        })
    }
}

/// For every combo of the game its place in the range, or a number beyond it.
fn index_of_combos(range: &[(Combo, f32)]) -> Vec<u32> {
    let combos = range.first().map_or(0, |(combo, _)| combo.game().combos());
    let mut places = vec![u32::MAX; combos];
    for ((combo, _), place) in range.iter().zip(0..) {
        places[combo.index()] = place;
    }
    places
}
