//! Hand ranks in words.
//!
//! The cards that decide a hand follow from its number: within a category hands
//! are numbered by their deciding ranks, and sets of equally many ranks are
//! ordered like their bit masks. Nothing is stored for this.

use quasar_cards::Rank;

use crate::rank::{Category, HandRank};

impl HandRank {
    /// The hand in words, from these forms:
    ///
    /// | category | words |
    /// |---|---|
    /// | high card | `ace high, king queen jack nine kickers` |
    /// | pair | `pair of aces, king queen jack kickers` |
    /// | two pair | `two pair, aces and kings, queen kicker` |
    /// | three of a kind | `three sevens, ace king kickers` |
    /// | straight | `five-high straight` |
    /// | flush | `ace-high flush, king queen jack nine kickers` |
    /// | full house | `full house, kings full of twos` |
    /// | four of a kind | `four aces, king kicker` |
    /// | straight flush | `five-high straight flush`, `royal flush` |
    ///
    /// Different ranks have different words. A blocked entry is `no hand`.
    pub fn describe(self) -> String {
        if self.is_blocked() {
            return "no hand".to_owned();
        }
        let category = self.category();
        let place = usize::from(self.number() - category.first().number());
        match category {
            Category::HighCard => {
                let (top, kickers) = split_top(unpaired(place));
                format!("{} high, {}", singular(top), kicker_words(kickers))
            }
            Category::Pair => {
                let (pair, kickers) = group_and_kickers(place, 3);
                format!("pair of {}, {}", plural(pair), kicker_words(kickers))
            }
            Category::TwoPair => {
                let pairs = nth_mask(place / 11, 2, 0);
                let (high, low) = split_top(pairs);
                let kicker = nth_mask(place % 11, 1, pairs);
                let low = low.trailing_zeros() as usize;
                format!("two pair, {} and {}, {}", plural(high), plural(low), kicker_words(kicker))
            }
            Category::ThreeOfAKind => {
                let (trips, kickers) = group_and_kickers(place, 2);
                format!("three {}, {}", plural(trips), kicker_words(kickers))
            }
            Category::Straight => format!("{}-high straight", singular(place + FIVE)),
            Category::Flush => {
                let (top, kickers) = split_top(unpaired(place));
                format!("{}-high flush, {}", singular(top), kicker_words(kickers))
            }
            Category::FullHouse => {
                let (trips, pair) = group_and_kickers(place, 1);
                let pair = pair.trailing_zeros() as usize;
                format!("full house, {} full of {}", plural(trips), plural(pair))
            }
            Category::FourOfAKind => {
                let (quads, kicker) = group_and_kickers(place, 1);
                format!("four {}, {}", plural(quads), kicker_words(kicker))
            }
            Category::StraightFlush if self == HandRank::BEST => "royal flush".to_owned(),
            Category::StraightFlush => {
                format!("{}-high straight flush", singular(place + FIVE))
            }
        }
    }
}

/// Index of the rank five, the top of the lowest straight.
const FIVE: usize = Rank::Five.index();

/// Index of the highest rank of a mask, and the rest of the mask.
fn split_top(mask: u16) -> (usize, u16) {
    let top = mask.ilog2() as usize;
    (top, mask & !(1 << top))
}

/// The `place`-th mask of `count` ranks that shares none with `without`, counted
/// from the weakest. Masks order like sets of kickers: the highest rank decides.
fn nth_mask(place: usize, count: u32, without: u16) -> u16 {
    let fitting = (0..1u16 << Rank::COUNT).filter(|m| m.count_ones() == count && m & without == 0);
    fitting.clone().nth(place).unwrap_or(0)
}

/// The `place`-th mask of five ranks that are not a straight.
fn unpaired(place: usize) -> u16 {
    let wheel = 0b1_0000_0000_1111;
    let straight = |mask: u16| mask == wheel || mask >> mask.trailing_zeros() == 0b1_1111;
    let mut masks = (0..1u16 << Rank::COUNT).filter(|m| m.count_ones() == 5 && !straight(*m));
    masks.nth(place).unwrap_or(0)
}

/// The rank of a pair, trips or quads and the mask of its `count` kickers.
fn group_and_kickers(place: usize, count: u32) -> (usize, u16) {
    let choices = match count {
        1 => 12,
        2 => 66,
        _ => 220,
    };
    let group = place / choices;
    (group, nth_mask(place % choices, count, 1 << group))
}

/// `king queen jack kickers`, or `king kicker` for one.
fn kicker_words(mask: u16) -> String {
    let ranks = (0..Rank::COUNT).rev().filter(|rank| mask >> rank & 1 == 1);
    let names: Vec<&str> = ranks.map(singular).collect();
    let noun = if names.len() == 1 { "kicker" } else { "kickers" };
    format!("{} {noun}", names.join(" "))
}

fn singular(rank: usize) -> &'static str {
    const NAMES: [&str; Rank::COUNT] = [
        "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen",
        "king", "ace",
    ];
    NAMES[rank]
}

fn plural(rank: usize) -> String {
    let ending = if rank == Rank::Six.index() { "es" } else { "s" };
    format!("{}{ending}", singular(rank))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use quasar_cards::parse_cards;

    use super::*;
    use crate::rank_set;

    #[test]
    fn hands_are_called_what_players_call_them() {
        for (cards, words) in [
            ("7c5d4h3s2c", "seven high, five four three two kickers"),
            ("AcKdQhJs9c", "ace high, king queen jack nine kickers"),
            ("AcAdKhQsJc", "pair of aces, king queen jack kickers"),
            ("2c2d5h4s3c", "pair of twos, five four three kickers"),
            ("6c6d2h2s3c", "two pair, sixes and twos, three kicker"),
            ("AcAdKhKs2c", "two pair, aces and kings, two kicker"),
            ("7c7d7hAsKc", "three sevens, ace king kickers"),
            ("Ac2d3h4s5c", "five-high straight"),
            ("AcKdQhJsTc", "ace-high straight"),
            ("Ac9c5c3c2c", "ace-high flush, nine five three two kickers"),
            ("KcKdKh2s2c", "full house, kings full of twos"),
            ("6c6d6h6sAc", "four sixes, ace kicker"),
            ("As2s3s4s5s", "five-high straight flush"),
            ("KdQdJdTd9d", "king-high straight flush"),
            ("AhKhQhJhTh", "royal flush"),
        ] {
            let hand = parse_cards(cards).unwrap().into_iter().collect();
            assert_eq!(rank_set(hand).unwrap().describe(), words, "{cards}");
        }
        assert_eq!(HandRank::BLOCKED.describe(), "no hand");
    }

    #[test]
    fn different_ranks_have_different_words() {
        let words: HashSet<String> = (1..=HandRank::COUNT as u16)
            .map(|number| HandRank::from_number(number).unwrap().describe())
            .collect();
        assert_eq!(words.len(), HandRank::COUNT);
    }
}
