//! Quasar over HTTP: short questions, jobs that survive a crash, and their files.
//!
//! ```text
//! connection ── listener ──► guard ──► handler ──► quasar ──► report ──► JSON
//!                (slots,      (token,   (text to    (threads of
//!                 timeouts)    origin)   spec)       their own)
//! ```
//!
//! Handlers translate: the text of a request becomes a spec, `quasar` answers, and the
//! report is sent as the command prints it with `--json`. Mistakes are problem details
//! (RFC 9457). Work never runs on the threads that serve connections. `docs/SERVER.md`
//! describes the API and its limits.

#![forbid(unsafe_code)]

mod answers;
mod app;
mod body;
mod charts;
mod endpoints;
mod guard;
mod health;
mod jobs;
mod limits;
mod listener;
mod metrics;
mod openapi;
mod page;
mod problem;
mod questions;
mod reference;
mod routes;
mod schemas;
mod slow;
mod solves;
mod tables;
mod trace;

use std::io;
use std::net::SocketAddr;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use quasar::job::{EngineError, Runtime, RuntimeOptions};
use thiserror::Error;
use tokio::sync::watch;
use tokio::task::{JoinHandle, spawn_blocking};
use tokio::time::timeout;

pub use guard::Token;
pub use schemas::schemas;

use app::App;
use guard::Guard;
use jobs::{Data, Jobs, JobsOptions};

/// How a server is started.
#[derive(Clone, Debug)]
pub struct ServeOptions {
    /// The address; port 0 takes any that is free.
    pub listen: SocketAddr,
    /// The folder of jobs and their files.
    pub data: PathBuf,
    /// The secret that clients must send.
    pub token: Option<Token>,
    /// Bytes that all jobs together may take; what the system has available if none.
    pub memory: Option<u64>,
    /// Jobs that run at a time.
    pub jobs: NonZeroUsize,
    /// Names of the server besides `localhost` and addresses.
    pub hosts: Vec<String>,
    /// Origins of other sites whose pages may ask.
    pub origins: Vec<String>,
}

/// Why a server cannot start.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ServeError {
    /// An address that others can reach, without a token.
    #[error(
        "{0} can be reached from other machines, so a token is required: give one with --token-file"
    )]
    NoToken(SocketAddr),
    /// The address cannot be had.
    #[error("cannot listen on {address}: {source}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// What the system says.
        source: io::Error,
    },
    /// The folder of jobs cannot be used.
    #[error("{}: {reason}", path.display())]
    Data {
        /// The folder.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// Threads cannot be had.
    #[error("cannot start the threads of the server: {0}")]
    Threads(io::Error),
    /// Threads for questions cannot be had.
    #[error(transparent)]
    Engine(#[from] EngineError),
}

impl ServeError {
    /// Whether other options would help, and nothing else.
    pub fn is_input(&self) -> bool {
        matches!(self, ServeError::NoToken(_))
    }
}

/// How often it is looked whether there is memory for a job that waits for it.
const LOOK: Duration = Duration::from_secs(1);

/// Starts jobs that waited for memory which others on the machine have given back.
async fn start_waiting(jobs: Arc<Jobs>, mut stop: watch::Receiver<bool>) {
    while timeout(LOOK, stop.wait_for(|stop| *stop)).await.is_err() {
        if jobs.is_waiting() {
            let jobs = Arc::clone(&jobs);
            // The task ends when it has started what fits.
            let _ = spawn_blocking(move || Jobs::pump(&jobs)).await;
        }
    }
}

/// A server at work. Dropping it without [`stop`](Server::stop) ends it at once.
pub struct Server {
    address: SocketAddr,
    threads: tokio::runtime::Runtime,
    stop: watch::Sender<bool>,
    serving: JoinHandle<()>,
    jobs: Arc<Jobs>,
}

/// Threads that serve connections. They only translate.
const THREADS: usize = 2;

/// Threads that wait for work: short questions, and looking into running solves.
const WAITING_THREADS: usize = 128;

impl Server {
    /// Starts to serve.
    pub fn start(options: ServeOptions) -> Result<Server, ServeError> {
        let ServeOptions { listen, data, token, memory, jobs, hosts, origins } = options;
        if token.is_none() && !guard::is_private(listen) {
            return Err(ServeError::NoToken(listen));
        }
        let options = RuntimeOptions { memory, background: true, ..RuntimeOptions::default() };
        let runtime = Arc::new(Runtime::new(options)?);
        let threads = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(THREADS)
            .max_blocking_threads(WAITING_THREADS)
            .thread_name("quasar serve")
            .enable_all()
            .build()
            .map_err(ServeError::Threads)?;
        let refused = |source| ServeError::Listen { address: listen, source };
        let listener = threads.block_on(async { listener::bind(listen) }).map_err(refused)?;
        let address = listener.local_addr().map_err(refused)?;
        let refused = |reason: String| ServeError::Data { path: data.clone(), reason };
        let folder = Data::open(&data).map_err(|error| refused(error.to_string()))?;
        let jobs = Jobs::open(folder, JobsOptions { jobs, memory }, Arc::clone(&runtime))
            .map_err(|error| refused(error.to_string()))?;
        let app = App::new(runtime, Arc::clone(&jobs), Guard { token, hosts, origins });
        let (stop, stopped) = watch::channel(false);
        threads.spawn(start_waiting(Arc::clone(&jobs), stopped.clone()));
        let serving = threads.spawn(listener::serve(listener, routes::router(app), stopped));
        Ok(Server { address, threads, stop, serving, jobs })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Stops to listen, lets running jobs write a checkpoint, finishes what is being
    /// answered, and ends.
    pub fn stop(self) {
        self.stop.send_replace(true);
        self.jobs.stop();
        // A server that panicked has stopped too.
        let _ = self.threads.block_on(self.serving);
    }
}
