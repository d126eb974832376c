//! From the text of a spec to what it means.
//!
//! Bet sizes are looked up from the particular to the general: those of a player
//! on a street, of both on that street, of the player on every street, of both on
//! every street. Each of `bet`, `raise`, `reraise` and `donk` goes its own way.

use std::num::NonZeroU32;
use std::thread;

use quasar_cards::{Board, Game, Range, Street};
use quasar_equity::hand_orders;
use quasar_game::{
    Chips, Line, MinBet, PlayerSizes, Rake, Rules, SizeList, StreetSpec, Thresholds, TreeSpec,
    TreeStart,
};
use quasar_solver::{Algorithm, Discounts, Precision, Settings, Updates};

use super::{SpotError, SpotSpec};
use crate::fields::{FieldError, Fields, Given, Value};
use crate::{Goal, parse_time, read};

/// Streets a spot can have betting on, and their fields.
const STREETS: [(Street, &str); 3] =
    [(Street::Flop, "flop"), (Street::Turn, "turn"), (Street::River, "river")];

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
        read_spec(Fields::new("", value)?)
    }
}

/// A player given as nothing but a range becomes one with fields.
fn expand_range(value: &mut Value, player: &str) {
    let Value::Map(entries) = value else { return };
    for (_, value) in entries.iter_mut().filter(|(name, _)| name == player) {
        if let Value::Text(range) = value {
            *value = Value::Map(vec![("range".to_owned(), Value::Text(range.clone()))]);
        }
    }
}

fn read_spec(mut top: Fields) -> Result<SpotSpec, SpotError> {
    let needed = |given: Option<Given>, field, expected| {
        given.ok_or(FieldError::Missing { field, expected })
    };
    let board = needed(top.text("board")?, "board", "three to five cards, such as QsJh2h")?;
    let board = read(&board.field, &board.text, str::parse::<Board>)?;
    if board.street() < Street::Flop {
        return Err(FieldError::Missing {
            field: "board",
            expected: "three to five cards, such as QsJh2h",
        }
        .into());
    }
    let pot = chips(&needed(top.text("pot")?, "pot", "the chips in the middle")?)?;
    let stack = chips(&needed(top.text("stack")?, "stack", "what each player has left")?)?;
    let mut players = [player(&mut top, "oop")?, player(&mut top, "ip")?];
    let ranges = players.each_mut().map(|(fields, name)| range(fields, name));
    let [oop, ip] = ranges;
    let ranges = [oop?, ip?];

    let streets = SizeTexts::take(&mut top, &mut players)?.streets();
    for (fields, _) in players {
        fields.finish()?;
    }
    let big_blind = top.text("big_blind")?.map(|given| chips(&given)).transpose()?;
    let rules = match big_blind {
        Some(big_blind) => Rules { min_bet: MinBet::BigBlind, big_blind, ..Rules::NO_LIMIT },
        None => Rules::NO_LIMIT,
    };
    let start = TreeStart::street(board.street(), pot, stack);
    let betting = TreeSpec {
        streets,
        thresholds: thresholds(&mut top)?,
        added: lines(&mut top, "add_lines")?,
        removed: lines(&mut top, "remove_lines")?,
        ..TreeSpec::new(rules, start, StreetSpec::default())
    };
    let rake = rake(&mut top)?;
    if top.take("locks").is_some() {
        return Err(FieldError::Kind {
            field: "locks".to_owned(),
            expected: "left out: strategies of decisions cannot be given in a spec yet",
        }
        .into());
    }
    let goal = goal(&mut top, pot)?;
    let settings = settings(&mut top)?;
    top.finish()?;
    Ok(SpotSpec { board, ranges, betting, rake, settings, goal })
}

fn chips(given: &Given) -> Result<Chips, FieldError> {
    let most = |chips: &u64| (1..=Chips::MOST.0).contains(chips);
    given.parse("a whole number of chips, at least 1", |text| {
        text.replace(['_', ','], "").parse().ok().filter(most).map(Chips)
    })
}

fn number(given: &Given, expected: &'static str) -> Result<f64, FieldError> {
    given.parse(expected, |text| text.parse().ok().filter(|number: &f64| number.is_finite()))
}

