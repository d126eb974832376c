//! What all handlers share.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use quasar::job::{Control, Runtime};
use quasar::schema::Report;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, SemaphorePermit};
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use crate::answers::Answers;
use crate::guard::Guard;
use crate::jobs::Jobs;
use crate::limits;
use crate::metrics::Metrics;
use crate::problem::Problem;
use crate::solves::SaveCache;

/// What all handlers share; clones are the same.
#[derive(Clone)]
pub(crate) struct App(pub(crate) Arc<Shared>);

pub(crate) struct Shared {
    pub(crate) runtime: Arc<Runtime>,
    pub(crate) jobs: Arc<Jobs>,
    /// Answers of before.
    pub(crate) answers: Answers,
    /// Saves that are open.
    pub(crate) saves: SaveCache,
    /// Spots that may still be laid out at the same time.
    pub(crate) plans: Arc<Semaphore>,
    /// Clients that may still subscribe to events.
    pub(crate) followers: Arc<Semaphore>,
    pub(crate) guard: Guard,
    pub(crate) metrics: Metrics,
    /// Short questions that may still be asked at the same time.
    questions: Arc<Semaphore>,
    /// Megabytes that their ranges may still take.
    megabytes: Semaphore,
}

impl App {
    pub(crate) fn new(runtime: Arc<Runtime>, jobs: Arc<Jobs>, guard: Guard) -> App {
        App(Arc::new(Shared {
            runtime,
            jobs,
            answers: Answers::default(),
            saves: SaveCache::default(),
            plans: Arc::new(Semaphore::new(limits::PLANS)),
            followers: Arc::new(Semaphore::new(limits::FOLLOWERS)),
            guard,
            metrics: Metrics::default(),
            questions: Arc::new(Semaphore::new(limits::QUESTIONS)),
            megabytes: Semaphore::new(limits::QUESTION_MEGABYTES as usize),
        }))
    }

    /// Answers a short question off the threads that serve connections. The work is
    /// cancelled when it takes longer than any question may, or the client is gone.
    pub(crate) async fn ask<T: Send + 'static>(
        &self,
        work: impl FnOnce(&App, &Arc<Control>) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let permit = Arc::clone(&self.0.questions).try_acquire_owned();
        let permit = permit.map_err(|_| {
            Problem::busy(format!("{} short questions are being answered", limits::QUESTIONS))
        })?;
        self.answer(permit, work).await
    }

    /// The same for one of many questions of a request, which waits for its turn.
    pub(crate) async fn ask_in_turn<T: Send + 'static>(
        &self,
        work: impl FnOnce(&App, &Arc<Control>) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let permit = Arc::clone(&self.0.questions).acquire_owned().await;
        let permit = permit.map_err(|_| Problem::stopping("ask again when it has started"))?;
        self.answer(permit, work).await
    }

    async fn answer<T: Send + 'static>(
        &self,
        permit: OwnedSemaphorePermit,
        work: impl FnOnce(&App, &Arc<Control>) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let control = Arc::new(Control::new());
        let cancel = CancelOnDrop(Arc::clone(&control));
        let app = self.clone();
        let mut answer = spawn_blocking(move || {
            let answer = work(&app, &control);
            drop(permit);
            answer
        });
        let answered = match timeout(limits::QUESTION_TIME, &mut answer).await {
            Ok(answered) => answered,
            Err(_) => {
                cancel.0.cancel();
                answer.await
            }
        };
        answered.unwrap_or_else(|_| Err(Problem::internal("the question could not be answered")))
    }

    /// Waits until so many bytes of ranges may be taken. For threads that may wait.
    pub(crate) fn take_memory(&self, bytes: u64) -> Result<SemaphorePermit<'_>, Problem> {
        let most = u64::from(limits::QUESTION_MEGABYTES);
        let megabytes = bytes.div_ceil(1_000_000);
        let Some(count) = u32::try_from(megabytes).ok().filter(|_| megabytes <= most) else {
            return Err(Problem::does_not_fit(format!(
                "the ranges of the question take {megabytes} MB of memory, and {most} are allowed"
            )));
        };
        tokio::runtime::Handle::current()
            .block_on(self.0.megabytes.acquire_many(count))
            .map_err(|_| Problem::stopping("jobs resume when the server starts again"))
    }
}

