//! How far a subset is from all flops.

use quasar_cards::{HoldemClass, canonical_flop_index, canonical_flops};

use super::SubsetFlop;
use crate::{FLOP_TABLE_ENTRIES, FlopTable};

/// The sums over flops from which equities and chances follow.
struct Sums {
    /// For two classes: what the first wins and the deals, in halves of a deal.
    duels: Vec<[f64; 2]>,
    /// For each class: combos dealt, their equity, and its square.
    classes: Vec<[f64; 3]>,
    weight: f64,
}

/// How far a subset of flops is from all of them.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SubsetError {
    /// The mean error of the equity of a class against another, in points, over all
    /// 14,196 pairs of classes.
    pub equity: f64,
    /// The largest of these errors.
    pub worst_equity: f64,
    /// The mean error of the equity of a class against a random hand, in points.
    pub against_all: f64,
    /// The largest of these errors.
    pub worst_against_all: f64,
    /// The mean error of the chance that a class is dealt, in percent of it.
    pub dealt: f64,
    /// The largest of these errors.
    pub worst_dealt: f64,
    /// The mean error of the standard deviation from flop to flop of the equity of a
    /// class against a random hand, in points.
    pub spread: f64,
}

impl SubsetError {
    /// Compares subsets with all flops. `tables` are those of all canonical flops in their
    /// order.
    ///
    /// # Panics
    /// If there are fewer tables.
    pub fn of(tables: &[FlopTable], subsets: &[Vec<SubsetFlop>]) -> Vec<SubsetError> {
        let all = canonical_flops()
            .iter()
            .map(|flop| SubsetFlop { board: flop.board, weight: flop.multiplicity });
        let whole = Sums::of(tables, all);
        let error =
            |subset: &Vec<SubsetFlop>| whole.error(&Sums::of(tables, subset.iter().copied()));
        subsets.iter().map(error).collect()
    }
}

impl Sums {
    fn of(tables: &[FlopTable], flops: impl Iterator<Item = SubsetFlop>) -> Sums {
        let mut sums = Sums {
            duels: vec![[0.0; 2]; FLOP_TABLE_ENTRIES],
            classes: vec![[0.0; 3]; HoldemClass::COUNT],
            weight: 0.0,
        };
        for flop in flops {
            let Ok((place, _)) = canonical_flop_index(flop.board.set()) else { continue };
            sums.add(&tables[place], f64::from(flop.weight));
        }
        sums
    }

    fn add(&mut self, table: &FlopTable, weight: f64) {
        let deals = table.deals();
        for ((sums, &won), &deals) in self.duels.iter_mut().zip(table.numerators()).zip(&deals) {
            sums[0] += weight * f64::from(won);
            sums[1] += weight * f64::from(2 * deals);
        }
        let equities = table.equities_against_all();
        for ((class, sums), equity) in HoldemClass::all().zip(&mut self.classes).zip(equities) {
            let combos = weight * f64::from(table.combos(class));
            sums[0] += combos;
            sums[1] += combos * equity;
            sums[2] += combos * equity * equity;
        }
        self.weight += weight;
    }

    fn error(&self, other: &Sums) -> SubsetError {
        let equity = |[won, deals]: &[f64; 2]| if *deals > 0.0 { won / deals } else { 0.5 };
        let equities = self.duels.iter().zip(&other.duels);
        let (equity, worst_equity) =
            mean_and_worst(equities.map(|(all, some)| 100.0 * (equity(all) - equity(some))));
        let classes = || self.classes.iter().zip(&other.classes).filter(|(_, some)| some[0] > 0.0);
        let (against_all, worst_against_all) = mean_and_worst(
            classes().map(|(all, some)| 100.0 * (all[1] / all[0] - some[1] / some[0])),
        );
        let dealt = self
            .classes
            .iter()
            .zip(&other.classes)
            .map(|(all, some)| 100.0 * (some[0] / other.weight / (all[0] / self.weight) - 1.0));
        let (dealt, worst_dealt) = mean_and_worst(dealt);
        let spread = |[combos, first, second]: &[f64; 3]| {
            (second / combos - (first / combos).powi(2)).max(0.0).sqrt()
        };
        let (spread, _) =
            mean_and_worst(classes().map(|(all, some)| 100.0 * (spread(all) - spread(some))));
        SubsetError {
            equity,
            worst_equity,
            against_all,
            worst_against_all,
            dealt,
            worst_dealt,
            spread,
        }
    }
}

/// The mean and the largest of the sizes of numbers.
fn mean_and_worst(numbers: impl Iterator<Item = f64>) -> (f64, f64) {
    let (mut sum, mut worst, mut count) = (0.0, 0.0_f64, 0.0);
    for number in numbers {
        sum += number.abs();
        worst = worst.max(number.abs());
        count += 1.0;
    }
    (sum / f64::max(count, 1.0), worst)
}
