//! `quasar inspect --export`: decisions of a saved spot as data.

use std::ffi::OsStr;
use std::io::Write;
use std::path::Path;

use quasar::cards::Street;
use quasar::game::{Line, Player};
use quasar::{
    job::Engine,
    request::read,
    spot::{NodeFacts, SpotSave},
};
use quasar_export::{Decisions, street_lines};

use super::{InspectArguments, PlayerName, StreetName};
use crate::error::Failure;
use crate::file::{fill_file, write_file};
use crate::output::Output;
use crate::progress::{Shown, with_progress};

/// Writes the decisions that were asked for to a file.
pub(super) fn run(
    save: &SpotSave,
    arguments: &InspectArguments,
    path: &Path,
) -> Result<(), Failure> {
    if let Some(players) = arguments.ranges {
        let facts = save.node(&node_line(arguments)?)?;
        return write_file(path, |output| ranges(&facts, players, output));
    }
    let lines = lines(save, arguments)?;
    let view = arguments.view.view(arguments.sort.as_deref(), save.spec().game(), true)?;
    let extension = path.extension().and_then(OsStr::to_str);
    let ordered = arguments.sort.is_some() || arguments.view.hands.is_some();
    if ordered && extension != Some("json") {
        return Err(Failure::Usage(
            "--sort and --hands work only for an export to JSON; CSV and Parquet have every hand in the order of the save".to_owned(),
        ));
    }
    let decisions = Decisions { save, lines: &lines, view: &view };
    let shown = Shown::Count("decisions");
    match extension {
        Some("json") => {
            let alone = arguments.street.is_none() && arguments.lines.is_empty();
            let engine = Engine::new(0, Engine::DEFAULT_CACHE)?;
            write_file(path, |output| {
                Ok(with_progress(shown, |control| decisions.json(alone, &engine, control, output))?)
            })
        }
        Some("csv") => write_file(path, |output| {
            Ok(with_progress(shown, |control| decisions.csv(control, output))?)
        }),
        Some("parquet") => fill_file(path, |file| {
            Ok(with_progress(shown, |control| decisions.parquet(control, file))?)
        }),
        _ => Err(Failure::Usage(format!(
            "--export {}: the file must end with .json, .csv or .parquet",
            path.display()
        ))),
    }
}

/// The line of `--node`; by default the first decision.
pub(super) fn node_line(arguments: &InspectArguments) -> Result<Line, Failure> {
    let line = arguments.node.as_deref().unwrap_or("r:0");
    Ok(read("--node", line, str::parse::<Line>)?)
}

/// The ranges of players at a decision, one per line.
pub(super) fn ranges(
    facts: &NodeFacts,
    players: PlayerName,
    output: &mut Output,
) -> Result<(), Failure> {
    let shown = match players {
        PlayerName::Both => &Player::BOTH[..],
        PlayerName::Oop => &[Player::Oop],
        PlayerName::Ip => &[Player::Ip],
    };
    for &player in shown {
        writeln!(output, "{}", facts.range_text(player)?)?;
    }
    Ok(())
}

/// The decisions that were asked for.
fn lines(save: &SpotSave, arguments: &InspectArguments) -> Result<Vec<Line>, Failure> {
    if !arguments.lines.is_empty() {
        let line = |text: &String| Ok(read("--lines", text.trim(), str::parse::<Line>)?);
        return arguments.lines.iter().map(line).collect();
    }
    let Some(name) = arguments.street else { return Ok(vec![node_line(arguments)?]) };
    let street = match name {
        StreetName::Flop => Street::Flop,
        StreetName::Turn => Street::Turn,
        StreetName::River => Street::River,
    };
    Ok(street_lines(save, street)?)
}
