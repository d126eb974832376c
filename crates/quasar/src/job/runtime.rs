//! The resources that all jobs of a process share: threads, caches, the memory limit and the clock.

use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

#[cfg(test)]
use super::Control;
#[cfg(test)]
use super::feed::Feed;
use super::handle::SharedJob;
use super::{
    CheckpointPolicy, Clock, Engine, EngineError, JobError, JobHandle, JobSpec, MemoryLimit, Phase,
    Work,
};
use crate::equity::EquityCache;

/// The options of a runtime.
#[derive(Clone, Debug)]
pub struct RuntimeOptions {
    /// Threads for short questions, and for each job whose spec does not set them; 0 means
    /// one for each processor.
    pub threads: usize,
    /// The number of cached equity answers.
    pub cache_entries: NonZeroUsize,
    /// Bytes that a job may use; by default what the system has available.
    pub memory: Option<u64>,
    /// The clock.
    pub clock: Clock,
    /// When jobs write checkpoints automatically.
    pub checkpoints: CheckpointPolicy,
    /// Whether jobs give way to everything else on the machine, short questions included,
    /// where the system has priorities for threads.
    pub background: bool,
}

impl Default for RuntimeOptions {
    fn default() -> RuntimeOptions {
        RuntimeOptions {
            threads: 0,
            cache_entries: Engine::DEFAULT_CACHE,
            memory: None,
            clock: Clock::system(),
            checkpoints: CheckpointPolicy::default(),
            background: false,
        }
    }
}

impl RuntimeOptions {
    /// The memory that a job may use now.
    pub fn memory_limit(&self) -> MemoryLimit {
        MemoryLimit::new(self.memory)
    }
}

/// Runs jobs, and answers short questions at the same time.
///
/// Short questions have their own threads, so that they never wait behind long work.
/// Each job has its own threads too, so that a paused job does not block others. Dropping
/// the runtime cancels its jobs and waits for them.
#[derive(Debug)]
pub struct Runtime {
    core: Arc<Core>,
    jobs: Mutex<Vec<(Arc<SharedJob>, thread::JoinHandle<()>)>>,
}

/// What jobs see of their runtime.
#[derive(Debug)]
pub(super) struct Core {
    pub(super) threads: usize,
    pub(super) memory: Option<u64>,
    pub(super) clock: Clock,
    pub(super) checkpoints: CheckpointPolicy,
    background: bool,
    questions: Engine,
}

impl Core {
    pub(super) fn cache(&self) -> Arc<EquityCache> {
        self.questions.shared_cache()
    }
}

impl Runtime {
    /// Starts a runtime.
    pub fn new(options: RuntimeOptions) -> Result<Runtime, EngineError> {
        let RuntimeOptions { threads, cache_entries, memory, clock, checkpoints, background } =
            options;
        let questions = Engine::new(threads, cache_entries)?;
        let core = Core { threads, memory, clock, checkpoints, background, questions };
        Ok(Runtime { core: Arc::new(core), jobs: Mutex::new(Vec::new()) })
    }

    /// The threads and the cache for short questions.
    pub fn questions(&self) -> &Engine {
        &self.core.questions
    }

    /// Starts a job in its own thread.
    pub fn submit(&self, spec: JobSpec) -> JobHandle {
        let job = Arc::new(SharedJob::new(spec));
        let running = Arc::clone(&job);
        let core = Arc::clone(&self.core);
        let spawned = thread::Builder::new()
            .name(format!("quasar {}", job.spec.kind()))
            .spawn(move || run(&core, &running));
        match spawned {
            Ok(thread) => {
                let mut jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner);
                jobs.retain(|(_, thread)| !thread.is_finished());
                jobs.push((Arc::clone(&job), thread));
            }
            Err(reason) => job.end(Err(JobError::NoThread(reason))),
        }
        JobHandle { job }
    }
}

#[cfg(test)]
impl Runtime {
    /// Works in the calling thread in the context of a job with this control.
    pub(crate) fn work_here<T>(&self, control: &Control, work: impl FnOnce(&Work<'_>) -> T) -> T {
        work(&Work::new(&self.core, control, &Feed::default()))
    }
}

/// Runs a job to its end, also if it panics.
fn run(core: &Core, job: &SharedJob) {
    if core.background {
        give_way();
    }
    let work = Work::new(core, &job.control, &job.feed);
    work.enter(Phase::Preparing);
    let outcome = catch_unwind(AssertUnwindSafe(|| job.spec.run(&work)));
    work.enter(Phase::Ended);
    job.end(outcome.unwrap_or(Err(JobError::Lost)));
}

/// Lowers the priority of this thread and of those that it will start.
fn give_way() {
    // Elsewhere this would be the priority of the whole process.
    #[cfg(target_os = "linux")]
    let _ = rustix::process::nice(5);
}

impl Drop for Runtime {
    fn drop(&mut self) {
        let jobs = self.jobs.get_mut().unwrap_or_else(PoisonError::into_inner);
        jobs.iter().for_each(|(job, _)| job.control.cancel());
        for (_, thread) in jobs.drain(..) {
            // The outcome already has everything that the thread returns.
            let _ = thread.join();
        }
    }
}
