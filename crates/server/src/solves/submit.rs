//! Asking for solves, and how large they would be.

use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use quasar::job::{JobSpec, SpotRun};
use quasar::request::values::Text;
use quasar::request::{Document, ParsedText};
use quasar::spot::{
    BoardsDocument, BoardsSpec, CutSpec, CutValues, ImportFormat, SpotDocument, SpotSpec,
};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use serde_json::Value;

use crate::app::{App, answer_report, json, report_bytes};
use crate::body::{Fields, SpecText};
use crate::jobs::{JobState, Jobs, Submitted};
use crate::problem::Problem;
use crate::questions::wrong;

/// What a request for a solve says besides the spot.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SolveQuery {
    /// Whose file the body is: `piosolver` or `texassolver`.
    import: Option<String>,
    /// Milliseconds that the answer may wait for the report.
    budget_ms: Option<u64>,
}

/// A spot, or a spot with flops; where files go is not for clients to say.
pub(crate) struct SolveRequest;

impl JsonSchema for SolveRequest {
    fn schema_name() -> Cow<'static, str> {
        "SolveRequest".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let spot = generator.subschema_for::<SpotDocument>();
        let mut boards = BoardsDocument::json_schema(generator);
        if let Some(properties) = boards.get_mut("properties").and_then(Value::as_object_mut) {
            properties.remove("output");
        }
        if let Some(required) = boards.get_mut("required").and_then(Value::as_array_mut) {
            required.retain(|field| field != "output");
        }
        json_schema!({
            "description": "A spot to solve, or a spot to solve on many flops.",
            "anyOf": [spot, boards],
        })
    }
}

/// A request as a job, and what an imported file says besides.
struct Asked {
    spec: JobSpec,
    notes: Vec<String>,
}

/// Reads a spot, or a spot with `flops`.
fn read(text: &str, import: Option<&str>) -> Result<Asked, Problem> {
    let (text, notes) = match import {
        None => (text.to_owned(), Vec::new()),
        Some(program) => {
            let format: ImportFormat =
                program.parse().map_err(|error| Problem::in_field("import", error))?;
            let imported = format.import(text).map_err(wrong)?;
            let note =
                |note: &quasar::spot::ImportNote| format!("line {}: {}", note.line, note.text);
            (imported.spec, imported.notes.iter().map(note).collect())
        }
    };
    let mut source = ParsedText::parse(&text).map_err(wrong)?;
    let spec = match source.has("flops") {
        true => {
            if let Some(field) = source.take("output") {
                drop(field);
                let message = "output must be left out: the server chooses where files go";
                return Err(Problem::in_field("output", message));
            }
            let mut document = BoardsDocument::read(&source).map_err(wrong)?;
            document.output = Some(Text::from("flops").into());
            JobSpec::Boards(Box::new(BoardsSpec::try_from(document).map_err(wrong)?))
        }
        false => JobSpec::Spot(Box::new(SpotRun::new(SpotSpec::parse(&text).map_err(wrong)?))),
    };
    let cut = match &spec {
        JobSpec::Spot(run) => &run.spot.cut,
        JobSpec::Boards(boards) => &boards.spot.cut,
        _ => &None,
    };
    if let Some(CutSpec { values: CutValues::File(_), .. }) = cut {
        let message =
            "expected default, equity or oracle: the server does not read files named by clients";
        return Err(Problem::in_field("cut.values", message));
    }
    Ok(Asked { spec, notes })
}

/// `POST /solves`
pub(crate) async fn submit(
    State(app): State<App>,
    Fields(query): Fields<SolveQuery>,
    SpecText(text): SpecText,
) -> Result<Response, Problem> {
    let SolveQuery { import, budget_ms } = query;
    let submitted = app
        .plan(move |app| {
            let Asked { spec, notes } = read(&text, import.as_deref())?;
            Jobs::submit(&app.0.jobs, spec, notes)
        })
        .await?;
    answer(&app, submitted, budget_ms).await
}

/// Waits for the report of a job as long as the budget says; else the job is the answer.
pub(crate) async fn answer(
    app: &App,
    submitted: Submitted,
    budget_ms: Option<u64>,
) -> Result<Response, Problem> {
    let Submitted { job, started } = submitted;
    let id = job.id;
    let budget = Duration::from_millis(budget_ms.unwrap_or(0)).min(crate::limits::QUESTION_TIME);
    let ended = async {
        while let Some((state, ..)) = app.0.jobs.watch(&id) {
            if state.has_ended() {
                return state;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        JobState::Cancelled
    };
    if budget_ms.is_some() && tokio::time::timeout(budget, ended).await == Ok(JobState::Done) {
        return super::control::report_of(app, &id).await;
    }
    let job = app.0.jobs.job(&id)?;
    let status = match (started, job.state.has_ended()) {
        (false, true) => StatusCode::OK,
        _ => StatusCode::ACCEPTED,
    };
    let mut response = answer_report(status, &job);
    if let Ok(place) = HeaderValue::try_from(format!("/api/v1/solves/{id}")) {
        response.headers_mut().insert(header::LOCATION, place);
    }
    Ok(response)
}

/// `POST /solves/plan`
pub(crate) async fn plan(
    State(app): State<App>,
    Fields(query): Fields<SolveQuery>,
    SpecText(text): SpecText,
) -> Result<Response, Problem> {
    let bytes = app.plan(move |app| {
        let Asked { spec, .. } = read(&text, query.import.as_deref())?;
        let allowed = app.0.jobs.most_memory();
        match app.0.jobs.files(&spec.id()).place(&spec) {
            JobSpec::Spot(run) => {
                report_bytes(&run.spot.plan_within(allowed).map_err(wrong)?.outline())
            }
            JobSpec::Boards(spec) => report_bytes(&spec.plan(allowed).map_err(wrong)?.outline()),
            _ => Err(Problem::internal("a solve has one board or a list of flops")),
        }
    });
    Ok(json(StatusCode::OK, bytes.await?).into_response())
}

impl App {
    /// Lays out spots off the threads that serve connections, a few at a time.
    pub(crate) async fn plan<T: Send + 'static>(
        &self,
        work: impl FnOnce(&App) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let permit = Arc::clone(&self.0.plans).acquire_owned().await;
        let permit =
            permit.map_err(|_| Problem::stopping("jobs resume when the server starts again"))?;
        let app = self.clone();
        let planned = tokio::task::spawn_blocking(move || {
            let planned = work(&app);
            drop(permit);
            planned
        });
        planned.await.unwrap_or_else(|_| Err(Problem::internal("the request failed")))
    }
}
