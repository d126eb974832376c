//! Exact features of a public belief at the start of a turn or river.
//!
//! With r the opponent's reach, M(h) the compatible weight of hand h, D(h) the weight that h
//! beats less the weight that beats h, both with card removal:
//!
//! | of a hand | meaning |
//! |---|---|
//! | equity u | (1 + D/M) / 2, on a turn over all rivers |
//! | spread s | standard deviation of u over rivers |
//! | below x | opponent's share of weaker hands and half of the equal ones, without card removal |
//! | ties t | opponent's share of hands of the same strength |
//! | own q | own share of weaker hands |
//! | slices | share of each upper slice of the opponent's range among compatible hands, less its share of all |
//!
//! Of a leaf, from one player's view: position, stack to pot, mean equity, ties; at 16 quantiles
//! of each range the share of the other that is weaker; the distribution of u in both ranges, and
//! of s over u. On a turn, x is u, and t and the slices are 0.
//!
//! Version 2 adds, on rivers, what these *marginal* numbers do not show: which hands of the two
//! players can be dealt together ([`joint`](super::joint)). A network that reads version 1 reads
//! the first [`VERSION_1`] numbers.
//!
//! Everything is continuous in the reach and does not change if either player's reach is
//! multiplied by a number. Cost: one sweep per player and river, and on rivers half a batch of
//! eight more for the slices. The leaves of a batch lie side by side in
//! [lanes](super::lanes) while hands are worked on.

use quasar_solver::{Column, LeafCall, LeafError, Player, Rows, RowsMut};

use super::board::{LeafBoard, River};
use super::distribution::{COARSE, Measure, POINTS};
use super::joint::{JOINT, Joint};
use super::lanes::{Interleave, Layout, padded};
use super::river::{CURVE, Masses};
use super::side::{CHUNK, Order, Side, Swept};
use crate::arch::{Arithmetic, Kernel, LANES, Lanes, dispatch};

/// Changes whenever a feature does: networks belong to one version. A version only adds numbers
/// to the ones of before, so networks of older versions are still read.
pub const FEATURE_VERSION: u32 = 2;

/// Upper slices of a range.
pub const SLICES: usize = 4;
pub(super) const EDGES: [f32; SLICES + 1] = [0.3, 0.6, 0.8, 0.93, 1.0];

const SCALARS: usize = 5;
const CURVES: usize = SCALARS;
const EQUITIES: usize = CURVES + 2 * CURVE;
const SPREADS: usize = EQUITIES + 2 * POINTS;

/// How many numbers describe a leaf from one player's view in version 1.
pub(super) const VERSION_1: usize = SPREADS + 2 * COARSE;

/// How many numbers describe a leaf from one player's view.
pub const LEAF_FEATURES: usize = VERSION_1 + JOINT;

/// How many numbers a version has; none if it is not known.
pub fn leaf_features(version: u32) -> Option<usize> {
    match version {
        1 => Some(VERSION_1),
        2 => Some(LEAF_FEATURES),
        _ => None,
    }
}

/// A number of a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HandFeature {
    /// Chance to win, ties half.
    Equity,
    /// Its standard deviation over rivers.
    Spread,
    /// The opponent's share below.
    Below,
    /// The opponent's share of the same strength.
    Ties,
    /// The own share below.
    Own,
    /// A slice of the opponent's range; there are [`SLICES`].
    Slice(usize),
}

impl HandFeature {
    /// How many there are.
    pub const COUNT: usize = 5 + SLICES;

    /// The position among all.
    pub fn index(self) -> usize {
        match self {
            HandFeature::Equity => 0,
            HandFeature::Spread => 1,
            HandFeature::Below => 2,
            HandFeature::Ties => 3,
            HandFeature::Own => 4,
            HandFeature::Slice(slice) => 5 + slice,
        }
    }
}

/// What is asked about a leaf.
#[derive(Clone, Copy, Debug)]
pub struct Belief<'a> {
    /// Both players' reach, in the order of the board's hands; more numbers may follow.
    pub reach: [&'a [f32]; 2],
    /// Stack behind divided by the pot.
    pub stack_to_pot: f32,
}

