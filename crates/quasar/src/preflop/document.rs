//! The fields of a game before the flop, as `docs/MODEL.md` describes them.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::value::StrDeserializer;
use serde::de::{self, Deserialize, Deserializer, SeqAccess, Visitor};
use serde::{Serialize, Serializer};

use super::FlopLeaf;
use crate::request::document::document;
use crate::request::values::quantities::{
    AnyCount, AnyTargetPercent, Blinds, BlindsChange, Count, Exploration, Exponent, FewRaises,
    HandShare, Megabytes, ModelPart, RiverBucketCount, Seed, Spr, TargetMbb, TargetPart,
};
use crate::request::values::{
    Flops, List, Many, Name, Names, Num, Sizes, Text, names, scalars_as_texts,
};
use crate::request::{AlgorithmDocument, At, Patch};
use crate::spot::{LockDocument, RakeDocument};

document! {
    /// A game of heads-up Hold'em before the flop, and how to solve it. Amounts are
    /// in big blinds.
    pub struct PreflopDocument ("fields") {
        /// Names of the players: the button, who posts the small blind, and the big blind.
        positions: At<Many<Text>>,
        /// The small and the big blind; `[0.5, 1]` if left out.
        blinds: At<Many<Num<Blinds>>>,
        /// The ante of each player; 0 if left out.
        ante | "antes": At<Many<Num<Blinds>>>,
        /// What the button posts in place of the small blind if it straddles: more than 1. The big
        /// blind then acts first. None if left out.
        straddle: At<Num<Blinds>>,
        /// What the house takes from pots that see a flop; the cap is in big blinds. Only if
        /// `leaf` is `streets`; none if left out.
        rake: RakeDocument,
        /// The stack of each player; of two different ones the smaller counts. 100 if left out.
        stack | "stacks": At<Many<Num<Blinds>>>,
        /// Sizes of raises: one list, or a list for each raise in turn, the last one for all that
        /// follow. `[[2.5bb], [1.0p, all-in]]` if left out.
        raise | "raise_sizes": At<SizesByDepth>,
        /// Sizes of all raises after those of `raise`.
        reraise: At<Sizes>,
        /// The most raises; 4 if left out.
        raise_cap: At<Num<FewRaises>>,
        /// Whether the button may limp; true if left out.
        limp: At<bool>,
        /// The most iterations; 2,000 if left out.
        iterations: At<Num<AnyCount>>,
        /// The exploitability to reach, in thousandths of a big blind per hand, 0 for none; 0.1
        /// if left out.
        target | "preflop_exploitability_threshold_mbb": At<Num<TargetMbb>>,
        /// Iterations between two measurements of the exploitability; 100 if left out.
        check_every | "print_every": At<Num<AnyCount>>,
        /// Iterations between two checkpoints; 0 for none.
        checkpoint_every: At<Num<AnyCount>>,
        /// The exponents of discounted CFR.
        algorithm: AlgorithmDocument,
        /// The fraction of the time that each player acts at random; 0 if left out.
        exploration: At<Num<Exploration>>,
        /// The folder of the model with the values of flops; without it a flop is worth its
        /// equity.
        model | "postflop_model_path": At<Text>,
        /// The values of flops: `equity`, `model`, `exact` or `streets`. If left out, `model` if
        /// there is one, else `equity`.
        leaf: At<Name<FlopLeaves>>,
        /// Exact solves of flops, if `leaf` is `exact`.
        exact: ExactDocument,
        /// The game from the flop to the river, if `leaf` is `streets`.
        streets: StreetsDocument,
        /// Decisions whose strategy is fixed.
        locks: At<List<LockDocument>>,
        /// Old name of `algorithm.alpha`.
        #[schemars(extend("deprecated" = true))]
        dcfr_alpha: At<Num<Exponent>>,
        /// Old name of `algorithm.beta`.
        #[schemars(extend("deprecated" = true))]
        dcfr_beta: At<Num<Exponent>>,
        /// Old name of `algorithm.gamma`.
        #[schemars(extend("deprecated" = true))]
        dcfr_gamma: At<Num<Exponent>>,
    }
}

/// Fields of a game before the flop that replace those in a file.
pub type PreflopPatch = PreflopDocument;

