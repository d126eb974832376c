//! Kinds of Omaha hands as tables: four cards do not fit a grid.

use std::io::Write;

use quasar::{HandGroupReport, SpotNodeReport};

use crate::error::Failure;
use crate::output::{Output, decimal, left, right, right_owned};

/// Kinds with fewer combos than this part of all are not divided further.
const DIVIDED: f64 = 0.02;

/// The kinds of hands at a decision, a table for each way of grouping.
pub(crate) fn kinds(node: &SpotNodeReport, output: &mut Output) -> Result<(), Failure> {
    let all: f64 =
        node.groups.iter().filter(|kind| kind.by == "made").map(|kind| kind.combos).sum();
    for (number, kinds) in node.groups.chunk_by(|one, other| one.by == other.by).enumerate() {
        if number > 0 {
            writeln!(output)?;
        }
        let mut rows = Vec::new();
        for kind in kinds {
            rows.push(row(kind, ""));
            if kind.groups.len() > 1 && kind.combos >= DIVIDED * all {
                rows.extend(kind.groups.iter().map(|finer| row(finer, "  ")));
            }
        }
        let mut columns = vec![left(heading(kinds[0].by)), right("combos")];
        columns.extend(node.actions.iter().map(|action| right_owned(action.action.clone())));
        columns.extend([right("EV"), right("equity")]);
        output.table(&columns, &rows)?;
    }
    Ok(())
}

fn heading(by: &'static str) -> &'static str {
    match by {
        "made" => "made hands",
        by => by,
    }
}

fn row(kind: &HandGroupReport, indent: &str) -> Vec<String> {
    let percent = |part: f64| format!("{:.1}%", 100.0 * part);
    let none = || "-".to_owned();
    let mut cells = vec![format!("{indent}{}", kind.name), decimal(kind.combos)];
    cells.extend(kind.frequencies.iter().map(|&part| percent(part)));
    cells.push(kind.ev.map_or_else(none, |ev| format!("{ev:.2}")));
    cells.push(kind.equity.map_or_else(none, percent));
    cells
}
