//! Every endpoint of the API, once: what it is called, what goes in, what comes out, and
//! who answers. The router, `openapi.json` and the reference page are made of this list.

use std::num::NonZeroUsize;

use axum::handler::Handler;
use axum::routing::{MethodRouter, delete, get, post};
use quasar::request::values::Name;
use quasar::schema::Report;
use quasar::spot::{HandSort, ImportFormats};
use schemars::{JsonSchema, Schema, SchemaGenerator};

use crate::app::App;
use crate::jobs::{Job, JobList};
use crate::solves::{Format, StreetName};
use crate::{charts, questions, solves, tables};

/// An endpoint below `/api/v1`.
pub(crate) struct Endpoint {
    pub(crate) method: &'static str,
    pub(crate) path: &'static str,
    pub(crate) summary: &'static str,
    pub(crate) body: Body,
    /// The status of a good answer.
    pub(crate) status: u16,
    pub(crate) answer: Answer,
    /// Whether the answer may be a job instead, with status 202.
    pub(crate) may_be_job: bool,
    pub(crate) query: &'static [Parameter],
    pub(crate) handler: MethodRouter<App>,
}

/// What is sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Body {
    None,
    /// JSON as a schema says.
    Json(&'static str),
    /// A spec in JSON or YAML.
    Spec(&'static str),
    /// A save.
    Bytes,
}

/// What is answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Answer {
    Nothing,
    /// JSON as a schema says.
    Json(&'static str),
    /// JSON as one of two schemas says.
    Either([&'static str; 2]),
    /// JSON of the kind of the job.
    AnyReport,
    /// A line of JSON for each question.
    Lines(&'static str),
    /// Server-sent events.
    Events,
    /// A save.
    Bytes,
    /// A file of JSON, CSV or Parquet.
    Export,
}

/// A field of the query.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Parameter {
    pub(crate) name: &'static str,
    /// The JSON Schema of its value.
    pub(crate) schema: fn(&mut SchemaGenerator) -> Schema,
    pub(crate) summary: &'static str,
}

const fn parameter<T: JsonSchema>(name: &'static str, summary: &'static str) -> Parameter {
    Parameter { name, schema: SchemaGenerator::subschema_for::<T>, summary }
}

const BUDGET: Parameter = parameter::<u64>(
    "budget_ms",
    "Milliseconds, at most 10,000, that the answer may wait for the report. If the job ends in time the answer is its report with status 200.",
);
const TABLE_BUDGET: Parameter = parameter::<u64>(
    "budget_ms",
    "Milliseconds, at most 10,000, after which a table that is still being computed becomes a job; 10,000 if left out.",
);
const IMPORT: Parameter = parameter::<Name<ImportFormats>>(
    "import",
    "The program whose file the body is, sent as application/octet-stream.",
);
const FLOP: Parameter = parameter::<String>("flop", "The flop, for a run over many flops.");
const FILTER: Parameter = parameter::<String>("filter", "Only hands of this range.");
const HANDS: Parameter =
    parameter::<usize>("hands", "Maximum number of hands to list; all if left out.");
const SORT: Parameter = parameter::<HandSort>("sort", "The order of hands.");
const FORMAT: Parameter = parameter::<Format>("format", "The kind of the file; required.");
const STREET: Parameter = parameter::<StreetName>("street", "All decisions of a street.");
const LINE: Parameter = parameter::<String>("line", "One decision; the first if left out.");
const DEPTH: Parameter = parameter::<NonZeroUsize>(
    "depth",
    "Maximum number of further actions; the whole street if left out.",
);

impl Endpoint {
    fn new(
        method: &'static str,
        path: &'static str,
        summary: &'static str,
        handler: MethodRouter<App>,
    ) -> Endpoint {
        Endpoint {
            method,
            path,
            summary,
            body: Body::None,
            status: 200,
            answer: Answer::Nothing,
            may_be_job: false,
            query: &[],
            handler,
        }
    }

    fn get<T: 'static>(
        path: &'static str,
        handler: impl Handler<T, App>,
        summary: &'static str,
    ) -> Endpoint {
        Endpoint::new("get", path, summary, get(handler))
    }

    fn post<T: 'static>(
        path: &'static str,
        handler: impl Handler<T, App>,
        summary: &'static str,
    ) -> Endpoint {
        Endpoint::new("post", path, summary, post(handler))
    }

    fn delete<T: 'static>(
        path: &'static str,
        handler: impl Handler<T, App>,
        summary: &'static str,
    ) -> Endpoint {
        Endpoint::new("delete", path, summary, delete(handler))
    }

    fn takes(self, body: Body) -> Endpoint {
        Endpoint { body, ..self }
    }

    fn answers(self, answer: Answer) -> Endpoint {
        Endpoint { answer, ..self }
    }

    /// What takes too long becomes a job.
    fn or_job(self) -> Endpoint {
        Endpoint { may_be_job: true, ..self }
    }

    fn with_status(self, status: u16) -> Endpoint {
        Endpoint { status, ..self }
    }

    fn query(self, query: &'static [Parameter]) -> Endpoint {
        Endpoint { query, ..self }
    }
}

