//! Equities of every hand against parts of all opponents' hands, by counting.
//!
//! On each river hands are visited from the weakest to the strongest. Before the
//! hands of a strength join a [`Removal`] table they ask it what they beat, part by
//! part, and afterwards what they do not lose to. All counts are whole numbers, so
//! rivers can be added in any order.

use quasar_cards::Board;
use quasar_equity::Progress;
use quasar_eval::sort_by_strength;
use rayon::prelude::*;

use crate::AbstractionError;
use crate::hands::{Places, all_places, hand_count, live, strengths};
use crate::removal::{Numbering, Removal};

/// Parts of the opponent's hands.
pub const EIGHTHS: usize = 8;

/// What the features of a hand are made of.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct HandEquities {
    /// Against each part, weakest first.
    pub(super) against: [f32; EIGHTHS],
    /// 1 if no hand is better, 0 if all are, by the logarithm of their number.
    pub(super) nut_rank: f32,
}

/// The equities of every hand of a turn or river.
pub(super) fn equities(
    board: &Board,
    progress: &Progress,
) -> Result<Vec<HandEquities>, AbstractionError> {
    let rivers = rivers(board);
    progress.set_total(2 * rivers.len() as u64);
    let hands = all_places(live(board).len());
    let everyone = Met::<1>::on_all(&rivers, &hands, &vec![0; hands.len()], progress)?;
    let equity: Vec<f64> = everyone.iter().map(|met| met.equity(0).unwrap_or(0.5)).collect();
    let parts = eighths(&equity);
    let met = Met::<EIGHTHS>::on_all(&rivers, &hands, &parts, progress)?;
    Ok(met
        .iter()
        .zip(&everyone)
        .zip(&equity)
        .map(|((met, everyone), &equity)| HandEquities {
            against: std::array::from_fn(|part| met.equity(part).unwrap_or(equity) as f32),
            nut_rank: everyone.nut_rank(rivers.len()),
        })
        .collect())
}

/// A river, and which of the board's live cards it took, if any.
struct River {
    board: Board,
    taken: Option<u8>,
}

/// The river itself, or all that can follow a turn.
fn rivers(board: &Board) -> Vec<River> {
    if board.cards().len() == 5 {
        return vec![River { board: *board, taken: None }];
    }
    let next = live(board).iter().zip(0..).map(|(card, place)| River {
        board: board.with_next(card).expect("a live card follows a turn"),
        taken: Some(place),
    });
    next.collect()
}

/// The part of each hand: an eighth of all hands in the order of their equity. Hands
/// of one equity are in the part of the middle one of them.
fn eighths(equity: &[f64]) -> Vec<u8> {
    let mut order: Vec<u32> = (0..equity.len() as u32).collect();
    order.sort_by(|&a, &b| equity[a as usize].total_cmp(&equity[b as usize]));
    let mut parts = vec![0; equity.len()];
    let mut start = 0;
    for equal in order.chunk_by(|&a, &b| equity[a as usize] == equity[b as usize]) {
        let middle = start + equal.len() / 2;
        equal
            .iter()
            .for_each(|&hand| parts[hand as usize] = (EIGHTHS * middle / order.len()) as u8);
        start += equal.len();
    }
    parts
}

/// How many hands of each part a hand met, over all rivers. The largest possible
/// number, 48 x 123,410, is far below 2^32.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Met<const PARTS: usize> {
    below: [u32; PARTS],
    at_most: [u32; PARTS],
    all: [u32; PARTS],
}

impl<const PARTS: usize> Met<PARTS> {
    const NONE: Met<PARTS> = Met { below: [0; PARTS], at_most: [0; PARTS], all: [0; PARTS] };

    /// What each hand meets on all rivers; `parts` has the part of each hand.
    fn on_all(
        rivers: &[River],
        hands: &[Places],
        parts: &[u8],
        progress: &Progress,
    ) -> Result<Vec<Met<PARTS>>, AbstractionError> {
        let none = || vec![Met::NONE; hands.len()];
        rivers
            .par_iter()
            .try_fold(none, |mut met, river| {
                if progress.is_cancelled() {
                    return Err(AbstractionError::Stopped);
                }
                sweep(river, hands, parts, &mut met);
                progress.advance(1);
                Ok(met)
            })
            .try_reduce(none, |mut one, other| {
                one.iter_mut().zip(&other).for_each(|(one, other)| one.add(other));
                Ok(one)
            })
    }

    fn add(&mut self, other: &Met<PARTS>) {
        for part in 0..PARTS {
            self.below[part] += other.below[part];
            self.at_most[part] += other.at_most[part];
            self.all[part] += other.all[part];
        }
    }

    /// None against no hand at all.
    fn equity(&self, part: usize) -> Option<f64> {
        let points = f64::from(self.below[part]) + f64::from(self.at_most[part]);
        (self.all[part] > 0).then(|| points / (2.0 * f64::from(self.all[part])))
    }

    /// 1 if no hand is better, 0 if all are.
    fn nut_rank(&self, rivers: usize) -> f32 {
        let all: u32 = self.all.iter().sum();
        let better = all - self.at_most.iter().sum::<u32>();
        let mean = |count: u32| f64::from(count) / rivers as f64;
        if all == 0 { 0.5 } else { (1.0 - mean(better).ln_1p() / mean(all).ln_1p()) as f32 }
    }
}

/// Adds what each hand meets on a river.
fn sweep<const PARTS: usize>(
    river: &River,
    hands: &[Places],
    parts: &[u8],
    met: &mut [Met<PARTS>],
) {
    // The hands that the river leaves, in the order of their numbers on it.
    let left: Vec<u32> = (0..hands.len() as u32)
        .filter(|&hand| river.taken.is_none_or(|card| !hands[hand as usize].contains(&card)))
        .collect();
    let strengths = strengths(&river.board);
    debug_assert_eq!(left.len(), hand_count(&river.board));
    let mut order = vec![0; strengths.len()];
    let groups = sort_by_strength(&strengths, &mut order).expect("as many places as hands");
    let cards = hands.last().map_or(0, |hand| usize::from(hand[3]) + 1);
    let numbering = Numbering::new(cards);
    let mut table = Removal::<PARTS>::new(numbering);
    let whole = |counts: [f64; PARTS]| counts.map(|count| count as u32);
    for strength in 1..=u8::MAX {
        let group =
            || order[groups.group(strength)].iter().map(|&hand| left[hand as usize] as usize);
        for hand in group() {
            let below = whole(table.meet(&numbering.subsets(hands[hand])));
            (0..PARTS).for_each(|part| met[hand].below[part] += below[part]);
        }
        for hand in group() {
            table.add(&numbering.subsets(hands[hand]), usize::from(parts[hand]), 1.0);
        }
        for hand in group() {
            let mut at_most = table.meet(&numbering.subsets(hands[hand]));
            at_most[usize::from(parts[hand])] += 1.0;
            let at_most = whole(at_most);
            (0..PARTS).for_each(|part| met[hand].at_most[part] += at_most[part]);
        }
    }
    for &hand in &left {
        let hand = hand as usize;
        let mut all = table.meet(&numbering.subsets(hands[hand]));
        all[usize::from(parts[hand])] += 1.0;
        let all = whole(all);
        (0..PARTS).for_each(|part| met[hand].all[part] += all[part]);
    }
}
