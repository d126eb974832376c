//! Showing how far a long computation is, and stopping it with Ctrl-C.

use std::io::{self, IsTerminal};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use quasar::{BoardsProgress, JobControl, Progress, SolveProgress};

use crate::output::{tell, thousands};
use crate::units::{bytes, rate};

/// Work shorter than this shows nothing.
const PATIENCE: Duration = Duration::from_secs(1);

/// How often the bar moves.
const FRAME: Duration = Duration::from_millis(100);

/// How often a line is written where a bar cannot move.
const LINE: Duration = Duration::from_secs(2);

/// What is shown of a computation.
#[derive(Clone, Copy)]
pub(crate) enum Shown {
    /// The share that is done, on a terminal only.
    Share,
    /// How many of these are done and how fast; as lines of text if standard
    /// error is not a terminal.
    Count(&'static str),
}

/// Runs `work`. After a second it is shown how far it is, with the time left.
/// Ctrl-C cancels the progress once; a second one ends the process.
pub(crate) fn with_progress<T>(shown: Shown, work: impl FnOnce(&Progress) -> T) -> T {
    let progress = Arc::new(Progress::new());
    let interrupted = Arc::clone(&progress);
    on_interrupt(move || interrupted.cancel());
    thread::scope(|scope| {
        let (finished, wait) = mpsc::channel::<()>();
        let watched = &progress;
        scope.spawn(move || match (io::stderr().is_terminal(), shown) {
            (true, _) => move_bar(watched, shown, &wait),
            (false, Shown::Count(things)) => write_lines(watched, things, &wait),
            (false, Shown::Share) => {}
        });
        let result = work(&progress);
        drop(finished);
        result
    })
}

/// Whether the work goes on for so much longer.
fn goes_on(wait: &mpsc::Receiver<()>, time: Duration) -> bool {
    wait.recv_timeout(time) == Err(RecvTimeoutError::Timeout)
}

fn move_bar(progress: &Progress, shown: Shown, wait: &mpsc::Receiver<()>) {
    let start = Instant::now();
    let mut bar = None;
    while goes_on(wait, FRAME) {
        if start.elapsed() >= PATIENCE {
            let bar = bar.get_or_insert_with(|| new_bar(progress.total(), shown));
            bar.set_length(progress.total());
            bar.set_position(progress.done());
        }
    }
    if let Some(bar) = bar {
        bar.finish_and_clear();
    }
}

/// What is shown of a solve.
#[derive(Clone, Copy)]
pub(crate) enum SolveShown {
    /// A small game, on a terminal only.
    Toy,
    /// A spot with its pot and its memory in bytes; as lines of text if standard
    /// error is not a terminal.
    Spot { pot: f64, memory: u64 },
}

/// Runs a solve. After a second a bar with iteration, exploitability and the time
/// left appears. Ctrl-C cancels the solve once; a second one ends the process.
pub(crate) fn solve_with_progress<T>(
    shown: SolveShown,
    work: impl FnOnce(&JobControl, &mut dyn FnMut(&SolveProgress)) -> T,
) -> T {
    let control = Arc::new(JobControl::new());
    let interrupted = Arc::clone(&control);
    on_interrupt(move || interrupted.cancel());
    let mut line = SolveLine::new();
    let lines = matches!(shown, SolveShown::Spot { .. });
    let result = work(&control, &mut |progress| {
        line.show(progress.share.unwrap_or(0.0), lines, || solve_text(shown, progress));
    });
    line.clear();
    result
}

/// Runs solves of many flops, and shows on which it is and the time left for all.
/// Ctrl-C cancels once; a second one ends the process.
pub(crate) fn boards_with_progress<T>(
    pot: f64,
    work: impl FnOnce(&JobControl, &mut (dyn FnMut(&BoardsProgress) + Send)) -> T,
) -> T {
    let control = Arc::new(JobControl::new());
    let interrupted = Arc::clone(&control);
    on_interrupt(move || interrupted.cancel());
    let start = Instant::now();
    let mut line = SolveLine::new();
    let result = work(&control, &mut |progress| {
        line.show(progress.share, true, || boards_text(pot, progress, start.elapsed()));
    });
    line.clear();
    result
}

/// `2 of 25 flops, AsKsQh: iteration 120, 0.51% of the pot, 12 s, about 90 s left`.
fn boards_text(pot: f64, progress: &BoardsProgress, elapsed: Duration) -> String {
    let BoardsProgress { done, total, together, share, board, solve } = progress;
    let mut text = format!("{done} of {total} flops, ");
    if *together > 1 {
        text += &format!("{together} at a time, ");
    }
    text += &format!("{board}: iteration {}", solve.iteration);
    if let Some(chips) = solve.exploitability {
        text += &format!(", {:.2}% of the pot", 100.0 * chips / pot);
    }
    let elapsed = elapsed.as_secs_f64();
    text += &format!(", {elapsed:.0} s");
    if *share > 0.0 {
        text += &format!(", about {:.0} s left", elapsed * (1.0 / share - 1.0));
    }
    text
}

/// A line that tells how far a solve is: a bar on a terminal, else lines of text.
struct SolveLine {
    bar: Option<ProgressBar>,
    next: Instant,
    terminal: bool,
}

impl SolveLine {
    fn new() -> SolveLine {
        let terminal = io::stderr().is_terminal();
        SolveLine { bar: None, next: Instant::now() + PATIENCE, terminal }
    }

