//! What a range holds.

use std::collections::BTreeMap;

use quasar_cards::{Board, CardSet, Combo, Game, HoldemClass, Range, RankShape, SuitShape};
use quasar_equity::hand_orders;
use quasar_eval::LiveCards;
use schemars::JsonSchema;
use serde::Serialize;

use crate::request::document::document;
use crate::request::values::{Cards, Games, Name, Text};
use crate::request::{At, FieldError, InputError, Warning, Warnings, needed, read, read_spec};

document! {
    /// A range to describe.
    pub struct RangeDocument ("fields") {
        /// The range, such as `QQ+,AKs:0.5`.
        #[schemars(required)]
        range: At<Text>,
        /// The game; Hold'em if left out.
        game: At<Name<Games>>,
        /// Board cards that no hand can hold.
        board: At<Cards>,
    }
}

/// A range to describe, on a board or before the flop.
#[derive(Clone, Debug)]
pub struct RangeSpec {
    /// The range.
    pub range: Range,
    /// Board cards that no hand can hold.
    pub board: Board,
    /// Warnings about the text that it was read from.
    pub warnings: Vec<Warning>,
}

/// What a range holds.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct RangeReport {
    /// `holdem`, `plo4`, `plo5` or `plo6`.
    pub game: Name<Games>,
    /// The board, empty before the flop.
    pub board: String,
    /// How many hands have a positive weight.
    pub hands: usize,
    /// The sum of the weights.
    pub combos: f64,
    /// How many hands the game has on this board.
    pub possible: usize,
    /// `combos` over `possible`, 0 to 1.
    pub fraction: f64,
    /// The range in its shortest form: for Hold'em that of PioSOLVER, for Omaha in few
    /// patterns, up to hands that the board takes away. Left out in Omaha if it is long.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Warnings about the text of the range.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<Warning>,
    /// Hold'em only: the 169 classes, row by row of the 13 x 13 grid.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub classes: Vec<ClassReport>,
    /// Omaha only: the shapes that occur, from no pair and rainbow upwards.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub shapes: Vec<ShapeReport>,
}

/// One cell of the 13 x 13 grid.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct ClassReport {
    /// `AA`, `AKs`, `AKo`, ….
    pub class: String,
    /// How many hands of the class the board leaves.
    pub possible: usize,
    /// The sum of their weights.
    pub combos: f64,
    /// `combos` over `possible`: 0 to 1; 0 when the board leaves none.
    pub weight: f64,
}

/// The hands of a range that have one shape.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct ShapeReport {
    /// `no pair`, `one pair`, ….
    pub ranks: String,
    /// `2+2 double-suited`, ….
    pub suits: String,
    /// How many hands of the shape have a positive weight.
    pub hands: usize,
    /// The sum of their weights.
    pub combos: f64,
    /// `combos` over those of the whole range, 0 to 1.
    pub fraction: f64,
    /// A few of the hands, spread evenly over all of the shape.
    pub examples: Vec<String>,
}

/// The most characters of a printed Omaha range.
const MOST_TEXT: usize = 10_000;

impl TryFrom<RangeDocument> for RangeSpec {
    type Error = FieldError;

    fn try_from(document: RangeDocument) -> Result<RangeSpec, FieldError> {
        let game = document.game.as_deref().map_or(Game::Holdem, |name| name.0);
        let range = needed(document.range.as_ref(), "range", "hands, such as QQ+,AKs:0.5")?;
        let mut warnings = Warnings::default();
        let range = warnings.range(range, "range", game)?;
        let nothing = At::from(Cards::default());
        let board = document.board.as_ref().unwrap_or(&nothing);
        let board = board.read("board", str::parse::<Board>)?;
        Ok(RangeSpec { range, board, warnings: warnings.0 })
    }
}

impl RangeSpec {
    /// Reads the question from YAML or JSON.
    pub fn parse(text: &str) -> Result<RangeSpec, FieldError> {
        read_spec::<RangeDocument, _, _>(text)
    }

