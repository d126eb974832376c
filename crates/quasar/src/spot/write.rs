//! Converts a spec to a document and to text.

use quasar_cards::Street;
use quasar_game::{Line, MinBet, PlayerSizes, Rake, SizeList, StreetSpec, Thresholds};
use quasar_solver::Settings;

use super::cut::CutDocument;
use super::document::{
    PlayerDocument, PlayerStreetDocument, RakeDocument, SpotDocument, StreetDocument,
    ThresholdsDocument,
};
use super::lock::LockDocument;
use super::sizes::NO_SIZES;
use super::{SaveError, SpotError, SpotSpec, SpotStart};
use crate::buckets::{AbstractionDocument, default_check, write_rivers};
use crate::request::solving::shortest;
use crate::request::values::{Cards, List, Many, Name, Num, Sizes, Text, Time};
use crate::request::{AlgorithmDocument, At, DealsDocument, Document, FieldError, LeftOut};

impl From<&SpotSpec> for SpotDocument {
    /// All fields, without the game if it is Hold'em. Specs that were not read from a
    /// text may have settings that no field can express.
    fn from(spec: &SpotSpec) -> SpotDocument {
        let SpotSpec {
            board,
            ranges,
            betting,
            rake,
            locks,
            abstraction,
            river_buckets,
            cut,
            settings,
            goal,
            ..
        } = spec;
        let [oop, ip] = [0, 1].map(|side: usize| PlayerDocument {
            range: Some(Text::from(&ranges[side]).into()),
            flop: player_street(&betting.street(Street::Flop).sizes[side]),
            turn: player_street(&betting.street(Street::Turn).sizes[side]),
            river: player_street(&betting.street(Street::River).sizes[side]),
            ..PlayerDocument::default()
        });
        let big_blind =
            (betting.rules.min_bet == MinBet::BigBlind).then_some(betting.rules.big_blind);
        let pot = betting.start.pot;
        let count = |number: u32| Some(Num::of(number).into());
        let mut document = SpotDocument {
            game: spec.game().is_omaha().then(|| Name(spec.game()).into()),
            board: Some(Cards::from(board).into()),
            pot: Some(Num::of(pot.0.into()).into()),
            stack: Some(Num::of(betting.start.stacks[0].0.into()).into()),
            big_blind: big_blind.map(|chips| Num::of(chips.0.into()).into()),
            chip_scale: (spec.chip_scale > 1).then(|| Num::of(spec.chip_scale).into()),
            oop: Some(oop),
            ip: Some(ip),
            flop: street(betting.street(Street::Flop)),
            turn: street(betting.street(Street::Turn)),
            river: street(betting.street(Street::River)),
            thresholds: thresholds(betting.thresholds),
            add_lines: lines(&betting.added),
            remove_lines: lines(&betting.removed),
            rake: rake_document(*rake),
            locks: (!locks.is_empty())
                .then(|| List(locks.iter().map(LockDocument::from).collect()).into()),
            abstraction: (river_buckets.as_ref())
                .map(|bucketing| write_rivers(bucketing, settings))
                .or(abstraction.as_ref().map(AbstractionDocument::from)),
            start: SpotStart::written(spec),
            cut: cut.as_ref().map(CutDocument::from),
            target: goal.exploitability.map(|chips| Num::of(percent(chips, pot.as_f64())).into()),
            iterations: goal.iterations.and_then(count),
            time: goal.time.map(|time| Time(time).into()),
            check_every: (goal.check_every != default_check(settings))
                .then(|| Num::of(goal.check_every.get()).into()),
            algorithm: Some(AlgorithmDocument::from(settings.algorithm)),
            updates: Some(Name(settings.updates).into()),
            sampling: (settings.sampling.as_ref())
                .map(|sampling| DealsDocument::of(sampling, board.street())),
            precision: Some(Name(settings.precision).into()),
            threads: Some(Num::of(settings.threads).into()),
            ..SpotDocument::default()
        };
        if !document.has_sizes() {
            // Left out, there would be sizes by default.
            document.bet = Some(sizes(&SizeList::default()));
        }
        document
    }
}

impl SpotDocument {
    /// The same without goals and threads: the game and how it is solved.
    pub(super) fn without_goals(self) -> SpotDocument {
        SpotDocument {
            target: None,
            iterations: None,
            time: None,
            check_every: None,
            threads: None,
            ..self
        }
    }
}

impl SpotSpec {
    /// The spec as YAML that [`parse`](Self::parse) reads back to the same game,
    /// algorithm and precision. Goals and threads are left out.
    pub fn to_text(&self) -> String {
        SpotDocument::from(self).without_goals().to_yaml()
    }

    /// Equal for specs of the same game and the same algorithm, updates and precision,
    /// whatever their goals and threads.
    pub fn canonical(&self) -> String {
        SpotDocument::from(self).without_goals().to_json()
    }

