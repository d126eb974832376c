//! Values of the stages that continue a stage, back up to it.

use std::ops::Range;

use super::deals::{TOGETHER, filled};
use super::{At, Walk};
use crate::buckets::BucketMap;
use crate::game::Deal;
use crate::kernels::{BLOCK, MERGED_ROWS, padded};
use crate::plan::Continuation;
use crate::scratch::LevelScratch;
use crate::{BoardAt, Player};

/// The fewest hands worth a task.
const TASK: usize = 512 * BLOCK;

impl Walk<'_> {
    /// Adds the values of all continuations that were taken, unit after unit as they were
    /// reported, to the nodes they continue. Threads divide the hands where hands are merged, and
    /// the nodes where they are not. Each adds up its deals in order, so that this changes no
    /// result.
    pub(super) fn collect_shared(
        &self,
        at: At<'_>,
        player: usize,
        reports: &[f32],
        own: &mut LevelScratch,
    ) {
        let deals = self.game.deals(at.place);
        let stride = self.plan.levels[at.place.level + 1].hands[player];
        let merges = |deal: &Deal| deal.hands[player].renumbering().is_err();
        let visits = own.taken[..deals.len()].iter().filter(|&&taken| taken).count();
        if visits == 0 {
            return;
        }
        let mut reports = reports;
        for next in &at.stage.next {
            let len = next.nodes.len() * stride;
            let (of_next, later) = reports.split_at(len * self.responses().len() * visits);
            reports = later;
            if next.nodes.iter().all(|&node| own.pruned[node]) {
                continue;
            }
            for (place, &response) in self.responses().iter().enumerate() {
                let values = &of_next[place * len..];
                let pitch = len * self.responses().len();
                let counts = std::mem::take(&mut own.counts);
                let taken = std::mem::take(&mut own.taken);
                let (of_deals, visited) = (&counts[..], &taken[..]);
                let reports =
                    Reports { deals, counts: of_deals, visited, player, values, pitch, stride };
                own.swap_values(response);
                if deals.iter().all(merges) {
                    self.collect_merged(at, next, reports, own);
                } else {
                    self.collect_renumbered(at, next, reports, own);
                }
                own.swap_values(response);
                (own.counts, own.taken) = (counts, taken);
            }
        }
    }

    /// Adds the values of buckets on all boards that follow.
    fn collect_merged(
        &self,
        at: At<'_>,
        next: &Continuation,
        reports: Reports<'_>,
        own: &mut LevelScratch,
    ) {
        let LevelScratch { values, leaf, pruned, hands, .. } = own;
        let (row, hands) = (hands[reports.player], padded(at.hands[reports.player]));
        for (chunk, nodes) in next.nodes.chunks(MERGED_ROWS).enumerate() {
            let roots = chunk * MERGED_ROWS..chunk * MERGED_ROWS + nodes.len();
            let rows = disjoint_rows(&mut values[reports.player], nodes, pruned, row);
            reports.add(roots, 0..hands, rows, leaf, self.pooled);
        }
    }

    /// Adds the values of hands on all boards that follow.
    fn collect_renumbered(
        &self,
        at: At<'_>,
        next: &Continuation,
        reports: Reports<'_>,
        own: &mut LevelScratch,
    ) {
        let level = at.place.level + 1;
        let player = Player::BOTH[reports.player];
        let hands = |deal: &Deal| self.game.hands(BoardAt { level, board: deal.board }, player);
        let LevelScratch { values, pruned, hands: strides, .. } = own;
        let stride = strides[reports.player];
        for (chunk, nodes) in next.nodes.chunks(MERGED_ROWS).enumerate() {
            let mut rows = disjoint_rows(&mut values[reports.player], nodes, pruned, stride);
            let first = chunk * MERGED_ROWS;
            reports.add_rows(first, &mut rows[..nodes.len()], &hands, self.pooled);
        }
    }

    /// Adds the values of a continuation's roots to the nodes they continue.
    #[expect(clippy::too_many_arguments, reason = "what to collect, from where, to where")]
    pub(super) fn collect(
        &self,
        at: At<'_>,
        next: &Continuation,
        deal: &Deal,
        count: f32,
        player: usize,
        values: &[f32],
        stride: usize,
        own: &mut LevelScratch,
    ) {
        let place = BoardAt { level: at.place.level + 1, board: deal.board };
        let (hands, chance) = (self.game.hands(place, Player::BOTH[player]), count * deal.chance);
        let map = match deal.hands[player].renumbering() {
            Ok(map) => map,
            Err(buckets) => {
                let after = |root: usize| &values[root * stride..][..stride];
                let LevelScratch { values, leaf, pruned, hands, .. } = own;
                for (chunk, nodes) in next.nodes.chunks(MERGED_ROWS).enumerate() {
                    let roots = chunk * MERGED_ROWS..chunk * MERGED_ROWS + nodes.len();
                    let rows = disjoint_rows(&mut values[player], nodes, pruned, hands[player]);
                    let all = 0..buckets.hands();
                    buckets.scatter(all, chance, filled(roots.map(after)), rows, leaf);
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
                    map.scatter(chance, after, own.values_mut(player, nodes));
                }
                _ => {
                    for (place, &node) in nodes.iter().enumerate() {
                        if !own.pruned[node] {
                            let after = [after(root + place)];
                            map.scatter(chance, after, [own.value_mut(player, node)]);
                        }
                    }
                }
            }
        }
    }
}

