//! `quasar solve --flops`: one spot on many flops.

use std::io::Write;
use std::path::Path;

use quasar::{BoardsError, BoardsPlan, BoardsReport, BoardsSpec, Engine, FlopChoice, SpotError};

use super::spot::MemoryLimit;
use super::{SaveName, SolveArguments, save, spot};
use crate::boards_folder::{write_flops, write_reports};
use crate::boards_table;
use crate::error::Failure;
use crate::file::read_text;
use crate::output::{Output, decimal, thousands};
use crate::progress::boards_with_progress;
use crate::units::bytes;

/// A spec needs a board before it is known which flops there are: any will do.
const ANY_FLOP: &str = "AsKhQd";

pub(super) fn run(
    arguments: &SolveArguments,
    flops: &str,
    output: &mut Output,
) -> Result<(), Failure> {
    let Some(folder) = &arguments.output else {
        return Err(Failure::Usage("--flops needs -o FOLDER, where the saves go".to_owned()));
    };
    let limit = MemoryLimit::of(arguments);
    let plan = plan(arguments, flops, folder, limit)?;
    let told = match arguments.json && !arguments.dry_run {
        true => Ok(()),
        false => show_plan(&plan, output),
    };
    if arguments.dry_run {
        return told;
    }
    // The saves are what is wanted: they are made though nobody reads of them.
    let needed = plan.size().map_or(0, |size| size.memory);
    let allowed = limit.check(needed)?;
    write_flops(folder, &plan.spec().flops)?;
    let pot = plan.spec().spot.betting.start.pot.as_f64();
    let solved =
        boards_with_progress(pot, |control, progress| plan.run(allowed, control, progress))?;
    let engine = Engine::new(plan.spec().spot.settings.threads, Engine::DEFAULT_CACHE)?;
    let shown = match BoardsReport::read(folder, &plan.spec().flops, &engine)? {
        Some(mut report) => {
            write_reports(folder, &report)?;
            show(&mut report, arguments, output).and_then(|()| output.flush())
        }
        None => Ok(()),
    };
    if solved < plan.pending().len() {
        let asked = plan.spec().flops.len() - plan.blocked().len();
        let done = asked - plan.pending().len() + solved;
        return Err(Failure::Stopped { done, asked });
    }
    shown
}

fn plan(
    arguments: &SolveArguments,
    flops: &str,
    folder: &Path,
    limit: MemoryLimit,
) -> Result<BoardsPlan, Failure> {
    if save::open(arguments)?.is_some() {
        return Err(Failure::Usage("--flops needs a spec, and this is a save".to_owned()));
    }
    let text = spot::text(arguments, arguments.fields.any())?;
    let mut overrides = spot::overrides(arguments)?;
    overrides.push(("board".to_owned(), ANY_FLOP.to_owned()));
    let spot = spot::spec(&text, &overrides)?;
    if spot.game().is_omaha() {
        return Err(Failure::Usage("--flops is for spots of Hold'em".to_owned()));
    }
    let flops = match flops.strip_prefix('@') {
        Some(path) => read_text(Path::new(path))?,
        None => flops.to_owned(),
    };
    let flops = FlopChoice::parse(&flops)?.flops(&spot)?;
    let keep = arguments.save.unwrap_or(SaveName::NoRivers).size();
    let spec = BoardsSpec { spot, flops, folder: folder.to_owned(), keep };
    if let Some(by) = &arguments.sort {
        boards_table::check_sort(by, spec.actions()?)?;
    }
    let plan = spec.plan(limit.allowed).map_err(|error| match error {
        BoardsError::Spot { source, .. } if matches!(*source, SpotError::Boards { .. }) => {
            limit.refusal(*source)
        }
        error => error.into(),
    })?;
    if plan.blocked().len() == plan.spec().flops.len() {
        return Err(Failure::Usage(
            "the ranges have no hands on any of these flops that can be held together".to_owned(),
        ));
    }
    Ok(plan)
}

/// What there is to do, and what it takes.
fn show_plan(plan: &BoardsPlan, output: &mut Output) -> Result<(), Failure> {
    let flops = &plan.spec().flops;
    let weight: f64 = flops.iter().map(|flop| flop.weight).sum();
    let count = |count: usize| thousands(count as u64);
    let pending = plan.pending().len();
    let before = flops.len() - pending - plan.blocked().len();
    writeln!(
        output,
        "{} flops, weights of {} in all: {} solved before, {} to solve, {} without hands",
        count(flops.len()),
        decimal(weight),
        count(before),
        count(pending),
        count(plan.blocked().len()),
    )?;
    if let Some(size) = plan.size() {
        writeln!(
            output,
            "a flop takes up to {} of memory and {} of disk ({}), all of them {} of disk at most",
            bytes(size.memory),
            bytes(size.save),
            size.board,
            bytes(size.save.saturating_mul(pending as u64)),
        )?;
    }
    writeln!(output)?;
    output.flush()
}

fn show(
    report: &mut BoardsReport,
    arguments: &SolveArguments,
    output: &mut Output,
) -> Result<(), Failure> {
    if let Some(by) = &arguments.sort {
        boards_table::sort(report, by)?;
    }
    if arguments.json { output.json(report) } else { boards_table::show(report, output) }
}
