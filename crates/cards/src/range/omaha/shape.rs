//! All hands of a game, sorted by what patterns can distinguish.
//!
//! A hand is a choice of ranks and, for each rank, a set of suits. How often
//! the ranks occur, most frequent first, is the hand's *shape*: `2+1+1` for one
//! pair of four cards. Hands of one shape have the same *suitings*: ways to give
//! suits to its ranks, whichever ranks these are. So the hands of a game are,
//! for each shape, all rank choices times all suitings:
//!
//! | cards | shapes | rank choices | most suitings | hands |
//! |---|---|---|---|---|
//! | 4 | 5 | 1,820 | 256 | 270,725 |
//! | 5 | 6 | 6,175 | 1,024 | 2,598,960 |
//! | 6 | 9 | 18,395 | 4,096 | 20,358,520 |
//!
//! Suitings that are equal up to the names of suits form a class: 15, 51 or 187
//! for a hand without pairs. Over all rank choices the classes number 16,432 /
//! 134,459 / 962,988, as in [`SuitClasses`](crate::SuitClasses).

use std::collections::BTreeMap;

use crate::colex;
use crate::suit_class::class_index;
use crate::{Card, CardSet, Rank, Suit};

use super::matcher::{Groups, MOST_CARDS, Positions};

/// Sets of suits, as 4-bit masks, by their size minus one.
const SUIT_SETS: [&[u8]; 4] = [
    &[0b0001, 0b0010, 0b0100, 0b1000],
    &[0b0011, 0b0101, 0b0110, 0b1001, 0b1010, 0b1100],
    &[0b0111, 0b1011, 0b1101, 0b1110],
    &[0b1111],
];

/// Suits for all positions of a hand.
#[derive(Clone, Debug)]
pub(super) struct Suiting {
    /// The positions of each suit.
    pub(super) of_suit: [Positions; Suit::COUNT],
    /// The positions of the same suit as each position.
    pub(super) groups: Groups,
    /// Which class the suiting belongs to.
    pub(super) class: u16,
}

impl Suiting {
    /// The cards of the hand with these ranks.
    pub(super) fn hand(&self, ranks: &[Rank]) -> CardSet {
        let mut hand = CardSet::EMPTY;
        for (suit, positions) in Suit::ALL.into_iter().zip(self.of_suit) {
            for (position, &rank) in ranks.iter().enumerate() {
                if positions >> position & 1 == 1 {
                    hand.insert(Card::new(rank, suit));
                }
            }
        }
        hand
    }
}

/// The hands in which ranks occur equally often.
///
/// Positions run through the ranks of a choice in its order, and through the
/// suits of one rank in ascending order.
#[derive(Clone, Debug)]
pub(super) struct Shape {
    /// How many cards each rank has, in descending order.
    counts: Vec<usize>,
    /// The positions of the same rank as each position.
    pub(super) groups: Groups,
    /// All suitings; the suits of the last rank change fastest.
    pub(super) suitings: Vec<Suiting>,
    /// A suiting of each class.
    pub(super) representatives: Vec<usize>,
    /// All choices of ranks, each with one rank per position. Ranks that occur
    /// equally often stand in descending order.
    pub(super) rank_choices: Vec<Vec<Rank>>,
}

/// All shapes of hands with this many cards.
pub(super) fn shapes(cards: usize) -> Vec<Shape> {
    let mut found = Vec::new();
    let mut unfinished = vec![Vec::new()];
    while let Some(counts) = unfinished.pop() {
        let rest = cards - counts.iter().sum::<usize>();
        if rest == 0 {
            found.push(Shape::new(counts));
            continue;
        }
        let most = counts.last().copied().unwrap_or(Suit::COUNT).min(rest);
        for count in 1..=most {
            unfinished.push(counts.iter().copied().chain([count]).collect());
        }
    }
    found
}

impl Shape {
    fn new(counts: Vec<usize>) -> Shape {
        let mut groups = [0; MOST_CARDS];
        let mut first = 0;
        for &count in &counts {
            let group = ((1 << count) - 1) << first;
            groups[first..first + count].fill(group);
            first += count;
        }
        let mut shape = Shape {
            counts,
            groups,
            suitings: Vec::new(),
            representatives: Vec::new(),
            rank_choices: Vec::new(),
        };
        shape.add_suitings(&mut Vec::new(), &mut BTreeMap::new());
        shape.add_rank_choices(&mut Vec::new());
        shape
    }

    /// Adds all suitings that begin with the given sets of suits.
    fn add_suitings(&mut self, sets: &mut Vec<u8>, classes: &mut BTreeMap<[Positions; 4], u16>) {
        let Some(&count) = self.counts.get(sets.len()) else {
            let suiting = self.suiting(sets, classes);
            self.suitings.push(suiting);
            return;
        };
        for &set in SUIT_SETS[count - 1] {
            sets.push(set);
            self.add_suitings(sets, classes);
            sets.pop();
        }
    }

