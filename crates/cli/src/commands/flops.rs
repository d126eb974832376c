//! `quasar flops`.

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use quasar::tables::{FlopReport, FlopsReport};

use crate::error::Failure;
use crate::file::write_file;
use crate::output::{Output, left, right};

/// List the 1,755 flops that differ by more than suits.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quasar flops | head
  quasar flops --format csv --output flops.csv")]
pub(crate) struct FlopsArguments {
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
    let flops = quasar::tables::flops();
    let format = if arguments.json { Format::Json } else { arguments.format };
    match &arguments.output {
        Some(path) if path.as_os_str() != "-" => {
            write_file(path, |file| write_list(&flops, format, file))
        }
        _ => write_list(&flops, format, output),
    }
}

fn write_list(report: &FlopsReport, format: Format, output: &mut Output) -> Result<(), Failure> {
    let flops = &report.flops;
    match format {
        Format::Table => {
            let columns =
                [right("index"), left("flop"), right("multiplicity"), left("suits"), left("ranks")];
            output.table(&columns, &rows(flops))?;
        }
        Format::Json => output.json(report)?,
        Format::Csv => {
            writeln!(output, "index,flop,multiplicity,suits,ranks")?;
            for row in rows(flops) {
                writeln!(output, "{}", row.join(","))?;
            }
        }
    }
    Ok(())
}

fn rows(flops: &[FlopReport]) -> Vec<Vec<String>> {
    flops
        .iter()
        .map(|flop| {
            vec![
                flop.index.to_string(),
                flop.flop.clone(),
                flop.multiplicity.to_string(),
                flop.suits.to_owned(),
                flop.ranks.to_owned(),
            ]
        })
        .collect()
}
