//! Converts the fields of a game before the flop to a checked spec, and back.

use std::path::PathBuf;

use quasar_cards::Game;
use quasar_game::{Chips, Limit, Rake, SizeList};
use quasar_preflop::PreflopSpec;
use quasar_solver::{Algorithm, Discounts};

use super::document::{PreflopDocument, PreflopPatch, SizesByDepth};
use super::exact::read_exact;
use super::spec::BLIND;
use super::streets::read_streets;
use super::{FlopLeaf, PreflopSolveError, PreflopSolveSpec};
use crate::model::with_exponents;
use crate::request::document::written_as;
use crate::request::values::quantities::{AnyCount, Blinds};
use crate::request::values::{Algorithms, List, Many, Name, Names, Num, Sizes, Text};
use crate::request::{
    AlgorithmDocument, At, Document, FieldError, LeftOut, OfFields, ParsedText, Warnings, read_spec,
};
use crate::spot::{LockDocument, RakeDocument, read_locks};

impl PreflopSolveSpec {
    /// Reads a spec from YAML or JSON; `docs/MODEL.md` describes its fields.
    pub fn parse(text: &str) -> Result<PreflopSolveSpec, PreflopSolveError> {
        read_spec::<PreflopDocument, _, _>(text)
    }

    /// The same with a patch that replaces fields of the text.
    pub fn parse_with(
        text: &str,
        patch: &PreflopPatch,
    ) -> Result<PreflopSolveSpec, PreflopSolveError> {
        let mut source = ParsedText::parse(text)?;
        let mut document = PreflopDocument::read(&source)?;
        source.forget(patch);
        document.apply_patch(patch.clone());
        PreflopSolveSpec::try_from(document).map_err(|error| error.with_place(&source, ""))
    }
}

written_as!(PreflopSolveSpec, PreflopDocument);

impl TryFrom<PreflopDocument> for PreflopSolveSpec {
    type Error = PreflopSolveError;

    fn try_from(document: PreflopDocument) -> Result<PreflopSolveSpec, PreflopSolveError> {
        let [small, big] = blinds(document.blinds.as_ref())?;
        let ante =
            match pair(document.ante.as_ref(), "ante", "the ante of each player, such as 0.125")? {
                Some(([one, other], given)) if one != other => {
                    return Err(given.must_be("ante", "the same for both players").into());
                }
                antes => antes.map_or(0.0, |([ante, _], _)| ante),
            };
        let expected = "the stack of each player in big blinds, such as 100";
        let stacks = pair(document.stack.as_ref(), "stack", expected)?;
        let stack = stacks.map_or(100.0, |([one, other], _)| one.min(other));
        if !(stack > 1.0 + ante && stack <= 1_000.0) {
            return Err(PreflopSolveError::BadStack(stack));
        }
        let straddle = straddle(document.straddle.as_ref(), stack - ante)?;
        let betting = PreflopSpec {
            small_blind: chips(small),
            big_blind: chips(big),
            straddle: chips(straddle),
            ante: chips(ante),
            stack: chips(stack),
            raises: raises(&document)?,
            raise_cap: Some(document.raise_cap.as_deref().map_or(4, |cap| cap.get())),
            limp: document.limp.as_deref().copied().unwrap_or(true),
            limit: Limit::NoLimit,
        };
        let model = document.model.as_deref().map(|path| PathBuf::from(&path.0));
        let exact = read_exact(&document, model.is_some())?;
        let count = |given: &Option<At<Num<AnyCount>>>, default: u32| {
            given.as_deref().map_or(default, |count| count.get())
        };
        let checkpoint_every = count(&document.checkpoint_every, 0);
        if let (Some(_), Some(given), 1..) = (&exact, &document.checkpoint_every, checkpoint_every)
        {
            let expected = "0 where leaf is exact: rounds cannot be resumed from a checkpoint";
            return Err(given.must_be("checkpoint_every", expected).into());
        }
        let mut warnings = Warnings::default();
        let locks = read_locks(document.locks.as_ref(), Game::Holdem, &mut warnings)
            .map_err(|error| PreflopSolveError::Lock(Box::new(error)))?;
        let spec = PreflopSolveSpec {
            positions: positions(document.positions.as_ref())?,
            betting,
            rake: rake(&document)?,
            iterations: count(&document.iterations, 2_000).max(1),
            target_mbb: document.target.as_deref().map_or(0.1, |target| target.get()),
            checkpoint_every,
            print_every: count(&document.check_every, 100).max(1),
            discounts: discounts(&document)?,
            exploration: document.exploration.as_deref().map_or(0.0, |part| part.get()),
            model,
            exact,
            streets: read_streets(&document)?,
            locks,
            warnings,
        };
        // A tree that cannot be built is refused before anything runs.
        spec.betting.betting().map_err(quasar_preflop::PreflopError::from)?;
        Ok(spec)
    }
}

