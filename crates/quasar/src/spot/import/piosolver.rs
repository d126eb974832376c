//! Tree configurations of PioSOLVER: the lines `#Name#value` that its tree builder
//! copies, pastes and saves, and `show_tree_info` prints.
//!
//! `Range0` and `FlopConfig` are of the player out of position, `Range1` and
//! `FlopConfigIP` of the one in position. Sizes mean what they mean in a spec; a
//! missing list is an empty one, for donk bets too. All-in is offered where
//! `AddAllin` is set and there are sizes, if it is at most
//! `AddAllinOnlyIfLessThanThisTimesThePot` percent of the pot.
//! See <https://piosolver.com/docs/viewer/postflop_tree_building>.

use std::collections::HashMap;

use quasar_game::{BetSize, SizeList};

use super::draft::{Draft, STREETS, SourceLine};
use super::range::parse_piosolver_range;
use super::{ImportError, ImportFault, ImportNote};
use crate::request::values::Num;
use crate::spot::{RakeDocument, ThresholdsDocument};

/// Names that do not affect the game, or only if a switch is on.
const SILENT: [&str; 9] = [
    "TreeBuilding",
    "Cap",
    "CapMode",
    "CapPerStreet",
    "UnifiedBetAfterRaise",
    "UnifiedRaiseAfterRaise",
    "ICM.ICMFormat",
    "ICM.Payouts",
    "ICM.Stacks",
];

/// Names without a counterpart when they are on, and advice about each.
const SWITCHES: [(&str, &str); 9] = [
    ("CapEnabled", "the cap on raises is left out; raise_cap can be set in the spec"),
    ("UseUnifiedBetAfterRaise", "left out; bets after a raise have the sizes of their street"),
    ("UseUnifiedRaiseAfterRaise", "left out; reraise can be set in the spec"),
    ("ForceIPBet", "left out; remove_lines can take checks out of the spec"),
    ("ForceOOPBet", "left out; remove_lines can take checks out of the spec"),
    ("RemovedLines", "left out; remove_lines of the spec does the same"),
    ("ExtraLines", "left out; add_lines of the spec does the same"),
    ("MinimumBetsize", "left out; the smallest bet is one chip, or the big_blind of the spec"),
    ("ICM.Enabled", "ignored; chips are not converted"),
];

/// Reads a tree configuration.
pub(super) fn import(text: &str) -> Result<(Draft, Vec<ImportNote>), ImportError> {
    let mut reader = Reader::default();
    let mut commands = None;
    for (index, line) in text.lines().enumerate() {
        let line_number = index + 1;
        let content = line.trim().trim_start_matches('\u{feff}');
        let Some((name, value)) = content.strip_prefix('#').and_then(|rest| rest.split_once('#'))
        else {
            if !content.is_empty() && !content.starts_with('#') {
                commands.get_or_insert((line_number, 0)).1 += 1;
            }
            continue;
        };
        reader.line(
            SourceLine { line: line_number, what: &format!("#{name}#") },
            name,
            value.trim(),
        )?;
    }
    if let Some((line, count)) = commands {
        let text =
            format!("ignored {count} lines from here on that are not of the form #Name#value");
        reader.notes.push(ImportNote { line, text });
    }
    reader.finish()
}

#[derive(Default)]
struct Reader {
    draft: Draft,
    notes: Vec<ImportNote>,
    /// The line that each name was seen on.
    seen: HashMap<String, usize>,
    /// Whether all-in is added, by player and street, and the line that says so.
    add_all_in: [[Option<usize>; 3]; 2],
    /// The most percent of the pot that an added all-in may be.
    most_percent: Option<f64>,
    merge: (bool, Option<f64>),
    rake: (bool, f64, Option<f64>),
}

