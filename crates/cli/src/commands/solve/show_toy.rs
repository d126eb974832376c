//! The solution of a toy game as text.

use std::io::Write;

use quasar::{
    job::Ended,
    toy::{DecisionReport, KnownValue, ToyReport},
};

use crate::error::Failure;
use crate::output::{Column, Output, left, right_owned, thousands};
use crate::units::{bytes, duration, fixed, rate};

/// Rows of the strategy that are shown by default.
const FIRST_ROWS: usize = 40;

pub(super) fn report(
    report: &ToyReport,
    known: Option<KnownValue>,
    all: bool,
    output: &mut Output,
) -> Result<(), Failure> {
    writeln!(
        output,
        "{}: {}, {} updates, {} precision, {} of memory\n",
        report.game,
        report.algorithm,
        report.updates,
        report.precision,
        bytes(report.memory.total),
    )?;
    let known = match known {
        Some(KnownValue { value, text }) if text.contains('/') => {
            format!("  (known: {text} = {value:.6})")
        }
        Some(KnownValue { text, .. }) => format!("  (known: {text})"),
        None => String::new(),
    };
    writeln!(output, "value for player 1  {:>9}{known}", fixed(report.value, 6))?;
    let [first, second] = report.gains.map(|gain| fixed(gain, 6));
    writeln!(
        output,
        "exploitability      {:>9}  (best-response gains: player 1 {first}, player 2 {second})",
        fixed(report.exploitability, 6),
    )?;
    writeln!(
        output,
        "{} {} iterations, {}, {} nodes per second\n",
        ended(report.ended),
        thousands(report.iterations.into()),
        duration(report.seconds).trim_end(),
        rate(report.nodes_per_second).trim_end(),
    )?;
    strategies(&report.decisions, all, output)
}

pub(super) fn ended(ended: Ended) -> &'static str {
    match ended {
        Ended::GoalReached => "target reached after",
        Ended::Iterations => "done:",
        Ended::Time => "time limit reached after",
        Ended::Cancelled => "stopped after",
    }
}

/// Tables of neighbouring decisions with the same actions.
fn strategies(decisions: &[DecisionReport], all: bool, output: &mut Output) -> Result<(), Failure> {
    let mut rows = 0;
    let fits = decisions.iter().take_while(|decision| {
        rows += decision.hands.len();
        all || rows <= FIRST_ROWS
    });
    let shown = &decisions[..fits.count().max(1).min(decisions.len())];
    let tables = shown.chunk_by(|one, next| one.actions == next.actions);
    for (number, table) in tables.enumerate() {
        if number > 0 {
            writeln!(output)?;
        }
        write_table(table, output)?;
    }
    if shown.len() < decisions.len() {
        let (some, many) = (thousands(shown.len() as u64), thousands(decisions.len() as u64));
        writeln!(output, "\nfirst {some} of {many} decisions; --all shows all of them")?;
    }
    Ok(())
}

fn write_table(decisions: &[DecisionReport], output: &mut Output) -> Result<(), Failure> {
    let boards = decisions.iter().any(|decision| !decision.board.is_empty());
    let mut columns: Vec<Column> = vec![left("line")];
    if boards {
        columns.push(left("board"));
    }
    columns.extend([left("player"), left("hand")]);
    let actions = decisions.first().map_or(&[][..], |decision| &decision.actions);
    columns.extend(actions.iter().cloned().map(right_owned));
    let mut rows = Vec::new();
    for decision in decisions {
        for hand in &decision.hands {
            let line = if decision.line.is_empty() { "(start)" } else { &decision.line };
            let mut row = vec![line.to_owned()];
            if boards {
                row.push(decision.board.clone());
            }
            row.extend([decision.player.to_string(), hand.hand.clone()]);
            let frequencies = hand.frequencies.iter();
            row.extend(frequencies.map(|frequency| format!("{:.1}%", 100.0 * frequency)));
            rows.push(row);
        }
    }
    Ok(output.table(&columns, &rows)?)
}