impl From<&PreflopSolveSpec> for PreflopDocument {
    fn from(spec: &PreflopSolveSpec) -> PreflopDocument {
        let betting = &spec.betting;
        let blinds = |chips: Chips| Num::of(chips.as_f64() / BLIND);
        let one = |chips: Chips| Some(Many(vec![blinds(chips)]).into());
        let depth = |list: &SizeList| Sizes(list.to_string()).into();
        let count = |count: u32| Some(Num::of(count).into());
        let leaf = match (&spec.streets, &spec.exact, &spec.model) {
            (Some(_), ..) => FlopLeaf::Streets,
            (None, Some(_), _) => FlopLeaf::Exact,
            (None, None, Some(_)) => FlopLeaf::Model,
            (None, None, None) => FlopLeaf::Equity,
        };
        PreflopDocument {
            positions: Some(Many(spec.positions.iter().map(Text::from).collect()).into()),
            blinds: Some(Many(vec![blinds(betting.small_blind), blinds(betting.big_blind)]).into()),
            straddle: (betting.straddle > Chips::ZERO).then(|| blinds(betting.straddle).into()),
            rake: (!spec.rake.is_none()).then(|| RakeDocument {
                rate: Some(Num::of(spec.rake.rate()).into()),
                cap: (spec.rake.cap().is_finite()).then(|| Num::of(spec.rake.cap() / BLIND).into()),
                left_out: LeftOut::default(),
            }),
            ante: one(betting.ante),
            stack: one(betting.stack),
            raise: Some(SizesByDepth(betting.raises.iter().map(depth).collect()).into()),
            raise_cap: betting.raise_cap.and_then(count_of),
            limp: Some(betting.limp.into()),
            iterations: count(spec.iterations),
            target: Some(Num::of(spec.target_mbb).into()),
            check_every: count(spec.print_every),
            checkpoint_every: count(spec.checkpoint_every),
            algorithm: Some(AlgorithmDocument::from(Algorithm::Discounted(spec.discounts))),
            exploration: Some(Num::of(spec.exploration).into()),
            model: spec.model.as_ref().map(|path| Text::from(path.display()).into()),
            leaf: Some(Name(leaf).into()),
            exact: spec.exact.as_ref().map(Into::into),
            streets: spec.streets.as_ref().map(Into::into),
            locks: (!spec.locks.is_empty())
                .then(|| List(spec.locks.iter().map(LockDocument::from).collect()).into()),
            ..PreflopDocument::default()
        }
    }
}

fn count_of<Q: crate::request::values::Quantity<Number = u32>>(count: u32) -> Option<At<Num<Q>>> {
    Some(Num::of(count).into())
}

fn positions(given: Option<&At<Many<Text>>>) -> Result<[String; 2], FieldError> {
    let Some(given) = given else { return Ok(["SB", "BB"].map(str::to_owned)) };
    let plain = |name: &str| {
        (1..=12).contains(&name.len()) && name.bytes().all(|b| b.is_ascii_alphanumeric())
    };
    match given.0.as_slice() {
        [Text(button), Text(other)] if plain(button) && plain(other) => {
            Ok([button.clone(), other.clone()])
        }
        _ => {
            let expected = "two names: the button, who posts the small blind, and the big blind";
            Err(given.must_be("positions", expected))
        }
    }
}

type Amounts = At<Many<Num<Blinds>>>;

fn blinds(given: Option<&Amounts>) -> Result<[f64; 2], FieldError> {
    let Some(given) = given else { return Ok([0.5, 1.0]) };
    let [small, big] = given.0.as_slice() else {
        return Err(given.must_be("blinds", "the small and the big blind, such as [0.5, 1]"));
    };
    let (small, big) = (small.get(), big.get());
    if small > 0.0 && small <= big && big == 1.0 {
        return Ok([small, big]);
    }
    let expected = "a small blind up to 1, and 1: amounts are in big blinds";
    Err(given.wrong("blinds", format!("[{small}, {big}]"), expected))
}

