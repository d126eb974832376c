//! The 13 x 13 grid of Hold'em classes, at most 80 columns wide.

use std::io::{self, Write};

use anstyle::{Ansi256Color, Style};
use quasar::cards::{HoldemClass, Rank};

use crate::output::Output;
use crate::palette;
use crate::units::fixed;

/// Characters in a cell; cells are separated by a blank.
pub(crate) const CELL: usize = 5;

/// Classes in a row.
const ROW: usize = Rank::COUNT;

/// A part of a cell in its style.
pub(crate) type Styled = (Style, String);

/// Writes the equity of every class, 0 to 1, in percent; `nothing` if it has none.
pub(crate) fn write_grid(
    equity: impl Fn(HoldemClass) -> Option<f64>,
    nothing: &str,
    output: &mut Output,
) -> io::Result<()> {
    let cell = |class| match equity(class) {
        Some(equity) => (heat(equity), fixed(100.0 * equity, 0)),
        None => (Style::new().dimmed(), nothing.to_owned()),
    };
    write_numbers(cell, output)
}

/// Writes a number for every class. Rows and columns are labelled with their ranks;
/// suited classes are above the diagonal.
pub(crate) fn write_numbers(
    cell: impl Fn(HoldemClass) -> Styled,
    output: &mut Output,
) -> io::Result<()> {
    let ranks = || Rank::ALL.into_iter().rev();
    let head: String = ranks().map(|rank| format!(" {:>CELL$}", rank.to_char())).collect();
    output.styled(Style::new().bold(), &format!(" {head}"))?;
    writeln!(output)?;
    let classes: Vec<HoldemClass> = HoldemClass::all().collect();
    for (rank, row) in ranks().zip(classes.chunks(ROW)) {
        let mut texts = vec![(Style::new().bold(), rank.to_char().to_string())];
        for &class in row {
            let (style, text) = cell(class);
            texts.extend([(Style::new(), " ".to_owned()), (style, format!("{text:>CELL$}"))]);
        }
        write_line(texts, output)?;
    }
    Ok(())
}

/// Writes the grid. A cell is a list of styled texts with [`CELL`] characters in total.
pub(crate) fn write_cells(
    cell: impl Fn(HoldemClass) -> Vec<Styled>,
    output: &mut Output,
) -> io::Result<()> {
    write_lines(&[&cell], output)
}

/// The same with cells of several lines.
pub(crate) fn write_lines(
    lines: &[&dyn Fn(HoldemClass) -> Vec<Styled>],
    output: &mut Output,
) -> io::Result<()> {
    for row in HoldemClass::all().collect::<Vec<_>>().chunks(ROW) {
        for line in lines {
            let mut texts = Vec::new();
            for (number, &class) in row.iter().enumerate() {
                if number > 0 {
                    texts.push((Style::new(), " ".to_owned()));
                }
                texts.extend(line(class));
            }
            write_line(texts, output)?;
        }
    }
    Ok(())
}

/// Writes a line; without colour, trailing blanks are dropped.
fn write_line(texts: Vec<Styled>, output: &mut Output) -> io::Result<()> {
    if output.has_color() {
        texts.iter().try_for_each(|(style, text)| output.styled(*style, text))?;
        return writeln!(output);
    }
    let line: String = texts.into_iter().map(|(_, text)| text).collect();
    writeln!(output, "{}", line.trim_end())
}

/// A number with as many decimals, up to `digits`, as fit in a cell.
pub(crate) fn short(number: f64, digits: usize) -> String {
    let texts = (0..=digits).rev().map(|digits| fixed(number, digits));
    let whole = fixed(number, 0);
    texts.into_iter().find(|text| text.len() <= CELL).unwrap_or(whole)
}

fn heat(equity: f64) -> Style {
    let (text, background) = (Ansi256Color(palette::DARK), Ansi256Color(palette::heat(equity)));
    Style::new().fg_color(Some(text.into())).bg_color(Some(background.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_fit_their_cell() {
        for (number, text) in [
            (0.126, "0.13"),
            (-0.001, "0.00"),
            (-9.876, "-9.88"),
            (-12.345, "-12.3"),
            (123.456, "123.5"),
            (-123.456, "-123"),
        ] {
            assert_eq!(short(number, 2), text);
        }
    }
}
