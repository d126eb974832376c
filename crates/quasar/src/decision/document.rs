//! The fields of one decision, as `docs/SOLVER.md` describes them.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{self, Deserialize, Deserializer, SeqAccess, Visitor};
use serde::{Serialize, Serializer};

use super::MatrixFile;
use crate::request::document::document;
use crate::request::values::quantities::{
    AnyChips, Count, Equity, PotPart, Raises, Scale, Seat, TargetPercent, Threads, Weight, scales,
};
use crate::request::values::{
    CardEncodings, Cards, Games, Many, MinBets, Name, Num, Pair, Precisions, Sizes, Streets, Text,
    Time, UpdateOrders, scalars_as_texts,
};
use crate::request::{AlgorithmDocument, At};
use crate::spot::RakeDocument;

document! {
    /// The state of a hand between two players, and how to solve its next decision. Seats
    /// are 0 and 1.
    pub struct DecisionDocument ("fields") {
        /// The game; Hold'em if left out.
        game: At<Name<Games>>,
        /// The street; that of the board if left out.
        street: At<Name<Streets>>,
        /// The board, such as `Td9d6h2c`; not needed with buckets.
        board: At<Cards>,
        /// How cards of `board` and `hero` are written: `text` if left out, or numbers.
        card_encoding: At<Name<CardEncodings>>,
        /// The hand of the seat that acts, if only that is asked for: the answer then lists no
        /// other.
        hero: At<Cards>,
        /// How many units of the chips written here a chip is, a power of ten; 1 if left
        /// out. Chips with decimals are scaled by the reader, which then sets this field.
        #[schemars(extend("anyOf" = scales()))]
        chip_scale: At<Num<Scale>>,
        /// The small blind.
        small_blind | "sb": At<Num<AnyChips>>,
        /// The big blind.
        big_blind | "bb": At<Num<AnyChips>>,
        /// The ante of each seat; part of `committed_total`.
        ante: At<Num<AnyChips>>,
        /// The seat with the button.
        #[schemars(required)]
        button: At<Num<Seat>>,
        /// The seat whose turn it is.
        #[schemars(required)]
        to_act: At<Num<Seat>>,
        /// The chips that each seat has left.
        #[schemars(required)]
        stacks: At<Pair<Num<AnyChips>>>,
        /// The chips that each seat has put in since the hand began.
        #[schemars(required)]
        committed_total: At<Pair<Num<AnyChips>>>,
        /// The chips that each seat has put in on this street; 0 if left out.
        committed_on_street: At<Pair<Num<AnyChips>>>,
        /// The last full bet or raise of the street; 0 before there is one.
        last_raise | "last_raise_size": At<Num<AnyChips>>,
        /// The smallest first bet; the big blind where there is one, if left out.
        min_bet | "min_bet_rule": At<Name<MinBets>>,
        /// What each seat holds.
        #[schemars(required)]
        players: At<Pair<SeatDocument>>,
        /// Equities of buckets against each other: the file of a matrix, or its rows.
        matrix | "equity_csv": At<MatrixFile>,
        /// Sizes of first bets; 33, 50, 75 and 100 % of the pot if left out.
        bet: At<Sizes>,
        /// Sizes of raises; the same.
        raise: At<Sizes>,
        /// How many raises a street may see.
        raise_cap: At<Num<Raises>>,
        /// What the house takes; not with buckets.
        rake: RakeDocument,
        /// Sizes of bets and raises as fractions of the pot; `bet` and `raise` offer more forms.
        #[schemars(extend("deprecated" = true))]
        discretization: GridDocument,
        /// The exploitability to reach, in percent of the pot; 0.5 if nothing else ends the
        /// solve.
        target: At<Num<TargetPercent>>,
        /// The most iterations.
        iterations | "iters": At<Num<Count>>,
        /// The most working time, such as `30s`.
        time: At<Time>,
        /// Iterations between two measurements of the exploitability.
        check_every: At<Num<Count>>,
        /// How strategies are learned.
        algorithm: AlgorithmDocument,
        /// Whose strategy changes at a time.
        updates: At<Name<UpdateOrders>>,
        /// How regrets and strategy sums are stored.
        precision: At<Name<Precisions>>,
        /// Threads; 0 means one for each processor. They do not change results.
        threads: At<Num<Threads>>,
        /// Old name of `iterations`, `target` and `algorithm`.
        #[schemars(extend("deprecated" = true))]
        solver: SolverDocument,
    }
}

