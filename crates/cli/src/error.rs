//! Why a command failed.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use quasar::cards::Game;
use quasar::files::StoreError;
use quasar::{
    buckets::BucketsError,
    equity::{EquityError, QuestionError, ShowdownError},
    job::{EngineError, JobError, Shortage},
    model::PostflopError,
    nets::NetsError,
    preflop::PreflopSolveError,
    request::{ErrorKind, ErrorReport, FieldError, InputError, Mistake},
    spot::{BoardsError, ImportError, SaveError, SpotError},
    tables::TablesError,
    toy::SolveError,
};
use quasar_export::ExportError;
use quasar_server::ServeError;
use thiserror::Error;

use crate::signals::INTERRUPTED;
use crate::units::bytes;

/// Why a command failed, with what the user needs to fix it.
#[derive(Debug, Error)]
pub(crate) enum Failure {
    #[error(transparent)]
    Input(#[from] InputError),
    #[error(transparent)]
    Field(#[from] FieldError),
    #[error("{error}")]
    OtherGame { error: InputError, game: Game },
    #[error(transparent)]
    Showdown(#[from] ShowdownError),
    #[error(transparent)]
    Question(#[from] QuestionError),
    #[error(transparent)]
    Equity(#[from] EquityError),
    #[error(transparent)]
    Engine(#[from] EngineError),
    #[error(transparent)]
    Solve(#[from] SolveError),
    #[error(transparent)]
    Spot(#[from] SpotError),
    #[error(transparent)]
    Save(#[from] SaveError),
    #[error(transparent)]
    Import(#[from] ImportError),
    #[error(transparent)]
    Boards(#[from] BoardsError),
    #[error(transparent)]
    Tables(#[from] TablesError),
    #[error(transparent)]
    Export(#[from] StoreError),
    #[error(transparent)]
    Buckets(#[from] BucketsError),
    #[error(transparent)]
    Nets(#[from] NetsError),
    #[error(transparent)]
    Postflop(#[from] PostflopError),
    #[error(transparent)]
    Preflop(#[from] PreflopSolveError),
    #[error("{error}; --force replaces the file")]
    Existing { error: String },
    #[error("stopped with {kept} of {asked} tables written; {hint}")]
    Interrupted { kept: usize, asked: usize, hint: &'static str },
    #[error("stopped with {done} of {asked} flops solved; repeat the command to resume")]
    Stopped { done: usize, asked: usize },
    #[error("the result could not be saved: {0}")]
    Unsaved(String),
    #[error("stopped before the goal was reached")]
    Cancelled,
    #[error("stopped by a signal")]
    Signalled,
    #[error(transparent)]
    Serve(#[from] ServeError),
    #[error(transparent)]
    Job(Arc<JobError>),
    #[error("{}: {damaged} of {flops} tables are damaged", path.display())]
    Damaged { path: PathBuf, damaged: usize, flops: usize },
    #[error(
        "{damaged} of {saves} saves are damaged; delete them and run `quasar solve --flops` again"
    )]
    DamagedSaves { damaged: usize, saves: usize },
    #[error("{option} needs {goes_with}, but {} is {found}", path.display())]
    Option { option: &'static str, goes_with: String, path: PathBuf, found: &'static str },
    #[error("{0}")]
    Usage(String),
    #[error("cannot write the output: {0}")]
    Output(#[from] io::Error),
    #[error("cannot read {}: {source}", path.display())]
    Read { path: PathBuf, source: io::Error },
    #[error("cannot write {}: {source}", path.display())]
    File { path: PathBuf, source: io::Error },
}

impl From<ExportError> for Failure {
    fn from(error: ExportError) -> Failure {
        match error {
            ExportError::Save(error) => Failure::Save(error),
            ExportError::Spot(error) => Failure::Spot(error),
            ExportError::Output(error) => Failure::Output(error),
            ExportError::File(error) => Failure::Export(error),
            ExportError::Write { path, source } => Failure::File { path, source },
            other => Failure::Usage(other.to_string()),
        }
    }
}

impl Failure {
    /// The failure of a job. A lack of memory is described in terms of the command line;
    /// `user` is the limit that the user set there, if any.
    pub(crate) fn of_job(error: Arc<JobError>, user: Option<u64>) -> Failure {
        let whose = match user {
            Some(_) => "--memory allows",
            None => "the system has available",
        };
        let Some(Shortage { needed, allowed, boards_alone }) = error.shortage() else {
            return Failure::Job(error);
        };
        let (needed, allowed) = (bytes(needed), bytes(allowed));
        Failure::Usage(match boards_alone {
            false => format!(
                "the spot needs {needed} of memory, but {whose} only {allowed}; fewer bet sizes, a raise cap, smaller ranges or --precision half reduce that"
            ),
            true => format!(
                "the boards of the spot alone need at least {needed} of memory, but {whose} only {allowed}; smaller ranges or a later street reduce that"
            ),
        })
    }

    /// The exit code.
    pub(crate) fn code(&self) -> u8 {
        match self {
            Failure::Input(_)
            | Failure::Field(_)
            | Failure::OtherGame { .. }
            | Failure::Question(_)
            | Failure::Showdown(_)
            | Failure::Solve(_)
            | Failure::Spot(_)
            | Failure::Import(_)
            | Failure::Read { .. }
            | Failure::Option { .. }
            | Failure::Usage(_) => 2,
            Failure::Save(error) if error.is_input() => 2,
            Failure::Boards(error) if error.is_input() => 2,
            Failure::Export(error) if error.is_input() => 2,
            Failure::Buckets(error) if error.is_input() => 2,
            Failure::Nets(error) if error.is_stopped() => INTERRUPTED,
            Failure::Nets(error) if error.is_input() => 2,
            Failure::Equity(error) if error.is_stopped() => INTERRUPTED,
            Failure::Equity(error) if error.is_input() => 2,
            Failure::Postflop(error) if error.is_input() => 2,
            Failure::Preflop(error) if error.is_input() => 2,
            Failure::Serve(error) if error.is_input() => 2,
            Failure::Engine(EngineError::TooManyThreads { .. }) => 2,
            Failure::Tables(error) if error.is_input() => 2,
            Failure::Job(error) if error.is_cancelled() => INTERRUPTED,
            Failure::Job(error) if error.is_input() => 2,
            Failure::Interrupted { .. }
            | Failure::Stopped { .. }
            | Failure::Cancelled
            | Failure::Signalled => INTERRUPTED,
            Failure::Job(_)
            | Failure::Serve(_)
            | Failure::Unsaved(_)
            | Failure::Equity(_)
            | Failure::Engine(_)
            | Failure::Save(_)
            | Failure::Boards(_)
            | Failure::Tables(_)
            | Failure::Export(_)
            | Failure::Buckets(_)
            | Failure::Nets(_)
            | Failure::Postflop(_)
            | Failure::Preflop(_)
            | Failure::Existing { .. }
            | Failure::Damaged { .. }
            | Failure::DamagedSaves { .. }
            | Failure::Output(_)
            | Failure::File { .. } => 1,
        }
    }

    /// The failure as data.
    pub(crate) fn report(&self) -> ErrorReport {
        let kind = match self.code() {
            2 => ErrorKind::Input,
            INTERRUPTED => ErrorKind::Interrupted,
            _ => ErrorKind::Failed,
        };
        let mistake = match self {
            Failure::Input(error) | Failure::OtherGame { error, .. } => error.into(),
            Failure::Field(error) | Failure::Solve(SolveError::Field(error)) => error.into(),
            Failure::Spot(error) => error.into(),
            Failure::Import(error) => error.into(),
            Failure::Boards(error) => error.into(),
            Failure::Buckets(error) => error.into(),
            Failure::Postflop(error) => error.into(),
            Failure::Preflop(error) => error.into(),
            Failure::Job(error) => Mistake::from(&**error),
            _ => Mistake::new(self),
        };
        let report = ErrorReport::new(kind, mistake);
        match self {
            Failure::OtherGame { game, .. } => {
                let hint = Some(format!("this is valid with --game {game}"));
                ErrorReport { hint, ..report }
            }
            _ => report,
        }
    }

    /// Whether the reader of our output closed it early, as `head` does.
    pub(crate) fn is_closed_pipe(&self) -> bool {
        matches!(self, Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }
}
