//! The answer to a spot file.

use quasar_game::Line;
use schemars::JsonSchema;
use serde::Serialize;

use super::SpotFile;
use crate::job::{Clock, Control, Finished, JobError, JobReport, Phase, SolveProgress, Work};
use crate::request::Warning;
use crate::request::values::{Algorithms, Names};
use crate::spot::{ActionReport, SpotError, SpotHandReport};

/// What to do at the decision of a spot file.
#[derive(Clone, PartialEq, Debug, JsonSchema, Serialize)]
pub struct OneReport {
    /// How it was found.
    pub method: String,
    /// The seat that acts.
    pub to_act: usize,
    /// How many of the chips here a chip of the request is: 10 if its bet of 5.5 is 55 here.
    pub chip_scale: u64,
    /// Its actions, and how often it should take each.
    pub actions: Vec<ActionReport>,
    /// Its expected value from here on, in chips; null if its hands are
    /// compatible with none of the opponent's.
    pub ev: Option<f64>,
    /// The exploitability: the mean of both players' best-response gains, in chips.
    pub exploitability: f64,
    /// The same in percent of the chips in the middle.
    pub exploitability_percent: f64,
    /// Iterations done.
    pub iterations: u32,
    /// Working time, pauses excluded.
    pub seconds: f64,
    /// What was noticed while the request was read.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<Warning>,
    /// Its hands, or its buckets; only the hand of `hero` if the request has one.
    pub hands: Vec<OneHandReport>,
}

/// A hand of the seat that acts.
#[derive(Clone, PartialEq, Debug, JsonSchema, Serialize)]
pub struct OneHandReport {
    /// The hand, or a bucket such as `bucket 17`, counted from 0.
    pub hand: String,
    /// Its weight in the range.
    pub weight: f32,
    /// How often each action is taken, 0 to 1.
    pub frequencies: Vec<f32>,
    /// Its expected value from here on, in chips; null if it is compatible with no hand.
    pub ev: Option<f64>,
}

impl SpotFile {
    /// Solves the spot with so many threads in at most `allowed` bytes.
    pub fn solve(
        &self,
        threads: usize,
        allowed: u64,
        control: &Control,
        progress: impl FnMut(&SolveProgress),
    ) -> Result<OneReport, SpotError> {
        self.solve_by(&Clock::system(), threads, allowed, control, progress)
    }

    /// The same by another clock.
    fn solve_by(
        &self,
        clock: &Clock,
        threads: usize,
        allowed: u64,
        control: &Control,
        progress: impl FnMut(&SolveProgress),
    ) -> Result<OneReport, SpotError> {
        if self.has_buckets() {
            return self.solve_buckets(clock, threads, allowed, control, progress);
        }
        let spec = self.spec(threads)?;
        let start: Line = "r:0".parse().expect("the first decision of every tree");
        let mut job = spec.plan_within(allowed)?.job(allowed)?;
        job.job().set_clock(clock.clone());
        let ended = job.run(control, progress)?;
        let report = job.report(ended, &start)?;
        let hand = |hand: SpotHandReport| OneHandReport {
            hand: hand.hand,
            weight: hand.weight,
            frequencies: hand.frequencies,
            ev: hand.ev,
        };
        let iterations = report.iterations;
        let exploitability = report.exploitability.expect("every hand plays for itself");
        let hero = self.hero.map(|hero| hero.to_string());
        let is_asked = |hand: &SpotHandReport| hero.as_ref().is_none_or(|hero| *hero == hand.hand);
        let algorithm = Algorithms::name(self.settings.algorithm.into());
        Ok(OneReport {
            method: format!("every hand, {algorithm}, {iterations} iterations, average strategy"),
            to_act: self.to_act,
            chip_scale: self.chip_scale,
            actions: report.node.actions,
            ev: report.node.ev,
            exploitability,
            exploitability_percent: 100.0 * exploitability / self.pot().max(1) as f64,
            iterations,
            seconds: report.seconds,
            warnings: self.warnings.0.clone(),
            hands: report.node.hands.into_iter().filter(is_asked).map(hand).collect(),
        })
    }
}

/// Solves the decision of a spot file.
pub(crate) fn run_job(file: &SpotFile, work: &Work<'_>) -> Result<Finished, JobError> {
    let threads = work.engine()?.threads();
    work.enter(Phase::Solving);
    work.warn_all(&file.warnings);
    let watch = |progress: &SolveProgress| work.progress(progress, None);
    let allowed = work.memory().bytes;
    let report = file.solve_by(work.clock(), threads, allowed, work.control(), watch)?;
    let cancelled = work.control().is_cancelled();
    let finished = Finished::new(JobReport::Decision(Box::new(report)));
    Ok(Finished { cancelled, ..finished })
}
