//! Converts the fields of a spot to a checked spec.

use quasar_cards::{Board, Game, Range, Street};
use quasar_game::{Chips, Line, Rake, StreetSpec, Thresholds, TreeSpec, TreeStart};
use quasar_solver::{Discounts, Settings};

use super::document::{PlayerDocument, RakeDocument, SpotDocument, SpotPatch, ThresholdsDocument};
use super::sizes::SizeTexts;
use super::{CutSpec, LinePlaces, SpotError, SpotSpec, SpotStart, game, lock};
use crate::buckets::{
    AbstractionSpec, BY_HAND_ITERATIONS, default_by_hand, default_check, read_rivers,
};
use crate::request::document::written_as;
use crate::request::solving::{LimitFields, SettingFields};
use crate::request::values::quantities::Pots;
use crate::request::values::{Cards, ChipScale, Many, Num, Text};
use crate::request::{At, Document, FieldError, OfFields, ParsedText, Warnings, needed, read_spec};

/// What a range must hold.
pub(crate) const SOME_HAND: &str = "at least one hand, such as QQ+,AKs:0.5";

impl SpotSpec {
    /// The target of a solve without any limit, in percent of the pot.
    pub const DEFAULT_TARGET: f64 = 0.5;

    /// The exponents that reach a target soonest on Hold'em spots. Compared with the paper the
    /// average and positive regrets forget faster, and negative regrets slower and slower:
    /// actions that were given up long ago come back one by one, instead of all at once, which
    /// would have to be unlearned.
    pub const DISCOUNTS: Discounts = Discounts { alpha: 1.4, beta: 0.25, gamma: 4.0, reset: false };

    /// Reads a spec from YAML or JSON; `docs/SOLVER.md` describes its fields.
    pub fn parse(text: &str) -> Result<SpotSpec, SpotError> {
        read_spec::<SpotDocument, _, _>(text)
    }

    /// The same with a patch that replaces fields of the text. A `bet`, `raise`,
    /// `reraise`, `donk` or `raise_cap` for every street replaces those of each street and
    /// player.
    pub fn parse_with(text: &str, patch: &SpotPatch) -> Result<SpotSpec, SpotError> {
        let (document, source) = patched(text, patch)?;
        SpotSpec::try_from(document).map_err(|error| error.with_place(&source, ""))
    }

    /// The text of a spec with a patch as YAML: the fields that either gives. It is checked as
    /// [`SpotSpec::parse_with`] does.
    pub fn patched_text(text: &str, patch: &SpotPatch) -> Result<String, SpotError> {
        SpotSpec::parse_with(text, patch)?;
        Ok(patched(text, patch)?.0.to_yaml())
    }
}

/// The fields of a text with those of a patch, and the places of those that it does not replace.
fn patched(text: &str, patch: &SpotPatch) -> Result<(SpotDocument, ParsedText), FieldError> {
    let mut source = ParsedText::parse(text)?;
    let mut document = SpotDocument::read(&source)?;
    source.forget(patch);
    document.apply_patch(patch.clone());
    Ok((document, source))
}

written_as!(SpotSpec, SpotDocument);

impl TryFrom<SpotDocument> for SpotSpec {
    type Error = SpotError;

    fn try_from(document: SpotDocument) -> Result<SpotSpec, SpotError> {
        let (document, scale) = document.with_whole_chips()?;
        let board = board(document.board.as_ref())?;
        let pot = needed(document.pot.as_ref(), "pot", "the chips in the middle")?;
        let stack = needed(document.stack.as_ref(), "stack", "what each player has left")?;
        let (pot, stack) = (Chips(scale.chips(pot, "pot")?), Chips(scale.chips(stack, "stack")?));
        let game = document.game.as_deref().map_or(Game::Holdem, |name| name.0);
        let mut warnings = Warnings::default();
        let ranges = [
            range(document.oop.as_ref(), "oop", game, &mut warnings)?,
            range(document.ip.as_ref(), "ip", game, &mut warnings)?,
        ];
        let mut streets = SizeTexts::read(&document)?.streets();
        if !document.has_sizes() {
            warnings.0.push(game::fill_sizes(game, &mut streets));
        }
        let mut places = LinePlaces::default();
        let big_blind = document.big_blind.as_ref().map(|chips| scale.chips(chips, "big_blind"));
        let big_blind = big_blind.transpose()?.map(Chips);
        let start = TreeStart::street(board.street(), pot, stack);
        let betting = TreeSpec {
            streets,
            thresholds: thresholds(document.thresholds.as_ref()),
            added: lines(document.add_lines.as_ref(), "add_lines", &mut places)?,
            removed: lines(document.remove_lines.as_ref(), "remove_lines", &mut places)?,
            ..TreeSpec::new(game::rules(game, big_blind), start, StreetSpec::default())
        };
        let rake = rake(document.rake.as_ref(), scale)?;
        let locks = lock::read(document.locks.as_ref(), game, &mut warnings)?;
        let rivers = match &document.abstraction {
            Some(abstraction) => read_rivers(abstraction, game, &board)?,
            None => None,
        };
        let river_buckets = rivers.map(|rivers| rivers.bucketing);
        let abstraction = match &document.abstraction {
            Some(abstraction) if river_buckets.is_none() => {
                Some(AbstractionSpec::read(abstraction, game, &board)?)
            }
            _ => None,
        };
        if let (Some(_), Some(locks), false) = (&abstraction, &document.locks, locks.is_empty()) {
            let expected = "left out: locks do not work with buckets";
            return Err(locks.must_be("locks", expected).into());
        }
        let cut = match &document.cut {
            Some(cut) => Some(CutSpec::read(cut, &board)?),
            None => None,
        };
        if cut.is_some() {
            check_cut(&document, rake)?;
        }
        let target = document.target.as_deref().map(|percent| percent.get());
        let chips = |percent: f64| percent / 100.0 * pot.as_f64();
        let limits = LimitFields {
            iterations: document.iterations.as_ref(),
            time: document.time.as_ref(),
            check_every: document.check_every.as_ref(),
        };
        let settings = SettingFields {
            algorithm: document.algorithm.as_ref(),
            updates: document.updates.as_ref(),
            precision: document.precision.as_ref(),
            threads: document.threads.as_ref(),
        };
        let sampling = match &document.sampling {
            Some(sampling) => Some(sampling.sampling(board.street())?),
            None => None,
        };
        let settings = settings.settings(SpotSpec::DISCOUNTS)?;
        let by_hand = rivers.and_then(|rivers| match rivers.by_hand {
            None => default_by_hand(&settings),
            given => given.filter(|&one_in| one_in > 0),
        });
        let by_hand_seed = rivers.and_then(|rivers| rivers.seed).unwrap_or(settings.by_hand_seed);
        let settings = Settings { sampling, by_hand, by_hand_seed, ..settings };
        let mut goal = limits.goal(target.map(chips), Some(chips(SpotSpec::DEFAULT_TARGET)));
        if cut.is_some() {
            goal.exploitability = None;
            let endless = goal.iterations.is_none() && goal.time.is_none();
            goal.iterations = goal.iterations.or(endless.then_some(CutSpec::ITERATIONS));
        }
        if document.check_every.is_none() {
            goal.check_every = default_check(&settings);
        }
        if settings.by_hand.is_some() && goal.iterations.is_none() && goal.time.is_none() {
            goal.iterations = Some(BY_HAND_ITERATIONS);
        }
        let mut spec = SpotSpec {
            board,
            ranges,
            betting,
            rake,
            locks,
            abstraction,
            river_buckets,
            cut,
            start: None,
            settings,
            goal,
            warnings,
            places,
            chip_scale: scale.factor,
        };
        spec.start = SpotStart::read(document.start.as_ref(), &spec)?;
        Ok(spec)
    }
}

