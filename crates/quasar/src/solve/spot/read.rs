//! From the text of a spec to what it means.

use std::num::NonZeroU32;

use quasar_cards::{Board, Game, Range, Street};
use quasar_equity::hand_orders;
use quasar_game::{Chips, Line, Rake, StreetSpec, Thresholds, TreeSpec, TreeStart};
use quasar_solver::Settings;

use super::settings::settings;
use super::sizes::SizeTexts;
use super::{SpotError, SpotSpec, game, lock};
use crate::buckets::AbstractionSpec;
use crate::fields::{Entry, FieldError, Fields, Given, Value};
use crate::{Goal, parse_time};

impl SpotSpec {
    /// The target of a solve without any limit, in percent of the pot.
    pub const DEFAULT_TARGET: f64 = 0.5;

    /// Reads a spec from YAML or JSON; `docs/SOLVER.md` describes its fields.
    ///
    /// `overrides` are fields that stand instead of those in the text, each a
    /// path such as `oop.range` and a value. A bare `bet`, `raise`, `reraise`,
    /// `donk` or `raise_cap` replaces those of every street and player.
    pub fn parse(text: &str, overrides: &[(&str, &str)]) -> Result<SpotSpec, SpotError> {
        let mut value = Value::parse(text)?;
        for &(field, text) in overrides {
            if ["bet", "raise", "reraise", "donk", "raise_cap"].contains(&field) {
                value.remove_everywhere(field);
            }
            let path: Vec<&str> = field.split('.').collect();
            if let [player @ ("oop" | "ip"), _, ..] = path[..] {
                expand_range(&mut value, player);
            }
            value.set(&path, text);
        }
        read_spec(Fields::new(Entry::new("", value))?)
    }
}