/// Leaves whose features are computed together.
pub const BATCH: usize = LANES;

/// Features of up to [`BATCH`] leaves of a board, and the scratch to compute them; it can be used
/// again for any board and allocates only for larger ones than before.
#[derive(Debug, Default)]
pub struct LeafFeatures {
    sides: [Side; 2],
    masses: Masses,
    joint: Joint,
    /// Sums over rivers.
    curves: [[Lanes; CURVE]; 2],
    ties: Lanes,
    /// Each player's reach of the board's hands.
    on_board: [Vec<Lanes>; 2],
    /// Each player's reach of the hands of a river of a turn.
    on_river: [Vec<Lanes>; 2],
    /// How much of each group is in each slice.
    parts: Vec<[Lanes; SLICES]>,
    /// For each leaf the opponent's reach of river hands, then its slices.
    reach: Vec<f32>,
    /// For each leaf rows of differences, compatible weights, and those in each slice.
    values: Vec<f32>,
    scratch: Vec<f32>,
}

/// Makes a buffer at least so long.
fn grow<T: Clone + Default>(buffer: &mut Vec<T>, length: usize) {
    buffer.resize(buffer.len().max(length), T::default());
}

impl LeafFeatures {
    /// Numbers of a leaf from a player's view.
    pub fn leaf(&self, leaf: usize, player: Player) -> &[f32; LEAF_FEATURES] {
        &self.sides[player.index()].leaves[leaf]
    }

    /// A number of each of the player's hands.
    pub fn row(&self, leaf: usize, player: Player, feature: HandFeature) -> &[f32] {
        self.sides[player.index()].row(leaf, feature)
    }

    /// The compatible weight of each of a player's hands; 0 where it cannot be distinguished from
    /// rounding. On a turn it is the sum over rivers.
    pub fn compatible_weight(&self, leaf: usize, player: Player) -> &[f32] {
        self.sides[player.index()].compatible_weight(leaf)
    }

