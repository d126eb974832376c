//! Specs of jobs: one kind for each room with long work.
//!
//! Those that also say what to keep on disk are *runs*. The parameter of a run is the spec
//! in it, or the document of that spec while the job is being read (`read.rs`).

use std::fmt;
use std::path::{Path, PathBuf};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{CheckpointPlace, CheckpointPolicy, Finished, JobError, NodeQuery, Work, content_hash};
use crate::buckets::BucketsSpec;
use crate::decision::SpotFile;
use crate::equity::EquitySpec;
use crate::model::PostflopSpec;
use crate::preflop::{OmahaPreflopSpec, PreflopSolveSpec};
use crate::request::values::{Names, names};
use crate::spot::{BoardsSpec, SaveSize, SpotSave, SpotSpec};
use crate::tables::PrecomputeSpec;
use crate::toy::ToySpec;
use crate::{buckets, decision, equity, model, preflop, spot, tables, toy};

/// The spec of a job. As YAML and JSON it has the field `kind` and the fields of that kind.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum JobSpec {
    /// How much of the pot each player wins.
    Equity(Box<EquitySpec>),
    /// Equity tables of flops, into a file.
    Tables(PrecomputeSpec),
    /// The equilibrium of a spot, with or without buckets.
    Spot(Box<SpotRun>),
    /// The equilibrium of a spot on many flops, into a folder.
    Boards(Box<BoardsSpec>),
    /// The values of flops at stack depths, into a folder.
    Model(Box<ModelRun>),
    /// Play before the flop.
    Preflop(Box<PreflopRun>),
    /// Four-card Omaha before the flop.
    OmahaPreflop(Box<OmahaPreflopRun>),
    /// Four-card Omaha before the flop with several stacks.
    OmahaStacks(Box<OmahaStacksRun>),
    /// A small game with a known value.
    Toy(Box<ToyRun>),
    /// Buckets of the hands of a board.
    Buckets(BucketsRun),
    /// How often buckets of a river beat each other.
    Matrix(BucketsSpec),
    /// One decision of a hand.
    Decision(Box<SpotFile>),
}

/// The kinds of job.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum JobKind {
    /// See [`JobSpec::Equity`].
    Equity,
    /// See [`JobSpec::Tables`].
    Tables,
    /// See [`JobSpec::Spot`].
    Spot,
    /// See [`JobSpec::Boards`].
    Boards,
    /// See [`JobSpec::Model`].
    Model,
    /// See [`JobSpec::Preflop`].
    Preflop,
    /// See [`JobSpec::OmahaPreflop`].
    OmahaPreflop,
    /// See [`JobSpec::OmahaStacks`].
    OmahaStacks,
    /// See [`JobSpec::Toy`].
    Toy,
    /// See [`JobSpec::Buckets`].
    Buckets,
    /// See [`JobSpec::Matrix`].
    Matrix,
    /// See [`JobSpec::Decision`].
    Decision,
}

/// A spot to solve, its starting point, and what to keep on disk.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "SpotRun")]
pub struct SpotRun<S = SpotSpec> {
    /// The spot.
    pub spot: S,
    /// The file to resume from; none starts from scratch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resume: Option<Resume>,
    /// Where the solution is saved, and how much of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub output: Option<SaveTo>,
    /// Where checkpoints are written.
    #[serde(default)]
    pub checkpoint: CheckpointPlace,
    /// The decision that the report shows.
    #[serde(default)]
    pub show: NodeQuery,
    /// Whether strategies with river buckets are measured in the exact game at the end, as
    /// they always are for a save.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub measure: bool,
    /// Whether an upper bound of the exploitability of strategies with river buckets is
    /// estimated from samples of rivers at the end.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub sampled: bool,
}

/// Where a solution is saved, and how much of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SaveTo {
    /// The file.
    pub path: PathBuf,
    /// How much to keep. If left out, everything, but no rivers if that would take more than
    /// 2 GB.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub keep: Option<SaveSize>,
}

impl SpotRun {
    /// A solve from scratch that saves nothing.
    pub fn new(spot: SpotSpec) -> SpotRun {
        SpotRun {
            spot,
            resume: None,
            output: None,
            checkpoint: CheckpointPlace::default(),
            show: NodeQuery::default(),
            measure: false,
            sampled: false,
        }
    }
}

