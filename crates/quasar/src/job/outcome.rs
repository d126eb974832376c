//! Outcomes of jobs.

use std::io;
use std::path::{Path, PathBuf};

use quasar_solver::SolverError;
use quasar_store::StoreError;
use schemars::JsonSchema;
use serde::Serialize;
use thiserror::Error;

use super::{AskError, Engine, EngineError, FileWritten, NodeAnswer, NodeQuery, NodeReport};
use crate::buckets::{AbstractedReport, BucketsError, BucketsReport, MatrixReport};
use crate::decision::OneReport;
use crate::equity::{EquityError, EquityReport};
use crate::model::{PostflopError, PostflopReport};
use crate::preflop::{
    OmahaPreflopBundle, OmahaPreflopReport, OmahaStacksReport, PreflopBundle, PreflopReport,
    PreflopSolveError,
};
use crate::request::InputError;
use crate::schema::Report;
use crate::spot::{
    BoardsError, BoardsReport, SaveError, SpotError, SpotNodeReport, SpotReport, SpotSave,
};
use crate::tables::{PrecomputeReport, TablesError};
use crate::toy::{SolveError, ToyReport};

/// A job that has ended, perhaps because it was cancelled.
#[derive(Debug)]
pub struct Finished {
    /// The result.
    pub report: JobReport,
    /// The files that were written, in order.
    pub files: Vec<WrittenFile>,
    /// Whether the job was cancelled before it was done.
    pub cancelled: bool,
    /// Why the result could not be saved as requested.
    pub unsaved: Option<JobError>,
}

/// A file or folder that a job has written.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct WrittenFile {
    /// What it is.
    pub what: FileWritten,
    /// Where.
    pub path: PathBuf,
    /// Its size.
    pub bytes: u64,
}

/// The report of a job of each kind.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum JobReport {
    /// How much of the pot each player wins.
    Equity(Box<EquityReport>),
    /// The equity tables that were made.
    Tables(PrecomputeReport),
    /// The solution of a spot.
    Spot(Box<SpotReport>),
    /// The solution of a spot with buckets.
    BucketedSpot(Box<AbstractedReport>),
    /// The solutions on many flops; none if there is no save yet.
    Boards(Box<BoardsRunReport>),
    /// The values of flops.
    Model(Box<PostflopReport>),
    /// Play before the flop.
    Preflop(Box<PreflopReport>),
    /// Four-card Omaha before the flop.
    OmahaPreflop(Box<OmahaPreflopReport>),
    /// Four-card Omaha before the flop with several stacks.
    OmahaStacks(Box<OmahaStacksReport>),
    /// The solution of a small game.
    Toy(Box<ToyReport>),
    /// The buckets of hands.
    Buckets(Box<BucketsReport>),
    /// Buckets against buckets.
    Matrix(Box<MatrixReport>),
    /// What to do at one decision.
    Decision(Box<OneReport>),
}

/// A run over many flops.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct BoardsRunReport {
    /// Flops that can be played.
    pub asked: usize,
    /// Those of them that are solved.
    pub solved: usize,
    /// The report of the saves; none if there is no save yet.
    pub boards: Option<BoardsReport>,
}

impl JobReport {
    /// The report as the command prints it with `--json`, on one line.
    pub fn to_json(&self) -> io::Result<Vec<u8>> {
        match self {
            JobReport::Equity(report) => report.to_json(),
            JobReport::Tables(report) => report.to_json(),
            JobReport::Spot(report) => report.to_json(),
            JobReport::BucketedSpot(report) => report.to_json(),
            JobReport::Boards(report) => match &report.boards {
                Some(boards) => boards.to_json(),
                None => BoardsReport::empty().to_json(),
            },
            JobReport::Model(report) => report.to_json(),
            JobReport::Preflop(report) => report.to_json(),
            JobReport::OmahaPreflop(report) => report.to_json(),
            JobReport::OmahaStacks(report) => report.to_json(),
            JobReport::Toy(report) => report.to_json(),
            JobReport::Buckets(report) => report.to_json(),
            JobReport::Matrix(report) => report.to_json(),
            JobReport::Decision(report) => report.to_json(),
        }
    }
}

impl Finished {
    /// A finished job without files.
    pub(crate) fn new(report: JobReport) -> Finished {
        Finished { report, files: Vec::new(), cancelled: false, unsaved: None }
    }

    /// Queries a decision in the save that the job has left.
    pub(super) fn ask(&self, query: &NodeQuery) -> Result<NodeAnswer, AskError> {
        let saved = self.files.iter().rev().find(|file| file.what == FileWritten::Result);
        let path = &saved.ok_or(AskError::Ended)?.path;
        match self.report {
            JobReport::Spot(_) => SpotSave::open(path).map_err(no_node)?.answer_alone(query),
            JobReport::Preflop(_) => ask_preflop(path, query),
            JobReport::OmahaPreflop(_) => {
                OmahaPreflopBundle::open(path).map_err(no_node)?.answer(query)
            }
            _ => Err(AskError::Ended),
        }
    }
}

fn ask_preflop(path: &Path, query: &NodeQuery) -> Result<NodeAnswer, AskError> {
    PreflopBundle::open(path).map_err(no_node)?.answer(query)
}

fn no_node(error: impl std::error::Error) -> AskError {
    AskError::Node(error.to_string())
}

impl SpotSave {
    /// Looks at a decision with threads of its own.
    pub(crate) fn answer_alone(&self, query: &NodeQuery) -> Result<NodeAnswer, AskError> {
        let engine = self.spec().engine().map_err(no_node)?;
        self.answer(query, &engine)
    }

