//! The job queue: starts waiting jobs, and records how each one ends.

use std::collections::BTreeMap;
use std::io;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use quasar::job::{
    Finished, JobError, JobHandle, JobReport, JobSize, JobSpec, MemoryLimit, Outcome, Runtime,
};
use quasar::request::Mistake;
use quasar_export::{ExportError, write_boards};
use thiserror::Error;

use super::files::{Data, JobFiles};
use super::journal::{Journal, JournalError};
use super::record::{Job, JobState, Record, now};
use super::table::{Entry, Table};
use crate::limits;
use crate::problem::Problem;

/// How jobs are run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct JobsOptions {
    /// Jobs at a time.
    pub(crate) jobs: NonZeroUsize,
    /// Bytes that all of them may take; what the system has available if none.
    pub(crate) memory: Option<u64>,
}

/// All jobs of a server.
pub(crate) struct Jobs {
    options: JobsOptions,
    runtime: Arc<Runtime>,
    data: Data,
    journal: Journal,
    table: Mutex<Table>,
    stopping: AtomicBool,
}

/// What became of a request for a job.
pub(crate) struct Submitted {
    pub(crate) job: Job,
    /// Whether it is new, or has something to do again.
    pub(crate) started: bool,
}

impl Jobs {
    /// Opens the journal, and queues what a server before this has left.
    pub(crate) fn open(
        data: Data,
        options: JobsOptions,
        runtime: Arc<Runtime>,
    ) -> Result<Arc<Jobs>, JournalError> {
        let journal = Journal::open(&data.journal())?;
        let mut table = Table::default();
        for mut record in journal.all()? {
            if record.deleting {
                let removed = data.job(&record.id).remove();
                if removed.is_ok() {
                    journal.remove(&record.id)?;
                    continue;
                }
            }
            let before = record.state;
            match record.state {
                _ if record.cancelling => {
                    record.cancelling = false;
                    record.enter(JobState::Cancelled);
                }
                JobState::Running => record.enter(JobState::Queued),
                _ => {}
            }
            if record.state != before {
                journal.put(&record)?;
            }
            table.next = table.next.max(record.number + 1);
            let entry = Entry::new(record);
            table.entries.insert(entry.record.id.clone(), entry);
        }
        for folder in data.folders().unwrap_or_default() {
            if !table.entries.contains_key(&folder) {
                // What is left over of a job that was deleted; tried again next time.
                let _ = data.job(&folder).remove();
            }
        }
        let table = Mutex::new(table);
        let stopping = AtomicBool::new(false);
        let jobs = Arc::new(Jobs { options, runtime, data, journal, table, stopping });
        Jobs::pump(&jobs);
        Ok(jobs)
    }

    /// The files of a job.
    pub(crate) fn files(&self, id: &str) -> JobFiles {
        self.data.job(id)
    }

    pub(crate) fn data(&self) -> &Data {
        &self.data
    }

    /// Queues what is asked for, or finds the job that does it already; if more is asked for, that
    /// job continues or runs again. Lays out spots, so for threads that may wait.
    pub(crate) fn submit(
        jobs: &Arc<Jobs>,
        spec: JobSpec,
        notes: Vec<String>,
    ) -> Result<Submitted, Problem> {
        let id = jobs.data.id(&spec);
        // Another run may take more than the first one.
        let known = jobs.find(&id).ok();
        let larger = known.is_some_and(|(record, _)| spec.needs_another_run(&record.spec));
        let size = match larger {
            true => Some(jobs.size(&jobs.files(&id).place(&spec))?),
            false => None,
        };
        if let Some(submitted) = jobs.again(&id, &spec, size)? {
            Jobs::pump(jobs);
            return Ok(submitted);
        }
        let size = jobs.size(&jobs.files(&id).place(&spec))?;
        let mut table = jobs.table();
        if jobs.stopping.load(Ordering::Relaxed) {
            return Err(Problem::stopping("jobs resume when the server starts again"));
        }
        if table.entries.contains_key(&id) {
            // The same was asked for at the same time.
            drop(table);
            return Jobs::submit(jobs, spec, notes);
        }
        let waiting = |entry: &&Entry| entry.record.state == JobState::Queued;
        if table.entries.values().filter(waiting).count() >= limits::QUEUE {
            return Err(Problem::busy(format!("{} jobs are queued", limits::QUEUE)));
        }
        let record = Record {
            id: id.clone(),
            number: table.next,
            spec,
            state: JobState::Queued,
            runs: 0,
            cancelling: false,
            deleting: false,
            created: now(),
            updated: now(),
            memory: size.memory,
            disk: size.disk,
            error: None,
            notes,
        };
        jobs.write(&record)?;
        table.next += 1;
        table.entries.insert(id.clone(), Entry::new(record));
        drop(table);
        Jobs::pump(jobs);
        Ok(Submitted { job: jobs.job(&id)?, started: true })
    }