document! {
    /// How exact solves of flops alternate with the game before the flop.
    pub struct ExactDocument ("fields") {
        /// The flops: a number of flops that represent all, or a list; 3 if left out.
        flops: At<Flops>,
        /// Sizes of bets and raises in percent of the pot; those of the model, or the pot, if
        /// left out.
        bet: At<Sizes>,
        /// The most raises per street; if left out, as in the model, or none.
        raise_cap | "max_raises_per_street": At<Num<FewRaises>>,
        /// The most iterations of a solve; 200 if left out.
        iterations: At<Num<Count>>,
        /// The exploitability that ends a solve, in percent of the pot; 0.5 if left out.
        target: At<Num<AnyTargetPercent>>,
        /// The most rounds; 4 if left out.
        rounds: At<Num<Count>>,
        /// The largest change of a class's value in big blinds that ends the rounds; 0.05 if
        /// left out.
        change: At<Num<BlindsChange>>,
        /// How often a line must be reached to be solved, 0 to 1; 0.01 if left out.
        least_frequency: At<Num<HandShare>>,
        /// Megabytes that a solve may take; 8,000 if left out.
        memory_mb: At<Num<Megabytes>>,
        /// Sizes of bets and raises as fractions of the pot; `bet` has them in percent.
        #[schemars(extend("deprecated" = true))]
        bet_sizes: At<Many<Num<ModelPart>>>,
        /// The exploitability that ends a solve as a fraction of the pot; `target` has it in
        /// percent.
        #[schemars(extend("deprecated" = true))]
        accuracy: At<Num<TargetPart>>,
    }
}

document! {
    /// The game from the flop to the river: every line that sees a flop, on a weighted subset of
    /// flops, solved together with the betting before the flop.
    pub struct StreetsDocument ("fields") {
        /// The flops: the size of a subset that stands for all, or a list; as many as fit into
        /// memory if left out.
        flops: At<Flops>,
        /// Sizes of bets after the flop; the richest that fit if `bet`, `raise` and `raise_cap`
        /// are left out.
        bet: At<Sizes>,
        /// Sizes of raises after the flop; 50% if left out.
        raise: At<Sizes>,
        /// The most raises per street after the flop; 1 if left out.
        raise_cap: At<Num<FewRaises>>,
        /// Sizes in limped pots, if they are others.
        limped: PotDocument,
        /// Sizes in pots with one raise.
        raised: PotDocument,
        /// Sizes in pots with a re-raise.
        three_bet: PotDocument,
        /// Sizes in pots with more raises.
        four_bet: PotDocument,
        /// Lines with less than this stack-to-pot ratio have one size: the first bet, and raises
        /// all-in; 1 if left out.
        small_spr: At<Num<Spr>>,
        /// The most buckets of a river; 100 if left out.
        river_buckets: At<Num<RiverBucketCount>>,
        /// Whether all-ins before the flop run out all boards rather than those of the flops;
        /// false if left out.
        all_boards: At<bool>,
        /// Megabytes that game and solve may take; what is available if left out.
        memory_mb: At<Num<Megabytes>>,
        /// On how many other flops the value of each line is checked by exact solves at the end;
        /// 0 if left out.
        held_out: At<Num<AnyCount>>,
        /// Public chance sampling: iterations take a part of the flops, turns or rivers; all of
        /// them if left out.
        sampling: StreetsDealsDocument,
    }
}

document! {
    /// Which flops, turns and rivers an iteration takes.
    pub struct StreetsDealsDocument ("fields, such as {turn: 4, until: 80}") {
        /// One in so many flops; all if left out.
        flop: At<Num<Count>>,
        /// One in so many turn cards; all if left out.
        turn: At<Num<Count>>,
        /// One in so many river cards; all if left out.
        river: At<Num<Count>>,
        /// The last iteration that samples; later ones take all cards. Every iteration samples if
        /// left out.
        until: At<Num<Count>>,
        /// The seed of the draw; 1 if left out.
        seed: At<Num<Seed>>,
    }
}

document! {
    /// Sizes after the flop.
    pub struct PotDocument ("fields") {
        /// Sizes of bets; 66% if left out.
        bet: At<Sizes>,
        /// Sizes of raises; 50% if left out.
        raise: At<Sizes>,
        /// The most raises per street; 1 if left out.
        raise_cap: At<Num<FewRaises>>,
    }
}

