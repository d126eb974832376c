//! The cards and hands that a flop leaves, as one suit sees them.

use quasar_cards::{Board, Suit};

use super::super::ranks::{Lanes, PAIR_OF, PAIR_RANKS, RANK_PAIRS, RANKS};
use super::{CELLS, Gains, SUITED, TwoSums, UNSUITED};

/// The cards left of one suit and of the others.
pub(in super::super) struct SuitCounts {
    /// Ranks of the suit on the flop, as bits.
    pub(super) on_flop: u16,
    /// Cards of other suits, for each rank.
    pub(super) others: [i16; RANKS],
    /// Combos without the suit, by their class's cell.
    combos: [i16; CELLS],
    /// How many suits are like this one.
    pub(super) suits: i32,
}

impl SuitCounts {
    /// The suits of which a board can have three cards, one of each kind.
    pub(in super::super) fn of(flop: Board) -> impl Iterator<Item = SuitCounts> {
        let ranks = Suit::ALL.map(|suit| flop.set().ranks_of_suit(suit));
        (0..4).filter(move |&suit| ranks[suit] != 0 && !ranks[..suit].contains(&ranks[suit])).map(
            move |suit| {
                let alike = ranks.iter().filter(|&&other| other == ranks[suit]).count();
                let others = (0..4).filter(|&other| other != suit).map(|other| ranks[other]);
                SuitCounts::new(ranks[suit], others, alike as i32)
            },
        )
    }

    /// `others` are the ranks on the flop of each other suit.
    fn new(on_flop: u16, others: impl Iterator<Item = u16> + Clone, suits: i32) -> SuitCounts {
        let both = |low: usize, high: usize| {
            let gone = 1 << low | 1 << high;
            others.clone().filter(|ranks| ranks & gone == 0).count() as i16
        };
        let left: [i16; RANKS] = std::array::from_fn(|rank| both(rank, rank));
        let mut combos = [0; CELLS];
        for (pair, [low, high]) in PAIR_RANKS.into_iter().enumerate() {
            if low == high {
                combos[UNSUITED + pair] = left[low] * (left[low] - 1) / 2;
            } else {
                combos[SUITED + pair] = both(low, high);
                combos[UNSUITED + pair] = left[low] * left[high] - both(low, high);
            }
        }
        SuitCounts { on_flop, others: left, combos, suits }
    }

    /// Whether the flop has all its cards of this suit, so that the board can be a
    /// flush by itself.
    pub(super) fn is_whole_flop(&self) -> bool {
        self.on_flop.count_ones() == 3
    }

    /// Ranks of which the suit's card is left.
    pub(super) fn live(&self) -> impl Iterator<Item = usize> + Clone + use<> {
        let on_flop = self.on_flop;
        (0..RANKS).filter(move |rank| on_flop >> rank & 1 == 0)
    }

    /// All hands of two cards of the suit.
    pub(super) fn two_of_suit(&self) -> Vec<[usize; 2]> {
        let live = self.live();
        live.clone()
            .flat_map(|low| live.clone().filter(move |high| *high > low).map(move |h| [low, h]))
            .collect()
    }

    /// Adds what a hand of two cards of the suit gains.
    #[inline(always)]
    pub(super) fn settle_two(
        &self,
        hands: &[[usize; 2]],
        hero: usize,
        sums: &TwoSums,
        gains: &mut Gains,
    ) {
        let [low, high] = hands[hero];
        let row = &mut gains[SUITED + usize::from(PAIR_OF[low][high])];
        self.settle_none(&sums.none, |_| 1, row);
        for rank in self.live().filter(|&rank| rank != low && rank != high) {
            for other in 0..RANKS {
                let pairs = self.suits * i32::from(self.others[other]);
                row[UNSUITED + usize::from(PAIR_OF[rank][other])] +=
                    pairs * i32::from(sums.one[rank][other]);
            }
        }
        for (villain, &sum) in hands.iter().zip(&sums.two).skip(hero + 1) {
            if !villain.contains(&low) && !villain.contains(&high) {
                let pair = usize::from(PAIR_OF[villain[0]][villain[1]]);
                row[SUITED + pair] += self.suits * i32::from(sum);
            }
        }
    }

    /// Adds what a class gains from hands without the suit, given how many of its
    /// combos each rank pair of those leaves.
    #[inline(always)]
    pub(super) fn settle_none(
        &self,
        sums: &Lanes,
        combos: impl Fn(usize) -> i16,
        row: &mut [i32; CELLS],
    ) {
        for half in [UNSUITED, SUITED] {
            for pair in 0..RANK_PAIRS {
                let pairs = combos(pair) * self.combos[half + pair];
                row[half + pair] += self.suits * i32::from(pairs) * i32::from(sums[pair]);
            }
        }
    }
}