/// A player's fields; a text alone is the range.
fn player(top: &mut Fields, name: &'static str) -> Result<(Fields, &'static str), SpotError> {
    let fields = match top.take(name) {
        Some(Value::Text(range)) => Value::Map(vec![("range".to_owned(), Value::Text(range))]),
        Some(value) => value,
        None => Value::Nothing,
    };
    Ok((Fields::new(name, fields)?, name))
}

fn range(fields: &mut Fields, name: &'static str) -> Result<Range, SpotError> {
    let field = if name == "oop" { "oop.range" } else { "ip.range" };
    let expected = "what the player holds, such as QQ+,AKs:0.5";
    let given = fields.text("range")?.ok_or(FieldError::Missing { field, expected })?;
    let parse = |text: &str| Range::parse_with(Game::Holdem, text, hand_orders());
    Ok(read(&given.field, &given.text, parse)?)
}

/// What is written about sizes at one place.
#[derive(Clone, Default)]
struct Written {
    bet: Option<SizeList>,
    raise: Option<SizeList>,
    reraise: Option<SizeList>,
    donk: Option<SizeList>,
    raise_cap: Option<u32>,
}

impl Written {
    fn take(fields: &mut Fields, with_cap: bool) -> Result<Written, SpotError> {
        let mut list = |field| -> Result<Option<SizeList>, SpotError> {
            let first_bets = field == "bet" || field == "donk";
            fields.texts(field)?.map(|texts| size_list(&texts, first_bets)).transpose()
        };
        let [bet, raise, reraise, donk] =
            [list("bet")?, list("raise")?, list("reraise")?, list("donk")?];
        let raise_cap = match with_cap.then(|| fields.text("raise_cap")).transpose()?.flatten() {
            Some(given) => {
                let expected = "how many raises a street may see";
                Some(given.parse(expected, |text| text.parse().ok())?)
            }
            None => None,
        };
        Ok(Written { bet, raise, reraise, donk, raise_cap })
    }

    /// Each field from here, or else from `general`.
    fn or(self, general: &Written) -> Written {
        let general = general.clone();
        Written {
            bet: self.bet.or(general.bet),
            raise: self.raise.or(general.raise),
            reraise: self.reraise.or(general.reraise),
            donk: self.donk.or(general.donk),
            raise_cap: self.raise_cap.or(general.raise_cap),
        }
    }
}

/// Several texts are one list.
fn size_list(texts: &[Given], first_bets: bool) -> Result<SizeList, SpotError> {
    let field = texts.first().map_or("", |given| &given.field);
    let text = texts.iter().map(|given| given.text.as_str()).collect::<Vec<_>>().join(", ");
    let parse = if first_bets { SizeList::parse_bets } else { str::parse::<SizeList> };
    Ok(read(field, &text, parse)?)
}

/// The sizes of both, and of each player, on all streets and on each.
struct SizeTexts {
    common: Written,
    common_streets: [Written; 3],
    own: [Written; 2],
    own_streets: [[Written; 3]; 2],
}

