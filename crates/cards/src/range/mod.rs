//! Ranges: a weight for every combo of a game.

mod holdem;
mod omaha;
mod order;
mod percent;

use std::fmt;
use std::sync::{Arc, OnceLock};

use crate::{CardSet, Combo, Game, ParseError, SuitPermutation};

pub use order::{HandOrder, HandOrders};

/// How likely a player holds each combo of a game, relative to the others.
///
/// Weights lie in 0..=1 and are stored densely in the order of
/// [`Combo::index`]: 5 KB for Hold'em, 1, 10 or 81 MB for Omaha with 4, 5 or 6
/// cards. Clones share them.
#[derive(Clone, Debug)]
pub struct Range {
    game: Game,
    weights: Arc<[f32]>,
    /// Whether all weights are equal, once somebody asked: 20 million weights of
    /// six cards take a while to compare.
    uniform: OnceLock<bool>,
}

impl PartialEq for Range {
    fn eq(&self, other: &Range) -> bool {
        self.game == other.game && self.weights == other.weights
    }
}

impl Range {
    /// The range that holds nothing.
    pub fn empty(game: Game) -> Range {
        Range { game, weights: vec![0.0; game.combos()].into(), uniform: OnceLock::from(true) }
    }

    /// The range that holds every combo with weight 1.
    pub fn full(game: Game) -> Range {
        Range { game, weights: vec![1.0; game.combos()].into(), uniform: OnceLock::from(true) }
    }

    /// Reads a range in the notation of its game; an empty text is the empty
    /// range. Where entries overlap, the later one wins.
    ///
    /// Hold'em takes the notations of PioSOLVER, GTO+, Flopzilla, Equilab and
    /// PokerStove in any mixture, Omaha that of ProPokerTools.
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

    /// Reads a range as [`parse`](Self::parse) does, and in it percentages of
    /// hands such as `15%` and `10%-20%@vs-random` and the profiles `tight`,
    /// `normal` and `wide`, which are cut from the given orders.
    pub fn parse_with(game: Game, text: &str, orders: &HandOrders) -> Result<Range, ParseError> {
        match game {
            Game::Holdem => holdem::parse(text, orders),
            Game::Plo4 | Game::Plo5 | Game::Plo6 => omaha::parse(game, text, orders),
        }
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
        self.weights.iter().all(|&weight| weight == 0.0)
    }

    /// The sum of all weights: the number of combos of an unweighted range.
    pub fn total(&self) -> f64 {
        self.weights.iter().map(|&weight| f64::from(weight)).sum()
    }

    /// The range with its suits relabelled.
    #[must_use]
    pub fn permute(&self, permutation: SuitPermutation) -> Range {
        let mut relabelled = Range::empty(self.game);
        let weights = relabelled.weights_mut();
        for (combo, weight) in self.iter() {
            weights[combo.permute(permutation).index()] = weight;
        }
        relabelled
    }

    /// Whether relabelling the suits leaves every weight as it is.
    pub fn is_symmetric(&self, permutation: SuitPermutation) -> bool {
        // Every hand alike: the most common range, and the largest.
        self.is_uniform()
            || self.iter().all(|(combo, weight)| self.weight(&combo.permute(permutation)) == weight)
    }

    /// Whether every hand has the same weight.
    pub fn is_uniform(&self) -> bool {
        *self.uniform.get_or_init(|| self.weights.windows(2).all(|pair| pair[0] == pair[1]))
    }

    /// The weights, to be changed; they are copied if a clone shares them.
    fn weights_mut(&mut self) -> &mut [f32] {
        self.uniform = OnceLock::new();
        Arc::make_mut(&mut self.weights)
    }

    /// Takes out every combo that holds a dead card.
    pub fn remove(&mut self, dead: CardSet) {
        if dead.is_empty() {
            return;
        }
        for (combo, weight) in Combo::all(self.game, CardSet::EMPTY).zip(self.weights_mut()) {
            if combo.set().intersects(dead) {
                *weight = 0.0;
            }
        }
    }

    /// The combos of positive weight with their weights, in index order.
    pub fn iter(&self) -> impl Iterator<Item = (Combo, f32)> {
        // Neighbours are counted up, gaps are jumped over.
        let mut combos = Combo::all(self.game, CardSet::EMPTY);
        let mut next = 0;
        let held = self.weights().iter().enumerate().filter(|(_, weight)| **weight > 0.0);
        held.filter_map(move |(index, &weight)| {
            if index != next {
                combos.go_to(index);
            }
            next = index + 1;
            Some((combos.next()?, weight))
        })
    }
}

/// Prints a text that [`Range::parse`] reads back unchanged: for Hold'em the
/// shortest without overlaps, such as `QQ+,AKs:0.5`; for Omaha every hand with
/// its weight, such as `AsAhKsKh,AsAhKsKd@50`.
impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.game {
            Game::Holdem => f.write_str(&holdem::print(self)),
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