    /// The job that does what is asked already. If more is asked for, it has something to do again,
    /// which takes so much; if it is running, it takes the better goal.
    fn again(
        &self,
        id: &str,
        spec: &JobSpec,
        size: Option<JobSize>,
    ) -> Result<Option<Submitted>, Problem> {
        let mut table = self.table();
        let next = table.next;
        let Some(entry) = table.entries.get_mut(id) else { return Ok(None) };
        if entry.record.deleting || entry.record.cancelling {
            return Err(Problem::conflict("the job is being stopped; ask again when it has ended"));
        }
        let more = spec.asks_more_than(&entry.record.spec);
        let mut record = entry.record.clone();
        let mut started = false;
        if more {
            record.spec = spec.clone();
            // Whoever asked before still gets what was asked for, where one run can do both.
            record.spec.include_goal_of(&entry.record.spec);
            let JobSize { memory, disk } = size.unwrap_or_default();
            record.memory = record.memory.max(memory);
            record.disk = record.disk.max(disk);
        }
        if record.state.has_ended() && (more || !record.has_result()) {
            record.number = next;
            record.error = None;
            record.enter(JobState::Queued);
            started = true;
        }
        if more || started {
            self.write(&record)?;
            entry.record = record;
            if let Some(handle) = entry.handle.as_ref().filter(|_| entry.live)
                && let Some(change) = entry.record.spec.goal_change()
            {
                // A job that cannot follow it runs again.
                let _ = handle.change_goal(change);
            }
            if started {
                table.next += 1;
            }
        }
        drop(table);
        Ok(Some(Submitted { job: self.job(id)?, started }))
    }

    /// What a job takes; refused if it never fits.
    fn size(&self, spec: &JobSpec) -> Result<JobSize, Problem> {
        let allowed = self.most_memory();
        // Whatever cannot be laid out is for another request to say.
        let size = spec.size(allowed).map_err(|error| Mistake::from(&error))?;
        if size.memory > allowed {
            return Err(Problem::does_not_fit(format!(
                "the job needs {} bytes of memory, and at most {allowed} are allowed",
                size.memory
            )));
        }
        let free = quasar::files::free_space(self.data.folder());
        if size.disk > free {
            return Err(Problem::does_not_fit(format!(
                "the job needs {} bytes of disk for its files, and {free} are free",
                size.disk
            )));
        }
        Ok(size)
    }

    /// Bytes that jobs may take when nothing else runs.
    pub(crate) fn most_memory(&self) -> u64 {
        let available = MemoryLimit::new(None).bytes.saturating_add(self.reserved().memory);
        self.options.memory.map_or(available, |memory| memory.min(available))
    }

    /// What jobs at work have reserved.
    pub(crate) fn reserved(&self) -> JobSize {
        self.table().reserved()
    }

    /// Whether a job waits for its turn, or for memory.
    pub(crate) fn is_waiting(&self) -> bool {
        let table = self.table();
        table.entries.values().any(|entry| entry.record.state == JobState::Queued)
    }

    /// Starts what can be started.
    pub(crate) fn pump(jobs: &Arc<Jobs>) {
        while jobs.start_next() {}
    }

