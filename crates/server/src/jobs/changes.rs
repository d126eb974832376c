//! What clients do to jobs: pause, resume, cancel, delete, and add one that is done.

use std::io;
use std::sync::Arc;

use quasar::job::JobSpec;

use super::files::JobFiles;
use super::queue::{Jobs, missing};
use super::record::{Job, JobState, Record, now};
use super::table::Entry;
use crate::problem::Problem;

impl Jobs {
    /// Lets a job wait until it is resumed.
    pub(crate) fn pause(jobs: &Arc<Jobs>, id: &str) -> Result<Job, Problem> {
        let handle = jobs.change(id, |entry, record| match record.state {
            _ if record.cancelling => Err(being_cancelled()),
            JobState::Queued | JobState::Running => {
                if let Some(handle) = entry.handle.as_ref().filter(|_| entry.live) {
                    handle.control().pause();
                }
                record.enter(JobState::Paused);
                Ok(entry.handle.clone().filter(|_| entry.live))
            }
            JobState::Paused => Ok(None),
            _ => Err(Problem::conflict("the job has ended")),
        })?;
        if let Some(handle) = handle {
            // So that what was done is not lost if the server ends meanwhile. Jobs that
            // keep no checkpoints have other ways to go on, or none.
            let _ = handle.request_checkpoint();
        }
        Jobs::pump(jobs);
        jobs.job(id)
    }

    /// Lets a paused job go on when it is its turn.
    pub(crate) fn resume(jobs: &Arc<Jobs>, id: &str) -> Result<Job, Problem> {
        jobs.change(id, |_, record| match record.state {
            _ if record.cancelling => Err(being_cancelled()),
            JobState::Paused => {
                record.enter(JobState::Queued);
                Ok(())
            }
            JobState::Queued | JobState::Running => Ok(()),
            _ => Err(Problem::conflict("the job has ended; submit it again to continue it")),
        })?;
        Jobs::pump(jobs);
        jobs.job(id)
    }

    /// Ends a job; what was found until then is kept.
    pub(crate) fn cancel(jobs: &Arc<Jobs>, id: &str) -> Result<Job, Problem> {
        let handle = jobs.change(id, |entry, record| {
            if !record.state.has_ended() {
                match entry.live {
                    true => record.cancelling = true,
                    false => record.enter(JobState::Cancelled),
                }
            }
            Ok(entry.handle.clone().filter(|_| entry.live))
        })?;
        if let Some(handle) = handle {
            handle.control().cancel();
        }
        Jobs::pump(jobs);
        jobs.job(id)
    }

    /// Ends a job and removes all of it.
    pub(crate) fn delete(jobs: &Arc<Jobs>, id: &str) -> Result<(), Problem> {
        let handle = jobs.change(id, |entry, record| {
            record.deleting = true;
            Ok(entry.handle.clone().filter(|_| entry.live))
        })?;
        match handle {
            Some(handle) => handle.control().abandon(),
            None => jobs.forget(id),
        }
        Ok(())
    }

    /// Adds a job that is done already: an uploaded save.
    pub(crate) fn add_done(
        &self,
        spec: JobSpec,
        report: &[u8],
        place: impl FnOnce(&JobFiles) -> io::Result<()>,
    ) -> Result<Job, Problem> {
        let id = spec.id();
        let mut table = self.table();
        if table.entries.contains_key(&id) {
            return Err(Problem::conflict(format!("a job for this spot already exists: {id}")));
        }
        let files = self.files(&id);
        let written =
            files.make().and_then(|()| place(&files)).and_then(|()| files.write_report(report));
        written.map_err(Problem::internal)?;
        let record = Record {
            id: id.clone(),
            number: table.next,
            spec,
            state: JobState::Done,
            runs: 0,
            cancelling: false,
            deleting: false,
            created: now(),
            updated: now(),
            memory: 0,
            disk: 0,
            error: None,
            notes: Vec::new(),
        };
        self.write(&record)?;
        table.next += 1;
        let job = record.job();
        table.entries.insert(id, Entry::new(record));
        Ok(job)
    }

    /// Changes the record of a job, and writes it down.
    fn change<T>(
        &self,
        id: &str,
        change: impl FnOnce(&Entry, &mut Record) -> Result<T, Problem>,
    ) -> Result<T, Problem> {
        let mut table = self.table();
        let entry = table.entries.get_mut(id).filter(|entry| !entry.record.deleting);
        let entry = entry.ok_or_else(|| missing(id))?;
        let mut record = entry.record.clone();
        let result = change(entry, &mut record)?;
        self.write(&record)?;
        entry.record = record;
        Ok(result)
    }
}

fn being_cancelled() -> Problem {
    Problem::conflict("the job is being cancelled")
}
