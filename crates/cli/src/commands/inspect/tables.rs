//! `quasar inspect` of equity tables.

use std::io::{self, Write};
use std::path::Path;

use quasar::cards::{Board, HoldemClass};
use quasar::{
    request::read,
    tables::{
        FileReport, FlopTable, TableEntryReport, TableGridReport, TablesError, TablesFile,
        inspect_file,
    },
};

use super::InspectArguments;
use crate::error::Failure;
use crate::file::write_file;
use crate::grid::write_grid;
use crate::output::{Output, size, thousands};
use crate::progress::{Shown, with_progress};
use crate::units::percent;

pub(super) fn run(arguments: &InspectArguments, output: &mut Output) -> Result<(), Failure> {
    let Some(flop) = &arguments.flop else {
        return match arguments.csv {
            Some(_) => Err(Failure::Usage("--csv needs --flop".to_owned())),
            None => verify(arguments, output),
        };
    };
    let flop = read("flop", flop, Board::parse_flop)?;
    let class = |what, text: &Option<String>| match text {
        Some(text) => read(what, text, str::parse::<HoldemClass>).map(Some),
        None => Ok(None),
    };
    let (hero, villain) = (class("hero", &arguments.hero)?, class("villain", &arguments.villain)?);
    let table = || table(&arguments.file, flop);
    match (hero, villain, &arguments.csv) {
        (_, _, Some(path)) => {
            let table = table()?;
            match path.as_os_str() == "-" {
                true => write_csv(&table, output),
                false => write_file(path, |file| write_csv(&table, file)),
            }
        }
        (Some(hero), Some(villain), None) => {
            let report = TableEntryReport::of(&table()?, hero, villain);
            if arguments.json { output.json(&report) } else { write_entry(&report, flop, output) }
        }
        (Some(hero), None, None) => {
            show_grid(&TableGridReport::of_hero(&table()?, hero), flop, arguments.json, output)
        }
        (None, Some(villain), None) => show_grid(
            &TableGridReport::of_villain(&table()?, villain),
            flop,
            arguments.json,
            output,
        ),
        (None, None, None) => {
            Err(Failure::Usage("--flop needs --hero, --villain or --csv".to_owned()))
        }
    }
}

fn table(path: &Path, flop: Board) -> Result<FlopTable, Failure> {
    let file = TablesFile::open(path).map_err(TablesError::from)?;
    Ok(file.table(flop)?)
}

fn verify(arguments: &InspectArguments, output: &mut Output) -> Result<(), Failure> {
    let path = &arguments.file;
    let report = with_progress(Shown::Count("tables"), |control| inspect_file(path, control))?;
    match arguments.json {
        true => output.json(&report)?,
        false => write_report(&report, output)?,
    }
    if report.damaged == 0 {
        return Ok(());
    }
    output.flush()?;
    Err(Failure::Damaged { path: path.clone(), damaged: report.damaged, flops: report.flops })
}

fn write_report(report: &FileReport, output: &mut Output) -> io::Result<()> {
    let flops = thousands(report.flops as u64);
    writeln!(output, "file       {}", report.path)?;
    writeln!(output, "kind       {}", report.kind)?;
    writeln!(output, "version    {}", report.version)?;
    writeln!(output, "flops      {flops}")?;
    writeln!(output, "size       {} bytes ({})", thousands(report.bytes), size(report.bytes))?;
    match &report.fault {
        None => writeln!(output, "checksums  all match: header, index and every table"),
        Some(fault) => {
            let damaged = thousands(report.damaged as u64);
            writeln!(output, "checksums  {damaged} of {flops} tables damaged; the first: {fault}")
        }
    }
}

/// A flop as given by the user, and as stored in the file.
fn flop_text(asked: Board, stored: &str) -> String {
    match asked.to_string() {
        asked if asked == stored => asked,
        asked => format!("{asked} (stored as {stored})"),
    }
}

fn write_entry(report: &TableEntryReport, flop: Board, output: &mut Output) -> Result<(), Failure> {
    let TableEntryReport { hero, villain, .. } = report;
    writeln!(output, "flop       {}", flop_text(flop, &report.flop))?;
    match report.equity {
        Some(equity) => {
            let (ours, theirs) = (percent(equity, 3), percent(1.0 - equity, 3));
            writeln!(output, "equity     {hero} {ours}, {villain} {theirs}")?;
        }
        None => {
            writeln!(output, "equity     none: {}", report.reason.as_deref().unwrap_or_default())?;
        }
    }
    let number = |number: u32| thousands(number.into());
    let (numerator, denominator) = (number(report.numerator), number(report.denominator));
    let (pairs, deals) = (number(report.pairs), number(report.deals));
    writeln!(output, "numerator  {numerator}: twice the wins of {hero} plus the ties")?;
    writeln!(output, "of         {denominator}: twice the deals")?;
    writeln!(output, "deals      {deals}: {pairs} pairs of combos times 990 runouts")?;
    Ok(())
}

fn show_grid(
    report: &TableGridReport,
    flop: Board,
    json: bool,
    output: &mut Output,
) -> Result<(), Failure> {
    if json {
        return output.json(report);
    }
    let flop = flop_text(flop, &report.flop);
    let (hero, villain) = match (&report.hero, &report.villain) {
        (Some(hero), _) => (hero.as_str(), "each class"),
        (None, Some(villain)) => ("each class", villain.as_str()),
        (None, None) => ("each class", "each class"),
    };
    writeln!(output, "equity of {hero} against {villain} on {flop}, in percent of the pot\n")?;
    Ok(write_grid(|class| report.classes[class.index()].equity, "none", output)?)
}

/// All equities: a row for each hero, a column for each villain.
fn write_csv(table: &FlopTable, output: &mut Output) -> Result<(), Failure> {
    let names: Vec<String> = HoldemClass::all().map(|class| class.to_string()).collect();
    writeln!(output, "{},{}", table.flop(), names.join(","))?;
    for hero in HoldemClass::all() {
        let equity = |villain| match table.equity(hero, villain) {
            Some(equity) => equity.to_string(),
            None => "none".to_owned(),
        };
        let row: Vec<String> = HoldemClass::all().map(equity).collect();
        writeln!(output, "{hero},{}", row.join(","))?;
    }
    Ok(())
}
