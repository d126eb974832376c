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
//! | what does this file of another solver describe? | [`ImportFormat`] | [`ImportedSpot`], a spec |
//! | what are flops worth at a stack depth? | [`PostflopSpec`], by an [`Engine`] | [`PostflopReport`], [`PostflopBundle`] |
//! | how is heads-up played before the flop? | [`PreflopSolveSpec`], run by a [`PreflopJob`]; [`push_fold()`] | [`PreflopReport`], [`PushFoldReport`] |
//! | what is to be done at this decision? | [`SpotFile`] | [`OneReport`] |
//! | what is it on many flops? | [`FlopChoice`], [`BoardsSpec`], run by a [`BoardsPlan`] | [`BoardsReport`] |
//! | how is this small game played? | [`ToySpec`], run by a [`SolveJob`] | [`ToyReport`] |
//! | which hands are alike? | [`BucketsSpec`], made into [`Buckets`] | [`BucketsReport`], [`MatrixReport`] |
//! | what does that cost? | [`BucketSpot`] | [`LiftedStrategy::exploitability`] |
//! | which flops are there? | none | [`FlopReport`] list from [`flops`] |
//! | how fast is this machine? | [`bench::BenchSpec`] | [`bench::BenchReport`] |
//!
//! The lower layers are re-exported as [`cards`], [`eval`], [`game`] and [`solver`] for
//! programs that need the kernels themselves.

#![forbid(unsafe_code)]

mod buckets;
mod engine;
mod equity;
mod fields;
mod flops;
mod input;
mod postflop;
mod preflop;
mod range;
mod showdown;
mod solve;
mod spelling;
mod tables;

pub mod bench;

pub use quasar_abstraction as abstraction;
pub use quasar_cards as cards;
pub use quasar_equity::{
    DealError, FlopTable, FlopTableError, Progress, QuestionError, hand_orders,
};
pub use quasar_eval as eval;
pub use quasar_game as game;
pub use quasar_preflop as classes;
pub use quasar_solver as solver;
pub use quasar_store::{BundleError, BundleFault, Fault, FileKind, SaveResults, StoreError};

pub use buckets::{
    AbstractedJob, AbstractedReport, AbstractionSpec, BucketReport, BucketSpot,
    BucketStrategyReport, Buckets, BucketsError, BucketsReport, BucketsSpec, FeatureReport,
    LiftedStrategy, MatrixReport, parse_features, read_matrix,
};
pub use engine::{Engine, EngineError};
pub use equity::{
    BreakdownReport, CountsReport, DrawReport, DrawsReport, EquityError, EquityPlayer,
    EquityReport, EquitySpec, EquitySummary, HandEquityReport, Method, PlayerReport,
};
pub use fields::FieldError;
pub use flops::{FlopReport, flops};
pub use input::{InputError, Located, read};
pub use postflop::{
    AgainstReport, BundleReport, ClassValueReport, DepthReport, FlopInFlight, ModelFlops,
    PostflopBundle, PostflopError, PostflopReport, PostflopSnapshot, PostflopSpec, PostflopWatch,
    SolvedFlopReport, TraceDecisionReport, TraceHandReport, TracePositionReport, TraceReport,
};
pub use preflop::{
    ExactPlan, ExactProgress, ExactRound, ExactSpec, PreflopActionReport, PreflopBundle,
    PreflopClassReport, PreflopEvent, PreflopJob, PreflopNodeReport, PreflopProgress,
    PreflopReport, PreflopSolveError, PreflopSolveSpec, PushFoldReport, push_fold,
};
pub use range::{ClassReport, RangeReport, RangeSpec, ShapeReport};
pub use showdown::{HandReport, ShowdownError, ShowdownReport, ShowdownSpec};
pub use solve::{
    ActionName, ActionReport, BoardReport, BoardsError, BoardsMean, BoardsPlan, BoardsProgress,
    BoardsReport, BoardsSize, BoardsSpec, CardGame, ClassStrategyReport, DecisionReport,
    Discretization, Ended, FlopChoice, Goal, HandGroupReport, HandSort, HandStrategyReport,
    ImportError, ImportFault, ImportFormat, ImportNote, ImportedSpot, JobControl, KnownValue,
    LockError, LockedAction, Look, MatrixFile, MemoryReport, MissingBoard, NodeFacts, NodeView,
    OneHandReport, OneReport, RunoutReport, SaveError, SaveReport, SaveSize, SaveStreetReport,
    SeatFile, SeatRange, SideFacts, SolveError, SolveJob, SolveProgress, SolverFile, SpotError,
    SpotFile, SpotHandReport, SpotJob, SpotLock, SpotMemory, SpotNodeReport, SpotPlan,
    SpotPlayerReport, SpotRangeReport, SpotReport, SpotSave, SpotSize, SpotSpec, TimeError,
    ToyGame, ToyJob, ToyReport, ToySpec, TreeLineReport, WeightedFlop, parse_piosolver_range,
    parse_time, piosolver_range,
};
pub use tables::{
    ClassEquityReport, DEFAULT_TABLES, FileReport, FoundTables, Precompute, PrecomputeJob,
    PrecomputeReport, PrecomputeSpec, TableEntryReport, TableGridReport, TablesError, TablesFile,
    TablesWarning, inspect_file,
};
