//! A spec that is put together while a file is read.

use std::fmt::{self, Display, Write};

use quasar_cards::{Board, Range, Street};
use quasar_game::{Chips, SizeList};

use super::{ImportError, ImportFault, ImportFormat, ImportNote};
use crate::{Located, read};

/// Streets that sizes are given for.
pub(super) const STREETS: [(Street, &str); 3] =
    [(Street::Flop, "flop"), (Street::Turn, "turn"), (Street::River, "river")];

/// What was read so far.
#[derive(Clone, Default, Debug)]
pub(super) struct Draft {
    pub(super) board: Option<Board>,
    pub(super) pot: Option<Chips>,
    pub(super) stack: Option<Chips>,
    /// `oop` first.
    pub(super) ranges: [Option<Range>; 2],
    /// By player and street, the flop first.
    pub(super) sizes: [[Sizes; 3]; 2],
    /// Fields of the spec that come after the players, with their YAML.
    pub(super) fields: Vec<(&'static str, String)>,
}

/// The sizes of a player on a street.
#[derive(Clone, Default, Debug)]
pub(super) struct Sizes {
    pub(super) bet: SizeList,
    pub(super) raise: SizeList,
    pub(super) donk: SizeList,
}

impl Draft {
    /// The streets that the spot has, by their place among the three.
    pub(super) fn streets(&self) -> std::ops::Range<usize> {
        let first = self.board.map_or(0, |board| board.street() as usize - Street::Flop as usize);
        first..STREETS.len()
    }

    /// Adds a field of the spec.
    pub(super) fn set(&mut self, field: &'static str, value: impl Display) {
        self.fields.push((field, value.to_string()));
    }

    /// The text of the spec, or what the file leaves out.
    pub(super) fn into_spec(self, format: ImportFormat) -> Result<String, ImportError> {
        let pio = format == ImportFormat::PioSolver;
        let missing = |in_pio, in_texas| ImportError::Missing {
            format,
            what: if pio { in_pio } else { in_texas },
        };
        let streets = self.streets();
        let board = self.board.ok_or(missing("#Board#", "set_board"))?;
        let pot = self.pot.ok_or(missing("#Pot#", "set_pot"))?;
        let stack = self.stack.ok_or(missing("#EffectiveStacks#", "set_effective_stack"))?;
        let [oop, ip] = self.ranges;
        let ranges = [
            oop.ok_or(missing("#Range0#", "set_range_oop"))?,
            ip.ok_or(missing("#Range1#", "set_range_ip"))?,
        ];
        let mut text = format!("board: {board}\npot: {pot}\nstack: {stack}\n");
        for (player, name) in ["oop", "ip"].into_iter().enumerate() {
            let _ = write!(text, "{name}:\n  range: \"{}\"\n", ranges[player]);
            for street in streets.clone() {
                let Sizes { bet, raise, donk } = &self.sizes[player][street];
                let _ = write!(
                    text,
                    "  {}: {{ bet: {}, raise: {}",
                    STREETS[street].1,
                    Quoted(bet),
                    Quoted(raise)
                );
                // A donk bet follows a call, which the first street has none of.
                if player == 0 && street > streets.start {
                    let _ = write!(text, ", donk: {}", Quoted(donk));
                }
                text += " }\n";
            }
        }
        for (field, value) in self.fields {
            let _ = writeln!(text, "{field}: {value}");
        }
        Ok(text)
    }
}

/// A list of sizes as YAML; an empty one is a list that is there.
struct Quoted<'a>(&'a SizeList);

impl Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.sizes().is_empty() { f.write_str("[]") } else { write!(f, "\"{}\"", self.0) }
    }
}

/// A line of a file, and how to tell what is wrong with it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place<'a> {
    pub(super) line: usize,
    /// What the line gives: `#Pot#`, `set_pot`.
    pub(super) what: &'a str,
}

impl Place<'_> {
    pub(super) fn error(self, fault: impl Into<ImportFault>) -> ImportError {
        ImportError::Line { line: self.line, fault: fault.into() }
    }

    pub(super) fn wrong(self, text: &str, expected: &'static str) -> ImportError {
        let (what, text) = (self.what.to_owned(), text.to_owned());
        self.error(ImportFault::Value { what, text, expected })
    }

    pub(super) fn note(self, text: impl Into<String>) -> ImportNote {
        ImportNote { line: self.line, text: text.into() }
    }

    /// A value by a reader that knows where a text is wrong.
    pub(super) fn read<T, E: Located>(
        self,
        text: &str,
        parse: impl FnOnce(&str) -> Result<T, E>,
    ) -> Result<T, ImportError> {
        read(self.what, text, parse).map_err(|error| self.error(error))
    }

    /// A board of at least three cards.
    pub(super) fn board(self, text: &str) -> Result<Board, ImportError> {
        let board = self.read(text, str::parse::<Board>)?;
        if board.street() < Street::Flop {
            return Err(self.wrong(text, "three to five cards"));
        }
        Ok(board)
    }

    /// A whole number of chips.
    pub(super) fn chips(self, text: &str) -> Result<Chips, ImportError> {
        let possible = |chips: &u64| (1..=Chips::MOST.0).contains(chips);
        let chips = text.trim().parse().ok().filter(possible).map(Chips);
        chips.ok_or_else(|| self.wrong(text, "a whole number of chips, at least 1"))
    }

    /// A number that is not negative.
    pub(super) fn number(self, text: &str) -> Result<f64, ImportError> {
        let possible = |number: &f64| *number >= 0.0 && number.is_finite();
        let number = text.trim().parse().ok().filter(possible);
        number.ok_or_else(|| self.wrong(text, "a number that is not negative"))
    }
}
