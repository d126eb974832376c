//! Ranks without a flush of two hole cards on a board, by the ranks of both.
//!
//! One row for each rank multiset of a board, 455 of three cards, 1,820 of four
//! and 6,175 of five, with the best rank of each of the 91 pairs of hole ranks:
//! 1.6 MB. Boards of three cards are ranked pair by pair, larger boards are the
//! maximum over the boards with one card less.

use quasar_cards::{Card, Rank, Suit};

use crate::board::{RANK_PAIRS, rank_pair_index};
use crate::key;
use crate::rank::{Category, HandRank};

/// The ranks of each pair of hole ranks on one board, whole cache lines.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(crate) struct Row([HandRank; RANK_PAIRS]);

impl Row {
    /// The best rank of two hole cards without a flush.
    #[inline(always)]
    pub(crate) fn rank(&self, a: Card, b: Card) -> HandRank {
        let cell = CELLS[(a.index() & !3) << 2 | b.index() >> 2];
        self.0[usize::from(cell)]
    }

    /// The best rank of every pair of ranks, in the order of
    /// [`rank_pair_index`].
    pub(crate) fn ranks(&self) -> &[HandRank; RANK_PAIRS] {
        &self.0
    }

    fn raise(&mut self, other: &Row) {
        for (rank, &other) in self.0.iter_mut().zip(&other.0) {
            *rank = (*rank).max(other);
        }
    }
}

/// The place of two ranks `a`, `b` in a row, at `16 * a + b`.
static CELLS: [u8; 1024] = {
    let mut cells = [0; 1024];
    let mut a = 0;
    while a < 13 {
        let mut b = 0;
        while b < 13 {
            let (high, low) = if a > b { (a, b) } else { (b, a) };
            cells[16 * a + b] = rank_pair_index(high, low) as u8;
            b += 1;
        }
        a += 1;
    }
    cells
};

/// The rows of all boards.
pub(crate) struct Rows {
    /// Boards of three cards, then of four, then of five.
    rows: Box<[Row]>,
    /// The row of three ranks `a, b, c` in any order at `13 * (13 * a + b) + c`.
    of_three: Box<[u16]>,
    /// The same for four ranks.
    of_four: Box<[u16]>,
}

/// First row of the boards of four cards, and of five.
const FOURS: usize = 455;
const FIVES: usize = FOURS + 1_820;
const ROWS: usize = FIVES + 6_175;

impl Rows {
    /// The row of a board of three to five cards with the key `sum`.
    #[inline(always)]
    pub(crate) fn of_board(&self, board: &[Card], sum: u64) -> &Row {
        let digits = || board.iter().fold(0, |digits, card| 13 * digits + (card.index() >> 2));
        let row = match board.len() {
            3 => usize::from(self.of_three[digits()]),
            4 => usize::from(self.of_four[digits()]),
            _ => FIVES + five_number(sum),
        };
        &self.rows[row]
    }

    pub(super) fn build() -> Rows {
        let mut rows = vec![Row([HandRank::BLOCKED; RANK_PAIRS]); ROWS].into_boxed_slice();
        let mut of_three = vec![0; 13usize.pow(3)].into_boxed_slice();
        for (row, ranks) in (0..).zip(multisets::<3>()) {
            of_three[digits(&ranks)] = row;
            rows[usize::from(row)] = three_card_row(ranks);
        }
        copy_to_all_orders::<3>(&mut of_three);

        let mut of_four = vec![0; 13usize.pow(4)].into_boxed_slice();
        for (row, ranks) in (FOURS as u16..).zip(multisets::<4>()) {
            of_four[digits(&ranks)] = row;
            for left_out in 0..4 {
                let fewer = rows[usize::from(of_three[digits_without(&ranks, left_out)])];
                rows[usize::from(row)].raise(&fewer);
            }
        }
        copy_to_all_orders::<4>(&mut of_four);

        for ranks in multisets::<5>().filter(|ranks| ranks[0] != ranks[4]) {
            let row = FIVES + five_number(sum_of_ranks(ranks));
            for left_out in 0..5 {
                let fewer = rows[usize::from(of_four[digits_without(&ranks, left_out)])];
                rows[row].raise(&fewer);
            }
        }
        Rows { rows, of_three, of_four }
    }
}

/// Numbers the rank multisets of five cards. Each has a rank of its own when
/// flushes are left out, so the rank without the block of flushes will do.
#[inline(always)]
fn five_number(sum: u64) -> usize {
    let number = usize::from(key::five_rank(sum).number());
    const FLUSHES: usize = Category::Flush.size();
    number - 1 - if number > BELOW_FLUSH { FLUSHES } else { 0 }
}

/// The best rank below a flush, an ace-high straight.
const BELOW_FLUSH: usize = 5_863;

/// The key of cards of these ranks, suits left open.
fn sum_of_ranks<const N: usize>(ranks: [usize; N]) -> u64 {
    key::sum_of(&ranks.map(|rank| Card::new(Rank::ALL[rank], Suit::Clubs)))
}

/// The ranks of three board cards with each pair of hole ranks.
fn three_card_row([a, b, c]: [usize; 3]) -> Row {
    let mut row = Row([HandRank::BLOCKED; RANK_PAIRS]);
    for high in 0..Rank::COUNT {
        for low in 0..=high {
            let five = [a, b, c, high, low];
            if five.iter().any(|rank| five.iter().filter(|other| *other == rank).count() > 4) {
                continue;
            }
            row.0[rank_pair_index(high, low)] = key::five_rank(sum_of_ranks(five));
        }
    }
    row
}

/// All ascending lists of `N` ranks.
fn multisets<const N: usize>() -> impl Iterator<Item = [usize; N]> {
    std::iter::successors(Some([0; N]), |ranks| {
        let mut next = *ranks;
        let bound = |place: usize| ranks.get(place + 1).copied().unwrap_or(Rank::COUNT - 1);
        let place = (0..N).find(|&place| ranks[place] < bound(place))?;
        next[place] += 1;
        next[..place].fill(0);
        Some(next)
    })
}

/// The ranks read as a number in base 13.
fn digits(ranks: &[usize]) -> usize {
    ranks.iter().fold(0, |digits, rank| 13 * digits + rank)
}

/// The base-13 number of the ranks without the one at `left_out`.
fn digits_without(ranks: &[usize], left_out: usize) -> usize {
    let kept = ranks.iter().enumerate().filter(|&(place, _)| place != left_out);
    kept.fold(0, |digits, (_, rank)| 13 * digits + rank)
}

/// Copies the row of ascending ranks to every other order of the same ranks.
fn copy_to_all_orders<const N: usize>(rows: &mut [u16]) {
    for place in 0..rows.len() {
        let mut ranks: [usize; N] =
            std::array::from_fn(|digit| place / 13usize.pow(digit as u32) % 13);
        ranks.sort_unstable();
        rows[place] = rows[digits(&ranks)];
    }
}
