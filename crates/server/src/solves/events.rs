//! The events of a job as server-sent events.
//!
//! `state` events hold the job, `progress` events what the job says. A client that comes
//! back with `Last-Event-ID` gets what it has missed, as far as that is kept. No thread
//! waits for a client: events are looked for a few times a second.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use quasar::job::Waited;
use quasar::schema::Report;
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;

use super::checked_id;
use crate::app::App;
use crate::body::PathValue;
use crate::jobs::{JobState, hide_paths};
use crate::problem::Problem;

/// How often events are looked for.
const LOOK: Duration = Duration::from_millis(100);

/// Events that wait for a slow client.
const WAITING: usize = 64;

/// `GET /solves/{id}/events`
pub(crate) async fn events(
    State(app): State<App>,
    PathValue(id): PathValue<String>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    checked_id(&id)?;
    app.0.jobs.job(&id)?;
    let permit = Arc::clone(&app.0.followers).try_acquire_owned();
    let permit = permit.map_err(|_| Problem::busy("too many clients are subscribed to events"))?;
    let last = headers.get("last-event-id").and_then(|value| value.to_str().ok());
    let seen = last.and_then(Seen::parse).unwrap_or_default();
    let (sender, receiver) = mpsc::channel(WAITING);
    tokio::spawn(async move {
        // A client that is gone wants no more events.
        let _ = follow(&app, &id, seen, &sender).await;
        drop(permit);
    });
    let stream = ReceiverStream::new(receiver);
    Ok(Sse::new(stream).keep_alive(KeepAlive::default()).into_response())
}

/// The last event that a client has seen: of which run of the job, and its number there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Seen {
    run: u32,
    number: u64,
}

impl Seen {
    fn parse(text: &str) -> Option<Seen> {
        let (run, number) = text.trim().split_once('-')?;
        Some(Seen { run: run.parse().ok()?, number: number.parse().ok()? })
    }
}

type Sender = mpsc::Sender<Result<Event, Infallible>>;

/// The client is gone.
struct Gone;

/// Sends events until the job has ended, the server stops, or the client is gone.
async fn follow(app: &App, id: &str, mut seen: Seen, sender: &Sender) -> Result<(), Gone> {
    let mut told: Option<JobState> = None;
    while let Some((state, run, handle)) = app.0.jobs.watch(id) {
        if told != Some(state) && !state.has_ended() {
            tell_state(app, id, sender).await?;
            told = Some(state);
        }
        if seen.run != run {
            seen = Seen { run, number: 0 };
        }
        if let Some(handle) = handle {
            let mut events = handle.events_after(seen.number);
            while let Waited::Event(mut event) = events.next_within(Duration::ZERO) {
                seen.number = event.number;
                hide_paths(&mut event);
                let data = data(&*event);
                let event = Event::default().event("progress").data(data);
                send(sender, event.id(format!("{}-{}", seen.run, seen.number))).await?;
            }
        }
        if state.has_ended() {
            return tell_state(app, id, sender).await;
        }
        if app.0.jobs.is_stopping() {
            return Ok(());
        }
        tokio::select! {
            () = tokio::time::sleep(LOOK) => {}
            () = sender.closed() => return Err(Gone),
        }
    }
    Ok(())
}

/// A report as the data of an event.
fn data(report: &impl Report) -> String {
    report.to_json().map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default()
}

async fn tell_state(app: &App, id: &str, sender: &Sender) -> Result<(), Gone> {
    let Ok(job) = app.0.jobs.job(id) else { return Ok(()) };
    send(sender, Event::default().event("state").data(data(&job))).await
}

async fn send(sender: &Sender, event: Event) -> Result<(), Gone> {
    sender.send(Ok(event)).await.map_err(|_| Gone)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_event_is_read_as_it_was_sent() {
        assert_eq!(Seen::parse("3-120"), Some(Seen { run: 3, number: 120 }));
        for text in ["", "3", "3-", "-3", "a-b", "1-2-3"] {
            assert_eq!(Seen::parse(text), None, "{text}");
        }
    }
}
