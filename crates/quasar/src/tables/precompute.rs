//! Making a file of equity tables, or adding to one.
//!
//! Tables are only ever added: those of an existing file and those of an
//! interrupted run are checked and kept, unless `force` starts over.

use std::path::{Path, PathBuf};
use std::time::Duration;

use quasar_cards::{Board, CANONICAL_FLOPS, canonical_flops};
use quasar_equity::{FLOP_TABLE_ENTRIES, FlopTable};
use quasar_store::{EquityTablesWriter, Fault, file_size, make_folder};

use super::compute::{batch, compute_in_order};
use super::find::distinct;
use super::report::PrecomputeReport;
use super::{DEFAULT_TABLES, TablesError, TablesFile};
use crate::job::{Clock, Control, Engine};

/// The tables that a file should have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PrecomputeSpec {
    path: PathBuf,
    flops: Vec<Board>,
    /// Start over: use no existing table, and replace a file of equity tables
    /// even if it is damaged.
    pub force: bool,
}

impl PrecomputeSpec {
    /// A file with the tables of these flops, given in any suits.
    pub fn new(path: &Path, flops: &[Board]) -> Result<PrecomputeSpec, TablesError> {
        let flops = distinct(flops)?;
        if flops.is_empty() {
            return Err(TablesError::NoFlops);
        }
        Ok(PrecomputeSpec { path: path.to_owned(), flops, force: false })
    }

    /// A file with the first `count` of the 1,755 canonical flops.
    pub fn first(path: &Path, count: usize) -> Result<PrecomputeSpec, TablesError> {
        let flops: Vec<Board> = canonical_flops().iter().map(|flop| flop.board).collect();
        PrecomputeSpec::new(path, &flops[..count.min(CANONICAL_FLOPS)])
    }

    /// The same tables in another file.
    pub fn at(self, path: &Path) -> PrecomputeSpec {
        PrecomputeSpec { path: path.to_owned(), ..self }
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The flops, in canonical suits.
    pub fn flops(&self) -> &[Board] {
        &self.flops
    }

    /// Checks the existing file. The remaining work is a job, which has locked the
    /// file for writing.
    pub fn begin(&self) -> Result<Precompute, TablesError> {
        self.begin_by(Clock::system())
    }

    /// The same by another clock.
    pub(super) fn begin_by(&self, clock: Clock) -> Result<Precompute, TablesError> {
        let start = clock.now();
        if !self.force
            && let Ok(file) = TablesFile::open(&self.path)
            && file.has_all(&self.flops)
        {
            file.store().verify().collect::<Result<(), _>>().map_err(TablesError::Existing)?;
            let took = clock.now() - start;
            return Ok(Precompute::Complete(self.report(took, file.flops().len(), 0)));
        }
        if self.path == Path::new(DEFAULT_TABLES) {
            // The default path was not typed by the user, so it cannot be a typing mistake.
            make_folder(self.path.parent().unwrap_or(Path::new(".")))?;
        }
        let mut writer = EquityTablesWriter::open(&self.path)?;
        if self.force {
            writer.clear()?;
        } else {
            self.keep(&mut writer)?;
        }
        let missing: Vec<Board> =
            self.flops.iter().copied().filter(|&flop| !writer.contains(flop)).collect();
        writer.reserve(writer.flops().len() + missing.len())?;
        Ok(Precompute::Needed(PrecomputeJob { spec: self.clone(), writer, missing, clock, start }))
    }

    /// Keeps the tables of the existing file.
    fn keep(&self, writer: &mut EquityTablesWriter) -> Result<(), TablesError> {
        match TablesFile::open(&self.path) {
            Ok(file) => writer.copy(file.store()).map_err(TablesError::Existing),
            Err(error) if matches!(error.fault(), Fault::Missing) => Ok(()),
            // An earlier run was forced to replace this file, and was interrupted.
            Err(_) if !writer.flops().is_empty() => Ok(()),
            Err(error) => Err(TablesError::Existing(error)),
        }
    }

    fn report(&self, took: Duration, flops: usize, computed: usize) -> PrecomputeReport {
        PrecomputeReport {
            path: self.path.display().to_string(),
            asked: self.flops.len(),
            flops,
            computed,
            reused: flops - computed,
            bytes: file_size(flops),
            seconds: took.as_secs_f64(),
        }
    }
}

/// The work to do for a file.
#[derive(Debug)]
pub enum Precompute {
    /// Nothing: it has all tables, and they are sound.
    Complete(PrecomputeReport),
    /// Some tables have to be computed, or the file has to be assembled.
    Needed(PrecomputeJob),
}

/// Tables to compute, and the file to write them to.
#[derive(Debug)]
pub struct PrecomputeJob {
    spec: PrecomputeSpec,
    writer: EquityTablesWriter,
    missing: Vec<Board>,
    clock: Clock,
    start: Duration,
}

impl PrecomputeJob {
    /// The number of tables to compute.
    pub fn missing(&self) -> usize {
        self.missing.len()
    }

    /// The number of tables already written.
    pub fn reused(&self) -> usize {
        self.writer.flops().len()
    }

    /// The size of the finished file.
    pub fn bytes(&self) -> u64 {
        file_size(self.reused() + self.missing())
    }

    /// The approximate memory of the job with this many threads: the tables
    /// that wait to be written, and what each thread and the program itself need.
    pub fn memory(&self, threads: usize) -> u64 {
        const TABLE: usize = size_of::<u32>() * FLOP_TABLE_ENTRIES;
        const PROGRAM: usize = 4 << 20;
        const THREAD: usize = 1 << 20;
        let waiting = batch(threads).min(self.missing());
        (PROGRAM + THREAD * threads + TABLE * waiting) as u64
    }

    /// Computes what is missing and moves the file to its place. `control` counts tables;
    /// if it is cancelled, finished tables are kept for the next run.
    pub fn run(
        mut self,
        engine: &Engine,
        control: &Control,
    ) -> Result<PrecomputeReport, TablesError> {
        let (writer, progress) = (&mut self.writer, control.progress());
        let computed = compute_in_order(engine, &self.missing, progress, |table: FlopTable| {
            Ok(writer.append(table.flop(), table.numerators())?)
        });
        match computed {
            Err(TablesError::Stopped) => Err(TablesError::Interrupted { kept: self.reused() }),
            other => other,
        }?;
        let flops = self.writer.flops().len();
        self.writer.finish()?;
        let took = self.clock.now() - self.start;
        Ok(self.spec.report(took, flops, self.missing.len()))
    }
}
