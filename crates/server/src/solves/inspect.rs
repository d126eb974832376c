//! Looking into solves: decisions, trees, runouts, ranges, the table of many flops.

use std::num::NonZeroUsize;
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use quasar::cards::Board;
use quasar::game::Line;
use quasar::job::{AskError, JobSpec, NodeAnswer, NodeQuery};
use quasar::preflop::{OmahaPreflopBundle, PreflopBundle};
use quasar::request::{Mistake, read};
use quasar::spot::{
    BoardsReport, HandSort, SaveError, SpotCurvesReport, SpotRangesReport, SpotSave, save_path,
};
use serde::Deserialize;

use super::checked_id;
use crate::app::{App, json, report_bytes};
use crate::body::{Fields, PathValue};
use crate::limits;
use crate::problem::Problem;
use crate::questions::wrong;

/// Which of many flops, and what of a decision.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
pub(crate) struct LookQuery {
    /// Of a run over many flops: the flop.
    flop: Option<String>,
    /// Only hands of this range.
    filter: Option<String>,
    /// How many single hands, at most.
    hands: Option<usize>,
    /// The order of hands.
    sort: Option<HandSort>,
    /// Of a tree: how many more actions, at most.
    depth: Option<NonZeroUsize>,
}

/// `GET /solves/{id}/nodes/{line}`
pub(crate) async fn node(
    State(app): State<App>,
    PathValue((id, line)): PathValue<(String, String)>,
    Fields(query): Fields<LookQuery>,
) -> Result<Response, Problem> {
    let (record, handle) = app.0.jobs.find(checked_id(&id)?)?;
    let LookQuery { flop, filter, hands, sort, .. } = query;
    let asked = NodeQuery { line, filter, hands, sort, flop: flop.clone() };
    let answer = match handle {
        Some(handle) => {
            // The question is withdrawn in time, so that none keeps its thread.
            let ask = move || handle.ask_within(asked, limits::LOOK_TIME);
            let answer = tokio::task::spawn_blocking(ask).await.map_err(Problem::internal)?;
            node_bytes(&answer.map_err(ask_problem)?)?
        }
        None => {
            app.ask(move |app, _| {
                let answer = match record.spec {
                    JobSpec::Preflop(_) => {
                        let bundle =
                            PreflopBundle::open(&app.0.jobs.files(&id).results().strategy());
                        let bundle =
                            bundle.map_err(|_| Problem::conflict("the job has no result yet"))?;
                        bundle.answer(&asked)
                    }
                    JobSpec::OmahaPreflop(_) => {
                        let bundle =
                            OmahaPreflopBundle::open(&app.0.jobs.files(&id).results().strategy());
                        let bundle =
                            bundle.map_err(|_| Problem::conflict("the job has no result yet"))?;
                        bundle.answer(&asked)
                    }
                    _ => save(app, &id, flop.as_deref())?.answer(&asked, app.0.runtime.questions()),
                };
                node_bytes(&answer.map_err(ask_problem)?)
            })
            .await?
        }
    };
    Ok(json(StatusCode::OK, answer))
}

fn node_bytes(answer: &NodeAnswer) -> Result<Bytes, Problem> {
    report_bytes(answer)
}

fn ask_problem(error: AskError) -> Problem {
    match &error {
        AskError::Input(_) | AskError::Node(_) | AskError::NoFlop(_) | AskError::OneBoard => {
            Mistake::from(&error).into()
        }
        AskError::Ended
        | AskError::NoDecisions(_)
        | AskError::NoCheckpoint(_)
        | AskError::Busy
        | AskError::NotSolved(_) => Problem::conflict(error),
        _ => Problem::internal(error),
    }
}

/// The save of a job, or of one of its flops.
pub(super) fn save(app: &App, id: &str, flop: Option<&str>) -> Result<Arc<SpotSave>, Problem> {
    let (record, _) = app.0.jobs.find(id)?;
    let files = app.0.jobs.files(id);
    match (&record.spec, flop) {
        (JobSpec::Boards(spec), Some(flop)) => {
            let flop = read("flop", flop, Board::parse_flop).map_err(wrong)?;
            let flop = spec.flop_like(flop).unwrap_or(flop);
            let path = save_path(&files.results().flops(), flop);
            app.0.saves.open(&path, record.runs)
        }
        (JobSpec::Boards(_), None) => {
            Err(Problem::in_field("flop", "a run over many flops needs ?flop="))
        }
        (_, Some(_)) => Err(Problem::in_field("flop", "the job is not a run over many flops")),
        (JobSpec::Spot(run), None) if run.spot.abstraction.is_some() => {
            Err(Problem::conflict("spots with buckets keep no save"))
        }
        (JobSpec::Spot(_), None) => app.0.saves.open(&files.results().save(), record.runs),
        _ => Err(Problem::conflict("jobs of this kind keep no save")),
    }
}

