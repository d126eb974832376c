//! The solution of a spot of Omaha as text: kinds of hands instead of a grid.

use std::io::{self, Write};

use quasar::{OmahaGroupReport, OmahaNodeReport, OmahaReport};

use super::show_spot;
use super::show_toy::ended;
use crate::error::Failure;
use crate::node_text;
use crate::output::{Output, decimal, left, right, right_owned, thousands};
use crate::units::duration;

/// Kinds with fewer combos than this part of all are not divided further.
const DIVIDED: f64 = 0.02;

pub(super) fn report(report: &OmahaReport, output: &mut Output) -> Result<(), Failure> {
    show_spot::players(&report.players, output)?;
    writeln!(
        output,
        "\nexploitability {:.3} chips, {:.3}% of the pot, in the whole game",
        report.exploitability, report.exploitability_percent,
    )?;
    writeln!(
        output,
        "{} {} iterations, {}\n",
        ended(report.ended),
        thousands(report.iterations.into()),
        duration(report.seconds).trim_end(),
    )?;
    node(&report.node, output)
}

fn node(node: &OmahaNodeReport, output: &mut Output) -> Result<(), Failure> {
    let ev = node.ev.map_or(String::new(), |ev| format!(", EV {ev:.2}"));
    let (line, board, player) = (&node.line, &node.board, node.player);
    writeln!(output, "{line} on {board}: {player} acts, pot {}{ev}", thousands(node.pot))?;
    if let Some(solved) = &node.solved_as {
        writeln!(output, "(solved as {solved}, which is the same up to suits)")?;
    }
    writeln!(output)?;
    node_text::actions(&node.actions, output)?;
    let all: f64 =
        node.groups.iter().filter(|kind| kind.by == "made").map(|kind| kind.combos).sum();
    for kinds in node.groups.chunk_by(|one, other| one.by == other.by) {
        writeln!(output)?;
        let mut rows = Vec::new();
        for kind in kinds {
            rows.push(row(kind, "", kinds[0].frequencies.len()));
            if kind.groups.len() > 1 && kind.combos >= DIVIDED * all {
                let finer =
                    kind.groups.iter().map(|finer| row(finer, "  ", finer.frequencies.len()));
                rows.extend(finer);
            }
        }
        let mut columns = vec![left(heading(kinds[0].by)), right("combos")];
        columns.extend(node.actions.iter().map(|action| right_owned(action.action.clone())));
        columns.extend([right("EV"), right("equity")]);
        output.table(&columns, &rows)?;
    }
    if !node.hands.is_empty() {
        writeln!(output)?;
        hands(node, output)?;
    }
    Ok(())
}

fn heading(by: &'static str) -> &'static str {
    match by {
        "made" => "made hands",
        by => by,
    }
}

fn row(kind: &OmahaGroupReport, indent: &str, actions: usize) -> Vec<String> {
    let mut cells = vec![format!("{indent}{}", kind.name), decimal(kind.combos)];
    cells.extend((0..actions).map(|action| percent(Some(kind.frequencies[action]))));
    cells.extend([number(kind.ev), percent(kind.equity)]);
    cells
}

fn percent(part: Option<f64>) -> String {
    part.map_or("-".to_owned(), |part| format!("{:.1}%", 100.0 * part))
}

fn number(value: Option<f64>) -> String {
    value.map_or("-".to_owned(), |value| format!("{value:.2}"))
}

fn hands(node: &OmahaNodeReport, output: &mut Output) -> Result<(), Failure> {
    let mut columns = vec![left("hand"), right("weight")];
    columns.extend(node.actions.iter().map(|action| right_owned(action.action.clone())));
    columns.extend([right("EV"), right("equity")]);
    let rows: Vec<Vec<String>> = node
        .hands
        .iter()
        .map(|hand| {
            let mut cells = vec![hand.hand.clone(), format!("{:.3}", hand.weight)];
            cells.extend(hand.frequencies.iter().map(|&part| percent(Some(f64::from(part)))));
            cells.extend([number(hand.ev), percent(hand.equity)]);
            cells
        })
        .collect();
    Ok(output.table(&columns, &rows)?)
}

/// The hands of a decision, one a row.
pub(super) fn csv(node: &OmahaNodeReport, output: &mut Output) -> Result<(), Failure> {
    write!(output, "hand,weight,ev,equity")?;
    for action in &node.actions {
        write!(output, ",{}", action.action)?;
    }
    writeln!(output)?;
    for hand in &node.hands {
        let text = |value: Option<f64>| value.map_or(String::new(), |value| format!("{value:.4}"));
        write!(output, "{},{},{},{}", hand.hand, hand.weight, text(hand.ev), text(hand.equity))?;
        hand.frequencies
            .iter()
            .try_for_each(|part| -> io::Result<()> { write!(output, ",{part:.6}") })?;
        writeln!(output)?;
    }
    Ok(())
}
