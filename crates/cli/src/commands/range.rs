//! `quasar range`.

use std::io::{self, Write};

use anstyle::{Ansi256Color, Style};
use clap::Args;
use quasar::cards::{Board, Game, HoldemClass};
use quasar::{
    range::{ClassReport, RangeReport, RangeSpec},
    request::read,
};

use crate::error::Failure;
use crate::grid::{CELL, write_cells};
use crate::output::{Output, decimal, left, right, tell_warnings, thousands};
use crate::units::percent;

/// Show the hands in a range.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quasar range \"QQ+,AKs:0.5\"
  quasar range \"[82.0]QJs,Q4s[/82.0],AA\" --board Td9d6h
  quasar range 'AA:$ds,KK@50' --game plo4 --json")]
pub(crate) struct RangeArguments {
    /// The range, such as `QQ+,AKs:0.5`; see docs/NOTATION.md for every form.
    range: String,
    /// The game: holdem, plo4, plo5 or plo6.
    #[arg(long, default_value = "holdem")]
    game: String,
    /// The board, whose cards no hand can hold.
    #[arg(long, default_value = "", value_name = "CARDS", hide_default_value = true)]
    board: String,
    /// Print the report as JSON.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &RangeArguments, output: &mut Output) -> Result<(), Failure> {
    let game = read("game", &arguments.game, str::parse::<Game>)?;
    let board = read("board", &arguments.board, str::parse::<Board>)?;
    let report = RangeSpec::of_text(game, &arguments.range, board)?.report();
    tell_warnings(&report.warnings);
    if arguments.json {
        return output.json(&report);
    }
    write_summary(&report, output)?;
    if game == Game::Holdem { write_grid(&report, output) } else { write_shapes(&report, output) }
}

/// Most characters of an Omaha range on a terminal; JSON has longer ones.
const MOST_TEXT: usize = 1_000;

fn write_summary(report: &RangeReport, output: &mut Output) -> io::Result<()> {
    let short = |text: &&String| report.game.0 == Game::Holdem || text.len() <= MOST_TEXT;
    if let Some(text) = report.text.as_ref().filter(short) {
        writeln!(output, "range   {}", if text.is_empty() { "(empty)" } else { text })?;
    }
    if !report.board.is_empty() {
        writeln!(output, "board   {}", report.board)?;
    }
    writeln!(
        output,
        "combos  {} of {} ({} of all hands){}",
        decimal(report.combos),
        thousands(report.possible as u64),
        percent(report.fraction, 2),
        if report.hands as f64 == report.combos {
            String::new()
        } else {
            format!(", {} combos with nonzero weight", thousands(report.hands as u64))
        },
    )?;
    writeln!(output)
}

/// The 13 x 13 grid. A cell has the name of its class, and its weight in percent if below
/// 100; a dot if the class is not in the range; nothing if the board blocks it.
fn write_grid(report: &RangeReport, output: &mut Output) -> Result<(), Failure> {
    let color = output.has_color();
    let cell = |class: HoldemClass| {
        let class = &report.classes[class.index()];
        vec![(shade(class), cell(class, color))]
    };
    Ok(write_cells(cell, output)?)
}

fn cell(class: &ClassReport, color: bool) -> String {
    let name = &class.class;
    let percent = (100.0 * class.weight).round().clamp(1.0, 99.0);
    let text = match class.weight {
        _ if class.possible == 0 => String::new(),
        0.0 if !color => "  .".to_owned(),
        0.0 | 1.0 => name.clone(),
        _ => format!("{name:<3}{percent:02}"),
    };
    format!("{text:<CELL$}")
}

/// The colours of a cell: the lower the weight, the darker.
fn shade(class: &ClassReport) -> Style {
    let color = |index: u8| Some(Ansi256Color(index).into());
    let (text, background) = match class.weight {
        _ if class.possible == 0 => (240, 232),
        0.0 => (244, 236),
        weight if weight < 0.25 => (255, 22),
        weight if weight < 0.5 => (255, 28),
        weight if weight < 1.0 => (232, 70),
        _ => (232, 118),
    };
    Style::new().fg_color(color(text)).bg_color(color(background))
}

fn write_shapes(report: &RangeReport, output: &mut Output) -> Result<(), Failure> {
    let rows: Vec<Vec<String>> = report
        .shapes
        .iter()
        .map(|shape| {
            vec![
                shape.ranks.clone(),
                shape.suits.clone(),
                thousands(shape.hands as u64),
                decimal(shape.combos),
                percent(shape.fraction, 2),
            ]
        })
        .collect();
    let columns =
        [left("ranks"), left("suits"), right("hands"), right("combos"), right("of the range")];
    Ok(output.table(&columns, &rows)?)
}
