//! The list of a bundle's files, with the size and checksum of each.
//!
//! It is written last: a folder without one is unfinished.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{self, Read, Write as _};
use std::path::{Path, PathBuf};

use super::error::{BundleError, BundleFault};

pub(super) const CONFIG: &str = "config.yaml";
pub(super) const STRATEGY: &str = "strategy.bin";
const MANIFEST: &str = "manifest.txt";
const TITLE: &str = "quasar bundle 1";

/// The files of a bundle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Manifest {
    folder: PathBuf,
    files: Vec<Entry>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Entry {
    name: String,
    bytes: u64,
    checksum: u32,
}

impl Manifest {
    /// Reads the manifest of a folder and checks the sizes of all files.
    pub(super) fn read(folder: &Path) -> Result<Manifest, BundleError> {
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
        let files = parse(&text).map_err(|fault| BundleError::new(&path, fault))?;
        for entry in &files {
            let path = folder.join(&entry.name);
            let metadata = fs::metadata(&path)
                .map_err(|error| BundleError::new(&path, BundleFault::system("read")(error)))?;
            let (found, expected) = (metadata.len(), entry.bytes);
            if found != expected {
                return Err(BundleError::new(&path, BundleFault::Size { found, expected }));
            }
        }
        Ok(Manifest { folder: folder.to_owned(), files })
    }

    /// Writes the manifest of these files, which are there.
    pub(super) fn write(folder: &Path, names: &[String]) -> Result<(), BundleError> {
        let path = folder.join(MANIFEST);
        let mut text = format!("{TITLE}\n");
        for name in names {
            let file = folder.join(name);
            let failed = |error| BundleError::new(&file, BundleFault::system("read")(error));
            let bytes = fs::metadata(&file).map_err(failed)?.len();
            let checksum = checksum(&file).map_err(failed)?;
            // Writing to a text cannot fail.
            let _ = writeln!(text, "{checksum:08x} {bytes} {name}");
        }
        write_whole(&path, text.as_bytes())
            .map_err(|error| BundleError::new(&path, BundleFault::system("write")(error)))
    }

    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.files.iter().map(|entry| entry.name.as_str())
    }

    /// Bytes of all files.
    pub(super) fn size(&self) -> u64 {
        self.files.iter().map(|entry| entry.bytes).sum()
    }

    /// The configuration as it was written.
    pub(super) fn config(&self) -> Result<String, BundleError> {
        let path = self.folder.join(CONFIG);
        fs::read_to_string(&path)
            .map_err(|error| BundleError::new(&path, BundleFault::system("read")(error)))
    }

    /// Reads every byte and checks it.
    pub(super) fn verify(&self) -> Result<(), BundleError> {
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

fn parse(text: &str) -> Result<Vec<Entry>, BundleFault> {
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
        match (u32::from_str_radix(checksum, 16), bytes.parse()) {
            (Ok(checksum), Ok(bytes)) if is_plain(name) => {
                Ok(Entry { name: name.to_owned(), bytes, checksum })
            }
            _ => Err(bad),
        }
    });
    entries.collect()
}

/// Names lead nowhere but into the folder.
fn is_plain(name: &str) -> bool {
    let depth = name.strip_prefix("spr_").and_then(|rest| rest.strip_suffix("/solve.bin"));
    let number =
        |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    name == CONFIG || name == STRATEGY || depth.is_some_and(number)
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
pub(super) fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut partial = path.as_os_str().to_owned();
    partial.push(".partial");
    let mut file = File::create(&partial)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    fs::rename(&partial, path)
}
