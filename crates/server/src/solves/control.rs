//! Looking at jobs, pausing, resuming, cancelling and deleting them.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;

use super::checked_id;
use crate::app::{App, answer_report, json};
use crate::body::{NoBody, PathValue};
use crate::jobs::{Job, JobList, Jobs};
use crate::problem::Problem;

/// `GET /solves`
pub(crate) async fn list(State(app): State<App>) -> Response {
    answer_report(StatusCode::OK, &JobList { jobs: app.0.jobs.list() })
}

/// `GET /solves/{id}`
pub(crate) async fn get(
    State(app): State<App>,
    PathValue(id): PathValue<String>,
) -> Result<Response, Problem> {
    let job = app.0.jobs.job(checked_id(&id)?)?;
    let (record, _) = app.0.jobs.find(&id)?;
    let spec = record.spec.to_json().ok().and_then(|text| serde_json::from_str(&text).ok());
    Ok(answer_report(StatusCode::OK, &Job { spec, ..job }))
}

/// `GET /solves/{id}/report`
pub(crate) async fn report(
    State(app): State<App>,
    PathValue(id): PathValue<String>,
) -> Result<Response, Problem> {
    report_of(&app, checked_id(&id)?).await
}

/// The report of a job that has ended, as it was written.
pub(super) async fn report_of(app: &App, id: &str) -> Result<Response, Problem> {
    let (record, _) = app.0.jobs.find(id)?;
    let path = app.0.jobs.files(id).report();
    match tokio::fs::read(path).await {
        Ok(bytes) if record.state.has_ended() => Ok(json(StatusCode::OK, bytes.into())),
        _ => {
            Err(Problem::conflict(format!("the job is {}; it has no report", record.state.name())))
        }
    }
}

/// Runs what writes to the journal off the threads that serve connections.
async fn change<T: Send + 'static>(
    app: App,
    id: String,
    change: fn(&std::sync::Arc<Jobs>, &str) -> Result<T, Problem>,
) -> Result<T, Problem> {
    checked_id(&id)?;
    let changed = tokio::task::spawn_blocking(move || change(&app.0.jobs, &id));
    changed.await.unwrap_or_else(|_| Err(Problem::internal("the request failed")))
}

/// `POST /solves/{id}/pause`
pub(crate) async fn pause(
    State(app): State<App>,
    PathValue(id): PathValue<String>,
    NoBody: NoBody,
) -> Result<Response, Problem> {
    Ok(answer_report(StatusCode::OK, &change(app, id, Jobs::pause).await?))
}

/// `POST /solves/{id}/resume`
pub(crate) async fn resume(
    State(app): State<App>,
    PathValue(id): PathValue<String>,
    NoBody: NoBody,
) -> Result<Response, Problem> {
    Ok(answer_report(StatusCode::OK, &change(app, id, Jobs::resume).await?))
}

/// `POST /solves/{id}/cancel`
pub(crate) async fn cancel(
    State(app): State<App>,
    PathValue(id): PathValue<String>,
    NoBody: NoBody,
) -> Result<Response, Problem> {
    Ok(answer_report(StatusCode::OK, &change(app, id, Jobs::cancel).await?))
}

/// `DELETE /solves/{id}`
pub(crate) async fn delete(
    State(app): State<App>,
    PathValue(id): PathValue<String>,
) -> Result<StatusCode, Problem> {
    change(app, id, Jobs::delete).await?;
    Ok(StatusCode::NO_CONTENT)
}
