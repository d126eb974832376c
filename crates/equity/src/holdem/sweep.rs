//! One river: what every hand wins, ties and loses against a weighted range.
//!
//! Go through the hands from weakest to strongest, keeping the weight of all
//! hands passed so far, in total and by card. The weight of the passed hands
//! that share no card with hand {a, b} is `total - by_card[a] - by_card[b]`,
//! plus the hand itself once it has been passed, because both of its cards
//! subtract it. Hands of equal rank are passed together: before them stands what
//! they beat, after them what they beat or tie.
//!
//! Both players' ranges are swept at once as the two lanes of a vector, so the
//! cost is one pass over the 1,081 hands of the river.

use quasar_cards::Card;

/// A pair of columns: lane 0 belongs to the first player's range, lane 1 to the
/// second's.
pub(super) type Lanes = [f64; 2];

/// A hand of the river, in order of strength.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Entry {
    /// Index of the combo.
    pub(super) combo: u16,
    /// Index of its cards.
    pub(super) cards: [u8; 2],
}

/// What each combo beats, and what it beats or ties, summed over rivers; by
/// combo index.
pub(super) struct Sums {
    pub(super) beaten: Vec<Lanes>,
    pub(super) not_lost: Vec<Lanes>,
}