    /// Computes the features of leaves, [`BATCH`] at most.
    pub fn compute(&mut self, board: &LeafBoard, beliefs: &[Belief<'_>]) -> Result<(), LeafError> {
        assert!(beliefs.len() <= BATCH, "leaves come in batches");
        let is_turn = board.rivers().first().is_some_and(|river| river.from.is_some());
        self.prepare(board, beliefs, is_turn);
        for river in board.rivers() {
            self.add_river(board, river, beliefs.len())?;
        }
        if is_turn {
            self.sides.iter_mut().for_each(|side| side.finish(beliefs.len()));
        }
        for (leaf, belief) in beliefs.iter().enumerate() {
            self.finish(leaf, belief, board.rivers().len(), is_turn);
        }
        Ok(())
    }

    /// Makes room for a board, clears sums, and reads reach.
    fn prepare(&mut self, board: &LeafBoard, beliefs: &[Belief<'_>], is_turn: bool) {
        let groups = board.rivers().iter().map(|river| river.groups.count()).max().unwrap_or(0);
        self.masses.reserve(groups);
        self.joint.reserve(groups);
        grow(&mut self.parts, groups);
        self.curves = Default::default();
        self.ties = [0.0; LANES];
        let mut most = 0;
        for player in Player::BOTH {
            let (side, hands) = (player.index(), board.hands(player));
            self.sides[side].clear(hands, beliefs.len(), is_turn);
            let length = padded(hands);
            most = most.max(length * beliefs.len());
            grow(&mut self.on_board[side], length);
            if is_turn {
                grow(&mut self.on_river[side], length);
            }
            let mut rows: [&[f32]; BATCH] = [&[]; BATCH];
            for (row, belief) in rows.iter_mut().zip(beliefs) {
                *row = belief.reach[side];
            }
            let lanes = &mut self.on_board[side][..length];
            dispatch(Interleave { rows: &rows[..beliefs.len()], hands, lanes });
        }
        let slices = if is_turn { 0 } else { SLICES };
        grow(&mut self.reach, (1 + slices) * most);
        grow(&mut self.values, (2 + slices) * most);
        grow(&mut self.scratch, board.operator_scratch());
    }

    /// Adds what a river says.
    fn add_river(
        &mut self,
        board: &LeafBoard,
        river: &River,
        leaves: usize,
    ) -> Result<(), LeafError> {
        let counts = [0, 1].map(|player| river.groups.of(player).len());
        if let Some(from) = &river.from {
            for player in 0..2 {
                let (board, river) = (&self.on_board[player], &mut self.on_river[player]);
                gather(&from[player], board, &mut river[..padded(counts[player])]);
            }
        }
        let reach = if river.from.is_some() { &self.on_river } else { &self.on_board };
        let reach = [0, 1].map(|player| &reach[player][..padded(counts[player])]);
        let groups = river.groups.count();
        self.masses.fill(&river.groups, reach);
        for (player, curve) in self.curves.iter_mut().enumerate() {
            self.masses.add_curve(player, groups, curve);
        }
        self.masses.add_ties(groups, &mut self.ties);
        let slices = if river.from.is_none() { SLICES } else { 0 };
        for player in Player::BOTH {
            let (own, opponent) = (player.index(), player.opponent().index());
            let of_reach = Layout { leaves, rows: 1 + slices, stride: reach[opponent].len() };
            let of_values = Layout { leaves, rows: 2 + slices, stride: reach[own].len() };
            dispatch(ToRows {
                of: river.groups.of(opponent),
                opponent,
                reach: reach[opponent],
                masses: &self.masses,
                parts: &mut self.parts[..groups],
                rows: &mut self.reach[..of_reach.len()],
                layout: of_reach,
            });
            sweep(Sweep {
                board,
                river,
                player,
                reach: (&self.reach, of_reach),
                values: (&mut self.values, of_values),
                scratch: &mut self.scratch,
            })?;
            let total = self.masses.total(opponent);
            let swept = Swept { values: &self.values, layout: of_values, total };
            let side = &mut self.sides[own];
            match &river.from {
                Some(from) => side.add(swept, &from[own]),
                None => {
                    let (of, masses, reach) = (river.groups.of(own), &self.masses, reach[own]);
                    let order = Order { player: own, of, masses, reach };
                    side.describe(swept, order, self.joint.clear(groups));
                    self.joint.measure(own, &self.masses, groups);
                }
            }
        }
        Ok(())
    }

    /// Numbers of a leaf from both views.
    fn finish(&mut self, leaf: usize, belief: &Belief<'_>, rivers: usize, is_turn: bool) {
        let distributions = [0, 1].map(|player: usize| {
            let side = &self.sides[player];
            dispatch(Measure {
                reach: &belief.reach[player][..side.hands],
                compatible_weight: side.compatible_weight(leaf),
                equities: side.row(leaf, HandFeature::Equity),
                spreads: is_turn.then(|| side.row(leaf, HandFeature::Spread)),
            })
        });
        let ratio = belief.stack_to_pot.clamp(0.01, 50.0);
        let rivers = rivers as f32;
        for (player, side) in self.sides.iter_mut().enumerate() {
            let numbers = &mut side.leaves[leaf];
            numbers[0] = if player == 0 { 1.0 } else { 0.0 };
            numbers[1] = 0.5 * ratio.ln();
            numbers[2] = ratio / (1.0 + ratio);
            numbers[3] = distributions[player].mean;
            numbers[4] = self.ties[leaf] / rivers;
            for (place, whose) in [player, 1 - player].into_iter().enumerate() {
                let curve = self.curves[whose].map(|sums| sums[leaf] / rivers);
                numbers[CURVES + place * CURVE..][..CURVE].copy_from_slice(&curve);
                let of = &distributions[whose];
                numbers[EQUITIES + place * POINTS..][..POINTS].copy_from_slice(&of.below);
                numbers[SPREADS + place * COARSE..][..COARSE].copy_from_slice(&of.spreads);
            }
            self.joint.write(leaf, player, &mut numbers[VERSION_1..]);
            if is_turn {
                side.own_shares(leaf, &distributions[player].below);
            }
        }
    }
}

/// A player's reach in the order of a river's hands.
fn gather(from: &[u32], board: &[Lanes], river: &mut [Lanes]) {
    let (hands, rest) = river.split_at_mut(from.len());
    for (to, &from) in hands.iter_mut().zip(from) {
        *to = board[from as usize];
    }
    rest.fill([0.0; LANES]);
}

/// Writes rows of the opponent's reach, and on a river of its part within each slice.
struct ToRows<'a> {
    of: &'a [u32],
    opponent: usize,
    reach: &'a [Lanes],
    masses: &'a Masses,
    /// Room for a number of each group.
    parts: &'a mut [[Lanes; SLICES]],
    rows: &'a mut [f32],
    layout: Layout,
}

impl Kernel for ToRows<'_> {
    type Output = ();

