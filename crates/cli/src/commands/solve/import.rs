//! Importing files of other programs.

use std::path::Path;

use quasar::spot::ImportFormat;

use crate::error::Failure;
use crate::file::read_text;
use crate::output::tell;

/// The spec in a file, which may be another program's; settings that a spec cannot
/// express are listed on standard error.
pub(super) fn spec(path: &Path, format: Option<ImportFormat>) -> Result<String, Failure> {
    let text = read_text(path)?;
    let Some(format) = format.or_else(|| ImportFormat::recognise(&text)) else { return Ok(text) };
    let imported = format.import(&text)?;
    for note in &imported.notes {
        tell(format_args!("note: {}, line {}: {}", path.display(), note.line, note.text));
    }
    Ok(imported.spec)
}
