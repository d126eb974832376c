//! Drawing the hands of several players' ranges together.
//!
//! The hands that players hold follow the product of their weights, on the
//! condition that no two hands share a card. Drawing each hand from its own
//! range and starting over when two clash has exactly that distribution. (Redrawing
//! only the second hand would favour hands of the first player that clash often.)
//! The tightest ranges come first, so that most clashes are found early.
//!
//! A few attempts in advance show how often that succeeds. If it rarely does, all ways
//! to deal are listed as a graph ([`Joint`]), unless that would be too large; then no
//! attempt fails.

use quasar_cards::CardSet;

use super::joint::Joint;
use super::random::Random;
use super::rules::Rules;
use super::seat::Seat;
use crate::DealError;

/// Where the hands of all ranges are drawn from.
pub(super) struct Ranges<R: Rules> {
    /// The tightest first.
    seats: Vec<Seat<R>>,
    /// All ways to deal, where hands often clash.
    joint: Option<Joint>,
}

/// Attempts in advance, and how many of them must succeed for this method to be used.
const TRIAL: usize = 256;
const OFTEN: usize = TRIAL / 32;

impl<R: Rules> Ranges<R> {
    /// Prepares to draw from these ranges, at least one. `hand` is any hand.
    pub(super) fn new(mut seats: Vec<Seat<R>>, hand: R::Hand) -> Result<Ranges<R>, DealError> {
        seats.sort_by_key(Seat::size);
        let players = seats.iter().map(|seat| seat.player + 1).max().unwrap_or(0);
        let mut hands = vec![hand; players];
        let mut ranges = Ranges { seats, joint: None };
        let mut random = Random::for_batch(0, 0);
        let attempts = (0..TRIAL).filter_map(|_| ranges.attempt(&mut random, &mut hands, &mut 0));
        if attempts.count() < OFTEN {
            ranges.joint = Joint::new(&ranges.seats);
        }
        match &ranges.joint {
            Some(joint) if joint.is_empty() => Err(DealError::NoDeal),
            _ => Ok(ranges),
        }
    }

    /// Draws a hand for every range into the places of its player, and returns
    /// all their cards; `None` if hands clash, which calls for a new attempt. Adds
    /// to `trials` as [`Seat::draw`] does.
    #[inline(always)]
    pub(super) fn attempt(
        &self,
        random: &mut Random,
        hands: &mut [R::Hand],
        trials: &mut u64,
    ) -> Option<CardSet> {
        if let Some(joint) = &self.joint {
            return Some(joint.draw(&self.seats, random, hands));
        }
        let mut taken = CardSet::EMPTY;
        for seat in &self.seats {
            let (hand, cards) = seat.draw(random, trials);
            if cards.intersects(taken) {
                return None;
            }
            taken |= cards;
            hands[seat.player] = hand;
        }
        Some(taken)
    }
}
