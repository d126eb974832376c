//! Files of other programs as specs.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use quasar::ImportFormat;

use crate::error::Failure;

/// The text of the spec in a file, whose it may be; what a spec cannot say is told
/// on standard error.
pub(super) fn spec(path: &Path, format: Option<ImportFormat>) -> Result<String, Failure> {
    let text = fs::read_to_string(path)
        .map_err(|source| Failure::Read { path: path.to_owned(), source })?;
    let Some(format) = format.or_else(|| ImportFormat::recognise(&text)) else { return Ok(text) };
    let imported = format.import(&text)?;
    let mut told = String::new();
    for note in &imported.notes {
        told += &format!("note: {}, line {}: {}\n", path.display(), note.line, note.text);
    }
    // Nothing can be done when standard error is gone.
    let _ = io::stderr().write_all(told.as_bytes());
    Ok(imported.spec)
}
