//! Quasar: poker equity and solving for Hold'em and Omaha.
//!
//! The library that front ends use. Each question is a *spec*, validated plain
//! data, and its answer a *report*, plain data that serialises the same way
//! everywhere. Front ends read text into specs and show reports; they hold no
//! poker logic.
//!
//! One room for each kind of question:
//!
//! | room | question | spec | report |
//! |---|---|---|---|
//! | [`equity`] | What is my equity? Who wins this showdown? | [`EquitySpec`](equity::EquitySpec), [`ShowdownSpec`](equity::ShowdownSpec) | [`EquityReport`](equity::EquityReport), [`ShowdownReport`](equity::ShowdownReport) |
//! | [`range`] | What is in this range? | [`RangeSpec`](range::RangeSpec) | [`RangeReport`](range::RangeReport) |
//! | [`tables`] | What are classes worth against each other on a flop? | [`PrecomputeSpec`](tables::PrecomputeSpec) | [`FlopTable`](tables::FlopTable), [`TableEntryReport`](tables::TableEntryReport) |
//! | [`spot`] | What is the equilibrium of this spot, on one board or on many? | [`SpotSpec`](spot::SpotSpec), [`BoardsSpec`](spot::BoardsSpec) | [`SpotReport`](spot::SpotReport), [`BoardsReport`](spot::BoardsReport) |
//! | [`decision`] | What should I do at this one decision? | [`SpotFile`](decision::SpotFile) | [`OneReport`](decision::OneReport) |
//! | [`model`] | What are flops worth at a stack depth? | [`PostflopSpec`](model::PostflopSpec) | [`PostflopReport`](model::PostflopReport) |
//! | [`preflop`] | How is heads-up played before the flop? | [`PreflopSolveSpec`](preflop::PreflopSolveSpec) | [`PreflopReport`](preflop::PreflopReport) |
//! | [`buckets`] | Which hands are alike, and what does merging them cost? | [`BucketsSpec`](buckets::BucketsSpec) | [`BucketsReport`](buckets::BucketsReport), [`MatrixReport`](buckets::MatrixReport) |
//! | [`toy`] | How is this small game played? | [`ToySpec`](toy::ToySpec) | [`ToyReport`](toy::ToyReport) |
//! | [`nets`] | What do value networks learn, and how well? | [`GenerateSpec`](nets::GenerateSpec), [`TrainSpec`](nets::TrainSpec), [`EvalSpec`](nets::EvalSpec) | [`EvalReport`](nets::EvalReport) |
//! | [`bench`](mod@bench) | How fast is this machine? | [`BenchSpec`](bench::BenchSpec) | [`BenchReport`](bench::BenchReport) |
//!
//! [`prelude`] has the ten names that everybody needs, and `examples/` shows each room at
//! work. [`job`] runs the long ones, [`request`] reads what people and programs write,
//! [`schema`] describes requests and reports for programs, and [`files`] recognises kinds
//! of files. The lower layers are re-exported as
//! [`cards`], [`eval`], [`game`], [`solver`], [`abstraction`] and [`classes`] for programs
//! that need the kernels themselves; what front ends need of them is in the rooms.

#![forbid(unsafe_code)]

pub mod buckets;
pub mod decision;
pub mod equity;
pub mod files;
pub mod job;
pub mod model;
pub mod nets;
pub mod preflop;
pub mod prelude;
pub mod range;
pub mod request;
pub mod schema;
pub mod spot;
pub mod tables;
pub mod toy;

pub use quasar_abstraction as abstraction;
pub use quasar_bench as bench;
pub use quasar_cards as cards;
pub use quasar_eval as eval;
pub use quasar_game as game;
pub use quasar_preflop as classes;
pub use quasar_solver as solver;