names! {
    /// Where the values of flops come from.
    FlopLeaves: FlopLeaf {
        "equity" = FlopLeaf::Equity, "The equity, without betting after the flop.";
        "model" = FlopLeaf::Model, "A model of flops.";
        "exact" = FlopLeaf::Exact, "Exact solves at the ranges of each line.";
        "streets" = FlopLeaf::Streets, "Play to the river in the same solve.";
    }
}

impl PreflopDocument {
    /// Lays a patch over the document; a field of the patch also replaces the old or new
    /// name of the same field.
    pub(super) fn apply_patch(&mut self, patch: PreflopPatch) {
        if let (Some(here), Some(by)) = (&mut self.exact, &patch.exact) {
            macro_rules! instead {
                ($($one:ident $other:ident)*) => {$(
                    if by.$one.is_some() || by.left_out.has(stringify!($one)) {
                        here.$other = None;
                    }
                )*};
            }
            instead!(bet bet_sizes bet_sizes bet target accuracy accuracy target);
        }
        let new = patch.algorithm.clone().unwrap_or_default();
        for (old, new) in [
            (&mut self.dcfr_alpha, new.alpha.is_some()),
            (&mut self.dcfr_beta, new.beta.is_some()),
            (&mut self.dcfr_gamma, new.gamma.is_some()),
        ] {
            if new {
                *old = None;
            }
        }
        if let Some(here) = &mut self.algorithm {
            for (new, old) in [
                (&mut here.alpha, &patch.dcfr_alpha),
                (&mut here.beta, &patch.dcfr_beta),
                (&mut here.gamma, &patch.dcfr_gamma),
            ] {
                if old.is_some() {
                    *new = None;
                }
            }
        }
        self.patch(patch);
    }
}

/// Sizes of raises, by the number of raises before.
#[derive(Clone, PartialEq, Debug)]
pub struct SizesByDepth(pub Vec<At<Sizes>>);

impl Serialize for SizesByDepth {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let lists: Vec<[&Sizes; 1]> = self.0.iter().map(|sizes| [&**sizes]).collect();
        lists.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for SizesByDepth {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<SizesByDepth, D::Error> {
        deserializer.deserialize_any(DepthsVisitor)
    }
}

struct DepthsVisitor;

impl<'de> Visitor<'de> for DepthsVisitor {
    type Value = SizesByDepth;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("lists of sizes by depth, such as [[2.5bb], [1.0p, all-in]]")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<SizesByDepth, E> {
        let sizes = Sizes::deserialize(StrDeserializer::<E>::new(text))?;
        Ok(SizesByDepth(vec![sizes.into()]))
    }

    scalars_as_texts!(SizesByDepth);

    /// Lists in a list are depths; a list of strings is one depth.
    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<SizesByDepth, A::Error> {
        let mut depths = Vec::new();
        let mut listed = false;
        while let Some(Depth { sizes, is_list }) = list.next_element()? {
            listed |= is_list;
            depths.push(sizes);
        }
        if !listed {
            let texts: Vec<&str> = depths.iter().map(|sizes| sizes.0.as_str()).collect();
            return self.visit_str(&texts.join(", "));
        }
        Ok(SizesByDepth(depths))
    }
}

/// Sizes, and whether they are a list.
struct Depth {
    sizes: At<Sizes>,
    is_list: bool,
}

impl<'de> Deserialize<'de> for Depth {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Depth, D::Error> {
        deserializer.deserialize_any(DepthVisitor)
    }
}

struct DepthVisitor;

impl<'de> Visitor<'de> for DepthVisitor {
    type Value = Depth;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        DepthsVisitor.expecting(f)
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Depth, E> {
        Ok(Depth { sizes: Sizes(text.to_owned()).into(), is_list: false })
    }

    scalars_as_texts!(Depth);

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Depth, A::Error> {
        let mut sizes = Vec::new();
        while let Some(Text(size)) = list.next_element()? {
            sizes.push(size);
        }
        Ok(Depth { sizes: Sizes(sizes.join(", ")).into(), is_list: true })
    }
}

impl JsonSchema for SizesByDepth {
    fn schema_name() -> Cow<'static, str> {
        "SizesByDepth".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let sizes = json_schema!({ "type": "array", "items": { "type": ["string", "number"] } });
        json_schema!({
            "description": "Sizes of raises: one list, or a list for each depth, such as `[[2.5bb], [1.0p, all-in]]`.",
            "anyOf": [
                { "type": ["string", "number"] },
                sizes,
                { "type": "array", "items": sizes }
            ]
        })
    }
}
