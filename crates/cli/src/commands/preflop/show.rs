//! Preflop strategies as text.

use std::io::Write;

use anstyle::Style;
use quasar::cards::HoldemClass;
use quasar::schema::names::FlopValueSource;
use quasar::{
    job::Ended,
    preflop::{
        ClassDealtReport, ClassFrequencyReport, PreflopNodeReport, PreflopReport, PushFoldReport,
        StreetsReport,
    },
    spot::{ActionReport, ClassStrategyReport},
};

use crate::error::Failure;
use crate::grid::{short, write_grid, write_numbers};
use crate::node_text;
use crate::output::{Output, left, right, thousands};
use crate::units::{duration, fixed, percent};

/// Classes that are listed as dealt too often or too rarely.
const LISTED: usize = 5;

/// The two push-or-fold charts.
pub(super) fn push_fold(report: &PushFoldReport, output: &mut Output) -> Result<(), Failure> {
    let (stack, push, call) = (report.stack, report.push_frequency, report.call_frequency);
    let frequency =
        |chart: &[ClassFrequencyReport], class: HoldemClass| Some(chart[class.index()].frequency);
    writeln!(
        output,
        "heads-up, {stack} big blinds, blinds 0.5 and 1, push or fold; frequencies in percent"
    )?;
    writeln!(output, "\nthe button pushes {} of hands\n", percent(push, 1))?;
    write_grid(|class| frequency(&report.push, class), "", output)?;
    writeln!(output, "\n{}", report.push_range)?;
    writeln!(output, "\nthe big blind calls with {} of hands\n", percent(call, 1))?;
    write_grid(|class| frequency(&report.call, class), "", output)?;
    writeln!(output, "\n{}", report.call_range)?;
    writeln!(
        output,
        "\nexploitability {:.6} mbb per hand, EV of the button {} mbb, {} iterations",
        report.exploitability_mbb,
        fixed(report.ev_mbb, 2),
        thousands(report.iterations.into()),
    )?;
    Ok(())
}

pub(super) fn report(report: &PreflopReport, output: &mut Output) -> Result<(), Failure> {
    writeln!(
        output,
        "{} v {}, {} big blinds, {} decisions",
        report.positions[0], report.positions[1], report.stack, report.decisions
    )?;
    if report.exact_rounds.is_empty() && !report.exact_flops.is_empty() {
        writeln!(output, "no round of exact solves was completed")?;
    }
    match report.flop_value.0 {
        FlopValueSource::Model => {
            let sprs: Vec<String> = report.model_sprs.iter().map(f64::to_string).collect();
            writeln!(output, "flops are valued by the model; SPRs {}", sprs.join(", "))?;
        }
        FlopValueSource::Exact => exact(report, output)?,
        FlopValueSource::Equity => {
            writeln!(output, "no model: flops are valued by equity, as if nobody bet")?;
        }
        FlopValueSource::Streets => {}
    }
    let seen: Vec<String> = report
        .flops_seen
        .iter()
        .map(|(line, pot, spr)| format!("{line} (pot {pot}bb, SPR {spr:.2})"))
        .collect();
    writeln!(output, "a flop is dealt after {}", seen.join(", "))?;
    let why = match report.ended {
        Ended::GoalReached => "target reached after",
        Ended::Cancelled => "stopped after",
        _ => "done:",
    };
    writeln!(
        output,
        "{why} {} iterations; exploitability {:.3} mbb per hand, EV of the button {} mbb\n",
        thousands(report.progress.iteration.into()),
        report.progress.exploitability_mbb,
        fixed(report.progress.ev_mbb, 2),
    )?;
    if let Some(streets) = &report.streets {
        self::streets(streets, output)?;
    }
    node(&report.node, output)
}

