//! Hold'em over the 169 classes: what a flop is worth at a stack depth, and
//! heads-up play before the flop on top of it.
//!
//! | subject | main items |
//! |---|---|
//! | how often two classes are dealt together, and who wins | [`ClassTable`] |
//! | betting before the flop | [`PreflopSpec`], [`PreflopGame`] |
//! | all-in or fold, in double precision | [`PushFoldGame`] |
//! | four-card Omaha before the flop, by suit class | [`OmahaPreflopGame`], [`OmahaPreflopSolver`], [`OmahaPreflopBatch`] |
//! | what flops are worth in it | [`FlopLeafValues`], [`CheckDown`] |
//! | the game after a flop, without suits | [`ModelTree`], [`FlopWorker`], [`FlopSolution`] |
//! | the whole game from the blinds to the river | [`StreetsBetting`], [`choose_streets`], [`PreflopSolverGame`] |
//! | what all flops are worth together | [`ModelValues`], [`FlopModel`] |
//! | exact solves instead of the model | [`solve_flop`], [`fit_shares`] |
//!
//! A class is a hand without its suits, so the model is an approximation:
//! `docs/MODEL.md` says how good it is.

#![forbid(unsafe_code)]

mod classes;
mod error;
mod exact;
mod model;
mod omaha;
mod preflop;
mod push_fold;
mod streets;

pub use classes::{CLASSES, ClassTable};
pub use error::PreflopError;
pub use exact::{
    ExactFlop, ExactSettings, Fitted, LineRanges, LineValues, class_means, fit_shares, flop_memory,
    solve_flop,
};
pub use model::{
    DealSampling, FlopModel, FlopProgress, FlopSolution, FlopWorker, ModelSpec, ModelTree,
    ModelValues, StreetPart, solve_flops,
};
pub use omaha::{
    CheckDown, ConstantShare, FlopLeafValues, FlopLine, OmahaDecision, OmahaDeck,
    OmahaPreflopBatch, OmahaPreflopGame, OmahaPreflopSolver, OmahaValue,
};
pub use preflop::{FlopSeen, FlopValue, PreflopGame, PreflopSpec};
pub use push_fold::{PushFoldCharts, PushFoldGame, PushFoldValue};
pub use streets::{
    CheckedFlop, FlopCheck, PotSizes, PotType, PreflopSolverGame, StreetsBetting, StreetsChoice,
    StreetsRequest, choose_streets, held_out_flops, mean_value,
};
