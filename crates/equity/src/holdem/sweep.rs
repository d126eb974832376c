//! One river: what every hand beats and ties of a weighted range.
//!
//! Go through the hands from weakest to strongest, keeping the weight of all
//! hands passed so far, in total and by card. The weight of the passed hands
//! that share no card with hand {a, b} is `total - by_card[a] - by_card[b]`,
//! plus the hand itself once it has been passed, because both of its cards
//! subtract it. Hands of equal rank are passed together: the sums before them are what
//! they beat, those after them what they beat or tie.
//!
//! Both players' ranges are swept at once, so a river costs one pass over its
//! 1,081 hands. Ranges without fractions use [`Counts`], which keeps both
//! players' sums in one integer.

use std::ops::{Add, AddAssign, Sub};

use quasar_cards::{Board, CardSet, Combo, Game};
use quasar_eval::{EvalError, HoldemBoard};

pub(super) const COMBOS: usize = Game::Holdem.combos();

/// Sums for both players: lane 0 belongs to the first player's range, lane 1 to
/// the second's.
pub(super) trait Lanes:
    Copy + Default + Send + Sync + Add<Output = Self> + Sub<Output = Self> + AddAssign
{
    /// This sum, multiplied by `times`.
    fn scaled(self, times: u32) -> Self;

    /// The two sums.
    fn values(self) -> [f64; 2];
}

/// Whole numbers, the first player's in the low half.
///
/// Halves do not disturb each other as long as every *result* has both between 0
/// and 2^32: sums and differences are those of `low + 2^32 * high`, whatever
/// happens on the way. A hand is compared with at most 990 others on a board, so even all
/// 2,598,960 boards stay within that.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Counts(u64);

impl Counts {
    pub(super) fn new([first, second]: [u32; 2]) -> Counts {
        Counts(u64::from(second) << 32 | u64::from(first))
    }
}

impl Add for Counts {
    type Output = Counts;
    #[inline]
    fn add(self, other: Counts) -> Counts {
        Counts(self.0.wrapping_add(other.0))
    }
}

impl Sub for Counts {
    type Output = Counts;
    #[inline]
    fn sub(self, other: Counts) -> Counts {
        Counts(self.0.wrapping_sub(other.0))
    }
}

impl AddAssign for Counts {
    #[inline]
    fn add_assign(&mut self, other: Counts) {
        *self = *self + other;
    }
}

impl Lanes for Counts {
    #[inline]
    fn scaled(self, times: u32) -> Counts {
        Counts(self.0.wrapping_mul(u64::from(times)))
    }

    fn values(self) -> [f64; 2] {
        [self.0 & 0xffff_ffff, self.0 >> 32].map(|count| count as f64)
    }
}

/// Weights of any size.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Weights(pub(super) [f64; 2]);

impl Add for Weights {
    type Output = Weights;
    #[inline]
    fn add(self, other: Weights) -> Weights {
        Weights([self.0[0] + other.0[0], self.0[1] + other.0[1]])
    }
}

impl Sub for Weights {
    type Output = Weights;
    #[inline]
    fn sub(self, other: Weights) -> Weights {
        Weights([self.0[0] - other.0[0], self.0[1] - other.0[1]])
    }
}

impl AddAssign for Weights {
    #[inline]
    fn add_assign(&mut self, other: Weights) {
        *self = *self + other;
    }
}

impl Lanes for Weights {
    #[inline]
    fn scaled(self, times: u32) -> Weights {
        Weights(self.0.map(|weight| weight * f64::from(times)))
    }

    fn values(self) -> [f64; 2] {
        self.0
    }
}

/// What a hand beats and what it does not lose to, of either range.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Shown<L> {
    pub(super) beaten: L,
    pub(super) not_lost: L,
}

/// Sweeps rivers and sums up what every combo beats.
pub(super) struct Sweeper<'a, L> {
    weights: &'a [L; COMBOS],
    cards: [[u8; 2]; COMBOS],
    sums: Vec<Shown<L>>,
    order: [u16; COMBOS],
}

impl<'a, L: Lanes> Sweeper<'a, L> {
    /// A sweeper for two ranges, given as the weights of all combos.
    pub(super) fn new(weights: &'a [L; COMBOS]) -> Sweeper<'a, L> {
        let mut cards = [[0; 2]; COMBOS];
        for (cards, combo) in cards.iter_mut().zip(Combo::all(Game::Holdem, CardSet::EMPTY)) {
            for (place, card) in cards.iter_mut().zip(combo.cards()) {
                *place = card.index() as u8;
            }
        }
        Sweeper { weights, cards, sums: vec![Shown::default(); COMBOS], order: [0; COMBOS] }
    }

    /// What every combo beats, summed over the rivers swept so far.
    pub(super) fn into_sums(self) -> Vec<Shown<L>> {
        self.sums
    }

    /// Adds the showdowns of a river, each counted `times` times.
    pub(super) fn add(&mut self, river: &Board, times: u32) -> Result<(), EvalError> {
        let board = HoldemBoard::new(river)?;
        let ranks = board.ranks();
        let mut rest = board.sorted_into(&mut self.order);
        let mut total = L::default();
        // As long as a byte reaches, so that an index needs no check.
        let mut by_card = [L::default(); 256];
        while let Some(&weakest) = rest.first() {
            let rank = ranks[usize::from(weakest)];
            let equal = rest.iter().take_while(|&&combo| ranks[usize::from(combo)] == rank).count();
            let (group, stronger) = rest.split_at(equal);
            rest = stronger;

            for &combo in group {
                let combo = usize::from(combo);
                let [a, b] = self.cards[combo].map(usize::from);
                let before = total - by_card[a] - by_card[b];
                self.sums[combo].beaten += before.scaled(times);
            }
            for &combo in group {
                let combo = usize::from(combo);
                let weight = self.weights[combo];
                total += weight;
                for card in self.cards[combo] {
                    by_card[usize::from(card)] += weight;
                }
            }
            for &combo in group {
                let combo = usize::from(combo);
                let [a, b] = self.cards[combo].map(usize::from);
                let after = total + self.weights[combo] - by_card[a] - by_card[b];
                self.sums[combo].not_lost += after.scaled(times);
            }
        }
        Ok(())
    }
}
