//! Indices of sets of places, and their positions in a table.
//!
//! A set `p1 < p2 < … < pk` has the number `C(p1,1) + C(p2,2) + … + C(pk,k)`
//! among the sets of its size, so sets that differ only in their lowest place
//! are adjacent: a *row*. A table holds all sets of one place, then all of two,
//! and so on.

use super::hands::MOST_REST;

/// Places are below this: so many entries of a row can be read without checking its end.
pub(crate) const PLACES: usize = 64;

/// Pairs of places are below this: so many entries of a block with one entry per pair can
/// be read without checking its end.
pub(crate) const PAIRS: usize = PLACES * PLACES / 2;

/// Sets have at most this many places.
const LARGEST: usize = 5;

/// `CHOOSE[k][n]` is the number of sets of `k` of `n` places.
static CHOOSE: [[u32; PLACES]; LARGEST + 1] = {
    let mut table = [[0; PLACES]; LARGEST + 1];
    let mut n = 0;
    while n < PLACES {
        table[0][n] = 1;
        let mut k = 1;
        while n > 0 && k <= LARGEST {
            table[k][n] = table[k][n - 1] + table[k - 1][n - 1];
            k += 1;
        }
        n += 1;
    }
    table
};

/// The number of sets of `k` of `n` places.
#[inline(always)]
pub(crate) fn choose(n: usize, k: usize) -> usize {
    CHOOSE[k][n % PLACES] as usize
}

/// Where the sets of each size begin in a table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Layout {
    starts: [usize; LARGEST + 2],
}

impl Layout {
    /// Sets of `places` places.
    pub(crate) fn new(places: usize) -> Layout {
        let mut starts = [0; LARGEST + 2];
        for size in 1..=LARGEST {
            starts[size + 1] = starts[size] + choose(places, size);
        }
        Layout { starts }
    }

    /// Entries of a table of sets of up to `largest` places, with room for the last
    /// block of pairs to be read as a whole.
    pub(crate) fn entries(&self, largest: usize) -> usize {
        self.starts[largest + 1] + PAIRS
    }

    /// The number of a set, whose places ascend.
    #[inline(always)]
    pub(crate) fn number(&self, set: &[u8]) -> usize {
        let before = (1..).zip(set).map(|(size, &place)| choose(usize::from(place), size));
        self.starts[set.len()] + before.sum::<usize>()
    }

    /// Where the sets of a size begin.
    #[inline(always)]
    pub(crate) fn start(&self, size: usize) -> usize {
        self.starts[size]
    }
}

/// The most subsets of the cards of a hand above its two lowest.
pub(crate) const MOST_SUBSETS: usize = 8;

/// The positions in a table of the subsets of some cards `R`; subset `m` has
/// the cards of the bits of `m`. `UPPER` is one more than the number of cards.
///
/// Sets that share all but their two lowest places make a block, with an entry for
/// each pair of lower places. So a block of a subset has, besides its pairs of cards
/// below `R`, the rows of all larger subsets that differ in one lower card of `R`.
pub(crate) struct Subsets<const UPPER: usize> {
    /// The block of each subset but `R`.
    blocks: [usize; MOST_SUBSETS],
    /// For each card of `R`: the pairs of places below it, which come before its own.
    pairs: [usize; MOST_REST],
}

impl<const UPPER: usize> Subsets<UPPER> {
    /// The number of subsets.
    pub(crate) const COUNT: usize = 1 << (UPPER - 1);

    /// The subsets of the first `UPPER - 1` of `rest`, ascending.
    #[inline(always)]
    pub(crate) fn new(layout: &Layout, rest: &[u8; MOST_REST]) -> Subsets<UPPER> {
        let mut blocks = [0; MOST_SUBSETS];
        for subset in 1..Self::COUNT - 1 {
            let highest = subset.ilog2() as usize;
            let lower = subset ^ 1 << highest;
            let size = lower.count_ones() as usize;
            blocks[subset] = blocks[lower] + choose(usize::from(rest[highest]), size + 3);
        }
        for (subset, block) in blocks.iter_mut().enumerate().take(Self::COUNT - 1) {
            *block += layout.start(subset.count_ones() as usize + 2);
        }
        Subsets { blocks, pairs: rest.map(|place| choose(usize::from(place), 2)) }
    }

