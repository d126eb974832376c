//! What flushes change.
//!
//! Relative to one suit a hand is one of three kinds: two cards of the suit, one
//! card of it, or none. On a runout that puts three or more cards of the suit on
//! the board, kind and ranks decide the strength, so hands fall into a few
//! hundred cells, and a cell against a cell is worth (true sign minus sign
//! without flushes) times the number of deals. Only cells that make a flush need
//! be looked at as heroes: two cards of the suit where the board has three
//! ([`three`]), any card of it where it has four or five ([`four`]).
//!
//! Deals factorise as in [`super::ranks`]: fix the two hands; the runout cards of
//! other suits are then as many as their ranks have cards of other suits left. So
//! runouts with the same ranks and the same cards of the suit are one
//! [`SuitRunout`], and what a cell wins from another is summed over them before
//! it is multiplied by the number of hand pairs.

mod four;
mod three;

use quasar_cards::{Board, Suit};
use quasar_eval::rank_flush;

use super::ranks::{Grid, HELD, Lanes, PAIR_OF, PAIR_RANKS, RANK_PAIRS, RANKS, Row, Square, sign};

/// One number for each hand of two cards of the suit, at most `C(12,2)`.
type TwoLanes = [i16; 80];

/// Whether a class is suited, as the index of its half of a row.
pub(super) const UNSUITED: usize = 0;
pub(super) const SUITED: usize = 1;

/// What hero classes win because of flushes, less what they lose, from villain
/// classes: by suitedness and rank pair of hero, then of villain. Of a pair of
/// classes either order may hold a part.
pub(super) struct Gains(Vec<[[[i32; 96]; 2]; 2]>);

impl Gains {
    pub(super) fn new() -> Gains {
        Gains(vec![[[[0; 96]; 2]; 2]; RANK_PAIRS])
    }

    /// The gains of a class, by suitedness and rank pair of the villain.
    #[inline(always)]
    pub(super) fn of(&self, pair: usize, suited: usize) -> &[[i32; 96]; 2] {
        &self.0[pair][suited]
    }
}

/// The cards left of one suit and of the others.
pub(super) struct SuitCounts {
    /// Ranks of the suit on the flop, as bits.
    on_flop: u16,
    /// Cards of other suits, for each rank.
    others: [i16; RANKS],
    /// For each rank pair, the combos without the suit: unsuited, then suited.
    combos: [Lanes; 2],
    /// How many suits are like this one.
    suits: i32,
}

impl SuitCounts {
    /// The suits of which a board can have three cards, one of each kind.
    pub(super) fn of(flop: Board) -> impl Iterator<Item = SuitCounts> {
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
        let mut combos = [[0; 96]; 2];
        for (pair, [low, high]) in PAIR_RANKS.into_iter().enumerate() {
            if low == high {
                combos[UNSUITED][pair] = left[low] * (left[low] - 1) / 2;
            } else {
                combos[SUITED][pair] = both(low, high);
                combos[UNSUITED][pair] = left[low] * left[high] - both(low, high);
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
    fn live(&self) -> impl Iterator<Item = usize> + Clone + use<> {
        let on_flop = self.on_flop;
        (0..RANKS).filter(move |rank| on_flop >> rank & 1 == 0)
    }

    /// All hands of two cards of the suit.
    fn two_of_suit(&self) -> Vec<[usize; 2]> {
        let live = self.live();
        live.clone()
            .flat_map(|low| live.clone().filter(move |high| *high > low).map(move |h| [low, h]))
            .collect()
    }

    /// The runouts after which the board has at least three cards of the suit.
    fn runouts<'a>(
        &'a self,
        strengths: &'a Square,
        hands: &'a [[usize; 2]],
    ) -> impl Iterator<Item = SuitRunout<'a>> {
        PAIR_RANKS.iter().zip(strengths).flat_map(move |(&ranks, strengths)| {
            // Which of the two cards are of the suit.
            [[true, true], [true, false], [false, true], [false, false]]
                .into_iter()
                .filter(move |&of_suit| ranks[0] != ranks[1] || of_suit != [false, true])
                .filter_map(move |of_suit| self.runout(strengths, hands, ranks, of_suit))
        })
    }

    /// The runouts of these ranks with cards of the suit in given places, if there
    /// are any and the board then has at least three.
    #[inline(always)]
    fn runout<'a>(
        &self,
        strengths: &'a Lanes,
        hands: &[[usize; 2]],
        ranks: [usize; 2],
        of_suit: [bool; 2],
    ) -> Option<SuitRunout<'a>> {
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
        let two_ways = ways(others, |rank| self.others[rank]);
        let on_board = self.on_flop | taken;
        if on_board.count_ones() < 3 || two_ways == 0 {
            return None;
        }
        let left = |rank: usize| HELD[rank].map(|held| self.others[rank] - held);
        let none_ways = match others {
            [None, None] => [1; 96],
            [Some(rank), None] | [None, Some(rank)] => left(rank),
            [Some(one), Some(other)] if one == other => left(one).map(|left| left * (left - 1) / 2),
            [Some(one), Some(other)] => {
                let (ones, others) = (left(one), left(other));
                std::array::from_fn(|pair| ones[pair] * others[pair])
            }
        };
        let (mut two_flush, mut two_plain) = ([0; 80], [0; 80]);
        let cells = two_flush.iter_mut().zip(&mut two_plain);
        for (&[low, high], (flush, plain)) in hands.iter().zip(cells) {
            let cards = 1 << low | 1 << high;
            if taken & cards == 0 {
                *flush = flush_strength(on_board | cards);
                *plain = strengths[usize::from(PAIR_OF[low][high])];
            }
        }
        Some(SuitRunout {
            strengths,
            ranks,
            on_board,
            taken,
            others,
            two_ways,
            none_ways,
            two_flush,
            two_plain,
        })
    }

    /// Adds what a hand of two cards of the suit gains.
    #[inline(always)]
    fn settle_two(&self, hands: &[[usize; 2]], hero: usize, sums: &TwoSums, gains: &mut Gains) {
        let [low, high] = hands[hero];
        let row = &mut gains.0[usize::from(PAIR_OF[low][high])][SUITED];
        for suited in [UNSUITED, SUITED] {
            for pair in 0..RANK_PAIRS {
                row[suited][pair] +=
                    self.suits * i32::from(self.combos[suited][pair]) * i32::from(sums.none[pair]);
            }
        }
        for rank in self.live().filter(|&rank| rank != low && rank != high) {
            for other in 0..RANKS {
                row[UNSUITED][usize::from(PAIR_OF[rank][other])] +=
                    self.suits * i32::from(self.others[other]) * i32::from(sums.one[rank][other]);
            }
        }
        for (villain, &sum) in hands.iter().zip(&sums.two).skip(hero + 1) {
            if !villain.contains(&low) && !villain.contains(&high) {
                let [low, high] = *villain;
                row[SUITED][usize::from(PAIR_OF[low][high])] += self.suits * i32::from(sum);
            }
        }
    }
}