/// A file to resume a solve from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Resume {
    /// A full save.
    Save(PathBuf),
    /// A checkpoint.
    Checkpoint(PathBuf),
    /// The checkpoint at the place where the job writes its own.
    Own,
}

impl Resume {
    /// What an earlier run of a job has left: its checkpoint, or else its save if it is full.
    pub fn left_by(checkpoint: &Path, save: &Path) -> Option<Resume> {
        match checkpoint.exists() {
            true => Some(Resume::Checkpoint(checkpoint.to_owned())),
            false => SpotSave::open(save)
                .is_ok_and(|save| save.is_full())
                .then(|| Resume::Save(save.to_owned())),
        }
    }

    /// The checkpoint of a game, whose canonical text names the automatic one.
    pub(crate) fn checkpoint(
        &self,
        place: &CheckpointPlace,
        policy: &CheckpointPolicy,
        game: &str,
    ) -> Option<PathBuf> {
        match self {
            Resume::Save(_) => None,
            Resume::Checkpoint(path) => Some(path.clone()),
            Resume::Own => place.file(policy, game),
        }
    }
}

/// A model of flops to solve into a folder.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "ModelRun")]
pub struct ModelRun<S = PostflopSpec> {
    /// The model.
    pub model: S,
    /// The folder.
    pub output: PathBuf,
    /// The file of equity tables; the default place if none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tables: Option<PathBuf>,
}

/// A game before the flop to solve, and what to keep on disk.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "PreflopRun")]
pub struct PreflopRun<S = PreflopSolveSpec> {
    /// The game.
    pub game: S,
    /// The checkpoint to resume from; none starts from scratch, unless the file of checkpoints is
    /// kept and has an unfinished solve.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resume: Option<Resume>,
    /// The folder of the result.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub output: Option<PathBuf>,
    /// Where checkpoints are written; nowhere with exact solves.
    #[serde(default)]
    pub checkpoint: CheckpointPlace,
    /// The decision that the report shows.
    #[serde(default)]
    pub show: NodeQuery,
}

/// A game of four-card Omaha before the flop to solve, and what to keep on disk.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "OmahaPreflopRun")]
pub struct OmahaPreflopRun<S = OmahaPreflopSpec> {
    /// The game.
    pub game: S,
    /// The folder of the result.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub output: Option<PathBuf>,
    /// The decision that the report shows.
    #[serde(default)]
    pub show: NodeQuery,
}

/// Games of four-card Omaha before the flop that are solved from the same boards: they differ
/// by their stacks.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "OmahaStacksRun")]
pub struct OmahaStacksRun<S = OmahaPreflopSpec> {
    /// The games.
    pub games: Vec<S>,
    /// The folder with a folder for each stack, such as `8bb`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub output: Option<PathBuf>,
    /// The decision that the report shows of each game.
    #[serde(default)]
    pub show: NodeQuery,
}

/// A small game to solve. As JSON it has the fields of the game beside its own.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct ToyRun {
    /// The game.
    #[serde(flatten)]
    pub game: ToySpec,
    /// The checkpoint to resume from; none starts from scratch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resume: Option<Resume>,
    /// Where checkpoints are written.
    #[serde(default, skip_serializing_if = "CheckpointPlace::is_automatic")]
    pub checkpoint: CheckpointPlace,
}

impl From<ToySpec> for ToyRun {
    /// A solve from scratch.
    fn from(game: ToySpec) -> ToyRun {
        ToyRun { game, resume: None, checkpoint: CheckpointPlace::default() }
    }
}

/// Buckets to make, and where to save them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "BucketsRun")]
pub struct BucketsRun<S = BucketsSpec> {
    /// The buckets.
    pub buckets: S,
    /// The file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub output: Option<PathBuf>,
}

impl JobSpec {
    /// A job that solves games of four-card Omaha before the flop: one, or several that are solved
    /// from the same boards.
    pub fn omaha_preflop(
        games: Vec<OmahaPreflopSpec>,
        output: Option<PathBuf>,
        show: NodeQuery,
    ) -> JobSpec {
        match <[OmahaPreflopSpec; 1]>::try_from(games) {
            Ok([game]) => JobSpec::OmahaPreflop(Box::new(OmahaPreflopRun { game, output, show })),
            Err(games) => JobSpec::OmahaStacks(Box::new(OmahaStacksRun { games, output, show })),
        }
    }

