//! Reports about the game from the blinds to the river.

use schemars::JsonSchema;
use serde::Serialize;

/// What was chosen, and the memory it takes.
#[derive(Clone, PartialEq, Debug, JsonSchema, Serialize)]
pub struct StreetsPlan {
    /// The flops, each with the fraction of all that it stands for.
    pub flops: Vec<(String, f64)>,
    /// Sizes of bets after the flop.
    pub bet: String,
    /// Sizes of raises after the flop.
    pub raise: String,
    /// The most raises of a street.
    pub raise_cap: u32,
    /// The most buckets of a river.
    pub river_buckets: usize,
    /// Lines that see a flop.
    pub lines: usize,
    /// Decisions, each counted once for every board.
    pub decisions: u64,
    /// Boards on flop, turn and river.
    pub boards: [u64; 3],
    /// Bytes of regrets and strategy sums, in 16 bits each.
    pub storage: u64,
    /// Bytes of hands, buckets and tables of all-ins.
    pub tables: u64,
    /// Bytes of scratch memory.
    pub scratch: u64,
    /// Bytes that it may take.
    pub allowed: u64,
}

impl StreetsPlan {
    /// All bytes.
    pub fn total(&self) -> u64 {
        self.storage + self.tables + self.scratch
    }
}

/// The game from the blinds to the river, solved.
#[derive(Clone, PartialEq, Debug, JsonSchema, Serialize)]
pub struct StreetsReport {
    /// What was solved.
    pub plan: StreetsPlan,
    /// The exploitability with every hand for itself on rivers, on these flops, in thousandths
    /// of a big blind per hand; null if the solve was stopped.
    pub exact_exploitability_mbb: Option<f64>,
    /// The part of it that is lost on rivers alone.
    pub on_rivers_mbb: Option<f64>,
    /// All classes with their probability of being dealt, those first where it differs most from
    /// the true one.
    pub dealt: Vec<ClassDealtReport>,
    /// The lines that see a flop.
    pub lines: Vec<StreetsLineReport>,
    /// The lines on other flops.
    pub checks: Vec<StreetsCheckReport>,
}

/// How often a class is dealt.
#[derive(Clone, PartialEq, Debug, JsonSchema, Serialize)]
pub struct ClassDealtReport {
    /// The class.
    pub class: String,
    /// The probability on these flops.
    pub probability: f64,
    /// The deviation from the true one, as a fraction of it.
    pub deviation: f64,
}

/// A line that sees a flop.
#[derive(Clone, PartialEq, Debug, JsonSchema, Serialize)]
pub struct StreetsLineReport {
    /// The line.
    pub line: String,
    /// How often hands reach it, 0 to 1.
    pub frequency: f64,
    /// The pot in big blinds.
    pub pot: f64,
    /// The stack-to-pot ratio.
    pub spr: f64,
    /// What the button wins in the hand on average when it is reached, in big blinds.
    pub ev: Option<f64>,
}

/// A line on flops that are not among those that were solved.
#[derive(Clone, PartialEq, Debug, JsonSchema, Serialize)]
pub struct StreetsCheckReport {
    /// The line.
    pub line: String,
    /// How many flops were solved at the ranges that arrive.
    pub flops: usize,
    /// What the button wins on average on them, in big blinds.
    pub ev: f64,
    /// The standard error of that mean, in big blinds.
    pub standard_error: f64,
    /// What the button wins according to the solve.
    pub said: f64,
    /// The largest exploitability of these solves, in thousandths of a big blind per hand.
    pub worst_exploitability_mbb: f64,
}
