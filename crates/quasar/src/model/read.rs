//! Converts the fields of a model to a checked spec.

use quasar_cards::{Board, CANONICAL_FLOPS};
use quasar_preflop::{DealSampling, ModelSpec, ModelTree};
use quasar_solver::{Algorithm, Discounts, Pruning, Settings};

use super::document::{PostflopDocument, PostflopPatch, PruningDocument, SamplingDocument};
use super::spec::weighted;
use super::{ModelFlops, PostflopError, PostflopSpec};
use crate::request::document::written_as;
use crate::request::values::quantities::{Exponent, FlopCount, ModelPart, RegretPots};
use crate::request::values::{
    Algorithms, Flops, Many, Names, Num, Quantity, Sizes, Text, part_of, read_pot_sizes,
};
use crate::request::{
    AlgorithmDocument, At, Document, FieldError, LeftOut, OfFields, ParsedText, needed,
};

/// Thresholds of pruning are written in pots, and a model's pot has 1,000 chips.
pub(super) const THRESHOLD_UNIT: f64 = 1_000.0;

/// How far regrets may fall, in thresholds, so that an action can come back.
const FLOOR: f32 = 4.0;

/// Flops, depths and iterations that go together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ModelPreset {
    /// 10 flops, one depth, 100 iterations.
    Fast,
    /// 100 flops, three depths, 300 iterations.
    Standard,
    /// 10 flops, one depth, 200 iterations.
    ExhaustiveFast,
    /// All flops, one depth, 500 iterations.
    ExhaustiveStandard,
}

impl ModelPreset {
    fn fields(self) -> (usize, &'static [f64], u32) {
        match self {
            ModelPreset::Fast => (10, &[3.5], 100),
            ModelPreset::Standard => (100, &[1.5, 3.5, 8.0], 300),
            ModelPreset::ExhaustiveFast => (10, &[3.5], 200),
            ModelPreset::ExhaustiveStandard => (CANONICAL_FLOPS, &[3.5], 500),
        }
    }
}

impl PostflopSpec {
    /// Reads a model from YAML or JSON, in the section `postflop_model` or without it;
    /// `docs/MODEL.md` describes its fields.
    pub fn parse(text: &str) -> Result<PostflopSpec, PostflopError> {
        PostflopSpec::parse_with(text, &PostflopPatch::default())
    }

    /// The same with a patch that replaces fields of the text.
    pub fn parse_with(text: &str, patch: &PostflopPatch) -> Result<PostflopSpec, PostflopError> {
        let mut source = ParsedText::parse(text)?;
        if source.is_empty() {
            let expected = "the fields of the model, or the name of a preset";
            return Err(FieldError::missing("postflop_model", expected).into());
        }
        let mut document = PostflopDocument::read(&source)?
            .without_section()
            .map_err(|error| error.with_place(&source, ""))?;
        let patch = patch.clone().without_section()?;
        source.forget(&patch);
        document.apply_patch(patch);
        PostflopSpec::try_from(document).map_err(|error| error.with_place(&source, ""))
    }
}

written_as!(PostflopSpec, PostflopDocument);

impl TryFrom<PostflopDocument> for PostflopSpec {
    type Error = PostflopError;

    fn try_from(document: PostflopDocument) -> Result<PostflopSpec, PostflopError> {
        let document = document.without_section()?;
        let preset = document.preset.as_deref().map(|name| name.0);
        let (flops, sprs, iterations) = preset.unwrap_or(ModelPreset::ExhaustiveStandard).fields();
        let sprs = match &document.spr {
            Some(given) => distinct(given)?,
            None => sprs.to_vec(),
        };
        let flops = match &document.flops {
            Some(given) => choice(given)?,
            None => ModelFlops::Sample(flops),
        };
        let target = match (&document.target, &document.cfr_convergence_threshold) {
            (Some(_), Some(old)) => {
                return Err(old.same_as("cfr_convergence_threshold", "target").into());
            }
            (Some(percent), None) => part_of(percent.get()),
            (None, Some(part)) => part.get(),
            (None, None) => 0.01,
        };
        let bet =
            pot_parts(document.bet.as_ref(), document.bet_sizes.as_ref(), ["bet", "bet_sizes"])?;
        let settings = Settings {
            algorithm: algorithm(&document)?,
            pruning: pruning(&document)?,
            ..Settings::default()
        };
        let model = ModelSpec {
            bet_sizes: bet.unwrap_or_else(|| vec![0.5, 1.0]),
            max_raises: document.raise_cap.as_deref().map_or(1, |cap| cap.get()),
            settings,
            iterations: document.iterations.as_deref().map_or(iterations, |count| count.get()),
            target,
            sampling: sampling(&document)?,
        };
        // Trees that are too large are refused before anything runs.
        for &spr in &sprs {
            ModelTree::new(&model, spr)?;
        }
        Ok(PostflopSpec { model, sprs, flops })
    }
}

