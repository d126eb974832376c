//! A cache of answers to identical requests.
//!
//! The engine keeps equities, but a report also tells what a hand can become and how it
//! compares with a range, which takes milliseconds. Here the whole report is kept under the
//! text of the request, so that the same request is answered without any work. Only the
//! time that it took is written anew.

use std::num::NonZeroUsize;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use axum::body::Bytes;
use lru::LruCache;

/// Answers that are kept.
const ENTRIES: NonZeroUsize = NonZeroUsize::new(4_096).expect("not zero");

/// The longest texts of requests and answers that are kept.
const REQUEST: usize = 1_024;
const ANSWER: usize = 16_384;

/// The last field of a report on equity.
const ELAPSED: &[u8] = b",\"elapsed_ms\":";

/// The answers to the questions that were asked last.
pub(crate) struct Answers(Mutex<LruCache<String, Bytes>>);

impl Default for Answers {
    fn default() -> Answers {
        Answers(Mutex::new(LruCache::new(ENTRIES)))
    }
}

impl Answers {
    /// The answer to a request that was answered before, as if it had just been found.
    pub(crate) fn get(&self, request: &str) -> Option<Bytes> {
        let start = Instant::now();
        let mut answers = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = answers.get(request)?.clone();
        drop(answers);
        let mut answer = Vec::with_capacity(kept.len() + 32);
        answer.extend_from_slice(&kept);
        answer.extend_from_slice(ELAPSED);
        let elapsed = 1e3 * start.elapsed().as_secs_f64();
        answer.extend_from_slice(format!("{elapsed:.4}}}").as_bytes());
        Some(answer.into())
    }

    /// Keeps an answer without its time.
    pub(crate) fn put(&self, request: String, answer: &Bytes) {
        let place = answer.windows(ELAPSED.len()).rposition(|part| part == ELAPSED);
        let Some(place) = place.filter(|_| request.len() <= REQUEST && answer.len() <= ANSWER)
        else {
            return;
        };
        let answer = Bytes::copy_from_slice(&answer[..place]);
        self.0.lock().unwrap_or_else(PoisonError::into_inner).put(request, answer);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_kept_but_for_its_time() {
        let answers = Answers::default();
        let found = Bytes::from_static(b"{\"text\":\",\\\"elapsed_ms\\\":\",\"elapsed_ms\":12.5}");
        answers.put("question".to_owned(), &found);
        let again: serde_json::Value =
            serde_json::from_slice(&answers.get("question").unwrap()).unwrap();
        assert_eq!(again["text"], ",\"elapsed_ms\":");
        assert!(again["elapsed_ms"].as_f64().is_some_and(|elapsed| elapsed < 12.5));
        assert_eq!(answers.get("another"), None);
        // What is long, or has no time, is not kept.
        answers.put("long".repeat(REQUEST), &found);
        assert_eq!(answers.get(&"long".repeat(REQUEST)), None);
        answers.put("timeless".to_owned(), &Bytes::from_static(b"{}"));
        assert_eq!(answers.get("timeless"), None);
    }
}