    /// The same with the contents of the network, if it is a file, in place of its path.
    pub(crate) fn identity(&self) -> String {
        self.by_contents().to_json()
    }

    /// The text in checkpoints, which names the automatic one: [`to_text`](Self::to_text) with
    /// the contents of the network, if it is a file, in place of its path.
    pub(super) fn checkpoint_text(&self) -> String {
        self.by_contents().to_yaml()
    }

    /// The fields of the game, with the contents of the network in place of its path.
    pub(super) fn by_contents(&self) -> SpotDocument {
        let cut = self.cut.as_ref().map(|cut| CutDocument {
            values: Some(Text(cut.values.contents()).into()),
            ..CutDocument::from(cut)
        });
        SpotDocument { cut, ..SpotDocument::from(self).without_goals() }
    }

    /// The same for spots that differ only by their board.
    pub(super) fn canonical_without_board(&self) -> String {
        SpotDocument { board: None, ..SpotDocument::from(self).without_goals() }.to_json()
    }

    /// The text for a save. It must be complete: specs that were not read from a text may
    /// have settings that no text can express. And it must be readable: a short range may
    /// be long when it is written hand by hand.
    pub(in crate::spot) fn save_text(&self) -> Result<String, SaveError> {
        if self.cut.is_some() {
            return Err(SaveError::Cut);
        }
        let text = self.to_text();
        let read = match SpotSpec::parse(&text) {
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
}

fn percent(chips: f64, pot: f64) -> f64 {
    shortest(chips, 100.0 * chips / pot, |percent| percent / 100.0 * pot)
}

fn sizes(list: &SizeList) -> At<Sizes> {
    let text = if list.sizes().is_empty() { NO_SIZES.to_owned() } else { list.to_string() };
    Sizes(text).into()
}

fn player_street(given: &PlayerSizes) -> Option<PlayerStreetDocument> {
    let street = PlayerStreetDocument {
        bet: (!given.bet.sizes().is_empty()).then(|| sizes(&given.bet)),
        raise: given.raises.first().map(sizes),
        reraise: given.raises.get(1).map(sizes),
        donk: given.donk.as_ref().map(sizes),
        left_out: LeftOut::default(),
    };
    (street != PlayerStreetDocument::default()).then_some(street)
}

fn street(given: &StreetSpec) -> Option<StreetDocument> {
    let raise_cap = Some(Num::of(given.raise_cap?).into());
    Some(StreetDocument { raise_cap, ..StreetDocument::default() })
}

fn thresholds(given: Thresholds) -> Option<ThresholdsDocument> {
    let pots = |pots: f64| Some(Num::of(pots).into());
    (given != Thresholds::default()).then(|| ThresholdsDocument {
        add_all_in: pots(given.add_all_in),
        force_all_in: pots(given.force_all_in),
        merge: pots(given.merge),
        left_out: LeftOut::default(),
    })
}

fn lines(lines: &[Line]) -> Option<At<Many<At<Text>>>> {
    let texts = || lines.iter().map(|line| Text::from(line).into()).collect();
    (!lines.is_empty()).then(|| Many(texts()).into())
}

/// What the house takes, as fields.
pub(crate) fn rake_document(rake: Rake) -> Option<RakeDocument> {
    (rake != Rake::NONE).then(|| RakeDocument {
        rate: Some(Num::of(rake.rate()).into()),
        cap: rake.cap().is_finite().then(|| Num::of(rake.cap()).into()),
        left_out: LeftOut::default(),
    })
}

#[cfg(test)]
mod tests {
    use quasar_game::Chips;

    use super::*;

    #[test]
    fn a_spec_that_cannot_be_read_again_says_why() {
        let text = "{board: Ks7d4c9h2s, pot: 100, stack: 100, oop: AA, ip: QQ}";
        let mut spec = SpotSpec::parse(text).unwrap();
        assert!(spec.save_text().is_ok());
        spec.betting.start.pot = Chips::ZERO;
        let refused = spec.save_text().unwrap_err().to_string();
        assert!(refused.ends_with("read back: line 2, column 6: pot is `0`; expected a number of chips above 0 and up to 1,000,000,000,000, such as 180 or 5.5"), "{refused}");
    }

    /// Targets are chips inside and percent outside, whatever the pot.
    #[test]
    fn targets_are_written_in_the_percent_they_were_read_from() {
        for (pot, target) in [("180", "0.5"), ("7", "0.1"), ("333", "0.07"), ("1000000", "12.34")] {
            let text = format!(
                "{{board: Ks7d4c9h2s, pot: {pot}, stack: 9, oop: AA, ip: QQ, target: {target}}}"
            );
            let spec = SpotSpec::parse(&text).unwrap();
            let written = SpotDocument::from(&spec).target.unwrap();
            assert_eq!(written.get().to_string(), target, "pot {pot}");
        }
    }
}
