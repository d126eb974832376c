//! `quasar inspect --export`: decisions of a saved spot as data.
//!
//! JSON has the report of each decision, including equities. CSV and Parquet have a row
//! for each line, hand and action, and are written in parts, so that whole streets need
//! little memory. See `docs/FORMATS.md` for the columns.

use std::ffi::OsStr;
use std::io::Write;
use std::path::Path;

use quasar::cards::Street;
use quasar::game::{Line, Player};
use quasar::{
    job::{Engine, Progress},
    request::read,
    spot::{NodeFacts, NodeView, SaveError, SpotNodeReport, SpotSave, piosolver_range},
};

use super::{InspectArguments, PlayerName, StreetName};
use crate::data::{DataColumn, ParquetFile, Values, csv_heading, csv_rows};
use crate::error::Failure;
use crate::file::{fill_file, write_file};
use crate::output::Output;
use crate::progress::{Shown, with_progress};

/// Rows per part: about ten megabytes at a time.
const PART: usize = 100_000;

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
    match extension {
        Some("json") => {
            let one = arguments.street.is_none() && arguments.lines.is_empty();
            let engine = Engine::new(0, Engine::DEFAULT_CACHE)?;
            write_file(path, |output| json(save, &lines, &view, one, &engine, output))
        }
        Some("csv") => write_file(path, |output| {
            csv_heading(&Rows::default().into_columns(), output)?;
            in_parts(save, &lines, &view, |part| Ok(csv_rows(&part, output)?))
        }),
        Some("parquet") => fill_file(path, |file| {
            let mut parquet = ParquetFile::new(file, &Rows::default().into_columns())?;
            in_parts(save, &lines, &view, |part| parquet.write(&part))?;
            parquet.finish()
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

/// The ranges of players at a decision, one per line: in Hold'em in PioSOLVER's form,
/// 1,326 weights from `2d2c` to `AsAh`, which is the order of our indices; in Omaha as the
/// text of a range.
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
        let range = facts.range(player)?;
        let text = piosolver_range(&range).unwrap_or_else(|| range.to_string());
        writeln!(output, "{text}")?;
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
    let (street, text) = match name {
        StreetName::Flop => (Street::Flop, "flop"),
        StreetName::Turn => (Street::Turn, "turn"),
        StreetName::River => (Street::River, "river"),
    };
    match save.streets().find(|(of, _)| *of == street) {
        Some((_, true)) => Ok(save.lines(street).collect()),
        Some((_, false)) => Err(SaveError::NotKept {
            path: save.path().to_owned(),
            street: text,
            hint: "a full save has every street",
        }
        .into()),
        None => Err(Failure::Usage(format!("this spot has no {text}"))),
    }
}

/// Reads the decisions one after the other, and shows progress.
fn each(
    save: &SpotSave,
    lines: &[Line],
    mut show: impl FnMut(NodeFacts) -> Result<(), Failure>,
) -> Result<(), Failure> {
    with_progress(Shown::Count("decisions"), |progress: &Progress| {
        progress.set_total(lines.len() as u64);
        for line in lines {
            show(save.node(line)?)?;
            progress.advance(1);
            if progress.is_cancelled() {
                return Err(SaveError::Stopped.into());
            }
        }
        Ok(())
    })
}

/// The reports of decisions: a single one, or a list with one per line.
fn json(
    save: &SpotSave,
    lines: &[Line],
    view: &NodeView,
    one: bool,
    engine: &Engine,
    output: &mut Output,
) -> Result<(), Failure> {
    if !one {
        writeln!(output, "[")?;
    }
    let mut left = lines.len();
    each(save, lines, |facts| {
        let report = SpotNodeReport::with_view(&facts, view, engine)?;
        output.json_line(&report)?;
        left -= 1;
        Ok(writeln!(output, "{}", if left > 0 { "," } else { "" })?)
    })?;
    if !one {
        writeln!(output, "]")?;
    }
    Ok(())
}

/// Collects rows and writes them in parts.
fn in_parts(
    save: &SpotSave,
    lines: &[Line],
    view: &NodeView,
    mut write: impl FnMut(Vec<DataColumn>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut rows = Rows::default();
    each(save, lines, |facts| {
        for (hand, combo) in facts.actor().combos.iter().enumerate() {
            if view.filter.as_ref().is_none_or(|filter| filter.weight(combo) > 0.0) {
                rows.add(&facts, hand);
            }
            // A decision of Omaha can have more rows than a part.
            if rows.line.len() >= PART {
                write(std::mem::take(&mut rows).into_columns())?;
            }
        }
        Ok(())
    })?;
    write(rows.into_columns())
}

/// A row for each line, hand and action.
#[derive(Default)]
struct Rows {
    line: Vec<String>,
    board: Vec<String>,
    player: Vec<String>,
    hand: Vec<String>,
    weight: Vec<Option<f32>>,
    action: Vec<String>,
    amount: Vec<Option<i64>>,
    frequency: Vec<Option<f32>>,
    ev: Vec<Option<f32>>,
}

impl Rows {
    /// The rows of a hand.
    fn add(&mut self, facts: &NodeFacts, number: usize) {
        let player = if facts.player == Player::Oop { "oop" } else { "ip" };
        let side = facts.actor();
        let numbers = facts.frequencies(number).zip(facts.evs(number));
        for (action, (frequency, ev)) in facts.actions.iter().zip(numbers) {
            self.line.push(facts.line.to_string());
            self.board.push(facts.board.to_string());
            self.player.push(player.to_owned());
            self.hand.push(side.combos[number].to_string());
            self.weight.push(Some(side.weights[number]));
            self.action.push(action.to_string());
            self.amount.push(action.level().and_then(|level| i64::try_from(level.0).ok()));
            self.frequency.push(Some(frequency));
            self.ev.push(ev);
        }
    }

    fn into_columns(self) -> Vec<DataColumn> {
        vec![
            DataColumn::new("line", Values::Text(self.line)),
            DataColumn::new("board", Values::Text(self.board)),
            DataColumn::new("player", Values::Text(self.player)),
            DataColumn::new("hand", Values::Text(self.hand)),
            DataColumn::new("weight", Values::Single(self.weight)),
            DataColumn::new("action", Values::Text(self.action)),
            DataColumn::new("amount", Values::Count(self.amount)),
            DataColumn::new("frequency", Values::Single(self.frequency)),
            DataColumn::new("ev", Values::Single(self.ev)),
        ]
    }
}