    #[inline(always)]
    fn run<A: Arithmetic>(self, vectors: A) {
        let ToRows { of, opponent, reach, masses, parts, rows, layout } = self;
        let slices = layout.rows - 1;
        if slices > 0 {
            for (group, parts) in parts.iter_mut().enumerate() {
                for (slice, part) in parts.iter_mut().enumerate() {
                    let between = (EDGES[slice], EDGES[slice + 1]);
                    vectors.store(masses.part(vectors, (opponent, group), between), part);
                }
            }
        }
        for (chunk, (reach, of)) in reach.chunks(CHUNK).zip(of.chunks(CHUNK)).enumerate() {
            for row in 0..=slices {
                let blocks = reach.chunks_exact(LANES).zip(of.chunks(LANES));
                for (block, (reach, of)) in blocks.enumerate() {
                    let mut square = [vectors.splat(0.0); LANES];
                    for (numbers, reach) in square.iter_mut().zip(reach) {
                        *numbers = vectors.load(reach);
                    }
                    if row > 0 {
                        for (numbers, &group) in square.iter_mut().zip(of) {
                            let part = vectors.load(&parts[group as usize][row - 1]);
                            *numbers = vectors.times(*numbers, part);
                        }
                    }
                    layout.write(vectors, square, rows, row, chunk * CHUNK + block * LANES);
                }
            }
        }
    }
}

/// A sweep of a river: differences, compatible weights, and those in each slice.
struct Sweep<'a> {
    board: &'a LeafBoard,
    river: &'a River,
    player: Player,
    reach: (&'a [f32], Layout),
    values: (&'a mut [f32], Layout),
    scratch: &'a mut [f32],
}

fn sweep(sweep: Sweep<'_>) -> Result<(), LeafError> {
    let Sweep { board, river, player, reach, values, scratch } = sweep;
    let Layout { leaves, rows, .. } = values.1;
    let slices = rows - 2;
    let column = |row: usize, value: usize, difference: f32, sum: f32| {
        let mut reach = [0; 2];
        reach[player.opponent().index()] = row;
        Column { reach, value, test: 0, difference, sum, fold: None }
    };
    let mut columns = [column(0, 0, 0.0, 0.0); BATCH * (2 + SLICES)];
    for (leaf, columns) in columns.chunks_exact_mut(2 + slices).take(leaves).enumerate() {
        let (row, value) = (leaf * (1 + slices), leaf * (2 + slices));
        columns[0] = column(row, value, 1.0, 0.0);
        columns[1] = column(row, value + 1, 0.0, 1.0);
        for slice in 0..slices {
            columns[2 + slice] = column(row + 1 + slice, value + 2 + slice, 0.0, 1.0);
        }
    }
    board.operator(river.at).values(LeafCall {
        player,
        columns: &columns[..leaves * (2 + slices)],
        reach: [Rows::new(reach.0, reach.1.stride); 2],
        values: RowsMut::new(values.0, values.1.stride),
        scratch,
        parallel: false,
    })
}