/// How a game without cards is to be solved, with so many chips in the middle.
pub(in crate::solve) fn read_solver(
    fields: &[(&'static str, String)],
    pot: Chips,
) -> Result<(Settings, Goal), SpotError> {
    let entry = |(name, text): &(&str, String)| Entry::new(name, Value::Text(text.clone()));
    let value = Value::Map(fields.iter().map(entry).collect());
    let mut top = Fields::new(Entry::new("", value))?;
    let goal = goal(&mut top, pot)?;
    let settings = settings(&mut top)?;
    top.finish()?;
    Ok((settings, goal))
}

/// A player given as nothing but a range becomes one with fields.
fn with_fields(player: Value, line: Option<u64>) -> Value {
    match player {
        Value::Text(_) => Value::Map(vec![Entry { name: "range".to_owned(), line, value: player }]),
        player => player,
    }
}

fn expand_range(value: &mut Value, player: &str) {
    let Value::Map(entries) = value else { return };
    for entry in entries.iter_mut().filter(|entry| entry.name == player) {
        let value = std::mem::replace(&mut entry.value, Value::Nothing);
        entry.value = with_fields(value, entry.line);
    }
}

fn read_spec(mut top: Fields) -> Result<SpotSpec, SpotError> {
    let needed = |given: Option<Given>, field, expected| {
        given.ok_or(FieldError::Missing { field, expected })
    };
    let board = needed(top.text("board")?, "board", "three to five cards, such as QsJh2h")?;
    let board = board.read(str::parse::<Board>)?;
    if board.street() < Street::Flop {
        return Err(FieldError::Missing {
            field: "board",
            expected: "three to five cards, such as QsJh2h",
        }
        .into());
    }
    let pot = chips(&needed(top.text("pot")?, "pot", "the chips in the middle")?)?;
    let stack = chips(&needed(top.text("stack")?, "stack", "what each player has left")?)?;
    let game = game::game(&mut top)?;
    let mut players = [player(&mut top, "oop")?, player(&mut top, "ip")?];
    let [oop, ip] = &mut players;
    let ranges = [range(oop, "oop.range", game)?, range(ip, "ip.range", game)?];

    let mut streets = SizeTexts::take(&mut top, &mut players)?.streets();
    game::fill_sizes(game, &mut streets);
    for fields in players {
        fields.finish()?;
    }
    let big_blind = top.text("big_blind")?.map(|given| chips(&given)).transpose()?;
    let rules = game::rules(game, big_blind);
    let start = TreeStart::street(board.street(), pot, stack);
    let betting = TreeSpec {
        streets,
        thresholds: thresholds(&mut top)?,
        added: lines(&mut top, "add_lines")?,
        removed: lines(&mut top, "remove_lines")?,
        ..TreeSpec::new(rules, start, StreetSpec::default())
    };
    let rake = rake(&mut top)?;
    let locks = lock::read(&mut top, game)?;
    let abstraction = AbstractionSpec::take(&mut top, game, &board)?;
    if abstraction.is_some() && !locks.is_empty() {
        let expected = "left out: buckets do not keep to locks";
        return Err(FieldError::Kind { field: "locks".to_owned(), expected }.into());
    }
    let goal = goal(&mut top, pot)?;
    let settings = settings(&mut top)?;
    top.finish()?;
    Ok(SpotSpec { board, ranges, betting, rake, locks, abstraction, settings, goal })
}

fn chips(given: &Given) -> Result<Chips, FieldError> {
    let most = |chips: &u64| (1..=Chips::MOST.0).contains(chips);
    given.parse("a whole number of chips from 1 to 1,000,000,000,000", |text| {
        text.replace(['_', ','], "").parse().ok().filter(most).map(Chips)
    })
}

fn number(given: &Given, expected: &'static str) -> Result<f64, FieldError> {
    given.parse(expected, |text| text.parse().ok().filter(|number: &f64| number.is_finite()))
}

/// A player's fields; a text alone is the range.
fn player(top: &mut Fields, name: &'static str) -> Result<Fields, FieldError> {
    let entry = top.take(name).unwrap_or_else(|| Entry::new(name, Value::Nothing));
    Fields::new(Entry { value: with_fields(entry.value, entry.line), ..entry })
}

fn range(player: &mut Fields, field: &'static str, game: Game) -> Result<Range, FieldError> {
    let expected = "what the player holds, such as QQ+,AKs:0.5";
    let given = player.text("range")?.ok_or(FieldError::Missing { field, expected })?;
    given.read(|text| Range::parse_with(game, text, hand_orders()))
}

fn thresholds(top: &mut Fields) -> Result<Thresholds, FieldError> {
    let Some(mut fields) = top.fields("thresholds")? else { return Ok(Thresholds::default()) };
    let mut threshold = |field| -> Result<f64, FieldError> {
        let given = fields.text(field)?;
        given.map_or(Ok(0.0), |given| number(&given, "a number of pots, 0 for never"))
    };
    let thresholds = Thresholds {
        add_all_in: threshold("add_all_in")?,
        force_all_in: threshold("force_all_in")?,
        merge: threshold("merge")?,
    };
    fields.finish()?;
    Ok(thresholds)
}

fn lines(top: &mut Fields, field: &'static str) -> Result<Vec<Line>, FieldError> {
    let texts = top.texts(field)?.unwrap_or_default();
    texts.iter().map(|given| given.read(str::parse::<Line>)).collect()
}

fn rake(top: &mut Fields) -> Result<Rake, SpotError> {
    let Some(mut fields) = top.fields("rake")? else { return Ok(Rake::NONE) };
    let rate = match fields.text("rate")? {
        Some(given) => given.parse("a share of the pot, such as 5% or 0.05", |text| match text
            .strip_suffix('%')
        {
            Some(percent) => percent.trim().parse().ok().map(|percent: f64| percent / 100.0),
            None => text.parse().ok(),
        })?,
        None => 0.0,
    };
    let cap = match fields.text("cap")? {
        Some(given) => number(&given, "the most chips that are taken")?,
        None => f64::INFINITY,
    };
    let line = fields.line();
    fields.finish()?;
    Rake::new(rate, cap, false).map_err(|error| SpotError::from(error).on(line))
}

fn goal(top: &mut Fields, pot: Chips) -> Result<Goal, FieldError> {
    let target = match top.text("target")? {
        Some(given) => {
            let expected = "a part of the pot in percent above 0, such as 0.5";
            let parse = |text: &str| {
                let number: f64 = text.trim_end_matches('%').trim().parse().ok()?;
                Some(number).filter(|number| *number > 0.0 && number.is_finite())
            };
            Some(given.parse(expected, parse)?)
        }
        None => None,
    };
    let count = |given: Given| {
        given.parse("a whole number, at least 1", |text| text.parse::<NonZeroU32>().ok())
    };
    let iterations = top.text("iterations")?.map(count).transpose()?;
    let check_every = top.text("check_every")?.map(count).transpose()?;
    let time = match top.text("time")? {
        Some(given) => Some(
            given.parse("a time, such as 500ms, 30s, 2m or 1h", |text| parse_time(text).ok())?,
        ),
        None => None,
    };
    let limited = iterations.is_some() || time.is_some();
    let target = target.or((!limited).then_some(SpotSpec::DEFAULT_TARGET));
    Ok(Goal {
        exploitability: target.map(|percent| percent / 100.0 * pot.as_f64()),
        iterations: iterations.map(NonZeroU32::get),
        time,
        check_every: check_every.unwrap_or(Goal::DEFAULT_CHECK),
    })
}
