//! A spec as text again.

use std::fmt::Write;

use quasar_cards::Game;
use quasar_game::{Line, MinBet, PlayerSizes, Rake, Thresholds};
use quasar_solver::{Algorithm, Discounts, Precision, Settings, Updates};

use super::sizes::STREETS;
use super::{LockedAction, SaveError, SpotError, SpotLock, SpotSpec};
use crate::FieldError;

impl SpotSpec {
    /// The spec as YAML that [`parse`](Self::parse) reads back to the same game,
    /// algorithm and precision. Goals and threads are left out.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        let mut line = |field: &str, value: String| {
            // Writing to a text cannot fail.
            let _ = writeln!(text, "{field}: {value}");
        };
        if self.game() != Game::Holdem {
            line("game", self.game().name().to_owned());
        }
        line("board", self.board.to_string());
        line("pot", self.betting.start.pot.to_string());
        line("stack", self.betting.start.stacks[0].to_string());
        if self.betting.rules.min_bet == MinBet::BigBlind {
            line("big_blind", self.betting.rules.big_blind.to_string());
        }
        for (side, name) in ["oop", "ip"].into_iter().enumerate() {
            line(name, self.player_text(side));
        }
        for (street, name) in STREETS {
            if let Some(cap) = self.betting.street(street).raise_cap {
                line(name, format!("{{raise_cap: {cap}}}"));
            }
        }
        if self.betting.thresholds != Thresholds::default() {
            let Thresholds { add_all_in, force_all_in, merge } = self.betting.thresholds;
            let fields = [
                format!("add_all_in: {add_all_in}"),
                format!("force_all_in: {force_all_in}"),
                format!("merge: {merge}"),
            ];
            line("thresholds", map(&fields));
        }
        for (field, lines) in
            [("add_lines", &self.betting.added), ("remove_lines", &self.betting.removed)]
        {
            if !lines.is_empty() {
                line(field, list(lines));
            }
        }
        if self.rake != Rake::NONE {
            let mut fields = vec![format!("rate: {}", self.rake.rate())];
            if self.rake.cap().is_finite() {
                fields.push(format!("cap: {}", self.rake.cap()));
            }
            line("rake", map(&fields));
        }
        if !self.locks.is_empty() {
            let locks: Vec<String> = self.locks.iter().map(lock).collect();
            line("locks", format!("[{}]", locks.join(", ")));
        }
        line("algorithm", algorithm(self.settings.algorithm));
        let updates = match self.settings.updates {
            Updates::Alternating => "alternating",
            Updates::Simultaneous => "simultaneous",
        };
        line("updates", updates.to_owned());
        let precision = match self.settings.precision {
            Precision::Full => "full",
            Precision::Half => "half",
        };
        line("precision", precision.to_owned());
        text
    }

    /// The text for a save. It must say all that matters: specs that were not read
    /// from a text may have what no text can say. And it must be read again: ranges
    /// of a few words may be long when they are written hand by hand.
    pub(super) fn save_text(&self) -> Result<String, SaveError> {
        let text = self.to_text();
        let read = match SpotSpec::parse(&text, &[]) {
            Ok(read) => read,
            Err(SpotError::Field(FieldError::TooLong { bytes })) => {
                return Err(SaveError::TooLong { bytes });
            }
            Err(error) => return Err(SaveError::Unreadable(Box::new(error))),
        };
        let Settings { threads, .. } = self.settings;
        let settings = Settings { threads, ..read.settings };
        let goal = self.goal;
        let same = SpotSpec { settings, goal, ..read } == *self;
        if same { Ok(text) } else { Err(SaveError::NoText) }
    }

    fn player_text(&self, side: usize) -> String {
        let mut fields = vec![format!("range: {}", quoted(&self.ranges[side].to_string()))];
        for (street, name) in STREETS {
            let sizes = sizes(&self.betting.street(street).sizes[side]);
            if !sizes.is_empty() {
                fields.push(format!("{name}: {}", map(&sizes)));
            }
        }
        map(&fields)
    }
}

fn sizes(sizes: &PlayerSizes) -> Vec<String> {
    let bet = Some(&sizes.bet).filter(|bet| !bet.sizes().is_empty());
    let [raise, reraise] = [0, 1].map(|depth: usize| sizes.raises.get(depth));
    let fields =
        [("bet", bet), ("raise", raise), ("reraise", reraise), ("donk", sizes.donk.as_ref())];
    let given = fields.into_iter().filter_map(|(field, list)| Some((field, list?)));
    given.map(|(field, list)| format!("{field}: {}", quoted(&list.to_string()))).collect()
}

fn lock(lock: &SpotLock) -> String {
    let mut fields = vec![format!("line: {}", quoted(&lock.line.to_string()))];
    if let Some(actions) = &lock.frequencies {
        fields.push(format!("frequencies: {}", strategy(actions)));
    }
    if !lock.hands.is_empty() {
        let hands = lock.hands.iter();
        let hands: Vec<String> = hands
            .map(|(range, actions)| format!("{}: {}", key(&range.to_string()), strategy(actions)))
            .collect();
        fields.push(format!("hands: {}", map(&hands)));
    }
    map(&fields)
}

fn strategy(actions: &[LockedAction]) -> String {
    let actions = actions.iter();
    let actions: Vec<String> = actions
        .map(|LockedAction { action, frequency }| format!("{action}: {frequency}"))
        .collect();
    map(&actions)
}

fn algorithm(algorithm: Algorithm) -> String {
    match algorithm {
        Algorithm::Vanilla => "vanilla".to_owned(),
        Algorithm::CfrPlus => "cfrplus".to_owned(),
        Algorithm::Linear => "linear".to_owned(),
        Algorithm::PredictivePlus => "pcfrplus".to_owned(),
        Algorithm::FictitiousPlay { .. } => "fp".to_owned(),
        Algorithm::Discounted(Discounts { alpha, beta, gamma, reset }) => {
            format!("{{name: dcfr, alpha: {alpha}, beta: {beta}, gamma: {gamma}, reset: {reset}}}")
        }
    }
}

/// A text that YAML takes as it is; ranges, sizes and lines have no quotes.
fn quoted(text: &str) -> String {
    format!("\"{text}\"")
}

/// The same as the key of a map. YAML takes no more than 1,024 letters without a mark,
/// and ranges of Omaha have more.
fn key(text: &str) -> String {
    const LONG: usize = 1_000;
    if text.len() < LONG { quoted(text) } else { format!("? {} ", quoted(text)) }
}

fn map(fields: &[String]) -> String {
    format!("{{{}}}", fields.join(", "))
}

fn list(lines: &[Line]) -> String {
    let lines: Vec<String> = lines.iter().map(|line| quoted(&line.to_string())).collect();
    format!("[{}]", lines.join(", "))
}

#[cfg(test)]
mod tests {
    use quasar_game::Chips;

    use super::*;

    #[test]
    fn a_spec_that_cannot_be_read_again_says_why() {
        let text = "{board: Ks7d4c9h2s, pot: 100, stack: 100, oop: AA, ip: QQ}";
        let mut spec = SpotSpec::parse(text, &[]).unwrap();
        assert!(spec.save_text().is_ok());
        spec.betting.start.pot = Chips::ZERO;
        let refused = spec.save_text().unwrap_err().to_string();
        assert!(refused.ends_with("read again: line 2: pot is `0`; expected a whole number of chips from 1 to 1,000,000,000,000"), "{refused}");
    }
}
