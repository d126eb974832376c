//! Ctrl-C, SIGTERM and SIGHUP.
//!
//! The first signal asks the work to stop; the second ends the process, unless the work
//! has begun to save its result. All three signals are treated alike, except that a
//! hang-up that is ignored, as under `nohup`, stays ignored.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

/// The exit code of a command that was interrupted.
pub(crate) const INTERRUPTED: u8 = 130;

/// Whether a signal came, and whether the next one ends the process.
#[derive(Default)]
struct Flags {
    came: Arc<AtomicBool>,
    fatal: Arc<AtomicBool>,
}

static FLAGS: OnceLock<Flags> = OnceLock::new();

/// Starts to listen. If the system does not allow it, signals end the process at once.
pub(crate) fn listen() {
    FLAGS.get_or_init(|| {
        let flags = Flags::default();
        for signal in signals() {
            let _ = register(signal, &flags);
        }
        flags
    });
}

fn register(signal: i32, flags: &Flags) -> io::Result<()> {
    flag::register_conditional_shutdown(signal, INTERRUPTED.into(), Arc::clone(&flags.fatal))?;
    flag::register(signal, Arc::clone(&flags.fatal))?;
    flag::register(signal, Arc::clone(&flags.came))?;
    Ok(())
}

/// Whether a signal came since the last call.
pub(crate) fn came() -> bool {
    FLAGS.get().is_some_and(|flags| flags.came.swap(false, Ordering::Relaxed))
}

/// Makes the next signal a request again; only the one after it ends the process.
pub(crate) fn rearm() {
    if let Some(flags) = FLAGS.get() {
        flags.fatal.store(false, Ordering::Relaxed);
    }
}

#[cfg(unix)]
fn signals() -> Vec<i32> {
    let mut signals = vec![SIGINT, SIGTERM];
    if !hang_up_is_ignored() {
        signals.push(signal_hook::consts::SIGHUP);
    }
    signals
}

#[cfg(not(unix))]
fn signals() -> Vec<i32> {
    vec![SIGINT, SIGTERM]
}

/// Whether the process was started to survive its terminal. Known only on Linux.
#[cfg(unix)]
fn hang_up_is_ignored() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    ignores_hang_up(&status)
}

/// Whether the lowest bit of the mask of ignored signals, that of SIGHUP, is set.
#[cfg(unix)]
fn ignores_hang_up(status: &str) -> bool {
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask & 1 == 1)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_hang_up_that_nohup_ignores_is_recognised() {
        assert!(ignores_hang_up("Name:\tquasar\nSigIgn:\t0000000000001001\n"));
        assert!(!ignores_hang_up("Name:\tquasar\nSigIgn:\t0000000000001000\n"));
        assert!(!ignores_hang_up(""));
    }
}
