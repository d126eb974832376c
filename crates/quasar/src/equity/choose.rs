//! Whether an exact answer fits a time budget.

use std::time::Duration;

use quasar_equity::{DealError, Multiway, Question, heads_up_cost};

/// Nanoseconds that one step of counting several players' deals takes on an
/// ordinary core, rounded up.
const STEP: f64 = 2.0;

/// The predicted time of the exact answer with this many processors, or this part of one.
pub(super) fn exact_time(question: &Question, processors: f64) -> Result<Duration, DealError> {
    let nanoseconds = match heads_up_cost(question) {
        Some(cost) => cost,
        None => STEP * Multiway::new(question)?.steps(),
    };
    let seconds = 1e-9 * nanoseconds / processors;
    Ok(Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX))
}
