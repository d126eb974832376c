//! Ranges: a weight for every combo of a game.

mod facts;
mod held;
mod holdem;
mod omaha;
mod order;
mod percent;
mod warning;

use std::fmt;
use std::sync::Arc;

use crate::{CardSet, Combo, Game, ParseError, Suit, SuitPermutation, WeightsError};
use facts::Facts;
use held::Held;

pub use order::{HandOrder, HandOrders};
pub use warning::{RangeWarning, RangeWarningKind};

/// How likely a player holds each combo of a game, relative to the others.
///
/// Weights lie in 0..=1 and are stored densely in the order of
/// [`Combo::index`]: 5 KB for Hold'em, 1, 10 or 81 MB for Omaha with 4, 5 or 6
/// cards. Clones share them.
#[derive(Clone, Debug)]
pub struct Range {
    game: Game,
    weights: Arc<[f32]>,
    /// Suits that may be treated differently from others. All others can be
    /// relabelled without a change.
    distinguished_suits: SuitSet,
    facts: Arc<Facts>,
}

/// A set of suits, one bit each.
type SuitSet = u8;

/// Every suit.
const ALL_SUITS: SuitSet = 0b1111;

/// The suits of some cards.
fn suits_of(cards: CardSet) -> SuitSet {
    let held = Suit::ALL.into_iter().filter(|&suit| cards.ranks_of_suit(suit) != 0);
    held.fold(0, |suits, suit| suits | 1 << suit.index())
}

/// The number of combos from which comparing all weights takes longer than it is
/// worth: that of five and six cards.
const MOST_COMPARED: usize = 1 << 20;

/// Most warnings about one text.
const MOST_WARNINGS: usize = 8;

impl PartialEq for Range {
    fn eq(&self, other: &Range) -> bool {
        self.game == other.game && self.weights == other.weights
    }
}

impl Range {
    /// The range that holds nothing.
    pub fn empty(game: Game) -> Range {
        Range::uniform(game, 0.0)
    }

    /// The range that holds every combo with weight 1.
    pub fn full(game: Game) -> Range {
        Range::uniform(game, 1.0)
    }

    fn uniform(game: Game, weight: f32) -> Range {
        let facts = Arc::new(Facts::uniform(game.combos(), weight));
        Range { game, weights: vec![weight; game.combos()].into(), distinguished_suits: 0, facts }
    }

    /// The range with these weights, in the order of [`Combo::index`].
    ///
    /// ```
    /// use quasar_cards::{Game, Range};
    /// let range = Range::from_weights(Game::Holdem, vec![0.5; 1326])?;
    /// assert_eq!(range.total(), 663.0);
    /// assert!(Range::from_weights(Game::Holdem, vec![1.5; 1326]).is_err());
    /// # Ok::<(), quasar_cards::WeightsError>(())
    /// ```
    pub fn from_weights(game: Game, weights: Vec<f32>) -> Result<Range, WeightsError> {
        if weights.len() != game.combos() {
            return Err(WeightsError::Count { found: weights.len(), expected: game.combos() });
        }
        if let Some(combo) = weights.iter().position(|weight| !(0.0..=1.0).contains(weight)) {
            return Err(WeightsError::Weight { combo, weight: weights[combo] });
        }
        Ok(Range {
            game,
            weights: weights.into(),
            distinguished_suits: ALL_SUITS,
            facts: Arc::default(),
        })
    }

    /// Reads a range in the notation of its game; an empty text is the empty
    /// range. Where entries overlap, the later one wins.
    ///
    /// Hold'em accepts the notations of PioSOLVER, GTO+, Flopzilla, Equilab and
    /// PokerStove in any mixture; Omaha accepts that of ProPokerTools.
    ///
    /// ```
    /// use quasar_cards::{Game, Range};
    /// let range = Range::parse(Game::Holdem, "QQ+, AKs:0.5; [25]A5s-A2s[/25] KQ@50")?;
    /// assert_eq!(range.total(), 18.0 + 2.0 + 4.0 + 8.0);
    /// assert_eq!(range.to_string(), "QQ+,AKs:0.5,KQ:0.5,A5s-A2s:0.25");
    ///
    /// let range = Range::parse(Game::Plo4, "AA:$ds, KK!KKK@50")?;
    /// assert_eq!(range.weight(&"AsAhKsKh".parse()?), 0.5);
    ///
    /// let error = Range::parse(Game::Holdem, "QQ+,A5s-A2").unwrap_err();
    /// assert_eq!(error.span(), 8..10);
    /// # Ok::<(), quasar_cards::ParseError>(())
    /// ```
    pub fn parse(game: Game, text: &str) -> Result<Range, ParseError> {
        Range::parse_with(game, text, &HandOrders::default())
    }

    /// Reads a range like [`parse`](Self::parse), and also percentages of
    /// hands such as `15%` and `10%-20%@vs-random` and the profiles `tight`,
    /// `normal` and `wide`, which are cut from the given orders.
    pub fn parse_with(game: Game, text: &str, orders: &HandOrders) -> Result<Range, ParseError> {
        Ok(read(game, text, orders)?.0)
    }

