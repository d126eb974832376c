//! Games before the flop that were solved to the river and ship with Quasar.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use quasar::game::Line;
use quasar::preflop::{PreflopSolveError, ShippedPreflop};
use quasar::request::read;
use serde::Deserialize;

use crate::app::{App, json, report_bytes};
use crate::body::{Fields, PathValue};
use crate::problem::Problem;
use crate::questions::wrong;

/// Which decision is asked for.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LineQuery {
    line: Option<String>,
}

/// `GET /charts`
pub(crate) async fn list(State(app): State<App>) -> Result<Response, Problem> {
    let answer = app.ask(|_, _| report_bytes(&ShippedPreflop::list().map_err(wrong)?));
    Ok(json(StatusCode::OK, answer.await?))
}

/// `GET /charts/{stack}`
pub(crate) async fn node(
    State(app): State<App>,
    PathValue(stack): PathValue<String>,
    Fields(query): Fields<LineQuery>,
) -> Result<Response, Problem> {
    let line = query.line.as_deref();
    let line = line.map(|text| read("line", text, str::parse::<Line>)).transpose();
    let line = line.map_err(wrong)?.unwrap_or_default();
    let stack = stack.parse().map_err(|_| Problem::in_field("stack", "not a number"))?;
    let answer = app.ask(move |_, _| {
        let game = ShippedPreflop::at(stack).map_err(|error| match error {
            PreflopSolveError::NotShipped { .. } => Problem::not_found(error),
            error => wrong(error),
        })?;
        report_bytes(&game.node(&line).map_err(wrong)?)
    });
    Ok(json(StatusCode::OK, answer.await?))
}
