//! Concrete hole cards and their dense numbering.
//!
//! A combo of k cards has the number that its card indices have among all
//! k-subsets of the deck in colexicographic order: 0 to 1,325 for Hold'em, 0 to
//! 270,724 / 2,598,959 / 20,358,519 for Omaha with 4 / 5 / 6 cards. For Hold'em
//! that is `high * (high - 1) / 2 + low`.

use std::fmt;
use std::str::FromStr;

use crate::card::parse_cards;
use crate::colex;
use crate::{Card, CardSet, CardsError, Game, ParseError, ParseErrorKind, SuitPermutation};

/// The hole cards of one player: 2, 4, 5 or 6 distinct cards without order.
///
/// ```
/// use quasar_cards::{Combo, Game};
/// let combo: Combo = "AhKh".parse()?;
/// assert_eq!(combo.game(), Game::Holdem);
/// assert_eq!(Combo::from_index(Game::Holdem, combo.index()), Some(combo));
/// # Ok::<(), quasar_cards::ParseError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Combo {
    set: CardSet,
    game: Game,
}

impl Combo {
    /// The combo of 2, 4, 5 or 6 distinct cards, in any order.
    pub fn new(cards: &[Card]) -> Result<Combo, CardsError> {
        let mut set = CardSet::EMPTY;
        for &card in cards {
            if !set.insert(card) {
                return Err(CardsError::Duplicate(card));
            }
        }
        Combo::from_set(set)
    }

    /// The combo of the 2, 4, 5 or 6 cards of a set.
    pub fn from_set(set: CardSet) -> Result<Combo, CardsError> {
        match Game::with_hole_cards(set.len()) {
            Some(game) => Ok(Combo { set, game }),
            None => Err(CardsError::Count { found: set.len(), what: "hand" }),
        }
    }

    /// The cards in index order, which is from low to high.
    #[inline]
    pub fn cards(&self) -> impl DoubleEndedIterator<Item = Card> + ExactSizeIterator {
        self.set.iter()
    }

    /// The cards as a set.
    #[inline]
    pub fn set(&self) -> CardSet {
        self.set
    }

    /// The game in which players hold this many cards.
    #[inline]
    pub fn game(&self) -> Game {
        self.game
    }

    /// The number of this combo, below [`Game::combos`].
    #[inline]
    pub fn index(&self) -> usize {
        self.set.index()
    }

    /// The combo with this number, if it is below [`Game::combos`].
    #[inline]
    pub fn from_index(game: Game, index: usize) -> Option<Combo> {
        if index >= game.combos() {
            return None;
        }
        let mut rest = index as u32;
        let mut set = CardSet::EMPTY;
        for k in (1..=game.hole_cards()).rev() {
            let element;
            (element, rest) = colex::split_largest(rest, k);
            set = set.with(Card::from_index(element)?);
        }
        Some(Combo { set, game })
    }

    /// All combos that hold none of the `dead` cards, in index order.
    pub fn all(game: Game, dead: CardSet) -> Combos {
        Combos::new(game, dead)
    }

    /// The combo with its suits relabelled.
    #[must_use]
    pub fn permute(&self, permutation: SuitPermutation) -> Combo {
        Combo { set: permutation.apply(self.set), game: self.game }
    }
}

/// What a hand text may hold, for error messages.
const HAND_COUNTS: &str = "a hand of 2, 4, 5 or 6 cards";

impl FromStr for Combo {
    type Err = ParseError;

    /// Reads the cards of one hand: `AhKh`, `As Ks Qd Jd`.
    fn from_str(text: &str) -> Result<Combo, ParseError> {
        let cards = parse_cards(text)?;
        Combo::new(&cards).map_err(|_| {
            let kind = ParseErrorKind::CardCount { found: cards.len(), expected: HAND_COUNTS };
            let start = text.len() - text.trim_start().len();
            ParseError::new(start, text.trim().len(), kind)
        })
    }
}

/// Prints the cards from high to low: `AhKh`.
impl fmt::Display for Combo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.set, f)
    }
}

impl fmt::Debug for Combo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The combos of a game that hold no dead card, in index order.
#[derive(Clone, Debug)]
pub struct Combos {
    game: Game,
    live: [Card; Card::COUNT],
    live_len: usize,
    /// Ascending positions in `live` of the next combo; `None` at the end.
    next: Option<[u8; 6]>,
}