impl Reader {
    fn line(&mut self, at: SourceLine<'_>, name: &str, value: &str) -> Result<(), ImportError> {
        if self.seen.insert(name.to_owned(), at.line).is_some() {
            return Err(at.error(ImportFault::Twice { what: at.what.to_owned() }));
        }
        if let Some((config, field)) = name.split_once('.')
            && let Some((player, street)) = place_of(config)
        {
            return self.street(at, (player, street), field, value);
        }
        match name {
            "Board" => self.draft.board = Some(at.board(value)?),
            "Pot" => self.draft.pot = Some(at.chips(value)?),
            "EffectiveStacks" => self.draft.stack = Some(at.chips(value)?),
            "Range0" | "Range1" => {
                let range = parse_piosolver_range(value).map_err(|fault| at.error(fault))?;
                self.draft.ranges[usize::from(name == "Range1")] = Some(range);
            }
            "AddAllinOnlyIfLessThanThisTimesThePot" => {
                self.most_percent = Some(at.number(value)?);
            }
            "MergeSimilarBets" => self.merge.0 = flag(at, value)?,
            "MergeSimilarBetsThreshold" => self.merge.1 = Some(at.number(value)?),
            "Rake.Enabled" => self.rake.0 = flag(at, value)?,
            "Rake.Fraction" => {
                self.rake.1 = at.number(value)?;
                if self.rake.1 > 1.0 {
                    return Err(at.wrong(value, "a fraction of the pot between 0 and 1"));
                }
            }
            "Rake.Cap" => self.rake.2 = Some(at.number(value)?),
            "Type" if value == "NoLimit" => {}
            "Type" => return Err(at.wrong(value, "NoLimit, the only betting of a spot")),
            "AllinThreshold" => {
                if at.number(value)? < 100.0 {
                    self.notes.push(at.note(format!(
                        "#AllinThreshold#{value}: bets of most of the stack stay as they are; \
                         thresholds.force_all_in is the closest setting"
                    )));
                }
            }
            name if SILENT.contains(&name) => {}
            _ => {
                let switch = SWITCHES.iter().find(|(known, _)| *known == name);
                if switch.is_none() || is_on(value) {
                    let advice = switch.map_or("unknown, left out", |(_, advice)| advice);
                    self.notes.push(at.note(format!("{}{value}: {advice}", at.what)));
                }
            }
        }
        Ok(())
    }

    /// A line of a player's street.
    fn street(
        &mut self,
        at: SourceLine<'_>,
        (player, street): (usize, usize),
        field: &str,
        value: &str,
    ) -> Result<(), ImportError> {
        let sizes = &mut self.draft.sizes[player][street];
        match field {
            "BetSize" => sizes.bet = size_list(at, value, true)?,
            "RaiseSize" => sizes.raise = size_list(at, value, false)?,
            "DonkBetSize" if player == 0 => sizes.donk = size_list(at, value, true)?,
            "AddAllin" => self.add_all_in[player][street] = flag(at, value)?.then_some(at.line),
            "Dont3bet" if !is_on(value) => {}
            "Dont3bet" => {
                let text = "left out; an empty reraise of the player does much the same";
                self.notes.push(at.note(format!("{}{value}: {text}", at.what)));
            }
            _ => self.notes.push(at.note(format!("{}{value}: unknown, left out", at.what))),
        }
        Ok(())
    }

    fn finish(mut self) -> Result<(Draft, Vec<ImportNote>), ImportError> {
        let pots = |percent: f64| Num::of(percent / 100.0).into();
        let thresholds = ThresholdsDocument {
            add_all_in: self.all_in().map(pots),
            merge: self.merge.1.filter(|_| self.merge.0).map(pots),
            ..ThresholdsDocument::default()
        };
        if thresholds != ThresholdsDocument::default() {
            self.draft.fields.thresholds = Some(thresholds);
        }
        if let (true, rate, cap) = self.rake {
            let rate = Some(Num::of(rate).into());
            let cap = cap.map(|cap| Num::of(cap).into());
            self.draft.fields.rake = Some(RakeDocument { rate, cap, ..RakeDocument::default() });
        }
        if let (Some(&line), 0..1) =
            (self.seen.get("FlopConfig.DonkBetSize"), self.draft.streets().start)
            && !self.draft.sizes[0][0].donk.sizes().is_empty()
        {
            let text = "#FlopConfig.DonkBetSize#: nobody has called before the first street";
            self.notes.push(ImportNote { line, text: text.to_owned() });
        }
        self.notes.sort_by_key(|note| note.line);
        Ok((self.draft, self.notes))
    }

