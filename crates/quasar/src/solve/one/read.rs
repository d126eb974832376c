//! From the text of a spot file to what it says.

use quasar_cards::Game;
use quasar_game::Chips;

use super::buckets::MatrixFile;
use super::file::{Discretization, SeatFile, SeatRange, SolverFile, SpotFile};
use crate::fields::{Entry, FieldError, Fields, Given, Value};
use crate::solve::SpotError;

impl SpotFile {
    /// Reads a file.
    pub fn parse(json: &str) -> Result<SpotFile, SpotError> {
        let mut top = Fields::new(Entry::new("", Value::parse(json)?))?;
        let file = SpotFile {
            game: text(&mut top, "game")?.unwrap_or_else(|| Game::Holdem.name().to_owned()),
            street: text(&mut top, "street")?,
            sb: chips(&mut top, "sb")?,
            bb: chips(&mut top, "bb")?,
            ante: chips(&mut top, "ante")?,
            to_act: seat(&mut top, "to_act", "the seat whose turn it is, 0 or 1")?,
            button: seat(&mut top, "button", "the seat with the button, 0 or 1")?,
            stacks: needed(chips_of_seats(&mut top, "stacks")?, "stacks")?,
            committed_total: needed(
                chips_of_seats(&mut top, "committed_total")?,
                "committed_total",
            )?,
            committed_on_street: chips_of_seats(&mut top, "committed_on_street")?
                .unwrap_or_default(),
            last_raise_size: chips(&mut top, "last_raise_size")?,
            board: text(&mut top, "board")?.unwrap_or_default(),
            min_bet_rule: text(&mut top, "min_bet_rule")?,
            discretization: discretization(&mut top)?,
            solver: solver(&mut top)?,
            players: players(&mut top)?,
            matrix: top.take("matrix").map(matrix).transpose()?,
            matrix_text: None,
        };
        top.finish()?;
        Ok(file)
    }
}

fn text(fields: &mut Fields, field: &'static str) -> Result<Option<String>, FieldError> {
    Ok(fields.text(field)?.map(|given| given.text))
}

fn chips_of(given: &Given) -> Result<u64, FieldError> {
    let most = |chips: &u64| *chips <= Chips::MOST.0;
    given.parse("a whole number of chips from 0 to 1,000,000,000,000", |text| {
        text.parse().ok().filter(most)
    })
}

/// Chips; none if the field is left out.
fn chips(fields: &mut Fields, field: &'static str) -> Result<u64, FieldError> {
    fields.text(field)?.map_or(Ok(0), |given| chips_of(&given))
}

fn seat(
    fields: &mut Fields,
    field: &'static str,
    expected: &'static str,
) -> Result<usize, FieldError> {
    let given = fields.text(field)?.ok_or(FieldError::Missing { field, expected })?;
    given.parse(expected, |text| text.parse().ok())
}

/// The values of a list, each with the name of its place, counted from 0 as seats are.
fn list(entry: Entry, expected: &'static str) -> Result<Vec<Entry>, FieldError> {
    let Entry { name, line, value } = entry;
    let Value::List(values) = value else {
        return Err(FieldError::Kind { field: name, expected }.on(line));
    };
    let place = |(place, value)| Entry { name: format!("{name}[{place}]"), line, value };
    Ok(values.into_iter().enumerate().map(place).collect())
}

/// A list with a value for each of the two seats.
fn of_seats(entry: Entry) -> Result<[Entry; 2], FieldError> {
    let expected = "a list with a value for each of the two seats";
    let (field, line) = (entry.name.clone(), entry.line);
    let wrong = |_| FieldError::Kind { field, expected }.on(line);
    list(entry, expected)?.try_into().map_err(wrong)
}

fn chips_of_seats(
    fields: &mut Fields,
    field: &'static str,
) -> Result<Option<[u64; 2]>, FieldError> {
    let Some(entry) = fields.take(field) else { return Ok(None) };
    let [first, second] = of_seats(entry)?;
    let read = |entry: Entry| chips_of(&entry.text("a number of chips")?);
    Ok(Some([read(first)?, read(second)?]))
}

