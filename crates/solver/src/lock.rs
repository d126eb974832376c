//! Node locking: decisions with a fixed strategy.

use std::collections::HashMap;

use crate::SolverError;
use crate::kernels::Shape;

/// The locked decisions, by the first of their slots.
#[derive(Clone, Default, Debug)]
pub(crate) struct Locks {
    by_slot: HashMap<usize, Lock>,
}

impl Locks {
    /// The lock of a decision.
    pub(crate) fn get(&self, slot: usize) -> Option<&Lock> {
        if self.by_slot.is_empty() { None } else { self.by_slot.get(&slot) }
    }

    pub(crate) fn set(&mut self, slot: usize, lock: Lock) {
        self.by_slot.insert(slot, lock);
    }

    pub(crate) fn remove(&mut self, slot: usize) -> bool {
        self.by_slot.remove(&slot).is_some()
    }
}

/// A fixed strategy for some hands of a decision.
#[derive(Clone, Debug)]
pub(crate) struct Lock {
    /// Frequencies, action by action; hands that are free have none.
    frequencies: Vec<Option<f32>>,
    hands: usize,
}

/// How far the frequencies of a hand may sum from 1.
const TOLERANCE: f32 = 1e-3;

impl Lock {
    /// Checks frequencies, action by action for every hand of the board. A hand
    /// without frequencies is free.
    pub(crate) fn new(
        actions: usize,
        hands: usize,
        mut frequencies: Vec<Option<f32>>,
    ) -> Result<Lock, SolverError> {
        if frequencies.len() != actions * hands {
            return Err(SolverError::LockSize {
                found: frequencies.len(),
                expected: actions * hands,
            });
        }
        for hand in 0..hands {
            let given: Option<Vec<f32>> =
                (0..actions).map(|action| frequencies[action * hands + hand]).collect();
            let Some(given) = given else {
                if (0..actions).any(|action| frequencies[action * hands + hand].is_some()) {
                    return Err(SolverError::BadLock { hand, sum: "incomplete".to_owned() });
                }
                continue;
            };
            let sum: f32 = given.iter().sum();
            let possible = given.iter().all(|&frequency| frequency >= 0.0);
            if !possible || !(1.0 - TOLERANCE..=1.0 + TOLERANCE).contains(&sum) {
                return Err(SolverError::BadLock { hand, sum: sum.to_string() });
            }
            for action in 0..actions {
                frequencies[action * hands + hand] = Some(given[action] / sum);
            }
        }
        Ok(Lock { frequencies, hands })
    }

    /// Overwrites the strategy of the locked hands.
    pub(crate) fn impose(&self, shape: Shape, strategy: &mut [f32]) {
        for action in 0..shape.actions {
            for hand in 0..shape.hands {
                if let Some(frequency) = self.frequencies[action * self.hands + hand] {
                    strategy[action * shape.stride + hand] = frequency;
                }
            }
        }
    }

    /// Overwrites the values of the locked hands with those of their strategy.
    pub(crate) fn value(&self, shape: Shape, after: &[f32], value: &mut [f32]) {
        for hand in 0..shape.hands {
            let mean: Option<f32> = (0..shape.actions)
                .map(|action| {
                    let frequency = self.frequencies[action * self.hands + hand]?;
                    Some(frequency * after[action * shape.stride + hand])
                })
                .sum();
            if let Some(mean) = mean {
                value[hand] = mean;
            }
        }
    }
}