/// What a hand of two cards of the suit wins less what it loses because of
/// flushes, over all runouts, from one hand of each cell.
struct TwoSums {
    /// Villains without the suit.
    none: Lanes,
    /// Villains with one card of the suit, by its rank and that of the other.
    one: Grid,
    /// Villains with two, behind hero in the list.
    two: TwoLanes,
}

/// The ways to deal cards of given ranks from those that are left.
#[inline(always)]
fn ways(cards: [Option<usize>; 2], left: impl Fn(usize) -> i16) -> i16 {
    match cards {
        [None, None] => 1,
        [Some(rank), None] | [None, Some(rank)] => left(rank),
        [Some(one), Some(other)] if one == other => left(one) * (left(one) - 1) / 2,
        [Some(one), Some(other)] => left(one) * left(other),
    }
}

/// All runouts of given ranks with given cards of the suit.
struct SuitRunout<'a> {
    /// Strengths without flushes.
    strengths: &'a Lanes,
    ranks: [usize; 2],
    /// Ranks of the suit on the whole board, as bits.
    on_board: u16,
    /// Ranks of the suit in the runout, as bits.
    taken: u16,
    /// Ranks of the cards of other suits.
    others: [Option<usize>; 2],
    /// Ways to deal those beside two cards of the suit.
    two_ways: i16,
    /// And beside a villain of each rank pair without the suit.
    none_ways: Lanes,
    /// Hands of two cards of the suit: their flush and their strength without it.
    /// Zero twice where the runout has their cards, which is no gain for anybody.
    two_flush: TwoLanes,
    two_plain: TwoLanes,
}

impl SuitRunout<'_> {
    /// Strengths without flushes of a rank with each other rank.
    fn row(&self, rank: usize) -> Row {
        let mut row = [0; 16];
        for (strength, &pair) in row.iter_mut().zip(&PAIR_OF[rank]) {
            *strength = self.strengths[usize::from(pair)];
        }
        row
    }

    /// Adds what a hand of two cards of the suit gains from those behind it.
    #[inline(always)]
    fn add_two(&self, hero: usize, sums: &mut TwoLanes) {
        let (flush, plain) = (self.two_flush[hero], self.two_plain[hero]);
        for lane in hero / 16 * 16..80 {
            let gain = sign(flush, self.two_flush[lane]) - sign(plain, self.two_plain[lane]);
            sums[lane] += self.two_ways * gain;
        }
    }
}

/// The strength of a flush of these ranks.
#[inline(always)]
fn flush_strength(ranks: u16) -> i16 {
    rank_flush(ranks).number() as i16
}

/// Adds to `gains` what flushes of one suit change. Returns wins minus losses
/// between rank pairs without the suit, if the board can be a flush by itself.
#[inline(always)]
pub(super) fn add_gains(
    counts: &SuitCounts,
    strengths: &Square,
    gains: &mut Gains,
) -> Option<Square> {
    let hands = counts.two_of_suit();
    let (threes, fours): (Vec<_>, Vec<_>) =
        counts.runouts(strengths, &hands).partition(|runout| runout.on_board.count_ones() == 3);
    let threes: Vec<_> =
        threes.into_iter().map(|runout| three::Runout::new(counts, runout)).collect();
    let fours: Vec<_> = fours.into_iter().map(|runout| four::Runout::new(counts, runout)).collect();
    for hero in 0..hands.len() {
        let mut sums = three::sums(&threes, hero);
        four::add_sums(&fours, hero, &mut sums);
        counts.settle_two(&hands, hero, &sums, gains);
    }
    four::add_gains_of_one(counts, &fours, gains);
    counts.is_whole_flop().then(|| four::without_suit(&fours))
}
