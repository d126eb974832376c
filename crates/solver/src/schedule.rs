//! Algorithms of the CFR family: the weights of old and new regrets and strategies.
//!
//! Every member of the family keeps regrets R and strategy sums S and updates
//! them with the regrets r and the strategy of the iteration:
//!
//! ```text
//! R <- R * (positive if R > 0 else negative) + r
//! S <- S * keep + add * own reach * strategy
//! ```
//!
//! | algorithm | positive | negative | keep |
//! |---|---|---|---|
//! | vanilla (Zinkevich et al. 2007) | 1 | 1 | 1 |
//! | CFR+ (Tammelin 2014) | 1 | 0 | (t-1)/t |
//! | linear (Brown and Sandholm 2019) | (t-1)/t | (t-1)/t | (t-1)/t |
//! | discounted (same) | u^a/(u^a+1) | u^b/(u^b+1) | (u/(u+1))^c, u = t-1 |
//! | predictive CFR+ (Farina et al. 2021) | 1 | 0 | ((t-1)/t)^2 |
//!
//! with t the iteration from 1. Multiplying a negative regret by 0 at the
//! next update is the same as setting it to 0 at this one, since regret matching
//! ignores it: that is CFR+. Multiplying the sums by (t-1)/t gives
//! iteration t the weight t.
//!
//! Fictitious play (Brown 1951) adds a best response against the opponent's average to
//! the player's own average; the optimistic variant counts the last response twice.

use crate::SolverError;
use crate::arch::Vectors;

/// How strategies are learned.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Algorithm {
    /// Regret matching with equal weights.
    Vanilla,
    /// Negative regrets are forgotten; averages grow linearly.
    CfrPlus,
    /// Iteration t has weight t in regrets and averages.
    Linear,
    /// Positive regrets, negative regrets and the average each have their own discount.
    Discounted(Discounts),
    /// CFR+ that matches regrets plus a prediction of the next ones.
    PredictivePlus,
    /// Best responses to averages.
    FictitiousPlay {
        /// Whether response t has weight t.
        linear: bool,
        /// Whether the last response counts twice.
        optimistic: bool,
    },
}

/// Exponents of discounted CFR.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Discounts {
    /// For positive regrets.
    pub alpha: f64,
    /// For negative regrets.
    pub beta: f64,
    /// For the average.
    pub gamma: f64,
    /// Whether the average restarts after 1, 4, 16, 64, … iterations.
    pub reset: bool,
}

impl Default for Discounts {
    fn default() -> Discounts {
        Discounts { alpha: 1.5, beta: 0.0, gamma: 2.0, reset: false }
    }
}

impl Default for Algorithm {
    fn default() -> Algorithm {
        Algorithm::Discounted(Discounts::default())
    }
}

/// Whose strategy an iteration changes at a time.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Updates {
    /// One player, then the other, who sees the change.
    #[default]
    Alternating,
    /// Both against the strategies of the last iteration.
    Simultaneous,
}

/// Skipping actions that every hand regrets too much (Brown and Sandholm 2015).
///
/// An action is skipped if every hand's regret is below the threshold. Its
/// regrets then change only by the discount, and what follows it does not change.
///
/// Regrets are sums over iterations of chips times the opponent's weight, and so is the
/// threshold: -(pot * sum of the opponent's weights) is what one iteration can lose with
/// a bet of the pot. A threshold nearer to 0 skips actions that are not settled yet,
/// which costs more iterations than it saves. With discounted CFR and beta 0, which
/// halves negative regrets every time, nothing falls far below twice the loss of one
/// iteration.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Pruning {
    /// Iterations before any pruning.
    pub warmup: u32,
    /// The fraction of later iterations that skip nothing.
    pub explore: f64,
    /// The regret below which an action is skipped: negative.
    pub threshold: f32,
    /// Regrets never fall below this, so that an action can come back: not above
    /// the threshold.
    pub floor: f32,
}

/// Factors of one iteration.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Weights {
    pub(crate) positive: f32,
    pub(crate) negative: f32,
    pub(crate) keep: f32,
    pub(crate) add: f32,
    /// Regrets never fall below this.
    pub(crate) floor: f32,
}

impl Weights {
    /// Regrets after an iteration.
    #[inline(always)]
    pub(crate) fn learn<V: Vectors>(
        self,
        vectors: V,
        regrets: V::Single,
        learned: V::Single,
    ) -> V::Single {
        // The factor of negative regrets for all, and the difference for positive ones: no
        // branch.
        let more = vectors.splat(self.positive - self.negative);
        let positive = vectors.larger(regrets, vectors.zeros());
        let learned = vectors.times_plus(positive, more, learned);
        let regrets = vectors.times_plus(regrets, vectors.splat(self.negative), learned);
        vectors.larger(regrets, vectors.splat(self.floor))
    }

    /// Strategy sums after an iteration; `played` is own reach times strategy.
    #[inline(always)]
    pub(crate) fn sum<V: Vectors>(
        self,
        vectors: V,
        sums: V::Single,
        played: V::Single,
    ) -> V::Single {
        let added = vectors.times(vectors.splat(self.add), played);
        vectors.times_plus(sums, vectors.splat(self.keep), added)
    }
}

