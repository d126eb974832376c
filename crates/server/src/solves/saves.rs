//! Saves: opened once, downloaded, uploaded.

use std::collections::VecDeque;
use std::io::Write;
use std::path::Path as FilePath;
use std::sync::{Arc, Mutex, PoisonError};

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use http_body_util::BodyExt;
use quasar::job::{Control, JobSpec, SpotRun};
use quasar::schema::Report;
use quasar::spot::{SaveReport, SpotSave};
use tokio::io::AsyncReadExt;
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;

use super::checked_id;
use crate::app::{App, answer_report};
use crate::body::{PathValue, content_type};
use crate::jobs::{Job, sync_folder};
use crate::limits;
use crate::problem::Problem;

/// Saves that stay open.
const OPEN: usize = 8;

/// Bytes of a part of a download.
const PART: usize = 256 * 1_024;

/// The saves that were looked into last. They are mapped, so they take little memory.
#[derive(Default)]
pub(crate) struct SaveCache(Mutex<VecDeque<(String, Arc<SpotSave>)>>);

impl SaveCache {
    /// The save at a path; `version` tells it from those that were there before.
    pub(crate) fn open(&self, path: &FilePath, version: u32) -> Result<Arc<SpotSave>, Problem> {
        let key = format!("{}#{version}", path.display());
        let mut open = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(place) = open.iter().position(|(known, _)| *known == key)
            && let Some(found) = open.remove(place)
        {
            let save = Arc::clone(&found.1);
            open.push_back(found);
            return Ok(save);
        }
        drop(open);
        let save = SpotSave::open(path);
        let save = Arc::new(save.map_err(|_| Problem::conflict("the job has no save yet"))?);
        let mut open = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if open.len() == OPEN {
            open.pop_front();
        }
        open.push_back((key, Arc::clone(&save)));
        Ok(save)
    }
}

/// `GET /solves/{id}/save`
pub(crate) async fn download(
    State(app): State<App>,
    PathValue(id): PathValue<String>,
) -> Result<Response, Problem> {
    app.0.jobs.job(checked_id(&id)?)?;
    let file = tokio::fs::File::open(app.0.jobs.files(&id).results().save()).await;
    let mut file = file.map_err(|_| Problem::conflict("the job has no save yet"))?;
    let length = file.metadata().await.map_err(Problem::internal)?.len();
    let (sender, receiver) = mpsc::channel::<std::io::Result<Vec<u8>>>(2);
    tokio::spawn(async move {
        loop {
            let mut part = vec![0; PART];
            let read = match file.read(&mut part).await {
                Ok(0) => return,
                Ok(read) => read,
                Err(error) => return drop(sender.send(Err(error)).await),
            };
            part.truncate(read);
            if sender.send(Ok(part)).await.is_err() {
                return;
            }
        }
    });
    let name = format!("attachment; filename=\"{id}.qsr\"");
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("application/octet-stream")),
        (header::CONTENT_LENGTH, length.into()),
        (header::CONTENT_DISPOSITION, HeaderValue::try_from(name).map_err(Problem::internal)?),
    ];
    Ok((headers, Body::from_stream(ReceiverStream::new(receiver))).into_response())
}

/// `POST /saves`
pub(crate) async fn upload(State(app): State<App>, request: Request) -> Result<Response, Problem> {
    match content_type(request.headers()).as_deref() {
        Some("application/octet-stream") => {}
        _ => return Err(Problem::media_type("expected application/octet-stream")),
    }
    let folder = app.0.jobs.data().incoming();
    let file = tempfile::NamedTempFile::new_in(folder).map_err(Problem::internal)?;
    let file = receive(request.into_body(), file).await?;
    let job = app.plan(move |app| add(app, file)).await?;
    let place = HeaderValue::try_from(format!("/api/v1/solves/{}", job.id));
    let mut response = answer_report(StatusCode::CREATED, &job);
    response.headers_mut().insert(header::LOCATION, place.map_err(Problem::internal)?);
    Ok(response)
}

/// Writes a body to a file as it comes.
async fn receive(
    mut body: Body,
    mut file: tempfile::NamedTempFile,
) -> Result<tempfile::NamedTempFile, Problem> {
    let mut bytes: u64 = 0;
    loop {
        let frame = tokio::time::timeout(limits::BODY_TIME, body.frame()).await;
        let seconds = limits::BODY_TIME.as_secs();
        let frame =
            frame.map_err(|_| Problem::slow(format!("no data arrived for {seconds} seconds")))?;
        let Some(frame) = frame else { return Ok(file) };
        let frame = frame.map_err(|_| Problem::malformed("the body ended too early"))?;
        let Ok(part) = frame.into_data() else { continue };
        bytes += part.len() as u64;
        if bytes > limits::UPLOAD {
            return Err(Problem::too_large(format!("a save has at most {} bytes", limits::UPLOAD)));
        }
        let written = tokio::task::spawn_blocking(move || {
            let written = file.write_all(&part);
            written.map(|()| file)
        });
        let written = written.await.map_err(Problem::internal)?;
        file = written.map_err(|error| match error.kind() {
            std::io::ErrorKind::StorageFull => Problem::no_space("there is no room for the save"),
            _ => Problem::internal(error),
        })?;
    }
}

/// Checks a save, and makes it the result of a job.
fn add(app: &App, file: tempfile::NamedTempFile) -> Result<Job, Problem> {
    let refused = |error: &dyn std::fmt::Display| {
        // The name of the temporary file tells clients nothing.
        let text = error.to_string();
        let path = file.path().display().to_string();
        Problem::invalid(text.replace(&format!("{path}: "), "").replace(&path, "the save"))
    };
    file.as_file().sync_all().map_err(Problem::internal)?;
    let save = SpotSave::open(file.path()).map_err(|error| refused(&error))?;
    save.verify(&Control::new()).map_err(|error| refused(&error))?;
    let report = SaveReport { path: "solution.qsr".to_owned(), ..save.report() };
    let report = report.to_json().map_err(Problem::internal)?;
    let spec = JobSpec::Spot(Box::new(SpotRun::new(save.spec().clone())));
    drop(save);
    app.0.jobs.add_done(spec, &report, |files| {
        let place = files.results().save();
        file.persist(&place).map_err(|error| error.error)?;
        place.parent().map_or(Ok(()), sync_folder)
    })
}
