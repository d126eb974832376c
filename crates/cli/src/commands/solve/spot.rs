//! `quasar solve FILE`: spots of Hold'em and Omaha.

use std::io::Write;
use std::sync::Arc;

use quasar::game::Line;
use quasar::{
    job::{Detail, JobReport, JobSpec, Resume, SaveTo, SpotRun},
    request::values::{Cards, Name, Sizes, Text, Time},
    request::{AlgorithmDocument, At, read},
    spot::{
        CutDocument, PlayerDocument, RakeDocument, SpotError, SpotOutline, SpotPatch, SpotReport,
        SpotSpec,
    },
};

use super::checkpoint::{checkpoint, resume};
use super::{FieldArguments, Measure, SolveArguments, buckets, import, save, show_spot};
use crate::error::Failure;
use crate::fields::set_fields;
use crate::node_text;
use crate::output::{Output, tell_warnings};
use crate::progress::run_job;
use crate::solve_progress::{SolveShown, SolveWatch, done, tell_files};

/// The spot that is solved by default.
const EXAMPLE: &str = include_str!("../../../../../sample_configurations/turn.yaml");

pub(super) fn run(arguments: &SolveArguments, output: &mut Output) -> Result<(), Failure> {
    let line = read("--line", &arguments.line, str::parse::<Line>)?;
    let own = arguments.fields.board.is_some();
    let saved = save::open(arguments)?;
    let text = match &saved {
        Some(save) => save.spec_text().to_owned(),
        None => text(arguments, own)?,
    };
    let patch = patch(arguments)?;
    if arguments.print_spec {
        let text = SpotSpec::patched_text(&text, &patch)?;
        return Ok(output.write_all(text.as_bytes())?);
    }
    let spec = SpotSpec::parse_with(&text, &patch)?;
    if spec.abstraction.is_some() {
        return buckets::run(arguments, spec, &line, output);
    }
    let show = arguments.view.query(
        &arguments.line,
        arguments.sort.as_deref(),
        spec.game(),
        arguments.csv,
    )?;
    spec.check_line(&line)?;
    if arguments.dry_run {
        return dry_run(arguments, spec, output);
    }
    let run = SpotRun {
        resume: match resume(arguments) {
            Some(own) => Some(own),
            None => arguments.file.clone().filter(|_| saved.is_some()).map(Resume::Save),
        },
        output: arguments.output.clone().map(|path| SaveTo { path, keep: arguments.save }),
        checkpoint: checkpoint(arguments),
        show,
        measure: arguments.measure == Some(Measure::Exact),
        sampled: arguments.measure == Some(Measure::Sampled),
        spot: spec,
    };
    let kept = run.output.is_some() || arguments.checkpoint.is_some();
    let example = arguments.file.is_none() && !own;
    let mut watch = SolveWatch::new(SolveShown::Spot);
    let finished = run_job(arguments.runtime(), JobSpec::Spot(Box::new(run)), |event, _| {
        watch.event(event);
        let Some(Detail::Spot(outline)) = &event.detail else { return Ok(()) };
        if arguments.json || arguments.csv {
            return Ok(());
        }
        // A closed stdout ends the work, unless the result is kept.
        let shown = show_plan(outline, example, output);
        if kept { Ok(()) } else { shown }
    })?;
    tell_files(&finished.files);
    let JobReport::Spot(report) = &finished.report else { return Err(Failure::Cancelled) };
    let shown = show_report(report, arguments, output);
    done(&finished).and(shown)
}

/// Shows the size of the spot, and fails if it does not fit in memory.
fn dry_run(arguments: &SolveArguments, spec: SpotSpec, output: &mut Output) -> Result<(), Failure> {
    let refused = |error: SpotError| Failure::of_job(Arc::new(error.into()), arguments.memory);
    let found = spec.dry_run(&arguments.runtime().memory_limit()).map_err(refused)?;
    tell_warnings(&found.warnings.0);
    match arguments.json {
        true => output.json(&found.outline)?,
        false => show_spot::size(&found.outline, output)?,
    }
    output.flush()?;
    found.fits.map_err(refused)
}

fn show_plan(outline: &SpotOutline, example: bool, output: &mut Output) -> Result<(), Failure> {
    if example {
        writeln!(output, "example: the spot of sample_configurations/turn.yaml\n")?;
    }
    show_spot::size(outline, output)?;
    output.flush()
}

fn show_report(
    report: &SpotReport,
    arguments: &SolveArguments,
    output: &mut Output,
) -> Result<(), Failure> {
    if arguments.json {
        output.json(report)?;
    } else if arguments.csv {
        node_text::csv(&report.node, output)?;
    } else {
        writeln!(output)?;
        show_spot::report(report, arguments.view.hands.is_some(), output)?;
    }
    output.flush()
}

/// The text of the spec: that of the file; none if options describe the spot; otherwise
/// the example.
pub(super) fn text(arguments: &SolveArguments, fields: bool) -> Result<String, Failure> {
    match &arguments.file {
        Some(path) => import::spec(path, arguments.import),
        None if fields => Ok(String::new()),
        None => Ok(EXAMPLE.to_owned()),
    }
}

/// The options as fields that override those in the file.
pub(super) fn patch(arguments: &SolveArguments) -> Result<SpotPatch, Failure> {
    let FieldArguments {
        game,
        board,
        pot,
        stack,
        oop,
        ip,
        bet,
        raise,
        donk,
        raise_cap,
        rake,
        cut,
        values,
        set,
    } = &arguments.fields;
    let text = |text: &Option<String>| text.as_ref().map(|text| Text::from(text).into());
    let sizes = |text: &Option<String>| text.clone().map(|text| Sizes(text).into());
    let player = |range: &Option<String>| {
        let range = text(range);
        range.is_some().then(|| PlayerDocument { range, ..PlayerDocument::default() })
    };
    let mut patch = SpotPatch {
        game: game.map(|game| Name(game).into()),
        board: board.as_ref().map(|board| Cards::from(board).into()),
        pot: pot.map(At::from),
        stack: stack.map(At::from),
        oop: player(oop),
        ip: player(ip),
        bet: sizes(bet),
        raise: sizes(raise),
        donk: sizes(donk),
        raise_cap: raise_cap.map(At::from),
        rake: rake.map(|rake| RakeDocument {
            rate: Some(rake.rate.into()),
            cap: rake.cap.map(At::from),
            ..RakeDocument::default()
        }),
        cut: (cut.is_some() || values.is_some()).then(|| CutDocument {
            at: cut.map(|street| Name(street).into()),
            values: text(values),
            ..CutDocument::default()
        }),
        target: arguments.target.map(At::from),
        iterations: arguments.iterations.map(At::from),
        time: arguments.time.map(|time| Time(time).into()),
        check_every: arguments.check_every.map(At::from),
        algorithm: arguments.algorithm.map(|name| AlgorithmDocument {
            name: Some(Name(name).into()),
            ..AlgorithmDocument::default()
        }),
        updates: arguments.updates.map(|updates| Name(updates).into()),
        precision: arguments.precision.map(|precision| Name(precision).into()),
        threads: arguments.threads.map(At::from),
        ..SpotPatch::default()
    };
    set_fields(&mut patch, set, ", such as river.bet=75%")?;
    Ok(patch)
}
