//! The values of all flops together, at several stack depths.

use crate::{CLASSES, ClassTable, PreflopError};

/// The mean over flops of what each class gets against each other at one stack
/// depth.
#[derive(Clone, PartialEq, Debug)]
pub struct ModelValues {
    /// Sums over flops of weight times pairs of combos times value.
    sums: Vec<f64>,
    /// Sums over flops of weight times pairs of combos.
    weights: Vec<f64>,
}

impl Default for ModelValues {
    fn default() -> ModelValues {
        ModelValues { sums: vec![0.0; CLASSES * CLASSES], weights: vec![0.0; CLASSES * CLASSES] }
    }
}

impl ModelValues {
    /// The mean over no flops yet.
    pub fn new() -> ModelValues {
        ModelValues::default()
    }

    /// Adds a flop with its weight: the number of flops that it stands for.
    /// `values` are those of a [`FlopSolution`](crate::FlopSolution).
    pub fn add(&mut self, classes: &ClassTable, weight: u32, values: &[f32]) {
        for (place, &value) in values.iter().enumerate().take(CLASSES * CLASSES) {
            let pairs = classes.pairs(place / CLASSES, place % CLASSES);
            let weight = f64::from(weight) * f64::from(pairs);
            self.weights[place] += weight;
            self.sums[place] += weight * f64::from(value);
        }
    }

    /// The mean of two classes, the first out of position; none if no flop leaves
    /// both.
    pub fn value(&self, oop: usize, ip: usize) -> Option<f64> {
        let place = oop * CLASSES + ip;
        (self.weights[place] > 0.0).then(|| self.sums[place] / self.weights[place])
    }

    /// All means, row by row; NaN where no flop leaves both classes.
    pub fn means(&self) -> Vec<f32> {
        self.sums.iter().zip(&self.weights).map(|(sum, weight)| (sum / weight) as f32).collect()
    }

    /// What each class gets on average against all combos, out of position and in
    /// position; none if no flop leaves it.
    pub fn class_means(&self) -> [Vec<Option<f64>>; 2] {
        let mean = |places: &mut dyn Iterator<Item = usize>| {
            let (mut sum, mut weight) = (0.0, 0.0);
            for place in places {
                sum += self.sums[place];
                weight += self.weights[place];
            }
            (weight > 0.0).then(|| sum / weight)
        };
        let oop = |hero| mean(&mut (0..CLASSES).map(|other| hero * CLASSES + other));
        let ip = |hero| mean(&mut (0..CLASSES).map(|other| other * CLASSES + hero));
        [
            (0..CLASSES).map(oop).collect(),
            (0..CLASSES).map(|hero| ip(hero).map(|theirs| 1.0 - theirs)).collect(),
        ]
    }
}

/// The value of seeing a flop at any stack depth: interpolated linearly between the
/// depths that were solved; with nothing left to bet, the equity before the flop;
/// deeper than all that were solved, the value of the deepest.
#[derive(Clone, PartialEq, Debug)]
pub struct FlopModel {
    /// By stack-to-pot ratio, ascending; the first is 0.
    depths: Vec<(f64, Vec<f32>)>,
    /// Pairs of classes that no flop of the model leaves.
    unseen: usize,
}

impl FlopModel {
    /// A model from the mean values at each stack-to-pot ratio, row by row; NaN
    /// stands for pairs of classes that the flops do not leave, which get their
    /// equity before the flop.
    pub fn new(depths: Vec<(f64, Vec<f32>)>) -> Result<FlopModel, PreflopError> {
        if depths.is_empty() {
            return Err(PreflopError::EmptyModel);
        }
        let preflop = ClassTable::preflop();
        let equities: Vec<f32> = (0..CLASSES * CLASSES)
            .map(|place| preflop.equity(place / CLASSES, place % CLASSES) as f32)
            .collect();
        let mut unseen = 0;
        let mut all = vec![(0.0, equities.clone())];
        for (spr, mut values) in depths {
            if !(spr > 0.0 && spr.is_finite()) {
                return Err(PreflopError::BadSpr(spr));
            }
            if values.len() != CLASSES * CLASSES {
                return Err(PreflopError::ValueCount { found: values.len() });
            }
            let missing = values.iter().filter(|value| value.is_nan()).count();
            unseen = unseen.max(missing);
            for (place, value) in values.iter_mut().enumerate() {
                if value.is_nan() {
                    *value = equities[place];
                }
                if value.is_infinite() {
                    let (hero, villain) = (place / CLASSES, place % CLASSES);
                    return Err(PreflopError::BadValue { hero, villain });
                }
            }
            all.push((spr, values));
        }
        all.sort_by(|one, other| one.0.total_cmp(&other.0));
        if let Some(two) = all.windows(2).find(|two| two[0].0 == two[1].0) {
            return Err(PreflopError::DuplicateSpr(two[0].0));
        }
        Ok(FlopModel { depths: all, unseen })
    }

    /// The stack-to-pot ratios that were solved, ascending.
    pub fn sprs(&self) -> impl Iterator<Item = f64> {
        self.depths.iter().skip(1).map(|(spr, _)| *spr)
    }

    /// Pairs of classes that no flop of the model leaves; they get their equity
    /// before the flop.
    pub fn unseen(&self) -> usize {
        self.unseen
    }

    /// The fraction of the pot that each class gets out of position (row) against
    /// each in position (column).
    pub fn at(&self, spr: f64) -> Vec<f32> {
        let above = self.depths.partition_point(|(depth, _)| *depth < spr);
        let Some((high, higher)) = self.depths.get(above) else {
            return self.depths[self.depths.len() - 1].1.clone();
        };
        let Some((low, lower)) = above.checked_sub(1).map(|below| &self.depths[below]) else {
            return higher.clone();
        };
        let share = ((spr - low) / (high - low)) as f32;
        lower.iter().zip(higher).map(|(low, high)| low + share * (high - low)).collect()
    }
}
