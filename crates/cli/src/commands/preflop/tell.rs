//! How far a solve before the flop is, as lines on standard error.

use std::time::{Duration, Instant};

use quasar::{ExactPlan, ExactProgress, ExactRound, PreflopEvent, PreflopProgress};

use crate::output::tell;
use crate::units::{bytes, duration};

/// How often a line about exact solves is written.
const EVERY: Duration = Duration::from_secs(2);

/// What is written, and when something was.
pub(super) struct Teller {
    silent: bool,
    last: Instant,
}

impl Teller {
    pub(super) fn new(silent: bool) -> Teller {
        Teller { silent, last: Instant::now() }
    }

    pub(super) fn tell(&mut self, event: &PreflopEvent) {
        if self.silent {
            return;
        }
        let line = match event {
            PreflopEvent::Looked(progress) => looked(progress),
            PreflopEvent::Planned(plan) => planned(plan),
            PreflopEvent::Round(round) => finished(round),
            PreflopEvent::Solving(_) if self.last.elapsed() < EVERY => return,
            PreflopEvent::Solving(progress) => solving(progress),
        };
        self.last = Instant::now();
        tell(line);
    }
}

fn looked(progress: &PreflopProgress) -> String {
    format!(
        "iteration {}: exploitability {:.3} mbb a hand, EV of the button {:.2} mbb, frequencies changed by {:.4}",
        progress.iteration, progress.exploitability_mbb, progress.ev_mbb, progress.change,
    )
}

fn planned(plan: &ExactPlan) -> String {
    let line = |(line, part): &(String, f64)| format!("{line} ({:.1}%)", 100.0 * part);
    let lines: Vec<String> = plan.lines.iter().map(line).collect();
    format!(
        "round {} of at most {}: exact solves: {}; flops: {}; lines: {}; lines that are too rare: {}; memory: up to {}",
        plan.round,
        plan.rounds,
        plan.solves(),
        plan.flops,
        if lines.is_empty() { "none".to_owned() } else { lines.join(", ") },
        plan.rare,
        bytes(plan.memory),
    )
}

fn solving(progress: &ExactProgress) -> String {
    let mut line = format!(
        "solve {} of {}: {} on {}, iteration {}",
        progress.done + 1,
        progress.solves,
        progress.line,
        progress.flop,
        progress.iteration,
    );
    if let Some(gap) = progress.exploitability {
        line += &format!(", exploitability {:.2}% of the pot", 100.0 * gap);
    }
    if let Some(left) = progress.left {
        line += &format!(", {} left", duration(left.as_secs_f64()).trim_end());
    }
    line
}

fn finished(round: &ExactRound) -> String {
    format!(
        "round {}: values were off by up to {:.3}bb, {:.3}bb on average; frequencies changed by {:.4}; exploitability {:.3} mbb a hand with the new values, EV of the button {:.2} mbb; {}",
        round.round,
        round.largest_change,
        round.mean_change,
        round.strategy_change,
        round.exploitability_mbb,
        round.ev_mbb,
        duration(round.seconds).trim_end(),
    )
}
