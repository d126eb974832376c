//! A spec under construction while a file is read.

use quasar_cards::{Board, Range, Street};
use quasar_game::{Chips, SizeList};

use super::{ImportError, ImportFault, ImportFormat, ImportNote};
use crate::request::values::{self, Cards, Num, Text};
use crate::request::{Document, Located, read};
use crate::spot::{PlayerDocument, PlayerStreetDocument, SpotDocument};

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
    /// All other fields of the spec.
    pub(super) fields: SpotDocument,
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
        let mut players = ranges.each_ref().map(|range| PlayerDocument {
            range: Some(Text::from(range).into()),
            ..PlayerDocument::default()
        });
        for (side, player) in players.iter_mut().enumerate() {
            for place in streets.clone() {
                // A donk bet follows a call on the previous street, so the first street has none.
                let donks = side == 0 && place > streets.start;
                let written = Some(self.sizes[side][place].document(donks));
                match STREETS[place].0 {
                    Street::Flop => player.flop = written,
                    Street::Turn => player.turn = written,
                    _ => player.river = written,
                }
            }
        }
        let [oop, ip] = players;
        let document = SpotDocument {
            board: Some(Cards::from(board).into()),
            pot: Some(Num::of(pot.0.into()).into()),
            stack: Some(Num::of(stack.0.into()).into()),
            oop: Some(oop),
            ip: Some(ip),
            ..self.fields
        };
        Ok(document.to_yaml())
    }
}

impl Sizes {
    /// The same as fields; an empty list is kept as an empty list.
    fn document(&self, donks: bool) -> PlayerStreetDocument {
        let list = |list: &SizeList| Some(values::Sizes(list.to_string()).into());
        PlayerStreetDocument {
            bet: list(&self.bet),
            raise: list(&self.raise),
            donk: donks.then(|| list(&self.donk)).flatten(),
            ..PlayerStreetDocument::default()
        }
    }
}

/// A line of a file, for errors and notes about it.
#[derive(Clone, Copy, Debug)]
pub(super) struct SourceLine<'a> {
    pub(super) line: usize,
    /// The name of the line: `#Pot#`, `set_pot`.
    pub(super) what: &'a str,
}

impl SourceLine<'_> {
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

    /// Reads a value with a parser whose errors have a position.
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
