//! What beats what, written to be obviously right rather than fast.

use std::collections::BTreeMap;

/// How many cards of each rank a hand has, two to ace.
pub(crate) type RankCounts = [u8; 13];

/// The order of hands: category first, then the ranks that decide within it,
/// most frequent first and higher before lower. A straight is decided by its
/// highest rank alone.
pub(crate) type Strength = (u8, Vec<usize>);

const FLUSH: u8 = 5;
const STRAIGHT_FLUSH: u8 = 8;

/// The strength of five cards with these rank counts.
pub(crate) fn strength(counts: &RankCounts, one_suit: bool) -> Strength {
    let mut groups: Vec<(u8, usize)> =
        (0..13).filter(|&rank| counts[rank] > 0).map(|rank| (counts[rank], rank)).collect();
    groups.sort_unstable_by(|a, b| b.cmp(a));
    let sizes: Vec<u8> = groups.iter().map(|&(count, _)| count).collect();
    let ranks: Vec<usize> = groups.iter().map(|&(_, rank)| rank).collect();

    if let Some(top) = straight_top(&ranks) {
        return (if one_suit { STRAIGHT_FLUSH } else { 4 }, vec![top]);
    }
    let category = match sizes[..] {
        [1, 1, 1, 1, 1] if one_suit => FLUSH,
        [1, 1, 1, 1, 1] => 0,
        [2, 1, 1, 1] => 1,
        [2, 2, 1] => 2,
        [3, 1, 1] => 3,
        [3, 2] => 6,
        [4, 1] => 7,
        _ => unreachable!("five cards, at most four of a rank"),
    };
    (category, ranks)
}

/// The highest rank of a straight, if these descending ranks are one.
fn straight_top(ranks: &[usize]) -> Option<usize> {
    let wheel = [12, 3, 2, 1, 0];
    if ranks == wheel {
        return Some(3);
    }
    let steps_down = ranks.len() == 5 && ranks.windows(2).all(|pair| pair[0] == pair[1] + 1);
    steps_down.then(|| ranks[0])
}

/// All ways to have `cards` cards with at most four of a rank.
pub(crate) fn rank_counts(cards: u8) -> Vec<RankCounts> {
    fn extend(rank: usize, left: u8, counts: &mut RankCounts, found: &mut Vec<RankCounts>) {
        if rank == 13 {
            if left == 0 {
                found.push(*counts);
            }
            return;
        }
        for count in 0..=left.min(4) {
            counts[rank] = count;
            extend(rank + 1, left - count, counts, found);
        }
        counts[rank] = 0;
    }
    let mut found = Vec::new();
    extend(0, cards, &mut [0; 13], &mut found);
    found
}

/// Hand ranks, 1 to 7,462, by what decides them.
pub(crate) struct Ranks {
    /// Five to seven cards without a flush, by their rank counts.
    pub(crate) no_flush: BTreeMap<RankCounts, u16>,
    /// Cards of one suit, by their ranks as a 13-bit mask; 0 below five cards.
    pub(crate) flush: Vec<u16>,
}

/// Ranks every hand of five cards by its strength, and every larger hand by the
/// best hand that remains when one of its cards is taken away.
pub(crate) fn ranks() -> Ranks {
    let fives = rank_counts(5);
    let mut order: Vec<Strength> = Vec::new();
    for counts in &fives {
        order.push(strength(counts, false));
        if counts.iter().all(|&count| count <= 1) {
            order.push(strength(counts, true));
        }
    }
    order.sort_unstable();
    order.dedup();
    assert_eq!(order.len(), 7_462);
    let number = |strength: Strength| match order.binary_search(&strength) {
        Ok(place) => place as u16 + 1,
        Err(_) => unreachable!("every strength is listed"),
    };

    let mut no_flush: BTreeMap<RankCounts, u16> =
        fives.iter().map(|counts| (*counts, number(strength(counts, false)))).collect();
    for cards in [6, 7] {
        for counts in rank_counts(cards) {
            let best = (0..13).filter(|&rank| counts[rank] > 0).map(|rank| {
                let mut fewer = counts;
                fewer[rank] -= 1;
                no_flush[&fewer]
            });
            no_flush.insert(counts, best.max().unwrap_or(0));
        }
    }

    let mut flush = vec![0; 1 << 13];
    for mask in 0..1usize << 13 {
        flush[mask] = match mask.count_ones() {
            0..5 => 0,
            5 => {
                let counts = std::array::from_fn(|rank| (mask >> rank & 1) as u8);
                number(strength(&counts, true))
            }
            _ => {
                let held = (0..13).filter(|rank| mask >> rank & 1 == 1);
                held.map(|rank| flush[mask & !(1 << rank)]).max().unwrap_or(0)
            }
        };
    }
    Ranks { no_flush, flush }
}