/// What the button posts as a straddle; nothing if it does not.
fn straddle(given: Option<&At<Num<Blinds>>>, most: f64) -> Result<f64, FieldError> {
    let Some(given) = given else { return Ok(0.0) };
    match given.get() {
        straddle if straddle > 1.0 && straddle < most => Ok(straddle),
        straddle => {
            let expected = "more than the big blind and less than the stack";
            Err(given.wrong("straddle", straddle.to_string(), expected))
        }
    }
}

/// The rake. Nothing is taken from hands that end before the flop.
fn rake(document: &PreflopDocument) -> Result<Rake, PreflopSolveError> {
    let Some(RakeDocument { rate, cap, left_out: _ }) = &document.rake else {
        return Ok(Rake::NONE);
    };
    let at = rate.as_ref().and_then(At::position).or(cap.as_ref().and_then(At::position));
    if !plays_streets(document) {
        let expected = "left out unless leaf is streets".into();
        return Err(FieldError::Kind { field: "rake".to_owned(), expected }.at(at).into());
    }
    let share = rate.as_deref().map_or(0.0, |rate| rate.get());
    let most = cap.as_deref().map_or(f64::INFINITY, |cap| BLIND * cap.get());
    Rake::new(share, most, true).map_err(|error| {
        let expected = error.to_string().into();
        FieldError::Kind { field: "rake".to_owned(), expected }.at(at).into()
    })
}

/// Whether every line that sees a flop is played to the river.
fn plays_streets(document: &PreflopDocument) -> bool {
    document.leaf.as_deref().is_some_and(|leaf| leaf.0 == FlopLeaf::Streets)
}

/// An amount for each player; a single one is for both.
fn pair<'a>(
    given: Option<&'a Amounts>,
    field: &str,
    expected: &'static str,
) -> Result<Option<([f64; 2], &'a Amounts)>, FieldError> {
    let Some(given) = given else { return Ok(None) };
    match given.0.as_slice() {
        [both] => Ok(Some(([both.get(); 2], given))),
        [one, other] => Ok(Some(([one.get(), other.get()], given))),
        _ => Err(given.must_be(field, expected)),
    }
}

/// Lists of sizes by depth.
fn raises(document: &PreflopDocument) -> Result<Vec<SizeList>, FieldError> {
    let default =
        || SizesByDepth(["2.5bb", "1.0p, a"].map(|text| Sizes(text.into()).into()).into());
    let given = document.raise.clone().unwrap_or_else(|| default().into());
    let later = document.reraise.as_ref();
    let first = if later.is_some() && document.raise.is_none() { 1 } else { given.0.len() };
    let depths = given.0.iter().take(first).map(|sizes| sizes.clone().within(&given));
    let short = |Sizes(text): Sizes| Sizes(text.replace("all-in", "a").replace("allin", "a"));
    let read = |(field, sizes): (&str, At<Sizes>)| sizes.map(short).read(field, str::parse);
    let later = later.map(|sizes| ("reraise", sizes.clone()));
    depths.map(|sizes| ("raise", sizes)).chain(later).map(read).collect()
}

/// The exponent of averages where play goes to the river. On one flop with 25 big blinds
/// it gets to 16 mbb after 80 iterations, an exponent of 2 to 25.
const STREETS_GAMMA: f64 = 5.0;

fn discounts(document: &PreflopDocument) -> Result<Discounts, FieldError> {
    let old = [&document.dcfr_alpha, &document.dcfr_beta, &document.dcfr_gamma];
    let given = with_exponents(document.algorithm.as_ref(), old.map(Option::as_ref))?;
    let streets = plays_streets(document);
    let usual = Discounts::default();
    let default = if streets { Discounts { gamma: STREETS_GAMMA, ..usual } } else { usual };
    match (given.algorithm(default)?, given.name) {
        (Algorithm::Discounted(discounts), _) => Ok(discounts),
        (_, Some(name)) => {
            let expected = "dcfr: games before the flop support no other algorithm";
            Err(name.wrong("algorithm", Algorithms::name(name.0), expected))
        }
        (_, None) => Ok(default),
    }
}

fn chips(blinds: f64) -> Chips {
    Chips((BLIND * blinds).round() as u64)
}
