//! Ctrl-C, SIGTERM and SIGHUP.
//!
//! The first signal asks the work to stop; a second one ends the process, unless the work
//! has begun to save its result. Signals within a second are one request: `timeout` sends two
//! at once. All three signals are treated alike, except that a hang-up that is ignored, as under
//! `nohup`, stays ignored.

use std::io;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::Duration;

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

/// The exit code of a command that was interrupted.
pub(crate) const INTERRUPTED: u8 = 130;

/// Signals within this time are one request.
const REPEAT: Duration = Duration::from_secs(1);

/// How often the listener looks for a signal.
const TICK: Duration = Duration::from_millis(20);

/// Whether a signal came, and whether the next one ends the process.
#[derive(Default)]
struct Flags {
    came: Arc<AtomicBool>,
    /// The same for the listener.
    noticed: Arc<AtomicBool>,
    fatal: Arc<AtomicBool>,
    /// How often signals became requests again.
    rearmed: AtomicU32,
}

static FLAGS: OnceLock<Flags> = OnceLock::new();

/// Starts to listen. If the system does not allow it, signals end the process at once.
pub(crate) fn listen() {
    FLAGS.get_or_init(|| {
        let flags = Flags::default();
        for signal in signals() {
            let _ = register(signal, &flags);
        }
        thread::spawn(arm_after_requests);
        flags
    });
}

/// Lets the next signal end the process, a while after each request. This has a thread of its
/// own, so that it works whatever the rest of the process is busy with.
fn arm_after_requests() {
    let flags = FLAGS.wait();
    loop {
        thread::sleep(TICK);
        let rearmed = flags.rearmed.load(Ordering::Relaxed);
        if flags.noticed.swap(false, Ordering::Relaxed) {
            thread::sleep(REPEAT);
            flags.noticed.store(false, Ordering::Relaxed);
            if flags.rearmed.load(Ordering::Relaxed) == rearmed {
                flags.fatal.store(true, Ordering::Relaxed);
            }
        }
    }
}

fn register(signal: i32, flags: &Flags) -> io::Result<()> {
    flag::register_conditional_shutdown(signal, INTERRUPTED.into(), Arc::clone(&flags.fatal))?;
    flag::register(signal, Arc::clone(&flags.noticed))?;
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
        flags.rearmed.fetch_add(1, Ordering::Relaxed);
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