document! {
    /// What a seat holds.
    pub struct SeatDocument ("a range or fields", or range) {
        /// A range, or the weight of each bucket of the matrix.
        #[schemars(required)]
        range: At<SeatText>,
    }
}

document! {
    /// Bets and raises as fractions of the pot.
    pub struct GridDocument ("fields") {
        /// Fractions of the pot: 0.5 is half of it.
        pot_fracs: At<Many<Num<PotPart>>>,
        /// Whether the smallest bet or raise is considered.
        include_min: At<bool>,
        /// Whether a bet or raise of the pot is.
        include_pot | "include_pot_raise": At<bool>,
        /// Whether all-in is.
        include_all_in: At<bool>,
    }
}

document! {
    /// When to stop, and which algorithm to use.
    pub struct SolverDocument ("fields") {
        /// The most iterations.
        iterations | "iters": At<Num<Count>>,
        /// Exploitability in percent of the pot.
        target: At<Num<TargetPercent>>,
        /// How strategies are learned.
        algorithm: AlgorithmDocument,
    }
}

/// What a seat holds, as written.
#[derive(Clone, PartialEq, Debug)]
pub enum SeatText {
    /// Hands.
    Hands(Text),
    /// The weight of each bucket of the matrix.
    Buckets(Vec<Num<Weight>>),
}

impl Serialize for SeatText {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            SeatText::Hands(text) => text.serialize(serializer),
            SeatText::Buckets(weights) => weights.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for SeatText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<SeatText, D::Error> {
        deserializer.deserialize_any(SeatVisitor)
    }
}

struct SeatVisitor;

impl<'de> Visitor<'de> for SeatVisitor {
    type Value = SeatText;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a range, or a list with the weights of buckets")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<SeatText, E> {
        Ok(SeatText::Hands(Text::from(text)))
    }

    scalars_as_texts!(SeatText);

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<SeatText, A::Error> {
        let mut weights = Vec::new();
        while let Some(weight) = list.next_element()? {
            weights.push(weight);
        }
        Ok(SeatText::Buckets(weights))
    }
}

impl JsonSchema for SeatText {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "SeatText".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "anyOf": [
                { "type": ["string", "number"] },
                { "type": "array", "items": { "type": "number", "minimum": 0 } }
            ]
        })
    }
}

impl Serialize for MatrixFile {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            MatrixFile::Path(path) => path.serialize(serializer),
            MatrixFile::Rows(rows) => rows.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for MatrixFile {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<MatrixFile, D::Error> {
        deserializer.deserialize_any(MatrixVisitor)
    }
}

struct MatrixVisitor;

impl<'de> Visitor<'de> for MatrixVisitor {
    type Value = MatrixFile;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a file of equities, or K rows of K of them")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<MatrixFile, E> {
        Ok(MatrixFile::Path(text.to_owned()))
    }

    scalars_as_texts!(MatrixFile);

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<MatrixFile, A::Error> {
        let mut rows = Vec::new();
        while let Some(row) = list.next_element::<Vec<Option<Num<Equity>>>>()? {
            rows.push(row.into_iter().map(|entry| entry.map(|equity| equity.get())).collect());
        }
        Ok(MatrixFile::Rows(rows))
    }
}

impl JsonSchema for MatrixFile {
    fn schema_name() -> Cow<'static, str> {
        "Matrix".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "Equities of buckets against each other: a CSV file, or rows with null where no two hands can be held together.",
            "anyOf": [
                { "type": "string" },
                {
                    "type": "array",
                    "items": {
                        "type": "array",
                        "items": { "anyOf": [{ "type": "number", "minimum": 0, "maximum": 1 }, { "type": "null" }] }
                    }
                }
            ]
        })
    }
}
