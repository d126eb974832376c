//! Learning from sampled deals: Monte Carlo CFR with chance sampling (Lanctot,
//! Waugh, Zinkevich and Bowling 2009), for all classes at once.
//!
//! An iteration deals hands, turns and rivers, and ranks them. How often two classes were dealt
//! together and who won are the tables of that iteration, for both folds and showdowns. Scaled by
//! pairs of hands over deals, their expectation is the whole table, so regrets are correct on
//! average, and a rare or lucky deal is so for every action. The exploitability is measured with
//! the whole table.
//!
//! Cost: about 40 ns a deal on top of an iteration, and 0.8 MB.

use quasar_cards::{Board, HoldemClass};
use quasar_equity::FlopDeals;
use quasar_solver::{MatrixGame, MatrixTables, NodeAt, PairTable, Profile, Solver, SolverError};

use crate::{CLASSES, ClassTable, PreflopError};

/// The batch of deals from which values are computed; no iteration has this number.
const VALUES: u64 = u64::MAX;

/// How many deals are sampled, and when a flop is done.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct DealSampling {
    /// Deals of an iteration as a fraction of the 1,271,256 pairs of hands that a flop
    /// leaves.
    pub share: f64,
    /// The deals from which the values are computed at the end.
    pub value_deals: u32,
    /// The mean change of the classes' values between two measurements that ends a
    /// flop, as a fraction of the pot; 0 for none.
    pub ev_change: f64,
}

impl DealSampling {
    /// Deals of an iteration.
    pub fn deals(&self) -> u32 {
        (self.share * FlopDeals::HAND_PAIRS as f64).round().max(1.0) as u32
    }
}

/// Deals on one flop and the tables they make.
pub(super) struct Sampled {
    settings: DealSampling,
    deals: FlopDeals,
    seed: u64,
    tables: MatrixTables,
}

impl Sampled {
    pub(super) fn new(
        settings: DealSampling,
        classes: &ClassTable,
    ) -> Result<Sampled, PreflopError> {
        let flop: Board = classes.flop().ok_or(PreflopError::NothingToDeal)?;
        let zeros = || PairTable::shared([CLASSES; 2], |_, _| 0.0);
        Ok(Sampled {
            settings,
            deals: FlopDeals::new(flop).map_err(|_| PreflopError::NothingToDeal)?,
            seed: flop.set().bits(),
            tables: MatrixTables { together: zeros(), tests: vec![zeros()] },
        })
    }

    /// One iteration on its own deals.
    pub(super) fn step(&mut self, solver: &mut Solver<MatrixGame>) -> Result<(), SolverError> {
        self.deals.clear();
        self.deals.deal(self.settings.deals(), self.seed, u64::from(solver.iteration()));
        // The unit of ClassTable::together: a class has one compatible combo on average.
        let scale = CLASSES as f64 / self.deals.dealt() as f64;
        let (deals, MatrixTables { together, tests }) = (&self.deals, &mut self.tables);
        together.refill_shared(|oop, ip| {
            (scale * f64::from(deals.count(class(oop), class(ip)))) as f32
        });
        for test in tests {
            test.refill_opposed(|oop, ip| {
                (scale * f64::from(deals.result(class(oop), class(ip)))) as f32
            });
        }
        solver.swap_tables(&mut self.tables)?;
        solver.step()?;
        solver.swap_tables(&mut self.tables)
    }

    /// Deals for the values.
    pub(super) fn value_deals(&mut self) -> &FlopDeals {
        self.deals.clear();
        self.deals.deal(self.settings.value_deals, self.seed, VALUES);
        &self.deals
    }
}

/// How much the values of the classes change from one measurement to the next.
pub(super) struct ValueChange {
    /// The change that is small enough, as a fraction of the pot; 0 for none.
    enough: f64,
    /// The values when last measured.
    before: Option<Vec<f32>>,
}

impl ValueChange {
    pub(super) fn new(settings: DealSampling) -> ValueChange {
        ValueChange { enough: settings.ev_change, before: None }
    }

    /// Measures the values of the average. Whether they have changed so little since the
    /// last measurement that it is enough.
    pub(super) fn is_small(
        &mut self,
        solver: &mut Solver<MatrixGame>,
        pot: f64,
    ) -> Result<bool, SolverError> {
        if self.enough <= 0.0 {
            return Ok(false);
        }
        let root = NodeAt { stage: 0, node: 0, deals: Vec::new() };
        let found = solver.values(&root, Profile::Average)?;
        let values: Vec<f32> =
            found.values.iter().flatten().map(|value| value.unwrap_or(0.0)).collect();
        let change = self.before.as_ref().map(|before| {
            let (mut sum, mut weight) = (0.0, 0.0);
            for ((now, before), &compatible_weight) in
                values.iter().zip(before).zip(found.compatible_weight.iter().flatten())
            {
                sum += f64::from(compatible_weight) * f64::from((now - before).abs());
                weight += f64::from(compatible_weight);
            }
            sum / weight / pot
        });
        self.before = Some(values);
        Ok(change.is_some_and(|change| change <= self.enough))
    }
}

fn class(index: usize) -> HoldemClass {
    HoldemClass::from_index(index).expect("a row of a table is a class")
}
