//! What the house takes.

use thiserror::Error;

use crate::Chips;

/// The house's share of a pot: a rate up to a cap.
///
/// The share is not rounded, since the expected values it is subtracted from
/// are fractions of chips anyway.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rake {
    rate: f64,
    cap: f64,
    no_flop_no_drop: bool,
}

/// A rate or cap that no house takes.
#[derive(Clone, Copy, PartialEq, Debug, Error)]
#[non_exhaustive]
pub enum RakeError {
    /// Not between 0 and 1.
    #[error("a rake rate must be between 0 and 1, not {0}")]
    Rate(f64),
    /// Negative, or not a number.
    #[error("a rake cap must be 0 or more chips, not {0}")]
    Cap(f64),
}

impl Rake {
    /// No rake.
    pub const NONE: Rake = Rake { rate: 0.0, cap: 0.0, no_flop_no_drop: false };

    /// A share `rate` of each pot, at most `cap` chips (infinity for no cap);
    /// with `no_flop_no_drop` nothing from a hand that ends before the flop.
    pub fn new(rate: f64, cap: f64, no_flop_no_drop: bool) -> Result<Rake, RakeError> {
        if !(0.0..=1.0).contains(&rate) {
            return Err(RakeError::Rate(rate));
        }
        if cap.is_nan() || cap < 0.0 {
            return Err(RakeError::Cap(cap));
        }
        Ok(Rake { rate, cap, no_flop_no_drop })
    }

    /// The share of the pot, 0 to 1.
    pub fn rate(&self) -> f64 {
        self.rate
    }

    /// The most chips taken from a pot.
    pub fn cap(&self) -> f64 {
        self.cap
    }

    /// Whether a hand that ends before the flop is free.
    pub fn no_flop_no_drop(&self) -> bool {
        self.no_flop_no_drop
    }

    /// Whether nothing is ever taken, so that the game is zero-sum.
    pub fn is_none(&self) -> bool {
        self.rate == 0.0 || self.cap == 0.0
    }

    /// What the house takes from a pot, in chips. Uncalled chips are not part of
    /// the pot.
    pub fn amount(&self, pot: Chips, saw_flop: bool) -> f64 {
        if self.no_flop_no_drop && !saw_flop {
            return 0.0;
        }
        (pot.as_f64() * self.rate).min(self.cap)
    }
}

impl Default for Rake {
    fn default() -> Self {
        Rake::NONE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rate_up_to_a_cap_and_only_with_a_flop() -> Result<(), RakeError> {
        let rake = Rake::new(0.05, 30.0, true)?;
        assert_eq!(rake.amount(Chips(180), true), 9.0);
        assert_eq!(rake.amount(Chips(2000), true), 30.0);
        assert_eq!(rake.amount(Chips(180), false), 0.0);
        assert_eq!(Rake::new(0.05, f64::INFINITY, false)?.amount(Chips(2000), false), 100.0);
        assert_eq!(Rake::NONE.amount(Chips(2000), true), 0.0);
        assert_eq!(Rake::new(1.5, 0.0, false), Err(RakeError::Rate(1.5)));
        assert_eq!(Rake::new(0.1, -1.0, false), Err(RakeError::Cap(-1.0)));
        Ok(())
    }
}
