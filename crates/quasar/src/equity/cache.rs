//! Answers kept for questions that come again.

use std::fmt;
use std::num::NonZeroUsize;
use std::sync::{Mutex, MutexGuard, PoisonError};

use lru::LruCache;

use super::answer::{Answer, Limits};
use super::canonical::QuestionKey;

/// A question up to suits, and what its answer may cost.
type Key = (QuestionKey, Limits);

/// The answers to the questions asked last, for all threads.
///
/// Questions that are equal up to suits share an answer. What a hit returns is
/// what the first asking returned, to the last bit.
pub(crate) struct EquityCache {
    answers: Mutex<LruCache<Key, Answer>>,
}

impl EquityCache {
    /// A cache for this many answers; the one not used for longest goes first.
    pub(crate) fn new(entries: NonZeroUsize) -> EquityCache {
        EquityCache { answers: Mutex::new(LruCache::new(entries)) }
    }

    pub(super) fn get(&self, key: &Key) -> Option<Answer> {
        self.lock().get(key).cloned()
    }

    pub(super) fn put(&self, key: Key, answer: Answer) {
        self.lock().put(key, answer);
    }

    /// Entries are whole whenever the lock is free, whatever happened to the
    /// thread that held it.
    fn lock(&self) -> MutexGuard<'_, LruCache<Key, Answer>> {
        self.answers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for EquityCache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "EquityCache({} answers)", self.lock().len())
    }
}
