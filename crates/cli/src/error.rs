//! Why a command failed.

use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

use quasar::cards::Game;
use quasar::{
    BoardsError, BucketsError, EngineError, EquityError, ImportError, InputError, PostflopError,
    PreflopSolveError, QuestionError, SaveError, ShowdownError, SolveError, SpotError, TablesError,
};
use thiserror::Error;

/// A failed command, with what the user needs to mend it.
#[derive(Debug, Error)]
pub(crate) enum Failure {
    #[error(transparent)]
    Input(#[from] InputError),
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
    Buckets(#[from] BucketsError),
    #[error(transparent)]
    Postflop(#[from] PostflopError),
    #[error(transparent)]
    Preflop(#[from] PreflopSolveError),
    #[error("{error}; --force replaces the file")]
    Existing { error: TablesError },
    #[error("stopped with {kept} of {asked} tables written; {hint}")]
    Interrupted { kept: usize, asked: usize, hint: &'static str },
    #[error("stopped with {done} of {asked} flops solved; the same command goes on")]
    Stopped { done: usize, asked: usize },
    #[error("{}: {damaged} of {flops} tables are damaged", path.display())]
    Damaged { path: PathBuf, damaged: usize, flops: usize },
    #[error("{option} goes with {goes_with}; {} is {found}", path.display())]
    Option { option: &'static str, goes_with: String, path: PathBuf, found: &'static str },
    #[error("{0}")]
    Usage(String),
    #[error("{}: {error}", path.display())]
    Checkpoint { path: PathBuf, error: SpotError },
    #[error("cannot write the output: {0}")]
    Output(#[from] io::Error),
    #[error("cannot read {}: {source}", path.display())]
    Read { path: PathBuf, source: io::Error },
    #[error("cannot write {}: {source}", path.display())]
    File { path: PathBuf, source: io::Error },
}

impl Failure {
    pub(crate) fn exit_code(&self) -> ExitCode {
        match self {
            Failure::Input(_)
            | Failure::OtherGame { .. }
            | Failure::Question(_)
            | Failure::Showdown(_)
            | Failure::Solve(_)
            | Failure::Spot(_)
            | Failure::Import(_)
            | Failure::Read { .. }
            | Failure::Option { .. }
            | Failure::Checkpoint { .. }
            | Failure::Usage(_) => ExitCode::from(2),
            Failure::Save(error) | Failure::Boards(BoardsError::Save(error))
                if error.is_input() =>
            {
                ExitCode::from(2)
            }
            Failure::Buckets(error) if error.is_input() => ExitCode::from(2),
            Failure::Boards(BoardsError::Save(_) | BoardsError::Store(_)) => ExitCode::FAILURE,
            Failure::Boards(_) => ExitCode::from(2),
            Failure::Equity(error) if error.is_input() => ExitCode::from(2),
            Failure::Postflop(error) if error.is_input() => ExitCode::from(2),
            Failure::Preflop(error) if error.is_input() => ExitCode::from(2),
            Failure::Engine(EngineError::TooManyThreads { .. }) => ExitCode::from(2),
            Failure::Tables(TablesError::Table(_) | TablesError::NoFlops) => ExitCode::from(2),
            Failure::Equity(_)
            | Failure::Engine(_)
            | Failure::Save(_)
            | Failure::Tables(_)
            | Failure::Buckets(_)
            | Failure::Postflop(_)
            | Failure::Preflop(_)
            | Failure::Existing { .. }
            | Failure::Interrupted { .. }
            | Failure::Stopped { .. }
            | Failure::Damaged { .. }
            | Failure::Output(_)
            | Failure::File { .. } => ExitCode::FAILURE,
        }
    }

    /// Whether the reader of our output went away, as `head` does.
    pub(crate) fn is_closed_pipe(&self) -> bool {
        matches!(self, Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }
}
