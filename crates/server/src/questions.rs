//! Short questions: equity, ranges, showdowns, flops, push or fold.

use std::sync::Arc;
use std::time::Instant;

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use quasar::cards::Game;
use quasar::equity::{
    EquityBatchDocument, EquityDocument, EquityError, EquitySpec, Method, ShowdownSpec,
};
use quasar::job::Control;
use quasar::preflop::PushFoldDocument;
use quasar::range::{RangeDocument, RangeSpec};
use quasar::request::{Document, Mistake};
use quasar::tables::flops;
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;

use crate::app::{App, CancelAfter, json, report_bytes};
use crate::body::JsonText;
use crate::limits;
use crate::problem::Problem;

/// What a mistake in a request becomes.
pub(crate) fn wrong<E>(error: E) -> Problem
where
    for<'a> Mistake: From<&'a E>,
{
    Mistake::from(&error).into()
}

/// `POST /equity`
pub(crate) async fn equity(
    State(app): State<App>,
    JsonText(text): JsonText,
) -> Result<Response, Problem> {
    if let Some(answer) = app.0.answers.get(&text) {
        return Ok(json(StatusCode::OK, answer));
    }
    let asked = Instant::now();
    let answer = app.ask(move |app, control| {
        let document = EquityDocument::parse(&text).map_err(wrong)?;
        let answer = answer_equity(app, asked, document, control)?;
        if !control.is_cancelled() {
            app.0.answers.put(text, &answer);
        }
        Ok(answer)
    });
    Ok(json(StatusCode::OK, answer.await?))
}

/// `POST /equity/per-combo`
pub(crate) async fn per_combo(
    State(app): State<App>,
    JsonText(text): JsonText,
) -> Result<Response, Problem> {
    let asked = Instant::now();
    let answer = app.ask(move |app, control| {
        let mut document = EquityDocument::parse(&text).map_err(wrong)?;
        document.per_combo = Some(true.into());
        answer_equity(app, asked, document, control)
    });
    Ok(json(StatusCode::OK, answer.await?))
}

/// The bytes of the report on a question, whose budget begins when it was asked.
fn answer_equity(
    app: &App,
    asked: Instant,
    document: EquityDocument,
    control: &Arc<Control>,
) -> Result<Bytes, Problem> {
    let players = document.players.as_ref().map_or(0, |players| players.0.len());
    let _memory = app.take_memory(range_bytes(document.game(), players))?;
    let mut spec = EquitySpec::try_from(document).map_err(wrong)?;
    let limited = spec.method == Method::Auto || spec.samples.is_some();
    spec.budget = match spec.budget {
        Some(budget) => Some(budget.min(limits::QUESTION_TIME)),
        None if limited => None,
        None => Some(limits::QUESTION_TIME),
    };
    // Where the budget does not end the work by itself, it is the longest that is waited.
    let exact = spec.method == Method::Exact || spec.per_combo;
    let _timer = spec.budget.filter(|_| exact).map(|budget| CancelAfter::new(control, budget));
    let report = app.0.runtime.questions().equity_since(asked, &spec, control, &mut |_| ());
    report_bytes(&report.map_err(equity_problem)?)
}

/// Bytes that so many ranges of a game take.
fn range_bytes(game: Game, ranges: usize) -> u64 {
    (ranges * game.combos() * size_of::<f32>()) as u64
}

fn equity_problem(error: EquityError) -> Problem {
    match error.is_stopped() {
        true => Problem::too_long(format!(
            "the answer takes longer than its budget, which is at most {} seconds; method auto \
             or sampled is faster",
            limits::QUESTION_TIME.as_secs()
        )),
        false => Mistake::new(error).into(),
    }
}

/// `POST /equity/batch`: a line for each question, in their order.
pub(crate) async fn batch(
    State(app): State<App>,
    JsonText(text): JsonText,
) -> Result<Response, Problem> {
    let batch = EquityBatchDocument::parse(&text).map_err(wrong)?;
    let questions = batch.into_questions().map_err(wrong)?;
    let (lines, receiver) = mpsc::channel::<Result<Bytes, std::convert::Infallible>>(16);
    tokio::spawn(async move {
        for document in questions {
            let answer = app.ask_in_turn(move |app, control| {
                answer_equity(app, Instant::now(), document, control)
            });
            let mut line = match answer.await {
                Ok(bytes) => bytes.to_vec(),
                Err(problem) => serde_json::to_vec(&problem).unwrap_or_default(),
            };
            line.push(b'\n');
            if lines.send(Ok(line.into())).await.is_err() {
                return;
            }
        }
    });
    let lines = HeaderValue::from_static("application/x-ndjson");
    let body = Body::from_stream(ReceiverStream::new(receiver));
    Ok(([(header::CONTENT_TYPE, lines)], body).into_response())
}

/// `POST /range`
pub(crate) async fn range(
    State(app): State<App>,
    JsonText(text): JsonText,
) -> Result<Response, Problem> {
    let answer = app.ask(move |app, _| {
        let document = RangeDocument::parse(&text).map_err(wrong)?;
        let game = document.game.as_deref().map_or(Game::Holdem, |name| name.0);
        // The report has a range of its own.
        let _memory = app.take_memory(range_bytes(game, 2))?;
        report_bytes(&RangeSpec::try_from(document).map_err(wrong)?.report())
    });
    Ok(json(StatusCode::OK, answer.await?))
}

/// `POST /eval`
pub(crate) async fn eval(
    State(app): State<App>,
    JsonText(text): JsonText,
) -> Result<Response, Problem> {
    let answer =
        app.ask(move |_, _| report_bytes(&ShowdownSpec::parse(&text).map_err(wrong)?.report()));
    Ok(json(StatusCode::OK, answer.await?))
}

/// `GET /flops`
pub(crate) async fn list_flops(State(app): State<App>) -> Result<Response, Problem> {
    Ok(json(StatusCode::OK, app.ask(|_, _| report_bytes(&flops())).await?))
}

/// `POST /push-fold`
pub(crate) async fn push_fold(
    State(app): State<App>,
    JsonText(text): JsonText,
) -> Result<Response, Problem> {
    let answer = app.ask(move |_, _| {
        let document = PushFoldDocument::parse(&text).map_err(wrong)?;
        report_bytes(&document.report(limits::PUSH_FOLD_ITERATIONS).map_err(wrong)?)
    });
    Ok(json(StatusCode::OK, answer.await?))
}
