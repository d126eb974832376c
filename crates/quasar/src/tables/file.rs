//! Reading a file of equity tables.

use std::path::Path;

use quasar_cards::{Board, HoldemClass};
use quasar_equity::FlopTable;
use quasar_store::{EquityTables, FileKind, StoreError};

use super::TablesError;
use super::report::{ClassEquityReport, FileReport, TableEntryReport, TableGridReport};
use crate::job::Control;
use crate::schema::names::Name;

/// Verifies a file of equity tables and describes it. `control` counts
/// sections.
pub fn inspect_file(path: &Path, control: &Control) -> Result<FileReport, TablesError> {
    // Distinguishes a foreign file from another kind of Quasar file.
    FileKind::of(path)?;
    TablesFile::open(path)?.verify(control)
}

/// An open file of equity tables. Flops may be given in any suits.
///
/// Opening checks everything but the tables, which are checked as they are read.
/// The file is mapped into memory: nothing may change or truncate it in the meantime.
#[derive(Debug)]
pub struct TablesFile(EquityTables);

impl TablesFile {
    /// Opens a file.
    pub fn open(path: &Path) -> Result<TablesFile, StoreError> {
        EquityTables::open(path).map(TablesFile)
    }

    /// The file.
    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// The flops that it has tables of, canonical, in its order.
    pub fn flops(&self) -> &[Board] {
        self.0.flops()
    }

    /// Whether it has a table of every one of these flops.
    pub fn has_all(&self, flops: &[Board]) -> bool {
        flops.iter().all(|&flop| self.0.contains(flop))
    }

    /// The table of a flop, checked.
    pub fn table(&self, flop: Board) -> Result<FlopTable, TablesError> {
        let path = || self.path().to_owned();
        match self.0.table(flop)? {
            None => Err(TablesError::NoTable { path: path(), flop }),
            Some(numerators) => FlopTable::from_numerators(flop, &numerators)
                .map_err(|reason| TablesError::Content { path: path(), flop, reason }),
        }
    }

    /// Checks all tables. A damaged one is not an error; the report lists it.
    pub fn verify(&self, control: &Control) -> Result<FileReport, TablesError> {
        control.set_total(self.flops().len() as u64);
        let (mut damaged, mut fault) = (0, None);
        for checked in self.0.verify() {
            if let Err(error) = checked {
                damaged += 1;
                fault.get_or_insert_with(|| error.fault().to_string());
            }
            control.advance(1);
            if !control.may_continue() {
                return Err(TablesError::Stopped);
            }
        }
        Ok(FileReport {
            path: self.path().display().to_string(),
            kind: Name(FileKind::EquityTables),
            version: EquityTables::VERSION,
            bytes: self.0.size(),
            flops: self.flops().len(),
            damaged,
            fault,
        })
    }

    pub(super) fn store(&self) -> &EquityTables {
        &self.0
    }
}

impl TableEntryReport {
    /// The entry of a table for two classes.
    pub fn of(table: &FlopTable, hero: HoldemClass, villain: HoldemClass) -> TableEntryReport {
        let pairs = table.pairs(hero, villain);
        // One wins what the other loses: both entries sum to twice the deals.
        let numerator = table.numerator(hero, villain);
        let denominator = numerator + table.numerator(villain, hero);
        TableEntryReport {
            flop: table.flop().to_string(),
            hero: hero.to_string(),
            villain: villain.to_string(),
            equity: percent(table, hero, villain),
            reason: (pairs == 0).then(|| why_none(table.flop(), hero, villain)),
            numerator,
            denominator,
            pairs,
            deals: denominator / 2,
        }
    }
}

/// Why no two combos of the classes can be held on a flop.
fn why_none(flop: Board, hero: HoldemClass, villain: HoldemClass) -> String {
    let gone = |class: &HoldemClass| class.combos().all(|combo| combo.set().intersects(flop.set()));
    match [hero, villain].into_iter().find(gone) {
        Some(class) => format!("the flop leaves no combo of {class}"),
        None => format!("{hero} and {villain} cannot be held together"),
    }
}

impl TableGridReport {
    /// The row of a table: one class as hero against all others.
    pub fn of_hero(table: &FlopTable, hero: HoldemClass) -> TableGridReport {
        let equities = HoldemClass::all().map(|villain| percent(table, hero, villain));
        TableGridReport { hero: Some(hero.to_string()), ..grid(table, equities) }
    }

    /// The column of a table: all classes against one.
    pub fn of_villain(table: &FlopTable, villain: HoldemClass) -> TableGridReport {
        let equities = HoldemClass::all().map(|hero| percent(table, hero, villain));
        TableGridReport { villain: Some(villain.to_string()), ..grid(table, equities) }
    }
}

/// A grid with these equities, class by class.
fn grid(table: &FlopTable, equities: impl Iterator<Item = Option<f64>>) -> TableGridReport {
    let cell = |(class, equity): (HoldemClass, Option<f64>)| ClassEquityReport {
        class: class.to_string(),
        equity,
    };
    TableGridReport {
        flop: table.flop().to_string(),
        hero: None,
        villain: None,
        classes: HoldemClass::all().zip(equities).map(cell).collect(),
    }
}

fn percent(table: &FlopTable, hero: HoldemClass, villain: HoldemClass) -> Option<f64> {
    table.equity(hero, villain)
}
