//! From a stage to those that continue it: maps reach down with every deal, and values
//! back up.

use std::ops::Range;

use super::{At, Results, Walk};
use crate::game::Deal;
use crate::kernels::{MERGED_ROWS, padded};
use crate::plan::{Continuation, Extent};
use crate::scratch::LevelScratch;
use crate::storage::View;
use crate::{BoardAt, LeafError, Player, SolverGame};

/// Rows mapped together.
const TOGETHER: usize = 4;

impl<G: SolverGame> Walk<'_, G> {
    /// Visits every continuation, one after the other.
    pub(super) fn deal(
        &self,
        at: At<'_>,
        mut rest: View<'_>,
        own: &mut LevelScratch,
        deeper: &mut [LevelScratch],
        [first, second]: Results<'_>,
    ) -> Result<(), LeafError> {
        self.clear_deals(at, own);
        for next in &at.stage.next {
            for deal in self.game.deals(at.place) {
                let (part, later) = rest.split_at(self.plan.stages[next.stage].part(deal.board));
                rest = later;
                if self.hand_over(at, next, deal, own, &mut deeper[0]) {
                    let place = BoardAt { level: at.place.level + 1, board: deal.board };
                    self.visit(next.stage, place, part, deeper, [&mut *first, &mut *second])?;
                    for player in self.valued_players() {
                        let hands = deeper[0].hands[player];
                        let values = &deeper[0].values[player][..next.nodes.len() * hands];
                        self.collect(at, next, deal, player, values, hands, own);
                    }
                }
            }
        }
        Ok(())
    }

    /// Visits every continuation in the threads of the pool.
    pub(super) fn deal_shared(
        &self,
        at: At<'_>,
        rest: View<'_>,
        own: &mut LevelScratch,
        [first, second]: Results<'_>,
    ) -> Result<(), LeafError> {
        self.clear_deals(at, own);
        let units = 0..at.stage.next.len() * self.game.deals(at.place).len();
        self.visit_units(at, units.clone(), rest, own, [&mut *first, &mut *second])?;
        let mut reports = [&*first, &*second];
        for unit in units {
            let (next, deal) = self.unit(at, unit);
            for player in self.valued_players() {
                let hands = self.plan.levels[at.place.level + 1].hands[player];
                let (report, later) = reports[player].split_at(next.nodes.len() * hands);
                reports[player] = later;
                if next.nodes.iter().any(|&node| !own.pruned[node]) {
                    self.collect(at, next, deal, player, report, hands, own);
                }
            }
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
                for player in self.valued_players() {
                    let hands = self.plan.levels[at.place.level + 1].hands[player];
                    report[player] += next.nodes.len() * hands;
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
        let worker = rayon::current_thread_index().unwrap_or(0);
        let mut levels = self.workers[worker].lock().expect("no walk panics");
        if self.hand_over(at, next, deal, own, &mut levels[0]) {
            let place = BoardAt { level: at.place.level + 1, board: deal.board };
            self.visit(next.stage, place, view, &mut levels, [&mut [], &mut []])?;
            for player in self.valued_players() {
                let len = next.nodes.len() * levels[0].hands[player];
                results[player][..len].copy_from_slice(&levels[0].values[player][..len]);
            }
        }
        Ok(())
    }

    fn valued_players(&self) -> impl Iterator<Item = usize> + use<G> {
        let tasks = self.pass.tasks;
        (0..2).filter(move |&player| tasks[player].wants_values())
    }

    fn clear_deals(&self, at: At<'_>, own: &mut LevelScratch) {
        for player in self.valued_players() {
            for next in &at.stage.next {
                for &node in &next.nodes {
                    own.value_mut(player, node).fill(0.0);
                }
            }
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
            for &node in rest {
                map.gather([before(node)], [after()]);
            }
        }
        some
    }

    /// Adds the values of a continuation's roots to the nodes they continue.
    #[expect(clippy::too_many_arguments, reason = "what to collect, from where, to where")]
    fn collect(
        &self,
        at: At<'_>,
        next: &Continuation,
        deal: &Deal,
        player: usize,
        values: &[f32],
        stride: usize,
        own: &mut LevelScratch,
    ) {
        let place = BoardAt { level: at.place.level + 1, board: deal.board };
        let hands = self.game.hands(place, Player::BOTH[player]);
        let map = match deal.hands[player].renumbering() {
            Ok(map) => map,
            Err(buckets) => {
                let after = |root: usize| &values[root * stride..][..stride];
                let LevelScratch { values, leaf, pruned, hands, .. } = own;
                let row = hands[player];
                for (chunk, nodes) in next.nodes.chunks(MERGED_ROWS).enumerate() {
                    let roots = chunk * MERGED_ROWS..chunk * MERGED_ROWS + nodes.len();
                    let after = filled(roots.map(after));
                    let wanted = |place: usize| nodes.get(place).filter(|&&node| !pruned[node]);
                    let before = std::array::from_fn::<_, MERGED_ROWS, _>(|place| {
                        wanted(place).map_or(0..0, |&node| node * row..(node + 1) * row)
                    });
                    let before = values[player].get_disjoint_mut(before);
                    let before = before.expect("rows are there, and different");
                    let before = before.map(|row| (!row.is_empty()).then_some(row));
                    buckets.scatter(deal.chance, after, before, leaf);
                }
                return;
            }
        };
        let after = |root: usize| &values[root * stride..][..hands];
        for (chunk, nodes) in next.nodes.chunks(TOGETHER).enumerate() {
            let root = chunk * TOGETHER;
            match <[usize; TOGETHER]>::try_from(nodes) {
                Ok(nodes) if nodes.iter().all(|&node| !own.pruned[node]) => {
                    let after = std::array::from_fn::<_, TOGETHER, _>(|place| after(root + place));
                    map.scatter(deal.chance, after, own.values_mut(player, nodes));
                }
                _ => {
                    for (place, &node) in nodes.iter().enumerate() {
                        if !own.pruned[node] {
                            let after = [after(root + place)];
                            map.scatter(deal.chance, after, [own.value_mut(player, node)]);
                        }
                    }
                }
            }
        }
    }
}

/// Rows for a merge, of which there are always as many: the last one again where there
/// are fewer, and nobody looks at what comes of it.
fn filled<'r>(mut rows: impl Iterator<Item = &'r [f32]>) -> [&'r [f32]; MERGED_ROWS] {
    let mut last: &[f32] = &[];
    std::array::from_fn(|_| {
        last = rows.next().unwrap_or(last);
        last
    })
}
