//! `quasar inspect` of a folder of saves.

use std::sync::Arc;

use quasar::{
    job::Engine,
    spot::{BoardsReport, read_flops},
};

use super::InspectArguments;
use crate::boards_table;
use crate::error::Failure;
use crate::output::Output;

pub(super) fn run(arguments: &InspectArguments, output: &mut Output) -> Result<(), Failure> {
    let folder = &arguments.file;
    let flops = read_flops(folder).map_err(|error| Failure::Job(Arc::new(error)))?;
    let engine = Engine::new(0, Engine::DEFAULT_CACHE)?;
    let Some(mut report) = BoardsReport::read(folder, &flops, &engine)? else {
        return Err(Failure::Usage(format!("{}: no flop is solved yet", folder.display())));
    };
    if let Some(by) = &arguments.sort {
        boards_table::sort(&mut report, by)?;
    }
    match arguments.json {
        true => output.json(&report)?,
        false => boards_table::show(&report, output)?,
    }
    output.flush()?;
    boards_table::check_damaged(&report)
}
