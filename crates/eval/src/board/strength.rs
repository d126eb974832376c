//! The distinct ranks of a board, renumbered, and sorting by them.
//!
//! On one board few ranks occur: at most 91 for the pairs of ranks without a
//! flush and 45 for the suited pairs that make one, so 136. Numbered from 1 in
//! ascending order they fit a byte, which halves the memory of tables over
//! hands, doubles the width of vectors and makes sorting a counting sort.

use crate::board::PAIRS;
use crate::error::EvalError;
use crate::rank::HandRank;

/// The most distinct ranks that hole cards can make on one board.
pub const MAX_STRENGTHS: usize = 136;

/// The distinct ranks of a board, numbered from 1 for the weakest.
#[derive(Clone, Debug)]
pub struct Strengths {
    /// By strength; entry 0 is blocked.
    ranks: [HandRank; MAX_STRENGTHS + 1],
    count: usize,
    of_pair: [u8; PAIRS],
}

impl Strengths {
    /// Numbers the ranks of a table of pairs.
    pub(crate) fn new(pairs: &[HandRank; PAIRS]) -> Strengths {
        let mut strength = [0u8; (HandRank::COUNT + 1).next_multiple_of(8)];
        for rank in pairs {
            strength[usize::from(rank.number())] = 1;
        }
        strength[0] = 0;

        let mut ranks = [HandRank::BLOCKED; MAX_STRENGTHS + 1];
        let mut count = 0;
        for (group, cells) in strength.as_chunks_mut::<8>().0.iter_mut().enumerate() {
            let mut marks = u64::from_le_bytes(*cells);
            while marks != 0 {
                let place = marks.trailing_zeros() as usize / 8;
                count += 1;
                cells[place] = count as u8;
                ranks[count] = HandRank::from_table((8 * group + place) as u16);
                marks &= marks - 1;
            }
        }
        let of_pair = pairs.map(|rank| strength[usize::from(rank.number())]);
        Strengths { ranks, count, of_pair }
    }

    /// The distinct ranks, weakest first: strength `s` is `ranks()[s - 1]`.
    pub fn ranks(&self) -> &[HandRank] {
        &self.ranks[1..=self.count]
    }

    /// The strength of every pair of cards in the order of
    /// [`quasar_cards::Combo::index`]; 0 if blocked.
    pub fn of_pairs(&self) -> &[u8; PAIRS] {
        &self.of_pair
    }

    /// The rank of a strength; blocked for 0 and for numbers that do not occur.
    #[inline]
    pub fn rank(&self, strength: u8) -> HandRank {
        self.ranks.get(usize::from(strength)).copied().unwrap_or(HandRank::BLOCKED)
    }
}

/// Where the hands of each strength lie in a sorted list.
#[derive(Clone, Debug)]
pub struct StrengthGroups {
    /// The end of each strength's group, which is the start of the next one's.
    ends: [u32; 256],
}

impl StrengthGroups {
    /// The places of the hands of this strength.
    pub fn group(&self, strength: u8) -> std::ops::Range<usize> {
        let end = |strength: usize| self.ends[strength] as usize;
        let strength = usize::from(strength);
        (if strength == 0 { 0 } else { end(strength - 1) })..end(strength)
    }
}

/// How many stretches of hands are sorted side by side.
const STRETCHES: usize = 4;

/// Writes the numbers of all hands to `order`, weakest hand first; hands of
/// equal strength keep their order. Blocked hands (strength 0) come first.
///
/// Takes 0.2 to 0.4 ms for the 178,365 hands of four cards on a river.
pub fn sort_by_strength(strengths: &[u8], order: &mut [u32]) -> Result<StrengthGroups, EvalError> {
    if order.len() != strengths.len() {
        return Err(EvalError::BufferLength { found: order.len(), expected: strengths.len() });
    }
    // Neighbours are often equal, and then each would wait for the counter of the
    // one before. Stretches with counters of their own, taken in turns, do not.
    let length = strengths.len() / STRETCHES;
    let (stretches, rest) = strengths.split_at(STRETCHES * length);
    let stretches: [&[u8]; STRETCHES] =
        std::array::from_fn(|number| &stretches[number * length..][..length]);
    let mut counts = [[0u32; 256]; STRETCHES];
    for place in 0..length {
        for (counts, stretch) in counts.iter_mut().zip(&stretches) {
            counts[usize::from(stretch[place])] += 1;
        }
    }
    let mut after = [0u32; 256];
    for &strength in rest {
        after[usize::from(strength)] += 1;
    }

    let mut start = 0;
    for strength in 0..256 {
        for counts in counts.iter_mut().chain([&mut after]) {
            start += std::mem::replace(&mut counts[strength], start);
        }
    }

    for place in 0..length {
        for (number, (next, stretch)) in counts.iter_mut().zip(&stretches).enumerate() {
            let next = &mut next[usize::from(stretch[place])];
            order[*next as usize] = (number * length + place) as u32;
            *next += 1;
        }
    }
    for (hand, &strength) in (STRETCHES * length..).zip(rest) {
        let next = &mut after[usize::from(strength)];
        order[*next as usize] = hand as u32;
        *next += 1;
    }
    // The last counters have moved to the ends of the groups.
    Ok(StrengthGroups { ends: after })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn sorting_agrees_with_the_standard_library(strengths in prop::collection::vec(0u8..140, 0..600)) {
            let mut order = vec![0; strengths.len()];
            let groups = sort_by_strength(&strengths, &mut order).unwrap();
            let mut expected: Vec<u32> = (0..strengths.len() as u32).collect();
            expected.sort_by_key(|&hand| strengths[hand as usize]);
            prop_assert_eq!(&order, &expected);
            for strength in 0..=255 {
                let range = groups.group(strength);
                prop_assert_eq!(range.len(), strengths.iter().filter(|&&s| s == strength).count());
                prop_assert!(order[range].iter().all(|&hand| strengths[hand as usize] == strength));
            }
        }
    }

    #[test]
    fn a_buffer_of_another_length_is_refused() {
        let error = sort_by_strength(&[1, 2, 3], &mut [0; 2]).unwrap_err();
        assert_eq!(error, EvalError::BufferLength { found: 2, expected: 3 });
    }
}
