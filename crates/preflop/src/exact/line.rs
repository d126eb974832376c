//! A line that sees a flop: the ranges that reach it, and the results of exact
//! solves.

use quasar_cards::{Game, HoldemClass, Range};

use super::ExactFlop;
use crate::{CLASSES, ClassTable, PreflopError};

/// The weight of hands that do not reach a line, as a fraction of that of those that do.
const OUTSIDE: f64 = 0.005;

/// The classes that reach a line, with weights up to 1; the player out of
/// position first.
///
/// Classes that do not reach it have a little weight anyway, half a percent
/// of the range in all: so the exact solves know what they would be worth.
#[derive(Clone, PartialEq, Debug)]
pub struct LineRanges {
    weights: [Vec<f64>; 2],
    frequency: f64,
}

impl LineRanges {
    /// From the reach of each class of each player; none if a player never reaches the
    /// line.
    pub fn new(classes: &ClassTable, reach: [&[f32]; 2]) -> Option<LineRanges> {
        let (mut together, mut all) = (0.0, 0.0);
        for oop in 0..CLASSES {
            for ip in 0..CLASSES {
                let pairs = f64::from(classes.pairs(oop, ip));
                together += pairs * f64::from(reach[0][oop]) * f64::from(reach[1][ip]);
                all += pairs;
            }
        }
        (together > 0.0)
            .then(|| LineRanges { weights: reach.map(with_outsiders), frequency: together / all })
    }

    /// How often hands reach it, 0 to 1.
    pub fn frequency(&self) -> f64 {
        self.frequency
    }

    /// The weight of each class of a player: 0 out of position, 1 in position.
    pub fn weights(&self, side: usize) -> &[f64] {
        &self.weights[side]
    }

    /// The ranges, combo by combo.
    pub(super) fn ranges(&self) -> Result<[Range; 2], PreflopError> {
        let range = |weights: &Vec<f64>| {
            let mut all = vec![0.0; Game::Holdem.combos()];
            for class in HoldemClass::all() {
                for combo in class.combos() {
                    all[combo.index()] = weights[class.index()] as f32;
                }
            }
            Range::from_weights(Game::Holdem, all).map_err(PreflopError::from)
        };
        let [oop, ip] = &self.weights;
        Ok([range(oop)?, range(ip)?])
    }
}

fn with_outsiders(reach: &[f32]) -> Vec<f64> {
    let sizes = || HoldemClass::all().map(|class| class.size() as f64);
    let combos: f64 = sizes().zip(reach).map(|(size, &reach)| size * f64::from(reach)).sum();
    let least = OUTSIDE * combos / sizes().sum::<f64>();
    let most = f64::from(reach.iter().copied().fold(0.0, f32::max));
    reach.iter().map(|&reach| (f64::from(reach).max(least) / most).min(1.0)).collect()
}

/// The mean value of each class on a line over the flops that were solved.
#[derive(Clone, PartialEq, Debug)]
pub struct LineValues {
    /// For each player and class: what it gets, times its compatible weight.
    sums: [Vec<f64>; 2],
    /// For each player and class: its compatible weight.
    compatible_weight: [Vec<f64>; 2],
}

impl Default for LineValues {
    fn default() -> LineValues {
        let zeros = || [vec![0.0; CLASSES], vec![0.0; CLASSES]];
        LineValues { sums: zeros(), compatible_weight: zeros() }
    }
}

impl LineValues {
    /// Adds a flop with the number of flops that it stands for.
    pub fn add(&mut self, weight: u32, flop: &ExactFlop) {
        for side in 0..2 {
            for class in 0..CLASSES {
                self.sums[side][class] += f64::from(weight) * flop.sums[side][class];
                self.compatible_weight[side][class] +=
                    f64::from(weight) * flop.compatible_weight[side][class];
            }
        }
    }

    /// The fraction of the pot that a class gets: of player 0 out of position, 1 in
    /// position. None if no flop leaves it.
    pub fn share(&self, side: usize, class: usize) -> Option<f64> {
        let compatible_weight = self.compatible_weight[side][class];
        (compatible_weight > 0.0).then(|| self.sums[side][class] / compatible_weight)
    }
}