impl Combos {
    fn new(game: Game, dead: CardSet) -> Combos {
        let mut live = [Card::new(crate::Rank::Two, crate::Suit::Clubs); Card::COUNT];
        let alive = dead.complement();
        for (place, card) in live.iter_mut().zip(alive) {
            *place = card;
        }
        let enough = alive.len() >= game.hole_cards();
        Combos { game, live, live_len: alive.len(), next: enough.then_some([0, 1, 2, 3, 4, 5]) }
    }

    /// Moves to the combo with this number among those of live cards, which must
    /// exist.
    pub(crate) fn go_to(&mut self, number: usize) {
        let mut places = [0, 1, 2, 3, 4, 5];
        let mut rest = number as u32;
        for k in (1..=self.game.hole_cards()).rev() {
            let place;
            (place, rest) = colex::split_largest(rest, k);
            places[k - 1] = place as u8;
        }
        self.next = Some(places);
    }
}

impl Iterator for Combos {
    type Item = Combo;

    #[inline]
    fn next(&mut self) -> Option<Combo> {
        let mut places = self.next?;
        let places = &mut places[..self.game.hole_cards()];
        let set = places.iter().fold(CardSet::EMPTY, |set, &p| set.with(self.live[p as usize]));

        let last = places.len() - 1;
        let moving = (0..last).find(|&i| places[i] + 1 < places[i + 1]).unwrap_or(last);
        places[moving] += 1;
        for (low, place) in places[..moving].iter_mut().enumerate() {
            *place = low as u8;
        }
        if (places[last] as usize) < self.live_len {
            let next = self.next.get_or_insert_default();
            next[..places.len()].copy_from_slice(places);
        } else {
            self.next = None;
        }
        Some(Combo { set, game: self.game })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn every_index_comes_back_and_iteration_is_in_index_order() {
        for game in [Game::Holdem, Game::Plo4, Game::Plo5] {
            let mut count = 0;
            for (index, combo) in Combo::all(game, CardSet::EMPTY).enumerate() {
                assert_eq!(combo.index(), index);
                assert_eq!(Combo::from_index(game, index), Some(combo));
                count += 1;
            }
            assert_eq!(count, game.combos());
            assert_eq!(Combo::from_index(game, count), None);
        }
    }

    #[test]
    fn dead_cards_leave_the_binomial_number_of_combos() {
        let dead: CardSet = parse_cards("Td9d6h2c3c").unwrap().into_iter().collect();
        for (game, expected) in [(Game::Holdem, 1_081), (Game::Plo4, 178_365)] {
            let combos: Vec<Combo> = Combo::all(game, dead).collect();
            assert_eq!(combos.len(), expected);
            assert!(combos.iter().all(|combo| !combo.set().intersects(dead)));
            assert!(combos.is_sorted_by_key(Combo::index));
        }
        assert_eq!(Combo::all(Game::Plo5, dead).count(), 1_533_939);
        assert_eq!(Combo::all(Game::Plo4, CardSet::DECK).count(), 0);
    }

    proptest! {
        #[test]
        fn going_to_a_number_continues_from_there(number in 0..178_365usize) {
            let dead: CardSet = parse_cards("Td9d6h2c3c").unwrap().into_iter().collect();
            let mut combos = Combo::all(Game::Plo4, dead);
            combos.go_to(number);
            let expected: Vec<Combo> = Combo::all(Game::Plo4, dead).skip(number).take(3).collect();
            prop_assert_eq!(combos.take(3).collect::<Vec<_>>(), expected);
        }

        #[test]
        fn six_cards_survive_their_index(index in 0..Game::Plo6.combos()) {
            let combo = Combo::from_index(Game::Plo6, index).unwrap();
            prop_assert_eq!(combo.cards().len(), 6);
            prop_assert_eq!(combo.index(), index);
            prop_assert_eq!(combo.to_string().parse(), Ok(combo));
        }
    }

    #[test]
    fn hands_of_other_sizes_are_refused() {
        for text in ["As", "AsKsQs", "AsKsQsJsTs9s8s", ""] {
            let error = text.parse::<Combo>().unwrap_err();
            assert!(matches!(error.kind(), ParseErrorKind::CardCount { .. }), "{text}");
        }
    }
}