    /// Whether a text is a range, without building it: microseconds where six cards would
    /// take 0.1 s.
    pub fn check(game: Game, text: &str, orders: &HandOrders) -> Result<(), ParseError> {
        match game {
            Game::Holdem => holdem::parse(text, orders).map(drop),
            Game::Plo4 | Game::Plo5 | Game::Plo6 => omaha::check(game, text, orders),
        }
    }

    /// Reads a range like [`parse_with`](Self::parse_with), and says what in the text is
    /// legal but hardly ever meant; each of these, up to eight, is evaluated once more, alone.
    ///
    /// ```
    /// use quasar_cards::{Game, HandOrders, Range};
    /// let orders = HandOrders::default();
    /// let (range, warnings) = Range::parse_with_warnings(Game::Plo4, "AKxx", &orders)?;
    /// assert_eq!(range.hands(), 7_918);
    /// assert!(warnings[0].to_string().contains("AK is all 17316 hands"));
    /// # Ok::<(), quasar_cards::ParseError>(())
    /// ```
    pub fn parse_with_warnings(
        game: Game,
        text: &str,
        orders: &HandOrders,
    ) -> Result<(Range, Vec<RangeWarning>), ParseError> {
        let (range, suspects) = read(game, text, orders)?;
        let suspects = suspects.into_iter().take(MOST_WARNINGS);
        Ok((range, suspects.map(|suspect| suspect.warning(game)).collect()))
    }

    /// The game whose combos the range weighs.
    pub fn game(&self) -> Game {
        self.game
    }

    /// All weights, in the order of [`Combo::index`].
    pub fn weights(&self) -> &[f32] {
        &self.weights
    }

    /// The weight of a combo; 0 for a combo of another game.
    pub fn weight(&self, combo: &Combo) -> f32 {
        if combo.game() == self.game { self.weights[combo.index()] } else { 0.0 }
    }

    /// Whether no combo has a positive weight.
    pub fn is_empty(&self) -> bool {
        self.heaviest() == 0.0
    }

    /// How many combos have a positive weight.
    pub fn hands(&self) -> usize {
        self.facts.summary(&self.weights).hands
    }

    /// The sum of all weights: the number of combos of an unweighted range.
    pub fn total(&self) -> f64 {
        self.facts.summary(&self.weights).total
    }

    /// The largest weight.
    pub fn heaviest(&self) -> f32 {
        self.facts.summary(&self.weights).heaviest
    }

    /// Whether every hand has the same weight.
    pub fn is_uniform(&self) -> bool {
        self.facts.summary(&self.weights).is_uniform()
    }

    /// 128 bits that identify the weights; other weights practically never have the
    /// same.
    pub fn fingerprint(&self) -> u128 {
        self.facts.fingerprint(&self.weights)
    }

    /// Up to 8,192 combos of positive weight with their weights, in index order:
    /// all of them if there are no more, otherwise at least 2,000 that are spread
    /// evenly.
    pub fn evenly_spaced_combos(&self) -> &[(Combo, f32)] {
        self.facts.evenly_spaced_combos(self.game, &self.weights)
    }

    /// The range with its suits relabelled.
    #[must_use]
    pub fn permute(&self, permutation: SuitPermutation) -> Range {
        let mut relabelled = Range::empty(self.game);
        let weights = relabelled.weights_mut();
        for (combo, weight) in self.iter() {
            weights[combo.permute(permutation).index()] = weight;
        }
        relabelled.distinguished_suits = self
            .distinguished_suits()
            .fold(0, |suits, suit| suits | 1 << permutation.suit(suit).index());
        relabelled
    }

    /// Whether relabelling the suits leaves every weight unchanged.
    ///
    /// The millions of weights of five and six cards are not compared: the answer
    /// is yes only if it follows from how the range was made, as for every text
    /// that names none of the suits that are moved.
    pub fn is_symmetric(&self, permutation: SuitPermutation) -> bool {
        let moved = self.distinguished_suits().any(|suit| permutation.suit(suit) != suit);
        let same =
            |(combo, weight): (Combo, f32)| self.weight(&combo.permute(permutation)) == weight;
        // A few hands nearly always decide.
        let few = || self.evenly_spaced_combos().iter().step_by(16).copied().all(same);
        !moved || (self.weights.len() <= MOST_COMPARED && few() && self.iter().all(same))
    }

    /// The suits that may be treated differently from others: any relabelling that
    /// keeps them leaves the range unchanged.
    pub fn distinguished_suits(&self) -> impl Iterator<Item = Suit> {
        Suit::ALL.into_iter().filter(|suit| self.distinguished_suits >> suit.index() & 1 == 1)
    }

    /// The weights, for changing; they are copied if a clone shares them. Facts
    /// known about them are dropped.
    fn weights_mut(&mut self) -> &mut [f32] {
        self.distinguished_suits = ALL_SUITS;
        match Arc::get_mut(&mut self.facts) {
            Some(facts) => *facts = Facts::default(),
            None => self.facts = Arc::default(),
        }
        Arc::make_mut(&mut self.weights)
    }

