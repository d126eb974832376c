//! Separate threads for questions that are answered at the same time.
//!
//! Work that is split among the threads of one pool waits for its parts, and while it waits,
//! rayon lets the thread work on any other part in the pool: also on that of another question,
//! which may take until the end of a time budget. So questions that share a pool end one after
//! the other: four with a budget of 80 ms each took up to 412 ms on two processors. Here each
//! question takes a *lane*, a pool that it has to itself, and the system divides the processors
//! among lanes. A lane is as wide as the question's share of the threads: all of them for one
//! that is alone, half for a second, and so on, so that threads hardly wait for processors.
//! Lanes are made when they are first needed, in 0.1 ms, and kept.

use std::ops::Deref;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

/// Most lanes; further questions share the first.
const MOST: usize = 64;

/// All lanes of an engine.
#[derive(Debug)]
pub(super) struct Lanes {
    threads: usize,
    first: Arc<ThreadPool>,
    /// Lanes that nobody uses.
    free: Mutex<Vec<Arc<ThreadPool>>>,
    /// Questions at work.
    taken: AtomicUsize,
}

impl Lanes {
    /// Lanes of up to this many threads; the first one is made now.
    pub(super) fn new(threads: usize) -> Result<Lanes, ThreadPoolBuildError> {
        let first = Arc::new(pool(threads)?);
        let free = Mutex::new(vec![Arc::clone(&first)]);
        Ok(Lanes { threads, first, free, taken: AtomicUsize::new(0) })
    }

    /// The threads of the widest lane.
    pub(super) fn threads(&self) -> usize {
        self.threads
    }

    /// Questions at work.
    pub(super) fn taken(&self) -> usize {
        self.taken.load(Ordering::Relaxed)
    }

    /// Takes a lane: a free one, or a new one, or the first where no more can be had.
    pub(super) fn take(&self) -> Lane<'_> {
        let taken = self.taken.fetch_add(1, Ordering::Relaxed);
        let width = width(self.threads, taken);
        let free = {
            let mut free = self.free();
            let place = free.iter().position(|lane| lane.current_num_threads() == width);
            place.map(|place| free.swap_remove(place))
        };
        let new = || (taken < MOST).then(|| pool(width).ok()).flatten().map(Arc::new);
        let own = free.or_else(new);
        let shared = own.is_none();
        Lane { lanes: self, pool: own.unwrap_or_else(|| Arc::clone(&self.first)), shared }
    }

    /// The list is complete whenever the lock is free.
    fn free(&self) -> MutexGuard<'_, Vec<Arc<ThreadPool>>> {
        self.free.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The threads of a question beside so many others: all, half, a quarter, …, one. Few
/// different widths, so that lanes are used again.
fn width(threads: usize, others: usize) -> usize {
    (threads >> (usize::BITS - others.leading_zeros())).max(1)
}

fn pool(threads: usize) -> Result<ThreadPool, ThreadPoolBuildError> {
    ThreadPoolBuilder::new().num_threads(threads).build()
}

/// A lane that a question uses; dropping it lets another have it.
#[derive(Debug)]
pub(crate) struct Lane<'a> {
    lanes: &'a Lanes,
    pool: Arc<ThreadPool>,
    /// Whether others may use it at the same time.
    shared: bool,
}

impl Deref for Lane<'_> {
    type Target = ThreadPool;

    fn deref(&self) -> &ThreadPool {
        &self.pool
    }
}

impl Drop for Lane<'_> {
    fn drop(&mut self) {
        if !self.shared {
            self.lanes.free().push(Arc::clone(&self.pool));
        }
        self.lanes.taken.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lanes_are_separate_while_they_are_used_and_used_again() {
        let lanes = Lanes::new(2).unwrap();
        let first = lanes.take();
        let second = lanes.take();
        assert!(!Arc::ptr_eq(&first.pool, &second.pool));
        assert_eq!(lanes.taken(), 2);
        assert_eq!((first.current_num_threads(), second.current_num_threads()), (2, 1));
        // A thread that waits in one lane does not keep the other from working.
        let (done, wait) = std::sync::mpsc::channel();
        std::thread::scope(|scope| {
            scope.spawn(|| first.install(move || wait.recv()));
            second.install(|| done.send(())).unwrap();
        });
        let pool = Arc::clone(&second.pool);
        drop(second);
        assert!(Arc::ptr_eq(&lanes.take().pool, &pool));
        drop(first);
        assert_eq!(lanes.taken(), 0);
    }

    #[test]
    fn lanes_are_as_wide_as_a_share_of_the_threads() {
        let widths: Vec<usize> = [0, 1, 2, 3, 4, 7, 8, 63].map(|others| width(16, others)).into();
        assert_eq!(widths, [16, 8, 4, 4, 2, 2, 1, 1]);
        assert_eq!((width(1, 0), width(1, 9), width(3, 1)), (1, 1, 1));
    }

    #[test]
    fn more_questions_than_lanes_share_the_first() {
        let lanes = Lanes::new(1).unwrap();
        let all: Vec<Lane<'_>> = (0..MOST + 2).map(|_| lanes.take()).collect();
        assert!(all[MOST..].iter().all(|lane| Arc::ptr_eq(&lane.pool, &lanes.first)));
        drop(all);
        assert_eq!((lanes.taken(), lanes.free().len()), (0, MOST));
    }
}
