//! Answering a question within its limits.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use quasar_equity::{DealError, Progress, Question, SamplePlan, Sampled, Sampler, heads_up};

use super::answer::{Answer, Limits};
use super::canonical::canonical_question;
use super::choose::exact_time;
use super::explain::Explanation;
use super::report::{self, EquityReport};
use super::{EquityError, EquitySpec, Method};
use crate::job::Engine;

/// The fraction of the budget that the exact method may be predicted to take, and
/// the fraction after which it is stopped in favour of sampling.
const EXACT_PREDICTED: f64 = 0.5;
const EXACT_STOPPED: f64 = 0.7;

/// How often a running computation is checked.
const LOOK: Duration = Duration::from_millis(5);

impl Engine {
    /// Answers an equity question. `progress` can be watched and cancelled from
    /// another thread; `refined` receives preliminary answers: first the heuristic,
    /// if there is one, then the growing sample.
    pub fn equity(
        &self,
        spec: &EquitySpec,
        progress: &Progress,
        refined: &mut (dyn FnMut(&EquityReport) + Send),
    ) -> Result<EquityReport, EquityError> {
        let start = Instant::now();
        let (question, key) = canonical_question(spec.question());
        let explanation = Explanation::of(spec.question(), &question);
        let report = |answer: &Answer| report::make(spec, answer, &explanation, start.elapsed());
        if let Ok(estimate) = explanation.estimate() {
            refined(&report(&estimate.into()));
        }
        if spec.per_combo {
            let hands = self.pool().install(|| heads_up(spec.question(), progress))?;
            let hands = hands.ok_or(EquityError::NoPerCombo)?;
            let mut whole = report(&Answer::heads_up(spec.question(), hands.total())?);
            whole.hands = Some(report::per_combo(&hands));
            return Ok(whole);
        }
        let key = (key, Limits::of(spec));
        if let Some(answer) = self.cache().get(&key) {
            return Ok(report(&answer));
        }
        let mut show = |sampled: &Sampled| refined(&report(&Answer::Sampled(sampled.clone())));
        let answer = match spec.method {
            Method::Heuristic => Answer::from(explanation.estimate()?),
            Method::Exact => self.pool().install(|| Answer::exact(&question, progress))?,
            Method::Sampled => {
                let stop = spec.budget.and_then(|budget| start.checked_add(budget));
                self.sample(spec, &question, stop, progress, &mut show)?
            }
            Method::Auto => self.auto(spec, &question, start, progress, &mut show)?,
        };
        if !progress.is_cancelled() {
            self.cache().put(key, answer.clone());
        }
        Ok(report(&answer))
    }

    /// How long the exact answer is predicted to take if nothing else runs.
    pub fn exact_time(&self, spec: &EquitySpec) -> Result<Duration, EquityError> {
        let (question, _) = canonical_question(spec.question());
        Ok(exact_time(&question, self.threads())?)
    }

    /// Exact if that is predicted to fit the budget, else sampled.
    fn auto(
        &self,
        spec: &EquitySpec,
        question: &Question,
        start: Instant,
        progress: &Progress,
        refined: &mut (dyn FnMut(&Sampled) + Send),
    ) -> Result<Answer, EquityError> {
        let budget = spec.budget.unwrap_or(EquitySpec::DEFAULT_BUDGET);
        let predicted = exact_time(question, self.threads())?;
        if predicted <= budget.mul_f64(EXACT_PREDICTED) {
            let stop = start.checked_add(budget.mul_f64(EXACT_STOPPED));
            match self.exact_until(question, stop, progress) {
                Err(DealError::Stopped) if !progress.is_cancelled() => {}
                answer => return Ok(answer?),
            }
        }
        self.sample(spec, question, start.checked_add(budget), progress, refined)
    }

    /// The exact answer, unless it takes until `stop` or is cancelled.
    fn exact_until(
        &self,
        question: &Question,
        stop: Option<Instant>,
        outer: &Progress,
    ) -> Result<Answer, DealError> {
        let inner = Progress::new();
        thread::scope(|scope| {
            let (finished, wait) = mpsc::channel::<()>();
            let inner = &inner;
            scope.spawn(move || {
                while wait.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout) {
                    outer.show(inner);
                    match outer.is_paused() {
                        true => inner.pause(),
                        false => inner.resume(),
                    }
                    if outer.is_cancelled() || stop.is_some_and(|stop| Instant::now() >= stop) {
                        inner.cancel();
                    }
                }
            });
            let answer = self.pool().install(|| Answer::exact(question, inner));
            drop(finished);
            answer
        })
    }

    /// A sample within the limits of the spec, at the latest until `stop`.
    fn sample(
        &self,
        spec: &EquitySpec,
        question: &Question,
        stop: Option<Instant>,
        progress: &Progress,
        refined: &mut (dyn FnMut(&Sampled) + Send),
    ) -> Result<Answer, EquityError> {
        let limited = stop.is_some() || spec.samples.is_some() || spec.standard_error.is_some();
        let plan = SamplePlan {
            seed: spec.seed,
            samples: spec.samples.unwrap_or(u64::MAX),
            standard_error: match limited {
                true => spec.standard_error,
                false => Some(EquitySpec::DEFAULT_ERROR),
            },
        };
        let time_is_up = || stop.is_some_and(|stop| Instant::now() >= stop);
        let sampled = self
            .pool()
            .install(|| Sampler::new(question)?.run(&plan, progress, time_is_up, refined));
        Ok(Answer::Sampled(sampled?))
    }
}
