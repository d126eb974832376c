//! Charts as a picture.
//!
//! A cell of the grid is divided among the actions, each in the colour of its kind.

use std::fmt::Write;

use quasar::cards::HoldemClass;
use quasar::preflop::{ChartActionReport, ChartReport, ChartsReport};
use quasar::schema::names::ActionKind;

/// Pixels of a cell, of the space around grids, and of the lines of text above one.
const CELL: f64 = 36.0;
const MARGIN: f64 = 12.0;
const HEAD: f64 = 52.0;

/// Side of a grid.
const GRID: f64 = 13.0 * CELL;

/// All charts, side by side.
pub(super) fn picture(charts: &ChartsReport) -> String {
    let width = MARGIN + charts.charts.len() as f64 * (GRID + MARGIN);
    let height = HEAD + GRID + MARGIN + 20.0;
    let mut text = String::new();
    let _ = writeln!(
        text,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>"
    );
    for (number, chart) in charts.charts.iter().enumerate() {
        let left = MARGIN + number as f64 * (GRID + MARGIN);
        draw(charts, chart, left, &mut text);
    }
    let _ = writeln!(
        text,
        "<text x=\"{MARGIN}\" y=\"{}\" fill=\"#555555\">exploitability {:.6} mbb per hand</text>\n</svg>",
        height - MARGIN,
        charts.exploitability_mbb
    );
    text
}

/// One chart.
fn draw(charts: &ChartsReport, chart: &ChartReport, left: f64, text: &mut String) {
    let title = format!("{} big blinds, {}, {}", charts.stack, chart.player, chart.decision);
    let _ = writeln!(
        text,
        "<text x=\"{left}\" y=\"20\" font-weight=\"bold\" font-size=\"14\">{}</text>",
        escaped(&title)
    );
    let mut x = left;
    for (action, colour) in chart.actions.iter().zip(colours(&chart.actions)) {
        let share = action.frequency.map_or(String::new(), |part| format!(" {:.1}%", 100.0 * part));
        let label = format!("{}{share}", action.action);
        let _ = writeln!(
            text,
            "<rect x=\"{x}\" y=\"30\" width=\"12\" height=\"12\" fill=\"{colour}\"/>\
             <text x=\"{}\" y=\"40\">{}</text>",
            x + 16.0,
            escaped(&label)
        );
        x += 36.0 + 7.0 * label.len() as f64;
    }
    for class in HoldemClass::all() {
        let (x, y) = (left + CELL * class.column() as f64, HEAD + CELL * class.row() as f64);
        let _ = write!(
            text,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"#eeeeee\"/>"
        );
        let mut start = x;
        for (action, colour) in chart.actions.iter().zip(colours(&chart.actions)) {
            let part = CELL * action.classes[class.index()].frequency.unwrap_or(0.0);
            if part > 0.0 {
                let _ = write!(
                    text,
                    "<rect x=\"{start:.2}\" y=\"{y}\" width=\"{part:.2}\" height=\"{CELL}\" \
                     fill=\"{colour}\"/>"
                );
            }
            start += part;
        }
        let _ = writeln!(
            text,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"none\" \
             stroke=\"#ffffff\"/><text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{class}</text>",
            x + CELL / 2.0,
            y + CELL / 2.0 + 4.0
        );
    }
}

/// Blue for folds, green for checks and calls, reds for raises from small to large.
fn colours(actions: &[ChartActionReport]) -> Vec<&'static str> {
    let mut raises = ["#f4a582", "#e0705a", "#c03a3a", "#8c1d2f"].into_iter().cycle();
    let colour = |action: &ChartActionReport| match action.kind.0 {
        ActionKind::Fold => "#b8cfe5",
        ActionKind::Check | ActionKind::Call => "#8fd19e",
        ActionKind::Bet | ActionKind::Raise => raises.next().unwrap_or("#c03a3a"),
    };
    actions.iter().map(colour).collect()
}

/// Text without what XML takes for its own.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
