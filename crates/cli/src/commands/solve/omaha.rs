//! `quasar solve FILE`: spots of Omaha.

use std::io::Write;

use quasar::cards::Range;
use quasar::game::Line;
use quasar::{Ended, OmahaSort, OmahaView, SpotSpec, hand_orders, read};

use super::{SolveArguments, ViewArguments, show_omaha, show_spot, spot};
use crate::error::Failure;
use crate::output::Output;
use crate::progress::{SolveShown, solve_with_progress};

/// Solves a spot of Omaha and shows a decision.
pub(super) fn run(
    arguments: &SolveArguments,
    spec: SpotSpec,
    line: &Line,
    output: &mut Output,
) -> Result<(), Failure> {
    if arguments.resume || arguments.checkpoint.is_some() {
        return Err(Failure::Usage("spots of Omaha keep no checkpoints yet".to_owned()));
    }
    if arguments.output.is_some() {
        return Err(Failure::Usage("spots of Omaha are not saved yet".to_owned()));
    }
    let view = view(arguments, &spec)?;
    let plan = spec.plan_omaha()?;
    if arguments.dry_run {
        return match arguments.json {
            true => output.json(plan.size()),
            false => show_spot::size(plan.spec(), plan.size(), output),
        };
    }
    if !arguments.json && !arguments.csv {
        show_spot::size(plan.spec(), plan.size(), output)?;
        output.flush()?;
    }
    let allowed = spot::allowed(arguments, plan.size().memory.total)?;
    let shown = SolveShown::Spot {
        pot: plan.spec().betting.start.pot.as_f64(),
        memory: plan.size().memory.total,
    };
    let mut job = plan.job(allowed)?;
    job.check_line(line)?;
    let ended: Ended = solve_with_progress(shown, |control, progress| job.run(control, progress));
    let report = job.report(ended, line, &view)?;
    if arguments.json {
        output.json(&report)
    } else if arguments.csv {
        show_omaha::csv(&report.node, output)
    } else {
        writeln!(output)?;
        show_omaha::report(&report, output)
    }
}

/// Fails if something is asked for that only reports of Omaha have.
pub(super) fn refuse_view(arguments: &SolveArguments) -> Result<(), Failure> {
    let ViewArguments { filter, hands } = &arguments.view;
    if filter.is_some() || hands.is_some() || arguments.sort.is_some() {
        return Err(Failure::Usage(
            "--filter, --hands and --sort are for spots of Omaha; --sort is for --flops too"
                .to_owned(),
        ));
    }
    Ok(())
}

fn view(arguments: &SolveArguments, spec: &SpotSpec) -> Result<OmahaView, Failure> {
    let ViewArguments { filter, hands } = &arguments.view;
    let parse = |text: &str| Range::parse_with(spec.game(), text, hand_orders());
    let filter = filter.as_ref().map(|text| read("--filter", text, parse)).transpose()?;
    let sort = match arguments.sort.as_deref() {
        None | Some("strength") => OmahaSort::Strength,
        Some("combos") => OmahaSort::Combos,
        Some("ev") => OmahaSort::Ev,
        Some("equity") => OmahaSort::Equity,
        Some(other) => {
            return Err(Failure::Usage(format!(
                "--sort is `{other}`; in Omaha it is strength, combos, ev or equity"
            )));
        }
    };
    let all = if arguments.csv { usize::MAX } else { 0 };
    Ok(OmahaView { filter, hands: hands.unwrap_or(all), sort })
}
