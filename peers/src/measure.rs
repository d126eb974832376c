//! Timing by turns.
//!
//! Clock speeds and other users of the machine change over seconds. Contenders
//! therefore alternate in short turns, and the fastest stretch of each is compared:
//! it is the one that was disturbed least. Time is the processor time of this
//! thread, which stands still while somebody else has the core.

use std::time::{Duration, Instant};

use rustix::time::{ClockId, clock_gettime};

use crate::contender::Contender;

/// A stretch is as many passes as fill this time, so that reading the clock does
/// not matter.
const STRETCH: Duration = Duration::from_millis(1);

/// A turn is as many stretches as fill this time, so that the caches that the
/// others have used are filled again for most of them.
const TURN: Duration = Duration::from_millis(10);

/// Turns that every contender gets, however long they take.
const MIN_TURNS: usize = 3;

/// The seconds a pass takes one contender.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Timing {
    /// How many stretches were timed.
    pub(crate) stretches: usize,
    /// In the fastest stretch.
    pub(crate) fastest: f64,
    /// In the median stretch.
    pub(crate) median: f64,
}

impl Timing {
    fn new(mut stretches: Vec<f64>) -> Timing {
        stretches.sort_unstable_by(f64::total_cmp);
        let count = stretches.len();
        Timing { stretches: count, fastest: stretches[0], median: stretches[count / 2] }
    }
}

/// Lets the contenders take turns for about `time` in all.
pub(crate) fn take_turns(contenders: &mut [Box<dyn Contender>], time: Duration) -> Vec<Timing> {
    let mut stretches = vec![Vec::new(); contenders.len()];
    let start = Instant::now();
    let mut turns = 0;
    while turns < MIN_TURNS || start.elapsed() < time {
        for (contender, stretches) in contenders.iter_mut().zip(&mut stretches) {
            let turn = processor_time();
            while processor_time() - turn < TURN {
                stretches.push(stretch(contender.as_mut()));
            }
        }
        turns += 1;
    }
    stretches.into_iter().map(Timing::new).collect()
}

/// Runs one stretch: seconds a pass.
fn stretch(contender: &mut dyn Contender) -> f64 {
    let start = processor_time();
    let mut passes = 0;
    loop {
        contender.pass();
        passes += 1;
        let elapsed = processor_time() - start;
        if elapsed >= STRETCH {
            return elapsed.as_secs_f64() / f64::from(passes);
        }
    }
}

/// How long this thread has been running.
fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec as u32)
}
