//! The fields of a model, as `docs/MODEL.md` describes them.

use super::ModelPreset;
use crate::request::document::document;
use crate::request::values::quantities::{
    AnyCount, AnyTargetPercent, Count, DealShare, Deals, ExploreShare, Exponent, FewRaises,
    ModelPart, RegretPots, Spr, TargetPart, ValueChange,
};
use crate::request::values::{Flops, Many, Name, Names, Num, Sizes, names};
use crate::request::{AlgorithmDocument, At, FieldError, Patch};

document! {
    /// Flops to solve at several stack depths: a preset, or fields.
    pub struct PostflopDocument ("the name of a preset or fields", or preset) {
        /// Default flops, depths and iterations.
        preset: At<Name<Presets>>,
        /// Sizes of bets and raises in percent of the pot; 50 and 100 if left out.
        bet: At<Sizes>,
        /// The most raises per street; 1 if left out.
        raise_cap | "max_raises_per_street": At<Num<FewRaises>>,
        /// Stack-to-pot ratios; 3.5 if left out.
        spr | "postflop_sprs": At<Many<Num<Spr>>>,
        /// The flops; all if left out.
        flops | "fixed_flops" | "max_flop_boards": At<Flops>,
        /// The most iterations of a flop; 500 if left out.
        iterations | "postflop_solve_iterations": At<Num<Count>>,
        /// The exploitability that ends a flop, in percent of the pot, 0 for none; 1 if left
        /// out.
        target: At<Num<AnyTargetPercent>>,
        /// How strategies are learned: `dcfr`, `linear`, `cfrplus` or `vanilla`.
        algorithm | "cfr_variant": AlgorithmDocument,
        /// Learning from sampled deals instead of equity tables.
        sampling: SamplingDocument,
        /// Pruning: skipping actions that every hand regrets too much.
        pruning: PruningDocument,
        /// Sizes of bets and raises as fractions of the pot; `bet` has them in percent.
        #[schemars(extend("deprecated" = true))]
        bet_sizes: At<Many<Num<ModelPart>>>,
        /// The exploitability that ends a flop as a fraction of the pot; `target` is in percent.
        #[schemars(extend("deprecated" = true))]
        cfr_convergence_threshold: At<Num<TargetPart>>,
        /// Old name of `algorithm.alpha`.
        #[schemars(extend("deprecated" = true))]
        dcfr_alpha: At<Num<Exponent>>,
        /// Old name of `algorithm.beta`.
        #[schemars(extend("deprecated" = true))]
        dcfr_beta: At<Num<Exponent>>,
        /// Old name of `algorithm.gamma`.
        #[schemars(extend("deprecated" = true))]
        dcfr_gamma: At<Num<Exponent>>,
        /// Old form of `sampling`: `mccfr` turns it on.
        #[schemars(extend("deprecated" = true))]
        solve_type: At<Name<SolveTypes>>,
        /// Old name of `sampling.share`.
        #[schemars(extend("deprecated" = true))]
        mccfr_sample_pct: At<Num<DealShare>>,
        /// Old name of `sampling.value_deals`.
        #[schemars(extend("deprecated" = true))]
        value_extraction_samples: At<Num<Deals>>,
        /// Old name of `sampling.value_change`.
        #[schemars(extend("deprecated" = true))]
        ev_convergence_threshold: At<Num<ValueChange>>,
        /// Old name of `pruning.threshold`.
        #[schemars(extend("deprecated" = true))]
        prune_regret_threshold: At<Num<RegretPots>>,
        /// Old name of `pruning.warmup`.
        #[schemars(extend("deprecated" = true))]
        prune_warmup: At<Num<AnyCount>>,
        /// Old name of `pruning.explore`.
        #[schemars(extend("deprecated" = true))]
        prune_explore_pct: At<Num<ExploreShare>>,
        /// The same fields, or a preset, in a section of their own.
        #[schemars(extend("deprecated" = true))]
        postflop_model: Box<PostflopDocument>,
    }
}

