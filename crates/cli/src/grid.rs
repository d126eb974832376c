//! The 13 x 13 grid of Hold'em classes as a heat map.

use std::io::{self, Write};

use anstyle::{Ansi256Color, Style};
use quasar::cards::HoldemClass;

use crate::output::Output;

/// Writes the equity of every class in percent; `nothing` where there is none.
pub(crate) fn write_grid(
    equity: impl Fn(HoldemClass) -> Option<f64>,
    nothing: &str,
    output: &mut Output,
) -> io::Result<()> {
    let width = nothing.len().max("100".len());
    write_cells(
        |class| {
            let name = class.to_string();
            let (style, text) = match equity(class) {
                Some(equity) => (heat(equity), format!("{equity:.0}")),
                None => (Style::new().dimmed(), nothing.to_owned()),
            };
            vec![(style, format!(" {name:<3} {text:>width$}"))]
        },
        output,
    )
}

/// Writes the grid; each cell is made of texts, each in its style. Without colour
/// no line ends with blanks.
pub(crate) fn write_cells(
    cell: impl Fn(HoldemClass) -> Vec<(Style, String)>,
    output: &mut Output,
) -> io::Result<()> {
    for row in HoldemClass::all().collect::<Vec<_>>().chunks(13) {
        let texts: Vec<(Style, String)> = row.iter().flat_map(|&class| cell(class)).collect();
        if output.has_color() {
            texts.iter().try_for_each(|(style, text)| output.styled(*style, text))?;
            writeln!(output)?;
        } else {
            let line: String = texts.into_iter().map(|(_, text)| text).collect();
            writeln!(output, "{}", line.trim_end())?;
        }
    }
    Ok(())
}

/// Red for 0 percent, yellow for 50, green for 100.
fn heat(equity: f64) -> Style {
    const STEPS: [u8; 11] = [160, 166, 172, 178, 184, 226, 190, 154, 118, 82, 46];
    let step = (equity / 10.0).round().clamp(0.0, 10.0) as usize;
    let background = Ansi256Color(STEPS[step]);
    Style::new().fg_color(Some(Ansi256Color(232).into())).bg_color(Some(background.into()))
}