    /// The blocks of all subsets but `R`, with an entry for each pair of lower cards.
    #[inline(always)]
    pub(crate) fn blocks(&self) -> &[usize] {
        &self.blocks[..Self::COUNT - 1]
    }

    /// Where the row of a subset that is not empty is, which has an entry for each lower
    /// card: in the block of another subset, and where in it.
    #[inline(always)]
    pub(crate) fn row(&self, subset: usize) -> (usize, usize) {
        let lowest = subset.trailing_zeros() as usize;
        (subset & (subset - 1), self.pairs[lowest])
    }

    /// Where the entry of a subset of two cards or more is: in the block of another
    /// subset, and where in it.
    #[inline(always)]
    pub(crate) fn entry(&self, subset: usize, rest: &[u8; MOST_REST]) -> (usize, usize) {
        let others = subset & (subset - 1);
        let (block, row) = self.row(others);
        (block, row + usize::from(rest[subset.trailing_zeros() as usize]))
    }

    /// The number of an entry that is given as by [`row`](Self::row).
    #[inline(always)]
    pub(crate) fn number(&self, (block, place): (usize, usize)) -> usize {
        self.blocks[block] + place
    }
}

/// Moves on to the next set of places, ascending ones from `least` on, in
/// colexicographic order.
#[inline(always)]
pub(crate) fn advance(places: &mut [u8], least: u8) {
    let last = places.len() - 1;
    let moving = (0..last).find(|&at| places[at] + 1 < places[at + 1]).unwrap_or(last);
    places[moving] += 1;
    for (place, lowest) in places[..moving].iter_mut().zip(least..) {
        *place = lowest;
    }
}

/// The places of a mask, lowest first.
#[inline(always)]
pub(crate) fn bits(mut mask: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (mask != 0).then(|| {
            let place = mask.trailing_zeros() as usize;
            mask &= mask - 1;
            place
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The place of a set in a table, by counting the sets before it.
    fn counted(layout: &Layout, places: usize, set: u64) -> usize {
        let before = (0..1u64 << places).filter(|other| other.count_ones() == set.count_ones());
        layout.start(set.count_ones() as usize) + before.take_while(|&other| other != set).count()
    }

    #[test]
    fn subsets_are_where_counting_finds_them() {
        let places = 11;
        let layout = Layout::new(places);
        for (rest, lower) in [([4, 7, 10], [1, 3]), ([2, 3, 4], [0, 1]), ([8, 9, 10], [5, 7])] {
            let subsets = Subsets::<4>::new(&layout, &rest);
            for subset in 0..8usize {
                let cards = (0..3).filter(|bit| subset >> bit & 1 == 1);
                let set = cards.fold(0u64, |set, bit| set | 1 << rest[bit]);
                let [low, high] = lower;
                if subset.count_ones() > 1 {
                    let alone = subsets.number(subsets.entry(subset, &rest));
                    assert_eq!(alone, counted(&layout, places, set));
                }
                if subset > 0 {
                    let one = subsets.number(subsets.row(subset)) + low;
                    assert_eq!(one, counted(&layout, places, set | 1 << low));
                }
                if subset < 7 {
                    let two = subsets.blocks()[subset] + choose(high, 2) + low;
                    assert_eq!(two, counted(&layout, places, set | 1 << low | 1 << high));
                }
            }
        }
        let four = Subsets::<3>::new(&layout, &[4, 7, 0]);
        let five = Subsets::<4>::new(&layout, &[4, 7, 10]);
        assert_eq!(four.blocks(), &five.blocks()[..3]);
    }
}
