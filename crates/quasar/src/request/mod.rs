//! Reading and writing requests.
//!
//! ```text
//! text ── ParsedText::parse ──► tree with places ── read ──► Document ── try_from ──► spec
//!                                                           ▲  ▲                   │
//!                                            Patch ─────────┘  └────── from ───────┘
//! ```
//!
//! A [`Document`] has the typed fields of a request, with their old names and their JSON
//! Schema. A *spec* is a checked document. The same code ([`ParsedText`]) reads YAML and JSON;
//! errors ([`FieldError`]) name the field, the line and the column, and [`Mistake`] is the
//! same as plain data. [`values`] has the types of fields.

mod at;
pub(crate) mod document;
mod error;
mod failure;
mod input;
mod mistake;
mod plain;
mod reader;
pub(crate) mod solving;
pub(crate) mod spelling;
mod time;
mod tree;
pub mod values;
mod warning;
mod whole;

pub use at::At;
pub(crate) use at::needed;
pub use document::{Document, LeftOut, Patch};
pub use error::{FieldError, Position};
pub use failure::{ErrorKind, ErrorReport};
pub use input::{InputError, Located, read};
pub use mistake::{Mistake, Span};
pub use reader::ParsedText;
pub(crate) use reader::SHORT;
pub use solving::{AlgorithmDocument, DealsDocument};
pub use time::{TimeError, parse_time};
pub(crate) use tree::MOST_TEXT;
pub use warning::{Warning, WarningKind, Warnings};
pub(crate) use whole::{OfFields, read_spec};
