//! Jobs of other kinds: one decision, models of flops, play before the flop, buckets.

use std::path::PathBuf;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use quasar::buckets::{Buckets, BucketsSpec, EquityMatrix, MatrixReport};
use quasar::decision::{MatrixFile, SpotFile};
use quasar::job::{BucketsRun, CheckpointPlace, JobKind, JobSpec, ModelRun, NodeQuery, PreflopRun};
use quasar::model::PostflopSpec;
use quasar::preflop::PreflopSolveSpec;
use serde::Deserialize;

use super::{checked_id, submit};
use crate::app::{App, json, report_bytes};
use crate::body::{Fields, PathValue, SpecText};
use crate::jobs::{JobState, Jobs};
use crate::problem::Problem;
use crate::questions::wrong;

/// How long the answer may wait for the report.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Budget {
    budget_ms: Option<u64>,
}

/// Queues what a request asks for, and waits as long as its budget says.
async fn run(
    app: App,
    budget: Budget,
    text: String,
    read: fn(&App, &str) -> Result<JobSpec, Problem>,
) -> Result<Response, Problem> {
    let submitted =
        app.plan(move |app| Jobs::submit(&app.0.jobs, read(app, &text)?, Vec::new())).await?;
    submit::answer(&app, submitted, budget.budget_ms).await
}

/// `POST /solve-one`
pub(crate) async fn solve_one(
    State(app): State<App>,
    Fields(budget): Fields<Budget>,
    SpecText(text): SpecText,
) -> Result<Response, Problem> {
    run(app, budget, text, |_, text| {
        let file = SpotFile::parse(text).map_err(wrong)?;
        match &file.matrix {
            Some(MatrixFile::Path(_)) => Err(Problem::in_field(
                "matrix",
                "expected rows: the server does not read files named by clients",
            )),
            _ => Ok(JobSpec::Decision(Box::new(file))),
        }
    })
    .await
}

/// `POST /solve-postflop`
pub(crate) async fn solve_postflop(
    State(app): State<App>,
    Fields(budget): Fields<Budget>,
    SpecText(text): SpecText,
) -> Result<Response, Problem> {
    run(app, budget, text, |_, text| {
        let model = PostflopSpec::parse(text).map_err(wrong)?;
        Ok(JobSpec::Model(Box::new(ModelRun { model, output: PathBuf::new(), tables: None })))
    })
    .await
}

/// `POST /solve-preflop`; the model is named by the job that has made it.
pub(crate) async fn solve_preflop(
    State(app): State<App>,
    Fields(budget): Fields<Budget>,
    SpecText(text): SpecText,
) -> Result<Response, Problem> {
    run(app, budget, text, |app, text| {
        let game = PreflopSolveSpec::parse(text).map_err(wrong)?;
        if let Some(model) = &game.model {
            let refused = || {
                let message = "expected the id of a finished job of solve-postflop";
                Problem::in_field("model", message)
            };
            let id = model.to_str().ok_or_else(refused)?;
            let found = app.0.jobs.find(checked_id(id).map_err(|_| refused())?);
            let (record, _) = found.map_err(|_| refused())?;
            if record.spec.kind() != JobKind::Model || record.state != JobState::Done {
                return Err(refused());
            }
        }
        Ok(JobSpec::Preflop(Box::new(PreflopRun {
            game,
            resume: None,
            output: None,
            checkpoint: CheckpointPlace::Nowhere,
            show: NodeQuery::default(),
        })))
    })
    .await
}

/// `POST /buckets`
pub(crate) async fn buckets(
    State(app): State<App>,
    Fields(budget): Fields<Budget>,
    SpecText(text): SpecText,
) -> Result<Response, Problem> {
    run(app, budget, text, |_, text| {
        let buckets = BucketsSpec::parse(text).map_err(wrong)?;
        Ok(JobSpec::Buckets(BucketsRun { buckets, output: None }))
    })
    .await
}

/// `POST /matrix`: buckets of a river against each other.
pub(crate) async fn matrix(
    State(app): State<App>,
    Fields(budget): Fields<Budget>,
    SpecText(text): SpecText,
) -> Result<Response, Problem> {
    run(app, budget, text, |_, text| {
        let buckets = BucketsSpec::parse(text).map_err(wrong)?;
        buckets.check_river().map_err(|error| Problem::in_field("board", error))?;
        Ok(JobSpec::Matrix(buckets))
    })
    .await
}

/// `GET /solves/{id}/matrix`: buckets of a finished job against each other.
pub(crate) async fn matrix_of_job(
    State(app): State<App>,
    PathValue(id): PathValue<String>,
) -> Result<Response, Problem> {
    let (record, _) = app.0.jobs.find(checked_id(&id)?)?;
    if record.spec.kind() != JobKind::Buckets || record.state != JobState::Done {
        return Err(Problem::conflict("a matrix needs a finished job of buckets"));
    }
    let bytes = app.ask(move |app, control| {
        let buckets = Buckets::open(&app.0.jobs.files(&id).results().buckets());
        let buckets = buckets.map_err(Problem::internal)?;
        let _memory = app.take_memory(Buckets::matrix_memory(buckets.len()))?;
        let matrix = buckets.matrix(app.0.runtime.questions(), control);
        let matrix = matrix.map_err(|error| match error.is_stopped() {
            true => Problem::too_long(
                "the matrix takes longer than a question may; POST /matrix makes it a job",
            ),
            false => Problem::internal(error),
        })?;
        let matrix = EquityMatrix::from(&matrix);
        report_bytes(&MatrixReport::of(&matrix, Some(buckets.board().to_string())))
    });
    Ok(json(StatusCode::OK, bytes.await?))
}
