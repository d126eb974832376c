//! Exact equity of two to ten players: every deal counted.
//!
//! For each board that can come, one of each suit class (`runouts`), all
//! tuples of hands that share no card are counted by who wins. There are two ways to do
//! this, and the cheaper one is used: loops over the tuples ([`tuples`]), for
//! any game, or a sweep over the three widest ranges ([`sweep`]), for Hold'em.
//! With n hands a player the sweep needs some 400 n steps a board for three
//! players where the loops need n³.
//!
//! On one loaded Zen 3 core: three ranges of 322 hands (24 %)
//! on a flop 0.11 s, before the flop 19 s; three full ranges on a flop 0.4 s; five
//! known hands before the flop 0.1 s.

mod boards;
mod cost;
mod count;
mod pairs;
mod sweep;
mod tuples;

use quasar_cards::{CardSet, Combo, SuitPermutation};
use rayon::prelude::*;

pub use count::MultiwayCount;

use crate::player::{MOST_PLAYERS, Splits};
use crate::runouts::{Runout, listing_steps, question_symmetries, runouts};
use crate::{DealError, Holding, Progress, Question};
use boards::{Counter, Held};
use cost::Method;

/// A question whose deals can be counted, and what that will cost.
///
/// ```
/// use quasar_cards::{Board, CardSet, Game, Range};
/// use quasar_equity::{Holding, Multiway, Progress, Question};
///
/// let players = vec![
///     Holding::Hand("AsKs".parse()?),
///     Holding::Hand("QhQd".parse()?),
///     Holding::Range(Range::parse(Game::Holdem, "JTs")?),
/// ];
/// let question = Question::new(players, "Ts9s2d".parse()?, CardSet::EMPTY)?;
/// let multiway = Multiway::new(&question)?;
/// assert!(multiway.steps() < 100_000.0);
/// let count = multiway.run(&Progress::new())?;
/// assert_eq!(count.deals(), 3.0 * 903.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Multiway<'a> {
    question: &'a Question,
    /// Cards that no range and no runout can have.
    gone: CardSet,
    symmetries: Vec<SuitPermutation>,
    /// The players from the fewest hands to the most.
    order: Vec<usize>,
    method: Method,
    steps: f64,
}

/// Up to this many hands it is worth looking for relabellings of the suits that
/// change none of the ranges; larger questions cannot be counted anyway.
const SYMMETRY_HANDS: usize = 1 << 20;

/// Boards are processed in this many parts, of at most this many boards: enough for
/// many threads, and few enough that their memory costs nothing.
const PARTS: usize = 64;
const MOST_BOARDS: usize = 1 << 10;

impl<'a> Multiway<'a> {
    /// Determines what there is to count.
    pub fn new(question: &'a Question) -> Result<Multiway<'a>, DealError> {
        let mut gone = question.unavailable_cards();
        let mut unknown = 0;
        for holding in question.players() {
            match holding {
                Holding::Hand(combo) => gone |= combo.set(),
                Holding::Range(_) => unknown += 1,
            }
        }
        let missing = 5 - question.board().cards().len();
        let needed = unknown * question.game().hole_cards() + missing;
        let left = gone.complement().len();
        if needed > left {
            return Err(DealError::TooFewCards { needed, left });
        }
        let counts: Vec<usize> =
            question.players().iter().map(|holding| live_count(holding, gone)).collect();
        if counts.contains(&0) {
            return Err(DealError::NoDeal);
        }
        let symmetries = if counts.iter().sum::<usize>() <= SYMMETRY_HANDS {
            question_symmetries(question)
        } else {
            vec![SuitPermutation::IDENTITY]
        };
        let mut order: Vec<usize> = (0..counts.len()).collect();
        order.sort_by_key(|&player| counts[player]);
        let sorted: Vec<usize> = order.iter().map(|&player| counts[player]).collect();
        let (method, board_steps) = cost::board_steps(question.game(), &sorted);
        let (listing, boards) = listing_steps(left, missing, symmetries.len());
        let steps = listing + boards * board_steps;
        Ok(Multiway { question, gone, symmetries, order, method, steps })
    }

    /// The predicted cost in steps. A step takes 0.5 to 2.5 ns on one Zen 3 core
    /// at 2.4 GHz, so a second is about 10^9 steps.
    pub fn steps(&self) -> f64 {
        self.steps
    }

    /// Counts all deals, in the installed rayon pool. Progress counts
    /// boards; when it is cancelled the result is [`DealError::Stopped`].
    pub fn run(&self, progress: &Progress) -> Result<MultiwayCount, DealError> {
        let runouts = runouts(self.question, self.gone, &self.symmetries);
        progress.set_total(runouts.len() as u64);
        let players: Vec<Vec<Held>> = self
            .order
            .iter()
            .map(|&player| {
                let hands = live(&self.question.players()[player], self.gone);
                hands.map(|(combo, weight)| Held::new(combo, weight)).collect()
            })
            .collect();
        let chunks: Vec<_> = runouts
            .par_chunks((runouts.len() / PARTS).clamp(1, MOST_BOARDS))
            .map(|runouts| self.count(&players, runouts, progress))
            .collect();
        // Added in the order of the boards, so that sums do not depend on the threads.
        let mut splits = vec![Splits::default(); self.order.len()];
        for chunk in chunks {
            for (&player, found) in self.order.iter().zip(chunk?) {
                for (sum, found) in splits[player].iter_mut().zip(found) {
                    *sum += found;
                }
            }
        }
        MultiwayCount::new(splits, rounding(&players, &runouts)).ok_or(DealError::NoDeal)
    }

    fn count(
        &self,
        players: &[Vec<Held>],
        runouts: &[Runout],
        progress: &Progress,
    ) -> Result<[Splits<f64>; MOST_PLAYERS], DealError> {
        let mut counter = Counter::new(self.method, progress);
        for runout in runouts {
            counter.add(players, runout);
            progress.check()?;
            progress.advance(1);
        }
        Ok(counter.into_splits())
    }
}

/// How many hands a player may hold besides the gone cards. Where they are too
/// many to be counted one by one, all hands of the range: such deals are never
/// counted.
fn live_count(holding: &Holding, gone: CardSet) -> usize {
    match holding.hands() {
        hands if hands > SYMMETRY_HANDS => hands,
        _ => live(holding, gone).count(),
    }
}

/// What may be left by rounding when no deal is possible: a trace of all tuples of
/// hands on all boards; nothing if all weights are whole, which are summed
/// exactly.
fn rounding(players: &[Vec<Held>], runouts: &[Runout]) -> f64 {
    if players.iter().flatten().all(|hand| hand.weight.fract() == 0.0) {
        return 0.0;
    }
    let tuples: f64 =
        players.iter().map(|hands| hands.iter().map(|hand| hand.weight).sum::<f64>()).product();
    let boards: f64 = runouts.iter().map(|runout| f64::from(runout.count)).sum();
    1e-12 * tuples * boards
}

/// The hands that a player may hold besides the gone cards, which include the
/// known hands.
fn live(holding: &Holding, gone: CardSet) -> impl Iterator<Item = (Combo, f32)> {
    let (hand, range) = match holding {
        Holding::Hand(combo) => (Some((*combo, 1.0)), None),
        Holding::Range(range) => (None, Some(range.iter())),
    };
    let of_range = range.into_iter().flatten();
    hand.into_iter().chain(of_range.filter(move |(combo, _)| !combo.set().intersects(gone)))
}
