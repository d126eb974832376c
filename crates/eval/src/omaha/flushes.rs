//! Flushes of two hole cards with three or more board cards of their suit.
//!
//! One row for each set of three to five board ranks (2,288), with the best flush
//! or straight flush of each of the 78 pairs of other ranks: 0.4 MB.

use quasar_cards::Rank;

use crate::key;
use crate::rank::HandRank;

/// How many pairs of different ranks there are.
const PAIRS: usize = 78;
/// Rank masks of one suit.
const MASKS: usize = 1 << Rank::COUNT;

/// The flushes of each pair of hole ranks on one board.
type Row = [HandRank; PAIRS];

/// The rows of all boards.
pub(crate) struct Flushes {
    rows: Box<[Row]>,
    /// The row of a mask of three to five ranks.
    of_mask: Box<[u16]>,
}

impl Flushes {
    /// The best flush of two hole ranks, `high > low`, with a board of at least
    /// three `ranks` of their suit.
    #[inline(always)]
    pub(crate) fn rank(&self, ranks: u16, high: usize, low: usize) -> HandRank {
        let row = usize::from(self.of_mask[usize::from(ranks)]);
        self.rows[row][high * (high - 1) / 2 + low]
    }

    pub(super) fn build() -> Flushes {
        let mut rows: Vec<Row> = Vec::with_capacity(2_288);
        let mut of_mask = vec![0; MASKS].into_boxed_slice();
        for size in 3..=5 {
            for mask in (0..MASKS as u16).filter(|mask| mask.count_ones() == size) {
                let mut row = [HandRank::BLOCKED; PAIRS];
                if size == 3 {
                    row = three_card_flushes(mask);
                } else {
                    for rank in (0..Rank::COUNT).filter(|rank| mask >> rank & 1 == 1) {
                        let fewer = rows[usize::from(of_mask[usize::from(mask & !(1 << rank))])];
                        for (rank, other) in row.iter_mut().zip(fewer) {
                            *rank = (*rank).max(other);
                        }
                    }
                }
                of_mask[usize::from(mask)] = rows.len() as u16;
                rows.push(row);
            }
        }
        Flushes { rows: rows.into_boxed_slice(), of_mask }
    }
}

/// The flushes of three board ranks with each pair of other ranks.
fn three_card_flushes(board: u16) -> Row {
    let mut row = [HandRank::BLOCKED; PAIRS];
    let pairs = (1..Rank::COUNT).flat_map(|high| (0..high).map(move |low| 1 << high | 1 << low));
    for (rank, pair) in row.iter_mut().zip(pairs) {
        if pair & board == 0 {
            *rank = key::flush_rank(pair | board);
        }
    }
    row
}
