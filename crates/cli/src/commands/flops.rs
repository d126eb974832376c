//! `quasar flops`.

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use quasar::tables::{FlopReport, FlopsReport, flop_subset_report};

use crate::error::Failure;
use crate::file::write_file;
use crate::output::{Output, left, right};

/// List the 1,755 flops that differ by more than suits, or a subset that represents all.
///
/// A subset has weights that add up to 22,100, the number of all flops. It is chosen so that
/// equities of all hands against each other, hands dealt, ranks and suits are those of all
/// flops, as nearly as possible; docs/MODEL.md states the error of each size.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quasar flops | head
  quasar flops --subset 25
  quasar flops --subset 49 --format json
  quasar flops --format csv --output flops.csv")]
pub(crate) struct FlopsArguments {
    /// Print this many flops that represent all flops, with weights; 1 to 1755.
    #[arg(long, value_name = "COUNT")]
    subset: Option<usize>,
    /// The format of the list.
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
    /// The same as `--format json`.
    #[arg(long, conflicts_with = "format")]
    json: bool,
    /// Write to this file; `-` means standard output.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Format {
    Table,
    Json,
    Csv,
}

pub(crate) fn run(arguments: &FlopsArguments, output: &mut Output) -> Result<(), Failure> {
    let flops = match arguments.subset {
        Some(count) => flop_subset_report(count)?,
        None => quasar::tables::flops(),
    };
    let format = if arguments.json { Format::Json } else { arguments.format };
    match &arguments.output {
        Some(path) if path.as_os_str() != "-" => {
            write_file(path, |file| write_list(&flops, format, file))
        }
        _ => write_list(&flops, format, output),
    }
}

fn write_list(report: &FlopsReport, format: Format, output: &mut Output) -> Result<(), Failure> {
    let weighted = report.flops.iter().any(|flop| flop.weight.is_some());
    let mut columns = vec![right("index"), left("flop"), right("multiplicity")];
    if weighted {
        columns.push(right("weight"));
    }
    columns.extend([left("suits"), left("ranks")]);
    match format {
        Format::Table => output.table(&columns, &rows(&report.flops))?,
        Format::Json => output.json(report)?,
        Format::Csv => {
            let weight = if weighted { "weight," } else { "" };
            writeln!(output, "index,flop,multiplicity,{weight}suits,ranks")?;
            for row in rows(&report.flops) {
                writeln!(output, "{}", row.join(","))?;
            }
        }
    }
    Ok(())
}

fn rows(flops: &[FlopReport]) -> Vec<Vec<String>> {
    let row = |flop: &FlopReport| {
        let mut row =
            vec![flop.index.to_string(), flop.flop.clone(), flop.multiplicity.to_string()];
        row.extend(flop.weight.map(|weight| weight.to_string()));
        row.extend([flop.suits.to_string(), flop.ranks.to_string()]);
        row
    };
    flops.iter().map(row).collect()
}
