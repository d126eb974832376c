//! Four-card Omaha before the flop.

use std::io::Write;

use quasar::job::{Ended, JobReport, JobSpec, NodeQuery, OmahaPreflopRun, RuntimeOptions};
use quasar::preflop::{
    OmahaPreflopDocument, OmahaPreflopNodeReport, OmahaPreflopReport, OmahaPreflopSpec, OmahaTree,
};
use quasar::request::values::Name;
use quasar::schema::names::ActionKind;

use super::PreflopArguments;
use super::tell::Teller;
use crate::error::Failure;
use crate::fields::set_fields;
use crate::output::{Output, left, right, thousands};
use crate::progress::run_job;
use crate::solve_progress::done;
use crate::units::{fixed, percent};

/// Longer range texts are not printed.
const LONGEST: usize = 8_000;

/// Solves all-in or fold, or raises of the pot.
pub(super) fn run(
    arguments: &PreflopArguments,
    stack: f64,
    tree: OmahaTree,
    output: &mut Output,
) -> Result<(), Failure> {
    let mut document = OmahaPreflopDocument {
        tree: Some(Name(tree).into()),
        target: arguments.target.map(Into::into),
        ..OmahaPreflopDocument::default()
    };
    set_fields(&mut document, &[format!("stack={stack}")], "")?;
    let game = OmahaPreflopSpec::try_from(document)?;
    let show = NodeQuery::at(&arguments.line);
    let run = OmahaPreflopRun { game, output: arguments.output.clone(), show };
    let options = RuntimeOptions { threads: arguments.threads, ..RuntimeOptions::default() };
    let mut teller = Teller::new(arguments.json);
    let finished = run_job(options, JobSpec::OmahaPreflop(Box::new(run)), |event, _| {
        teller.tell(event);
        Ok(())
    })?;
    let JobReport::OmahaPreflop(report) = &finished.report else { return Err(Failure::Cancelled) };
    match arguments.json {
        true => output.json(&**report)?,
        false => self::report(report, output)?,
    }
    done(&finished)
}

fn report(report: &OmahaPreflopReport, output: &mut Output) -> Result<(), Failure> {
    writeln!(output, "plo4, heads-up, {} big blinds, blinds 0.5 and 1", report.stack)?;
    writeln!(output, "{}", report.note)?;
    let why = match report.ended {
        Ended::GoalReached => "target reached after",
        Ended::Cancelled => "stopped after",
        _ => "done:",
    };
    writeln!(
        output,
        "{why} {} iterations; exploitability {:.3} mbb per hand, exact over all {} boards; \
         EV of the button {} mbb\n",
        report.iterations,
        report.exploitability_mbb,
        thousands(report.boards as u64),
        fixed(report.ev_mbb, 2),
    )?;
    node(&report.node, output)
}

/// A decision: actions, kinds of hands, ranges.
pub(crate) fn node(node: &OmahaPreflopNodeReport, output: &mut Output) -> Result<(), Failure> {
    writeln!(output, "{}: the {} acts, pot {}bb\n", node.line, node.player, node.pot)?;
    let columns = [left("action"), right("frequency"), right("combos"), left("line")];
    let rows = node.actions.iter().map(|action| {
        vec![
            action.action.clone(),
            action.frequency.map_or("-".to_owned(), |part| percent(part, 2)),
            thousands(action.combos.round() as u64),
            action.line.clone(),
        ]
    });
    output.table(&columns, &rows.collect::<Vec<_>>())?;
    writeln!(output)?;
    let mut columns = vec![left("hands"), left("suits"), right("combos")];
    for action in &node.actions {
        columns.push(right(match action.kind.0 {
            ActionKind::Fold => "fold",
            ActionKind::Check => "check",
            ActionKind::Call => "call",
            ActionKind::Bet | ActionKind::Raise => "raise",
        }));
        columns.push(right("EV"));
    }
    let rows = node.categories.iter().map(|kind| {
        let mut row =
            vec![kind.ranks.clone(), kind.suits.clone(), thousands(kind.combos.round() as u64)];
        for (part, ev) in kind.frequencies.iter().zip(&kind.evs) {
            row.push(percent(*part, 1));
            row.push(ev.map_or("-".to_owned(), |ev| format!("{}bb", fixed(ev, 2))));
        }
        row
    });
    output.table(&columns, &rows.collect::<Vec<_>>())?;
    for action in &node.actions {
        let text = match action.range.len() {
            ..=LONGEST => action.range.clone(),
            long => {
                format!("{} characters of range text, which --json prints", thousands(long as u64))
            }
        };
        writeln!(
            output,
            "\n{} ({}), hands that do it at least half of the time: {text}",
            action.action, action.line
        )?;
    }
    Ok(())
}