/// Fields of a model that replace those in a file.
pub type PostflopPatch = PostflopDocument;

document! {
    /// Learning from sampled deals.
    pub struct SamplingDocument ("fields") {
        /// Deals of an iteration as a fraction of all pairs of hands; 1 % if left out.
        share: At<Num<DealShare>>,
        /// Deals from which values are read; 1,000,000 if left out.
        value_deals: At<Num<Deals>>,
        /// The change of values that ends a flop, as a fraction of the pot; 0.0005 if left out.
        value_change: At<Num<ValueChange>>,
    }
}

document! {
    /// Pruning: skipping actions that every hand regrets too much.
    pub struct PruningDocument ("fields") {
        /// The regret below which an action is skipped, in pots: negative.
        #[schemars(required)]
        threshold: At<Num<RegretPots>>,
        /// Iterations before any pruning; 100 if left out.
        warmup: At<Num<AnyCount>>,
        /// The fraction of later iterations that skip nothing; 5 % if left out.
        explore: At<Num<ExploreShare>>,
    }
}

names! {
    /// Presets of models.
    Presets: ModelPreset {
        "fast" = ModelPreset::Fast, "10 flops, one depth, 100 iterations.";
        "standard" = ModelPreset::Standard, "100 flops, three depths, 300 iterations.";
        "exhaustive_fast" = ModelPreset::ExhaustiveFast, "10 flops, one depth, 200 iterations.";
        "exhaustive_standard" = ModelPreset::ExhaustiveStandard, "All flops, one depth, 500 iterations.";
    }
    /// Whether flops are solved from sampled deals.
    SolveTypes: bool {
        "exhaustive" = false, "Equity tables.";
        "mccfr" = true, "Sampled deals.";
    }
}

impl PostflopDocument {
    /// The fields, whether they are in a section or not.
    pub(super) fn without_section(mut self) -> Result<PostflopDocument, FieldError> {
        let Some(section) = self.postflop_model.take() else { return Ok(self) };
        if self != PostflopDocument::default() {
            let expected = "left out if other fields are given".into();
            return Err(FieldError::Kind { field: "postflop_model".to_owned(), expected });
        }
        section.without_section()
    }

    /// Lays a patch over the document; a field of the patch also replaces the old or new
    /// name of the same field.
    pub(super) fn apply_patch(&mut self, patch: PostflopPatch) {
        macro_rules! instead {
            ($($new:ident: $($old:ident)*;)*) => {$(
                if patch.$new.is_some() || patch.left_out.has(stringify!($new)) {
                    $(self.$old = None;)*
                }
                if $(patch.$old.is_some())||* {
                    self.$new = None;
                }
            )*};
        }
        instead! {
            bet: bet_sizes;
            target: cfr_convergence_threshold;
            sampling: solve_type mccfr_sample_pct value_extraction_samples ev_convergence_threshold;
            pruning: prune_regret_threshold prune_warmup prune_explore_pct;
        }
        if patch.solve_type.as_deref().is_some_and(|name| !name.0) {
            self.mccfr_sample_pct = None;
            self.value_extraction_samples = None;
            self.ev_convergence_threshold = None;
        }
        if let (Some(here), Some(by)) = (&mut self.algorithm, &patch.algorithm) {
            // Another algorithm does not have the exponents of this one.
            if by.name.is_some() {
                *here = AlgorithmDocument::default();
            }
        }
        let new = patch.algorithm.clone().unwrap_or_default();
        for (old, new) in [
            (&mut self.dcfr_alpha, new.alpha.is_some() || new.name.is_some()),
            (&mut self.dcfr_beta, new.beta.is_some() || new.name.is_some()),
            (&mut self.dcfr_gamma, new.gamma.is_some() || new.name.is_some()),
        ] {
            if new {
                *old = None;
            }
        }
        self.patch(patch);
    }
}
