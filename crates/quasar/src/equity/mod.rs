//! Equity questions: exact where the time allows, sampled where it does not.
//!
//! ```text
//! EquitySpec ── Engine::equity ──► choose ──► exact (two players | several)
//!                                       ├─────► sampled, until time, error or count is reached
//!                                       └─────► heuristic, at once
//! ```
//!
//! With [`Method::Auto`] the exact answer is computed if its predicted cost fits
//! the time budget. If the prediction was too optimistic, the computation
//! is stopped in time to sample. Answers are computed for the canonical form
//! of the question under relabelling of suits, so a question already asked in
//! other suits is answered from the cache with the same numbers.

mod answer;
mod cache;
mod canonical;
mod choose;
mod document;
mod error;
mod explain;
mod job;
mod report;
mod run;
mod showdown;
mod spec;

pub(crate) use cache::EquityCache;
pub use document::{
    EquityBatchDocument, EquityDocument, EquityPlayerDocument, MOST_QUESTIONS, Methods,
};
pub use error::{EquityError, EquitySpecError};
pub(crate) use job::run_job;
pub use quasar_equity::{DealError, QuestionError, hand_orders};
pub use report::{
    BreakdownReport, CountsReport, DrawReport, DrawsReport, EquityReport, EquitySummary,
    HandEquityReport, PlayerReport,
};
pub use showdown::{
    HandDocument, HandReport, ShowdownDocument, ShowdownError, ShowdownReport, ShowdownSpec,
    ShowdownSpecError,
};
pub use spec::{EquityPlayer, EquitySpec, Method};
