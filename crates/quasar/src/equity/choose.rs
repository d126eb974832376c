//! Whether an exact answer fits a time budget.

use std::time::Duration;

use quasar_equity::{DealError, Multiway, Question, heads_up_steps};

/// Nanoseconds that one predicted step takes on an ordinary core, rounded up.
const STEP: f64 = 2.0;

/// The predicted time of the exact answer.
pub(super) fn exact_time(question: &Question, threads: usize) -> Result<Duration, DealError> {
    let steps = match heads_up_steps(question) {
        Some(steps) => steps,
        None => Multiway::new(question)?.steps(),
    };
    let seconds = steps * STEP * 1e-9 / threads.max(1) as f64;
    Ok(Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX))
}
