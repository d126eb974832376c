//! The exploitability of strategies with river buckets, estimated from samples of rivers.
//!
//! Each sample measures some rivers of every turn without buckets and the others by buckets
//! ([`Solver::measure_samples`](quasar_solver::Solver::measure_samples)). The mean over samples
//! estimates an upper bound of the exploitability in the exact game; its interval is Student's.

use quasar_solver::{Measured, RiverSamples};
use schemars::JsonSchema;
use serde::Serialize;

/// Quantiles of Student's distribution for an interval of 95 %, by degrees of freedom from 1.
const STUDENT: [f64; 7] = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365];

/// What samples say about the exploitability.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct SampledMeasure {
    samples: usize,
    /// The mean over samples, in chips.
    mean: f64,
    standard_error: f64,
}

/// An upper bound of the exploitability in the exact game, estimated from samples of rivers.
/// It is not the exploitability, which is measured on all of them.
#[derive(Clone, PartialEq, Debug, JsonSchema, Serialize)]
pub struct SampledBoundReport {
    /// How many samples there are.
    pub samples: usize,
    /// A sample has one in so many rivers of every turn.
    pub one_in: u32,
    /// The seed of the draw.
    pub seed: u64,
    /// The mean over samples of what best responses gain, in chips: an upper bound of the
    /// exploitability in the mean over all draws.
    pub upper_bound: f64,
    /// The same in percent of the pot.
    pub upper_bound_percent: f64,
    /// The standard error of the mean, in percent of the pot.
    pub standard_error_percent: f64,
    /// The interval that has the mean over all draws with a probability of 95 %, in percent of
    /// the pot.
    pub interval_percent: [f64; 2],
}

impl SampledMeasure {
    /// How rivers are drawn: a quarter of them in all.
    pub(super) const RIVERS: RiverSamples = RiverSamples { one_in: 16, samples: 4, seed: 1 };

    pub(super) fn new(samples: &[Measured]) -> SampledMeasure {
        let count = samples.len() as f64;
        let mean = samples.iter().map(Measured::mean).sum::<f64>() / count;
        let squares = samples.iter().map(|sample| (sample.mean() - mean).powi(2)).sum::<f64>();
        let variance = if samples.len() > 1 { squares / (count - 1.0) } else { 0.0 };
        let standard_error = (variance / count).sqrt();
        SampledMeasure { samples: samples.len(), mean, standard_error }
    }

    pub(super) fn report(&self, percent: impl Fn(f64) -> f64) -> SampledBoundReport {
        let freedom = self.samples.saturating_sub(1).clamp(1, STUDENT.len());
        let half = STUDENT[freedom - 1] * self.standard_error;
        let RiverSamples { one_in, seed, .. } = SampledMeasure::RIVERS;
        SampledBoundReport {
            samples: self.samples,
            one_in,
            seed,
            upper_bound: self.mean,
            upper_bound_percent: percent(self.mean),
            standard_error_percent: percent(self.standard_error),
            interval_percent: [self.mean - half, self.mean + half].map(percent),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Means of 1, 2, 3 and 6: mean 3, variance 14 / 3, standard error sqrt(14 / 12).
    #[test]
    fn the_interval_is_that_of_students_distribution() {
        let sample = |mean: f64| Measured {
            values: [0.0; 2],
            best_responses: [2.0 * mean, 0.0],
            on_merged: [0.0; 2],
        };
        let report =
            SampledMeasure::new(&[1.0, 2.0, 3.0, 6.0].map(sample)).report(|chips| 10.0 * chips);
        assert_eq!((report.samples, report.upper_bound), (4, 3.0));
        let error = (14.0f64 / 12.0).sqrt();
        assert!((report.standard_error_percent - 10.0 * error).abs() < 1e-9);
        let [low, high] = report.interval_percent;
        assert!((high - low - 2.0 * 3.182 * 10.0 * error).abs() < 1e-9);
        assert!((high + low - 60.0).abs() < 1e-9);
    }
}
