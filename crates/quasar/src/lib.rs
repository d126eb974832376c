//! Quasar: poker equity and solving for Hold'em and Omaha.
//!
//! The library that front ends use. Each question is a *spec*, validated plain
//! data, and its answer a *report*, plain data that serialises the same way
//! everywhere. Front ends parse text into specs and show reports; they hold no
//! poker logic.
//!
//! | question | spec | report |
//! |---|---|---|
//! | what is my equity? | [`EquitySpec`], by an [`Engine`] | [`EquityReport`] |
//! | what is in this range? | [`RangeSpec`] | [`RangeReport`] |
//! | who wins this showdown? | [`ShowdownSpec`] | [`ShowdownReport`] |
//! | what are classes worth on a flop? | [`PrecomputeSpec`], [`Engine::flop_tables`] | [`FlopTable`], [`TableEntryReport`] |
//! | what is the equilibrium of this spot? | [`SpotSpec`], planned as a [`SpotPlan`], run by a [`SpotJob`] | [`SpotReport`] |
//! | what was found in a spot that was saved? | [`SpotSave`] | [`NodeFacts`], [`SpotNodeReport`] |
//! | what is it on many flops? | [`FlopChoice`], [`BoardsSpec`], run by a [`BoardsPlan`] | [`BoardsReport`] |
//! | how is this small game played? | [`ToySpec`], run by a [`SolveJob`] | [`ToyReport`] |
//! | which flops are there? | none | [`FlopReport`] list from [`flops`] |
//! | how fast is this machine? | [`bench::BenchSpec`] | [`bench::BenchReport`] |
//!
//! The lower layers are re-exported as [`cards`], [`eval`], [`game`] and [`solver`] for
//! programs that need the kernels themselves.

#![forbid(unsafe_code)]

mod engine;
mod equity;
mod flops;
mod input;
mod range;
mod showdown;
mod solve;
mod tables;

pub mod bench;

pub use quasar_cards as cards;
pub use quasar_equity::{
    DealError, FlopTable, FlopTableError, Progress, QuestionError, hand_orders,
};
pub use quasar_eval as eval;
pub use quasar_game as game;
pub use quasar_solver as solver;
pub use quasar_store::{Fault, FileKind, SaveResults, StoreError};

pub use engine::{Engine, EngineError};
pub use equity::{
    BreakdownReport, CountsReport, DrawReport, DrawsReport, EquityError, EquityPlayer,
    EquityReport, EquitySpec, EquitySummary, HandEquityReport, Method, PlayerReport,
};
pub use flops::{FlopReport, flops};
pub use input::{InputError, Located, read};
pub use range::{ClassReport, RangeReport, RangeSpec, ShapeReport};
pub use showdown::{HandReport, ShowdownError, ShowdownReport, ShowdownSpec};
pub use solve::{
    ActionReport, BoardReport, BoardsError, BoardsMean, BoardsPlan, BoardsProgress, BoardsReport,
    BoardsSize, BoardsSpec, ClassStrategyReport, DecisionReport, Ended, FlopChoice, Goal,
    HandStrategyReport, JobControl, KnownValue, MemoryReport, MissingBoard, NodeFacts,
    RunoutReport, SaveError, SaveReport, SaveSize, SaveStreetReport, SideFacts, SolveError,
    SolveJob, SolveProgress, SpotError, SpotHandReport, SpotJob, SpotNodeReport, SpotPlan,
    SpotPlayerReport, SpotRangeReport, SpotReport, SpotSave, SpotSize, SpotSpec, TimeError,
    ToyGame, ToyJob, ToyReport, ToySpec, TreeLineReport, WeightedFlop, parse_time,
};
pub use tables::{
    ClassEquityReport, DEFAULT_TABLES, FileReport, FoundTables, Precompute, PrecomputeJob,
    PrecomputeReport, PrecomputeSpec, TableEntryReport, TableGridReport, TablesError, TablesFile,
    TablesWarning, inspect_file,
};
