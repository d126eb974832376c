//! `quasar nets export`.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use quasar::nets::Model;

use super::command;
use crate::error::Failure;
use crate::output::{Output, size};

/// Write the layers of a network as ONNX, for other programs, or with smaller weights.
#[derive(Debug, Args)]
pub(super) struct ExportArguments {
    /// The network.
    #[arg(value_name = "FILE")]
    model: PathBuf,
    /// Round weights to this many bits, and write a Quasar network instead of ONNX.
    #[arg(long, value_name = "BITS", value_parser = clap::value_parser!(u8).range(8..=8))]
    weights: Option<u8>,
    /// The file to write.
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

pub(super) fn run(arguments: &ExportArguments, output: &mut Output) -> Result<(), Failure> {
    let model = Model::open(&arguments.model)?;
    let bytes = match arguments.weights {
        None => model.write_onnx(&arguments.output)?,
        Some(_) => {
            let rounded = model.in_bytes(&command()).ok_or_else(|| {
                let path = arguments.model.display();
                Failure::Usage(format!("{path}: its weights have 8 bits already"))
            })?;
            rounded.write(&arguments.output)?
        }
    };
    Ok(writeln!(output, "{}: {}", arguments.output.display(), size(bytes))?)
}
