//! Lists hands in the order of a sweep.
//!
//! A counting sort orders the cuts by strength. One pass over them makes groups and
//! runs and finds the index of each cut's first hand. A second pass, in the order of
//! rows, where combo indices have most in common, writes the combos to their places.

use std::ops::Range;
use std::sync::Arc;

use quasar_cards::{Card, Game};

use super::cuts::Cut;
use super::hands::{Group, Run, Side};
use super::indices::Indices;
use super::sets::{bits, choose};

/// The mean length of a group's runs from which a loop over a run pays.
const LONG: usize = 3;

/// Lists the hands of both players; strengths are from 1 to `strengths`.
pub(super) fn list(game: Game, cards: &[Card], strengths: usize, cuts: &[Cut]) -> [Arc<Side>; 2] {
    let (order, ends) = by_strength(cuts, strengths);
    // Players who hold the same hands share a list.
    let alike = cuts.iter().all(|cut| cut.lowest[0] == cut.lowest[1]);
    let mut lists = [List::default(), List::default()];
    if !alike {
        lists.iter_mut().for_each(|list| list.side.same = Some(Vec::new()));
    }
    // The numbers of the first hands of each cut.
    let mut firsts = vec![[0; 2]; cuts.len()];
    let mut order = order.iter().map(|&number| number as usize);
    for ends in ends.windows(2) {
        for number in order.by_ref().take((ends[1] - ends[0]) as usize) {
            let (cut, [held, others]) = (&cuts[number], cuts[number].lowest);
            let first = [0, 1].map(|player: usize| lists[player].hands);
            firsts[number] = first;
            let [one, other] = &mut lists;
            one.add(cut, held, others, first[1]);
            if !alike {
                other.add(cut, others, held, first[0]);
            }
        }
        lists.iter_mut().for_each(List::end_strength);
    }
    let players = if alike { 1 } else { 2 };
    for (player, list) in lists.iter_mut().enumerate().take(players) {
        list.side.combos = vec![0; list.hands as usize];
        write_combos(game, cards, cuts, player, &firsts, &mut list.side.combos);
    }
    let [one, other] = lists.map(|mut list| {
        list.side.shrink();
        Arc::new(list.side)
    });
    if alike { [Arc::clone(&one), one] } else { [one, other] }
}

/// The numbers of the cuts from the weakest on, those of one strength in their
/// order, and where those of each strength end.
fn by_strength(cuts: &[Cut], strengths: usize) -> (Vec<u32>, Vec<u32>) {
    let mut ends = vec![0; strengths + 1];
    for cut in cuts {
        ends[usize::from(cut.strength)] += 1;
    }
    let mut before = 0;
    for end in &mut ends {
        before += std::mem::replace(end, before);
    }
    let mut order = vec![0; cuts.len()];
    for (number, cut) in cuts.iter().enumerate() {
        let end = &mut ends[usize::from(cut.strength)];
        order[*end as usize] = number as u32;
        *end += 1;
    }
    (order, ends)
}

/// The hands of a player that are listed already.
#[derive(Default)]
struct List {
    side: Side,
    hands: u32,
    /// The first group of the strength that is listed.
    first_group: usize,
    /// The first hand and the first run of the last group.
    first_hand: u32,
    first_run: usize,
}

impl List {
    /// Adds hands of a row, with the lowest cards of the player's and of the opponent's.
    /// `same` is the number of the first of the opponent's hands.
    #[inline(always)]
    fn add(&mut self, cut: &Cut, lowest: u64, others: u64, same: u32) {
        if lowest == 0 {
            return;
        }
        let continues = |group: &Group| group.rest == cut.rest;
        if !self.side.groups[self.first_group..].last().is_some_and(continues) {
            self.end_group();
            let empty = Group { places: 0, end: 0, runs_end: 0, rest: cut.rest, single: false };
            self.side.groups.push(empty);
        }
        let pairs = choose(usize::from(cut.high), 2);
        for span in spans(lowest) {
            self.side.runs.push(Run {
                number: (pairs + span.start) as u16,
                high: cut.high,
                low: span.start as u8,
                hands: span.len() as u8,
            });
        }
        self.hands += lowest.count_ones();
        if let Some(group) = self.side.groups.last_mut() {
            group.places |= lowest | 1 << cut.high;
            group.end = self.hands;
            group.runs_end = self.side.runs.len() as u32;
        }
        if let Some(numbers) = &mut self.side.same {
            list_same(numbers, lowest, others, same);
        }
    }

    fn end_strength(&mut self) {
        self.end_group();
        self.first_group = self.side.groups.len();
        self.side.strengths.push(self.first_group as u32);
    }

    /// Splits the runs of the last group into single hands if they are short.
    fn end_group(&mut self) {
        let Some(group) = self.side.groups.last_mut() else { return };
        let runs = self.side.runs.len() - self.first_run;
        let hands = (self.hands - self.first_hand) as usize;
        if hands < LONG * runs {
            group.single = true;
            if hands > runs {
                let short = self.side.runs.split_off(self.first_run);
                self.side.runs.extend(short.into_iter().flat_map(singles));
                group.runs_end = self.side.runs.len() as u32;
            }
        }
        self.first_hand = self.hands;
        self.first_run = self.side.runs.len();
    }
}

/// The hands of a run as runs of one hand each.
fn singles(run: Run) -> impl Iterator<Item = Run> {
    (0..run.hands).map(move |hand| Run {
        number: run.number + u16::from(hand),
        low: run.low + hand,
        hands: 1,
        ..run
    })
}

/// Adds the numbers that hands of a player have for the opponent.
fn list_same(numbers: &mut Vec<u32>, lowest: u64, others: u64, mut same: u32) {
    if lowest == others {
        numbers.extend((0..lowest.count_ones()).map(|hand| same + hand));
        return;
    }
    for place in bits(lowest | others) {
        let (held, shared) = (lowest >> place & 1, others >> place & 1);
        if held == 1 {
            numbers.push(if shared == 1 { same } else { Side::NONE });
        }
        same += shared as u32;
    }
}

/// Writes the combos of a player's hands. `firsts` has the number of the first hand of
/// each cut.
fn write_combos(
    game: Game,
    cards: &[Card],
    cuts: &[Cut],
    player: usize,
    firsts: &[[u32; 2]],
    combos: &mut [u32],
) {
    let shared = game.hole_cards() - 2;
    let mut indices = Indices::new(cards);
    let mut firsts = firsts.iter();
    for cuts in cuts.chunk_by(|one, next| one.rest == next.rest) {
        indices.fix_rest(&cuts[0].rest[..shared]);
        for (cut, first) in cuts.iter().zip(firsts.by_ref()) {
            let mut combos = combos[first[player] as usize..].iter_mut();
            for span in spans(cut.lowest[player]) {
                for (index, combo) in indices.with(cut.high, span).zip(combos.by_ref()) {
                    *combo = index;
                }
            }
        }
    }
}

/// The places of a mask in spans without gaps, lowest first.
fn spans(mut mask: u64) -> impl Iterator<Item = Range<usize>> {
    std::iter::from_fn(move || {
        (mask != 0).then(|| {
            let start = mask.trailing_zeros();
            let end = start + (mask >> start).trailing_ones();
            mask &= u64::MAX.checked_shl(end).unwrap_or(0);
            start as usize..end as usize
        })
    })
}