/// Fractions of the pot from the field that has percentages, or from the old one that has
/// fractions.
pub(crate) fn pot_parts(
    percent: Option<&At<Sizes>>,
    parts: Option<&At<Many<Num<ModelPart>>>>,
    [new, old]: [&str; 2],
) -> Result<Option<Vec<f64>>, FieldError> {
    match (percent, parts) {
        (Some(_), Some(parts)) => Err(parts.same_as(old, new)),
        (Some(percent), None) => read_pot_sizes(percent, new).map(Some),
        (None, parts) => Ok(parts.map(|parts| parts.0.iter().map(Num::get).collect())),
    }
}

fn distinct(
    given: &At<Many<Num<crate::request::values::quantities::Spr>>>,
) -> Result<Vec<f64>, FieldError> {
    let sprs: Vec<f64> = given.0.iter().map(Num::get).collect();
    let twice = (1..sprs.len()).find(|&place| sprs[..place].contains(&sprs[place]));
    let text = match (twice, sprs.is_empty()) {
        (Some(place), _) => sprs[place].to_string(),
        (None, true) => String::new(),
        (None, false) => return Ok(sprs),
    };
    Err(given.wrong("spr", text, "different stack-to-pot ratios, at least one"))
}

/// Moves the old fields of exponents to the new ones; exponents are finite.
pub(crate) fn with_exponents(
    document: Option<&AlgorithmDocument>,
    old: [Option<&At<Num<Exponent>>>; 3],
) -> Result<AlgorithmDocument, FieldError> {
    let mut document = document.cloned().unwrap_or_default();
    for (given, name, new) in [
        (old[0], "alpha", &mut document.alpha),
        (old[1], "beta", &mut document.beta),
        (old[2], "gamma", &mut document.gamma),
    ] {
        if let Some(given) = given {
            if new.is_some() {
                return Err(given.same_as(&format!("dcfr_{name}"), &format!("algorithm.{name}")));
            }
            *new = Some(given.clone());
        }
        if let Some(exponent) = new.as_ref().filter(|exponent| !exponent.get().is_finite()) {
            let (field, text) = (format!("algorithm.{name}"), exponent.get().to_string());
            return Err(exponent.wrong(&field, text, "a finite exponent of discounted CFR"));
        }
    }
    Ok(document)
}

fn algorithm(document: &PostflopDocument) -> Result<Algorithm, FieldError> {
    let old = [&document.dcfr_alpha, &document.dcfr_beta, &document.dcfr_gamma];
    let algorithm = with_exponents(document.algorithm.as_ref(), old.map(Option::as_ref))?;
    match (algorithm.algorithm(Discounts::default())?, algorithm.name) {
        (Algorithm::PredictivePlus | Algorithm::FictitiousPlay { .. }, Some(name)) => {
            let expected = "dcfr, linear, cfrplus or vanilla";
            Err(name.wrong("algorithm", Algorithms::name(name.0), expected))
        }
        (algorithm, _) => Ok(algorithm),
    }
}

