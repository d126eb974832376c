//! Boards with four or five cards of the suit: one more, or none, makes a flush.
//!
//! The flush of a hand with one card of the suit depends on that card only. The
//! other card matters for the strength without flushes, which is what is taken
//! back, and for nothing else: with seven cards a flush excludes four of a kind
//! and full houses.

use super::super::ranks::{
    Grid, HELD, Lanes, PAIR_OF, RANK_PAIRS, RANKS, Row, Square, mirror, sign,
};
use super::dealt::{Dealt, TwoOfSuit, flush_strength};
use super::{Gains, SuitCounts, TwoSums, UNSUITED};

pub(super) struct Runout<'a> {
    dealt: Dealt<'a>,
    /// Ways to deal the card that is not of the suit given a villain without it.
    none_ways: Lanes,
    /// The flush of the board alone, 0 if it is none.
    board_flush: i16,
    /// The flush with each card of the suit, 0 where that is not to be had.
    one_flush: [i16; RANKS],
    /// Strengths without flushes of a rank with each other rank.
    rows: Grid,
    /// The same given a villain with a card of the suit and one of this rank.
    one_ways: Row,
    two: TwoOfSuit,
}

impl<'a> Runout<'a> {
    #[inline(always)]
    pub(super) fn new(counts: &SuitCounts, dealt: Dealt<'a>, hands: &[[usize; 2]]) -> Runout<'a> {
        let mut one_flush = [0; RANKS];
        for rank in counts.live().filter(|rank| dealt.taken >> rank & 1 == 0) {
            one_flush[rank] = flush_strength(dealt.on_board | 1 << rank);
        }
        let two = TwoOfSuit::new(counts, &dealt, hands);
        let mut one_ways = [two.ways; 16];
        for rank in dealt.others.into_iter().flatten() {
            one_ways[rank] -= 1;
        }
        Runout {
            dealt,
            none_ways: dealt.ways_beside_none(counts),
            board_flush: flush_strength(dealt.on_board),
            one_flush,
            rows: std::array::from_fn(|rank| dealt.row(rank)),
            one_ways,
            two,
        }
    }

    /// Adds what a hand gains from those without the suit.
    #[inline(always)]
    fn add_none(&self, flush: i16, plain: i16, fewer: i16, sums: &mut Lanes) {
        for lane in 0..96 {
            let theirs = self.dealt.strengths[lane];
            let gain = sign(flush, theirs.max(self.board_flush)) - sign(plain, theirs);
            sums[lane] += (self.none_ways[lane] - fewer) * gain;
        }
    }

    /// Adds what a hand gains from those with one card of the suit, of a rank from
    /// `first` on.
    #[inline(always)]
    fn add_one(&self, flush: i16, plain: i16, fewer: i16, first: usize, sums: &mut Grid) {
        for rank in first..RANKS {
            if self.one_flush[rank] == 0 {
                continue;
            }
            let won = sign(flush, self.one_flush[rank]);
            for lane in 0..16 {
                let gain = won - sign(plain, self.rows[rank][lane]);
                sums[rank][lane] += (self.one_ways[lane] - fewer) * gain;
            }
        }
    }
}

/// Adds what a hand of two cards of the suit gains over all runouts.
#[inline(always)]
pub(super) fn add_sums(runouts: &[Runout<'_>], hero: usize, sums: &mut TwoSums) {
    for runout in runouts {
        let (flush, plain) = (runout.two.flush[hero], runout.two.plain[hero]);
        if flush == 0 {
            continue;
        }
        runout.add_none(flush, plain, 0, &mut sums.none);
        runout.add_one(flush, plain, 0, 0, &mut sums.one);
        runout.two.add(hero, &mut sums.two);
    }
}

/// Adds what hands with one card of the suit gain.
#[inline(always)]
pub(super) fn add_gains_of_one(counts: &SuitCounts, runouts: &[Runout<'_>], gains: &mut Gains) {
    if runouts.is_empty() {
        return;
    }
    for rank in counts.live() {
        let mut none = [[0; 96]; RANKS];
        let mut one = [[[0; 16]; RANKS]; RANKS];
        for runout in runouts {
            let flush = runout.one_flush[rank];
            if flush == 0 {
                continue;
            }
            for other in 0..RANKS {
                let plain = runout.rows[rank][other];
                // Hero's other card is one of those that the runout could have.
                let fewer = i16::from(runout.dealt.others.contains(&Some(other)));
                runout.add_none(flush, plain, fewer, &mut none[other]);
                runout.add_one(flush, plain, fewer, rank + 1, &mut one[other]);
            }
        }
        for other in 0..RANKS {
            settle_one(counts, [rank, other], &none[other], &one[other], gains);
        }
    }
}

/// Adds what hands of one card of the suit and one of another rank gain.
#[inline(always)]
fn settle_one(
    counts: &SuitCounts,
    [rank, other]: [usize; 2],
    none: &Lanes,
    one: &Grid,
    gains: &mut Gains,
) {
    let row = &mut gains[UNSUITED + usize::from(PAIR_OF[rank][other])];
    let left = counts.others[other];
    // Given a villain, hero's other card is one of those still left.
    counts.settle_none(none, |pair| left - HELD[other][pair], row);
    for villain in counts.live().filter(|&villain| villain > rank) {
        for second in 0..RANKS {
            let pairs = counts.others[second] * (left - i16::from(second == other));
            row[UNSUITED + usize::from(PAIR_OF[villain][second])] +=
                counts.suits * i32::from(pairs) * i32::from(one[villain][second]);
        }
    }
}

/// What rank pairs without the suit win from each other less what they lose where
/// the board is a flush, which makes them all equal.
#[inline(always)]
pub(super) fn without_suit(runouts: &[Runout<'_>]) -> Square {
    let mut square = vec![[0; 96]; RANK_PAIRS];
    for runout in runouts.iter().filter(|runout| runout.board_flush != 0) {
        let strengths = runout.dealt.strengths;
        for (hero, sums) in square.iter_mut().enumerate() {
            for lane in hero / 16 * 16..96 {
                sums[lane] -= sign(strengths[hero], strengths[lane]);
            }
        }
    }
    mirror(&mut square);
    square
}
