//! A bundle of solved flops: a file for each stack depth.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::error::{BundleError, BundleFault};
use super::manifest::{CONFIG, MANIFEST, Manifest};
use super::{SolveFile, SolveWriter};
use crate::result::{LockFile, names, write_whole};
use crate::{Fault, FolderKind, StoreError, make_folder};

/// The lock file of the process that writes a bundle.
const LOCK: &str = "lock";

/// A finished bundle of solved flops.
#[derive(Debug)]
pub struct Bundle {
    config: String,
    depths: Vec<SolveFile>,
    manifest: Manifest,
}

impl Bundle {
    /// Opens a bundle: the manifest, the sizes of all files, their headers and
    /// means, and whether they were made with the bundle's configuration. Values of
    /// single flops are checked as they are read.
    pub fn open(folder: &Path) -> Result<Bundle, BundleError> {
        let manifest = Manifest::read(folder)?;
        let config = manifest.config()?;
        let fingerprint = fingerprint(&config);
        let open = |name: &str| {
            let file = SolveFile::open(&manifest.folder().join(name))?;
            let what = match () {
                () if file.fingerprint() != fingerprint => "configuration",
                () if depth_name(file.spr()) != name => "stack-to-pot ratio",
                () => return Ok(file),
            };
            Err(BundleError::new(file.path(), BundleFault::Exchanged { what }))
        };
        let depths = manifest.names().filter(|name| *name != CONFIG).map(open);
        let depths = depths.collect::<Result<Vec<_>, _>>()?;
        Ok(Bundle { config, depths, manifest })
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        self.manifest.folder()
    }

    /// The configuration as it was written.
    pub fn config(&self) -> &str {
        &self.config
    }

    /// The stack depths, in the order of the configuration.
    pub fn depths(&self) -> &[SolveFile] {
        &self.depths
    }

    /// The version of its format.
    pub fn version(&self) -> u32 {
        self.manifest.version()
    }

    /// Bytes of all files.
    pub fn size(&self) -> u64 {
        self.manifest.size()
    }

    /// Reads every byte and checks it.
    pub fn verify(&self) -> Result<(), BundleError> {
        self.manifest.verify()
    }
}

/// A bundle being written.
#[derive(Debug)]
pub struct BundleWriter {
    folder: PathBuf,
    fingerprint: u64,
    names: Vec<String>,
    /// Held as long as this lives.
    _lock: LockFile,
}

/// The work to do for a stack depth.
#[derive(Debug)]
pub enum Depth {
    /// Nothing: an earlier run finished it.
    Done(SolveFile),
    /// Some flops have to be solved.
    Open(SolveWriter),
}

impl BundleWriter {
    /// Starts a bundle in a folder that is missing or empty, or resumes one of the
    /// same configuration.
    pub fn open(folder: &Path, config: &str) -> Result<BundleWriter, BundleError> {
        BundleWriter::open_if(folder, config, |_| false)
    }

    /// The same; an existing configuration that `is_same` accepts is kept as it is.
    pub fn open_if(
        folder: &Path,
        config: &str,
        is_same: impl FnOnce(&str) -> bool,
    ) -> Result<BundleWriter, BundleError> {
        let kind = FolderKind::PostflopModel;
        make_folder(folder)?;
        let lock =
            LockFile::new(&folder.join(LOCK)).map_err(|fault| StoreError::new(folder, fault))?;
        let names = names(folder).map_err(|fault| StoreError::new(folder, fault))?;
        let foreign = |name: &&String| *name != LOCK && !name.starts_with(CONFIG);
        if let Some(entry) = names.iter().find(foreign).filter(|_| !kind.is_at(folder)) {
            let fault = Fault::ForeignFolder { kind, entry: entry.clone() };
            return Err(StoreError::new(folder, fault).into());
        }
        let path = folder.join(CONFIG);
        let config = match BundleWriter::config(folder)? {
            Some(found) if found == config || is_same(&found) => found,
            Some(_) => return Err(BundleError::new(&path, BundleFault::OtherConfig)),
            None => {
                write_whole(&path, config.as_bytes())?;
                config.to_owned()
            }
        };
        Ok(BundleWriter {
            folder: folder.to_owned(),
            fingerprint: fingerprint(&config),
            names: vec![CONFIG.to_owned()],
            _lock: lock,
        })
    }

    /// The configuration of the bundle in a folder, which may be unfinished; none if there is no
    /// bundle.
    pub fn config(folder: &Path) -> Result<Option<String>, BundleError> {
        let path = folder.join(CONFIG);
        match fs::read_to_string(&path) {
            Ok(found) => Ok(Some(found)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(BundleError::new(&path, BundleFault::system("read")(error))),
        }
    }

    /// The file of a stack-to-pot ratio; call it once for each, in order.
    pub fn depth(&mut self, spr: f64) -> Result<Depth, BundleError> {
        let name = depth_name(spr);
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

    /// Writes the manifest of all these files.
    pub fn finish(self) -> Result<Bundle, BundleError> {
        let manifest = Manifest::text(&self.folder, &self.names)?;
        write_whole(&self.folder.join(MANIFEST), manifest.as_bytes())?;
        Bundle::open(&self.folder)
    }
}

/// The file of a stack-to-pot ratio.
fn depth_name(spr: f64) -> String {
    format!("spr_{spr:?}/solve.bin")
}

/// FNV-1a, 64 bits.
fn fingerprint(config: &str) -> u64 {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    config.bytes().fold(0xcbf2_9ce4_8422_2325, step)
}
