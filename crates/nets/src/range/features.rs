//! Exact features of a public belief at the start of a turn or river.
//!
//! With r the opponent's reach, M(h) its weight that hand h can meet, D(h) the weight that h
//! beats less the weight that beats h, both with card removal:
//!
//! | of a hand | meaning |
//! |---|---|
//! | equity u | (1 + D/M) / 2, on a turn over all rivers |
//! | spread s | standard deviation of u over rivers |
//! | below x | opponent's share of weaker hands and half of the equal ones, without card removal |
//! | ties t | opponent's share of hands of the same strength |
//! | own q | own share of weaker hands |
//! | slices | share of each upper slice of the opponent's range among the hands met, less its share of all |
//!
//! Of a leaf, from one player's view: position, stack to pot, mean equity, ties; at 16 quantiles
//! of each range the share of the other that is weaker; the distribution of u in both ranges, and
//! of s over u. On a turn x, t and slices are those of no river and stay u, 0 and 0.
//!
//! Version 2 adds, on rivers, what these *marginal* numbers do not show: which hands of the two
//! players meet at all ([`joint`](super::joint)). A network that reads version 1 reads the
//! first [`VERSION_1`] numbers.
//!
//! Everything is continuous in the reach and does not change if either player's reach is
//! multiplied by a number. Cost: one sweep per player and river, and on rivers half a batch of
//! eight more for the slices.

use quasar_solver::{Column, LeafCall, LeafError, Player, Rows, RowsMut};

use super::board::{LeafBoard, River};
use super::joint::{HandsMet, JOINT, Joint};
use super::river::{CURVE, Masses};

/// Changes whenever a feature does: networks belong to one version. A version only adds numbers
/// to the ones of before, so networks of older versions are still read.
pub const FEATURE_VERSION: u32 = 2;

/// Upper slices of a range.
pub const SLICES: usize = 4;
pub(super) const EDGES: [f32; SLICES + 1] = [0.3, 0.6, 0.8, 0.93, 1.0];

/// Points of a distribution of equities.
const POINTS: usize = 16;
/// Points of spreads over equities.
const COARSE: usize = 8;
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
pub const BATCH: usize = 8;

/// Features of up to [`BATCH`] leaves of a board, and the room to compute them; it can be used
/// again for any board and allocates only for larger ones than before.
#[derive(Debug, Default)]
pub struct Features {
    leaves: [Leaf; BATCH],
    scratch: Vec<f32>,
    /// For each leaf the opponent's reach of river hands, then its slices.
    reach: Vec<f32>,
    /// For each leaf rows of differences, weights met, and weights met in each slice.
    values: Vec<f32>,
    other: Vec<f32>,
}

/// Features of a leaf.
#[derive(Debug, Default)]
struct Leaf {
    sides: [Side; 2],
    masses: Masses,
    joint: Joint,
    /// Sums over rivers.
    curves: [[f32; CURVE]; 2],
    ties: f32,
}

/// Features from one player's view.
#[derive(Debug)]
struct Side {
    hands: usize,
    stride: usize,
    /// Feature by feature, hand by hand.
    rows: Vec<f32>,
    /// The weight of the opponent's hands that each hand meets.
    met: Vec<f32>,
    /// The opponent's reach on the last river.
    total: f32,
    leaf: [f32; LEAF_FEATURES],
}

impl Default for Side {
    fn default() -> Side {
        let leaf = [0.0; LEAF_FEATURES];
        Side { hands: 0, stride: 0, rows: Vec::new(), met: Vec::new(), total: 0.0, leaf }
    }
}

fn padded(hands: usize) -> usize {
    hands.next_multiple_of(8)
}

/// A weight below this share of all is rounding.
const ROUNDING: f32 = 16.0 * f32::EPSILON;

impl Features {
    /// Numbers of a leaf from a player's view.
    pub fn leaf(&self, leaf: usize, player: Player) -> &[f32; LEAF_FEATURES] {
        &self.leaves[leaf].sides[player.index()].leaf
    }

    /// A number of each of the player's hands.
    pub fn row(&self, leaf: usize, player: Player, feature: HandFeature) -> &[f32] {
        let side = &self.leaves[leaf].sides[player.index()];
        &side.rows[feature.index() * side.stride..][..side.hands]
    }

