//! Running jobs and other long work: showing progress, and stopping on Ctrl-C.

use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use quasar::job::{
    Control, Detail, Event, Finished, JobSpec, Phase, Runtime, RuntimeOptions, Waited,
};

use crate::error::Failure;
use crate::output::{tell, thousands};
use crate::signals;
use crate::units::rough_time;

/// Work that is shorter than this shows no progress.
const PATIENCE: Duration = Duration::from_secs(1);

/// How often the bar is redrawn.
const FRAME: Duration = Duration::from_millis(100);

/// How often a line is written if standard error is not a terminal.
const LINE: Duration = Duration::from_secs(2);

/// Runs a job to its end and passes every event to `show`. The first Ctrl-C cancels the
/// job, and so does an error of `show`; a cancelled job still reports what it found.
pub(crate) fn run_job(
    options: RuntimeOptions,
    spec: JobSpec,
    mut show: impl FnMut(&Event, &Control) -> Result<(), Failure>,
) -> Result<Arc<Finished>, Failure> {
    let memory = options.memory;
    let runtime = Runtime::new(options)?;
    signals::listen();
    let job = runtime.submit(spec);
    let mut events = job.events();
    let mut failed = None;
    loop {
        if signals::came() {
            job.control().cancel();
        }
        match events.next_within(FRAME) {
            Waited::Closed => break,
            Waited::Nothing => {}
            Waited::Event(event) => {
                if event.phase == Phase::Saving {
                    signals::rearm();
                }
                if failed.is_none()
                    && let Err(failure) = show(&event, job.control())
                {
                    failed = Some(failure);
                    job.control().abandon();
                }
            }
        }
    }
    let outcome = job.report().map_err(|error| Failure::of_job(error, memory));
    match failed {
        Some(failure) => Err(failure),
        None => outcome,
    }
}

/// What is shown of a computation.
#[derive(Clone, Copy)]
pub(crate) enum Shown {
    /// The percentage done, on a terminal only.
    Share,
    /// The same; as lines of text if standard error is not a terminal.
    Percent,
    /// How many of these are done and how fast; as lines of text if standard error is
    /// not a terminal.
    Count(&'static str),
}

/// Runs `work`, and shows its progress and the time left once it takes longer than a
/// second. Ctrl-C cancels it; a second Ctrl-C ends the process.
pub(crate) fn with_progress<T>(shown: Shown, work: impl FnOnce(&Control) -> T) -> T {
    stoppable(Some(shown), work)
}

/// The same for work that shows what it does itself.
pub(crate) fn with_control<T>(work: impl FnOnce(&Control) -> T) -> T {
    stoppable(None, work)
}

fn stoppable<T>(shown: Option<Shown>, work: impl FnOnce(&Control) -> T) -> T {
    signals::listen();
    let control = Control::new();
    thread::scope(|scope| {
        let (finished, wait) = mpsc::channel::<()>();
        let watched = &control;
        scope.spawn(move || {
            let mut line = ProgressLine::new();
            while wait.recv_timeout(FRAME) == Err(RecvTimeoutError::Timeout) {
                if signals::came() {
                    watched.cancel();
                }
                if let Some(shown) = shown {
                    line.count(shown, watched.done(), watched.total());
                }
            }
            line.clear();
        });
        let result = work(&control);
        drop(finished);
        result
    })
}

/// Progress: a bar on a terminal, otherwise lines of text.
pub(crate) struct ProgressLine {
    bar: Option<ProgressBar>,
    start: Instant,
    next: Instant,
    terminal: bool,
}

impl ProgressLine {
    pub(crate) fn new() -> ProgressLine {
        let (start, terminal) = (Instant::now(), io::stderr().is_terminal());
        ProgressLine { bar: None, start, next: start + PATIENCE, terminal }
    }