    /// Starts the next job of the queue, if it fits; says whether it did.
    fn start_next(self: &Arc<Jobs>) -> bool {
        if self.stopping.load(Ordering::Relaxed) {
            return false;
        }
        let mut table = self.table();
        let reserved = table.reserved();
        let running = |entry: &&Entry| entry.record.state == JobState::Running;
        if table.entries.values().filter(running).count() >= self.options.jobs.get() {
            return false;
        }
        let queued = |entry: &&mut Entry| entry.record.state == JobState::Queued;
        let queued = table.entries.values_mut().filter(queued);
        let Some(entry) = queued.min_by_key(|entry| entry.record.number) else { return false };
        if entry.live {
            let mut record = entry.record.clone();
            record.enter(JobState::Running);
            if self.write(&record).is_err() {
                return false;
            }
            entry.record = record;
            if let Some(handle) = &entry.handle {
                handle.control().resume();
            }
            return true;
        }
        if !self.fits(&entry.record, reserved) {
            return false;
        }
        let mut record = entry.record.clone();
        let files = self.files(&record.id);
        record.runs += 1;
        record.enter(JobState::Running);
        let made = files.make_for(&record.spec).map_err(|error| error.to_string());
        let begun = made.and_then(|()| self.write(&record).map_err(|_| String::new()));
        if let Err(reason) = begun {
            // Without a disk nothing can be done; it is tried again with the next job.
            entry.record.error = Some(format!("cannot start: {reason}"));
            return false;
        }
        let handle = self.runtime.submit(files.place(&record.spec));
        entry.started = Some(record.spec.clone());
        entry.record = record;
        entry.handle = Some(handle.clone());
        entry.live = true;
        let (jobs, id) = (Arc::clone(self), entry.record.id.clone());
        thread::spawn(move || {
            let outcome = handle.report();
            jobs.ended(&id, &outcome);
            Jobs::pump(&jobs);
        });
        true
    }

    /// Whether a job may start now, beside those that have reserved something.
    fn fits(&self, record: &Record, reserved: JobSize) -> bool {
        let granted = self.options.memory.unwrap_or(u64::MAX).saturating_sub(reserved.memory);
        // What is running may not have taken all of its memory yet.
        let available = MemoryLimit::new(None).bytes;
        let free = quasar::files::free_space(self.data.folder());
        record.memory <= granted
            && record.memory <= available
            && record.disk <= free.saturating_sub(reserved.disk)
    }

    /// Writes down what became of a job.
    fn ended(&self, id: &str, outcome: &Outcome) {
        let cancelled = match outcome {
            Ok(finished) => finished.cancelled,
            Err(error) => error.is_cancelled(),
        };
        let cancelling = || self.find(id).is_ok_and(|(record, _)| record.cancelling);
        // It stays in the journal as running or paused, and resumes with the server.
        let resumes = self.stopping.load(Ordering::Relaxed) && cancelled && !cancelling();
        let files = self.files(id);
        // Others can see the table of jobs while the files of many flops are written.
        let lost = match outcome {
            Ok(finished) if !resumes => kept(&files, finished).err(),
            _ => None,
        };
        let mut table = self.table();
        let next = table.next;
        let Some(entry) = table.entries.get_mut(id) else { return };
        entry.live = false;
        if entry.record.deleting {
            drop(table);
            self.forget(id);
            return;
        }
        if resumes {
            return;
        }
        let mut record = entry.record.clone();
        record.cancelling = false;
        let (state, error) = match outcome {
            Ok(finished) => {
                (ended_state(finished, &entry.record), lost.map(|error| error.to_string()))
            }
            Err(_) if cancelled => (JobState::Cancelled, None),
            Err(error) => (JobState::Failed, Some(error.to_string())),
        };
        record.error = error;
        record.enter(state);
        let outgrown = |started: &JobSpec| record.spec.needs_another_run(started);
        let missed = entry.handle.as_ref().is_some_and(JobHandle::missed_goal);
        if state == JobState::Done && (missed || entry.started.as_ref().is_some_and(outgrown)) {
            // More was asked for meanwhile than a running job can be told, or too late.
            record.number = next;
            record.error = None;
            record.enter(JobState::Queued);
        }
        // What cannot be written now is found out again when the server starts.
        let _ = self.write(&record);
        entry.record = record;
        table.next = next + 1;
        table.forget_events();
    }

    /// Removes a job that has ended and its files.
    pub(super) fn forget(&self, id: &str) {
        if self.files(id).remove().is_ok() {
            let _ = self.journal.remove(id);
        }
        self.table().entries.remove(id);
    }

    /// What clients see of a job.
    pub(crate) fn job(&self, id: &str) -> Result<Job, Problem> {
        let table = self.table();
        let entry = table.entries.get(id).filter(|entry| !entry.record.deleting);
        let entry = entry.ok_or_else(|| missing(id))?;
        let mut job = entry.shown();
        if job.state == JobState::Queued {
            let before = |other: &&Entry| {
                other.record.state == JobState::Queued && other.record.number < entry.record.number
            };
            job.ahead = Some(table.entries.values().filter(before).count());
        }
        Ok(job)
    }

