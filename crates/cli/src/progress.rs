//! Showing how far a long computation is, and stopping it with Ctrl-C.

use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use quasar::{JobControl, Progress, SolveProgress};

use crate::output::thousands;
use crate::units::rate;

/// Work shorter than this shows no bar.
const PATIENCE: Duration = Duration::from_secs(1);

/// How often the bar moves.
const FRAME: Duration = Duration::from_millis(100);

/// Runs `work`. After a second a bar with the time left appears, if standard
/// error is a terminal. Ctrl-C cancels the progress once; a second one ends the
/// process.
pub(crate) fn with_progress<T: Send>(work: impl FnOnce(&Progress) -> T + Send) -> T {
    let progress = Arc::new(Progress::new());
    let interrupted = Arc::clone(&progress);
    on_interrupt(move || interrupted.cancel());
    thread::scope(|scope| {
        let (finished, wait) = mpsc::channel::<()>();
        let watched = &progress;
        scope.spawn(move || {
            let start = Instant::now();
            let mut bar = None;
            while wait.recv_timeout(FRAME) == Err(RecvTimeoutError::Timeout) {
                if start.elapsed() >= PATIENCE && io::stderr().is_terminal() {
                    let bar = bar.get_or_insert_with(|| new_bar(watched.total()));
                    bar.set_length(watched.total());
                    bar.set_position(watched.done());
                }
            }
            if let Some(bar) = bar {
                bar.finish_and_clear();
            }
        });
        let result = work(&progress);
        drop(finished);
        result
    })
}

/// Runs a solve. After a second a bar with iteration, exploitability and the time
/// left appears, if standard error is a terminal. Ctrl-C cancels the solve once; a
/// second one ends the process.
pub(crate) fn solve_with_progress<T>(
    work: impl FnOnce(&JobControl, &mut dyn FnMut(&SolveProgress)) -> T,
) -> T {
    let control = Arc::new(JobControl::new());
    let interrupted = Arc::clone(&control);
    on_interrupt(move || interrupted.cancel());
    let mut bar = None;
    let mut next = Instant::now() + PATIENCE;
    let result = work(&control, &mut |progress| {
        let now = Instant::now();
        if now >= next && io::stderr().is_terminal() {
            next = now + FRAME;
            show_solve(bar.get_or_insert_with(new_solve_bar), progress);
        }
    });
    if let Some(bar) = bar {
        bar.finish_and_clear();
    }
    result
}

/// Calls `first` at the first Ctrl-C; a second one ends the process.
fn on_interrupt(first: impl Fn() + Send + 'static) {
    let mut again = false;
    // Without a handler Ctrl-C ends the process at once, which is fine too.
    let _ = ctrlc::set_handler(move || {
        if again {
            std::process::exit(130);
        }
        again = true;
        first();
    });
}

/// Length of a bar that shows a share.
const WHOLE: u64 = 1_000;

fn new_solve_bar() -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:30} {msg}");
    ProgressBar::new(WHOLE).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

fn show_solve(bar: &ProgressBar, progress: &SolveProgress) {
    let share = progress.share.unwrap_or(0.0);
    bar.set_position((WHOLE as f64 * share) as u64);
    let mut text = format!("iteration {}", thousands(progress.iteration.into()));
    if let Some(exploitability) = progress.exploitability {
        text += &format!(", exploitability {exploitability:.6}");
    }
    text += &format!(", {} nodes a second", rate(progress.nodes_per_second).trim_end());
    if share > 0.0 {
        let left = progress.elapsed.as_secs_f64() * (1.0 / share - 1.0);
        text += &format!(", about {left:.0} s left");
    }
    bar.set_message(text);
}

/// A bar, or a counter where the end is unknown.
fn new_bar(total: u64) -> ProgressBar {
    let template = match total {
        0 => "{human_pos} deals  {elapsed} elapsed",
        _ => "{bar:40} {percent}%  {elapsed} elapsed, {eta} left",
    };
    let style = ProgressStyle::with_template(template);
    ProgressBar::new(total).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
