//! The fields of a file of equity tables.

use std::path::Path;

use quasar_cards::{Board, CANONICAL_FLOPS};

use super::{DEFAULT_TABLES, PrecomputeSpec, TablesError};
use crate::model::read_count;
use crate::request::document::{document, written_as};
use crate::request::values::{Flops, Text};
use crate::request::{At, Document, LeftOut, read_spec};

document! {
    /// Equity tables of flops, into a file.
    pub struct PrecomputeDocument ("fields") {
        /// The flops: `all`, the first so many in canonical order, or a list in any suits; all
        /// if left out.
        flops: At<Flops>,
        /// The file; `cache/equity_tables.bin` if left out.
        output: At<Text>,
        /// Whether to start over and replace the file, whatever it is.
        force: At<bool>,
    }
}

impl PrecomputeSpec {
    /// Reads a spec from YAML or JSON.
    pub fn parse(text: &str) -> Result<PrecomputeSpec, TablesError> {
        read_spec::<PrecomputeDocument, _, _>(text)
    }

    /// Equal for specs of the same tables, whatever their file.
    pub fn canonical(&self) -> String {
        let (output, force) = (None, None);
        PrecomputeDocument { output, force, ..PrecomputeDocument::from(self) }.to_json()
    }
}

written_as!(PrecomputeSpec, PrecomputeDocument);

impl TryFrom<PrecomputeDocument> for PrecomputeSpec {
    type Error = TablesError;

    fn try_from(document: PrecomputeDocument) -> Result<PrecomputeSpec, TablesError> {
        let path = Path::new(document.output.as_deref().map_or(DEFAULT_TABLES, |path| &path.0));
        let all = Flops::All.into();
        let given = document.flops.as_ref().unwrap_or(&all);
        let mut spec = match &**given {
            Flops::All => PrecomputeSpec::first(path, CANONICAL_FLOPS)?,
            Flops::Count(text) => PrecomputeSpec::first(path, read_count(given, text, "flops")?)?,
            Flops::List(items) => {
                let flop = |(place, item): (usize, &At<Text>)| {
                    let field = format!("flops[{place}]");
                    item.clone().within(given).read(&field, Board::parse_flop)
                };
                let flops = items.iter().enumerate().map(flop).collect::<Result<Vec<_>, _>>()?;
                PrecomputeSpec::new(path, &flops)?
            }
        };
        spec.force = document.force.as_deref().copied().unwrap_or(false);
        Ok(spec)
    }
}

impl From<&PrecomputeSpec> for PrecomputeDocument {
    fn from(spec: &PrecomputeSpec) -> PrecomputeDocument {
        let all = spec.flops().len() == CANONICAL_FLOPS;
        let flops = if all { Flops::All } else { Flops::list(spec.flops()) };
        PrecomputeDocument {
            flops: Some(flops.into()),
            output: Some(Text::from(spec.path().display()).into()),
            force: Some(spec.force.into()),
            left_out: LeftOut::default(),
        }
    }
}
