//! Where the files of jobs are. Names are made of hashes that the server computed, never
//! of what a client sent.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use quasar::job::{JobFolder, JobSpec, NodeQuery};

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
        JobFiles { data: self.clone(), folder: JobFolder::new(self.jobs().join(id)) }
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
            run.game.model = model.map(|id| self.job(&id.to_string_lossy()).results().model());
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
    folder: JobFolder,
}

impl JobFiles {
    pub(crate) fn make(&self) -> io::Result<()> {
        fs::create_dir_all(self.folder.path())
    }

    /// Makes room for a run.
    pub(crate) fn make_for(&self, spec: &JobSpec) -> io::Result<()> {
        self.make()?;
        self.folder.make_room(spec)
    }

    /// Removes all of them.
    pub(crate) fn remove(&self) -> io::Result<()> {
        remove_all(self.folder.path())
    }

    /// Where the job keeps what it finds.
    pub(crate) fn results(&self) -> &JobFolder {
        &self.folder
    }

    pub(crate) fn report(&self) -> PathBuf {
        self.folder.path().join("report.json")
    }

    /// Writes the report, whole or not at all.
    pub(crate) fn write_report(&self, bytes: &[u8]) -> io::Result<()> {
        let folder = self.folder.path();
        let mut file = tempfile::NamedTempFile::new_in(folder)?;
        file.write_all(bytes)?;
        file.as_file().sync_all()?;
        file.persist(self.report())?;
        sync_folder(folder)
    }

    /// The job that does what is asked, with its files in their places. It resumes from
    /// what an earlier run has left.
    pub(crate) fn place(&self, spec: &JobSpec) -> JobSpec {
        let mut placed = self.folder.place(&self.data.with_model(spec));
        if let JobSpec::Spot(run) = &mut placed
            && run.spot.abstraction.is_none()
        {
            // Clients ask for single decisions.
            run.show = NodeQuery { hands: Some(0), ..NodeQuery::default() };
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