fn save_problem(error: &SaveError) -> Problem {
    match error {
        // Clients name no files.
        SaveError::Store(_) => Problem::conflict(error),
        error if error.is_input() => Problem::in_field("line", error),
        error => Problem::conflict(error),
    }
}

/// `GET /solves/{id}/tree` and `GET /solves/{id}/tree/{line}`
pub(crate) async fn tree(
    State(app): State<App>,
    PathValue(path): PathValue<Vec<String>>,
    Fields(query): Fields<LookQuery>,
) -> Result<Response, Problem> {
    let bytes = app.ask(move |app, _| {
        let (id, line) = place(&path)?;
        let save = save(app, &id, query.flop.as_deref())?;
        let tree = save.tree(&line, query.depth).map_err(|error| save_problem(&error))?;
        report_bytes(&tree)
    });
    Ok(json(StatusCode::OK, bytes.await?))
}

/// `GET /solves/{id}/runouts/{line}`
pub(crate) async fn runouts(
    State(app): State<App>,
    PathValue(path): PathValue<Vec<String>>,
    Fields(query): Fields<LookQuery>,
) -> Result<Response, Problem> {
    let bytes = app.ask(move |app, _| {
        let (id, line) = place(&path)?;
        let save = save(app, &id, query.flop.as_deref())?;
        let runouts = save.runout_reports(&line, app.0.runtime.questions());
        report_bytes(&runouts.map_err(|error| save_problem(&error))?)
    });
    Ok(json(StatusCode::OK, bytes.await?))
}

/// `GET /solves/{id}/ranges/{line}`
pub(crate) async fn ranges(
    State(app): State<App>,
    PathValue(path): PathValue<Vec<String>>,
    Fields(query): Fields<LookQuery>,
) -> Result<Response, Problem> {
    let bytes = app.ask(move |app, _| {
        let (id, line) = place(&path)?;
        let save = save(app, &id, query.flop.as_deref())?;
        let facts = save.node(&line).map_err(|error| save_problem(&error))?;
        report_bytes(&SpotRangesReport::new(&facts).map_err(wrong)?)
    });
    Ok(json(StatusCode::OK, bytes.await?))
}

/// `GET /solves/{id}/curves/{line}`
pub(crate) async fn curves(
    State(app): State<App>,
    PathValue(path): PathValue<Vec<String>>,
    Fields(query): Fields<LookQuery>,
) -> Result<Response, Problem> {
    let bytes = app.ask(move |app, _| {
        let (id, line) = place(&path)?;
        let save = save(app, &id, query.flop.as_deref())?;
        let facts = save.node(&line).map_err(|error| save_problem(&error))?;
        let curves = SpotCurvesReport::new(&facts, app.0.runtime.questions());
        report_bytes(&curves.map_err(Problem::internal)?)
    });
    Ok(json(StatusCode::OK, bytes.await?))
}

/// A job and a line of the path; the first decision if there is none.
fn place(path: &[String]) -> Result<(String, Line), Problem> {
    let (id, line) = match path {
        [id, line] => (id, line.as_str()),
        [id] => (id, "r:0"),
        _ => return Err(Problem::not_found("there is nothing here")),
    };
    checked_id(id)?;
    Ok((id.clone(), read("line", line, str::parse::<Line>).map_err(wrong)?))
}

/// `GET /solves/{id}/flops`: the table of a run over many flops, as far as it is.
pub(crate) async fn flops(
    State(app): State<App>,
    PathValue(id): PathValue<String>,
) -> Result<Response, Problem> {
    let (record, _) = app.0.jobs.find(checked_id(&id)?)?;
    let bytes = app.ask(move |app, _| {
        let JobSpec::Boards(spec) = &record.spec else {
            return Err(Problem::conflict("the job is not a run over many flops"));
        };
        let folder = app.0.jobs.files(&id).results().flops();
        let report = BoardsReport::read(&folder, &spec.flops, app.0.runtime.questions());
        let report = report.map_err(|_| Problem::conflict("no flop is solved yet"))?;
        report_bytes(&report.ok_or_else(|| Problem::conflict("no flop is solved yet"))?)
    });
    Ok(json(StatusCode::OK, bytes.await?))
}
