//! Equities of every hand against parts of all opponents' hands, by counting.
//!
//! On each river hands are visited from the weakest to the strongest. Before the
//! hands of a strength are added to a table ([`HeldWeights`](quasar_cards::HeldWeights))
//! they query it for what they beat, part by part, and afterwards for what they do not
//! lose to. All counts are integers, at
//! most 40 x 135,751 on a turn, so rivers can be added in any order.

use quasar_cards::Board;
use quasar_equity::Progress;
use quasar_eval::sort_by_strength;
use rayon::prelude::*;

use crate::AbstractionError;
use crate::hands::{Places, all_places, live, strengths};
use crate::removal::Numbering;

/// Parts of the opponent's hands.
pub const EIGHTHS: usize = 8;

/// The parts of a hand's features.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct HandEquities {
    /// Against each part, weakest first.
    pub(super) against: [f32; EIGHTHS],
    /// The fraction of each part that the hand blocks.
    pub(super) taken: [f32; EIGHTHS],
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
    // Any two hands that share no card are compared on this many rivers.
    let meetings = if rivers.len() == 1 { 1 } else { rivers.len() as i32 - 8 };
    let everyone = Met::<1>::on_all(&rivers, &hands, &vec![0; hands.len()], progress)?;
    // The number of hands left to an opponent is the same for every hand.
    let all = meetings * all_places(live(board).len() - 4).len() as i32;
    let equity: Vec<f64> = everyone.iter().map(|met| met.equity(0, all).unwrap_or(0.5)).collect();
    let parts = eighths(&equity);
    let apart = apart(&hands, &parts);
    let mut sizes = [0; EIGHTHS];
    parts.iter().for_each(|&part| sizes[usize::from(part)] += 1);
    let met = Met::<EIGHTHS>::on_all(&rivers, &hands, &parts, progress)?;
    let describe = |hand: usize| {
        let left = apart[hand];
        let mean = |count: i32| f64::from(count) / f64::from(meetings);
        let better = all - everyone[hand].at_most[0];
        HandEquities {
            against: std::array::from_fn(|part| {
                met[hand].equity(part, meetings * left[part]).unwrap_or(equity[hand]) as f32
            }),
            taken: std::array::from_fn(|part| 1.0 - left[part] as f32 / sizes[part].max(1) as f32),
            nut_rank: (1.0 - mean(better).ln_1p() / mean(all).ln_1p()) as f32,
        }
    };
    Ok((0..hands.len()).map(describe).collect())
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

/// How many hands of each part a hand beat, and did not lose to, over all rivers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Met<const PARTS: usize> {
    below: [i32; PARTS],
    at_most: [i32; PARTS],
}

impl<const PARTS: usize> Met<PARTS> {
    const NONE: Met<PARTS> = Met { below: [0; PARTS], at_most: [0; PARTS] };

    /// The opposing hands of each hand, counted on all rivers; `parts` has the part of each hand.
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
                if !progress.may_continue() {
                    return Err(AbstractionError::Stopped);
                }
                sweep(river, hands, parts, &mut met);
                progress.advance(1);
                Ok(met)
            })
            .try_reduce_with(|mut one, other| {
                for (one, other) in one.iter_mut().zip(&other) {
                    add(&mut one.below, &other.below);
                    add(&mut one.at_most, &other.at_most);
                }
                Ok(one)
            })
            .unwrap_or_else(|| Ok(none()))
    }

    /// Against the hands of a part, of which there are `all`; none if that is 0.
    fn equity(&self, part: usize, all: i32) -> Option<f64> {
        let points = f64::from(self.below[part]) + f64::from(self.at_most[part]);
        (all > 0).then(|| points / (2.0 * f64::from(all)))
    }
}

#[inline(always)]
fn add<const PARTS: usize>(sums: &mut [i32; PARTS], more: &[i32; PARTS]) {
    sums.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
}

/// Adds the opposing hands of each hand on a river.
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
    let mut order = vec![0; strengths.len()];
    let groups = sort_by_strength(&strengths, &mut order).expect("as many places as hands");
    let numbering = numbering(hands);
    let mut table = numbering.table::<i32, PARTS>();
    for strength in 1..=u8::MAX {
        let group = &order[groups.group(strength)];
        let group = || group.iter().map(|&hand| left[hand as usize] as usize);
        for hand in group() {
            add(&mut met[hand].below, &table.apart_from(&numbering.subsets(hands[hand])));
        }
        for hand in group() {
            table.add(&numbering.subsets(hands[hand]), usize::from(parts[hand]), 1);
        }
        for hand in group() {
            add(&mut met[hand].at_most, &table.apart_from(&numbering.subsets(hands[hand])));
            // The sum counts the hand itself with the sign -1.
            met[hand].at_most[usize::from(parts[hand])] += 1;
        }
    }
}

/// How many hands of each part share no card with each hand.
fn apart(hands: &[Places], parts: &[u8]) -> Vec<[i32; EIGHTHS]> {
    let numbering = numbering(hands);
    let mut table = numbering.table::<i32, EIGHTHS>();
    for (&hand, &part) in hands.iter().zip(parts) {
        table.add(&numbering.subsets(hand), usize::from(part), 1);
    }
    let meet = |(&hand, &part): (&Places, &u8)| {
        let mut met = table.apart_from(&numbering.subsets(hand));
        met[usize::from(part)] += 1;
        met
    };
    hands.iter().zip(parts).map(meet).collect()
}

/// The numbering for a list of all hands, the last of which has the last card.
fn numbering(hands: &[Places]) -> Numbering {
    Numbering::new(hands.last().map_or(0, |hand| usize::from(hand[3]) + 1))
}