    /// The record of a job, and its handle if it works.
    pub(crate) fn find(&self, id: &str) -> Result<(Record, Option<JobHandle>), Problem> {
        let table = self.table();
        let entry = table.entries.get(id).filter(|entry| !entry.record.deleting);
        let entry = entry.ok_or_else(|| missing(id))?;
        Ok((entry.record.clone(), entry.handle.clone().filter(|_| entry.live)))
    }

    /// The state of a job, how often it was started, and its last handle.
    pub(crate) fn watch(&self, id: &str) -> Option<(JobState, u32, Option<JobHandle>)> {
        let table = self.table();
        let entry = table.entries.get(id).filter(|entry| !entry.record.deleting)?;
        Some((entry.record.state, entry.record.runs, entry.handle.clone()))
    }

    /// All jobs, newest first.
    pub(crate) fn list(&self) -> Vec<Job> {
        let table = self.table();
        let mut entries: Vec<&Entry> =
            table.entries.values().filter(|entry| !entry.record.deleting).collect();
        entries.sort_by_key(|entry| std::cmp::Reverse(entry.record.number));
        entries.into_iter().map(Entry::shown).collect()
    }

    /// How many jobs are in each state.
    pub(crate) fn counts(&self) -> BTreeMap<JobState, usize> {
        let mut counts: BTreeMap<JobState, usize> = BTreeMap::new();
        for entry in self.table().entries.values() {
            *counts.entry(entry.record.state).or_default() += 1;
        }
        counts
    }

    /// Lets running jobs write a checkpoint and end; they resume with the next server.
    pub(crate) fn stop(&self) {
        self.stopping.store(true, Ordering::Relaxed);
        let live: Vec<JobHandle> = {
            let table = self.table();
            let live = table.entries.values().filter(|entry| entry.live);
            live.filter_map(|entry| entry.handle.clone()).collect()
        };
        live.iter().for_each(|handle| handle.control().suspend());
        for handle in live {
            // What came of it is written down by the thread that waits for it.
            let _ = handle.report();
        }
    }

    pub(crate) fn is_stopping(&self) -> bool {
        self.stopping.load(Ordering::Relaxed)
    }

    pub(super) fn write(&self, record: &Record) -> Result<(), Problem> {
        self.journal.put(record).map_err(|error| {
            Problem::internal(format!("the journal of jobs cannot be written: {error}"))
        })
    }

    /// A table is valid whatever a panicking thread left.
    pub(super) fn table(&self) -> MutexGuard<'_, Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

pub(super) fn missing(id: &str) -> Problem {
    // What is no name of a job is not repeated at any length.
    let id: String = id.chars().take(64).collect();
    Problem::not_found(format!("there is no job {id}"))
}

/// A job that was cancelled is cancelled, even if it reached its goal meanwhile: what a
/// client was told does not depend on when the server was killed.
fn ended_state(finished: &Finished, record: &Record) -> JobState {
    match finished.cancelled || record.cancelling {
        true => JobState::Cancelled,
        false => JobState::Done,
    }
}

/// The report of a job as clients see it: without where its files are.
fn shown(report: &JobReport) -> JobReport {
    let mut report = report.clone();
    let last = |path: &str| path.rsplit(['/', '\\']).next().unwrap_or_default().to_owned();
    match &mut report {
        JobReport::Model(model) => model.folder = last(&model.folder),
        JobReport::Tables(tables) => tables.path = last(&tables.path),
        _ => {}
    }
    report
}

/// What of a finished job could not be kept.
#[derive(Debug, Error)]
enum KeepError<'a> {
    #[error(transparent)]
    Json(io::Error),
    #[error("report: {0}")]
    Report(io::Error),
    #[error("table of flops: {0}")]
    Table(ExportError),
    #[error("the result could not be saved: {0}")]
    Unsaved(&'a JobError),
}

/// Keeps the report of a job, and next to the saves of many flops their table.
fn kept<'a>(files: &JobFiles, finished: &'a Finished) -> Result<(), KeepError<'a>> {
    let report = shown(&finished.report).to_json().map_err(KeepError::Json)?;
    files.write_report(&report).map_err(KeepError::Report)?;
    if let JobReport::Boards(run) = &finished.report
        && let Some(boards) = &run.boards
    {
        write_boards(&files.results().flops(), boards).map_err(KeepError::Table)?;
    }
    match &finished.unsaved {
        Some(error) => Err(KeepError::Unsaved(error)),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests;
