//! A bundle: a folder with a configuration, a file for each stack depth, and a
//! manifest with the size and checksum of all.
//!
//! The manifest is written last. A folder without one is unfinished.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::error::{BundleError, BundleFault};
use super::{SolveFile, SolveWriter};

const CONFIG: &str = "config.yaml";
const MANIFEST: &str = "manifest.txt";
const TITLE: &str = "quasar bundle 1";

/// A finished bundle of solved flops.
#[derive(Debug)]
pub struct Bundle {
    folder: PathBuf,
    config: String,
    depths: Vec<SolveFile>,
    files: Vec<Entry>,
}

/// A file of the manifest.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Entry {
    name: String,
    bytes: u64,
    checksum: u32,
}

impl Bundle {
    /// Opens a bundle: the manifest, the sizes of all files, their headers and
    /// means. Values of single flops are checked as they are read.
    pub fn open(folder: &Path) -> Result<Bundle, BundleError> {
        let path = folder.join(MANIFEST);
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let fault = match folder.join(CONFIG).exists() {
                    true => BundleFault::Unfinished,
                    false => BundleFault::Missing,
                };
                return Err(BundleError::new(folder, fault));
            }
            Err(error) => return Err(BundleError::new(&path, BundleFault::system("read")(error))),
        };
        let files = parse_manifest(&text).map_err(|fault| BundleError::new(&path, fault))?;
        for entry in &files {
            let path = folder.join(&entry.name);
            let metadata = fs::metadata(&path)
                .map_err(|error| BundleError::new(&path, BundleFault::system("read")(error)))?;
            if metadata.len() != entry.bytes {
                let fault = BundleFault::Size { found: metadata.len(), expected: entry.bytes };
                return Err(BundleError::new(&path, fault));
            }
        }
        let config = folder.join(CONFIG);
        let config = fs::read_to_string(&config)
            .map_err(|error| BundleError::new(&config, BundleFault::system("read")(error)))?;
        let depths = files
            .iter()
            .filter(|entry| entry.name != CONFIG)
            .map(|entry| SolveFile::open(&folder.join(&entry.name)))
            .collect::<Result<Vec<_>, _>>()?;
        Ok(Bundle { folder: folder.to_owned(), config, depths, files })
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The configuration as it was written.
    pub fn config(&self) -> &str {
        &self.config
    }

    /// The stack depths, in the order of the configuration.
    pub fn depths(&self) -> &[SolveFile] {
        &self.depths
    }

    /// Bytes of all files.
    pub fn size(&self) -> u64 {
        self.files.iter().map(|entry| entry.bytes).sum()
    }

    /// Reads every byte and checks it.
    pub fn verify(&self) -> Result<(), BundleError> {
        for entry in &self.files {
            let path = self.folder.join(&entry.name);
            let found = checksum(&path)
                .map_err(|error| BundleError::new(&path, BundleFault::system("read")(error)))?;
            if found != entry.checksum {
                let what = "the whole file".to_owned();
                return Err(BundleError::new(&path, BundleFault::Checksum { what }));
            }
        }
        Ok(())
    }
}

/// A bundle that is being written.
#[derive(Debug)]
pub struct BundleWriter {
    folder: PathBuf,
    fingerprint: u64,
    names: Vec<String>,
}

/// What there is to do for a stack depth.
#[derive(Debug)]
pub enum Depth {
    /// Nothing: it was finished by an earlier run.
    Done(SolveFile),
    /// Some flops are to be solved.
    Open(SolveWriter),
}

impl BundleWriter {
    /// Begins a bundle, or continues one of the same configuration.
    pub fn open(folder: &Path, config: &str) -> Result<BundleWriter, BundleError> {
        let path = folder.join(CONFIG);
        let open = || {
            match fs::read_to_string(&path) {
                Ok(found) if found == config => return Ok(()),
                Ok(_) => return Err(BundleFault::OtherConfig),
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(BundleFault::system("read")(error)),
            }
            fs::create_dir_all(folder).map_err(BundleFault::system("make the folder of"))?;
            write_whole(&path, config.as_bytes()).map_err(BundleFault::system("write"))
        };
        open().map_err(|fault| BundleError::new(&path, fault))?;
        let fingerprint = fingerprint(config);
        Ok(BundleWriter { folder: folder.to_owned(), fingerprint, names: vec![CONFIG.to_owned()] })
    }

