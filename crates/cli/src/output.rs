//! Writing to the terminal: buffered output, colour, tables and JSON.

use std::borrow::Cow;
use std::fmt::Display;
use std::io::{self, BufWriter, IsTerminal, Write};

use anstyle::Style;
use quasar::request::Warning;
use quasar::schema::{Layout, Report};

use crate::args::Color;
use crate::error::Failure;
use crate::units::fixed;

/// Writes a line to standard error. If that fails, there is nowhere to report it.
pub(crate) fn tell(line: impl Display) {
    let _ = writeln!(io::stderr(), "{}", harmless(&line.to_string()));
}

/// Writes what was noticed while a request was read to standard error.
pub(crate) fn tell_warnings(warnings: &[Warning]) {
    for warning in warnings {
        tell(format_args!("warning: {warning}"));
    }
}

/// A text without control characters other than line ends and tabs: file names and values
/// from users or files may contain escape sequences.
pub(crate) fn harmless(text: &str) -> Cow<'_, str> {
    let steers = |(place, c): (usize, char)| match c {
        '\n' | '\t' => false,
        '\r' => !text[place..].starts_with("\r\n"),
        c => c.is_control(),
    };
    if !text.char_indices().any(steers) {
        return Cow::Borrowed(text);
    }
    text.char_indices().map(|at| if steers(at) { '?' } else { at.1 }).collect()
}

/// Standard output with the user's choice of colour, or a file without.
pub(crate) struct Output {
    out: Box<dyn Write>,
    color: bool,
    /// Whether it may go to a terminal, and not only to other programs.
    is_shown: bool,
}

impl Output {
    pub(crate) fn new(color: Color) -> Output {
        // Not locked: `browse` restores the terminal from whichever thread a signal or a panic
        // is noticed in.
        let out = io::stdout();
        let color = match color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => out.is_terminal() && no_color_is_unset(),
        };
        Output { out: Box::new(BufWriter::new(out)), color, is_shown: true }
    }

    /// An output without colour.
    pub(crate) fn plain(out: impl Write + 'static) -> Output {
        Output { out: Box::new(BufWriter::new(out)), color: false, is_shown: false }
    }

    /// Whether styles are shown.
    pub(crate) fn has_color(&self) -> bool {
        self.color
    }

    /// Writes `text` in `style` if colour is on.
    pub(crate) fn styled(&mut self, style: Style, text: &str) -> io::Result<()> {
        if self.color {
            write!(self.out, "{style}{}{style:#}", harmless(text))
        } else {
            self.write_all(text.as_bytes())
        }
    }

    /// Writes a report as indented JSON, the version of its schema first.
    pub(crate) fn json(&mut self, report: &impl Report) -> Result<(), Failure> {
        report.write_json(Layout::Indented, &mut self.out)?;
        Ok(writeln!(self.out)?)
    }

    /// Writes a JSON Schema.
    pub(crate) fn json_schema(&mut self, schema: &serde_json::Value) -> Result<(), Failure> {
        serde_json::to_writer_pretty(&mut self.out, schema).map_err(io::Error::from)?;
        Ok(writeln!(self.out)?)
    }

    /// Writes rows under a heading. Columns are as wide as their widest cell.
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
            let line = line(&mut row.iter().map(String::as_str));
            writeln!(self, "{line}")?;
        }
        Ok(())
    }

    pub(crate) fn flush(&mut self) -> Result<(), Failure> {
        Ok(self.out.flush()?)
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // Formatted output arrives in whole strings, so UTF-8 is never split.
        match std::str::from_utf8(bytes) {
            Ok(text) if self.is_shown => self.out.write_all(harmless(text).as_bytes())?,
            _ => self.out.write_all(bytes)?,
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// How the cells of a column are aligned.
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

/// A column of numbers with a computed name.
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

/// Bytes in a suitable unit: `74.8 MB`, `42.6 KB`.
pub(crate) fn size(bytes: u64) -> String {
    match bytes as f64 {
        bytes if bytes >= 1e9 => format!("{:.2} GB", bytes / 1e9),
        bytes if bytes >= 1e6 => format!("{:.1} MB", bytes / 1e6),
        bytes => format!("{:.1} KB", bytes / 1e3),
    }
}

/// A sum of weights: without decimals if it is whole, otherwise with two.
pub(crate) fn decimal(combos: f64) -> String {
    let text = fixed(combos, 2);
    let (whole, fraction) = text.split_once('.').unwrap_or((&text, ""));
    let whole = whole.parse().map_or_else(|_| whole.to_owned(), thousands);
    if fraction == "00" { whole } else { format!("{whole}.{fraction}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_of_weights_read_well() {
        for (combos, text) in [
            (0.0, "0"),
            (-0.001, "0"),
            (6.0, "6"),
            (1326.0, "1,326"),
            (15.999, "16"),
            (1234.5, "1,234.50"),
        ] {
            assert_eq!(decimal(combos), text);
        }
    }

    #[test]
    fn escape_sequences_are_not_written() {
        assert_eq!(harmless("\u{1b}[31mred\u{9b}1m\r\n\tend\u{7f}"), "?[31mred?1m\r\n\tend?");
        assert_eq!(harmless("over\rwritten"), "over?written");
        assert!(matches!(harmless("5\u{20ac} \u{e4}"), Cow::Borrowed(_)));
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
