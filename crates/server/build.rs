//! Builds the page into the server: `page/` is copied to `OUT_DIR`, built there by npm, and
//! listed in `OUT_DIR/assets.rs`, each as it is and compressed: the server never compresses
//! them itself, which would take 10 ms for the script. Without the page the list is empty, and
//! the server shows a line that says how to get it.
//!
//! | `QUASAR_PAGE` | the page is |
//! |---|---|
//! | not set | built in release builds; a failure is a warning |
//! | `on` | built in every profile; a failure is a warning |
//! | `required` | built in every profile; a failure ends the build |
//! | `off` | left out |

#![allow(clippy::print_stdout, reason = "a build script speaks to cargo through stdout")]

use std::env;
use std::error::Error;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use flate2::Compression;
use flate2::write::GzEncoder;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// What the page is made of. Tests are not part of it.
const SOURCES: [&str; 8] = [
    ".npmrc",
    "index.html",
    "package.json",
    "package-lock.json",
    "public",
    "src",
    "svelte.config.js",
    "vite.config.ts",
];

/// A network that hangs must not hang the build.
const LONGEST: Duration = Duration::from_secs(300);

/// Attempts to install what the page is built with.
const ATTEMPTS: usize = 3;

fn main() -> Result<()> {
    println!("cargo:rerun-if-env-changed=QUASAR_PAGE");
    println!("cargo:rerun-if-changed=build.rs");
    let out = PathBuf::from(variable("OUT_DIR")?);
    let page = Path::new(&variable("CARGO_MANIFEST_DIR")?).join("../../page");
    let wish = env::var("QUASAR_PAGE").unwrap_or_default();
    let feature = env::var_os("CARGO_FEATURE_PAGE").is_some();
    let wanted = match wish.as_str() {
        "off" => false,
        "" => variable("PROFILE")? == "release",
        _ => true,
    };
    if !feature || !wanted || !page.join("package.json").exists() {
        return write_assets(&out, &[]);
    }
    for name in SOURCES {
        println!("cargo:rerun-if-changed={}", page.join(name).display());
    }
    match build(&page, &out) {
        Ok(files) => write_assets(&out, &files),
        Err(error) if wish == "required" => Err(error),
        Err(error) => {
            println!("cargo:warning=the page is not built into the server: {error}");
            write_assets(&out, &[])
        }
    }
}

fn variable(name: &str) -> Result<String> {
    env::var(name).map_err(|error| format!("{name}: {error}").into())
}

/// Builds a copy of the sources and returns the files of the page.
fn build(page: &Path, out: &Path) -> Result<Vec<PathBuf>> {
    let sources = out.join("page-sources");
    let built = out.join("page");
    for name in SOURCES {
        let copy = sources.join(name);
        remove(&copy)?;
        copy_all(&page.join(name), &copy)?;
    }
    install(&sources)?;
    npm(&sources, &["run", "--silent", "build"], &built)?;
    let mut files = Vec::new();
    list(&built, &mut files)?;
    files.sort();
    Ok(files)
}

/// Installs what the lock file names, unless that has been done.
fn install(sources: &Path) -> Result<()> {
    let lock = fs::read(sources.join("package-lock.json"))?;
    let mark = sources.join("node_modules/.installed");
    if fs::read(&mark).is_ok_and(|installed| installed == lock) {
        return Ok(());
    }
    let arguments = ["ci", "--omit=dev", "--no-audit", "--no-fund", "--prefer-offline"];
    let mut tries = 0;
    while let Err(error) = npm(sources, &arguments, sources) {
        tries += 1;
        if tries == ATTEMPTS {
            return Err(error);
        }
    }
    Ok(fs::write(mark, lock)?)
}

/// Runs npm; its output goes to a file whose end is part of the error.
fn npm(folder: &Path, arguments: &[&str], built: &Path) -> Result<()> {
    let log = folder.join("npm.log");
    let file = fs::File::create(&log)?;
    let program = if cfg!(windows) { "npm.cmd" } else { "npm" };
    let mut child = Command::new(program)
        .args(arguments)
        .current_dir(folder)
        .env("QUASAR_PAGE_OUT", built)
        .stdin(Stdio::null())
        .stdout(file.try_clone()?)
        .stderr(file)
        .spawn()
        .map_err(|error| format!("npm cannot be run: {error}"))?;
    let begin = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        if begin.elapsed() > LONGEST {
            child.kill()?;
            child.wait()?;
            return Err(format!("npm {} takes too long", arguments[0]).into());
        }
        thread::sleep(Duration::from_millis(50));
    };
    if status.success() {
        return Ok(());
    }
    let text = fs::read_to_string(&log).unwrap_or_default();
    let end: Vec<&str> = text.lines().rev().take(8).collect();
    let end: Vec<&str> = end.into_iter().rev().collect();
    Err(format!("npm {} failed: {}", arguments[0], end.join(" | ")).into())
}

/// Writes the list that the server includes: path and bytes of each file.
fn write_assets(out: &Path, files: &[PathBuf]) -> Result<()> {
    let built = out.join("page");
    let mut text = String::from("&[\n");
    for (number, file) in files.iter().enumerate() {
        let name = file.strip_prefix(&built)?.to_string_lossy().replace('\\', "/");
        let small = out.join(format!("{number}.gz"));
        fs::write(&small, compressed(&fs::read(file)?)?)?;
        let (file, small) = (file.to_string_lossy(), small.to_string_lossy());
        text += &format!(
            "    Asset {{ path: {name:?}, bytes: include_bytes!({file:?}), gzip: include_bytes!({small:?}) }},\n"
        );
    }
    text += "]\n";
    Ok(fs::write(out.join("assets.rs"), text)?)
}

fn compressed(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    encoder.finish()
}

fn list(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            list(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}

fn remove(path: &Path) -> io::Result<()> {
    let removed = if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) };
    match removed {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

fn copy_all(from: &Path, to: &Path) -> io::Result<()> {
    if !from.is_dir() {
        if let Some(folder) = to.parent() {
            fs::create_dir_all(folder)?;
        }
        return fs::copy(from, to).map(drop);
    }
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        copy_all(&entry.path(), &to.join(entry.file_name()))?;
    }
    Ok(())
}