/// All endpoints, in the order of the reference.
pub(crate) fn endpoints() -> Vec<Endpoint> {
    questions_list().into_iter().chain(job_list()).chain(look_list()).collect()
}

fn questions_list() -> Vec<Endpoint> {
    use Answer::{Json, Lines};
    vec![
        Endpoint::post("/equity", questions::equity, "How much of the pot each player wins.")
            .takes(Body::Json("equity-request"))
            .answers(Json("equity-report")),
        Endpoint::post(
            "/equity/batch",
            questions::batch,
            "Up to 1,000 equity questions; a line with a report or a problem for each.",
        )
        .takes(Body::Json("equity-batch-request"))
        .answers(Lines("equity-report")),
        Endpoint::post(
            "/equity/per-combo",
            questions::per_combo,
            "The equity of every hand of two ranges, exactly.",
        )
        .takes(Body::Json("equity-request"))
        .answers(Json("equity-report")),
        Endpoint::post("/range", questions::range, "What a range holds.")
            .takes(Body::Json("range-request"))
            .answers(Json("range-report")),
        Endpoint::post("/eval", questions::eval, "Ranks hands and names the winners.")
            .takes(Body::Json("showdown-request"))
            .answers(Json("showdown-report")),
        Endpoint::get(
            "/flops",
            questions::list_flops,
            "The 1,755 flops that differ by more than suits.",
        )
        .answers(Json("flops-report")),
        Endpoint::post("/push-fold", questions::push_fold, "Charts of all-in or fold at a stack.")
            .takes(Body::Json("push-fold-request"))
            .answers(Json("push-fold-report")),
        Endpoint::get(
            "/charts",
            charts::list,
            "The games before the flop that ship with Quasar, solved to the river.",
        )
        .answers(Json("chart-list-report")),
        Endpoint::get(
            "/charts/{stack}",
            charts::node,
            "A decision before the flop of the game that ships for a stack in big blinds.",
        )
        .answers(Json("preflop-node-report"))
        .query(&[LINE]),
        Endpoint::get(
            "/tables/{flop}",
            tables::flop,
            "Equities of all 169 classes against each other on a flop.",
        )
        .answers(Json("table-report"))
        .or_job()
        .query(&[TABLE_BUDGET]),
        Endpoint::get(
            "/tables/{flop}/{hero}",
            tables::hero,
            "Equities of a class against every class on a flop.",
        )
        .answers(Json("table-grid-report"))
        .or_job()
        .query(&[TABLE_BUDGET]),
        Endpoint::get(
            "/tables/{flop}/{hero}/{villain}",
            tables::entry,
            "Equity of one class against another on a flop.",
        )
        .answers(Json("table-entry-report"))
        .or_job()
        .query(&[TABLE_BUDGET]),
    ]
}

