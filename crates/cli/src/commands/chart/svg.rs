//! Charts as a picture.
//!
//! A cell of the grid is divided among the actions, each in the colour of its kind.

use std::fmt::Write;

use quasar::cards::HoldemClass;
use quasar::preflop::{ChartReport, ChartsReport};

use super::layout::{
    CELL, Colour, EMPTY, FAINT_INK, GRID, HEAD, MARGIN, PAPER, colours, footer, label, size, title,
};

/// All charts, side by side.
pub(super) fn picture(charts: &ChartsReport) -> String {
    let [width, height] = size(charts);
    let mut text = String::new();
    let _ = writeln!(
        text,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"{}\"/>",
        hex(PAPER)
    );
    for (number, chart) in charts.charts.iter().enumerate() {
        let left = MARGIN + number as f64 * (GRID + MARGIN);
        draw(charts, chart, left, &mut text);
    }
    let _ = writeln!(
        text,
        "<text x=\"{MARGIN}\" y=\"{}\" fill=\"{}\">{}</text>\n</svg>",
        height - MARGIN,
        hex(FAINT_INK),
        footer(charts)
    );
    text
}

/// One chart.
fn draw(charts: &ChartsReport, chart: &ChartReport, left: f64, text: &mut String) {
    let _ = writeln!(
        text,
        "<text x=\"{left}\" y=\"20\" font-weight=\"bold\" font-size=\"14\">{}</text>",
        escaped(&title(charts, chart))
    );
    let looks: Vec<String> = colours(&chart.actions).into_iter().map(hex).collect();
    let mut x = left;
    for (action, colour) in chart.actions.iter().zip(&looks) {
        let label = label(action);
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
            "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"{}\"/>",
            hex(EMPTY)
        );
        let mut start = x;
        for (action, colour) in chart.actions.iter().zip(&looks) {
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
             stroke=\"{}\"/><text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{class}</text>",
            hex(PAPER),
            x + CELL / 2.0,
            y + CELL / 2.0 + 4.0
        );
    }
}

/// A colour as XML has it.
fn hex([red, green, blue]: Colour) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// Text without what XML takes for its own.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
