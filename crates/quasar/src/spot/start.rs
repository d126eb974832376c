//! Turns of Omaha that are solved exactly, but start from river buckets.
//!
//! Buckets find most of a strategy in a tenth of the time. After some iterations every hand
//! takes over what its bucket has learned, and the exact solve continues from there: see
//! `docs/OMAHA.md`. Nothing of it is in the result but the time saved: the average strategy
//! is one of exact iterations, and so is its exploitability.

use std::collections::HashMap;

use quasar_cards::{Range, Street};
use quasar_game::BettingTree;
use quasar_solver::{
    Algorithm, BettingNode, MergedAverage, PublicNode, Solver, SolverError, SolverGame, TreeNode,
};
use schemars::JsonSchema;
use serde::Serialize;

use super::{CardGame, SpotError, SpotSpec};
use crate::request::document::document;
use crate::request::values::Num;
use crate::request::values::quantities::{AnyCount, RiverBucketCount};
use crate::request::{At, FieldError, LeftOut};

document! {
    /// River buckets that an exact turn of Omaha starts from.
    pub struct StartDocument ("fields") {
        /// The most buckets of a player on a river; 200 if left out.
        k: At<Num<RiverBucketCount>>,
        /// Iterations with buckets, which count as iterations of the solve; 60 if left out.
        /// 0 starts with single hands.
        iterations: At<Num<AnyCount>>,
    }
}

/// River buckets that an exact turn starts from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct SpotStart {
    /// The most buckets of a player on a river.
    pub k: usize,
    /// Iterations with buckets.
    pub iterations: u32,
}

impl Default for SpotStart {
    fn default() -> SpotStart {
        SpotStart { k: 200, iterations: 60 }
    }
}

impl SpotStart {
    /// The fewest exact iterations that must follow: their average is the result.
    const FEWEST_EXACT: u32 = 10;

    /// Ranges of fewer hands than so many for each bucket start exactly by default.
    const HANDS_PER_BUCKET: usize = 20;

    /// Sets the start of a spot whose other fields are read.
    pub(super) fn read(
        document: Option<&StartDocument>,
        spec: &SpotSpec,
    ) -> Result<Option<SpotStart>, FieldError> {
        let Some(StartDocument { k, iterations, left_out: _ }) = document else {
            return Ok(SpotStart::by_default(spec));
        };
        let default = SpotStart::default();
        let start = SpotStart {
            k: k.as_deref().map_or(default.k, |k| k.get()),
            iterations: iterations.as_deref().map_or(default.iterations, |count| count.get()),
        };
        if start.iterations == 0 {
            return Ok(None);
        }
        if !SpotStart::is_possible(spec) {
            let at = k.as_ref().and_then(At::position);
            let at = at.or(iterations.as_ref().and_then(At::position));
            let expected = "left out: only exact turns of plo4 and plo5, without locks and \
                            sampling, start from river buckets"
                .into();
            return Err(FieldError::Kind { field: "start".to_owned(), expected }.at(at));
        }
        Ok(Some(start))
    }

    /// What is written, unless it is so by default.
    pub(super) fn written(spec: &SpotSpec) -> Option<StartDocument> {
        (spec.start != SpotStart::by_default(spec)).then(|| StartDocument {
            k: spec.start.map(|start| Num::of(start.k).into()),
            iterations: Some(Num::of(spec.start.map_or(0, |start| start.iterations)).into()),
            left_out: LeftOut::default(),
        })
    }

    /// How a spot starts if it does not say so.
    pub(crate) fn by_default(spec: &SpotSpec) -> Option<SpotStart> {
        let start = SpotStart::default();
        let most = SpotStart::HANDS_PER_BUCKET * start.k;
        let many = |range: &Range| range.iter().filter(|(_, weight)| *weight > 0.0).nth(most);
        let possible = SpotStart::is_possible(spec);
        (possible && spec.ranges.iter().all(|range| many(range).is_some())).then_some(start)
    }

    fn is_possible(spec: &SpotSpec) -> bool {
        let merged = spec.abstraction.is_some() || spec.river_buckets.is_some();
        let whole = !merged && spec.cut.is_none() && spec.locks.is_empty();
        let settings = &spec.settings;
        let learns = !matches!(settings.algorithm, Algorithm::FictitiousPlay { .. });
        let plain = learns && settings.pruning.is_none() && settings.sampling.is_none();
        spec.game().is_omaha() && spec.board.street() == Street::Turn && whole && plain
    }

    /// Whether enough iterations are left for the exact solve.
    pub(super) fn leaves_enough(self, spec: &SpotSpec) -> bool {
        let fewest = self.iterations.saturating_add(SpotStart::FEWEST_EXACT);
        spec.goal.iterations.is_none_or(|most| most >= fewest)
    }
}

/// How far the start of a solve is.
pub(super) enum Starting {
    /// Nothing is done yet.
    Planned(SpotStart),
    /// Hands are in buckets.
    Merged(Box<MergedStart>),
}

/// A solve with river buckets from which another continues.
pub(super) struct MergedStart {
    solver: Solver<CardGame>,
    iterations: u32,
    /// Where decisions of the exact tree are in the one with buckets.
    same: HashMap<TreeNode, TreeNode>,
}

impl MergedStart {
    /// Puts the hands of all rivers into buckets.
    pub(super) fn new(
        start: SpotStart,
        spec: &SpotSpec,
        betting: &BettingTree,
        exact: &CardGame,
    ) -> Result<MergedStart, SpotError> {
        let spec = spec.clone().merged(start.k);
        let game = CardGame::new(&spec, betting)?;
        let merged: HashMap<BettingNode, TreeNode> = decisions(&game).collect();
        let same = decisions(exact).filter_map(|(node, at)| Some((at, *merged.get(&node)?)));
        let same = same.collect();
        let solver = Solver::new(game, spec.settings)?;
        Ok(MergedStart { solver, iterations: start.iterations, same })
    }

    /// One iteration. True if it was the last.
    pub(super) fn step(&mut self) -> Result<bool, SolverError> {
        self.solver.step()?;
        Ok(self.solver.iteration() >= self.iterations)
    }

    /// Iterations done.
    pub(super) fn iteration(&self) -> u32 {
        self.solver.iteration()
    }

    /// Gives every hand what its bucket has learned.
    pub(super) fn lift(
        &mut self,
        exact: &mut Solver<CardGame>,
        average: MergedAverage,
    ) -> Result<(), SolverError> {
        let MergedStart { solver, same, .. } = self;
        exact.start_from(solver, average, |node| same.get(&node).copied())
    }
}

/// The decisions of a game with their nodes of the betting tree.
fn decisions(game: &CardGame) -> impl Iterator<Item = (BettingNode, TreeNode)> + '_ {
    let stages = game.tree().stages().iter().enumerate();
    stages.flat_map(move |(stage, plan)| {
        plan.nodes().iter().enumerate().filter_map(move |(node, what)| match what {
            PublicNode::Decision { .. } => {
                Some((game.betting_node(stage, node)?, TreeNode { stage, node }))
            }
            _ => None,
        })
    })
}