    /// The file of a stack-to-pot ratio; each is asked for once, in order.
    pub fn depth(&mut self, spr: f64) -> Result<Depth, BundleError> {
        let name = format!("spr_{spr:?}/solve.bin");
        let path = self.folder.join(&name);
        self.names.push(name);
        match SolveFile::open(&path) {
            Ok(file) if file.fingerprint() == self.fingerprint => Ok(Depth::Done(file)),
            Ok(_) => Err(BundleError::new(&path, BundleFault::OtherConfig)),
            Err(error) if matches!(error.fault(), BundleFault::Missing) => {
                SolveWriter::open(&path, spr, self.fingerprint).map(Depth::Open)
            }
            Err(error) => Err(error),
        }
    }

    /// Writes the manifest of all files that were asked for.
    pub fn finish(self) -> Result<Bundle, BundleError> {
        let path = self.folder.join(MANIFEST);
        let mut text = format!("{TITLE}\n");
        for name in &self.names {
            let file = self.folder.join(name);
            let failed = |error| BundleError::new(&file, BundleFault::system("read")(error));
            let bytes = fs::metadata(&file).map_err(failed)?.len();
            let checksum = checksum(&file).map_err(failed)?;
            // Writing to a text cannot fail.
            let _ = writeln!(text, "{checksum:08x} {bytes} {name}");
        }
        write_whole(&path, text.as_bytes())
            .map_err(|error| BundleError::new(&path, BundleFault::system("write")(error)))?;
        Bundle::open(&self.folder)
    }
}

/// FNV-1a, 64 bits.
fn fingerprint(config: &str) -> u64 {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    config.bytes().fold(0xcbf2_9ce4_8422_2325, step)
}

fn parse_manifest(text: &str) -> Result<Vec<Entry>, BundleFault> {
    let mut lines = text.lines();
    if lines.next() != Some(TITLE) {
        return Err(BundleFault::BadManifest { line: 1 });
    }
    let entries = lines.enumerate().map(|(number, line)| {
        let bad = BundleFault::BadManifest { line: number + 2 };
        let mut words = line.splitn(3, ' ');
        let (Some(checksum), Some(bytes), Some(name)) = (words.next(), words.next(), words.next())
        else {
            return Err(bad);
        };
        // Names lead nowhere but into the folder.
        let plain = name == CONFIG
            || name
                .strip_prefix("spr_")
                .and_then(|rest| rest.strip_suffix("/solve.bin"))
                .is_some_and(|spr| {
                    !spr.is_empty() && spr.bytes().all(|b| b.is_ascii_digit() || b == b'.')
                });
        match (u32::from_str_radix(checksum, 16), bytes.parse()) {
            (Ok(checksum), Ok(bytes)) if plain => {
                Ok(Entry { name: name.to_owned(), bytes, checksum })
            }
            _ => Err(bad),
        }
    });
    entries.collect()
}

fn checksum(path: &Path) -> io::Result<u32> {
    let mut file = File::open(path)?;
    let mut hasher = crc32fast::Hasher::new();
    let mut buffer = vec![0; 1 << 16];
    loop {
        match file.read(&mut buffer)? {
            0 => return Ok(hasher.finalize()),
            count => hasher.update(&buffer[..count]),
        }
    }
}

/// Writes a file under another name and renames it.
fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut partial = path.as_os_str().to_owned();
    partial.push(".partial");
    let mut file = File::create(&partial)?;
    io::Write::write_all(&mut file, bytes)?;
    file.sync_all()?;
    fs::rename(&partial, path)
}
