//! The report over many flops as a table on the terminal, sorted by any of its columns.

use std::io::Write;

use quasar::spot::{BoardReport, BoardsMean, BoardsReport, DamagedBoard};
use quasar_export::{DataColumn, MEAN, Values, boards_columns};

use crate::error::Failure;
use crate::node_text::{chips, percent};
use crate::output::{Column, Output, decimal, left, right, right_owned, thousands};
use crate::units::fixed;

/// Fails if a report with these actions at the first decision has no such column, so that
/// the mistake is reported before anything is solved.
pub(crate) fn check_sort(by: &str, actions: Vec<String>) -> Result<(), Failure> {
    let report = BoardsReport { actions, ..BoardsReport::empty() };
    column(&boards_columns(&report), by).map(|_| ())
}

/// The column to sort by, and whether the order is descending, which a minus before the
/// name asks for. `ev`, `equity` and `eqr` alone mean those of `oop`.
fn column<'a>(columns: &'a [DataColumn], by: &str) -> Result<(&'a DataColumn, bool), Failure> {
    let (name, falling) = match by.strip_prefix('-') {
        Some(name) => (name, true),
        None => (by, false),
    };
    let name = match name {
        "ev" | "equity" | "eqr" => format!("oop_{name}"),
        name => name.replace('-', "_"),
    };
    let found = columns.iter().find(|column| column.name == name);
    found.map(|column| (column, falling)).ok_or_else(|| {
        let names: Vec<&str> = columns.iter().map(|column| column.name.as_str()).collect();
        let names = names.join(", ");
        Failure::Usage(format!("--sort {by}: no such column; the columns are {names}"))
    })
}

/// Sorts the flops by a column.
pub(crate) fn sort(report: &mut BoardsReport, by: &str) -> Result<(), Failure> {
    let columns = boards_columns(report);
    let (column, falling) = column(&columns, by)?;
    let mut order: Vec<usize> = (0..report.boards.len()).collect();
    match &column.values {
        Values::Text(texts) => order.sort_by(|&one, &other| texts[one].cmp(&texts[other])),
        Values::Count(numbers) => order.sort_by_key(|&row| numbers[row]),
        // The report has no such column.
        Values::Single(_) => {}
        Values::Double(numbers) => {
            let number = |row: usize| numbers[row].unwrap_or(f64::NEG_INFINITY);
            order.sort_by(|&one, &other| number(one).total_cmp(&number(other)));
        }
    }
    if falling {
        order.reverse();
    }
    report.boards = order.into_iter().map(|row| report.boards[row].clone()).collect();
    Ok(())
}

/// The table, and the flops that are missing from it.
pub(crate) fn show(report: &BoardsReport, output: &mut Output) -> Result<(), Failure> {
    writeln!(
        output,
        "pot {}, {} behind; {} acts first\n",
        thousands(report.pot),
        thousands(report.stack),
        report.player,
    )?;
    let mut headings: Vec<Column> = vec![
        left("flop"),
        right("weight"),
        right("chance"),
        right("oop equity"),
        right("oop EV"),
        right("oop EQR"),
        right("ip equity"),
        right("ip EV"),
        right("ip EQR"),
        right("exploitability"),
    ];
    headings.extend(report.actions.iter().cloned().map(right_owned));
    let damaged = |board: &DamagedBoard| {
        let mut row = vec![board.flop.clone(), decimal(board.weight), "damaged".to_owned()];
        row.resize(headings.len(), "-".to_owned());
        row
    };
    let rows = report.boards.iter().map(row).chain(report.damaged.iter().map(damaged));
    let rows = rows.chain([mean_row(&report.mean)]);
    output.table(&headings, &rows.collect::<Vec<_>>())?;
    if !report.missing.is_empty() || !report.damaged.is_empty() {
        writeln!(output)?;
    }
    for damaged in &report.damaged {
        writeln!(output, "damaged: {}", damaged.error)?;
    }
    for missing in &report.missing {
        writeln!(output, "left out: {}, {}", missing.flop, missing.why)?;
    }
    Ok(())
}

/// Fails if a save could not be read.
pub(crate) fn check_damaged(report: &BoardsReport) -> Result<(), Failure> {
    match report.damaged.len() {
        0 => Ok(()),
        damaged => Err(Failure::DamagedSaves { damaged, saves: damaged + report.boards.len() }),
    }
}

fn row(board: &BoardReport) -> Vec<String> {
    let mut row = vec![board.flop.clone(), decimal(board.weight), percent(Some(board.chance))];
    row.extend(players(board.equity, board.ev, board.eqr));
    row.push(fixed(board.exploitability_percent, 3) + "%");
    row.extend(board.frequencies.iter().map(|&part| percent(Some(part))));
    row
}

fn mean_row(mean: &BoardsMean) -> Vec<String> {
    let mut row = vec![MEAN.to_owned(), decimal(mean.weight), percent(Some(1.0))];
    row.extend(players(mean.equity, mean.ev, mean.eqr));
    row.push(fixed(mean.exploitability_percent, 3) + "%");
    row.extend(mean.frequencies.iter().map(|&part| percent(Some(part))));
    row
}

fn players(equity: [f64; 2], ev: [f64; 2], eqr: [Option<f64>; 2]) -> impl Iterator<Item = String> {
    (0..2).flat_map(move |side| {
        [percent(Some(equity[side])), chips(Some(ev[side])), percent(eqr[side])]
    })
}
