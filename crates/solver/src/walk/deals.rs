//! From a stage to those that continue it: maps reach down with every deal.

use std::ops::Range;

use super::taken::Unmerged;
use super::{At, Deals, Pass, Results, Walk};
use crate::game::Deal;
use crate::kernels::{MERGED_ROWS, padded};
use crate::plan::{Continuation, Extent};
use crate::scratch::LevelScratch;
use crate::storage::View;
use crate::{BoardAt, LeafError, Player};

/// Rows mapped together.
pub(super) const TOGETHER: usize = 4;

impl Walk<'_> {
    /// Visits every continuation, and adds its values to those of the nodes that it
    /// continues.
    pub(super) fn deal(
        &self,
        at: At<'_>,
        view: &mut View<'_>,
        own: &mut LevelScratch,
        deeper: &mut [LevelScratch],
        [first, second]: Results<'_>,
    ) -> Result<(), LeafError> {
        let after = self.take_deals(at, own);
        self.correct_rivers(at, view, own)?;
        self.deal_taken(at, after, view, own, deeper, [&mut *first, &mut *second])?;
        let Deals::Corrected { sampling, visit } = self.pass.deals else { return Ok(()) };
        let Some(part) = Unmerged::of(self.game, at.place) else { return Ok(()) };
        let part = part?;
        let pass = Pass { deals: Deals::Drawn { sampling, visit }, ..self.pass };
        let walk = self.over(part.game(), pass);
        let after = walk.take_deals(at, own);
        walk.deal_taken(at, after, view, own, deeper, [first, second])
    }

    /// Visits the continuations that count.
    fn deal_taken(
        &self,
        at: At<'_>,
        after: Pass,
        view: &mut View<'_>,
        own: &mut LevelScratch,
        deeper: &mut [LevelScratch],
        results: Results<'_>,
    ) -> Result<(), LeafError> {
        let (_, rest) = view.again().split_at(at.stage.own);
        if !self.workers.is_empty() && self.plan.split == Some(at.place.level) {
            self.deal_shared(at, after, rest, own, results)
        } else {
            self.deal_in_order(at, after, rest, own, deeper, results)
        }
    }

    /// Visits continuations one after the other.
    pub(super) fn deal_in_order(
        &self,
        at: At<'_>,
        after: Pass,
        mut rest: View<'_>,
        own: &mut LevelScratch,
        deeper: &mut [LevelScratch],
        [first, second]: Results<'_>,
    ) -> Result<(), LeafError> {
        let walk = Walk { pass: after, ..*self };
        for next in &at.stage.next {
            for (number, deal) in self.game.deals(at.place).iter().enumerate() {
                let (part, later) = rest.split_at(self.plan.stages[next.stage].part(deal.board));
                rest = later;
                let count = own.counts[number];
                if own.taken[number] && self.hand_over(at, next, deal, own, &mut deeper[0]) {
                    let place = BoardAt { level: at.place.level + 1, board: deal.board };
                    walk.visit(next.stage, place, part, deeper, [&mut *first, &mut *second])?;
                    for player in self.valued_players() {
                        let hands = deeper[0].hands[player];
                        for &response in self.responses() {
                            let values = deeper[0].values_of(response, player);
                            let values = &values[..next.nodes.len() * hands];
                            own.swap_values(response);
                            self.collect(at, next, deal, count, player, values, hands, own);
                            own.swap_values(response);
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// Visits continuations in the threads of the pool.
    pub(super) fn deal_shared(
        &self,
        at: At<'_>,
        after: Pass,
        rest: View<'_>,
        own: &mut LevelScratch,
        [first, second]: Results<'_>,
    ) -> Result<(), LeafError> {
        let units = 0..at.stage.next.len() * self.game.deals(at.place).len();
        let walk = Walk { pass: after, ..*self };
        walk.visit_units(at, units.clone(), rest, own, [&mut *first, &mut *second])?;
        for player in self.valued_players() {
            self.collect_shared(at, player, if player == 0 { &*first } else { &*second }, own);
        }
        Ok(())
    }

    fn unit<'s>(&'s self, at: At<'s>, unit: usize) -> (&'s Continuation, &'s Deal) {
        let deals = self.game.deals(at.place);
        (&at.stage.next[unit / deals.len()], &deals[unit % deals.len()])
    }

    fn visit_units(
        &self,
        at: At<'_>,
        units: Range<usize>,
        view: View<'_>,
        own: &LevelScratch,
        results: Results<'_>,
    ) -> Result<(), LeafError> {
        if units.len() > 1 {
            let middle = units.start + units.len() / 2;
            let mut part = Extent::default();
            let mut report = [0; 2];
            for unit in units.start..middle {
                let (next, deal) = self.unit(at, unit);
                part += self.plan.stages[next.stage].part(deal.board);
                if !own.taken[unit % self.game.deals(at.place).len()] {
                    continue;
                }
                for player in self.valued_players() {
                    let hands = self.plan.levels[at.place.level + 1].hands[player];
                    report[player] += self.responses().len() * next.nodes.len() * hands;
                }
            }
            let (view, later_view) = view.split_at(part);
            let [first, second] = results;
            let (first, later_first) = first.split_at_mut(report[0]);
            let (second, later_second) = second.split_at_mut(report[1]);
            let (earlier, later) = rayon::join(
                || self.visit_units(at, units.start..middle, view, own, [first, second]),
                || {
                    self.visit_units(
                        at,
                        middle..units.end,
                        later_view,
                        own,
                        [later_first, later_second],
                    )
                },
            );
            return earlier.and(later);
        }
        let (next, deal) = self.unit(at, units.start);
        if !own.taken[units.start % self.game.deals(at.place).len()] {
            return Ok(());
        }
        let worker = rayon::current_thread_index().unwrap_or(0);
        let mut levels = self.workers[worker].lock().expect("no walk panics");
        if self.hand_over(at, next, deal, own, &mut levels[0]) {
            let place = BoardAt { level: at.place.level + 1, board: deal.board };
            self.visit(next.stage, place, view, &mut levels, [&mut [], &mut []])?;
            for player in self.valued_players() {
                let len = next.nodes.len() * levels[0].hands[player];
                for (&response, results) in
                    self.responses().iter().zip(results[player].chunks_exact_mut(len))
                {
                    let values = levels[0].values_of(response, player);
                    results.copy_from_slice(&values[..len]);
                }
            }
        }
        Ok(())
    }

    fn valued_players(&self) -> impl Iterator<Item = usize> {
        let tasks = self.pass.tasks;
        (0..2).filter(move |&player| tasks[player].wants_values())
    }

    pub(super) fn clear_deals(&self, at: At<'_>, own: &mut LevelScratch) {
        for &response in self.responses() {
            own.swap_values(response);
            for player in self.valued_players() {
                for next in &at.stage.next {
                    for &node in &next.nodes {
                        own.value_mut(player, node).fill(0.0);
                    }
                }
            }
            own.swap_values(response);
        }
    }

    /// Passes reach to the roots of a continuation. False if all are skipped.
    fn hand_over(
        &self,
        at: At<'_>,
        next: &Continuation,
        deal: &Deal,
        own: &LevelScratch,
        deeper: &mut LevelScratch,
    ) -> bool {
        let mut some = false;
        for (root, &node) in next.nodes.iter().enumerate() {
            deeper.pruned[root] = own.pruned[node];
            some |= !own.pruned[node];
        }
        let place = BoardAt { level: at.place.level + 1, board: deal.board };
        for player in Player::BOTH.into_iter().filter(|player| self.spreads_reach(player.index())) {
            let side = player.index();
            let (hands, stride) = (self.game.hands(place, player), deeper.hands[side]);
            let before = |node: usize| own.reach(side, at.stage.reach[node][side]);
            let map = match deal.hands[side].renumbering() {
                Ok(map) => map,
                Err(buckets) => {
                    let LevelScratch { reach, leaf, .. } = &mut *deeper;
                    let mut after = reach[side].chunks_exact_mut(stride);
                    for nodes in next.nodes.chunks(MERGED_ROWS) {
                        let before = filled(nodes.iter().map(|&node| before(node)));
                        let after = std::array::from_fn(|row| {
                            if row < nodes.len() { after.next() } else { None }
                        });
                        buckets.gather(before, after, leaf);
                    }
                    continue;
                }
            };
            let mut after = deeper.reach[side].chunks_exact_mut(stride).map(|row| {
                row[hands..padded(hands)].fill(0.0);
                &mut row[..hands]
            });
            let mut after = || after.next().expect("every root has a row");
            let (together, rest) = next.nodes.as_chunks::<TOGETHER>();
            for nodes in together {
                map.gather(nodes.map(before), [(); TOGETHER].map(|()| after()));
            }
            match *rest {
                [one, two, three] => {
                    map.gather([one, two, three].map(before), [(); 3].map(|()| after()));
                }
                [one, two] => map.gather([one, two].map(before), [(); 2].map(|()| after())),
                _ => rest.iter().for_each(|&node| map.gather([before(node)], [after()])),
            }
        }
        some
    }
}

/// Rows for a merge, of which there are always as many: the last one again where there
/// are fewer, and nobody looks at what comes of it.
pub(super) fn filled<'r>(mut rows: impl Iterator<Item = &'r [f32]>) -> [&'r [f32]; MERGED_ROWS] {
    let mut last: &[f32] = &[];
    std::array::from_fn(|_| {
        last = rows.next().unwrap_or(last);
        last
    })
}
