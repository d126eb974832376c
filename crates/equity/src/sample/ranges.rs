//! Drawing the hands of several players' ranges together.
//!
//! The hands that players hold follow the product of their weights, on the
//! condition that no two hands share a card. Drawing each hand from its own
//! range and starting all over when two clash has exactly that law. (Drawing
//! only the second hand again has not: it would favour hands of the first
//! player that clash often.)
//!
//! How often that succeeds is known beforehand when the tuples of hands are few
//! enough to list. If it is less than once in four times, the compatible tuples
//! become one list with weights of their own, and no draw fails: four players who
//! hold aces or kings, for example.

use quasar_cards::CardSet;

use super::alias::Alias;
use super::random::Random;
use super::rules::Rules;
use crate::DealError;

/// The hands of one player that the known cards leave.
pub(super) struct RangeSeat<R: Rules> {
    /// Whose range it is.
    pub(super) player: usize,
    /// The hands of positive weight, with their cards.
    pub(super) hands: Vec<(R::Hand, CardSet)>,
    /// Their weights.
    pub(super) weights: Vec<f32>,
}

/// Where the hands of all ranges are drawn from.
pub(super) struct Ranges<R: Rules> {
    seats: Vec<RangeSeat<R>>,
    draw: Draw,
}

enum Draw {
    /// Every seat from its own list; clashes are drawn again.
    Apart(Vec<Alias>),
    /// All seats from a list of compatible tuples, `seats` numbers each.
    Together { alias: Alias, tuples: Vec<u32> },
}

/// At most so many partial tuples are tried in search of compatible ones, and so
/// many tuples listed: a few milliseconds and a few megabytes.
const MOST_TRIED: usize = 1 << 20;
const MOST_TUPLES: usize = 1 << 16;

/// Tuples are listed if draws from separate ranges would succeed less often.
const RARELY: f64 = 0.25;

/// How many draws may fail for one that succeeds, on average over a batch.
const MOST_ATTEMPTS: u64 = 1 << 12;

impl<R: Rules> Ranges<R> {
    /// Prepares to draw from these ranges, none of them empty.
    pub(super) fn new(seats: Vec<RangeSeat<R>>) -> Result<Ranges<R>, DealError> {
        let draw = match Listed::new(&seats) {
            Some(listed) if listed.weights.is_empty() => return Err(DealError::NoDeal),
            Some(listed) if listed.acceptance(&seats) < RARELY => {
                Draw::Together { alias: Alias::new(&listed.weights), tuples: listed.tuples }
            }
            _ => {
                Draw::Apart(seats.iter().map(|seat| Alias::new(&doubles(&seat.weights))).collect())
            }
        };
        Ok(Ranges { seats, draw })
    }

    /// The attempts that a batch of so many deals may make.
    pub(super) fn allowance(deals: u64) -> u64 {
        MOST_ATTEMPTS * deals
    }

    /// Draws a hand for every range into the places of its player, and returns
    /// all their cards; `None` if hands clash, which calls for a new attempt.
    #[inline(always)]
    pub(super) fn attempt(&self, random: &mut Random, hands: &mut [R::Hand]) -> Option<CardSet> {
        let mut taken = CardSet::EMPTY;
        match &self.draw {
            Draw::Apart(aliases) => {
                for (alias, seat) in aliases.iter().zip(&self.seats) {
                    let (hand, cards) = seat.hands[alias.draw(random.bits())];
                    if cards.intersects(taken) {
                        return None;
                    }
                    taken |= cards;
                    hands[seat.player] = hand;
                }
            }
            Draw::Together { alias, tuples } => {
                let start = alias.draw(random.bits()) * self.seats.len();
                for (&choice, seat) in tuples[start..].iter().zip(&self.seats) {
                    let (hand, cards) = seat.hands[choice as usize];
                    taken |= cards;
                    hands[seat.player] = hand;
                }
            }
        }
        Some(taken)
    }
}

fn doubles(weights: &[f32]) -> Vec<f64> {
    weights.iter().map(|&weight| f64::from(weight)).collect()
}

/// The compatible tuples of hands with the products of their weights.
#[derive(Default)]
struct Listed {
    tuples: Vec<u32>,
    weights: Vec<f64>,
    tried: usize,
}

impl Listed {
    /// Lists the tuples, unless they or the search for them are too many.
    fn new<R: Rules>(seats: &[RangeSeat<R>]) -> Option<Listed> {
        let mut listed = Listed::default();
        let mut tuple = Vec::with_capacity(seats.len());
        listed.extend(seats, &mut tuple, CardSet::EMPTY, 1.0).then_some(listed)
    }

    /// Lists what begins with `tuple`; `false` if that became too much.
    fn extend<R: Rules>(
        &mut self,
        seats: &[RangeSeat<R>],
        tuple: &mut Vec<u32>,
        taken: CardSet,
        weight: f64,
    ) -> bool {
        let Some(seat) = seats.get(tuple.len()) else {
            self.tuples.extend_from_slice(tuple);
            self.weights.push(weight);
            return self.weights.len() <= MOST_TUPLES;
        };
        self.tried += seat.hands.len();
        if self.tried > MOST_TRIED {
            return false;
        }
        for (choice, &(_, cards)) in seat.hands.iter().enumerate() {
            if !cards.intersects(taken) {
                tuple.push(choice as u32);
                let weight = weight * f64::from(seat.weights[choice]);
                let fits = self.extend(seats, tuple, taken | cards, weight);
                tuple.pop();
                if !fits {
                    return false;
                }
            }
        }
        true
    }

    /// How often hands drawn from separate ranges would be compatible.
    fn acceptance<R: Rules>(&self, seats: &[RangeSeat<R>]) -> f64 {
        let all: f64 =
            seats.iter().map(|seat| doubles(&seat.weights).iter().sum::<f64>()).product();
        self.weights.iter().sum::<f64>() / all
    }
}
