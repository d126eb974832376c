//! Equities of the 169 classes against each other on a flop.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use quasar::cards::{Board, HoldemClass};
use quasar::job::Progress;
use quasar::request::{Mistake, read};
use quasar::tables::{FlopTable, TableEntryReport, TableGridReport, TablesError};
use schemars::JsonSchema;
use serde::Serialize;

use crate::app::{App, json, plain_json, report_bytes};
use crate::body::PathValue;
use crate::problem::Problem;
use crate::questions::wrong;

/// The table of a flop: what each class expects against each other.
#[derive(Serialize, JsonSchema)]
pub(crate) struct TableReport {
    /// The flop that stands for all that are equal up to suits.
    flop: String,
    /// The 169 classes, row by row of the grid.
    classes: Vec<String>,
    /// For each class as hero its equities against all, 0 to 1; none where no two hands
    /// can be held together.
    equities: Vec<Vec<Option<f64>>>,
}

/// The table of a flop: from the file of tables, or computed.
fn table(app: &App, flop: &str, progress: &Progress) -> Result<std::sync::Arc<FlopTable>, Problem> {
    let flop = read("flop", flop, Board::parse_flop).map_err(wrong)?;
    let found = app.0.runtime.questions().flop_tables(&[flop], None, progress);
    let found = found.map_err(|error| match &error {
        TablesError::Stopped => Problem::too_long("the table takes longer than a question may"),
        _ if error.is_input() => Mistake::new(&error).into(),
        _ => Problem::internal(&error),
    })?;
    found.tables.into_iter().next().ok_or_else(|| Problem::internal("no table was made"))
}

fn class(field: &str, text: &str) -> Result<HoldemClass, Problem> {
    read(field, text, str::parse::<HoldemClass>).map_err(wrong)
}

/// `GET /tables/{flop}`
pub(crate) async fn flop(
    State(app): State<App>,
    PathValue(flop): PathValue<String>,
) -> Result<Response, Problem> {
    let report = app.ask(move |app, progress| {
        let table = table(app, &flop, progress)?;
        let row = |hero| HoldemClass::all().map(|villain| table.equity(hero, villain)).collect();
        Ok(TableReport {
            flop: table.flop().to_string(),
            classes: HoldemClass::all().map(|class| class.to_string()).collect(),
            equities: HoldemClass::all().map(row).collect(),
        })
    });
    Ok(plain_json(StatusCode::OK, &report.await?))
}

/// `GET /tables/{flop}/{hero}`
pub(crate) async fn hero(
    State(app): State<App>,
    PathValue((flop, hero)): PathValue<(String, String)>,
) -> Result<Response, Problem> {
    let bytes = app.ask(move |app, progress| {
        let hero = class("hero", &hero)?;
        report_bytes(&TableGridReport::of_hero(&*table(app, &flop, progress)?, hero))
    });
    Ok(json(StatusCode::OK, bytes.await?))
}

/// `GET /tables/{flop}/{hero}/{villain}`
pub(crate) async fn entry(
    State(app): State<App>,
    PathValue((flop, hero, villain)): PathValue<(String, String, String)>,
) -> Result<Response, Problem> {
    let bytes = app.ask(move |app, progress| {
        let (hero, villain) = (class("hero", &hero)?, class("villain", &villain)?);
        report_bytes(&TableEntryReport::of(&*table(app, &flop, progress)?, hero, villain))
    });
    Ok(json(StatusCode::OK, bytes.await?))
}
