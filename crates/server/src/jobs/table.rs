//! The jobs that the server knows, in memory.

use std::collections::BTreeMap;

use quasar::job::{Event, JobHandle, JobSize, JobSpec};

use super::record::{Job, Record};

/// All jobs by their names.
#[derive(Default)]
pub(super) struct Table {
    pub(super) next: u64,
    pub(super) entries: BTreeMap<String, Entry>,
}

/// A job.
pub(super) struct Entry {
    pub(super) record: Record,
    /// The job at work or paused; after its end, for its last events.
    pub(super) handle: Option<JobHandle>,
    /// What was asked for when its last run started.
    pub(super) started: Option<JobSpec>,
    /// Whether the handle still works.
    pub(super) live: bool,
    /// What the job said last, where the handle is gone.
    pub(super) last: Option<Event>,
}

/// Ended jobs whose events are kept.
const KEPT: usize = 16;

impl Table {
    /// What jobs at work have reserved.
    pub(super) fn reserved(&self) -> JobSize {
        let live = self.entries.values().filter(|entry| entry.live);
        live.fold(JobSize::default(), |sum, entry| JobSize {
            memory: sum.memory.saturating_add(entry.record.memory),
            disk: sum.disk.saturating_add(entry.record.disk),
        })
    }

    /// Lets go of the events of all ended jobs but the last ones.
    pub(super) fn forget_events(&mut self) {
        let kept = |entry: &&mut Entry| !entry.live && entry.handle.is_some();
        let mut ended: Vec<&mut Entry> = self.entries.values_mut().filter(kept).collect();
        ended.sort_by_key(|entry| std::cmp::Reverse(entry.record.updated));
        for entry in ended.into_iter().skip(KEPT) {
            entry.last = entry.handle.take().and_then(|handle| handle.last_event());
        }
    }
}

impl Entry {
    /// A job that is not at work.
    pub(super) fn new(record: Record) -> Entry {
        Entry { record, handle: None, started: None, live: false, last: None }
    }

    /// What clients see of it.
    pub(super) fn shown(&self) -> Job {
        let mut job = self.record.job();
        let last = self.handle.as_ref().and_then(JobHandle::last_event);
        job.progress = last.or_else(|| self.last.clone());
        if let Some(event) = &mut job.progress {
            hide_paths(event);
        }
        job
    }
}

/// Clients do not learn where files are.
pub(crate) fn hide_paths(event: &mut Event) {
    if let Some(quasar::job::Detail::Written { path, .. }) = &mut event.detail {
        *path = path.file_name().map(Into::into).unwrap_or_default();
    }
}