impl Algorithm {
    /// The factors of iteration `iteration`, counted from 1.
    pub(crate) fn weights(self, iteration: u32) -> Weights {
        let before = f64::from(iteration - 1);
        let linear = before / (before + 1.0);
        let (positive, negative, keep) = match self {
            Algorithm::Vanilla => (1.0, 1.0, 1.0),
            Algorithm::CfrPlus => (1.0, 0.0, linear),
            Algorithm::Linear => (linear, linear, linear),
            Algorithm::PredictivePlus => (1.0, 0.0, linear.powi(2)),
            Algorithm::Discounted(discounts) => {
                let share = |exponent: f64| {
                    let power = before.powf(exponent);
                    if power.is_infinite() { 1.0 } else { power / (power + 1.0) }
                };
                let counted =
                    if discounts.reset { since_power_of_four(iteration - 1) } else { before };
                let keep = (counted / (counted + 1.0)).powf(discounts.gamma);
                (share(discounts.alpha), share(discounts.beta), keep)
            }
            Algorithm::FictitiousPlay { linear: true, .. } => (1.0, 1.0, linear),
            Algorithm::FictitiousPlay { linear: false, .. } => (1.0, 1.0, 1.0),
        };
        Weights {
            positive: positive as f32,
            negative: negative as f32,
            keep: keep as f32,
            add: 1.0,
            floor: f32::NEG_INFINITY,
        }
    }

    /// The total weight in the sums of all iterations up to `iteration`.
    pub(crate) fn total_weight(self, iteration: u32) -> f32 {
        let add = |total: f64, iteration: u32| {
            let weights = self.weights(iteration);
            total * f64::from(weights.keep) + f64::from(weights.add)
        };
        (1..=iteration).fold(0.0, add) as f32
    }

    /// Whether the last regrets are kept for the next iteration.
    pub(crate) fn predicts(self) -> bool {
        self == Algorithm::PredictivePlus
    }

    pub(crate) fn check(self) -> Result<(), SolverError> {
        let Algorithm::Discounted(discounts) = self else { return Ok(()) };
        for (name, value) in [("alpha", discounts.alpha), ("beta", discounts.beta)] {
            if value.is_nan() {
                return Err(bad(name, value, "it must be a number"));
            }
        }
        if !(discounts.gamma >= 0.0 && discounts.gamma.is_finite()) {
            return Err(bad("gamma", discounts.gamma, "it must be finite and not negative"));
        }
        Ok(())
    }
}

impl Pruning {
    /// Whether an iteration, counted from 1, may skip actions.
    pub(crate) fn applies(&self, iteration: u32) -> bool {
        let explored = |iteration: u32| (f64::from(iteration) * self.explore).floor();
        iteration > self.warmup && explored(iteration) == explored(iteration - 1)
    }

    pub(crate) fn check(&self) -> Result<(), SolverError> {
        if !(0.0..=1.0).contains(&self.explore) {
            return Err(bad("explore", self.explore, "it must be between 0 and 1"));
        }
        if !(self.threshold < 0.0 && self.threshold.is_finite()) {
            return Err(bad("threshold", f64::from(self.threshold), "it must be negative"));
        }
        if !(self.floor <= self.threshold && self.floor.is_finite()) {
            return Err(bad("floor", f64::from(self.floor), "it must not be above the threshold"));
        }
        Ok(())
    }
}

fn bad(name: &'static str, value: f64, expected: &'static str) -> SolverError {
    SolverError::BadSetting { name, value: value.to_string(), expected }
}

/// How many iterations ago the count was last 0 or a power of four.
fn since_power_of_four(count: u32) -> f64 {
    match count.checked_ilog2() {
        Some(log) => f64::from(count - (1 << (log & !1))),
        None => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn averages_start_anew_at_powers_of_four() {
        let since: Vec<f64> =
            [0, 1, 2, 3, 4, 5, 15, 16, 17, 63, 64].map(since_power_of_four).into();
        assert_eq!(since, [0.0, 0.0, 1.0, 2.0, 0.0, 1.0, 11.0, 0.0, 1.0, 47.0, 0.0]);
    }

    /// In the sums after T iterations, the iterations have weights 1, 2, …, T.
    #[test]
    fn linear_averages_weigh_iterations_by_their_number() {
        let mut shares = Vec::new();
        for iteration in 1..=20 {
            let weights = Algorithm::CfrPlus.weights(iteration);
            shares.iter_mut().for_each(|share| *share *= weights.keep);
            shares.push(weights.add);
        }
        for (place, share) in shares.iter().enumerate() {
            assert!((share * 20.0 - (place + 1) as f32).abs() < 1e-4, "{shares:?}");
        }
    }

    /// The formulas of the paper, whose t is the number of iterations before.
    #[test]
    fn discounted_factors_follow_the_paper() {
        let weights = Algorithm::default().weights(5);
        assert!((weights.positive - 8.0 / 9.0).abs() < 1e-6, "4^1.5 = 8");
        assert!((weights.negative - 0.5).abs() < 1e-6);
        assert!((weights.keep - 0.64).abs() < 1e-6, "(4/5)^2");
        let forever =
            Algorithm::Discounted(Discounts { alpha: f64::INFINITY, ..Discounts::default() });
        assert_eq!(forever.weights(5).positive, 1.0);
    }

    #[test]
    fn a_share_of_iterations_explores() {
        let pruning = Pruning { warmup: 100, explore: 0.05, threshold: -1.0, floor: -2.0 };
        assert!((1..=100).all(|iteration| !pruning.applies(iteration)));
        let explored = (101..=300).filter(|&iteration| !pruning.applies(iteration)).count();
        assert_eq!(explored, 10);
    }
}
