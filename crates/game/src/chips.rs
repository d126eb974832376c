//! Amounts of money.
//!
//! Chips are whole. Fractions of a pot are rounded to the nearest chip, halves
//! up, at the one place where they become chips: [`Chips::percent`].

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Sub, SubAssign};

/// A number of chips.
///
/// Amounts that come from outside are checked against [`Chips::MOST`] where a
/// hand or a tree is set up, so that no sum of them can overflow.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Chips(pub u64);

impl Chips {
    /// No chips.
    pub const ZERO: Chips = Chips(0);

    /// The largest stack, pot or blind that a hand or a tree may start with.
    /// Sums over ten seats stay far below the 2^53 that `f64` holds exactly.
    pub const MOST: Chips = Chips(1_000_000_000_000);

    /// The amount as a floating-point number; exact for every amount of a hand.
    pub const fn as_f64(self) -> f64 {
        self.0 as f64
    }

    /// This percentage of the amount, rounded to the nearest chip, halves up.
    pub(crate) fn percent(self, percent: f64) -> Chips {
        Chips::rounded(self.as_f64() * percent / 100.0)
    }

    /// Rounded to the nearest chip, halves up, at most twice
    /// [`MOST`](Self::MOST) so that it can be added to another amount.
    pub(crate) fn rounded(chips: f64) -> Chips {
        let most = 2.0 * Chips::MOST.as_f64();
        Chips((chips + 0.5).floor().clamp(0.0, most) as u64)
    }

    /// The difference, or none at all when `other` is more.
    pub const fn saturating_sub(self, other: Chips) -> Chips {
        Chips(self.0.saturating_sub(other.0))
    }
}

impl Add for Chips {
    type Output = Chips;
    fn add(self, other: Chips) -> Chips {
        Chips(self.0 + other.0)
    }
}

impl Sub for Chips {
    type Output = Chips;
    fn sub(self, other: Chips) -> Chips {
        Chips(self.0 - other.0)
    }
}

impl AddAssign for Chips {
    fn add_assign(&mut self, other: Chips) {
        *self = *self + other;
    }
}

impl SubAssign for Chips {
    fn sub_assign(&mut self, other: Chips) {
        *self = *self - other;
    }
}

impl Sum for Chips {
    fn sum<I: Iterator<Item = Chips>>(iter: I) -> Chips {
        iter.fold(Chips::ZERO, Add::add)
    }
}

impl fmt::Display for Chips {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl fmt::Debug for Chips {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}c", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_round_to_the_nearest_chip_and_halves_up() {
        assert_eq!(Chips(180).percent(52.0), Chips(94)); // 93.6
        assert_eq!(Chips(10).percent(33.0), Chips(3)); // 3.3
        assert_eq!(Chips(150).percent(33.0), Chips(50)); // 49.5
        assert_eq!(Chips(1).percent(49.9), Chips(0));
        assert_eq!(Chips::rounded(f64::INFINITY), Chips(2_000_000_000_000));
    }
}
