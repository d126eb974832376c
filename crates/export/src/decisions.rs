//! Decisions of a save, one after the other.

use std::io::Write;

use quasar::cards::Street;
use quasar::game::Line;
use quasar::job::{Control, Engine};
use quasar::schema::names::{Names, Players};
use quasar::schema::{Layout, Report};
use quasar::spot::{NodeFacts, NodeView, SaveError, SpotNodeReport, SpotSave};

use crate::ExportError;
use crate::data::{DataColumn, ParquetFile, Values, csv_heading, csv_rows};

/// Rows of a part: some ten megabytes at a time.
const PART: usize = 100_000;

/// The lines to all decisions of a street that was saved.
pub fn street_lines(save: &SpotSave, street: Street) -> Result<Vec<Line>, ExportError> {
    let name = match street {
        Street::Preflop => "preflop",
        Street::Flop => "flop",
        Street::Turn => "turn",
        Street::River => "river",
    };
    match save.streets().find(|(of, _)| *of == street) {
        Some((_, true)) => Ok(save.lines(street).collect()),
        Some((_, false)) => Err(SaveError::NotKept {
            path: save.path().to_owned(),
            street: name,
            hint: match street == Street::River && save.spec().river_buckets.is_some() {
                true => "its hands are in buckets",
                false => "a full save has every street",
            },
        }
        .into()),
        None => Err(ExportError::NoStreet(name)),
    }
}

/// Decisions to be exported.
pub struct Decisions<'a> {
    /// The save.
    pub save: &'a SpotSave,
    /// Their lines.
    pub lines: &'a [Line],
    /// What is shown of each. CSV and Parquet have every hand of the filter, in the order of
    /// the save.
    pub view: &'a NodeView,
}

impl Decisions<'_> {
    /// Reads the decisions one after the other. `control` counts them, and can cancel.
    fn each(
        &self,
        control: &Control,
        mut show: impl FnMut(NodeFacts) -> Result<(), ExportError>,
    ) -> Result<(), ExportError> {
        control.set_total(self.lines.len() as u64);
        for line in self.lines {
            show(self.save.node(line)?)?;
            control.advance(1);
            if !control.may_continue() {
                return Err(SaveError::Stopped.into());
            }
        }
        Ok(())
    }

    /// The reports of the decisions: if `alone` the only one, else a list with one on each
    /// line.
    pub fn json(
        &self,
        alone: bool,
        engine: &Engine,
        control: &Control,
        output: &mut impl Write,
    ) -> Result<(), ExportError> {
        if !alone {
            writeln!(output, "[")?;
        }
        let mut left = self.lines.len();
        self.each(control, |facts| {
            let report = SpotNodeReport::with_view(&facts, self.view, engine)?;
            report.write_json(Layout::Line, output)?;
            left -= 1;
            Ok(writeln!(output, "{}", if left > 0 { "," } else { "" })?)
        })?;
        if !alone {
            writeln!(output, "]")?;
        }
        Ok(())
    }

    /// A row for each line, hand and action as CSV.
    pub fn csv(&self, control: &Control, output: &mut impl Write) -> Result<(), ExportError> {
        csv_heading(&Rows::default().into_columns(), output)?;
        self.in_parts(control, |part| Ok(csv_rows(&part, output)?))
    }

    /// The same as Parquet.
    pub fn parquet(&self, control: &Control, output: impl Write + Send) -> Result<(), ExportError> {
        let mut parquet = ParquetFile::new(output, &Rows::default().into_columns())?;
        self.in_parts(control, |part| parquet.write(&part))?;
        parquet.finish()
    }

    /// Collects rows and hands them on in parts.
    fn in_parts(
        &self,
        control: &Control,
        mut write: impl FnMut(Vec<DataColumn>) -> Result<(), ExportError>,
    ) -> Result<(), ExportError> {
        let mut rows = Rows::default();
        self.each(control, |facts| {
            for (hand, combo) in facts.actor().combos.iter().enumerate() {
                if self.view.filter.as_ref().is_none_or(|filter| filter.weight(combo) > 0.0) {
                    rows.add(&facts, hand);
                }
                // A decision of Omaha has more rows than a part.
                if rows.line.len() >= PART {
                    write(std::mem::take(&mut rows).into_columns())?;
                }
            }
            Ok(())
        })?;
        write(rows.into_columns())
    }
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
        let player = Players::name(facts.player);
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