fn needed<T>(given: Option<T>, field: &'static str) -> Result<T, FieldError> {
    given.ok_or(FieldError::Missing { field, expected: "the chips of each of the two seats" })
}

fn discretization(top: &mut Fields) -> Result<Discretization, FieldError> {
    let mut read = Discretization::default();
    let Some(mut fields) = top.fields("discretization")? else { return Ok(read) };
    if let Some(entry) = fields.take("pot_fracs") {
        let part = |entry: Entry| {
            let expected = "a part of the pot above 0, such as 0.5";
            entry.text("a number")?.parse(expected, |text| {
                text.parse().ok().filter(|part: &f64| *part > 0.0 && part.is_finite())
            })
        };
        let parts = list(entry, "a list of parts of the pot")?;
        read.pot_fracs = parts.into_iter().map(part).collect::<Result<_, _>>()?;
    }
    for (field, includes) in [
        ("include_min", &mut read.include_min),
        ("include_pot", &mut read.include_pot),
        ("include_all_in", &mut read.include_all_in),
    ] {
        if let Some(given) = fields.text(field)? {
            *includes = given.parse("true or false", |text| text.parse().ok())?;
        }
    }
    fields.finish()?;
    Ok(read)
}

fn solver(top: &mut Fields) -> Result<SolverFile, FieldError> {
    let Some(mut fields) = top.fields("solver")? else { return Ok(SolverFile::default()) };
    let iterations = fields.text("iterations")?.map(|given| {
        given.parse("a whole number, at least 1", |text| text.parse().ok().filter(|&n| n > 0))
    });
    let target = fields.text("target")?.map(|given| {
        let expected = "a part of the pot in percent above 0, such as 0.5";
        let possible = |target: &f64| *target > 0.0 && target.is_finite();
        given.parse(expected, |text| text.parse().ok().filter(possible))
    });
    let read = SolverFile {
        iterations: iterations.transpose()?,
        target: target.transpose()?,
        algorithm: text(&mut fields, "algorithm")?,
    };
    fields.finish()?;
    Ok(read)
}

fn players(top: &mut Fields) -> Result<[SeatFile; 2], FieldError> {
    let expected = "what each of the two seats holds";
    let entry = top.take("players").ok_or(FieldError::Missing { field: "players", expected })?;
    let [first, second] = of_seats(entry)?;
    Ok([player(first)?, player(second)?])
}

fn player(entry: Entry) -> Result<SeatFile, FieldError> {
    let mut fields = Fields::new(entry)?;
    let expected = "a range, or a list with the weights of buckets";
    let none = FieldError::Kind { field: fields.name("range"), expected }.on(fields.line());
    let range = match fields.take("range").ok_or(none)? {
        entry @ Entry { value: Value::List(_), .. } => {
            let weight = |entry: Entry| number(&entry.text("a weight")?, "a weight");
            let weights = list(entry, expected)?.into_iter().map(weight);
            SeatRange::Buckets(weights.collect::<Result<_, _>>()?)
        }
        entry => SeatRange::Text(entry.text(expected)?.text),
    };
    fields.finish()?;
    Ok(SeatFile { range })
}

fn number(given: &Given, expected: &'static str) -> Result<f64, FieldError> {
    given.parse(expected, |text| text.parse().ok())
}

fn matrix(entry: Entry) -> Result<MatrixFile, FieldError> {
    let expected = "a file of equities, or K rows of K of them";
    if matches!(entry.value, Value::Text(_)) {
        return Ok(MatrixFile::Path(entry.text(expected)?.text));
    }
    let equity = |entry: Entry| match entry.value {
        Value::Nothing => Ok(None),
        _ => number(&entry.text("an equity")?, "an equity from 0 to 1, or null").map(Some),
    };
    let row = |row: Entry| list(row, expected)?.into_iter().map(equity).collect();
    Ok(MatrixFile::Rows(list(entry, expected)?.into_iter().map(row).collect::<Result<_, _>>()?))
}
