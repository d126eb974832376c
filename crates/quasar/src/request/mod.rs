//! Reading and writing requests.
//!
//! ```text
//! text ── Source::parse ──► tree with places ── read ──► Document ── try_from ──► spec
//!                                                           ▲  ▲                   │
//!                                            Patch ─────────┘  └────── from ───────┘
//! ```
//!
//! A [`Document`] has the fields of a request with their types, and knows their old names
//! and their JSON Schema. A *spec* is what a document means, checked. YAML and JSON are read
//! by the same code ([`Source`]); errors ([`FieldError`]) name the field, the line and the
//! column, and [`Mistake`] says the same as plain data. [`values`] are what fields hold.

mod at;
pub(crate) mod document;
mod error;
mod input;
mod mistake;
mod reader;
pub(crate) mod solving;
pub(crate) mod spelling;
mod time;
mod tree;
pub mod values;

pub use at::At;
pub(crate) use at::needed;
pub use document::{Document, Patch};
pub use error::{FieldError, Position};
pub use input::{InputError, Located, read};
pub use mistake::{Mistake, Span};
pub(crate) use reader::SHORT;
pub use reader::Source;
pub use solving::AlgorithmDocument;
pub use time::{TimeError, parse_time};
pub(crate) use tree::MOST_TEXT;
