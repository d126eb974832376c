//! `quasar inspect` of a folder of saves.

use quasar::{BoardsReport, Engine};

use super::InspectArguments;
use crate::boards_folder::read_flops;
use crate::boards_table;
use crate::error::Failure;
use crate::output::Output;

pub(super) fn run(arguments: &InspectArguments, output: &mut Output) -> Result<(), Failure> {
    let folder = &arguments.file;
    let flops = read_flops(folder)?;
    let engine = Engine::new(0, Engine::DEFAULT_CACHE)?;
    let Some(mut report) = BoardsReport::read(folder, &flops, &engine)? else {
        return Err(Failure::Usage(format!("{}: no flop is solved yet", folder.display())));
    };
    if let Some(by) = &arguments.sort {
        boards_table::sort(&mut report, by)?;
    }
    if arguments.json { output.json(&report) } else { boards_table::show(&report, output) }
}
