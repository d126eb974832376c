//! A bundle of solved flops: a file for each stack depth.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::error::{BundleError, BundleFault};
use super::manifest::{CONFIG, Manifest, write_whole};
use super::{SolveFile, SolveWriter};

/// A finished bundle of solved flops.
#[derive(Debug)]
pub struct Bundle {
    config: String,
    depths: Vec<SolveFile>,
    manifest: Manifest,
}

impl Bundle {
    /// Opens a bundle: the manifest, the sizes of all files, their headers and
    /// means. Values of single flops are checked as they are read.
    pub fn open(folder: &Path) -> Result<Bundle, BundleError> {
        let manifest = Manifest::read(folder)?;
        let config = manifest.config()?;
        let depths = manifest
            .names()
            .filter(|name| *name != CONFIG)
            .map(|name| SolveFile::open(&folder.join(name)))
            .collect::<Result<Vec<_>, _>>()?;
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

    /// Bytes of all files.
    pub fn size(&self) -> u64 {
        self.manifest.size()
    }

    /// Reads every byte and checks it.
    pub fn verify(&self) -> Result<(), BundleError> {
        self.manifest.verify()
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
        Manifest::write(&self.folder, &self.names)?;
        Bundle::open(&self.folder)
    }
}

/// FNV-1a, 64 bits.
fn fingerprint(config: &str) -> u64 {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    config.bytes().fold(0xcbf2_9ce4_8422_2325, step)
}
