//! Reports about tables and their files, as plain data.

use quasar_cards::HoldemClass;
use quasar_equity::FlopTable;
use schemars::JsonSchema;
use serde::Serialize;

use crate::schema::names::{FileKinds, Name};

/// The description of a file, and whether it is valid.
#[derive(Clone, PartialEq, Eq, Debug, JsonSchema, Serialize)]
pub struct FileReport {
    /// The file.
    pub path: String,
    /// What kind of file it is: `equity tables`.
    pub kind: Name<FileKinds>,
    /// The version of its format.
    pub version: u32,
    /// Its size.
    pub bytes: u64,
    /// How many flops it has tables of.
    pub flops: usize,
    /// How many of its tables are damaged.
    pub damaged: usize,
    /// What is wrong with the first of them.
    pub fault: Option<String>,
}

/// The result of making a file of tables.
#[derive(Clone, PartialEq, Debug, JsonSchema, Serialize)]
pub struct PrecomputeReport {
    /// The file.
    pub path: String,
    /// The number of requested flops.
    pub asked: usize,
    /// The number of flops in the file now.
    pub flops: usize,
    /// The number of computed tables.
    pub computed: usize,
    /// The number of tables kept from the old file or an interrupted run.
    pub reused: usize,
    /// Its size.
    pub bytes: u64,
    /// How long it took, including writing.
    pub seconds: f64,
}

/// The equity of a class against another on a flop.
#[derive(Clone, PartialEq, Debug, JsonSchema, Serialize)]
pub struct TableEntryReport {
    /// The flop in canonical suits.
    pub flop: String,
    /// The class whose equity it is.
    pub hero: String,
    /// The class it is up against.
    pub villain: String,
    /// Its equity, 0 to 1; null if the two cannot be held together.
    pub equity: Option<f64>,
    /// Why there is no equity: which class the flop leaves no combo of, or that no
    /// two combos can be held together.
    pub reason: Option<String>,
    /// Twice the deals it wins plus the deals it ties.
    pub numerator: u32,
    /// Twice the deals.
    pub denominator: u32,
    /// Pairs of combos that can be held together on the flop.
    pub pairs: u32,
    /// Those, each with 990 turns and rivers.
    pub deals: u32,
}

/// The equities of one class against every class on a flop, or of every class
/// against one.
#[derive(Clone, PartialEq, Debug, JsonSchema, Serialize)]
pub struct TableGridReport {
    /// The flop in canonical suits.
    pub flop: String,
    /// The class whose equities they are; null if they are those of every class.
    pub hero: Option<String>,
    /// The class they are up against; null if that is every class.
    pub villain: Option<String>,
    /// The other classes, in the order of the 13 x 13 grid, and hero's equity.
    pub classes: Vec<ClassEquityReport>,
}

/// A cell of the grid.
#[derive(Clone, PartialEq, Debug, JsonSchema, Serialize)]
pub struct ClassEquityReport {
    /// The class.
    pub class: String,
    /// Hero's equity, 0 to 1; null if the two cannot be held together.
    pub equity: Option<f64>,
}

/// The equities of every class against every class on a flop.
#[derive(Clone, PartialEq, Debug, JsonSchema, Serialize)]
pub struct TableReport {
    /// The flop in canonical suits.
    pub flop: String,
    /// The 169 classes, row by row of the grid.
    pub classes: Vec<String>,
    /// For each class as hero its equities against all, 0 to 1; none where no two hands
    /// can be held together.
    pub equities: Vec<Vec<Option<f64>>>,
}

impl TableReport {
    /// All of a table.
    pub fn of(table: &FlopTable) -> TableReport {
        let row = |hero| HoldemClass::all().map(|villain| table.equity(hero, villain)).collect();
        TableReport {
            flop: table.flop().to_string(),
            classes: HoldemClass::all().map(|class| class.to_string()).collect(),
            equities: HoldemClass::all().map(row).collect(),
        }
    }
}