    /// Which kind of job it is.
    pub fn kind(&self) -> JobKind {
        match self {
            JobSpec::Equity(_) => JobKind::Equity,
            JobSpec::Tables(_) => JobKind::Tables,
            JobSpec::Spot(_) => JobKind::Spot,
            JobSpec::Boards(_) => JobKind::Boards,
            JobSpec::Model(_) => JobKind::Model,
            JobSpec::Preflop(_) => JobKind::Preflop,
            JobSpec::OmahaPreflop(_) => JobKind::OmahaPreflop,
            JobSpec::OmahaStacks(_) => JobKind::OmahaStacks,
            JobSpec::Toy(_) => JobKind::Toy,
            JobSpec::Buckets(_) => JobKind::Buckets,
            JobSpec::Matrix(_) => JobKind::Matrix,
            JobSpec::Decision(_) => JobKind::Decision,
        }
    }

    /// Identifies what is computed: equal for specs of the same game or question, whatever
    /// their goals, threads and paths. 128 bits in hexadecimal.
    ///
    /// Of a model or network that decides the game, the contents count and not the path: such
    /// files are read. If one cannot be read, its path counts.
    pub fn hash(&self) -> String {
        let canonical = match self {
            JobSpec::Equity(spec) => spec.canonical(),
            JobSpec::Tables(spec) => spec.canonical(),
            JobSpec::Spot(run) => run.spot.identity(),
            JobSpec::Boards(spec) => spec.identity(),
            JobSpec::Model(run) => run.model.canonical(),
            JobSpec::Preflop(run) => run.game.identity(),
            JobSpec::OmahaPreflop(run) => run.game.canonical(),
            JobSpec::OmahaStacks(run) => {
                let games: Vec<String> =
                    run.games.iter().map(OmahaPreflopSpec::canonical).collect();
                games.join("\n")
            }
            JobSpec::Toy(run) => run.game.canonical(),
            JobSpec::Buckets(run) => run.buckets.canonical(),
            JobSpec::Matrix(buckets) => buckets.canonical(),
            JobSpec::Decision(file) => file.canonical(),
        };
        content_hash(&format!("{}\n{canonical}", self.kind()))
    }

    /// Runs the job in the calling thread.
    pub(super) fn run(&self, work: &Work<'_>) -> Result<Finished, JobError> {
        match self {
            JobSpec::Equity(spec) => equity::run_job(spec, work),
            JobSpec::Tables(spec) => tables::run_job(spec, work),
            JobSpec::Spot(run) if run.spot.abstraction.is_some() => buckets::run_spot(run, work),
            JobSpec::Spot(run) => spot::run_job(run, work),
            JobSpec::Boards(spec) => spot::run_boards(spec, work),
            JobSpec::Model(run) => model::run_job(run, work),
            JobSpec::Preflop(run) => preflop::run_job(run, work),
            JobSpec::OmahaPreflop(run) => preflop::run_omaha(run, work),
            JobSpec::OmahaStacks(run) => preflop::run_omaha_stacks(run, work),
            JobSpec::Toy(run) => toy::run_job(run, work),
            JobSpec::Buckets(run) => buckets::run_job(run, work),
            JobSpec::Matrix(buckets) => buckets::run_matrix(buckets, work),
            JobSpec::Decision(file) => decision::run_job(file, work),
        }
    }
}

impl fmt::Display for JobKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(JobKinds::name(*self))
    }
}

names! {
    /// Kinds of jobs.
    JobKinds: JobKind {
        "equity" = JobKind::Equity, "How much of the pot each player wins.";
        "tables" = JobKind::Tables, "Equity tables of flops, into a file.";
        "spot" = JobKind::Spot, "The equilibrium of a spot, with or without buckets.";
        "boards" = JobKind::Boards, "The equilibrium of a spot on many flops, into a folder.";
        "model" = JobKind::Model, "The values of flops at stack depths, into a folder.";
        "preflop" = JobKind::Preflop, "Play before the flop.";
        "omaha_preflop" = JobKind::OmahaPreflop, "Four-card Omaha before the flop.";
        "omaha_stacks" = JobKind::OmahaStacks, "Four-card Omaha before the flop with several stacks.";
        "toy" = JobKind::Toy, "A small game with a known value.";
        "buckets" = JobKind::Buckets, "Buckets of the hands of a board.";
        "matrix" = JobKind::Matrix, "How often buckets of a river beat each other.";
        "decision" = JobKind::Decision, "One decision of a hand.";
    }
}