fn sampling(document: &PostflopDocument) -> Result<Option<DealSampling>, FieldError> {
    let old = (
        &document.mccfr_sample_pct,
        &document.value_extraction_samples,
        &document.ev_convergence_threshold,
    );
    let sampled = document.solve_type.as_ref().filter(|name| name.0);
    let given = match (&document.sampling, sampled) {
        (Some(_), Some(solve_type)) => return Err(solve_type.same_as("solve_type", "sampling")),
        (given, None) => {
            let expected = "left out unless solve_type is mccfr";
            if let Some(share) = old.0 {
                return Err(share.must_be("mccfr_sample_pct", expected));
            }
            if let Some(deals) = old.1 {
                return Err(deals.must_be("value_extraction_samples", expected));
            }
            if let Some(change) = old.2 {
                return Err(change.must_be("ev_convergence_threshold", expected));
            }
            given.clone()
        }
        (None, Some(_)) => Some(SamplingDocument {
            share: old.0.clone(),
            value_deals: old.1.clone(),
            value_change: old.2.clone(),
            left_out: LeftOut::default(),
        }),
    };
    Ok(given.map(|given| DealSampling {
        share: given.share.as_deref().map_or(0.01, |share| share.get()),
        value_deals: given.value_deals.as_deref().map_or(1_000_000, |deals| deals.get()),
        ev_change: given.value_change.as_deref().map_or(0.0005, |change| change.get()),
    }))
}

fn pruning(document: &PostflopDocument) -> Result<Option<Pruning>, FieldError> {
    let old =
        (&document.prune_regret_threshold, &document.prune_warmup, &document.prune_explore_pct);
    let given = match (&document.pruning, old.0) {
        (Some(_), Some(threshold)) => {
            return Err(threshold.same_as("prune_regret_threshold", "pruning.threshold"));
        }
        (None, Some(threshold)) => PruningDocument {
            threshold: Some(threshold.clone()),
            warmup: old.1.clone(),
            explore: old.2.clone(),
            left_out: LeftOut::default(),
        },
        (given, None) => {
            let expected = "left out unless prune_regret_threshold is given";
            if let Some(warmup) = old.1 {
                return Err(warmup.must_be("prune_warmup", expected));
            }
            if let Some(explore) = old.2 {
                return Err(explore.must_be("prune_explore_pct", expected));
            }
            match given {
                Some(given) => given.clone(),
                None => return Ok(None),
            }
        }
    };
    let expected = RegretPots::EXPECTED;
    let threshold = needed(given.threshold.as_ref(), "pruning.threshold", expected)?;
    let threshold = (THRESHOLD_UNIT * threshold.get()) as f32;
    Ok(Some(Pruning {
        warmup: given.warmup.as_deref().map_or(100, |warmup| warmup.get()),
        explore: given.explore.as_deref().map_or(0.05, |explore| explore.get()),
        threshold,
        floor: FLOOR * threshold,
    }))
}

/// Flops in canonical suits, each once and at least one.
pub(crate) fn read_boards(
    given: &At<Flops>,
    items: &[At<Text>],
    field: &str,
) -> Result<Vec<Board>, FieldError> {
    let mut boards: Vec<Board> = Vec::new();
    for (place, item) in items.iter().enumerate() {
        let item = item.clone().within(given);
        let field = format!("{field}[{place}]");
        let board = item.read(&field, Board::parse_flop)?;
        let canonical = weighted(board).map_or(board, |flop| flop.board);
        if boards.contains(&canonical) {
            return Err(item.wrong(&field, item.0.clone(), "flops that differ by more than suits"));
        }
        boards.push(canonical);
    }
    if boards.is_empty() { Err(given.must_be(field, "at least one flop")) } else { Ok(boards) }
}

/// A number of flops that represent all.
pub(crate) fn read_count(given: &At<Flops>, text: &str, field: &str) -> Result<usize, FieldError> {
    let count = text.parse::<Num<FlopCount>>();
    count.map(|count| count.get()).map_err(|_| given.wrong(field, text, FlopCount::EXPECTED))
}

fn choice(given: &At<Flops>) -> Result<ModelFlops, FieldError> {
    match &**given {
        Flops::All => Ok(ModelFlops::Sample(CANONICAL_FLOPS)),
        Flops::List(items) => Ok(ModelFlops::Fixed(read_boards(given, items, "flops")?)),
        // 0 is the old way to say all.
        Flops::Count(text) => {
            let count: usize = text
                .parse()
                .map_err(|_| given.wrong("flops", text, "a number of flops, 0 for all"))?;
            let count = if count == 0 { CANONICAL_FLOPS } else { count };
            Ok(ModelFlops::Sample(count.min(CANONICAL_FLOPS)))
        }
    }
}
