//! Reports of solved flops as text.

use std::io::Write;

use quasar::model::{BundleReport, DepthReport, PostflopReport};

use crate::error::Failure;
use crate::output::{Output, left, right, size, thousands};
use crate::units::{bytes, duration, fixed, percent};

pub(super) fn report(report: &PostflopReport, output: &mut Output) -> Result<(), Failure> {
    for warning in &report.warnings {
        writeln!(output, "warning: {warning}")?;
    }
    let tables = match (report.tables_loaded, report.tables_computed) {
        (0, 0) => "none needed, all flops were already solved".to_owned(),
        (loaded, 0) => format!("{loaded} from the file"),
        (0, computed) => format!("{computed} computed"),
        (loaded, computed) => format!("{loaded} from the file, {computed} computed"),
    };
    writeln!(output, "equity tables: {tables}\n")?;
    depths(&report.depths, output)?;
    for depth in &report.depths {
        if let Some(error) = depth.standard_error {
            writeln!(
                output,
                "SPR {}: values from sampled deals; the standard error of a class's mean is up to {} of the pot",
                depth.spr,
                percent(error, 2),
            )?;
        }
    }
    writeln!(
        output,
        "\n{}: {}, {}",
        report.folder,
        size(report.bytes),
        duration(report.seconds).trim_end()
    )?;
    Ok(())
}

/// A table with a row for each stack depth.
pub(crate) fn depths(depths: &[DepthReport], output: &mut Output) -> Result<(), Failure> {
    let columns = [
        left("SPR"),
        right("lines x actions"),
        right("memory"),
        right("flops"),
        right("reused"),
        right("iterations"),
        right("exploitability"),
        right("worst"),
        right("pruned"),
        right("time"),
    ];
    let rows = depths.iter().map(|depth| {
        let (mean, worst) = depth.exploitability_percent();
        let pruned = depth.pruned().map_or("-".to_owned(), |part| percent(part, 1));
        vec![
            depth.spr.to_string(),
            thousands(depth.actions as u64),
            if depth.memory > 0 { bytes(depth.memory) } else { "-".to_owned() },
            thousands(depth.flops.len() as u64),
            thousands(depth.reused as u64),
            thousands(depth.iterations()),
            fixed(mean, 3) + "%",
            fixed(worst, 3) + "%",
            pruned,
            duration(depth.seconds).trim_end().to_owned(),
        ]
    });
    output.table(&columns, &rows.collect::<Vec<_>>())?;
    Ok(())
}

/// The contents of a bundle.
pub(crate) fn bundle(report: &BundleReport, output: &mut Output) -> Result<(), Failure> {
    writeln!(output, "folder     {}", report.folder)?;
    writeln!(output, "kind       {}", report.kind)?;
    writeln!(output, "version    {}", report.version)?;
    writeln!(output, "size       {} bytes ({})", thousands(report.bytes), size(report.bytes))?;
    writeln!(output, "checksums  all match\n")?;
    writeln!(output, "{}", report.config)?;
    let columns =
        [left("SPR"), right("flops"), right("iterations"), right("exploitability"), right("worst")];
    let rows = report.depths.iter().map(|depth| {
        let (mean, worst) = depth.exploitability_percent();
        vec![
            depth.spr.to_string(),
            thousands(depth.flops.len() as u64),
            thousands(depth.iterations()),
            fixed(mean, 3) + "%",
            fixed(worst, 3) + "%",
        ]
    });
    output.table(&columns, &rows.collect::<Vec<_>>())?;
    Ok(())
}
