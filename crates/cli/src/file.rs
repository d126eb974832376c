//! Reading text files, and writing a report or a table to a file.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use quasar::files::ExportFile;

use crate::error::Failure;
use crate::output::Output;

/// Largest size of a spec or a list in bytes, far above any real one.
const MOST_TEXT: u64 = 64 << 20;

/// Largest size of a matrix file in bytes.
const MOST_MATRIX: u64 = 1 << 30;

/// Whether a path stands for standard input.
pub(crate) fn is_standard_input(path: &Path) -> bool {
    path == Path::new("-")
}

/// The text of a spec or a list; `-` is standard input. Endless files are refused, and so is
/// anything that is not UTF-8.
pub(crate) fn read_text(path: &Path) -> Result<String, Failure> {
    if is_standard_input(path) {
        let read = take_up_to(io::stdin().lock(), MOST_TEXT).and_then(as_text);
        let path = Path::new("standard input").to_owned();
        return read.map_err(|source| Failure::Read { path, source });
    }
    read_up_to(path, MOST_TEXT).map_err(|source| Failure::Read { path: path.to_owned(), source })
}

/// The text of a matrix, which may be large if it is a regular file.
pub(crate) fn read_matrix_text(path: &Path) -> Result<String, Failure> {
    read_up_to(path, MOST_MATRIX).map_err(|source| Failure::Read { path: path.to_owned(), source })
}

fn read_up_to(path: &Path, most: u64) -> io::Result<String> {
    let found = fs::metadata(path)?;
    let most = match found.is_file() {
        true => most,
        // A device may have no end.
        false => most.min(MOST_TEXT),
    };
    if found.is_file() && found.len() > most {
        return Err(too_long(most));
    }
    as_text(take_up_to(File::open(path)?, most)?)
}

/// All bytes, of which there may be at most so many.
fn take_up_to(from: impl Read, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most { Err(too_long(most)) } else { Ok(bytes) }
}

fn too_long(most: u64) -> io::Error {
    io::Error::other(format!("the file has more than {most} bytes"))
}

fn as_text(bytes: Vec<u8>) -> io::Result<String> {
    String::from_utf8(bytes).map_err(|error| {
        let (before, wrong) = error.as_bytes().split_at(error.utf8_error().valid_up_to());
        let (line, column) = place_after(&String::from_utf8_lossy(before));
        let byte = wrong[0];
        io::Error::other(format!(
            "line {line}, column {column}: byte {byte:02x} is not valid UTF-8"
        ))
    })
}

/// Line and column after a text, counted from 1.
fn place_after(text: &str) -> (usize, usize) {
    let last = text.rsplit('\n').next().unwrap_or_default();
    (text.matches('\n').count() + 1, last.chars().count() + 1)
}

/// Writes a file whole or not at all: under another name next to it, which replaces it
/// once everything is on disk. Links are followed, an existing file keeps its permissions,
/// and anything that is not a regular file (a pipe, a device) is written to directly.
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

/// The same for writers that need the file itself.
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
    match fs::metadata(path) {
        Ok(found) if !found.is_file() && !found.is_dir() => {
            let failed = |source| Failure::File { path: path.to_owned(), source };
            fill(File::options().write(true).open(path).map_err(failed)?)
        }
        _ => {
            let place = ExportFile::claim(path)?;
            fill(place.file()?)?;
            Ok(place.put_in_place()?)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_and_invalid_texts_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("text");
        let read = |bytes: &[u8], most| {
            fs::write(&path, bytes).unwrap();
            read_up_to(&path, most).map_err(|error| error.to_string())
        };
        assert_eq!(read("pot: 5\u{20ac}".as_bytes(), 9), Ok("pot: 5\u{20ac}".to_owned()));
        assert_eq!(read(b"pot: 100", 7), Err("the file has more than 7 bytes".to_owned()));
        let wrong = read("a\n\u{e4}b\u{ff}".as_bytes().split_last().unwrap().1, 9);
        assert_eq!(wrong, Err("line 2, column 3: byte c3 is not valid UTF-8".to_owned()));
    }

    /// A device that never ends.
    #[cfg(target_os = "linux")]
    #[test]
    fn endless_files_are_refused() {
        let refused = read_up_to(Path::new("/dev/zero"), 1_000).unwrap_err().to_string();
        assert_eq!(refused, "the file has more than 1000 bytes");
    }
}
