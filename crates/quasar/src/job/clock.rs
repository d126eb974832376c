//! The clock of a runtime.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Time since the clock was made. Clones show the same time.
#[derive(Clone, Debug)]
pub struct Clock(Arc<Source>);

#[derive(Debug)]
enum Source {
    System(Instant),
    /// Nanoseconds, advanced by hand.
    Manual(AtomicU64),
}

impl Clock {
    /// The clock of the system.
    pub fn system() -> Clock {
        Clock::since(Instant::now())
    }

    /// The clock of the system, with this instant as its beginning.
    pub(crate) fn since(start: Instant) -> Clock {
        Clock(Arc::new(Source::System(start)))
    }

    /// A clock that only moves when it is advanced, for tests.
    pub fn manual() -> Clock {
        Clock(Arc::new(Source::Manual(AtomicU64::new(0))))
    }

    /// The time.
    pub fn now(&self) -> Duration {
        match &*self.0 {
            Source::System(start) => start.elapsed(),
            Source::Manual(nanoseconds) => {
                Duration::from_nanos(nanoseconds.load(Ordering::Relaxed))
            }
        }
    }

    /// Advances a manual clock; has no effect on the system clock.
    pub fn advance(&self, time: Duration) {
        if let Source::Manual(nanoseconds) = &*self.0 {
            let time = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
            nanoseconds.fetch_add(time, Ordering::Relaxed);
        }
    }
}

impl Default for Clock {
    fn default() -> Clock {
        Clock::system()
    }
}