    /// Shows the text if it is time; without a terminal only if `lines` are wanted.
    fn show(&mut self, share: f64, lines: bool, text: impl FnOnce() -> String) {
        let now = Instant::now();
        if now < self.next {
            return;
        }
        if self.terminal {
            self.next = now + FRAME;
            let bar = self.bar.get_or_insert_with(new_solve_bar);
            bar.set_position((WHOLE as f64 * share) as u64);
            bar.set_message(text());
        } else if lines {
            self.next = now + LINE;
            tell(text());
        }
    }

    fn clear(self) {
        if let Some(bar) = self.bar {
            bar.finish_and_clear();
        }
    }
}

/// What the next Ctrl-C stops; with nothing left to stop it ends the process.
static STOP: Mutex<Option<Box<dyn Fn() + Send>>> = Mutex::new(None);

/// Calls `first` at the first Ctrl-C from now on, in the place of what was called
/// before; a second one ends the process.
pub(crate) fn on_interrupt(first: impl Fn() + Send + 'static) {
    let stop = || STOP.lock().unwrap_or_else(PoisonError::into_inner);
    *stop() = Some(Box::new(first));
    // There is one handler for all work of a process, so later calls fail. Without any
    // Ctrl-C ends the process at once, which is fine too.
    let _ = ctrlc::set_handler(move || match stop().take() {
        Some(first) => first(),
        None => std::process::exit(130),
    });
}

/// Length of a bar that shows a share.
const WHOLE: u64 = 1_000;

fn new_solve_bar() -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:30} {msg}");
    ProgressBar::new(WHOLE).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// `iteration 120, exploitability 0.91 (0.51% of the pot), 12 s, about 3 s left`.
fn solve_text(shown: SolveShown, progress: &SolveProgress) -> String {
    let mut text = format!("iteration {}", thousands(progress.iteration.into()));
    match (shown, progress.exploitability) {
        (SolveShown::Toy, Some(chips)) => text += &format!(", exploitability {chips:.6}"),
        (SolveShown::Spot { pot, .. }, Some(chips)) => {
            let percent = 100.0 * chips / pot;
            text += &format!(", exploitability {chips:.2} ({percent:.2}% of the pot)");
        }
        (_, None) => {}
    }
    let elapsed = progress.elapsed.as_secs_f64();
    match shown {
        SolveShown::Toy => {
            text += &format!(", {} nodes a second", rate(progress.nodes_per_second).trim_end());
        }
        SolveShown::Spot { .. } => text += &format!(", {elapsed:.0} s"),
    }
    if let Some(share) = progress.share.filter(|share| *share > 0.0) {
        text += &format!(", about {:.0} s left", elapsed * (1.0 / share - 1.0));
    }
    if let SolveShown::Spot { memory, .. } = shown {
        text += &format!(", {}", bytes(memory));
    }
    text
}

/// A bar, or a counter where the end is unknown.
fn new_bar(total: u64, shown: Shown) -> ProgressBar {
    let template = match (total, shown) {
        (0, _) => "{human_pos} deals  {elapsed} elapsed".to_owned(),
        (_, Shown::Share) => "{bar:40} {percent}%  {elapsed} elapsed, {eta} left".to_owned(),
        (_, Shown::Count(things)) => {
            format!(
                "{{bar:40}} {{human_pos}} of {{human_len}} {things}  {{per_sec:.0}}, {{eta}} left"
            )
        }
    };
    let style = ProgressStyle::with_template(&template);
    ProgressBar::new(total).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

fn write_lines(progress: &Progress, things: &str, wait: &mpsc::Receiver<()>) {
    let start = Instant::now();
    let mut pause = PATIENCE;
    while goes_on(wait, pause) {
        pause = LINE;
        let line = line(progress.done(), progress.total(), things, start.elapsed());
        tell(line);
    }
}

/// `1,000 of 1,755 tables, 500 a second, 2 s left`.
fn line(done: u64, total: u64, things: &str, elapsed: Duration) -> String {
    let rate = done as f64 / elapsed.as_secs_f64();
    let mut line = format!("{} of {} {things}", thousands(done), thousands(total));
    if done > 0 && rate.is_finite() {
        let left = total.saturating_sub(done) as f64 / rate;
        line += &format!(", {rate:.0} a second, {left:.0} s left");
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_tell_rate_and_time_left() {
        let seconds = Duration::from_secs;
        assert_eq!(
            line(1_000, 1_755, "flops", seconds(2)),
            "1,000 of 1,755 flops, 500 a second, 2 s left"
        );
        assert_eq!(line(0, 1_755, "flops", seconds(2)), "0 of 1,755 flops");
        assert_eq!(line(0, 0, "flops", seconds(0)), "0 of 0 flops");
    }
}