/// Fails if a spot with a cut has fields that a cut tree cannot have.
fn check_cut(document: &SpotDocument, rake: Rake) -> Result<(), FieldError> {
    let refused = |field: &str, expected: &'static str| {
        let at = document.cut.as_ref().and_then(|cut| cut.at.as_ref()).and_then(At::position);
        Err(FieldError::Kind { field: field.to_owned(), expected: expected.into() }.at(at))
    };
    if let Some(target) = &document.target {
        let expected = "left out: a cut tree stops after iterations or time, because best responses in \
                        it do not measure exploitability";
        return Err(target.must_be("target", expected));
    }
    if document.abstraction.is_some() {
        return refused("abstraction", "left out: a cut tree has no buckets");
    }
    if !rake.is_none() {
        return refused("rake", "left out: leaf values do not include rake");
    }
    Ok(())
}

fn board(given: Option<&At<Cards>>) -> Result<Board, FieldError> {
    let expected = "three to five cards, such as QsJh2h";
    let given = needed(given, "board", expected)?;
    let board = given.read("board", str::parse::<Board>)?;
    if board.street() < Street::Flop {
        return needed(None, "board", expected).copied();
    }
    Ok(board)
}

fn range(
    player: Option<&PlayerDocument>,
    name: &str,
    game: Game,
    warnings: &mut Warnings,
) -> Result<Range, FieldError> {
    let expected = "what the player holds, such as QQ+,AKs:0.5";
    let field = format!("{name}.range");
    let given = needed(player.and_then(|player| player.range.as_ref()), &field, expected)?;
    let range = warnings.range(given, &field, game)?;
    if range.is_empty() {
        return Err(given.wrong(&field, &given.0, SOME_HAND));
    }
    Ok(range)
}

fn thresholds(given: Option<&ThresholdsDocument>) -> Thresholds {
    let pots = |given: &Option<At<Num<Pots>>>| given.as_deref().map_or(0.0, |pots| pots.get());
    given.map_or(Thresholds::default(), |given| Thresholds {
        add_all_in: pots(&given.add_all_in),
        force_all_in: pots(&given.force_all_in),
        merge: pots(&given.merge),
    })
}

fn lines(
    given: Option<&At<Many<At<Text>>>>,
    field: &str,
    places: &mut LinePlaces,
) -> Result<Vec<Line>, FieldError> {
    let Some(given) = given else { return Ok(Vec::new()) };
    let line = |written: &At<Text>| {
        let written = written.clone().within(given);
        let line = written.read(field, str::parse::<Line>)?;
        places.0.extend(written.position().map(|at| (line.clone(), at)));
        Ok(line)
    };
    given.0.iter().map(line).collect()
}

/// The rake.
pub(crate) fn rake(given: Option<&RakeDocument>, scale: ChipScale) -> Result<Rake, SpotError> {
    let Some(RakeDocument { rate, cap, left_out: _ }) = given else { return Ok(Rake::NONE) };
    let at = rate.as_ref().and_then(At::position).or(cap.as_ref().and_then(At::position));
    let rate = rate.as_deref().map_or(0.0, |rate| rate.get());
    let cap = cap.as_deref().map_or(f64::INFINITY, |cap| scale.cap(cap.get()));
    Rake::new(rate, cap, false).map_err(|error| SpotError::from(error).at(at))
}
