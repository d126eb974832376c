//! `quasar serve`.

use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use clap::Args;
use quasar_server::{ServeOptions, Server, Token};
use tracing_subscriber::filter::LevelFilter;

use crate::error::Failure;
use crate::file::read_text;
use crate::output::{Output, tell};
use crate::signals;
use crate::units::parse_bytes;

/// How often signals are looked for.
const LOOK: Duration = Duration::from_millis(50);

/// Serve the page and the HTTP API.
///
/// Prints its address and serves until Ctrl-C or SIGTERM. Jobs are kept in the folder of
/// --data: running solves write a checkpoint when the server stops, and resume when it
/// starts again. Only this machine can reach the server unless --listen says otherwise,
/// and then a token is required.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quasar serve
  quasar serve --open
  quasar serve --listen 127.0.0.1:0 --data /tmp/quasar
  quasar serve --listen 0.0.0.0:7711 --token-file token.txt --memory 32GB --jobs 2

  curl localhost:7711/api/v1/equity -H 'content-type: application/json' \\
    -d '{\"players\": [\"AhKh\", \"QQ-88,AJs+\"], \"board\": \"Td9d6h\"}'

docs/SERVER.md describes the API, and http://localhost:7711/api/v1 shows it.")]
pub(crate) struct ServeArguments {
    /// The address and port; port 0 takes any that is free.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:7711")]
    listen: SocketAddr,
    /// The folder of jobs and their files.
    #[arg(long, value_name = "DIR", default_value = "quasar-data")]
    data: PathBuf,
    /// A file with the token that clients must send as `Authorization: Bearer`.
    #[arg(long, value_name = "FILE")]
    token_file: Option<PathBuf>,
    /// Memory that all jobs together may take, such as 8GB [default: what the system
    /// has available].
    #[arg(long, value_name = "SIZE", value_parser = parse_bytes)]
    memory: Option<u64>,
    /// How many jobs run at a time.
    #[arg(long, value_name = "N", default_value = "1")]
    jobs: NonZeroUsize,
    /// Open the page in the browser.
    #[arg(long)]
    open: bool,
    /// Another host name that clients may use for this server.
    #[arg(long, value_name = "NAME")]
    allow_host: Vec<String>,
    /// Write a line for each request to standard error.
    #[arg(long)]
    log: bool,
    /// Another origin whose pages may send requests, such as http://localhost:5173.
    #[arg(long, value_name = "ORIGIN")]
    allow_origin: Vec<String>,
}

pub(crate) fn run(arguments: &ServeArguments, output: &mut Output) -> Result<(), Failure> {
    let token = arguments.token_file.as_deref().map(read_token).transpose()?;
    signals::listen();
    if arguments.log {
        log();
    }
    let server = Server::start(ServeOptions {
        listen: arguments.listen,
        data: arguments.data.clone(),
        token,
        memory: arguments.memory,
        jobs: arguments.jobs,
        hosts: arguments.allow_host.clone(),
        origins: arguments.allow_origin.clone(),
    })?;
    let address = browsed(server.address());
    // The server works even if nobody reads where it is.
    let _ = writeln!(output, "listening on http://{address}");
    let _ = output.flush();
    if arguments.open {
        open(&format!("http://{address}/"));
    }
    while !signals::came() {
        thread::sleep(LOOK);
    }
    tell("stopping; running jobs write a checkpoint");
    server.stop();
    Ok(())
}

/// Shows what the server says about requests.
fn log() {
    let lines = tracing_subscriber::fmt()
        .with_writer(io::stderr)
        .with_ansi(false)
        .with_target(false)
        .with_max_level(LevelFilter::INFO);
    // It fails if someone shows it already.
    let _ = lines.try_init();
}

fn read_token(path: &Path) -> Result<Token, Failure> {
    Token::new(&read_text(path)?).ok_or_else(|| {
        Failure::Usage(format!(
            "{}: a token has at least {} visible ASCII characters",
            path.display(),
            Token::SHORTEST
        ))
    })
}

/// An address that a browser on this machine can open.
fn browsed(address: SocketAddr) -> SocketAddr {
    match address.ip().is_unspecified() {
        true => SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), address.port()),
        false => address,
    }
}

/// Opens an address in the browser of the system.
fn open(address: &str) {
    let (program, arguments): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        ("cmd", &["/C", "start", ""])
    } else {
        ("xdg-open", &[])
    };
    let started = Command::new(program)
        .args(arguments)
        .arg(address)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    if started.is_err() {
        tell(format_args!("no browser could be opened; open {address}"));
    }
}