/// Rows of nodes that are not skipped.
fn disjoint_rows<'v>(
    values: &'v mut [f32],
    nodes: &[usize],
    pruned: &[bool],
    row: usize,
) -> [Option<&'v mut [f32]>; MERGED_ROWS] {
    let wanted = |place: usize| nodes.get(place).filter(|&&node| !pruned[node]);
    let rows = std::array::from_fn::<_, MERGED_ROWS, _>(|place| {
        wanted(place).map_or(0..0, |&node| node * row..(node + 1) * row)
    });
    let rows = values.get_disjoint_mut(rows).expect("rows are there, and different");
    rows.map(|row| (!row.is_empty()).then_some(row))
}

/// Values on the boards that follow a board.
#[derive(Clone, Copy)]
struct Reports<'a> {
    deals: &'a [Deal],
    /// What each deal counts; those that count nothing are not read.
    counts: &'a [f32],
    /// Which deals have values.
    visited: &'a [bool],
    player: usize,
    /// Row after row for each deal that has some.
    values: &'a [f32],
    /// From the values of a deal to those of the next.
    pitch: usize,
    /// From a row to the next.
    stride: usize,
}

impl Reports<'_> {
    /// The deals that count, each with its chance times what it counts, and its values.
    fn counted(&self) -> impl Iterator<Item = (&Deal, f32, &[f32])> {
        let deals = self.deals.iter().zip(self.counts).zip(self.visited);
        let visited = deals.filter(|(_, visited)| **visited).zip(self.values.chunks(self.pitch));
        let counted = visited.filter(|(((_, count), _), _)| **count != 0.0);
        counted.map(|(((deal, &count), _), values)| (deal, count * deal.chance, values))
    }

    /// Adds the values of roots from `first` on to rows of hands with other numbers; `hands`
    /// says how many there are after a deal.
    fn add_rows(
        self,
        first: usize,
        rows: &mut [Option<&mut [f32]>],
        hands: &(impl Fn(&Deal) -> usize + Sync),
        parallel: bool,
    ) {
        if parallel && rows.len() > 2 {
            let half = rows.len().div_ceil(2);
            let (one, other) = rows.split_at_mut(half);
            rayon::join(
                || self.add_rows(first, one, hands, true),
                || self.add_rows(first + half, other, hands, true),
            );
            return;
        }
        for (deal, chance, values) in self.counted() {
            let Ok(map) = deal.hands[self.player].renumbering() else { continue };
            let after = |root: usize| &values[root * self.stride..][..hands(deal)];
            for (root, rows) in (first..).step_by(2).zip(rows.chunks_mut(2)) {
                if let [Some(one), Some(other)] = rows {
                    let after = [after(root), after(root + 1)];
                    map.scatter(chance, after, [&mut **one, &mut **other]);
                    continue;
                }
                for (root, row) in (root..).zip(rows) {
                    if let Some(row) = row {
                        map.scatter(chance, [after(root)], [&mut **row]);
                    }
                }
            }
        }
    }

    /// Adds the values of some roots to the rows of some hands.
    fn add(
        self,
        roots: Range<usize>,
        hands: Range<usize>,
        rows: [Option<&mut [f32]>; MERGED_ROWS],
        scratch: &mut [f32],
        parallel: bool,
    ) {
        let maps =
            || self.deals.iter().filter_map(|deal| deal.hands[self.player].renumbering().err());
        let most = maps().map(BucketMap::scratch).max().unwrap_or(0);
        if parallel && hands.len() >= 2 * TASK && scratch.len() >= 2 * most {
            let half = hands.len() / 2 / BLOCK * BLOCK;
            let (mut first, mut second) =
                ([const { None }; MERGED_ROWS], [const { None }; MERGED_ROWS]);
            for (place, row) in rows.into_iter().enumerate() {
                (first[place], second[place]) = row.map(|row| row.split_at_mut(half)).unzip();
            }
            let (one, other) = scratch.split_at_mut(scratch.len() / 2);
            let middle = hands.start + half;
            rayon::join(
                || self.add(roots.clone(), hands.start..middle, first, one, true),
                || self.add(roots.clone(), middle..hands.end, second, other, true),
            );
            return;
        }
        let mut rows = rows;
        for (deal, chance, values) in self.counted() {
            let Err(map) = deal.hands[self.player].renumbering() else { continue };
            let after =
                filled(roots.clone().map(|root| &values[root * self.stride..][..self.stride]));
            let rows = rows.each_mut().map(|row| row.as_deref_mut());
            map.scatter(hands.clone(), chance, after, rows, scratch);
        }
    }
}
