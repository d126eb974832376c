//! Decisions of a save as a file: JSON, CSV or Parquet.

use std::io::{self, BufWriter, Write};
use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use quasar::cards::{Range, Street};
use quasar::equity::hand_orders;
use quasar::game::Line;
use quasar::job::Control;
use quasar::request::read;
use quasar::spot::{NodeView, SpotSave};
use quasar_export::{Decisions, ExportError, street_lines};
use schemars::JsonSchema;
use serde::Deserialize;
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;

use super::checked_id;
use super::inspect::save;
use crate::app::App;
use crate::body::{Fields, PathValue};
use crate::problem::Problem;
use crate::questions::wrong;

/// Bytes of a part of an export.
const PART: usize = 64 * 1_024;

/// What is exported, and how.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ExportQuery {
    format: Format,
    /// All decisions of a street.
    street: Option<StreetName>,
    /// One decision; the first if neither is given.
    line: Option<String>,
    filter: Option<String>,
    flop: Option<String>,
}

/// Kinds of files.
#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
pub(crate) enum Format {
    Json,
    Csv,
    Parquet,
}

/// Streets that a save has.
#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
pub(crate) enum StreetName {
    Flop,
    Turn,
    River,
}

/// Decisions that were found.
struct Found {
    save: Arc<SpotSave>,
    lines: Vec<Line>,
    view: NodeView,
    /// Whether one decision was asked for, and no list.
    alone: bool,
}

/// `GET /solves/{id}/export`
pub(crate) async fn export(
    State(app): State<App>,
    PathValue(id): PathValue<String>,
    Fields(query): Fields<ExportQuery>,
) -> Result<Response, Problem> {
    checked_id(&id)?;
    let format = query.format;
    let found = {
        let id = id.clone();
        app.plan(move |app| find(app, &id, &query)).await?
    };
    let (sender, receiver) = mpsc::channel::<io::Result<Bytes>>(8);
    let permit = Arc::clone(&app.0.plans).acquire_owned().await;
    let permit =
        permit.map_err(|_| Problem::stopping("jobs resume when the server starts again"))?;
    tokio::task::spawn_blocking(move || {
        let output = BufWriter::with_capacity(PART, Parts(sender.clone()));
        if let Err(error) = write(&app, &found, format, output) {
            // The client learns from an answer without an end that it is not whole.
            let _ = sender.blocking_send(Err(io::Error::other(error)));
        }
        drop(permit);
    });
    let (kind, ending) = match format {
        Format::Json => ("application/json", "json"),
        Format::Csv => ("text/csv; charset=utf-8", "csv"),
        Format::Parquet => ("application/vnd.apache.parquet", "parquet"),
    };
    let name = format!("attachment; filename=\"{id}.{ending}\"");
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static(kind)),
        (header::CONTENT_DISPOSITION, HeaderValue::try_from(name).map_err(Problem::internal)?),
    ];
    Ok((headers, Body::from_stream(ReceiverStream::new(receiver))).into_response())
}

fn find(app: &App, id: &str, query: &ExportQuery) -> Result<Found, Problem> {
    let save = save(app, id, query.flop.as_deref())?;
    let lines = match (query.street, &query.line) {
        (Some(_), Some(_)) => {
            return Err(Problem::in_field("line", "line must be left out if a street is given"));
        }
        (Some(street), None) => {
            let street = match street {
                StreetName::Flop => Street::Flop,
                StreetName::Turn => Street::Turn,
                StreetName::River => Street::River,
            };
            let lines = street_lines(&save, street);
            lines.map_err(|error| Problem::in_field("street", error))?
        }
        (None, line) => {
            let line = line.as_deref().unwrap_or("r:0");
            let line = read("line", line, str::parse::<Line>).map_err(wrong)?;
            save.node(&line).map_err(|error| Problem::in_field("line", error))?;
            vec![line]
        }
    };
    let parse = |text: &str| Range::parse_with(save.spec().game(), text, hand_orders());
    let filter = query.filter.as_ref().map(|text| read("filter", text, parse)).transpose();
    let view = NodeView { filter: filter.map_err(wrong)?, hands: usize::MAX, sort: None };
    Ok(Found { save, lines, view, alone: query.street.is_none() })
}

fn write(
    app: &App,
    found: &Found,
    format: Format,
    mut output: BufWriter<Parts>,
) -> Result<(), ExportError> {
    let decisions = Decisions { save: &found.save, lines: &found.lines, view: &found.view };
    let control = Control::new();
    match format {
        Format::Json => {
            let engine = app.0.runtime.questions();
            decisions.json(found.alone, engine, &control, &mut output)?;
        }
        Format::Csv => decisions.csv(&control, &mut output)?,
        Format::Parquet => decisions.parquet(&control, &mut output)?,
    }
    Ok(output.flush()?)
}

/// Sends what is written, and waits for slow clients; one that is gone ends the work.
struct Parts(mpsc::Sender<io::Result<Bytes>>);

impl Write for Parts {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let sent = self.0.blocking_send(Ok(Bytes::copy_from_slice(bytes)));
        sent.map_err(|_| io::Error::from(io::ErrorKind::BrokenPipe))?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
