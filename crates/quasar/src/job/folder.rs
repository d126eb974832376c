//! A folder for the files of a job, from which the job is resumed when it is run again.

use std::path::{Path, PathBuf};
use std::{fs, io};

use super::{CheckpointPlace, JobSpec, Resume, SaveTo};
use crate::spot::SaveSize;

/// The files of a job, in a folder of its own.
///
/// A job that is [placed](Self::place) there keeps everything that another run of it, or a
/// question about its result, may need. The folder itself is made and removed by its owner.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JobFolder(PathBuf);

impl JobFolder {
    /// A folder, which need not exist yet.
    pub fn new(path: PathBuf) -> JobFolder {
        JobFolder(path)
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// The save of a spot.
    pub fn save(&self) -> PathBuf {
        self.0.join("solution.qsr")
    }

    /// The saves of many flops.
    pub fn flops(&self) -> PathBuf {
        self.0.join("flops")
    }

    /// What flops are worth.
    pub fn model(&self) -> PathBuf {
        self.0.join("model")
    }

    /// Play before the flop.
    pub fn strategy(&self) -> PathBuf {
        self.0.join("strategy")
    }

    /// Buckets of hands.
    pub fn buckets(&self) -> PathBuf {
        self.0.join("hands.buckets")
    }

    /// Equity tables.
    pub fn tables(&self) -> PathBuf {
        self.0.join("tables.bin")
    }

    /// The checkpoint of a run that has not reached its goal.
    pub fn checkpoint(&self) -> PathBuf {
        self.0.join("checkpoint")
    }

    /// The job with its files in their places. It resumes from what an earlier run has left, and
    /// saves of spots are full, so that the next one can.
    pub fn place(&self, spec: &JobSpec) -> JobSpec {
        let mut placed = spec.clone();
        let checkpoint = CheckpointPlace::Beside(self.checkpoint());
        let left = || {
            let checkpoint = self.checkpoint();
            checkpoint.exists().then_some(Resume::Checkpoint(checkpoint))
        };
        match &mut placed {
            JobSpec::Spot(run) if run.spot.abstraction.is_some() => {
                (run.checkpoint, run.resume) = (checkpoint, left());
            }
            JobSpec::Spot(run) => {
                run.output = Some(SaveTo { path: self.save(), keep: Some(SaveSize::Full) });
                run.checkpoint = checkpoint;
                run.resume = Resume::left_by(&self.checkpoint(), &self.save());
            }
            JobSpec::Boards(spec) => spec.folder = self.flops(),
            JobSpec::Model(run) => run.output = self.model(),
            JobSpec::Preflop(run) => {
                run.output = Some(self.strategy());
                // Rounds of exact solves write no checkpoint, but earlier builds left some.
                let resume = if run.game.exact.is_none() { left() } else { None };
                (run.checkpoint, run.resume) = (checkpoint, resume);
            }
            JobSpec::OmahaPreflop(run) => run.output = Some(self.strategy()),
            JobSpec::OmahaStacks(run) => run.output = Some(self.strategy()),
            JobSpec::Toy(run) => (run.checkpoint, run.resume) = (checkpoint, left()),
            JobSpec::Buckets(run) => run.output = Some(self.buckets()),
            JobSpec::Tables(spec) => *spec = spec.clone().at(&self.tables()),
            JobSpec::Equity(_) | JobSpec::Matrix(_) | JobSpec::Decision(_) => {}
        }
        placed
    }

    /// Makes room for a run of a job. A model that was solved for another goal is removed: its
    /// flops cannot be continued.
    pub fn make_room(&self, spec: &JobSpec) -> io::Result<()> {
        match self.place(spec) {
            JobSpec::Model(run) if !run.can_continue() => fs::remove_dir_all(&run.output),
            _ => Ok(()),
        }
    }
}
