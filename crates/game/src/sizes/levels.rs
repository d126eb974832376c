//! From bet sizes to chips.
//!
//! Everything is measured against the pot after calling, which is the pot itself
//! when there is nothing to call. A size becomes a level, the level is clamped
//! to what is allowed, and three thresholds tidy the list:
//!
//! 1. *add all-in*: all-in is offered when it is at most this many pots;
//! 2. *force all-in*: a level becomes all-in when, after a call, at most this many
//!    pots would be left behind;
//! 3. *merge*: from the largest level down, keep one of X pots and drop each
//!    smaller one of Y pots with (1 + X) / (1 + Y) < 1 + threshold.
//!
//! A geometric size over n streets is the fraction f of the pot with
//! pot * (1 + 2 f)^n = pot + 2 * stack: bet and called n times, it puts in the whole
//! stack. A re-raise takes the place of a later street's bet, so n is one less for
//! each earlier raise of the street, and at least 1.

use quasar_cards::Street;

use crate::{BetSize, BettingPhase, Chips, Hand, Levels};

/// When sizes become all-in or are merged; zero switches each off.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Thresholds {
    /// Offer all-in when it is at most this many pots.
    pub add_all_in: f64,
    /// Bet all-in instead of leaving at most this many pots behind after a call.
    pub force_all_in: f64,
    /// Drop sizes that are close to a larger one.
    pub merge: f64,
}

/// What the bet sizes of one decision are measured against.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sizing {
    /// The levels the rules allow.
    pub legal: Levels,
    /// The level at which the smaller stack is all-in.
    pub all_in: Chips,
    /// The street's bet so far; zero if there is none.
    pub current_bet: Chips,
    /// The pot after calling.
    pub pot: Chips,
    /// The big blind.
    pub big_blind: Chips,
    /// The streets on which there will be betting, this one included.
    pub streets_left: u8,
    /// The raises so far on the street.
    pub raises: u32,
}

impl Sizing {
    /// What sizes are measured against for the seat to act, when the betting
    /// goes on up to `last_street`; `None` when it may not bet or raise.
    ///
    /// No more is bet than an opponent can call, unless the smallest legal raise
    /// is more than that.
    pub fn of(hand: &Hand, last_street: Street) -> Option<Sizing> {
        let BettingPhase::Betting { seat } = hand.phase() else { return None };
        let legal = hand.legal()?;
        let levels = legal.levels?;
        let reach = |seat: usize| {
            let state = &hand.seats()[seat];
            if state.folded { Chips::ZERO } else { state.committed_on_street + state.stack }
        };
        let others = (0..hand.seats().len()).filter(|&other| other != seat);
        let answer = others.map(reach).max().unwrap_or_default();
        let all_in = reach(seat).min(answer).max(levels.smallest);
        Some(Sizing {
            legal: Levels { smallest: levels.smallest, largest: levels.largest.min(all_in) },
            all_in,
            current_bet: hand.current_bet(),
            pot: hand.pot() + legal.call.unwrap_or_default(),
            big_blind: hand.rules().big_blind,
            raises: hand.raises(),
            streets_left: (last_street as u8).saturating_sub(hand.street() as u8) + 1,
        })
    }

    /// The levels to bet or raise to, in ascending order, each once.
    pub fn levels(&self, sizes: &[BetSize], thresholds: Thresholds) -> Vec<Chips> {
        let mut levels: Vec<Chips> = sizes.iter().map(|&size| self.level(size)).collect();
        let largest = self.all_in.saturating_sub(self.current_bet);
        let enough = self.pot.percent(100.0 * thresholds.add_all_in);
        if largest <= enough && self.legal.contains(self.all_in) {
            levels.push(self.all_in);
        }
        for level in &mut levels {
            *level = self.legal.clamp(*level);
            if self.nearly_all_in(*level, thresholds.force_all_in) {
                *level = self.legal.clamp(self.all_in);
            }
        }
        levels.sort_unstable();
        levels.dedup();
        self.merge(&mut levels, thresholds.merge);
        levels
    }

    /// The level of a size, before any rule is asked.
    fn level(&self, size: BetSize) -> Chips {
        match size {
            BetSize::Percent(percent) => self.current_bet + self.pot.percent(percent),
            BetSize::Multiple(factor) => Chips::rounded(self.current_bet.as_f64() * factor),
            BetSize::Chips(chips) => self.current_bet + chips,
            BetSize::BigBlinds(blinds) => Chips::rounded(self.big_blind.as_f64() * blinds),
            BetSize::Geometric { streets, most } => {
                let percent = self.geometric(streets.unwrap_or(self.streets_left));
                self.current_bet + self.pot.percent(percent.min(most.unwrap_or(f64::INFINITY)))
            }
            BetSize::Min => self.legal.smallest,
            BetSize::AllIn => self.all_in,
        }
    }

    /// The percentage of the pot that puts in the whole stack over this many streets.
    fn geometric(&self, streets: u8) -> f64 {
        let bets = u32::from(streets).saturating_sub(self.raises).max(1);
        let behind = self.all_in.saturating_sub(self.current_bet).as_f64();
        let growth = 1.0 + 2.0 * behind / self.pot.as_f64();
        50.0 * (growth.powf(1.0 / f64::from(bets)) - 1.0)
    }

    fn nearly_all_in(&self, level: Chips, threshold: f64) -> bool {
        let added = level.saturating_sub(self.current_bet);
        let pot = self.pot + added + added;
        self.all_in.saturating_sub(level) <= pot.percent(100.0 * threshold)
    }

    /// Drops levels, which ascend, that are too close to a larger one.
    fn merge(&self, levels: &mut Vec<Chips>, threshold: f64) {
        let pots = |level: Chips| (self.pot + level.saturating_sub(self.current_bet)).as_f64();
        // A ratio that equals the threshold is not below it, whatever the last
        // bit of the product says.
        let slack = 1.0 - 1e-12;
        let mut kept = f64::INFINITY;
        levels.reverse();
        levels.retain(|&level| {
            let keep = kept >= (1.0 + threshold) * pots(level) * slack;
            if keep {
                kept = pots(level);
            }
            keep
        });
        levels.reverse();
    }
}