    /// The weight of the opponent's hands that each of a player's hands meets; 0 where it
    /// cannot be distinguished from rounding. On a turn it is the sum over rivers.
    pub fn met(&self, leaf: usize, player: Player) -> &[f32] {
        let side = &self.leaves[leaf].sides[player.index()];
        &side.met[..side.hands]
    }

    /// Computes the features of leaves, [`BATCH`] at most.
    pub fn compute(&mut self, board: &LeafBoard, beliefs: &[Belief<'_>]) -> Result<(), LeafError> {
        assert!(beliefs.len() <= BATCH, "leaves come in batches");
        self.prepare(board, beliefs.len());
        for river in board.rivers() {
            self.add_river(board, river, beliefs)?;
        }
        let rivers = board.rivers().len() as f32;
        let is_turn = board.rivers().first().is_some_and(|river| river.from.is_some());
        for (leaf, belief) in self.leaves.iter_mut().zip(beliefs) {
            for side in &mut leaf.sides {
                side.finish(is_turn);
            }
            leaf.finish(belief, rivers);
            if is_turn {
                leaf.sides.iter_mut().for_each(Side::own_shares);
            }
        }
        Ok(())
    }

    /// Makes room for a board and clears sums.
    fn prepare(&mut self, board: &LeafBoard, leaves: usize) {
        let groups = board.rivers().iter().map(|river| river.groups.count()).max().unwrap_or(0);
        for leaf in &mut self.leaves[..leaves] {
            for (side, player) in leaf.sides.iter_mut().zip(Player::BOTH) {
                side.clear(board.hands(player));
            }
            leaf.masses.reserve(groups);
            leaf.joint.reserve(groups);
            leaf.curves = [[0.0; CURVE]; 2];
            leaf.ties = 0.0;
        }
        let most = Player::BOTH.map(|player| padded(board.hands(player)));
        let most = most[0].max(most[1]) * leaves;
        for (buffer, rows) in
            [(&mut self.reach, 1 + SLICES), (&mut self.values, 2 + SLICES), (&mut self.other, 1)]
        {
            buffer.resize(buffer.len().max(rows * most), 0.0);
        }
        let scratch = board.operator_scratch();
        self.scratch.resize(self.scratch.len().max(scratch), 0.0);
    }

    /// Adds what a river says. In `rows`, equity collects D and spread D^2 / M.
    fn add_river(
        &mut self,
        board: &LeafBoard,
        river: &River,
        beliefs: &[Belief<'_>],
    ) -> Result<(), LeafError> {
        let counts = [0, 1].map(|player| river.groups.of(player).len());
        let strides = counts.map(padded);
        let slices = if river.from.is_none() { SLICES } else { 0 };
        for (number, (leaf, belief)) in self.leaves.iter_mut().zip(beliefs).enumerate() {
            let first = &mut self.other[..strides[0]];
            gather(river, 0, belief, first, counts[0]);
            let second = &mut self.reach[number * (1 + slices) * strides[1]..][..strides[1]];
            gather(river, 1, belief, second, counts[1]);
            leaf.measure(river, [&first[..counts[0]], &second[..counts[1]]]);
        }
        for player in Player::BOTH {
            let (own, opponent) = (player.index(), player.opponent().index());
            let (stride, rows) = (strides[opponent], 1 + slices);
            for (number, (leaf, belief)) in self.leaves.iter_mut().zip(beliefs).enumerate() {
                let part = &mut self.reach[number * rows * stride..][..rows * stride];
                let (all, parts) = part.split_at_mut(stride);
                if player == Player::Ip {
                    gather(river, 0, belief, all, counts[0]);
                }
                leaf.sides[own].total = all[..counts[opponent]].iter().sum();
                fill_slices(river, &leaf.masses, opponent, all, parts);
            }
            self.sweep(board, river, player, (beliefs.len(), slices), strides)?;
            let rows = 2 + slices;
            for (number, (leaf, belief)) in self.leaves.iter_mut().zip(beliefs).enumerate() {
                let values = &self.values[number * rows * strides[own]..][..rows * strides[own]];
                let (met, slices) = values.split_at(2 * strides[own]);
                let (differences, met) = met.split_at(strides[own]);
                leaf.sides[own].add(river, own, differences, met);
                if !slices.is_empty() {
                    leaf.sides[own].describe(river, &leaf.masses, own, slices);
                    let Side { rows, met, .. } = &leaf.sides[own];
                    let hands = HandsMet { reach: belief.reach[own], differences: rows, met };
                    leaf.joint.measure(own, &river.groups, &leaf.masses, hands, slices);
                }
            }
        }
        Ok(())
    }

    /// Fills `values`.
    fn sweep(
        &mut self,
        board: &LeafBoard,
        river: &River,
        player: Player,
        (leaves, slices): (usize, usize),
        strides: [usize; 2],
    ) -> Result<(), LeafError> {
        let opponent = player.opponent().index();
        let column = |row: usize, value: usize, difference: f32, sum: f32| {
            let mut reach = [0; 2];
            reach[opponent] = row;
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
        let reach = Rows::new(&self.reach, strides[opponent]);
        board.operator(river.at).values(LeafCall {
            player,
            columns: &columns[..leaves * (2 + slices)],
            reach: [reach; 2],
            values: RowsMut::new(&mut self.values, strides[player.index()]),
            scratch: &mut self.scratch,
            parallel: false,
        })
    }
}

impl Leaf {
    /// Adds curves and ties of a river, for which the masses stay.
    fn measure(&mut self, river: &River, reach: [&[f32]; 2]) {
        let groups = river.groups.count();
        self.masses.fill(&river.groups, reach);
        for (player, curve) in self.curves.iter_mut().enumerate() {
            self.masses.add_curve(player, groups, curve);
        }
        self.ties += self.masses.ties(groups);
    }

    /// Numbers of the leaf from both views.
    fn finish(&mut self, belief: &Belief<'_>, rivers: f32) {
        let distributions =
            [0, 1].map(|player: usize| self.sides[player].distribution(belief.reach[player]));
        let ratio = belief.stack_to_pot.clamp(0.01, 50.0);
        for (player, side) in self.sides.iter_mut().enumerate() {
            let leaf = &mut side.leaf;
            leaf[0] = if player == 0 { 1.0 } else { 0.0 };
            leaf[1] = 0.5 * ratio.ln();
            leaf[2] = ratio / (1.0 + ratio);
            leaf[3] = distributions[player].mean;
            leaf[4] = self.ties / rivers;
            for (place, whose) in [player, 1 - player].into_iter().enumerate() {
                let curve = self.curves[whose].map(|sum| sum / rivers);
                leaf[CURVES + place * CURVE..][..CURVE].copy_from_slice(&curve);
                let Distribution { below, spreads, .. } = &distributions[whose];
                leaf[EQUITIES + place * POINTS..][..POINTS].copy_from_slice(below);
                leaf[SPREADS + place * COARSE..][..COARSE].copy_from_slice(spreads);
            }
            self.joint.write(player, &mut leaf[VERSION_1..]);
        }
    }
}

/// Equities of a range.
struct Distribution {
    mean: f32,
    /// The share of the range below each of some equities.
    below: [f32; POINTS],
    /// Spreads at each of some equities, times the share of the range there.
    spreads: [f32; COARSE],
}

impl Side {
    /// Makes room for hands and clears sums.
    fn clear(&mut self, hands: usize) {
        self.hands = hands;
        self.stride = padded(hands);
        let numbers = HandFeature::COUNT * self.stride;
        self.rows.resize(self.rows.len().max(numbers), 0.0);
        self.met.resize(self.met.len().max(self.stride), 0.0);
        self.rows[..numbers].fill(0.0);
        self.met[..self.stride].fill(0.0);
    }

    /// Adds the results of a sweep.
    fn add(&mut self, river: &River, player: usize, differences: &[f32], met: &[f32]) {
        let nothing = ROUNDING * self.total;
        for hand in 0..river.groups.of(player).len() {
            let to = river.from.as_ref().map_or(hand, |from| from[player][hand] as usize);
            let met = met[hand];
            if met > nothing {
                let difference = differences[hand].clamp(-met, met);
                self.met[to] += met;
                self.rows[to] += difference;
                self.rows[self.stride + to] += difference * (difference / met);
            }
        }
    }

    /// Turns sums over rivers into equities and spreads.
    fn finish(&mut self, is_turn: bool) {
        let (equities, rest) = self.rows.split_at_mut(self.stride);
        let (spreads, below) = rest.split_at_mut(self.stride);
        for hand in 0..self.hands {
            let met = self.met[hand];
            let (mean, square) = match met > 0.0 {
                true => (equities[hand] / met, spreads[hand] / met),
                false => (0.0, 0.0),
            };
            let variance = if is_turn { (square - mean * mean).max(0.0) } else { 0.0 };
            equities[hand] = 0.5 + 0.5 * mean;
            spreads[hand] = 0.5 * variance.sqrt();
        }
        if is_turn {
            below[..self.hands].copy_from_slice(&equities[..self.hands]);
        }
    }

    /// How equities lie in the player's range.
    fn distribution(&self, reach: &[f32]) -> Distribution {
        let (mut equities, mut spreads) = ([0.0; POINTS + 1], [0.0; COARSE]);
        let (mut all, mut mean) = (0.0, 0.0);
        for (hand, reach) in reach[..self.hands].iter().enumerate() {
            let weight = reach * self.met[hand];
            let (equity, spread) = (self.rows[hand], self.rows[self.stride + hand]);
            all += f64::from(weight);
            mean += f64::from(weight * equity);
            deposit(&mut equities, equity, weight);
            deposit(&mut spreads, equity, weight * spread);
        }
        let scale = if all > 0.0 { (1.0 / all) as f32 } else { 0.0 };
        let mut sum = 0.0;
        let below = std::array::from_fn(|point| {
            sum += equities[point] * scale;
            sum
        });
        let mean = (mean * f64::from(scale)) as f32;
        Distribution { mean, below, spreads: spreads.map(|spread| 4.0 * spread * scale) }
    }

    /// On a turn: where a hand stands in the own distribution of equities.
    fn own_shares(&mut self) {
        let leaf = &self.leaf;
        let below = |point: usize| match point {
            0 => 0.0,
            POINTS => 1.0,
            point => leaf[EQUITIES + point - 1],
        };
        let row = HandFeature::Own.index() * self.stride;
        for hand in 0..self.hands {
            let place = self.rows[hand].clamp(0.0, 1.0) * POINTS as f32;
            let point = (place as usize).min(POINTS - 1);
            let inside = place - point as f32;
            self.rows[row + hand] = below(point) + inside * (below(point + 1) - below(point));
        }
    }
    /// On a river: what the order of strength says about each hand, and its slices.
    fn describe(&mut self, river: &River, masses: &Masses, player: usize, slices: &[f32]) {
        let (stride, opponent) = (self.stride, 1 - player);
        let row = |feature: HandFeature| feature.index() * stride;
        for (hand, &group) in river.groups.of(player).iter().enumerate() {
            self.rows[row(HandFeature::Below) + hand] = masses.middle(opponent, group);
            self.rows[row(HandFeature::Ties) + hand] = masses.share(opponent, group);
            self.rows[row(HandFeature::Own) + hand] = masses.middle(player, group);
            let met = self.met[hand];
            for slice in 0..SLICES {
                let share = EDGES[slice + 1] - EDGES[slice];
                let within = slices[slice * stride + hand];
                let excess = if met > 0.0 { within / met - share } else { 0.0 };
                self.rows[row(HandFeature::Slice(slice)) + hand] = excess;
            }
        }
    }
}

/// Rows of reach within each slice of the opponent's range.
fn fill_slices(river: &River, masses: &Masses, opponent: usize, reach: &[f32], slices: &mut [f32]) {
    for (slice, row) in slices.chunks_exact_mut(reach.len()).enumerate() {
        row.fill(0.0);
        let groups = river.groups.of(opponent).iter();
        for ((part, &reach), &group) in row.iter_mut().zip(reach).zip(groups) {
            let (from, to) = (EDGES[slice], EDGES[slice + 1]);
            *part = reach * masses.part(opponent, group as usize, from, to);
        }
    }
}

/// A player's reach in the order of a river's hands.
fn gather(river: &River, player: usize, belief: &Belief<'_>, row: &mut [f32], count: usize) {
    let reach = belief.reach[player];
    match &river.from {
        None => row[..count].copy_from_slice(&reach[..count]),
        Some(from) => {
            for (to, &from) in row.iter_mut().zip(&from[player]) {
                *to = reach[from as usize];
            }
        }
    }
    row[count..].fill(0.0);
}

/// Divides a weight between the two points next to a place from 0 to 1.
#[inline]
fn deposit<const N: usize>(points: &mut [f32; N], place: f32, weight: f32) {
    let place = place.clamp(0.0, 1.0) * (N - 1) as f32;
    let point = (place as usize).min(N - 2);
    let inside = place - point as f32;
    points[point] += weight * (1.0 - inside);
    points[point + 1] += weight * inside;
}