fn job_list() -> Vec<Endpoint> {
    use Answer::{AnyReport, Events, Json, Nothing};
    const JOB: Answer = Json(Job::NAME);
    vec![
        Endpoint::post(
            "/solves",
            solves::submit,
            "Solves a spot, or a spot on many flops. The same spot is the same job; a better \
             target continues it.",
        )
        .takes(Body::Spec("solve-request"))
        .answers(JOB)
        .with_status(202)
        .query(&[IMPORT, BUDGET]),
        Endpoint::post("/solves/plan", solves::plan, "How large a solve is, without solving.")
            .takes(Body::Spec("solve-request"))
            .answers(Answer::Either(["spot-size-report", "boards-size-report"]))
            .query(&[IMPORT]),
        Endpoint::post("/solve-one", solves::solve_one, "Answers one decision of a hand.")
            .takes(Body::Spec("decision-request"))
            .answers(JOB)
            .with_status(202)
            .query(&[BUDGET]),
        Endpoint::post(
            "/solve-postflop",
            solves::solve_postflop,
            "Computes what flops are worth at each stack depth.",
        )
        .takes(Body::Spec("model-request"))
        .answers(JOB)
        .with_status(202)
        .query(&[BUDGET]),
        Endpoint::post(
            "/solve-preflop",
            solves::solve_preflop,
            "Solves heads-up play before the flop; `model` is the id of a finished job of \
             solve-postflop.",
        )
        .takes(Body::Spec("preflop-request"))
        .answers(JOB)
        .with_status(202)
        .query(&[BUDGET]),
        Endpoint::post("/buckets", solves::buckets, "Groups similar Omaha hands of a board.")
            .takes(Body::Spec("buckets-request"))
            .answers(JOB)
            .with_status(202)
            .query(&[BUDGET]),
        Endpoint::post(
            "/matrix",
            solves::matrix,
            "Groups similar Omaha hands of a river, and counts how often the groups beat each other.",
        )
        .takes(Body::Spec("buckets-request"))
        .answers(JOB)
        .with_status(202)
        .query(&[BUDGET]),
        Endpoint::post("/saves", solves::upload, "Uploads a save; it becomes a finished job.")
            .takes(Body::Bytes)
            .answers(JOB)
            .with_status(201),
        Endpoint::get("/solves", solves::list, "All jobs, newest first.").answers(Json(JobList::NAME)),
        Endpoint::get("/solves/{id}", solves::get, "A job.").answers(JOB),
        Endpoint::delete("/solves/{id}", solves::delete, "Ends a job and removes its files.")
            .answers(Nothing)
            .with_status(204),
        Endpoint::post("/solves/{id}/pause", solves::pause, "Pauses a job.").answers(JOB),
        Endpoint::post("/solves/{id}/resume", solves::resume, "Resumes a paused job.").answers(JOB),
        Endpoint::post(
            "/solves/{id}/cancel",
            solves::cancel,
            "Ends a job; what was found until then is kept.",
        )
        .answers(JOB),
        Endpoint::get(
            "/solves/{id}/events",
            solves::events,
            "Server-sent events: `state` with the job, `progress` with what it says. Resumable \
             with Last-Event-ID.",
        )
        .answers(Events),
        Endpoint::get(
            "/solves/{id}/report",
            solves::report,
            "The report of a job that has ended, as the command prints it with --json.",
        )
        .answers(AnyReport),
    ]
}

fn look_list() -> Vec<Endpoint> {
    use Answer::{Bytes, Json};
    vec![
        Endpoint::get(
            "/solves/{id}/nodes/{line}",
            solves::node,
            "A decision, while the job runs and after.",
        )
        .answers(Json("node-answer"))
        .query(&[FLOP, FILTER, HANDS, SORT]),
        Endpoint::get("/solves/{id}/tree", solves::tree, "The decisions of the first street.")
            .answers(Json("tree-report"))
            .query(&[FLOP, DEPTH]),
        Endpoint::get(
            "/solves/{id}/tree/{line}",
            solves::tree,
            "A decision and those that follow it on its street.",
        )
        .answers(Json("tree-report"))
        .query(&[FLOP, DEPTH]),
        Endpoint::get(
            "/solves/{id}/runouts/{line}",
            solves::runouts,
            "How each possible next card changes the decision.",
        )
        .answers(Json("runouts-report"))
        .query(&[FLOP]),
        Endpoint::get(
            "/solves/{id}/ranges/{line}",
            solves::ranges,
            "Both players' ranges at a decision.",
        )
        .answers(Json("ranges-report"))
        .query(&[FLOP]),
        Endpoint::get(
            "/solves/{id}/curves/{line}",
            solves::curves,
            "Equity and expected value of both ranges at a decision, by percentile.",
        )
        .answers(Json("curves-report"))
        .query(&[FLOP]),
        Endpoint::get(
            "/solves/{id}/export",
            solves::export,
            "Decisions of a save as a file: a row for each line, hand and action, or reports.",
        )
        .answers(Answer::Export)
        .query(&[FORMAT, STREET, LINE, FILTER, FLOP]),
        Endpoint::get(
            "/solves/{id}/flops",
            solves::flops,
            "A table of the flops that a run has solved so far.",
        )
        .answers(Json("boards-report")),
        Endpoint::get(
            "/solves/{id}/matrix",
            solves::matrix_of_job,
            "How often buckets of a finished job beat each other.",
        )
        .answers(Json("matrix-report")),
        Endpoint::get("/solves/{id}/save", solves::download, "The save of a spot.")
            .answers(Bytes)
            .query(&[]),
    ]
}