    /// Adds all-in: by a threshold in percent if every list has it, else to the lists that do.
    fn all_in(&mut self) -> Option<f64> {
        let streets = self.draft.streets();
        let places: Vec<(usize, usize)> =
            (0..2).flat_map(|player| streets.clone().map(move |street| (player, street))).collect();
        let added = |&(player, street): &(usize, usize)| self.add_all_in[player][street];
        let line = places.iter().find_map(added)?;
        let everywhere = places.iter().all(|place| {
            let sizes = &self.draft.sizes[place.0][place.1];
            let donks = place.0 == 1 || place.1 == streets.start || !empty(&sizes.donk);
            added(place).is_some() && !empty(&sizes.bet) && !empty(&sizes.raise) && donks
        });
        if everywhere && self.most_percent.is_some() {
            return self.most_percent;
        }
        for &(player, street) in places.iter().filter(|place| added(place).is_some()) {
            let sizes = &mut self.draft.sizes[player][street];
            for list in [&mut sizes.bet, &mut sizes.raise, &mut sizes.donk] {
                if !empty(list) {
                    *list = list.sizes().iter().copied().chain([BetSize::AllIn]).collect();
                }
            }
        }
        // Later in the hand the stack is less and the pot is more.
        let largest = |percent: f64| {
            self.draft
                .stack
                .zip(self.draft.pot)
                .is_some_and(|(stack, pot)| stack.as_f64() > pot.as_f64() * percent / 100.0)
        };
        if let Some(percent) = self.most_percent.filter(|&percent| largest(percent)) {
            let text = format!(
                "all-in is added where AddAllin says so, also when it is more than {percent} % of \
                 the pot; thresholds.add_all_in would add it to every list"
            );
            self.notes.push(ImportNote { line, text });
        }
        None
    }
}

fn empty(list: &SizeList) -> bool {
    list.sizes().is_empty()
}

/// The player and street of `FlopConfig`, `TurnConfigIP` and the like.
fn place_of(config: &str) -> Option<(usize, usize)> {
    let (street, player) = match config.strip_suffix("ConfigIP") {
        Some(street) => (street, 1),
        None => (config.strip_suffix("Config")?, 0),
    };
    let known = |(_, name): &(_, &str)| name.eq_ignore_ascii_case(street);
    Some((player, STREETS.iter().position(known)?))
}

/// Whether a value turns something on.
fn is_on(value: &str) -> bool {
    !["", "0", "false"].contains(&value.to_ascii_lowercase().as_str())
}

fn flag(at: SourceLine<'_>, value: &str) -> Result<bool, ImportError> {
    match value.to_ascii_lowercase().as_str() {
        "true" | "1" => Ok(true),
        "false" | "0" => Ok(false),
        _ => Err(at.wrong(value, "True or False")),
    }
}

/// Sizes, with PioSOLVER's other name for all-in.
fn size_list(at: SourceLine<'_>, value: &str, first_bets: bool) -> Result<SizeList, ImportError> {
    let is_separator = |c: char| c == ',' || c.is_whitespace();
    let words = value.split(is_separator).filter(|word| !word.is_empty());
    let words: Vec<&str> = words.map(|word| if word == "ai" { "a" } else { word }).collect();
    let parse = if first_bets { SizeList::parse_bets } else { str::parse::<SizeList> };
    at.read(&words.join(", "), parse)
}
