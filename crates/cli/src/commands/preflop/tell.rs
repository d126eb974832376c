//! Progress of a preflop solve, as lines on standard error.

use std::time::{Duration, Instant};

use quasar::job::{Detail, Event, Phase};
use quasar::preflop::{ExactPlan, ExactProgress, ExactRound, PreflopProgress, StreetsPlan};

use crate::output::tell;
use crate::units::{bytes, duration, fixed, rough_time};

/// How often a line about exact solves is written.
const EVERY: Duration = Duration::from_secs(2);

/// How often a line about play to the river is written between two measurements.
const SLOWLY: Duration = Duration::from_secs(10);

/// Writes progress lines, not too often.
pub(super) struct Teller {
    silent: bool,
    last: Instant,
    /// Whether play goes to the river, where an iteration takes seconds.
    streets: bool,
}

impl Teller {
    pub(super) fn new(silent: bool) -> Teller {
        Teller { silent, last: Instant::now(), streets: false }
    }

    pub(super) fn tell(&mut self, event: &Event) {
        if self.silent {
            return;
        }
        let line = match &event.detail {
            Some(Detail::Preflop(progress)) => looked(progress),
            Some(Detail::StreetsPlanned(plan)) => {
                self.streets = true;
                streets(plan)
            }
            Some(Detail::RoundPlanned(plan)) => planned(plan),
            Some(Detail::RoundEnded(round)) => finished(round),
            Some(Detail::RoundSolving(_)) if self.last.elapsed() < EVERY => return,
            Some(Detail::RoundSolving(progress)) => solving(progress),
            Some(Detail::Warning { text }) => format!("warning: {text}"),
            Some(Detail::Rate { .. }) if self.streets && self.last.elapsed() >= SLOWLY => {
                stepped(event)
            }
            Some(Detail::Count { total, .. }) if *total > 0 && self.last.elapsed() >= SLOWLY => {
                counted(event)
            }
            None if self.streets && event.phase == Phase::Measuring => {
                "measuring without river buckets".to_owned()
            }
            _ => return,
        };
        self.last = Instant::now();
        tell(line);
    }
}

/// An iteration of play to the river, and the time left.
fn stepped(event: &Event) -> String {
    let mut line = format!("iteration {}", event.iteration.unwrap_or(0));
    // Before the first measurement only the most iterations are known.
    if let Some(left) = event.eta.filter(|_| event.exploitability.is_some()) {
        line += &format!(", about {} left", rough_time(left));
    }
    line
}

/// Boards of a round or of a measurement.
fn counted(event: &Event) -> String {
    let what = if event.phase == Phase::Measuring { "measuring" } else { "learning" };
    let mut line = format!("{what}: {:.0}%", 100.0 * event.done.unwrap_or(0.0));
    if let Some(left) = event.eta {
        line += &format!(", about {} left", rough_time(left));
    }
    line
}

fn looked(progress: &PreflopProgress) -> String {
    let stack = progress.stack.map_or(String::new(), |stack| format!("{stack} big blinds, "));
    format!(
        "{stack}iteration {}: exploitability {:.3} mbb per hand, EV of the button {} mbb, frequencies changed by {:.4}",
        progress.iteration,
        progress.exploitability_mbb,
        fixed(progress.ev_mbb, 2),
        progress.change,
    )
}

/// What a game to the river has, and the memory it takes.
pub(super) fn streets(plan: &StreetsPlan) -> String {
    let [flops, turns, rivers] = plan.boards;
    format!(
        "play to the river: {} flops, bets of {}, raises of {}, at most {} a street; {} lines see a flop; river buckets: {}\n\
         boards: {flops} flops, {turns} turns, {rivers} rivers; decisions: {}\n\
         memory: {} for regrets and strategies in 16 bits, {} for tables, {} for scratch: {} in total, {}",
        plan.flops.len(),
        plan.bet,
        plan.raise,
        plan.raise_cap,
        plan.lines,
        plan.river_buckets,
        plan.decisions,
        bytes(plan.storage),
        bytes(plan.tables),
        bytes(plan.scratch),
        bytes(plan.total()),
        match plan.allowed {
            u64::MAX => "no limit".to_owned(),
            allowed => format!("limit {}", bytes(allowed)),
        },
    )
}

fn planned(plan: &ExactPlan) -> String {
    let line = |(line, part): &(String, f64)| format!("{line} ({:.1}%)", 100.0 * part);
    let lines: Vec<String> = plan.lines.iter().map(line).collect();
    format!(
        "round {} of at most {}: exact solves: {}; flops: {}; lines: {}; lines too rare to solve: {}; memory: up to {}",
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
        "round {}: values changed by up to {:.3}bb, {:.3}bb on average; frequencies by {:.4}; exploitability {:.3} mbb per hand with the new values, EV of the button {} mbb; {}",
        round.round,
        round.largest_change,
        round.mean_change,
        round.strategy_change,
        round.exploitability_mbb,
        fixed(round.ev_mbb, 2),
        duration(round.seconds).trim_end(),
    )
}
