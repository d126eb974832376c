//! Jobs: one queue, a journal, and files that survive anything.
//!
//! ```text
//! submit ──► queued ──► running ──► done | failed | cancelled
//!              ▲  │      │    ▲
//!              │  ▼      ▼    │
//!              └─ paused ─────┘
//! ```
//!
//! A job is named by the hash of what it computes and the version of the engine, so the
//! same request is the same job, and a better goal continues it. Every change of state is
//! written to the journal before a client gets an answer. Whatever ran when the server ended
//! is queued again when it starts, and resumes from its last checkpoint. Jobs start in the
//! order of the queue, as many at a time as the options say, and only if their memory is free.

mod changes;
mod files;
mod journal;
mod queue;
mod record;
mod table;

pub(crate) use files::{Data, sync_folder};
pub(crate) use queue::{Jobs, JobsOptions, Submitted};
pub(crate) use record::{Job, JobList, JobState};
pub(crate) use table::hide_paths;