    /// Removes every combo that holds a dead card.
    pub fn remove(&mut self, dead: CardSet) {
        if dead.is_empty() {
            return;
        }
        let distinguished_suits = self.distinguished_suits | suits_of(dead);
        for (combo, weight) in Combo::all(self.game, CardSet::EMPTY).zip(self.weights_mut()) {
            if combo.set().intersects(dead) {
                *weight = 0.0;
            }
        }
        self.distinguished_suits = distinguished_suits;
    }

    /// A short text that reads back as this range once the hands with `dead` cards are
    /// removed from it: for Hold'em the shortest without overlaps, for Omaha the fewest
    /// patterns that were found.
    ///
    /// ```
    /// use quasar_cards::{CardSet, Game, Range};
    /// let range = Range::parse(Game::Plo4, "TT,JJ,QQ,A!AAA:K,AsKsQs2h@50")?;
    /// let text = range.compact(CardSet::EMPTY);
    /// assert!(text.len() < 400);
    /// assert_eq!(Range::parse(Game::Plo4, &text)?, range);
    /// # Ok::<(), quasar_cards::ParseError>(())
    /// ```
    pub fn compact(&self, dead: CardSet) -> String {
        match self.game {
            Game::Holdem => self.to_string(),
            Game::Plo4 | Game::Plo5 | Game::Plo6 => omaha::print_compact(self, dead),
        }
    }

    /// The combos of positive weight with their weights, in index order.
    pub fn iter(&self) -> impl Iterator<Item = (Combo, f32)> {
        Held::new(self)
    }
}

/// Reads a range, and what is odd about its text.
fn read(
    game: Game,
    text: &str,
    orders: &HandOrders,
) -> Result<(Range, Vec<warning::Suspect>), ParseError> {
    match game {
        Game::Holdem => holdem::parse(text, orders),
        Game::Plo4 | Game::Plo5 | Game::Plo6 => omaha::parse(game, text, orders),
    }
}

/// Prints a text that [`Range::parse`] reads back unchanged: for Hold'em the
/// shortest without overlaps, such as `QQ+,AKs:0.5`; for Omaha every hand with
/// its weight, such as `AsAhKsKh,AsAhKsKd@50`, or `*` for all.
impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.game {
            Game::Holdem => f.write_str(&holdem::print(self)),
            Game::Plo4 | Game::Plo5 | Game::Plo6 if self.is_uniform() && self.heaviest() == 1.0 => {
                f.write_str("*")
            }
            Game::Plo4 | Game::Plo5 | Game::Plo6 => {
                for (place, (combo, weight)) in self.iter().enumerate() {
                    let separator = if place > 0 { "," } else { "" };
                    write!(f, "{separator}{combo}")?;
                    if weight < 1.0 {
                        write!(f, "@{}", 100.0 * f64::from(weight))?;
                    }
                }
                Ok(())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether all weights stay the same, by comparing them.
    fn stays(range: &Range, permutation: SuitPermutation) -> bool {
        range.iter().all(|(combo, weight)| range.weight(&combo.permute(permutation)) == weight)
    }

    #[test]
    fn what_texts_do_not_tell_apart_is_symmetric() {
        let holdem = ["QQ+,AK:0.5", "AhKh,22+", "7c6d,5c4h:0.2,random:0.1", "AhKh:0,AsKs"];
        let omaha = ["AA:$ds@50", "Ahh,KK@20", "AhKxQx", "[hs]KQ", "[AsKh]RR!Qc", "AsKsQhJh,*x9"];
        let holdem = holdem.iter().map(|text| Range::parse(Game::Holdem, text));
        let omaha = omaha.iter().map(|text| Range::parse(Game::Plo4, text));
        for range in holdem.chain(omaha) {
            let mut range = range.unwrap();
            let mut known = 0;
            for _ in 0..2 {
                for permutation in SuitPermutation::all() {
                    assert_eq!(range.is_symmetric(permutation), stays(&range, permutation));
                    // What is known in advance, as for ranges that are not compared.
                    let moved = Suit::ALL.into_iter().filter(|&s| permutation.suit(s) != s);
                    if moved.into_iter().all(|s| range.distinguished_suits >> s.index() & 1 == 0) {
                        assert!(stays(&range, permutation), "{range} {permutation:?}");
                        known += 1;
                    }
                    let relabelled = range.permute(permutation);
                    assert_eq!(
                        relabelled.distinguished_suits.count_ones(),
                        range.distinguished_suits.count_ones()
                    );
                    assert!(permutation != SuitPermutation::IDENTITY || relabelled == range);
                }
                range.remove("9h".parse::<crate::Card>().unwrap().into());
            }
            assert!(known >= 2);
        }
    }

    #[test]
    fn large_ranges_named_without_suits_are_known_to_be_symmetric() {
        let all = |text: &str| {
            let range = Range::parse(Game::Plo5, text).unwrap();
            SuitPermutation::all().filter(|&permutation| range.is_symmetric(permutation)).count()
        };
        assert_eq!(all("AA:$ds@50,KQxx"), 24);
        assert_eq!(all("Ahh"), 6);
        assert_eq!(all("Ahh,Ks"), 2);
    }
}
