//! The list of a bundle's files, with the size and digest of each.
//!
//! It is written last: a folder without one is unfinished. Version 1 had CRC-32 instead
//! of SHA-256, which is the same for all files whose sections end with their own
//! CRC-32.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::error::{BundleError, BundleFault};
use crate::Fault;
use crate::digest::{Digest, digest_file, hexadecimal};
use crate::result::find;

pub(super) const CONFIG: &str = "config.yaml";
pub(super) const STRATEGY: &str = "preflop.qsr";
/// What it was called before.
pub(super) const OLD_STRATEGY: &str = "strategy.bin";
pub(super) const MANIFEST: &str = "manifest.txt";
/// The end of the names of saves.
const SAVE: &str = ".qsr";
/// The first line of each version, the oldest first.
const TITLES: [&str; 2] = ["quasar bundle 1", "quasar bundle 2"];

/// The most bytes of a manifest: more than any has.
const MOST_BYTES: u64 = 1 << 20;

/// The files of a bundle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Manifest {
    folder: PathBuf,
    version: u32,
    files: Vec<Entry>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Entry {
    name: String,
    bytes: u64,
    sum: Sum,
}

/// The checksum of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Sum {
    Crc32(u32),
    Sha256(Digest),
}

impl Sum {
    /// Whether a file has this content.
    fn fits(&self, path: &Path) -> io::Result<bool> {
        match self {
            Sum::Crc32(sum) => Ok(checksum(path)? == *sum),
            Sum::Sha256(digest) => Ok(digest_file(path)? == *digest),
        }
    }
}

impl Manifest {
    /// Reads the manifest of a folder and checks the sizes of all files.
    pub(super) fn read(folder: &Path) -> Result<Manifest, BundleError> {
        let folder = &find(folder);
        let path = folder.join(MANIFEST);
        let text = match read_short(&path) {
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
        let (version, files) = parse(&text).map_err(|fault| BundleError::new(&path, fault))?;
        for entry in &files {
            let path = folder.join(&entry.name);
            let metadata = fs::metadata(&path)
                .map_err(|error| BundleError::new(&path, BundleFault::system("read")(error)))?;
            if !metadata.is_file() {
                return Err(BundleError::new(&path, BundleFault::Place(Fault::NotAFile)));
            }
            let (found, expected) = (metadata.len(), entry.bytes);
            if found != expected {
                return Err(BundleError::new(&path, BundleFault::Size { found, expected }));
            }
        }
        Ok(Manifest { folder: folder.to_owned(), version, files })
    }

    /// The manifest of these files, which are there, as text.
    pub(super) fn text(folder: &Path, names: &[impl AsRef<str>]) -> Result<String, BundleError> {
        let [.., title] = TITLES;
        let mut text = format!("{title}\n");
        for name in names.iter().map(AsRef::as_ref) {
            let file = folder.join(name);
            let failed = |error| BundleError::new(&file, BundleFault::system("read")(error));
            let bytes = fs::metadata(&file).map_err(failed)?.len();
            let digest = hexadecimal(&digest_file(&file).map_err(failed)?);
            // Writing to a text cannot fail.
            let _ = writeln!(text, "{digest} {bytes} {name}");
        }
        Ok(text)
    }

    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    pub(super) fn version(&self) -> u32 {
        self.version
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
        self.files.iter().filter(|entry| entry.name == CONFIG).try_for_each(|e| self.check(e))?;
        fs::read_to_string(&path)
            .map_err(|error| BundleError::new(&path, BundleFault::system("read")(error)))
    }

    /// Checks the files that are read whole: all but saves, whose parts are checked as they
    /// are read.
    pub(super) fn verify_small(&self) -> Result<(), BundleError> {
        let small = self.files.iter().filter(|entry| !is_save(&entry.name));
        small.into_iter().try_for_each(|entry| self.check(entry))
    }

    /// Reads every byte and checks it.
    pub(super) fn verify(&self) -> Result<(), BundleError> {
        self.files.iter().try_for_each(|entry| self.check(entry))
    }

    fn check(&self, entry: &Entry) -> Result<(), BundleError> {
        let path = self.folder.join(&entry.name);
        let fault = match entry.sum.fits(&path) {
            Ok(true) => return Ok(()),
            Ok(false) => BundleFault::Checksum { what: "the whole file".to_owned() },
            Err(error) => BundleFault::system("read")(error),
        };
        Err(BundleError::new(&path, fault))
    }
}

/// The text of a manifest. Only regular files: a device may have no end, and a pipe may
/// wait for a writer.
fn read_short(path: &Path) -> io::Result<String> {
    let metadata = fs::metadata(path)?;
    if !metadata.is_file() || metadata.len() > MOST_BYTES {
        return Err(io::Error::other("it is not a manifest"));
    }
    fs::read_to_string(path)
}

/// The version and the files of a manifest.
fn parse(text: &str) -> Result<(u32, Vec<Entry>), BundleFault> {
    let mut lines = text.lines();
    let title = lines.next().unwrap_or_default();
    let Some(place) = TITLES.iter().position(|known| *known == title) else {
        let newer = title.strip_prefix("quasar bundle ").and_then(|rest| rest.parse().ok());
        return Err(match newer {
            Some(found) if found as usize > TITLES.len() => BundleFault::NewerBundle { found },
            _ => BundleFault::BadManifest { line: 1 },
        });
    };
    let version = place as u32 + 1;
    let sum = |text: &str| match version {
        1 => u32::from_str_radix(text, 16).ok().map(Sum::Crc32),
        _ => parse_digest(text).map(Sum::Sha256),
    };
    let entries = lines.enumerate().map(|(number, line)| {
        let bad = BundleFault::BadManifest { line: number + 2 };
        let mut words = line.splitn(3, ' ');
        let (Some(checksum), Some(bytes), Some(name)) = (words.next(), words.next(), words.next())
        else {
            return Err(bad);
        };
        match (sum(checksum), bytes.parse()) {
            (Some(sum), Ok(bytes)) if is_plain(name) => {
                Ok(Entry { name: name.to_owned(), bytes, sum })
            }
            _ => Err(bad),
        }
    });
    Ok((version, entries.collect::<Result<_, _>>()?))
}

fn parse_digest(text: &str) -> Option<Digest> {
    let (pairs, rest) = text.as_bytes().as_chunks::<2>();
    let byte = |pair: &[u8; 2]| u8::from_str_radix(str::from_utf8(pair).ok()?, 16).ok();
    let digits = text.bytes().all(|byte| byte.is_ascii_hexdigit());
    let bytes: Vec<u8> = pairs.iter().map(byte).collect::<Option<_>>()?;
    bytes.try_into().ok().filter(|_| rest.is_empty() && digits)
}

/// Names must not lead out of the folder.
fn is_plain(name: &str) -> bool {
    let depth = name.strip_prefix("spr_").and_then(|rest| rest.strip_suffix("/solve.bin"));
    let number =
        |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    name == CONFIG || is_strategy(name) || depth.is_some_and(number) || is_save(name)
}

/// Whether a name is that of the file with a strategy before the flop.
pub(super) fn is_strategy(name: &str) -> bool {
    name == STRATEGY || name == OLD_STRATEGY
}

/// Whether a name is that of a save in a bundle: letters, digits, `-` and `_`.
pub(super) fn is_save(name: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    let save = name.strip_suffix(SAVE).filter(|_| name != STRATEGY);
    save.is_some_and(|name| !name.is_empty() && name.bytes().all(plain))
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
