//! The limits of the server, each in one place. `docs/SERVER.md` lists them.

use std::time::Duration;

/// Most bytes of a request, unless it is a save.
pub(crate) const BODY: usize = 2_000_000;

/// Most bytes of an uploaded save.
pub(crate) const UPLOAD: u64 = 64_000_000_000;

/// Short questions that are answered at a time; further ones are refused.
pub(crate) const QUESTIONS: usize = 64;

/// Megabytes that the ranges of all short questions may take together. The largest
/// question, ten ranges of six-card Omaha, takes 814.
pub(crate) const QUESTION_MEGABYTES: u32 = 1_000;

/// The longest that a short question may work, whatever its budget says.
pub(crate) const QUESTION_TIME: Duration = Duration::from_secs(10);

/// Most jobs that are queued.
pub(crate) const QUEUE: usize = 1_000;

/// Spots that are laid out at a time.
pub(crate) const PLANS: usize = 2;

/// Clients that follow the events of jobs.
pub(crate) const FOLLOWERS: usize = 256;

/// The longest that looking into a running solve waits for the end of an iteration.
pub(crate) const LOOK_TIME: Duration = Duration::from_secs(30);

/// Most iterations of push or fold: some seconds.
pub(crate) const PUSH_FOLD_ITERATIONS: u32 = 50_000;

/// The longest that a client may take to send the head of a request.
pub(crate) const HEAD_TIME: Duration = Duration::from_secs(10);

/// The longest that a client may take to send a body, and from one part of an upload to
/// the next.
pub(crate) const BODY_TIME: Duration = Duration::from_secs(30);

/// The longest that a client may leave an answer unread.
pub(crate) const WRITE_TIME: Duration = Duration::from_secs(30);

/// The longest that stopping waits for clients.
pub(crate) const STOP_TIME: Duration = Duration::from_secs(10);

/// Connections at a time. When all are taken, a new one replaces the oldest that is not
/// being answered.
pub(crate) const CONNECTIONS: usize = 1_024;
