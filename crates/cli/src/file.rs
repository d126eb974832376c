//! Writing a report or a table to a file.

use std::fs::{self, File, Permissions};
use std::io;
use std::path::Path;

use crate::error::Failure;
use crate::output::Output;

/// Writes a file whole or not at all: to a temporary name beside it, renamed
/// over it when everything is on disk. A link is followed, a file that exists
/// keeps its permissions, and what is not a regular file (a pipe, a device) is
/// written to as it is.
pub(crate) fn write_file(
    path: &Path,
    write: impl FnOnce(&mut Output) -> Result<(), Failure>,
) -> Result<(), Failure> {
    fill_file(path, |file| {
        let mut output = Output::plain(file);
        write(&mut output)?;
        output.flush()
    })
}

/// The same for what needs the file itself.
pub(crate) fn fill_file(
    path: &Path,
    fill: impl FnOnce(File) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let fill = |file| {
        fill(file).map_err(|failure| match failure {
            Failure::Output(source) => Failure::File { path: path.to_owned(), source },
            other => other,
        })
    };
    let failed = |source| Failure::File { path: path.to_owned(), source };
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    match fs::metadata(&target) {
        Ok(found) if !found.is_file() => {
            let file = File::options().write(true).open(&target).map_err(failed)?;
            fill(file)
        }
        found => {
            let permissions = found.ok().map(|found| found.permissions());
            let file = temporary_file(&target, permissions).map_err(failed)?;
            fill(file.reopen().map_err(failed)?)?;
            file.as_file().sync_all().map_err(failed)?;
            file.persist(&target).map_err(|error| failed(error.error))?;
            Ok(())
        }
    }
}

/// A temporary file beside `target`, with the permissions of the file it will
/// replace, or of an ordinary new file.
fn temporary_file(
    target: &Path,
    permissions: Option<Permissions>,
) -> io::Result<tempfile::NamedTempFile> {
    let folder = match target.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    let mut builder = tempfile::Builder::new();
    if let Some(permissions) = permissions.or_else(ordinary) {
        builder.permissions(permissions);
    }
    // The name of the temporary file would only confuse.
    builder.tempfile_in(folder).map_err(|error| io::Error::from(error.kind()))
}

/// The permissions that the user's mask cuts down for a new file.
fn ordinary() -> Option<Permissions> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        Some(Permissions::from_mode(0o666))
    }
    #[cfg(not(unix))]
    None
}