impl SizeTexts {
    fn take(
        top: &mut Fields,
        players: &mut [(Fields, &'static str); 2],
    ) -> Result<SizeTexts, SpotError> {
        let mut texts = SizeTexts {
            common: Written::take(top, true)?,
            common_streets: streets_of(top, true)?,
            own: Default::default(),
            own_streets: Default::default(),
        };
        for (side, (fields, _)) in players.iter_mut().enumerate() {
            texts.own[side] = Written::take(fields, false)?;
            texts.own_streets[side] = streets_of(fields, false)?;
        }
        Ok(texts)
    }

    /// The betting options of each street, preflop first.
    fn streets(&self) -> [StreetSpec; 4] {
        let mut specs: [StreetSpec; 4] = Default::default();
        for (place, (street, _)) in STREETS.into_iter().enumerate() {
            let cap = self.common_streets[place].raise_cap.or(self.common.raise_cap);
            let sizes = [0, 1].map(|side: usize| {
                let own = self.own_streets[side][place].clone();
                let written =
                    own.or(&self.common_streets[place]).or(&self.own[side]).or(&self.common);
                let raises = match (written.raise, written.reraise) {
                    (raise, Some(reraise)) => vec![raise.unwrap_or_default(), reraise],
                    (raise, None) => raise.into_iter().collect(),
                };
                PlayerSizes { bet: written.bet.unwrap_or_default(), raises, donk: written.donk }
            });
            specs[street as usize] = StreetSpec { sizes, raise_cap: cap };
        }
        specs
    }
}

fn streets_of(fields: &mut Fields, with_cap: bool) -> Result<[Written; 3], SpotError> {
    let mut written: [Written; 3] = Default::default();
    for (place, (_, field)) in STREETS.into_iter().enumerate() {
        if let Some(mut street) = fields.fields(field)? {
            written[place] = Written::take(&mut street, with_cap)?;
            street.finish()?;
        }
    }
    Ok(written)
}

fn thresholds(top: &mut Fields) -> Result<Thresholds, SpotError> {
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

fn lines(top: &mut Fields, field: &'static str) -> Result<Vec<Line>, SpotError> {
    let texts = top.texts(field)?.unwrap_or_default();
    let line = |given: &Given| Ok(read(&given.field, &given.text, str::parse::<Line>)?);
    texts.iter().map(line).collect()
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
    fields.finish()?;
    Ok(Rake::new(rate, cap, false)?)
}

fn goal(top: &mut Fields, pot: Chips) -> Result<Goal, SpotError> {
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

fn settings(top: &mut Fields) -> Result<Settings, SpotError> {
    let mut settings = Settings {
        threads: thread::available_parallelism().map_or(1, usize::from),
        ..Settings::default()
    };
    settings.algorithm = algorithm(top)?;
    if let Some(given) = top.text("updates")? {
        settings.updates = given.parse("alternating or simultaneous", |text| match text {
            "alternating" => Some(Updates::Alternating),
            "simultaneous" => Some(Updates::Simultaneous),
            _ => None,
        })?;
    }
    if let Some(given) = top.text("precision")? {
        settings.precision = given.parse("full or half", |text| match text {
            "full" => Some(Precision::Full),
            "half" => Some(Precision::Half),
            _ => None,
        })?;
    }
    if let Some(given) = top.text("threads")? {
        let possible = |threads: &usize| (1..=quasar_solver::MOST_THREADS).contains(threads);
        settings.threads =
            given.parse("1 to 512 threads", |text| text.parse().ok().filter(possible))?;
    }
    Ok(settings)
}

/// What reaches a target soonest on Hold'em spots: the average forgets faster than
/// in the paper.
fn discounted() -> Algorithm {
    Algorithm::Discounted(Discounts { gamma: 5.0, ..Discounts::default() })
}

/// A name, or fields with the name and the exponents of discounted CFR.
fn algorithm(top: &mut Fields) -> Result<Algorithm, SpotError> {
    let (name, exponents) = match top.take("algorithm") {
        None => return Ok(discounted()),
        Some(Value::Text(text)) => (Some(Given { field: "algorithm".to_owned(), text }), None),
        Some(value) => {
            let mut fields = Fields::new("algorithm", value)?;
            (fields.text("name")?, Some(fields))
        }
    };
    let mut algorithm = match name {
        None => discounted(),
        Some(name) => {
            name.parse("dcfr, linear, cfrplus, vanilla, pcfrplus or fp", |text| match text {
                "dcfr" => Some(discounted()),
                "linear" => Some(Algorithm::Linear),
                "cfrplus" => Some(Algorithm::CfrPlus),
                "vanilla" => Some(Algorithm::Vanilla),
                "pcfrplus" => Some(Algorithm::PredictivePlus),
                "fp" => Some(Algorithm::FictitiousPlay { linear: true, optimistic: true }),
                _ => None,
            })?
        }
    };
    let Some(mut fields) = exponents else { return Ok(algorithm) };
    if let Algorithm::Discounted(discounts) = &mut algorithm {
        for (field, exponent) in [
            ("alpha", &mut discounts.alpha),
            ("beta", &mut discounts.beta),
            ("gamma", &mut discounts.gamma),
        ] {
            if let Some(given) = fields.text(field)? {
                *exponent = number(&given, "an exponent of discounted CFR")?;
            }
        }
        if let Some(given) = fields.text("reset")? {
            discounts.reset = given.parse("true or false", |text| text.parse().ok())?;
        }
    }
    fields.finish()?;
    Ok(algorithm)
}
