//! Equities of the 169 classes against each other on a flop.
//!
//! Tables of a file of tables are read. Others are computed within the budget of the request,
//! or become a job, whose file is read by the requests after it.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use quasar::cards::{Board, HoldemClass};
use quasar::job::{Control, JobSpec};
use quasar::request::read;
use quasar::tables::{
    FlopTable, PrecomputeSpec, TableEntryReport, TableGridReport, TableReport, TablesError,
};
use serde::Deserialize;

use crate::app::{App, CancelAfter, json, report_bytes};
use crate::body::{Fields, PathValue};
use crate::jobs::Jobs;
use crate::limits;
use crate::problem::Problem;
use crate::questions::wrong;
use crate::solves;

/// How long a table may be computed before it becomes a job.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TableQuery {
    budget_ms: Option<u64>,
}

impl TableQuery {
    fn budget(&self) -> Duration {
        let asked = self.budget_ms.map(Duration::from_millis);
        asked.unwrap_or(limits::QUESTION_TIME).min(limits::QUESTION_TIME)
    }
}

/// The job that computes the table of a flop.
fn job(flop: Board) -> Result<JobSpec, Problem> {
    let spec = PrecomputeSpec::new(Path::new(""), &[flop]);
    Ok(JobSpec::Tables(spec.map_err(wrong)?))
}

/// The table of a flop: from a file, or computed; none if that takes too long.
fn table(app: &App, flop: Board, control: &Control) -> Result<Option<Arc<FlopTable>>, Problem> {
    let computed = app.0.jobs.files(&job(flop)?.id()).results().tables();
    let file = computed.exists().then_some(computed.as_path());
    let found = app.0.runtime.questions().flop_tables(&[flop], file, control);
    match found {
        Ok(found) => Ok(found.tables.into_iter().next()),
        Err(TablesError::Stopped) => Ok(None),
        // Clients name no files.
        Err(error @ TablesError::Store(_)) => Err(Problem::internal(&error)),
        Err(error) if error.is_input() => Err(wrong(error)),
        Err(error) => Err(Problem::internal(&error)),
    }
}

/// Answers with what `show` makes of the table of a flop, or with the job that computes it.
async fn answer(
    app: App,
    flop: &str,
    query: &TableQuery,
    show: impl FnOnce(&FlopTable) -> Result<Bytes, Problem> + Send + 'static,
) -> Result<Response, Problem> {
    let flop = read("flop", flop, Board::parse_flop).map_err(wrong)?;
    let budget = query.budget();
    let bytes = app.ask(move |app, control| {
        let _timer = CancelAfter::new(control, budget);
        if budget.is_zero() {
            control.cancel();
        }
        table(app, flop, control)?.map(|table| show(&table)).transpose()
    });
    match bytes.await? {
        Some(bytes) => Ok(json(StatusCode::OK, bytes)),
        None => {
            let submitted = app.plan(move |app| Jobs::submit(&app.0.jobs, job(flop)?, Vec::new()));
            let submitted = submitted.await?;
            solves::answer(&app, submitted, None).await
        }
    }
}

fn class(field: &str, text: &str) -> Result<HoldemClass, Problem> {
    read(field, text, str::parse::<HoldemClass>).map_err(wrong)
}

/// `GET /tables/{flop}`
pub(crate) async fn flop(
    State(app): State<App>,
    PathValue(flop): PathValue<String>,
    Fields(query): Fields<TableQuery>,
) -> Result<Response, Problem> {
    answer(app, &flop, &query, |table| report_bytes(&TableReport::of(table))).await
}

/// `GET /tables/{flop}/{hero}`
pub(crate) async fn hero(
    State(app): State<App>,
    PathValue((flop, hero)): PathValue<(String, String)>,
    Fields(query): Fields<TableQuery>,
) -> Result<Response, Problem> {
    let hero = class("hero", &hero)?;
    let show = move |table: &FlopTable| report_bytes(&TableGridReport::of_hero(table, hero));
    answer(app, &flop, &query, show).await
}

/// `GET /tables/{flop}/{hero}/{villain}`
pub(crate) async fn entry(
    State(app): State<App>,
    PathValue((flop, hero, villain)): PathValue<(String, String, String)>,
    Fields(query): Fields<TableQuery>,
) -> Result<Response, Problem> {
    let (hero, villain) = (class("hero", &hero)?, class("villain", &villain)?);
    let show = move |table: &FlopTable| report_bytes(&TableEntryReport::of(table, hero, villain));
    answer(app, &flop, &query, show).await
}
