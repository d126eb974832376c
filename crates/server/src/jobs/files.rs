//! Where the files of jobs are. Names are made of hashes that the server computed, never
//! of what a client sent.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use quasar::job::{CheckpointPlace, JobSpec, NodeQuery, Resume, SaveTo};
use quasar::spot::SaveSize;

/// The folder of a server.
#[derive(Clone, Debug)]
pub(crate) struct Data(PathBuf);

impl Data {
    /// The folder, made if it is missing. Uploads that were not finished are removed.
    pub(crate) fn open(folder: &Path) -> io::Result<Data> {
        let data = Data(folder.to_owned());
        fs::create_dir_all(data.jobs())?;
        remove_all(&data.incoming())?;
        fs::create_dir_all(data.incoming())?;
        Ok(data)
    }

    pub(crate) fn folder(&self) -> &Path {
        &self.0
    }

    pub(crate) fn journal(&self) -> PathBuf {
        self.0.join("journal.redb")
    }

    /// Where uploads are until they are checked.
    pub(crate) fn incoming(&self) -> PathBuf {
        self.0.join("incoming")
    }

    fn jobs(&self) -> PathBuf {
        self.0.join("jobs")
    }

    /// The files of a job.
    pub(crate) fn job(&self, id: &str) -> JobFiles {
        JobFiles { data: self.clone(), folder: self.jobs().join(id) }
    }

    /// The name of the job that does what is asked. Equal models are the same model, whichever
    /// job has made them.
    pub(crate) fn id(&self, spec: &JobSpec) -> String {
        self.with_model(spec).id()
    }

    /// The job with the folder of its model; clients name the job that has made the model.
    fn with_model(&self, spec: &JobSpec) -> JobSpec {
        let mut spec = spec.clone();
        if let JobSpec::Preflop(run) = &mut spec {
            let model = run.game.model.take();
            run.game.model = model.map(|id| self.job(&id.to_string_lossy()).model());
        }
        spec
    }

    /// The names of all folders of jobs.
    pub(crate) fn folders(&self) -> io::Result<Vec<String>> {
        let mut names = Vec::new();
        for entry in fs::read_dir(self.jobs())? {
            names.extend(entry?.file_name().into_string().ok());
        }
        Ok(names)
    }
}

/// The files of a job.
#[derive(Clone, Debug)]
pub(crate) struct JobFiles {
    data: Data,
    folder: PathBuf,
}

impl JobFiles {
    pub(crate) fn make(&self) -> io::Result<()> {
        fs::create_dir_all(&self.folder)
    }

    /// Makes room for a run. A model that was solved for another goal is removed: its flops cannot
    /// be continued.
    pub(crate) fn make_for(&self, spec: &JobSpec) -> io::Result<()> {
        self.make()?;
        match self.place(spec) {
            JobSpec::Model(run) if !run.can_continue() => remove_all(&run.output),
            _ => Ok(()),
        }
    }

    /// Removes all of them.
    pub(crate) fn remove(&self) -> io::Result<()> {
        remove_all(&self.folder)
    }

    /// The save of a spot.
    pub(crate) fn solution(&self) -> PathBuf {
        self.folder.join("solution.qsr")
    }

    /// The saves of many flops.
    pub(crate) fn flops(&self) -> PathBuf {
        self.folder.join("flops")
    }

    /// What flops are worth.
    pub(crate) fn model(&self) -> PathBuf {
        self.folder.join("model")
    }

    /// Play before the flop.
    pub(crate) fn strategy(&self) -> PathBuf {
        self.folder.join("strategy")
    }

    /// Buckets of hands.
    pub(crate) fn buckets(&self) -> PathBuf {
        self.folder.join("hands.buckets")
    }

    /// Equity tables.
    pub(crate) fn tables(&self) -> PathBuf {
        self.folder.join("tables.bin")
    }

    pub(crate) fn checkpoint(&self) -> PathBuf {
        self.folder.join("checkpoint")
    }

    /// The checkpoint of a run that did not reach its goal, if there is one.
    fn left(&self) -> Option<Resume> {
        self.checkpoint().exists().then(|| Resume::Checkpoint(self.checkpoint()))
    }

    pub(crate) fn report(&self) -> PathBuf {
        self.folder.join("report.json")
    }

    /// Writes the report, whole or not at all.
    pub(crate) fn write_report(&self, bytes: &[u8]) -> io::Result<()> {
        let mut file = tempfile::NamedTempFile::new_in(&self.folder)?;
        file.write_all(bytes)?;
        file.as_file().sync_all()?;
        file.persist(self.report())?;
        sync_folder(&self.folder)
    }

    /// The job that does what is asked, with its files in their places. It resumes from
    /// what an earlier run has left.
    pub(crate) fn place(&self, spec: &JobSpec) -> JobSpec {
        let mut placed = self.data.with_model(spec);
        match &mut placed {
            JobSpec::Spot(run) if run.spot.abstraction.is_some() => {
                run.checkpoint = CheckpointPlace::Beside(self.checkpoint());
                run.resume = self.left();
            }
            JobSpec::Spot(run) => {
                run.output = Some(SaveTo { path: self.solution(), keep: Some(SaveSize::Full) });
                run.checkpoint = CheckpointPlace::Beside(self.checkpoint());
                run.resume = Resume::left_by(&self.checkpoint(), &self.solution());
                // Clients ask for single decisions.
                run.show = NodeQuery { hands: Some(0), ..NodeQuery::default() };
            }
            JobSpec::Boards(spec) => spec.folder = self.flops(),
            JobSpec::Model(run) => run.output = self.model(),
            JobSpec::Preflop(run) => {
                run.output = Some(self.strategy());
                run.checkpoint = CheckpointPlace::Beside(self.checkpoint());
                run.resume = self.left();
            }
            JobSpec::OmahaPreflop(run) => run.output = Some(self.strategy()),
            JobSpec::OmahaStacks(run) => run.output = Some(self.strategy()),
            JobSpec::Buckets(run) => run.output = Some(self.buckets()),
            JobSpec::Tables(spec) => *spec = spec.clone().at(&self.tables()),
            JobSpec::Equity(_) | JobSpec::Toy(_) | JobSpec::Matrix(_) | JobSpec::Decision(_) => {}
        }
        placed
    }
}

/// Removes a folder and what is in it, if it is there.
fn remove_all(folder: &Path) -> io::Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Makes sure that a renamed file is found after a crash.
pub(crate) fn sync_folder(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}
