//! Writing to the terminal: buffered output, colour, tables, JSON, error marks.

use std::borrow::Cow;
use std::fmt::Display;
use std::io::{self, BufWriter, IsTerminal, Write};

use anstyle::Style;
use serde::Serialize;

use crate::args::Color;
use crate::error::Failure;

/// Tells something beside the output: a line on standard error. Nothing can be done when
/// that is gone.
pub(crate) fn tell(line: impl Display) {
    let _ = writeln!(io::stderr(), "{line}");
}

/// Standard output with the user's choice of colour, or a file without.
pub(crate) struct Output {
    out: Box<dyn Write>,
    color: bool,
}

impl Output {
    pub(crate) fn new(color: Color) -> Output {
        let out = io::stdout().lock();
        let color = match color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => out.is_terminal() && no_color_is_unset(),
        };
        Output { out: Box::new(BufWriter::new(out)), color }
    }

    /// An output without colour.
    pub(crate) fn plain(out: impl Write + 'static) -> Output {
        Output { out: Box::new(BufWriter::new(out)), color: false }
    }

    /// Whether styles are shown.
    pub(crate) fn has_color(&self) -> bool {
        self.color
    }

    /// Writes `text` in `style` if colour is on.
    pub(crate) fn styled(&mut self, style: Style, text: &str) -> io::Result<()> {
        if self.color {
            write!(self.out, "{style}{text}{style:#}")
        } else {
            self.out.write_all(text.as_bytes())
        }
    }

    /// Writes a report as indented JSON.
    pub(crate) fn json(&mut self, report: &impl Serialize) -> Result<(), Failure> {
        serde_json::to_writer_pretty(&mut self.out, report).map_err(io::Error::from)?;
        Ok(writeln!(self.out)?)
    }

    /// Writes rows under a heading, columns padded to their widest cell; the
    /// first column to the left, the others to the side `Align` says.
    pub(crate) fn table(&mut self, columns: &[Column], rows: &[Vec<String>]) -> io::Result<()> {
        let bold = Style::new().bold();
        let widths: Vec<usize> = columns
            .iter()
            .enumerate()
            .map(|(i, column)| {
                let cells = rows.iter().map(|row| row[i].chars().count());
                cells.chain([column.name.chars().count()]).max().unwrap_or(0)
            })
            .collect();
        let line = |cells: &mut dyn Iterator<Item = &str>| {
            let mut line = String::new();
            for ((cell, column), &width) in cells.zip(columns).zip(&widths) {
                let gap = if line.is_empty() { "" } else { "  " };
                line += &match column.align {
                    Align::Left => format!("{gap}{cell:<width$}"),
                    Align::Right => format!("{gap}{cell:>width$}"),
                };
            }
            line.trim_end().to_owned()
        };
        let heading = line(&mut columns.iter().map(|column| column.name.as_ref()));
        self.styled(bold, &heading)?;
        writeln!(self.out)?;
        for row in rows {
            writeln!(self.out, "{}", line(&mut row.iter().map(String::as_str)))?;
        }
        Ok(())
    }

    pub(crate) fn flush(&mut self) -> Result<(), Failure> {
        Ok(self.out.flush()?)
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// To which side the cells of a column lean.
#[derive(Clone, Copy)]
pub(crate) enum Align {
    Left,
    Right,
}

/// The heading of a table's column.
pub(crate) struct Column {
    name: Cow<'static, str>,
    align: Align,
}

/// A column of text.
pub(crate) const fn left(name: &'static str) -> Column {
    Column { name: Cow::Borrowed(name), align: Align::Left }
}

/// A column of numbers.
pub(crate) const fn right(name: &'static str) -> Column {
    Column { name: Cow::Borrowed(name), align: Align::Right }
}

/// A column of numbers with a name that is made up.
pub(crate) const fn right_owned(name: String) -> Column {
    Column { name: Cow::Owned(name), align: Align::Right }
}

fn no_color_is_unset() -> bool {
    std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// `1234567` as `1,234,567`.
pub(crate) fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Bytes in the unit that suits: `74.8 MB`, `42.6 KB`.
pub(crate) fn size(bytes: u64) -> String {
    match bytes as f64 {
        bytes if bytes >= 1e9 => format!("{:.2} GB", bytes / 1e9),
        bytes if bytes >= 1e6 => format!("{:.1} MB", bytes / 1e6),
        bytes => format!("{:.1} KB", bytes / 1e3),
    }
}

/// A sum of weights: whole when it is, else with two digits.
pub(crate) fn decimal(combos: f64) -> String {
    let text = format!("{combos:.2}");
    let (whole, fraction) = text.split_once('.').unwrap_or((&text, ""));
    let whole = whole.parse().map_or_else(|_| whole.to_owned(), thousands);
    if fraction == "00" { whole } else { format!("{whole}.{fraction}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_of_weights_read_well() {
        for (combos, text) in
            [(0.0, "0"), (6.0, "6"), (1326.0, "1,326"), (15.999, "16"), (1234.5, "1,234.50")]
        {
            assert_eq!(decimal(combos), text);
        }
    }

    #[test]
    fn sizes_read_well() {
        for (bytes, text) in
            [(42_624, "42.6 KB"), (74_763_024, "74.8 MB"), (12_345_678_901, "12.35 GB")]
        {
            assert_eq!(size(bytes), text);
        }
    }
}