/// Cancels work after a time, unless this is dropped before.
pub(crate) struct CancelAfter(tokio::task::JoinHandle<()>);

impl CancelAfter {
    pub(crate) fn new(control: &Arc<Control>, time: Duration) -> CancelAfter {
        let control = Arc::clone(control);
        CancelAfter(tokio::spawn(async move {
            tokio::time::sleep(time).await;
            control.cancel();
        }))
    }
}

impl Drop for CancelAfter {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// Cancels work that nobody waits for any more.
struct CancelOnDrop(Arc<Control>);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

/// The bytes of a report, the version of its schema first.
pub(crate) fn report_bytes(report: &impl Report) -> Result<Bytes, Problem> {
    report.to_json().map(Bytes::from).map_err(Problem::internal)
}

/// An answer of JSON.
pub(crate) fn json(status: StatusCode, bytes: Bytes) -> Response {
    let json = HeaderValue::from_static("application/json");
    (status, [(header::CONTENT_TYPE, json)], bytes).into_response()
}

/// An answer of a report.
pub(crate) fn answer_report(status: StatusCode, report: &impl Report) -> Response {
    match report_bytes(report) {
        Ok(bytes) => json(status, bytes),
        Err(problem) => problem.into_response(),
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;
    use std::path::Path;

    use quasar::job::RuntimeOptions;
    use tokio::runtime::Handle;
    use tokio::sync::watch;

    use super::*;
    use crate::jobs::{Data, JobsOptions};

    fn app(folder: &Path) -> App {
        let runtime = Arc::new(Runtime::new(RuntimeOptions::default()).unwrap());
        let options = JobsOptions { jobs: NonZeroUsize::MIN, memory: None };
        let data = Data::open(folder).unwrap();
        let jobs = Jobs::open(data, options, Arc::clone(&runtime)).unwrap();
        App::new(runtime, jobs, Guard { token: None, hosts: Vec::new(), origins: Vec::new() })
    }

    #[test]
    fn the_65th_question_is_refused_until_others_are_answered() {
        let folder = tempfile::tempdir().unwrap();
        let mut threads = tokio::runtime::Builder::new_multi_thread();
        let threads = threads.worker_threads(2).enable_all().build().unwrap();
        threads.block_on(async {
            let app = app(folder.path());
            let (open, gate) = watch::channel(false);
            let ask = || {
                let (app, mut gate) = (app.clone(), gate.clone());
                tokio::spawn(async move {
                    let wait = move |_: &App, _: &Arc<Control>| {
                        let _ = Handle::current().block_on(gate.wait_for(|open| *open));
                        Ok(())
                    };
                    app.ask(wait).await
                })
            };
            let asked: Vec<_> = (0..64).map(|_| ask()).collect();
            while app.0.questions.available_permits() > 0 {
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
            let refused = app.ask(|_, _| Ok(())).await.unwrap_err().into_response();
            assert_eq!(refused.status(), StatusCode::TOO_MANY_REQUESTS);
            assert_eq!(refused.headers()[header::RETRY_AFTER], "1");
            // One of many questions of a request waits instead.
            let patient = app.clone();
            let patient = tokio::spawn(async move { patient.ask_in_turn(|_, _| Ok(7)).await });
            open.send_replace(true);
            for asked in asked {
                asked.await.unwrap().unwrap();
            }
            assert_eq!(patient.await.unwrap().unwrap(), 7);
            app.ask(|_, _| Ok(())).await.unwrap();
        });
    }
}
