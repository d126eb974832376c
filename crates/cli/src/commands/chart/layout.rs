//! What pictures of charts have in common: measures, colours and words.

use quasar::preflop::{ChartActionReport, ChartReport, ChartsReport};
use quasar::schema::names::ActionKind;

/// Side of a cell, the space around grids, and the height of the text above one.
pub(super) const CELL: f64 = 36.0;
pub(super) const MARGIN: f64 = 12.0;
pub(super) const HEAD: f64 = 52.0;

/// The height of the line below all grids.
pub(super) const FOOT: f64 = 20.0;

/// Side of a grid.
pub(super) const GRID: f64 = 13.0 * CELL;

/// A colour: red, green, blue.
pub(super) type Colour = [u8; 3];

pub(super) const PAPER: Colour = [0xff, 0xff, 0xff];
pub(super) const INK: Colour = [0x00, 0x00, 0x00];
pub(super) const FAINT_INK: Colour = [0x55, 0x55, 0x55];
/// The ground of a cell that no hand reaches.
pub(super) const EMPTY: Colour = [0xee, 0xee, 0xee];

/// Raises from small to large.
const RAISES: [Colour; 4] =
    [[0xf4, 0xa5, 0x82], [0xe0, 0x70, 0x5a], [0xc0, 0x3a, 0x3a], [0x8c, 0x1d, 0x2f]];

/// Width and height of a picture.
pub(super) fn size(charts: &ChartsReport) -> [f64; 2] {
    let width = MARGIN + charts.charts.len() as f64 * (GRID + MARGIN);
    [width, HEAD + GRID + MARGIN + FOOT]
}

/// Blue for folds, green for checks and calls, reds for raises.
pub(super) fn colours(actions: &[ChartActionReport]) -> Vec<Colour> {
    let mut raises = RAISES.into_iter().cycle();
    let colour = |action: &ChartActionReport| match action.kind.0 {
        ActionKind::Fold => [0xb8, 0xcf, 0xe5],
        ActionKind::Check | ActionKind::Call => [0x8f, 0xd1, 0x9e],
        ActionKind::Bet | ActionKind::Raise => raises.next().unwrap_or(RAISES[0]),
    };
    actions.iter().map(colour).collect()
}

/// The words above a grid.
pub(super) fn title(charts: &ChartsReport, chart: &ChartReport) -> String {
    format!("{} big blinds, {}, {}", charts.stack, chart.player, chart.decision)
}

/// An action and how often it is taken.
pub(super) fn label(action: &ChartActionReport) -> String {
    let share = action.frequency.map_or(String::new(), |part| format!(" {:.1}%", 100.0 * part));
    format!("{}{share}", action.action)
}

/// The words below all grids.
pub(super) fn footer(charts: &ChartsReport) -> String {
    let found = charts.exploitability_mbb;
    // Push or fold is solved to a thousandth of an mbb, play to the river to several.
    let digits = if found < 0.1 { 6 } else { 1 };
    format!("exploitability {found:.digits$} mbb per hand")
}
