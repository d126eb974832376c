//! A cache of answers to repeated questions.

use std::fmt;
use std::num::NonZeroUsize;
use std::sync::{Mutex, MutexGuard, PoisonError};

use lru::LruCache;

use super::answer::{Answer, Limits};
use super::canonical::QuestionKey;

/// A question up to suits, and what its answer may cost.
type Key = (QuestionKey, Limits);

/// The answers to the most recent questions, shared by all threads.
///
/// Questions that are equal up to suits share an answer. A hit returns
/// the first answer, bit for bit.
pub(crate) struct EquityCache {
    answers: Mutex<LruCache<Key, Answer>>,
}

impl EquityCache {
    /// A cache for this many answers; the least recently used one is evicted first.
    pub(crate) fn new(entries: NonZeroUsize) -> EquityCache {
        EquityCache { answers: Mutex::new(LruCache::new(entries)) }
    }

    pub(super) fn get(&self, key: &Key) -> Option<Answer> {
        self.lock().get(key).cloned()
    }

    pub(super) fn put(&self, key: Key, answer: Answer) {
        self.lock().put(key, answer);
    }

    /// Entries are complete whenever the lock is free, even if the thread that held it
    /// panicked.
    fn lock(&self) -> MutexGuard<'_, LruCache<Key, Answer>> {
        self.answers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for EquityCache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "EquityCache({} answers)", self.lock().len())
    }
}
