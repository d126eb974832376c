//! The fields that say how to solve and when to stop, shared by spots, decisions and
//! small games.

use std::num::NonZeroU32;

use quasar_cards::Street;
use quasar_solver::{Algorithm, Discounts, Precision, Sampling, Settings, Updates};

use super::document::document;
use super::values::quantities::{Count, Exponent, Seed, Threads};
use super::values::{AlgorithmName, Algorithms, Name, Num, Precisions, Time, UpdateOrders};
use super::{At, FieldError, LeftOut};
use crate::job::{Goal, thread_count};

document! {
    /// How strategies are learned: a name, or a name with the exponents of discounted CFR.
    pub struct AlgorithmDocument ("a name or fields", or name) {
        /// The algorithm.
        name: At<Name<Algorithms>>,
        /// The exponent for positive regrets.
        alpha: At<Num<Exponent>>,
        /// The exponent for negative regrets.
        beta: At<Num<Exponent>>,
        /// The exponent for the average.
        gamma: At<Num<Exponent>>,
        /// Whether the average restarts after 1, 4, 16, 64, … iterations.
        reset: At<bool>,
    }
}

impl AlgorithmDocument {
    /// The algorithm; by default discounted CFR with these exponents.
    pub(crate) fn algorithm(&self, defaults: Discounts) -> Result<Algorithm, FieldError> {
        let name = self.name.as_deref().map_or(AlgorithmName::Dcfr, |name| name.0);
        let exponents = [
            ("algorithm.alpha", &self.alpha),
            ("algorithm.beta", &self.beta),
            ("algorithm.gamma", &self.gamma),
        ];
        if name != AlgorithmName::Dcfr {
            let expected = "left out unless the algorithm is dcfr";
            for (field, exponent) in exponents {
                if let Some(exponent) = exponent {
                    return Err(exponent.must_be(field, expected));
                }
            }
            if let Some(reset) = &self.reset {
                return Err(reset.must_be("algorithm.reset", expected));
            }
        }
        let [alpha, beta, gamma] = exponents.map(|(_, exponent)| exponent.as_ref());
        let or =
            |exponent: Option<&At<Num<Exponent>>>, default| exponent.map_or(default, |e| e.get());
        Ok(name.algorithm(Discounts {
            alpha: or(alpha, defaults.alpha),
            beta: or(beta, defaults.beta),
            gamma: or(gamma, defaults.gamma),
            reset: self.reset.as_deref().copied().unwrap_or(defaults.reset),
        }))
    }
}

impl From<Algorithm> for AlgorithmDocument {
    fn from(algorithm: Algorithm) -> AlgorithmDocument {
        let name = Some(Name(AlgorithmName::from(algorithm)).into());
        let Algorithm::Discounted(Discounts { alpha, beta, gamma, reset }) = algorithm else {
            return AlgorithmDocument { name, ..AlgorithmDocument::default() };
        };
        let exponent = |number| Some(Num::of(number).into());
        AlgorithmDocument {
            name,
            alpha: exponent(alpha),
            beta: exponent(beta),
            gamma: exponent(gamma),
            reset: reset.then_some(reset.into()),
            left_out: LeftOut::default(),
        }
    }
}

document! {
    /// Public chance sampling: an iteration takes one in so many cards of a street.
    pub struct DealsDocument ("fields, such as {turn: 4}") {
        /// One in so many turn cards; all if left out.
        turn: At<Num<Count>>,
        /// One in so many river cards; all if left out.
        river: At<Num<Count>>,
        /// The seed of the draw; 1 if left out.
        seed: At<Num<Seed>>,
    }
}

impl DealsDocument {
    /// The seed if none is given.
    const SEED: u64 = 1;

    /// What is sampled in a spot that begins on a street.
    pub(crate) fn sampling(&self, first: Street) -> Result<Sampling, FieldError> {
        let streets = [
            (Street::Turn, "sampling.turn", &self.turn),
            (Street::River, "sampling.river", &self.river),
        ];
        let mut one_in = Vec::new();
        for (street, field, count) in streets {
            match count {
                Some(count) if street <= first => {
                    return Err(count.must_be(field, "left out: the board has this card"));
                }
                _ if street <= first => {}
                count => one_in.push(count.as_ref().map_or(1, |count| count.get())),
            }
        }
        one_in.resize(2, 1);
        let seed = self.seed.as_ref().map_or(DealsDocument::SEED, |seed| seed.get());
        Ok(Sampling { one_in: [one_in[0], one_in[1], 1], seed, until: None })
    }

    /// The fields of what is sampled in a spot that begins on a street.
    pub(crate) fn of(sampling: &Sampling, first: Street) -> DealsDocument {
        let count = |count: u32| (count > 1).then(|| Num::of(count).into());
        let [one, other, _] = sampling.one_in.map(count);
        let (turn, river) = if first < Street::Turn { (one, other) } else { (None, one) };
        DealsDocument {
            turn,
            river,
            seed: Some(Num::of(sampling.seed).into()),
            left_out: LeftOut::default(),
        }
    }
}

/// What a document says about how to solve.
#[derive(Clone, Copy)]
pub(crate) struct SettingFields<'a> {
    pub(crate) algorithm: Option<&'a AlgorithmDocument>,
    pub(crate) updates: Option<&'a At<Name<UpdateOrders>>>,
    pub(crate) precision: Option<&'a At<Name<Precisions>>>,
    pub(crate) threads: Option<&'a At<Num<Threads>>>,
}

impl SettingFields<'_> {
    /// The settings; without fields, discounted CFR with these exponents.
    pub(crate) fn settings(self, discounts: Discounts) -> Result<Settings, FieldError> {
        let algorithm = match self.algorithm {
            Some(algorithm) => algorithm.algorithm(discounts)?,
            None => Algorithm::Discounted(discounts),
        };
        Ok(Settings {
            algorithm,
            updates: self.updates.map_or(Updates::default(), |name| name.0),
            precision: self.precision.map_or(Precision::default(), |name| name.0),
            threads: thread_count(self.threads.map_or(0, |threads| threads.get())),
            ..Settings::default()
        })
    }
}

/// What a document says about when to stop, besides the exploitability.
#[derive(Clone, Copy)]
pub(crate) struct LimitFields<'a> {
    pub(crate) iterations: Option<&'a At<Num<Count>>>,
    pub(crate) time: Option<&'a At<Time>>,
    pub(crate) check_every: Option<&'a At<Num<Count>>>,
}

impl LimitFields<'_> {
    /// The goal with a target in chips; without any limit, `default` is the target.
    pub(crate) fn goal(self, target: Option<f64>, default: Option<f64>) -> Goal {
        let count = |number: &At<Num<Count>>| NonZeroU32::new(number.get());
        let iterations = self.iterations.map(|iterations| iterations.get());
        let time = self.time.map(|time| time.0);
        let limited = iterations.is_some() || time.is_some();
        Goal {
            exploitability: target.or(default.filter(|_| !limited)),
            iterations,
            time,
            check_every: self.check_every.and_then(count).unwrap_or(Goal::DEFAULT_CHECK),
        }
    }
}

/// The number with the fewest digits near `guess` whose `meaning` is `wanted`; the guess if
/// there is none.
pub(crate) fn shortest(wanted: f64, guess: f64, meaning: impl Fn(f64) -> f64) -> f64 {
    let rounded = |digits: usize| format!("{guess:.digits$e}").parse::<f64>().ok();
    let fits = |number: &f64| meaning(*number) == wanted;
    (0..17).filter_map(rounded).find(fits).unwrap_or(guess)
}
