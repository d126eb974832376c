//! Ranks of two hole cards on a board, for all boards by their ranks.
//!
//! Whether two hole cards and three of the board make a flush concerns one suit
//! only. So two tables answer every question:
//!
//! - **rows**: for each rank multiset of a board (455 of three cards, 1,820 of
//!   four, 6,175 of five) the best rank without a flush of each of the 91 pairs
//!   of hole ranks. 1.6 MB.
//! - **flushes**: for each set of three to five board ranks of one suit (2,288)
//!   the best flush or straight flush of each of the 78 pairs of other ranks. 0.4 MB.
//!
//! Both are filled on first use: boards of three cards card by card, larger
//! boards as the maximum over the boards with one card less. That takes about a
//! millisecond, and keeps two megabytes out of the program.

use std::sync::LazyLock;

use quasar_cards::{Card, Rank, Suit};

use crate::board::{RANK_PAIRS, rank_pair_index};
use crate::key;
use crate::rank::{Category, HandRank};

/// The ranks of each pair of hole ranks on one board, whole cache lines.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(crate) struct Row([HandRank; RANK_PAIRS]);

/// The flushes of each pair of hole ranks in the suit.
type FlushRow = [HandRank; FLUSH_PAIRS];

/// How many pairs of different ranks there are.
const FLUSH_PAIRS: usize = 78;
/// Rank masks of one suit.
const MASKS: usize = 1 << Rank::COUNT;

/// The tables; see the module.
pub(crate) struct Tables {
    /// Boards of three cards, then of four, then of five.
    rows: Box<[Row]>,
    /// The row of three ranks `a, b, c` in any order at `13 * (13 * a + b) + c`.
    of_three: Box<[u16]>,
    /// The same for four ranks.
    of_four: Box<[u16]>,
    flushes: Box<[FlushRow]>,
    /// The flush row of a mask of three to five ranks.
    of_mask: Box<[u16]>,
}

/// First row of the boards of four cards, and of five.
const FOURS: usize = 455;
const FIVES: usize = FOURS + 1_820;
const ROWS: usize = FIVES + 6_175;

static TABLES: LazyLock<Tables> = LazyLock::new(Tables::build);

/// The tables, built on the first call.
#[inline(always)]
pub(crate) fn tables() -> &'static Tables {
    &TABLES
}

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

impl Tables {
    /// The row of a board of three to five cards with the key `sum`.
    #[inline(always)]
    pub(crate) fn row(&self, board: &[Card], sum: u64) -> &Row {
        let digits = || board.iter().fold(0, |digits, card| 13 * digits + (card.index() >> 2));
        let row = match board.len() {
            3 => usize::from(self.of_three[digits()]),
            4 => usize::from(self.of_four[digits()]),
            _ => FIVES + five_number(sum),
        };
        &self.rows[row]
    }

    /// The best flush of two hole ranks, `high > low`, with a board of at least
    /// three `ranks` of their suit.
    #[inline(always)]
    pub(crate) fn flush(&self, ranks: u16, high: usize, low: usize) -> HandRank {
        let row = usize::from(self.of_mask[usize::from(ranks)]);
        self.flushes[row][high * (high - 1) / 2 + low]
    }

    fn build() -> Tables {
        let (rows, of_three, of_four) = build_rows();
        let (flushes, of_mask) = build_flushes();
        Tables { rows, of_three, of_four, flushes, of_mask }
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

/// Rows for all boards, and the places of three and of four ranks among them.
fn build_rows() -> (Box<[Row]>, Box<[u16]>, Box<[u16]>) {
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
    (rows, of_three, of_four)
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

/// Flush rows for all masks of three to five ranks, and their places.
fn build_flushes() -> (Box<[FlushRow]>, Box<[u16]>) {
    let mut flushes: Vec<FlushRow> = Vec::with_capacity(2_288);
    let mut of_mask = vec![0; MASKS].into_boxed_slice();
    for size in 3..=5 {
        for mask in (0..MASKS as u16).filter(|mask| mask.count_ones() == size) {
            let mut row = [HandRank::BLOCKED; FLUSH_PAIRS];
            if size == 3 {
                row = three_card_flushes(mask);
            } else {
                for rank in (0..Rank::COUNT).filter(|rank| mask >> rank & 1 == 1) {
                    let fewer = flushes[usize::from(of_mask[usize::from(mask & !(1 << rank))])];
                    for (rank, other) in row.iter_mut().zip(fewer) {
                        *rank = (*rank).max(other);
                    }
                }
            }
            of_mask[usize::from(mask)] = flushes.len() as u16;
            flushes.push(row);
        }
    }
    (flushes.into_boxed_slice(), of_mask)
}

/// The flushes of three board ranks with each pair of other ranks.
fn three_card_flushes(board: u16) -> FlushRow {
    let mut row = [HandRank::BLOCKED; FLUSH_PAIRS];
    let pairs = (1..Rank::COUNT).flat_map(|high| (0..high).map(move |low| 1 << high | 1 << low));
    for (rank, pair) in row.iter_mut().zip(pairs) {
        if pair & board == 0 {
            *rank = key::flush_rank(pair | board);
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
