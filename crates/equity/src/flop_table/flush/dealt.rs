//! The runouts that matter to a suit, with equivalent ones taken together.

use quasar_eval::rank_flush;

use super::super::ranks::{HELD, Lanes, PAIR_OF, PAIR_RANKS, Row, Square, sign};
use super::TwoLanes;
use super::counts::SuitCounts;

/// All runouts of given ranks with given cards of the suit.
#[derive(Clone, Copy)]
pub(super) struct Dealt<'a> {
    /// Strengths without flushes.
    pub(super) strengths: &'a Lanes,
    pub(super) ranks: [usize; 2],
    /// Ranks of the suit on the whole board, as bits.
    pub(super) on_board: u16,
    /// Ranks of the suit in the runout, as bits.
    pub(super) taken: u16,
    /// Ranks of the cards of other suits.
    pub(super) others: [Option<usize>; 2],
}

impl Dealt<'_> {
    /// Ways to deal the cards of other suits given a villain of each rank pair
    /// without the suit.
    #[inline(always)]
    pub(super) fn ways_beside_none(&self, counts: &SuitCounts) -> Lanes {
        let left = |rank: usize| HELD[rank].map(|held| counts.others[rank] - held);
        match self.others {
            [None, None] => [1; 96],
            [Some(rank), None] | [None, Some(rank)] => left(rank),
            [Some(one), Some(other)] if one == other => left(one).map(|left| left * (left - 1) / 2),
            [Some(one), Some(other)] => {
                let (ones, others) = (left(one), left(other));
                std::array::from_fn(|pair| ones[pair] * others[pair])
            }
        }
    }

    /// Strengths without flushes of a rank with each other rank.
    #[inline(always)]
    pub(super) fn row(&self, rank: usize) -> Row {
        let mut row = [0; 16];
        for (strength, &pair) in row.iter_mut().zip(&PAIR_OF[rank]) {
            *strength = self.strengths[usize::from(pair)];
        }
        row
    }
}

impl SuitCounts {
    /// The runouts after which the board has at least three cards of the suit.
    pub(super) fn runouts<'a>(&'a self, strengths: &'a Square) -> impl Iterator<Item = Dealt<'a>> {
        PAIR_RANKS.iter().zip(strengths).flat_map(move |(&ranks, strengths)| {
            // Which of the two cards are of the suit.
            [[true, true], [true, false], [false, true], [false, false]]
                .into_iter()
                .filter(move |&of_suit| ranks[0] != ranks[1] || of_suit != [false, true])
                .filter_map(move |of_suit| self.dealt(strengths, ranks, of_suit))
        })
    }

    /// The runouts of these ranks with cards of the suit in given places, if there
    /// are any and the board then has at least three.
    fn dealt<'a>(
        &self,
        strengths: &'a Lanes,
        ranks: [usize; 2],
        of_suit: [bool; 2],
    ) -> Option<Dealt<'a>> {
        let mut taken = 0;
        let mut others = [None; 2];
        for place in 0..2 {
            if !of_suit[place] {
                others[place] = Some(ranks[place]);
            } else if (self.on_flop | taken) >> ranks[place] & 1 == 0 {
                taken |= 1 << ranks[place];
            } else {
                return None;
            }
        }
        let on_board = self.on_flop | taken;
        let any = on_board.count_ones() >= 3 && ways(others, |rank| self.others[rank]) > 0;
        any.then_some(Dealt { strengths, ranks, on_board, taken, others })
    }
}

/// The hands of two cards of the suit on a runout.
pub(super) struct TwoOfSuit {
    /// Their flush and their strength without it; zero twice where the runout has
    /// their cards, which is no gain for anybody.
    pub(super) flush: TwoLanes,
    pub(super) plain: TwoLanes,
    /// Ways to deal the cards of other suits given two such hands.
    pub(super) ways: i16,
}

impl TwoOfSuit {
    #[inline(always)]
    pub(super) fn new(counts: &SuitCounts, dealt: &Dealt<'_>, hands: &[[usize; 2]]) -> TwoOfSuit {
        let (mut flush, mut plain) = ([0; 80], [0; 80]);
        for (&[low, high], (flush, plain)) in hands.iter().zip(flush.iter_mut().zip(&mut plain)) {
            let cards = 1 << low | 1 << high;
            if dealt.taken & cards == 0 {
                *flush = flush_strength(dealt.on_board | cards);
                *plain = dealt.strengths[usize::from(PAIR_OF[low][high])];
            }
        }
        TwoOfSuit { flush, plain, ways: ways(dealt.others, |rank| counts.others[rank]) }
    }

    /// Adds what a hand gains from those after it.
    #[inline(always)]
    pub(super) fn add(&self, hero: usize, sums: &mut TwoLanes) {
        let (flush, plain) = (self.flush[hero], self.plain[hero]);
        // Whole vectors: a few hands before hero are added for nothing.
        for lane in hero / 16 * 16..80 {
            let gain = sign(flush, self.flush[lane]) - sign(plain, self.plain[lane]);
            sums[lane] += self.ways * gain;
        }
    }
}

/// The ways to deal cards of given ranks from those that are left.
#[inline(always)]
pub(super) fn ways(cards: [Option<usize>; 2], left: impl Fn(usize) -> i16) -> i16 {
    match cards {
        [None, None] => 1,
        [Some(rank), None] | [None, Some(rank)] => left(rank),
        [Some(one), Some(other)] if one == other => left(one) * (left(one) - 1) / 2,
        [Some(one), Some(other)] => left(one) * left(other),
    }
}

/// The strength of a flush of these ranks.
#[inline(always)]
pub(super) fn flush_strength(ranks: u16) -> i16 {
    rank_flush(ranks).number() as i16
}
