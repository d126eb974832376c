//! Categories of Omaha hands as tables, because four cards do not fit a grid.

use std::io::Write;

use quasar::schema::names::{Grouping, Groupings, Names};
use quasar::spot::{HandGroupReport, MadeDrawReport, SpotNodeReport};

use crate::error::Failure;
use crate::node_text::keys;
use crate::output::{Output, decimal, left, right, right_owned};
use crate::units::{fixed, percent};

/// Categories with a smaller share of all combos than this are not divided further.
const DIVIDED: f64 = 0.02;

/// The categories of hands at a decision: a table for each way of grouping.
pub(crate) fn kinds(node: &SpotNodeReport, output: &mut Output) -> Result<(), Failure> {
    let all: f64 =
        node.groups.iter().filter(|kind| kind.by.0 == Grouping::Made).map(|kind| kind.combos).sum();
    for (number, kinds) in node.groups.chunk_by(|one, other| one.by == other.by).enumerate() {
        if number > 0 {
            writeln!(output)?;
        }
        let mut rows = Vec::new();
        for kind in kinds {
            rows.push(row(kind, ""));
            let finer = || kind.groups.iter().filter(|finer| finer.by == kind.by);
            if finer().count() > 1 && kind.combos >= DIVIDED * all {
                rows.extend(finer().map(|finer| row(finer, "  ")));
            }
        }
        let mut columns = vec![left(heading(kinds[0].by.0)), right("combos")];
        columns.extend(node.actions.iter().map(|action| right_owned(action.action.clone())));
        columns.extend([right("EV"), right("equity")]);
        output.table(&columns, &rows)?;
        if kinds[0].by.0 == Grouping::Draws {
            writeln!(output)?;
            made_and_draws(node, output)?;
        }
    }
    Ok(())
}

/// Made hands down, draws across: combos and their most frequent action.
fn made_and_draws(node: &SpotNodeReport, output: &mut Output) -> Result<(), Failure> {
    const DRAWS: [&str; 4] = ["both", "flush draw", "straight draw", "no draw"];
    let keys = keys(&node.actions);
    let cell = |cell: &MadeDrawReport| {
        let parts = cell.frequencies.iter().enumerate().filter(|(_, part)| **part > 0.0);
        let most = parts.max_by(|one, other| one.1.total_cmp(other.1));
        let does = most.map_or(String::new(), |(action, &part)| {
            format!("  {} {:>4}", keys[action], percent(part, 0))
        });
        decimal(cell.combos) + &does
    };
    let rows = node.made_and_draws.chunk_by(|one, other| one.made == other.made).map(|made| {
        let of = |draw: &str| made.iter().find(|cell| cell.draw == draw);
        let cells = DRAWS.iter().map(|draw| of(draw).map_or_else(|| "-".to_owned(), cell));
        [made[0].made.clone()].into_iter().chain(cells).collect::<Vec<String>>()
    });
    let mut columns = vec![left("made hands by draw")];
    columns.extend(DRAWS.map(right));
    output.table(&columns, &rows.collect::<Vec<_>>())?;
    Ok(writeln!(output, "(combos, and the frequency of their most frequent action)")?)
}

fn heading(by: Grouping) -> &'static str {
    match by {
        Grouping::Made => "made hands",
        other => Groupings::name(other),
    }
}

fn row(kind: &HandGroupReport, indent: &str) -> Vec<String> {
    let none = || "-".to_owned();
    let mut cells = vec![format!("{indent}{}", kind.name), decimal(kind.combos)];
    cells.extend(kind.frequencies.iter().map(|&part| percent(part, 1)));
    cells.push(kind.ev.map_or_else(none, |ev| fixed(ev, 2)));
    cells.push(kind.equity.map_or_else(none, |equity| percent(equity, 1)));
    cells
}
