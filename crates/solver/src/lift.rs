//! Starting a solve from one in which the hands of the last boards are merged.
//!
//! Buckets find most of a strategy in a fraction of the time. Every hand then takes over
//! its own regrets where hands are not merged, and those of its bucket where they are, and
//! the game itself continues from there, with the number of iterations that are done. Regrets
//! of a bucket are means over its hands, so they are of the same size. Averages start anew:
//! they are of iterations in which every hand plays for itself.

use std::collections::HashMap;
use std::convert::Infallible;

use rayon::iter::{IntoParallelIterator, ParallelIterator};

use crate::decisions::{StoredDecision, each_decision};
use crate::game::Lifted;
use crate::number::NEAREST;
use crate::plan::Extent;
use crate::storage::{Use, Uses, View};
use crate::{BoardAt, Solver, SolverError, SolverGame, TreeNode};

/// What becomes of the average strategy of the merged game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MergedAverage {
    /// Every hand takes over that of its bucket, with the weight of its iterations.
    Kept,
    /// The next iteration is the first of the average.
    Dropped,
}

impl<G: SolverGame> Solver<G> {
    /// Takes over what was learned in the same game with hands that are merged after the
    /// first deal, over the same deals. `same` finds the node of the merged tree at which
    /// a decision of this one is made; decisions that it does not find stay as they are.
    pub fn start_from<H: SolverGame>(
        &mut self,
        merged: &mut Solver<H>,
        average: MergedAverage,
        same: impl Fn(TreeNode) -> Option<TreeNode>,
    ) -> Result<(), SolverError> {
        let known = decisions_of(merged);
        let Solver { game, plan, storage, pool, .. } = self;
        let (game, merged) = (&*game, &*merged);
        let mut pairs = Vec::new();
        each_decision(game, plan, &mut |decision: StoredDecision| {
            let found =
                same(decision.node()).and_then(|node| known.get(&(node, decision.at.place)));
            let Some(found) = found else { return Ok(()) };
            if found.shape.actions != decision.shape.actions {
                return Err(SolverError::Conflict("the merged game has different actions"));
            }
            pairs.push((decision, *found));
            Ok(())
        })?;
        let mut view = storage.view(NEAREST);
        let mut parts = Vec::with_capacity(pairs.len());
        for (decision, found) in pairs.into_iter().rev() {
            let (before, own) = view.split_at(decision.start);
            parts.push((decision, found, own));
            view = before;
        }
        let lift = |(decision, found, mut own): (StoredDecision, StoredDecision, View<'_>)| {
            let labels = labels([game, &merged.game], &decision)?;
            let (shape, buckets) = (decision.shape, found.shape);
            let [regrets, sums] = merged.storage.numbers(found.start, buckets.slots());
            let mut buffer = vec![0.0; 2 * shape.slots()];
            let write = Uses { regrets: Use::Write, sums: Use::Write };
            own.with(Extent::default(), shape.slots(), &mut buffer, write, |slots| {
                for (hand, &label) in labels.iter().enumerate() {
                    for action in 0..shape.actions {
                        let slot = shape.slot(action, hand);
                        let bucket = buckets.slot(action, label);
                        slots.regrets[slot] = regrets[bucket];
                        slots.sums[slot] = match average {
                            MergedAverage::Kept => sums[bucket],
                            MergedAverage::Dropped => 0.0,
                        };
                    }
                }
            });
            Ok::<(), SolverError>(())
        };
        match pool {
            Some(pool) => pool.install(|| parts.into_par_iter().try_for_each(lift))?,
            None => parts.into_iter().try_for_each(lift)?,
        }
        self.iteration = merged.iteration;
        self.forget_values();
        match average {
            MergedAverage::Kept => self.rebuild_sums(),
            MergedAverage::Dropped => Ok(()),
        }
    }
}

impl<G: SolverGame> Solver<G> {
    /// Forgets everything that was learned; locks stay.
    pub fn forget(&mut self) {
        self.storage.clear(self.plan.total());
        self.iteration = 0;
        self.forget_values();
    }
}

/// Where every decision of a game is stored.
fn decisions_of<G: SolverGame>(solver: &Solver<G>) -> HashMap<(TreeNode, BoardAt), StoredDecision> {
    let mut known = HashMap::new();
    let all = each_decision(&solver.game, &solver.plan, &mut |decision: StoredDecision| {
        known.insert((decision.node(), decision.at.place), decision);
        Ok::<(), Infallible>(())
    });
    match all {
        Ok(()) => known,
    }
}

/// The bucket of each hand at a decision; its own number where hands are not merged.
fn labels(
    [exact, merged]: [&dyn SolverGame; 2],
    decision: &StoredDecision,
) -> Result<Vec<usize>, SolverError> {
    let (place, hands) = (decision.at.place, decision.shape.hands);
    if place == BoardAt::START {
        return Ok((0..hands).collect());
    }
    let deals = [exact, merged].map(|game| {
        let mut deals = game.deals(BoardAt::START).iter();
        deals.find(|deal| place.level == 1 && deal.board == place.board)
    });
    let lifted = match deals {
        [Some(deal), Some(merged)] => Lifted::new(deal, merged, decision.player),
        _ => None,
    };
    let other = SolverError::Conflict("the merged game has other deals");
    let lifted = lifted.ok_or(other.clone())?;
    let mut labels = vec![0; hands];
    lifted.labels_into(&mut labels);
    if labels.iter().any(|&label| usize::from(label) >= lifted.buckets()) {
        return Err(other);
    }
    Ok(labels.into_iter().map(usize::from).collect())
}
