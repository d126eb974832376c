//! The fields of a spot on many flops.

use std::path::PathBuf;

use quasar_cards::Board;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::Value;

use super::{BoardsError, BoardsSpec, FlopChoice, WeightedFlop};
use crate::request::document::{document, written_as};
use crate::request::values::{Cards, Flops, Name, Text};
use crate::request::{At, Document, FieldError, LeftOut, read_spec};
use crate::spot::save::SaveSizes;
use crate::spot::{SaveSize, SpotDocument, SpotSpec};

/// A placeholder board for a spot whose flops are not known yet.
const ANY_FLOP: &str = "AsKhQd";

document! {
    /// A spot to solve on many flops.
    pub struct BoardsDocument ("fields") {
        /// The spot; its board does not matter and may be left out.
        #[schemars(required, schema_with = "spot_schema")]
        spot: SpotDocument,
        /// The flops: `all`, a number of flops that represent all, or a list such as
        /// `[AhKsQd, "Td9d6h:12"]`, each with or without a weight.
        #[schemars(required)]
        flops: At<Flops>,
        /// The folder of the saves.
        #[schemars(required)]
        output: At<Text>,
        /// What each save keeps; `no-rivers` if left out.
        save: At<Name<SaveSizes>>,
    }
}

/// The schema of a spot that needs no board.
fn spot_schema(generator: &mut SchemaGenerator) -> Schema {
    let mut schema = SpotDocument::json_schema(generator);
    if let Some(required) = schema.get_mut("required").and_then(Value::as_array_mut) {
        required.retain(|field| field != "board");
    }
    schema
}

impl BoardsSpec {
    /// Reads a spec from YAML or JSON.
    pub fn parse(text: &str) -> Result<BoardsSpec, BoardsError> {
        read_spec::<BoardsDocument, _, _>(text)
    }

    /// Equal for specs of the same spot on the same flops, whatever their goals, threads
    /// and folders.
    pub fn canonical(&self) -> String {
        self.of_spot(SpotDocument::from(&self.spot).without_goals())
    }

    /// The same with the contents of files in place of their paths.
    pub(crate) fn identity(&self) -> String {
        self.of_spot(self.spot.by_contents())
    }

    fn of_spot(&self, spot: SpotDocument) -> String {
        let spot = Some(SpotDocument { board: None, ..spot });
        let (output, save) = (None, None);
        BoardsDocument { spot, output, save, ..BoardsDocument::from(self) }.to_json()
    }
}

written_as!(BoardsSpec, BoardsDocument);

impl SpotDocument {
    /// The same with a placeholder flop, if it has no board.
    pub fn on_any_flop(self) -> SpotDocument {
        SpotDocument { board: Some(Cards::from(ANY_FLOP).into()), ..self }
    }
}

impl TryFrom<BoardsDocument> for BoardsSpec {
    type Error = BoardsError;

    fn try_from(document: BoardsDocument) -> Result<BoardsSpec, BoardsError> {
        let BoardsDocument { spot, flops, output, save, left_out: _ } = document;
        let missing = |field: &str, expected| FieldError::missing(field, expected);
        let spot = spot.ok_or_else(|| missing("spot", "the fields of the spot"))?.on_any_flop();
        let spot = SpotSpec::try_from(spot).map_err(BoardsError::Spec)?;
        let flops = flops.ok_or_else(|| missing("flops", "all, a number, or a list of flops"))?;
        let flops = FlopChoice::read(&flops)?.flops(&spot)?;
        let folder = output.ok_or_else(|| missing("output", "the folder of the saves"))?;
        let keep = save.as_deref().map_or(SaveSize::NoRivers, |name| name.0);
        Ok(BoardsSpec { spot, flops, folder: PathBuf::from(&folder.0), keep })
    }
}

impl From<&BoardsSpec> for BoardsDocument {
    fn from(spec: &BoardsSpec) -> BoardsDocument {
        let flop = |flop: &WeightedFlop| format!("{}:{}", flop.board, flop.weight);
        let spot = SpotDocument { board: None, ..SpotDocument::from(&spec.spot) };
        BoardsDocument {
            spot: Some(spot),
            flops: Some(Flops::list(spec.flops.iter().map(flop)).into()),
            output: Some(Text::from(spec.folder.display()).into()),
            save: Some(Name(spec.keep).into()),
            left_out: LeftOut::default(),
        }
    }
}

impl FlopChoice {
    /// The flops that a document names.
    fn read(flops: &At<Flops>) -> Result<FlopChoice, BoardsError> {
        let items = match &**flops {
            Flops::All => return Ok(FlopChoice::All),
            Flops::Count(text) => return FlopChoice::parse(text),
            Flops::List(items) => items,
        };
        let item = |(place, item): (usize, &At<Text>)| {
            let item = item.clone().within(flops);
            let (flop, weight) = match item.0.split_once(':') {
                Some((flop, weight)) => (flop, Some(weight)),
                None => (item.0.as_str(), None),
            };
            let parse = |_: &str| Board::parse_flop(flop);
            let board = item.read(&format!("flops[{place}]"), parse)?;
            let weight = weight.map(|weight| FlopChoice::weight(flop, weight)).transpose()?;
            Ok((board, weight))
        };
        let list = items.iter().enumerate().map(item).collect::<Result<Vec<_>, BoardsError>>()?;
        if list.is_empty() { Err(BoardsError::NoFlops) } else { Ok(FlopChoice::List(list)) }
    }
}