    fn suiting(&mut self, sets: &[u8], classes: &mut BTreeMap<[Positions; 4], u16>) -> Suiting {
        let mut of_suit = [0; Suit::COUNT];
        let mut groups = [0; MOST_CARDS];
        // Which ranks hold each suit. Relabelling suits shuffles the four
        // entries and nothing else, so the sorted ones name the class.
        let mut ranks_of_suit = [0; Suit::COUNT];
        let mut suits = Vec::with_capacity(MOST_CARDS);
        for (rank, set) in sets.iter().enumerate() {
            for suit in (0..Suit::COUNT).filter(|suit| set >> suit & 1 == 1) {
                of_suit[suit] |= 1 << suits.len();
                ranks_of_suit[suit] |= 1 << rank;
                suits.push(suit);
            }
        }
        for (group, suit) in groups.iter_mut().zip(suits) {
            *group = of_suit[suit];
        }
        ranks_of_suit.sort_unstable();
        let class = *classes.entry(ranks_of_suit).or_insert_with(|| {
            self.representatives.push(self.suitings.len());
            (self.representatives.len() - 1) as u16
        });
        Suiting { of_suit, groups, class }
    }

    /// Adds all choices that begin with the given ranks.
    fn add_rank_choices(&mut self, ranks: &mut Vec<Rank>) {
        let chosen = ranks.len();
        let Some(&count) = self.counts.get(chosen) else {
            let each = ranks.iter().zip(&self.counts);
            let each = each.flat_map(|(rank, count)| std::iter::repeat_n(*rank, *count));
            self.rank_choices.push(each.collect());
            return;
        };
        for rank in Rank::ALL {
            let ordered =
                chosen == 0 || self.counts[chosen - 1] > count || rank < ranks[chosen - 1];
            if ordered && !ranks.contains(&rank) {
                ranks.push(rank);
                self.add_rank_choices(ranks);
                ranks.pop();
            }
        }
    }

    /// The [suit classes](crate::Combo::suit_class) of the hands with these ranks,
    /// in the order of the representatives.
    pub(super) fn suit_classes(&self, ranks: &[Rank]) -> Vec<usize> {
        let class = |&place: &usize| class_index(self.suitings[place].hand(ranks));
        self.representatives.iter().map(class).collect()
    }

    /// The [`Combo`](crate::Combo) indices of the hands with these ranks, in
    /// the order of the suitings.
    pub(super) fn indices_into(&self, ranks: &[Rank], indices: &mut Vec<u32>) {
        indices.clear();
        indices.push(0);
        let mut position = 0;
        for &count in &self.counts {
            let rank = ranks[position];
            let below = ranks.iter().filter(|other| **other < rank).count();
            let sets = SUIT_SETS[count - 1];
            let mut parts = [0; 6];
            for (part, set) in parts.iter_mut().zip(sets) {
                let suits = (0..Suit::COUNT).filter(|suit| set >> suit & 1 == 1);
                *part = suits
                    .zip(below + 1..)
                    .map(|(suit, place)| colex::binomial(4 * rank.index() + suit, place))
                    .sum();
            }
            // Each sum so far becomes as many as this rank has sets of suits.
            // From the back, none is overwritten before it is read.
            let shorter = indices.len();
            indices.resize(shorter * sets.len(), 0);
            for place in (0..shorter).rev() {
                let sum = indices[place];
                let longer = &mut indices[place * sets.len()..][..sets.len()];
                for (index, part) in longer.iter_mut().zip(parts) {
                    *index = sum + part;
                }
            }
            position += count;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Combo, Game, SuitClasses};

    #[test]
    fn shapes_hold_every_hand_once() {
        for game in [Game::Plo4, Game::Plo5] {
            let mut seen = vec![false; game.combos()];
            let mut indices = Vec::new();
            for shape in shapes(game.hole_cards()) {
                for ranks in &shape.rank_choices {
                    shape.indices_into(ranks, &mut indices);
                    assert_eq!(indices.len(), shape.suitings.len());
                    for (&index, suiting) in indices.iter().zip(&shape.suitings) {
                        assert!(!std::mem::replace(&mut seen[index as usize], true));
                        let hand = Combo::from_set(suiting.hand(ranks)).unwrap();
                        assert_eq!(hand.index(), index as usize);
                    }
                }
            }
            assert!(seen.into_iter().all(|seen| seen));
        }
    }

    #[test]
    fn classes_are_those_of_suit_symmetry() {
        for cards in 4..=6 {
            let numbering = SuitClasses::of_size(cards).unwrap();
            let mut seen = vec![false; numbering.count()];
            for shape in shapes(cards) {
                for ranks in &shape.rank_choices {
                    for class in shape.suit_classes(ranks) {
                        assert!(!std::mem::replace(&mut seen[class], true));
                    }
                }
            }
            assert!(seen.into_iter().all(|seen| seen));
        }
    }
}
