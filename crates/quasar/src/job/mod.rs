//! Long work, in one shape: a spec goes in, events come out, a report is the result.
//!
//! ```text
//!            submit                 ┌── control: pause, resume, cancel, another goal
//! JobSpec ──► Runtime ──► JobHandle ┼── events: phase, iteration, exploitability, ETA
//!                                   ├── ask: a decision of the running solve
//!                                   ├── checkpoint: write one now
//!                                   └── report: wait for the end
//! ```
//!
//! A [`Runtime`] owns threads, caches, the memory limit and the clock. A job runs in its
//! own thread. It checks its [`Control`] between two iterations; kernels that do not
//! iterate check the counter inside it. One loop (`drive.rs`) runs every solve,
//! answers queries and writes checkpoints (`checkpoint.rs`). Kinds of job that have no
//! decisions or checkpoints refuse such requests at once (`answers.rs`). The others answer
//! between two iterations, or once measuring or saving is finished; a caller who cannot wait
//! that long sets a time limit ([`JobHandle::ask_within`]). Files belong to the job,
//! never to the front end that shows it.

mod answers;
mod ask;
mod checkpoint;
mod clock;
mod control;
mod drive;
mod engine;
mod event;
mod feed;
mod folder;
mod goal;
mod handle;
mod hash;
mod lanes;
mod memory;
mod more;
mod outcome;
pub(crate) mod plain;
mod read;
mod resume;
mod runtime;
mod size;
mod solve;
mod spec;
mod unsaved;
mod work;

pub use ask::{AskError, NodeAnswer, NodeQuery, NodeReport};
pub use checkpoint::{CheckpointPlace, CheckpointPolicy};
pub(crate) use checkpoint::{Checkpointed, ENGINE, Keeper};
pub use clock::Clock;
pub use control::Control;
pub(crate) use control::Request;
pub(crate) use drive::{Steps, Watch, attend, drive, serve_rest};
pub(crate) use engine::thread_count;
pub use engine::{Engine, EngineError};
pub use event::{Detail, Event, FileWritten, Phase};
pub use feed::Waited;
pub use folder::JobFolder;
pub use goal::{Ended, Goal, GoalChange};
pub use handle::{Events, JobHandle, Outcome};
use hash::content_hash;
pub(crate) use hash::content_hash_of;
pub use memory::{MemoryLimit, MemorySource};
pub use outcome::{BoardsRunReport, Finished, JobError, JobReport, Shortage, WrittenFile};
pub use quasar_eval::simd::limit_to_baseline;
pub use read::JobSpecError;
pub use resume::ResumeError;
pub(crate) use resume::{checkpoint_bytes, open_checkpoint, working_time};
pub use runtime::{Runtime, RuntimeOptions};
pub use size::JobSize;
pub use solve::{Measurement, SolveJob, SolveProgress};
pub use spec::{
    BucketsRun, JobKind, JobKinds, JobSpec, ModelRun, OmahaPreflopRun, OmahaStacksRun, PreflopRun,
    Resume, SaveTo, SpotRun, ToyRun,
};
pub(crate) use unsaved::{checkpoint_file, resume_from, solve_and_report};
pub(crate) use work::Work;
