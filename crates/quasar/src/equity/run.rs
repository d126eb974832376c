//! Answering a question within its limits.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use quasar_cards::{Game, Street};
use quasar_equity::{DealError, Progress, Question, SamplePlan, Sampled, Sampler, heads_up};

use super::answer::{Answer, Limits};
use super::canonical::canonical_question;
use super::choose::exact_time;
use super::explain::Explanation;
use super::report::{self, EquityReport};
use super::{EquityError, EquitySpec, Method};
use crate::job::{Clock, Control, Engine};

/// The fraction of the budget that the exact method may be predicted to take, and
/// the fraction after which it is stopped in favour of sampling.
const EXACT_PREDICTED: f64 = 0.5;
const EXACT_STOPPED: f64 = 0.7;

/// The fraction of the budget after which sampling stops: the rest is for ending the last
/// deals and for the report. A question that had to wait for a processor may go on a little
/// longer, until it has [`FEW_DEALS`].
const SAMPLED: f64 = 0.92;
const SAMPLED_AT_MOST: f64 = 1.1;

/// Deals with a standard error of at most 0.29 points. How many deals there are says nothing
/// about their outcome, so that waiting for them does not bend the estimate.
const FEW_DEALS: u64 = 30_000;

/// An exact answer that is predicted to take no longer is neither watched nor stopped.
const AT_ONCE: Duration = Duration::from_millis(10);

/// How often a running computation is checked.
const LOOK: Duration = Duration::from_millis(5);

/// When a question was asked, by the clock of whoever asked it.
#[derive(Clone, Debug)]
pub(super) struct Asked {
    clock: Clock,
    start: Duration,
}

impl Asked {
    /// Now by a clock.
    pub(super) fn now(clock: &Clock) -> Asked {
        Asked { clock: clock.clone(), start: clock.now() }
    }

    /// At an instant of the system.
    fn at(start: Instant) -> Asked {
        Asked { clock: Clock::since(start), start: Duration::ZERO }
    }

    /// The time since then.
    fn elapsed(&self) -> Duration {
        self.clock.now() - self.start
    }
}

impl Engine {
    /// Answers an equity question. `control` can be watched and cancelled from
    /// another thread; `refined` receives preliminary answers: first the heuristic,
    /// if there is one, then the growing sample.
    pub fn equity(
        &self,
        spec: &EquitySpec,
        control: &Control,
        refined: &mut (dyn FnMut(&EquityReport) + Send),
    ) -> Result<EquityReport, EquityError> {
        self.equity_by(&Asked::now(&Clock::system()), spec, control, refined)
    }

    /// Answers an equity question that was asked at `start`: the budget begins then, so that
    /// it includes what the caller has done since, such as reading ranges.
    pub fn equity_since(
        &self,
        start: Instant,
        spec: &EquitySpec,
        control: &Control,
        refined: &mut (dyn FnMut(&EquityReport) + Send),
    ) -> Result<EquityReport, EquityError> {
        self.equity_by(&Asked::at(start), spec, control, refined)
    }

    pub(super) fn equity_by(
        &self,
        asked: &Asked,
        spec: &EquitySpec,
        control: &Control,
        refined: &mut (dyn FnMut(&EquityReport) + Send),
    ) -> Result<EquityReport, EquityError> {
        let progress = control.progress();
        let (question, key) = canonical_question(spec.question());
        let explanation = Explanation::of(spec.question(), &question);
        let report = |answer: &Answer| report::make(spec, answer, &explanation, asked.elapsed());
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
                let limit = spec.budget.map(|budget| (asked, budget));
                self.sample(spec, &question, limit, progress, &mut show)?
            }
            Method::Auto => self.auto(spec, &question, asked, progress, &mut show)?,
        };
        if !progress.is_cancelled() {
            self.cache().put(key, answer.clone());
        }
        Ok(report(&answer))
    }

    /// How long the exact answer is predicted to take if nothing else runs.
    pub fn exact_time(&self, spec: &EquitySpec) -> Result<Duration, EquityError> {
        let (question, _) = canonical_question(spec.question());
        Ok(exact_time(&question, self.threads() as f64)?)
    }

    /// Exact if that is predicted to fit the budget beside the other questions at work, else
    /// sampled.
    fn auto(
        &self,
        spec: &EquitySpec,
        question: &Question,
        asked: &Asked,
        progress: &Progress,
        refined: &mut (dyn FnMut(&Sampled) + Send),
    ) -> Result<Answer, EquityError> {
        let budget = spec.budget.unwrap_or(EquitySpec::DEFAULT_BUDGET);
        let predicted = exact_time(question, self.share())?;
        if predicted <= AT_ONCE.min(budget.mul_f64(EXACT_PREDICTED)) && is_looked_up(question) {
            return Ok(Answer::exact(question, progress)?);
        }
        if predicted <= budget.mul_f64(EXACT_PREDICTED) {
            let most = budget.mul_f64(EXACT_STOPPED);
            match self.exact_within(question, asked, most, progress) {
                Err(DealError::Stopped) if !progress.is_cancelled() => {}
                answer => return Ok(answer?),
            }
        }
        self.sample(spec, question, Some((asked, budget)), progress, refined)
    }

    /// The exact answer, unless it takes longer than `most` or is cancelled.
    fn exact_within(
        &self,
        question: &Question,
        asked: &Asked,
        most: Duration,
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
                    if outer.is_cancelled() || asked.elapsed() >= most {
                        inner.cancel();
                    }
                }
            });
            let answer = self.pool().install(|| Answer::exact(question, inner));
            drop(finished);
            answer
        })
    }

    /// A sample within the limits of the spec, and of a budget.
    fn sample(
        &self,
        spec: &EquitySpec,
        question: &Question,
        limit: Option<(&Asked, Duration)>,
        progress: &Progress,
        refined: &mut (dyn FnMut(&Sampled) + Send),
    ) -> Result<Answer, EquityError> {
        let limited = limit.is_some() || spec.samples.is_some() || spec.standard_error.is_some();
        let plan = SamplePlan {
            seed: spec.seed,
            samples: spec.samples.unwrap_or(u64::MAX),
            standard_error: match limited {
                true => spec.standard_error,
                false => Some(EquitySpec::DEFAULT_ERROR),
            },
        };
        let time_is_up = || {
            limit.is_some_and(|(asked, budget)| {
                let few = progress.done() < FEW_DEALS;
                let part = if few { SAMPLED_AT_MOST } else { SAMPLED };
                asked.elapsed() >= budget.mul_f64(part)
            })
        };
        let sampled = self
            .pool()
            .install(|| Sampler::new(question)?.run(&plan, progress, time_is_up, refined));
        Ok(Answer::Sampled(sampled?))
    }
}

/// Whether the exact answer is read from a table of all hands of Hold'em against each other,
/// which needs no threads: handing it to some would take ten times as long.
fn is_looked_up(question: &Question) -> bool {
    question.game() == Game::Holdem
        && question.players().len() == 2
        && question.board().street() == Street::Preflop
        && question.dead().is_empty()
}