    /// Looks at a decision.
    pub fn answer(&self, query: &NodeQuery, engine: &Engine) -> Result<NodeAnswer, AskError> {
        let view = query.view(self.spec().game())?;
        let facts = self.node(&query.line()?).map_err(no_node)?;
        let report = SpotNodeReport::with_view(&facts, &view, engine).map_err(no_node)?;
        let iteration = self.results().iterations;
        Ok(NodeAnswer { iteration, node: NodeReport::Spot(Box::new(report)) })
    }
}

impl PreflopBundle {
    /// Looks at a decision.
    pub fn answer(&self, query: &NodeQuery) -> Result<NodeAnswer, AskError> {
        let report = self.node(&query.line()?).map_err(no_node)?;
        let iteration = self.iterations();
        Ok(NodeAnswer { iteration, node: NodeReport::Preflop(Box::new(report)) })
    }
}

impl OmahaPreflopBundle {
    /// Looks at a decision.
    pub fn answer(&self, query: &NodeQuery) -> Result<NodeAnswer, AskError> {
        let report = self.node(&query.line()?).map_err(no_node)?;
        let iteration = self.iterations();
        Ok(NodeAnswer { iteration, node: NodeReport::OmahaPreflop(Box::new(report)) })
    }
}

/// Memory that a solve needs and does not have, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shortage {
    /// What it needs; with `boards_alone` at least that.
    pub needed: u64,
    /// What it may take.
    pub allowed: u64,
    /// Whether the boards of the spot alone take that much, whatever the betting.
    pub boards_alone: bool,
}

/// Why a job has no report.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum JobError {
    /// A line or a range with a mistake at a known place.
    #[error(transparent)]
    Input(#[from] InputError),
    /// An equity that cannot be computed.
    #[error(transparent)]
    Equity(#[from] EquityError),
    /// Tables that cannot be made.
    #[error(transparent)]
    Tables(#[from] TablesError),
    /// A spot that cannot be solved.
    #[error(transparent)]
    Spot(#[from] SpotError),
    /// A save that cannot be read or written.
    #[error(transparent)]
    Save(#[from] SaveError),
    /// A spot that cannot be solved on many flops.
    #[error(transparent)]
    Boards(#[from] BoardsError),
    /// A model that cannot be solved.
    #[error(transparent)]
    Model(#[from] PostflopError),
    /// A game before the flop that cannot be solved.
    #[error(transparent)]
    Preflop(#[from] PreflopSolveError),
    /// A small game that cannot be solved.
    #[error(transparent)]
    Toy(#[from] SolveError),
    /// Buckets that cannot be made.
    #[error(transparent)]
    Buckets(#[from] BucketsError),
    /// Threads that could not be started.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// A checkpoint that cannot be used.
    #[error("{}: {why}", path.display())]
    Checkpoint {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// A file that is damaged, foreign, or cannot be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A file that cannot be read.
    #[error("cannot read {}: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The system's message.
        source: io::Error,
    },
    /// A file that cannot be written.
    #[error("cannot write {}: {source}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// The system's message.
        source: io::Error,
    },
    /// The job was suspended, and can be resumed from its checkpoint.
    #[error("suspended before the goal was reached")]
    Suspended,
    /// The thread of the job could not be started.
    #[error("cannot start a thread: {0}")]
    NoThread(io::Error),
    /// The thread of the job panicked.
    #[error("the job ended without a report")]
    Lost,
}

impl JobError {
    /// Whether the input is at fault.
    pub fn is_input(&self) -> bool {
        match self {
            JobError::Input(_) | JobError::Spot(_) | JobError::Toy(_) => true,
            JobError::Checkpoint { .. } | JobError::Read { .. } => true,
            JobError::Equity(error) => error.is_input(),
            JobError::Tables(error) => error.is_input(),
            JobError::Save(error) => error.is_input(),
            JobError::Boards(error) => error.is_input(),
            JobError::Model(error) => error.is_input(),
            JobError::Preflop(error) => error.is_input(),
            JobError::Buckets(error) => error.is_input(),
            JobError::Engine(error) => matches!(error, EngineError::TooManyThreads { .. }),
            JobError::Store(error) => error.is_input(),
            JobError::Write { .. }
            | JobError::Suspended
            | JobError::NoThread(_)
            | JobError::Lost => false,
        }
    }

    /// Whether the job was cancelled before it had anything to report.
    pub fn is_cancelled(&self) -> bool {
        match self {
            JobError::Equity(error) => error.is_stopped(),
            JobError::Tables(error) => error.is_stopped(),
            JobError::Save(error) | JobError::Boards(BoardsError::Save(error)) => {
                matches!(error, SaveError::Stopped)
            }
            JobError::Model(error) => matches!(error, PostflopError::Stopped { .. }),
            JobError::Buckets(error) => error.is_stopped(),
            JobError::Preflop(error) => error.is_stopped(),
            JobError::Suspended => true,
            _ => false,
        }
    }

    /// The memory that is missing, if this is such an error.
    pub fn shortage(&self) -> Option<Shortage> {
        let spot = match self {
            JobError::Spot(spot) => spot,
            JobError::Boards(BoardsError::Spot { source, .. }) => source,
            _ => return None,
        };
        match *spot {
            SpotError::Solver(SolverError::TooLarge { needed, allowed }) => {
                Some(Shortage { needed, allowed, boards_alone: false })
            }
            SpotError::Boards { needed, allowed } => {
                Some(Shortage { needed, allowed, boards_alone: true })
            }
            _ => None,
        }
    }

    /// The text that could not be read, if this is such an error.
    pub fn input(&self) -> Option<&InputError> {
        match self {
            JobError::Input(error) => Some(error),
            JobError::Spot(error) => error.input(),
            _ => None,
        }
    }
}
