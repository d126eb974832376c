//! Four-card Omaha before the flop.

use std::io::Write;

use quasar::job::{Ended, JobReport, JobSpec, NodeQuery};
use quasar::preflop::{
    OmahaPreflopDocument, OmahaPreflopNodeReport, OmahaPreflopReport, OmahaPreflopSpec,
    OmahaStacksReport, OmahaTree, Stacks,
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

/// Solves all-in or fold, or raises of the pot, with one stack or several.
pub(super) fn run(
    arguments: &PreflopArguments,
    stacks: &Stacks,
    tree: OmahaTree,
    output: &mut Output,
) -> Result<(), Failure> {
    let game = |stack: &f64| {
        let mut document = OmahaPreflopDocument {
            tree: Some(Name(tree).into()),
            target: arguments.target.map(Into::into),
            ..OmahaPreflopDocument::default()
        };
        set_fields(&mut document, &[format!("stack={stack}")], "")?;
        Ok(OmahaPreflopSpec::try_from(document)?)
    };
    let games = stacks.blinds().iter().map(game).collect::<Result<Vec<_>, Failure>>()?;
    let show = NodeQuery::at(&arguments.line);
    let spec = JobSpec::omaha_preflop(games, arguments.output.clone(), show);
    let mut teller = Teller::new(arguments.json);
    let finished = run_job(arguments.runtime(), spec, |event, _| {
        teller.tell(event);
        Ok(())
    })?;
    match (&finished.report, arguments.json) {
        (JobReport::OmahaPreflop(report), true) => output.json(&**report)?,
        (JobReport::OmahaPreflop(report), false) => self::report(report, output)?,
        (JobReport::OmahaStacks(report), true) => output.json(&**report)?,
        (JobReport::OmahaStacks(report), false) => self::stacks(report, output)?,
        _ => return Err(Failure::Cancelled),
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

/// Several stacks: what each reached, and how often each action is taken.
fn stacks(report: &OmahaStacksReport, output: &mut Output) -> Result<(), Failure> {
    let Some(first) = report.stacks.first() else { return Ok(()) };
    writeln!(output, "plo4, heads-up, blinds 0.5 and 1; {}", first.note)?;
    writeln!(
        output,
        "exploitability and EV of the button in mbb per hand, exact over all {} boards",
        thousands(first.boards as u64)
    )?;
    writeln!(output, "{}: the {} acts\n", first.node.line, first.node.player)?;
    let kinds = [ActionKind::Fold, ActionKind::Check, ActionKind::Call, ActionKind::Raise];
    let kinds: Vec<ActionKind> = kinds
        .into_iter()
        .filter(|kind| report.stacks.iter().any(|stack| takes(stack, *kind).is_some()))
        .collect();
    let mut columns = vec![
        right("big blinds"),
        left("ended"),
        right("iterations"),
        right("exploitability"),
        right("EV"),
    ];
    columns.extend(kinds.iter().map(|kind| right(action_name(*kind))));
    let rows = report.stacks.iter().map(|stack| {
        let ended = match stack.ended {
            Ended::GoalReached => "target reached",
            Ended::Cancelled => "stopped",
            _ => "done",
        };
        let mut row = vec![
            stack.stack.to_string(),
            ended.to_owned(),
            stack.iterations.to_string(),
            format!("{:.3}", stack.exploitability_mbb),
            fixed(stack.ev_mbb, 2),
        ];
        let part =
            |kind: &ActionKind| takes(stack, *kind).map_or("-".to_owned(), |part| percent(part, 2));
        row.extend(kinds.iter().map(part));
        row
    });
    output.table(&columns, &rows.collect::<Vec<_>>())?;
    Ok(())
}

/// How often an action of a kind is taken; nothing if there is none.
fn takes(report: &OmahaPreflopReport, kind: ActionKind) -> Option<f64> {
    let alike = |other: ActionKind| action_name(other) == action_name(kind);
    let parts = report.node.actions.iter().filter(|action| alike(action.kind.0));
    parts.map(|action| action.frequency).reduce(|sum, part| Some(sum? + part?)).flatten()
}

fn action_name(kind: ActionKind) -> &'static str {
    match kind {
        ActionKind::Fold => "fold",
        ActionKind::Check => "check",
        ActionKind::Call => "call",
        ActionKind::Bet | ActionKind::Raise => "raise",
    }
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
        columns.push(right(action_name(action.kind.0)));
        columns.push(right("EV"));
    }
    let rows = node.categories.iter().map(|kind| {
        let mut row =
            vec![kind.ranks.clone(), kind.suits.to_string(), thousands(kind.combos.round() as u64)];
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