    /// Reads a range of `game`.
    pub fn of_text(game: Game, text: &str, board: Board) -> Result<RangeSpec, InputError> {
        let parse = |text: &str| Range::parse_with_warnings(game, text, hand_orders());
        let (range, found) = read("range", text, parse)?;
        let warning = |found| Warning::of_range("range", None, found);
        Ok(RangeSpec { range, board, warnings: found.into_iter().map(warning).collect() })
    }

    /// Answers the question.
    pub fn report(&self) -> RangeReport {
        let game = self.range.game();
        let dead = self.board.set();
        let mut range = self.range.clone();
        range.remove(dead);
        let combos = range.total();
        let possible = LiveCards::new(dead).hands(game);
        let (text, classes, shapes) = match game {
            Game::Holdem => (Some(range.to_string()), classes(&range, dead), Vec::new()),
            _ => {
                let text = Some(range.compact(dead)).filter(|text| text.len() <= MOST_TEXT);
                (text, Vec::new(), shapes(&range, combos))
            }
        };
        RangeReport {
            game: Name(game),
            board: self.board.to_string(),
            hands: range.weights().iter().filter(|&&weight| weight > 0.0).count(),
            combos,
            possible,
            fraction: fraction(combos, possible as f64),
            text,
            warnings: self.warnings.clone(),
            classes,
            shapes,
        }
    }
}

fn fraction(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { part / whole } else { 0.0 }
}

fn classes(range: &Range, dead: CardSet) -> Vec<ClassReport> {
    HoldemClass::all()
        .map(|class| {
            let live = class.combos().filter(|combo| !combo.set().intersects(dead));
            let (possible, combos) = live.fold((0, 0.0), |(possible, combos), combo| {
                (possible + 1, combos + f64::from(range.weight(&combo)))
            });
            let weight = if possible > 0 { combos / possible as f64 } else { 0.0 };
            ClassReport { class: class.to_string(), possible, combos, weight }
        })
        .collect()
}

fn shapes(range: &Range, total: f64) -> Vec<ShapeReport> {
    let mut shapes: BTreeMap<(RankShape, SuitShape), (Examples, f64)> = BTreeMap::new();
    for (combo, weight) in range.iter() {
        let (examples, combos) = shapes.entry(shape(&combo)).or_default();
        examples.add(combo);
        *combos += f64::from(weight);
    }
    shapes
        .into_iter()
        .map(|((ranks, suits), (examples, combos))| ShapeReport {
            ranks: ranks.to_string(),
            suits: suits.to_string(),
            hands: examples.seen,
            combos,
            fraction: fraction(combos, total),
            examples: examples.few().map(|combo| combo.to_string()).collect(),
        })
        .collect()
}

/// How many hands of a shape are shown.
const EXAMPLES: usize = 4;

/// A few of many hands, spread evenly, found in one pass and in constant memory: every
/// `stride`-th hand is kept, and whenever too many are, every other one is dropped.
struct Examples {
    seen: usize,
    stride: usize,
    kept: Vec<Combo>,
}

impl Default for Examples {
    fn default() -> Examples {
        Examples { seen: 0, stride: 1, kept: Vec::new() }
    }
}

impl Examples {
    fn add(&mut self, combo: Combo) {
        if self.seen.is_multiple_of(self.stride) {
            self.kept.push(combo);
            if self.kept.len() == 4 * EXAMPLES {
                let mut place = 0;
                self.kept.retain(|_| {
                    place += 1;
                    place % 2 == 1
                });
                self.stride *= 2;
            }
        }
        self.seen += 1;
    }

    /// At most [`EXAMPLES`] of those kept; the last ones have the highest cards.
    fn few(&self) -> impl Iterator<Item = &Combo> {
        let count = self.kept.len().min(EXAMPLES);
        (1..=count).rev().map(move |part| &self.kept[part * self.kept.len() / count - 1])
    }
}

fn shape(combo: &Combo) -> (RankShape, SuitShape) {
    (RankShape::of(combo), SuitShape::of(combo))
}
