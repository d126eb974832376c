//! Spots described in the files of other programs.
//!
//! | format | file | recognised by |
//! |---|---|---|
//! | [`ImportFormat::PioSolver`] | tree configuration, `#Board#Qs Jh 2h` | a `#Board#`, `#Pot#` or `#Range0#` line |
//! | [`ImportFormat::TexasSolver`] | console script, `set_board Qs,Jh,2h` | a `set_pot`, `set_board` or `set_range_…` line |
//!
//! Each becomes the text of a [`SpotSpec`](crate::spot::SpotSpec). Settings that a spec
//! cannot express are not dropped silently: each becomes a note with its line.
//! Lines that cannot be read are errors with their line. Cost: one pass over the text.

mod draft;
mod piosolver;
mod range;
mod texassolver;

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::request::InputError;
use crate::request::values::{Names, names};

pub use range::{parse_piosolver_range, piosolver_range};

/// A program whose files can be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ImportFormat {
    /// PioSOLVER.
    PioSolver,
    /// TexasSolver.
    TexasSolver,
}

/// A spot from the file of another program.
#[derive(Clone, PartialEq, Debug)]
pub struct ImportedSpot {
    /// Whose file it was.
    pub format: ImportFormat,
    /// The spec, in YAML.
    pub spec: String,
    /// Settings of the file that the spec does not have, first to last.
    pub notes: Vec<ImportNote>,
}

/// A setting of a file that has no counterpart in a spec.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ImportNote {
    /// The line of the file, counted from 1.
    pub line: usize,
    /// The setting, and how it was treated.
    pub text: String,
}

/// Why a file cannot be imported.
#[derive(Clone, PartialEq, Debug, Error)]
#[non_exhaustive]
pub enum ImportError {
    /// A file of no known program.
    #[error("this is neither a tree configuration of PioSOLVER nor a script of TexasSolver")]
    UnknownFormat,
    /// The name of no known program.
    #[error("`{0}` files cannot be imported; use piosolver or texassolver")]
    UnknownProgram(String),
    /// A file that lacks something every spot needs.
    #[error("the {format} file has no {what}")]
    Missing {
        /// Whose file it is.
        format: ImportFormat,
        /// The line that is missing.
        what: &'static str,
    },
    /// A line that cannot be read.
    #[error("line {line}: {fault}")]
    Line {
        /// The line, counted from 1.
        line: usize,
        /// What is wrong with it.
        fault: ImportFault,
    },
}

/// What is wrong with a line of an imported file.
#[derive(Clone, PartialEq, Debug, Error)]
#[non_exhaustive]
pub enum ImportFault {
    /// Cards, a range or sizes with a mistake at a known place.
    #[error(transparent)]
    Input(#[from] InputError),
    /// An invalid value.
    #[error("{what} is `{text}`; expected {expected}")]
    Value {
        /// What it is.
        what: String,
        /// What it says.
        text: String,
        /// What it should say.
        expected: &'static str,
    },
    /// Something given twice.
    #[error("{what} is given twice")]
    Twice {
        /// What it is.
        what: String,
    },
}

impl ImportError {
    /// The text that could not be read, if this is such an error.
    pub fn input(&self) -> Option<&InputError> {
        match self {
            ImportError::Line { fault: ImportFault::Input(error), .. } => Some(error),
            _ => None,
        }
    }
}

impl ImportFormat {
    /// Whose file a text is, by its lines.
    pub fn recognise(text: &str) -> Option<ImportFormat> {
        text.lines().map(str::trim_start).find_map(|line| {
            let begins = |words: &[&str]| words.iter().any(|word| line.starts_with(word));
            if begins(&["#Board#", "#Pot#", "#Range0#", "#EffectiveStacks#"]) {
                Some(ImportFormat::PioSolver)
            } else if begins(&["set_pot ", "set_board ", "set_range_", "set_effective_stack "]) {
                Some(ImportFormat::TexasSolver)
            } else {
                None
            }
        })
    }

    /// Reads a file of this program.
    ///
    /// ```
    /// let script = "set_pot 50\nset_effective_stack 200\nset_board Qs,Jh,2h\n\
    ///     set_range_ip AA,KQs\nset_range_oop QQ,JTs:0.5\nset_bet_sizes oop,flop,bet,50\n";
    /// let spot = quasar::spot::ImportFormat::TexasSolver.import(script)?;
    /// assert!(spot.spec.starts_with("board: QsJh2h\npot: 50\nstack: 200\n"));
    /// quasar::spot::SpotSpec::parse(&spot.spec).expect("what was imported is a spec");
    /// # Ok::<(), quasar::spot::ImportError>(())
    /// ```
    pub fn import(self, text: &str) -> Result<ImportedSpot, ImportError> {
        let (draft, notes) = match self {
            ImportFormat::PioSolver => piosolver::import(text)?,
            ImportFormat::TexasSolver => texassolver::import(text)?,
        };
        Ok(ImportedSpot { format: self, spec: draft.into_spec(self)?, notes })
    }
}

impl fmt::Display for ImportFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ImportFormat::PioSolver => "PioSOLVER",
            ImportFormat::TexasSolver => "TexasSolver",
        })
    }
}

names! {
    /// Programs whose files can be read.
    ImportFormats: ImportFormat {
        "piosolver" = ImportFormat::PioSolver, "A tree configuration of PioSOLVER.";
        "texassolver" = ImportFormat::TexasSolver, "A console script of TexasSolver.";
    }
}

impl FromStr for ImportFormat {
    type Err = ImportError;

    fn from_str(text: &str) -> Result<ImportFormat, ImportError> {
        let short = text.eq_ignore_ascii_case("pio").then_some(ImportFormat::PioSolver);
        let named = ImportFormats::value(text).or(short);
        named.ok_or_else(|| ImportError::UnknownProgram(text.to_owned()))
    }
}