    /// Shows the text if it is due; without a terminal only if `lines` are wanted.
    pub(crate) fn show(&mut self, done: f64, lines: bool, text: impl FnOnce() -> String) {
        if !self.is_due(lines) {
            return;
        }
        match self.terminal {
            true => {
                let bar = self.bar.get_or_insert_with(|| new_bar("{bar:30} {msg}"));
                bar.set_position((WHOLE as f64 * done) as u64);
                bar.set_message(text());
            }
            false => tell(text()),
        }
    }

    /// Shows how many units of work are done.
    pub(crate) fn count(&mut self, shown: Shown, done: u64, total: u64) {
        if !self.is_due(!matches!(shown, Shown::Share)) {
            return;
        }
        match self.terminal {
            true => {
                let bar = self.bar.get_or_insert_with(|| new_bar(&template(total, shown)));
                bar.set_length(total);
                bar.set_position(done);
            }
            false => tell(match shown {
                Shown::Count(things) => line(done, total, things, self.start.elapsed()),
                Shown::Share | Shown::Percent => share(done, total, self.start.elapsed()),
            }),
        }
    }

    /// Shows the count in an event of a job, if there is one.
    pub(crate) fn event(&mut self, shown: Shown, event: &Event) {
        if let Some(Detail::Count { done, total }) = event.detail {
            self.count(shown, done, total);
        }
    }

    /// Removes the bar.
    pub(crate) fn clear(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }

    /// Whether something is due to be shown.
    fn is_due(&mut self, lines: bool) -> bool {
        let now = Instant::now();
        let due = now >= self.next && (self.terminal || lines);
        if due {
            self.next = now + if self.terminal { FRAME } else { LINE };
        }
        due
    }
}

/// Length of a bar that shows a percentage.
const WHOLE: u64 = 1_000;

fn new_bar(template: &str) -> ProgressBar {
    let style = ProgressStyle::with_template(template);
    ProgressBar::new(WHOLE).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// A bar, or a counter if the total is unknown.
fn template(total: u64, shown: Shown) -> String {
    match (total, shown) {
        (0, _) => "{human_pos} deals, {elapsed} elapsed".to_owned(),
        (_, Shown::Share | Shown::Percent) => {
            "{bar:40} {percent}%  {elapsed} elapsed, {eta} left".to_owned()
        }
        (_, Shown::Count(things)) => {
            format!(
                "{{bar:40}} {{human_pos}} of {{human_len}} {things}  {{per_sec:.0}}, {{eta}} left"
            )
        }
    }
}

/// `12% done, 5 s, about 40 s left`; a number of deals if the total is unknown.
fn share(done: u64, total: u64, elapsed: Duration) -> String {
    let seconds = elapsed.as_secs_f64();
    if total == 0 {
        return format!("{} deals, {seconds:.0} s", thousands(done));
    }
    let part = done as f64 / total as f64;
    let mut text = format!("{:.0}% done, {seconds:.0} s", 100.0 * part);
    if part > 0.0 {
        text += &format!(", about {} left", rough_time(seconds * (1.0 - part) / part));
    }
    text
}

/// `1,000 of 1,755 tables, 500 per second, 2 s left`.
fn line(done: u64, total: u64, things: &str, elapsed: Duration) -> String {
    let rate = done as f64 / elapsed.as_secs_f64();
    let mut line = format!("{} of {} {things}", thousands(done), thousands(total));
    if done > 0 && rate.is_finite() {
        let left = total.saturating_sub(done) as f64 / rate;
        line += &format!(", {rate:.0} per second, {} left", rough_time(left));
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_show_rate_and_time_left() {
        let seconds = Duration::from_secs;
        assert_eq!(
            line(1_000, 1_755, "flops", seconds(2)),
            "1,000 of 1,755 flops, 500 per second, 2 s left"
        );
        assert_eq!(line(0, 1_755, "flops", seconds(2)), "0 of 1,755 flops");
        assert_eq!(line(0, 0, "flops", seconds(0)), "0 of 0 flops");
        assert_eq!(share(1, 4, seconds(30)), "25% done, 30 s, about 2 min left");
        assert_eq!(share(5_000, 0, seconds(3)), "5,000 deals, 3 s");
    }
}
