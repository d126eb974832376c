//! Showing how far a long computation is, and stopping it with Ctrl-C.

use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use quasar::Progress;

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
    // Without a handler Ctrl-C ends the process at once, which is fine too.
    let _ = ctrlc::set_handler(move || {
        if interrupted.is_cancelled() {
            std::process::exit(130);
        }
        interrupted.cancel();
    });
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

/// A bar, or a counter where the end is unknown.
fn new_bar(total: u64) -> ProgressBar {
    let template = match total {
        0 => "{human_pos} deals  {elapsed} elapsed",
        _ => "{bar:40} {percent}%  {elapsed} elapsed, {eta} left",
    };
    let style = ProgressStyle::with_template(template);
    ProgressBar::new(total).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