/// The game from the blinds to the river: what was solved, how well, and how far to trust it.
fn streets(report: &StreetsReport, output: &mut Output) -> Result<(), Failure> {
    let plan = &report.plan;
    writeln!(
        output,
        "every line is played to the river on {} flops; bets of {}, raises of {}, at most {} a street; {} river buckets",
        plan.flops.len(),
        plan.bet,
        plan.raise,
        plan.raise_cap,
        plan.river_buckets,
    )?;
    if let (Some(exact), Some(rivers)) = (report.exact_exploitability_mbb, report.on_rivers_mbb) {
        writeln!(
            output,
            "exploitability on these flops, without river buckets: {exact:.3} mbb per hand, \
             of which {rivers:.3} on rivers alone",
        )?;
    }
    let dealt = |class: &ClassDealtReport| {
        format!("{} {}%", class.class, fixed(100.0 * class.deviation, 2))
    };
    let dealt: Vec<String> = report.dealt.iter().take(LISTED).map(dealt).collect();
    writeln!(
        output,
        "classes dealt too often or too rarely on these flops: {}\n",
        dealt.join(", ")
    )?;
    let columns =
        [left("line"), right("frequency"), right("pot"), right("SPR"), right("EV of the button")];
    let rows = report.lines.iter().map(|line| {
        vec![
            line.line.clone(),
            percent(line.frequency, 2),
            format!("{}bb", line.pot),
            format!("{:.2}", line.spr),
            line.ev.map_or("-".to_owned(), |ev| format!("{}bb", fixed(ev, 3))),
        ]
    });
    output.table(&columns, &rows.collect::<Vec<_>>())?;
    if !report.checks.is_empty() {
        writeln!(
            output,
            "\nthe same lines on flops outside the subset, solved with the ranges that reach them\n"
        )?;
        let columns = [
            left("line"),
            right("flops"),
            right("EV there"),
            right("standard error"),
            right("EV in the solve"),
            right("difference"),
            right("worst solve"),
        ];
        let rows = report.checks.iter().map(|check| {
            vec![
                check.line.clone(),
                check.flops.to_string(),
                format!("{}bb", fixed(check.ev, 3)),
                format!("{}bb", fixed(check.standard_error, 3)),
                format!("{}bb", fixed(check.said, 3)),
                format!("{}bb", fixed(check.ev - check.said, 3)),
                format!("{:.1} mbb", check.worst_exploitability_mbb),
            ]
        });
        output.table(&columns, &rows.collect::<Vec<_>>())?;
    }
    Ok(writeln!(output)?)
}

/// The exact solves, round by round.
fn exact(report: &PreflopReport, output: &mut Output) -> Result<(), Failure> {
    writeln!(
        output,
        "flops are valued by exact solves of {} at the ranges of each line\n",
        report.exact_flops.join(", ")
    )?;
    let columns = [
        left("round"),
        right("lines"),
        right("too rare"),
        right("solves"),
        right("worst solve"),
        right("largest change"),
        right("mean change"),
        right("frequencies"),
        right("exploitability"),
        right("time"),
    ];
    let rows = report.exact_rounds.iter().map(|round| {
        vec![
            round.round.to_string(),
            round.lines.to_string(),
            round.rare.to_string(),
            round.solves.to_string(),
            format!("{:.2}% of the pot", round.worst_exploitability_percent),
            format!("{:.3}bb", round.largest_change),
            format!("{:.3}bb", round.mean_change),
            format!("{:.4}", round.strategy_change),
            format!("{:.3} mbb", round.exploitability_mbb),
            duration(round.seconds).trim_end().to_owned(),
        ]
    });
    output.table(&columns, &rows.collect::<Vec<_>>())?;
    Ok(writeln!(output)?)
}

/// A decision: actions, grid of frequencies, grid of EVs, ranges.
pub(crate) fn node(node: &PreflopNodeReport, output: &mut Output) -> Result<(), Failure> {
    writeln!(output, "{}: {} acts, pot {}bb\n", node.line, node.player, node.pot)?;
    let actions: Vec<ActionReport> = node
        .actions
        .iter()
        .map(|action| ActionReport {
            action: action.action.clone(),
            kind: action.kind,
            amount: action.amount.map(|blinds| (1_000.0 * blinds) as u64),
            frequency: action.frequency,
            combos: action.combos,
            ev: None,
        })
        .collect();
    // Fewer than a thousandth of a combo is rounding noise.
    let classes: Vec<ClassStrategyReport> = node
        .classes
        .iter()
        .map(|class| ClassStrategyReport {
            class: class.class.clone(),
            combos: class.combos,
            frequencies: match class.combos > 1e-3 {
                true => class.frequencies.clone(),
                false => Vec::new(),
            },
            ev: None,
            equity: None,
        })
        .collect();
    node_text::strategy(&actions, &classes, output)?;
    writeln!(output, "\nEV in big blinds, counted from the start of the hand\n")?;
    let ev = |class: HoldemClass| {
        let report = &node.classes[class.index()];
        let evs = report.evs.iter().zip(&report.frequencies);
        let ev: Option<f64> = evs.map(|(ev, part)| Some(ev.as_ref()? * part)).sum();
        (Style::new(), ev.map_or("-".to_owned(), |ev| short(ev, 2)))
    };
    write_numbers(ev, output)?;
    for action in &node.actions {
        writeln!(output, "\n{} ({}): {}", action.action, action.line, action.range)?;
    }
    Ok(())
}
