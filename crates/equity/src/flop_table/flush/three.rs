//! Boards with three cards of the suit: two more make a flush.
//!
//! Villains with one card of the suit are worth the same as those without it, except
//! on runouts that hold one of their ranks: there the number of ways to deal
//! the runout differs, and the difference is summed separately. A runout has one or
//! two ranks, so eight vectors do what fourteen or more would.

use super::super::ranks::{Lanes, PAIR_OF, RANKS, Row, sign};
use super::dealt::{Dealt, TwoOfSuit, ways};
use super::{SuitCounts, TwoSums};

/// A rank of the runout, as the card of the suit that villains hold.
struct Met {
    rank: usize,
    /// Strengths with each other rank.
    strengths: Row,
    /// Ways to deal the runout given that villain, minus those given a villain of
    /// the same ranks without the suit.
    more_ways: Row,
}

pub(super) struct Runout<'a> {
    /// Strengths without flushes.
    strengths: &'a Lanes,
    /// Ways to deal it given a villain without the suit.
    none_ways: Lanes,
    met: [Met; 2],
    two: TwoOfSuit,
}

impl<'a> Runout<'a> {
    #[inline(always)]
    pub(super) fn new(counts: &SuitCounts, dealt: Dealt<'a>, hands: &[[usize; 2]]) -> Runout<'a> {
        let none_ways = dealt.ways_beside_none(counts);
        let [low, high] = dealt.ranks;
        let mut met = [low, high].map(|rank| {
            let mut more_ways = [0; 16];
            for (other, &pair) in PAIR_OF[rank].iter().enumerate() {
                let beside_one = if dealt.taken >> rank & 1 == 0 {
                    ways(dealt.others, |r| counts.others[r] - i16::from(r == other))
                } else {
                    0
                };
                more_ways[other] = beside_one - none_ways[usize::from(pair)];
            }
            Met { rank, strengths: dealt.row(rank), more_ways }
        });
        if low == high {
            met[1].more_ways = [0; 16];
        }
        let two = TwoOfSuit::new(counts, &dealt, hands);
        Runout { strengths: dealt.strengths, none_ways, met, two }
    }
}

/// What a hand of two cards of the suit gains over all runouts.
#[inline(always)]
pub(super) fn sums(runouts: &[Runout<'_>], hero: usize) -> TwoSums {
    let mut sums = TwoSums { none: [0; 96], one: [[0; 16]; RANKS], two: [0; 80] };
    for runout in runouts {
        let (flush, plain) = (runout.two.flush[hero], runout.two.plain[hero]);
        if flush == 0 {
            continue;
        }
        for lane in 0..96 {
            let theirs = runout.strengths[lane];
            let gain = sign(flush, theirs) - sign(plain, theirs);
            sums.none[lane] += runout.none_ways[lane] * gain;
        }
        for Met { rank, strengths, more_ways } in &runout.met {
            let row = &mut sums.one[*rank];
            for lane in 0..16 {
                let gain = sign(flush, strengths[lane]) - sign(plain, strengths[lane]);
                row[lane] += more_ways[lane] * gain;
            }
        }
        runout.two.add(hero, &mut sums.two);
    }
    for (row, pairs) in sums.one.iter_mut().zip(&PAIR_OF) {
        for (sum, &pair) in row.iter_mut().zip(pairs) {
            *sum += sums.none[usize::from(pair)];
        }
    }
    sums
}
