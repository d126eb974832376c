//! The threads and the cache that answer questions.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::thread;

use thiserror::Error;

use super::lanes::{Lane, Lanes};
use crate::equity::EquityCache;

/// Threads and a cache of answers, made once and used for many questions, from
/// any number of threads at once.
///
/// Questions that are asked at the same time have threads of their own and share the
/// processors evenly, so a short one does not wait behind a long one. A
/// [`Runtime`](super::Runtime) answers short questions with one engine and
/// gives each long job its own, with a lower priority if requested; they share the cache.
#[derive(Debug)]
pub struct Engine {
    lanes: Lanes,
    cache: Arc<EquityCache>,
}

/// Why an engine could not be started.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum EngineError {
    /// Too many threads.
    #[error("{threads} threads are too many; the most is {}", Engine::MOST_THREADS)]
    TooManyThreads {
        /// The requested number.
        threads: usize,
    },
    /// The system cannot start the threads.
    #[error("cannot start {threads} threads: {reason}")]
    NoThreads {
        /// The requested number.
        threads: usize,
        /// The system's message.
        reason: rayon::ThreadPoolBuildError,
    },
}

impl Engine {
    /// The default number of cached answers.
    pub const DEFAULT_CACHE: NonZeroUsize = NonZeroUsize::new(10_000).expect("not zero");

    /// The most threads of an engine.
    pub const MOST_THREADS: usize = 512;

    /// An engine with this many threads (0: one for each processor) that caches
    /// this many answers.
    pub fn new(threads: usize, cache_entries: NonZeroUsize) -> Result<Engine, EngineError> {
        Engine::sharing(threads, Arc::new(EquityCache::new(cache_entries)))
    }

    /// An engine with this many threads and a shared cache.
    pub(super) fn sharing(threads: usize, cache: Arc<EquityCache>) -> Result<Engine, EngineError> {
        let threads = thread_count(threads);
        if threads > Self::MOST_THREADS {
            return Err(EngineError::TooManyThreads { threads });
        }
        match Lanes::new(threads) {
            Ok(lanes) => Ok(Engine { lanes, cache }),
            Err(reason) => Err(EngineError::NoThreads { threads, reason }),
        }
    }

    /// The number of threads of a question.
    pub fn threads(&self) -> usize {
        self.lanes.threads()
    }

    /// Threads that nobody else uses until they are dropped.
    pub(crate) fn pool(&self) -> Lane<'_> {
        self.lanes.take()
    }

    /// The processors that another question would have, if those at work share them evenly.
    pub(crate) fn share(&self) -> f64 {
        self.threads() as f64 / (self.lanes.taken() + 1) as f64
    }

    pub(super) fn shared_cache(&self) -> Arc<EquityCache> {
        Arc::clone(&self.cache)
    }

    pub(crate) fn cache(&self) -> &EquityCache {
        &self.cache
    }
}

/// The number of threads; 0 means one for each processor.
pub(crate) fn thread_count(asked: usize) -> usize {
    match asked {
        0 => thread::available_parallelism().map_or(1, usize::from),
        asked => asked,
    }
}
