//! What is written down about a job, and what clients see of it.

use std::time::{SystemTime, UNIX_EPOCH};

use quasar::job::{Event, JobKind, JobSpec};
use quasar::schema::Report;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What a job is doing.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub(crate) enum JobState {
    /// Waiting for its turn, or for memory.
    Queued,
    /// Being worked on.
    Running,
    /// Waiting until someone resumes it.
    Paused,
    /// Finished: its goal is reached.
    Done,
    /// Ended by an error.
    Failed,
    /// Ended by someone before its goal was reached; what was found until then is kept.
    Cancelled,
}

impl JobState {
    pub(crate) const ALL: [JobState; 6] = [
        JobState::Queued,
        JobState::Running,
        JobState::Paused,
        JobState::Done,
        JobState::Failed,
        JobState::Cancelled,
    ];

    /// Whether nothing more will happen to the job by itself.
    pub(crate) fn has_ended(self) -> bool {
        matches!(self, JobState::Done | JobState::Failed | JobState::Cancelled)
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            JobState::Queued => "queued",
            JobState::Running => "running",
            JobState::Paused => "paused",
            JobState::Done => "done",
            JobState::Failed => "failed",
            JobState::Cancelled => "cancelled",
        }
    }
}

/// What the journal knows of a job. Files are not named: they are in the folder of the job.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Record {
    /// The hash of what is computed and by which engine.
    pub(crate) id: String,
    /// Its place in the queue.
    pub(crate) number: u64,
    /// What is asked for.
    pub(crate) spec: JobSpec,
    pub(crate) state: JobState,
    /// How often it was started.
    pub(crate) runs: u32,
    /// Someone has cancelled it, and it has not ended yet.
    #[serde(default)]
    pub(crate) cancelling: bool,
    /// Someone has deleted it, and its files may still be there.
    #[serde(default)]
    pub(crate) deleting: bool,
    /// Milliseconds since 1970.
    pub(crate) created: u64,
    pub(crate) updated: u64,
    /// Bytes of memory that it takes, if that is known.
    pub(crate) memory: u64,
    /// Bytes of disk that it needs for its files, if that is known.
    pub(crate) disk: u64,
    /// Why it failed, or could not save its result.
    #[serde(default)]
    pub(crate) error: Option<String>,
    /// What an imported file says and a spec cannot.
    #[serde(default)]
    pub(crate) notes: Vec<String>,
}

/// Milliseconds since 1970.
pub(crate) fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

/// A job.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Job {
    /// Names the job: the same request gives the same job.
    pub(crate) id: String,
    /// `spot`, `boards`, `model`, `preflop`, `buckets`, `matrix`, `decision` or `tables`.
    pub(crate) kind: String,
    /// What the job is doing.
    pub(crate) state: JobState,
    /// What it is about, in a few words.
    pub(crate) title: String,
    /// When it was asked for, in milliseconds since 1970.
    pub(crate) created_ms: u64,
    /// When its state last changed, in milliseconds since 1970.
    pub(crate) updated_ms: u64,
    /// Bytes of memory that it takes; 0 if that is unknown.
    pub(crate) memory: u64,
    /// Jobs that are queued before it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) ahead: Option<usize>,
    /// Someone has cancelled it, and it has not ended yet.
    pub(crate) cancelling: bool,
    /// Why it failed, or could not save its result.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) error: Option<String>,
    /// What an imported file says and a spec cannot.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) notes: Vec<String>,
    /// How far it is, or was when it ended; not known of jobs of before a restart.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) progress: Option<Event>,
    /// What was asked for; not in lists.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) spec: Option<Value>,
}

/// Jobs, newest first.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct JobList {
    /// The jobs, without their specs.
    pub(crate) jobs: Vec<Job>,
}

impl Report for Job {
    const NAME: &'static str = "job-answer";
}

impl Report for JobList {
    const NAME: &'static str = "job-list-answer";
}

impl Record {
    /// What clients see of it.
    pub(crate) fn job(&self) -> Job {
        Job {
            id: self.id.clone(),
            kind: self.spec.kind().to_string(),
            state: self.state,
            title: title(&self.spec),
            created_ms: self.created,
            updated_ms: self.updated,
            memory: self.memory,
            ahead: None,
            cancelling: self.cancelling,
            error: self.error.clone(),
            notes: self.notes.clone(),
            progress: None,
            spec: None,
        }
    }

    /// Whether it is done and its result was saved.
    pub(crate) fn has_result(&self) -> bool {
        self.state == JobState::Done && self.error.is_none()
    }

    /// Moves to a state.
    pub(crate) fn enter(&mut self, state: JobState) {
        self.state = state;
        self.updated = now();
    }
}

/// What a job is about, in a few words.
fn title(spec: &JobSpec) -> String {
    match spec {
        JobSpec::Spot(run) => {
            let start = &run.spot.betting.start;
            let game = match run.spot.game().is_omaha() {
                true => format!("{} on ", run.spot.game()),
                false => String::new(),
            };
            format!("{game}{}, pot {}, {} behind", run.spot.board, start.pot.0, start.stacks[0].0)
        }
        JobSpec::Boards(spec) => {
            let start = &spec.spot.betting.start;
            format!("{} flops, pot {}, {} behind", spec.flops.len(), start.pot.0, start.stacks[0].0)
        }
        JobSpec::Model(run) => format!("what {} flops are worth", run.model.weighted_flops().len()),
        JobSpec::Preflop(run) => {
            format!("preflop, {} v {}", run.game.positions[0], run.game.positions[1])
        }
        JobSpec::OmahaPreflop(run) => {
            format!("Omaha preflop, {} big blinds", run.game.stack.as_f64() / 1_000.0)
        }
        JobSpec::OmahaStacks(run) => format!("Omaha preflop, {} stacks", run.games.len()),
        JobSpec::Buckets(run) => format!("buckets of {}", run.buckets.board),
        JobSpec::Matrix(buckets) => format!("buckets of {} against each other", buckets.board),
        JobSpec::Tables(spec) => match spec.flops() {
            [flop] => format!("equity table of {flop}"),
            flops => format!("equity tables of {} flops", flops.len()),
        },
        _ => match spec.kind() {
            JobKind::Decision => "one decision".to_owned(),
            kind => kind.to_string(),
        },
    }
}
