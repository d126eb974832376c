//! Bet sizes as players write them: fractions of the pot, multiples of the bet,
//! chips, geometric sizes.
//!
//! A [`SizeList`] is what may be chosen at a decision; [`Sizing`] turns it into
//! the levels to which a player may bet or raise there. `docs/BETTING.md`
//! explains both with examples.

mod levels;
mod parse;

use std::fmt;

use crate::Chips;

pub use levels::{Sizing, Thresholds};

/// One bet size, not yet in chips.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum BetSize {
    /// Percent of the pot; facing a bet, of the pot after calling, added to the
    /// bet: `50%`, `50`, `pot`, `0.5p`.
    Percent(f64),
    /// A multiple of the bet that is faced: `2.5x`.
    Multiple(f64),
    /// Chips; facing a bet, added to it: `100c`.
    Chips(Chips),
    /// The level in big blinds: `2.5bb`.
    BigBlinds(f64),
    /// The same percentage of the pot on each of some streets, so that the last
    /// bet is all-in: `e`, `3e`, `3e200%`.
    Geometric {
        /// Over how many streets, this one included; `None`: over all that are
        /// left.
        streets: Option<u8>,
        /// The most percent of the pot.
        most: Option<f64>,
    },
    /// The smallest bet or raise that is allowed: `min`.
    Min,
    /// Everything: `a`.
    AllIn,
}

/// Beyond this no percentage, multiple or number of blinds is meant.
const MOST_FACTOR: f64 = 1_000_000.0;

impl BetSize {
    /// Whether the numbers are such as text could have given: positive, finite,
    /// not absurd.
    pub(crate) fn is_sensible(self) -> bool {
        let factor = |number: f64| number > 0.0 && number <= MOST_FACTOR;
        match self {
            BetSize::Percent(number) | BetSize::BigBlinds(number) => factor(number),
            BetSize::Multiple(number) => factor(number) && number > 1.0,
            BetSize::Chips(chips) => Chips::ZERO < chips && chips <= Chips::MOST,
            BetSize::Geometric { streets, most } => streets != Some(0) && most.is_none_or(factor),
            BetSize::Min | BetSize::AllIn => true,
        }
    }
}

impl fmt::Display for BetSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BetSize::Percent(percent) => write!(f, "{percent}%"),
            BetSize::Multiple(factor) => write!(f, "{factor}x"),
            BetSize::Chips(chips) => write!(f, "{chips}c"),
            BetSize::BigBlinds(blinds) => write!(f, "{blinds}bb"),
            BetSize::Geometric { streets, most } => {
                if let Some(streets) = streets {
                    write!(f, "{streets}")?;
                }
                f.write_str("e")?;
                match most {
                    Some(percent) => write!(f, "{percent}%"),
                    None => Ok(()),
                }
            }
            BetSize::Min => f.write_str("min"),
            BetSize::AllIn => f.write_str("a"),
        }
    }
}

/// The bet sizes of one place: none, one or several.
///
/// ```
/// use quasar_game::SizeList;
/// let sizes: SizeList = "33, 75% e a".parse()?;
/// assert_eq!(sizes.to_string(), "33%, 75%, e, a");
/// # Ok::<(), quasar_game::TextError>(())
/// ```
#[derive(Clone, PartialEq, Debug, Default)]
pub struct SizeList(Vec<BetSize>);

impl SizeList {
    /// The sizes in the order in which they were written.
    pub fn sizes(&self) -> &[BetSize] {
        &self.0
    }

    /// The sizes of a grid of pot fractions.
    pub fn from_grid(grid: &PotGrid) -> SizeList {
        let fractions = grid.fractions.iter().map(|&fraction| BetSize::Percent(fraction * 100.0));
        let min = grid.include_min.then_some(BetSize::Min);
        let pot = grid.include_pot.then_some(BetSize::Percent(100.0));
        let all_in = grid.include_all_in.then_some(BetSize::AllIn);
        SizeList(min.into_iter().chain(fractions).chain(pot).chain(all_in).collect())
    }
}

impl FromIterator<BetSize> for SizeList {
    fn from_iter<I: IntoIterator<Item = BetSize>>(sizes: I) -> Self {
        SizeList(sizes.into_iter().collect())
    }
}

impl fmt::Display for SizeList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, size) in self.0.iter().enumerate() {
            if index > 0 {
                f.write_str(", ")?;
            }
            write!(f, "{size}")?;
        }
        Ok(())
    }
}

/// A grid of pot fractions with its switches, for both bets and raises.
#[derive(Clone, PartialEq, Debug)]
pub struct PotGrid {
    /// Fractions of the pot: 0.5 is half of it.
    pub fractions: Vec<f64>,
    /// Whether the smallest bet or raise is offered too.
    pub include_min: bool,
    /// Whether a bet or raise of the pot is offered too.
    pub include_pot: bool,
    /// Whether all-in is offered too; in pot-limit the pot is offered instead
    /// while the stack is larger.
    pub include_all_in: bool,
}

impl Default for PotGrid {
    fn default() -> Self {
        PotGrid {
            fractions: vec![0.33, 0.5, 0.75, 1.0],
            include_min: false,
            include_pot: false,
            include_all_in: false,
        }
    }
}
