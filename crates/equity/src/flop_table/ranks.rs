//! What two classes win from each other when flushes are ignored.
//!
//! Without flushes the strength of a hand depends on ranks only. Fix two combos:
//! the runouts of ranks `x` and `y` are then as many as the ranks have cards
//! left, `c(x) c(y)`, or `c(x) (c(x) - 1) / 2` for a pair, whatever the suits of
//! the combos. So wins minus losses of two classes are their pairs of combos
//! times a sum over the 91 pairs of runout ranks that depends only on the ranks of
//! both hands: 91 x 91 sums for the whole table.
//!
//! Rank pairs of the second hand lie in the lanes of a vector. 8,281 strengths
//! and half the sums (the others are their negatives) take about 60 us.

use quasar_cards::{Board, Card, Rank, Suit};
use quasar_eval::HandKey;

pub(super) const RANKS: usize = Rank::COUNT;

/// Pairs of ranks, equal ones among them.
pub(super) const RANK_PAIRS: usize = 91;

/// One number for each rank pair, and zeros up to whole vectors.
pub(super) type Lanes = [i16; 96];

/// One number for each rank, and zeros up to a whole vector.
pub(super) type Row = [i16; VECTOR];

/// A row for each rank.
pub(super) type Grid = [Row; RANKS];

/// Lanes of a vector.
const VECTOR: usize = 16;

/// A number for every two rank pairs.
pub(super) type Square = Vec<Lanes>;

/// The ranks of each pair, lower rank first: `22, 32, 42, …, A2, 33, 43, …`.
pub(super) const PAIR_RANKS: [[usize; 2]; RANK_PAIRS] = {
    let mut pairs = [[0; 2]; RANK_PAIRS];
    let (mut low, mut high) = (0, 0);
    let mut pair = 0;
    while pair < RANK_PAIRS {
        pairs[pair] = [low, high];
        high += 1;
        if high == RANKS {
            low += 1;
            high = low;
        }
        pair += 1;
    }
    pairs
};

/// The pair of two ranks in either order.
pub(super) const PAIR_OF: [[u8; RANKS]; RANKS] = {
    let mut index = [[0; RANKS]; RANKS];
    let mut pair = 0;
    while pair < RANK_PAIRS {
        let [low, high] = PAIR_RANKS[pair];
        index[low][high] = pair as u8;
        index[high][low] = pair as u8;
        pair += 1;
    }
    index
};

/// How many cards of a rank each pair holds.
pub(super) static HELD: [Lanes; RANKS] = {
    let mut held = [[0; 96]; RANKS];
    let mut pair = 0;
    while pair < RANK_PAIRS {
        let [low, high] = PAIR_RANKS[pair];
        held[low][pair] += 1;
        held[high][pair] += 1;
        pair += 1;
    }
    held
};

/// 1 if the first strength wins, -1 if it loses.
#[inline(always)]
pub(super) fn sign(one: i16, other: i16) -> i16 {
    i16::from(one > other) - i16::from(one < other)
}

/// For each rank pair of a runout, the strength of each rank pair of a hand with
/// it and the flop. Where more than four cards of a rank would be needed, the
/// value is meaningless.
#[inline(always)]
pub(super) fn strengths(flop: Board) -> Square {
    let flop: HandKey = flop.cards().iter().copied().collect();
    let pairs = PAIR_RANKS
        .map(|pair| HandKey::from_iter(pair.map(|rank| Card::new(Rank::ALL[rank], Suit::Clubs))));
    pairs
        .iter()
        .map(|&runout| {
            let board = flop.join(runout);
            let mut strengths = [0; 96];
            for (strength, &hand) in strengths.iter_mut().zip(&pairs) {
                *strength = board.join(hand).rank_without_flush().number() as i16;
            }
            strengths
        })
        .collect()
}

/// Wins minus losses of each rank pair against each other over all runouts,
/// given how many cards of each rank the flop leaves.
#[inline(always)]
pub(super) fn wins_minus_losses(strengths: &Square, left: [i16; RANKS]) -> Square {
    let mut square = vec![[0; 96]; RANK_PAIRS];
    for (hero, sums) in square.iter_mut().enumerate() {
        let mine: [i16; RANK_PAIRS] = std::array::from_fn(|runout| strengths[runout][hero]);
        let sums = sums.as_chunks_mut().0;
        // Vectors before this one hold only lower pairs.
        for (vector, sums) in sums.iter_mut().enumerate().skip(hero / VECTOR) {
            let left: Grid = std::array::from_fn(|rank| {
                part(&HELD[rank], vector).map(|held| left[rank] - HELD[rank][hero] - held)
            });
            let theirs = |runout: usize| part(&strengths[runout], vector);
            *sums = wins_minus_losses_of_vector(&mine, theirs, &left);
        }
    }
    mirror(&mut square);
    square
}

/// Wins minus losses of one rank pair against sixteen others, given how many cards
/// of each rank they leave.
#[inline(always)]
fn wins_minus_losses_of_vector<'a>(
    mine: &[i16; RANK_PAIRS],
    theirs: impl Fn(usize) -> &'a Row,
    left: &Grid,
) -> Row {
    let mut sums = [0; VECTOR];
    let mut runout = 0;
    for low in 0..RANKS {
        let (paired, lows) = (theirs(runout), left[low]);
        for lane in 0..VECTOR {
            let ways = lows[lane] * (lows[lane] - 1) / 2;
            sums[lane] += ways * sign(mine[runout], paired[lane]);
        }
        runout += 1;
        let mut with_low = [0; VECTOR];
        for highs in &left[low + 1..] {
            let theirs = theirs(runout);
            for lane in 0..VECTOR {
                with_low[lane] += highs[lane] * sign(mine[runout], theirs[lane]);
            }
            runout += 1;
        }
        for lane in 0..VECTOR {
            sums[lane] += lows[lane] * with_low[lane];
        }
    }
    sums
}

/// One vector of the lanes.
#[inline(always)]
fn part(lanes: &Lanes, vector: usize) -> &Row {
    &lanes.as_chunks().0[vector]
}

/// Fills the sums of pairs below the diagonal with the negatives of those above.
#[inline(always)]
pub(super) fn mirror(square: &mut Square) {
    for hero in 1..RANK_PAIRS {
        let (before, from_hero) = square.split_at_mut(hero);
        for (mirrored, sums) in from_hero[0].iter_mut().zip(before) {
            *mirrored = -sums[hero];
        }
    }
}
