//! Drawing one hand of one player's range by weight.
//!
//! Up to [`MOST_LISTED`] hands are listed, for draws in constant time. Longer
//! lists exist only with five and six cards, and making one would take longer than many
//! questions themselves. Hands of such a range are drawn by trial: any hand of
//! the game, accepted with a probability proportional to its weight. That has the
//! same distribution and needs almost no preparation. The mean number of trials of a
//! draw is the number of hands of the game divided by that of the range.

use quasar_cards::{CardSet, Combo, Range};

use super::alias::Alias;
use super::random::{Fraction, Random};
use super::rules::Rules;

/// The hands of one player that the known cards leave.
pub(super) struct Seat<R: Rules> {
    /// Whose hands they are.
    pub(super) player: usize,
    source: Source<R>,
}

enum Source<R: Rules> {
    Listed(List<R>),
    Tried { range: Range, heaviest: f32, gone: CardSet },
}

/// Hands in index order, and how to draw them.
pub(super) struct List<R: Rules> {
    /// The hands with their cards.
    pub(super) hands: Vec<(R::Hand, CardSet)>,
    /// Their weights, all positive.
    pub(super) weights: Vec<f64>,
    alias: Alias,
}

/// Ranges of more hands are not listed.
const MOST_LISTED: usize = 1 << 18;

/// Unless fewer than this many of a few trials in advance succeed.
const TRIALS: usize = 1 << 15;
const FEWEST: usize = TRIALS / 1_024;

impl<R: Rules> Seat<R> {
    /// A player's range without the hands that hold a card that is `gone`; `None`
    /// if nothing is left.
    pub(super) fn new(player: usize, range: &Range, gone: CardSet) -> Option<Seat<R>> {
        let source = if range.hands() > MOST_LISTED && often_succeeds(range, gone) {
            Source::Tried { range: range.clone(), heaviest: range.heaviest(), gone }
        } else {
            let live = range.iter().filter(|(combo, _)| !combo.set().intersects(gone));
            let (hands, weights): (Vec<_>, Vec<_>) = live
                .map(|(combo, weight)| ((R::of_combo(&combo), combo.set()), f64::from(weight)))
                .unzip();
            if hands.is_empty() {
                return None;
            }
            let alias = Alias::new(&weights);
            Source::Listed(List { hands, weights, alias })
        };
        Some(Seat { player, source })
    }

    /// Roughly how many hands there are.
    pub(super) fn size(&self) -> usize {
        match &self.source {
            Source::Listed(list) => list.hands.len(),
            Source::Tried { range, .. } => range.hands(),
        }
    }

    /// The hands, if they are listed.
    pub(super) fn list(&self) -> Option<&List<R>> {
        match &self.source {
            Source::Listed(list) => Some(list),
            Source::Tried { .. } => None,
        }
    }

    /// Draws a hand, and adds to `trials` those that fail.
    #[inline(always)]
    pub(super) fn draw(&self, random: &mut Random, trials: &mut u64) -> (R::Hand, CardSet) {
        match &self.source {
            Source::Listed(list) => list.hands[list.alias.draw(random.bits())],
            Source::Tried { range, heaviest, gone } => {
                let combo = loop {
                    if let Some(combo) = trial(range, *heaviest, *gone, random) {
                        break combo;
                    }
                    *trials += 1;
                };
                (R::of_combo(&combo), combo.set())
            }
        }
    }
}

/// Whether few enough trials find a hand.
fn often_succeeds(range: &Range, gone: CardSet) -> bool {
    let mut random = Random::for_batch(0, 0);
    let trials = (0..TRIALS).filter_map(|_| trial(range, range.heaviest(), gone, &mut random));
    trials.count() >= FEWEST
}

/// Any hand of the game, taken with a probability proportional to its weight, if
/// it holds no card that is `gone`.
#[inline(always)]
fn trial(range: &Range, heaviest: f32, gone: CardSet, random: &mut Random) -> Option<Combo> {
    let mut fraction = Fraction(random.bits());
    let index = fraction.below(range.weights().len() as u64) as usize;
    // 24 bits of what is left: as many as a weight has.
    let within = (fraction.0 >> 40) as f32 / (1u32 << 24) as f32;
    if within * heaviest >= range.weights()[index] {
        return None;
    }
    Combo::from_index(range.game(), index).filter(|combo| !combo.set().intersects(gone))
}

#[cfg(test)]
mod tests {
    use quasar_cards::Game;

    use super::super::rules::Omaha;
    use super::*;

    #[test]
    fn tried_hands_follow_the_weights() {
        // Hands with an ace of spades weigh a quarter of the others; a twelfth of
        // all 48 live cards is the ace of spades in one hand of five.
        let range = Range::parse(Game::Plo5, "*@80, As@20").unwrap();
        let gone: CardSet = "2c2d2h2s".parse::<Combo>().unwrap().set();
        let seat = Seat::<Omaha<5>>::new(0, &range, gone).unwrap();
        assert!(seat.list().is_none());
        let mut random = Random::for_batch(1, 0);
        let ace = "As".parse().unwrap();
        let draws = 200_000;
        let mut held = [0u32; 52];
        for _ in 0..draws {
            let (_, cards) = seat.draw(&mut random, &mut 0);
            assert!(!cards.intersects(gone) && cards.len() == 5);
            cards.iter().for_each(|card| held[card.index()] += 1);
        }
        // With C(47,4) hands of weight 1 and C(47,5) of weight 4.
        let (with, without) = (178_365.0, 4.0 * 1_533_939.0);
        let expected = f64::from(draws) * with / (with + without);
        let found = f64::from(held[quasar_cards::Card::index(ace)]);
        assert!((found - expected).abs() < 5.0 * expected.sqrt(), "{found} {expected}");
        // Every other card is in 4 of 47 places beside the ace and 5 of 47 without.
        let other = f64::from(draws) * (4.0 * with + 5.0 * without) / (47.0 * (with + without));
        for card in (CardSet::DECK - gone).iter().filter(|&card| card != ace) {
            let found = f64::from(held[card.index()]);
            assert!((found - other).abs() < 5.0 * other.sqrt(), "{card} {found} {other}");
        }
    }
}
