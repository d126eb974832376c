//! One player's view of the leaves of a batch: from sweeps to features of hands.

use super::features::{BATCH, EDGES, HandFeature, LEAF_FEATURES, SLICES};
use super::joint::GroupSums;
use super::lanes::{Layout, padded};
use super::river::Masses;
use crate::arch::{Arithmetic, Kernel, LANES, Lanes, dispatch};

/// A weight below this share of all is rounding.
const ROUNDING: f32 = 16.0 * f32::EPSILON;

/// Sums over rivers of a hand: compatible weight M, difference D, and D^2 / M.
type RiverSums = [Lanes; 3];

/// Features from one player's view.
#[derive(Debug)]
pub(super) struct Side {
    pub(super) hands: usize,
    stride: usize,
    /// Leaf by leaf, feature by feature, hand by hand.
    rows: Vec<f32>,
    /// The compatible weight of each hand, leaf by leaf.
    compatible_weight: Vec<f32>,
    sums: Vec<RiverSums>,
    pub(super) leaves: [[f32; LEAF_FEATURES]; BATCH],
}

impl Default for Side {
    fn default() -> Side {
        let leaves = [[0.0; LEAF_FEATURES]; BATCH];
        let (rows, compatible_weight, sums) = (Vec::new(), Vec::new(), Vec::new());
        Side { hands: 0, stride: 0, rows, compatible_weight, sums, leaves }
    }
}

/// What sweeps say about a player's hands on a river: rows of differences, compatible
/// weights, and those in each slice.
#[derive(Clone, Copy)]
pub(super) struct Swept<'a> {
    pub(super) values: &'a [f32],
    pub(super) layout: Layout,
    /// The opponent's reach in each lane.
    pub(super) total: &'a Lanes,
}

/// What the order of strength says about a player's hands on a river.
#[derive(Clone, Copy)]
pub(super) struct Order<'a> {
    pub(super) player: usize,
    /// The group of each hand.
    pub(super) of: &'a [u32],
    pub(super) masses: &'a Masses,
    /// The player's reach.
    pub(super) reach: &'a [Lanes],
}

impl Side {
    /// Makes room for hands and clears sums.
    pub(super) fn clear(&mut self, hands: usize, leaves: usize, is_turn: bool) {
        self.hands = hands;
        self.stride = padded(hands);
        let numbers = leaves * HandFeature::COUNT * self.stride;
        self.rows.resize(self.rows.len().max(numbers), 0.0);
        self.compatible_weight.resize(self.compatible_weight.len().max(leaves * self.stride), 0.0);
        if is_turn {
            self.rows[..numbers].fill(0.0);
            self.sums.resize(self.sums.len().max(self.stride), RiverSums::default());
            self.sums[..self.stride].fill(RiverSums::default());
        }
    }

    /// A feature of each hand.
    pub(super) fn row(&self, leaf: usize, feature: HandFeature) -> &[f32] {
        let row = leaf * HandFeature::COUNT + feature.index();
        &self.rows[row * self.stride..][..self.hands]
    }

    /// The compatible weight of each hand.
    pub(super) fn compatible_weight(&self, leaf: usize) -> &[f32] {
        &self.compatible_weight[leaf * self.stride..][..self.hands]
    }

    /// On a turn: adds a river, whose hands are those of the board in `from`.
    pub(super) fn add(&mut self, swept: Swept<'_>, from: &[u32]) {
        dispatch(AddRiver { swept, from, sums: &mut self.sums });
    }

    /// On a turn: features from the sums over rivers.
    pub(super) fn finish(&mut self, leaves: usize) {
        let Side { stride, rows, compatible_weight, sums, .. } = self;
        dispatch(Finish {
            leaves,
            stride: *stride,
            sums: &sums[..*stride],
            rows,
            compatible_weight,
        });
    }

    /// On a river: features of hands, and sums of the hands of each group.
    pub(super) fn describe(&mut self, swept: Swept<'_>, order: Order<'_>, sums: &mut [GroupSums]) {
        let Side { rows, compatible_weight, .. } = self;
        dispatch(Describe { swept, order, rows, compatible_weight, sums });
    }

    /// On a turn: where a hand stands in the own distribution of equities, whose points are
    /// `below`.
    pub(super) fn own_shares<const POINTS: usize>(&mut self, leaf: usize, below: &[f32; POINTS]) {
        let below = |point: usize| match point {
            0 => 0.0,
            point if point == POINTS => 1.0,
            point => below[point - 1],
        };
        let rows = &mut self.rows[leaf * HandFeature::COUNT * self.stride..];
        let (equities, own) = rows.split_at_mut(HandFeature::Own.index() * self.stride);
        for (own, equity) in own[..self.hands].iter_mut().zip(equities) {
            let place = equity.clamp(0.0, 1.0) * POINTS as f32;
            let point = (place as usize).min(POINTS - 1);
            let inside = place - point as f32;
            *own = below(point) + inside * (below(point + 1) - below(point));
        }
    }
}

/// Compatible weight and difference of a hand, without rounding.
#[inline(always)]
fn known<A: Arithmetic>(
    vectors: A,
    nothing: A::Vector,
    difference: A::Vector,
    compatible_weight: A::Vector,
) -> (A::Vector, A::Vector) {
    let compatible_weight = vectors.where_above(compatible_weight, nothing, compatible_weight);
    let least = vectors.minus(vectors.splat(0.0), compatible_weight);
    (compatible_weight, vectors.smaller(vectors.larger(difference, least), compatible_weight))
}

/// A divisor that is not 0.
#[inline(always)]
fn divisor<A: Arithmetic>(vectors: A, compatible_weight: A::Vector) -> A::Vector {
    vectors.larger(compatible_weight, vectors.splat(f32::MIN_POSITIVE))
}

struct AddRiver<'a> {
    swept: Swept<'a>,
    from: &'a [u32],
    sums: &'a mut [RiverSums],
}

impl Kernel for AddRiver<'_> {
    type Output = ();

    #[inline(always)]
    fn run<A: Arithmetic>(self, vectors: A) {
        let AddRiver { swept: Swept { values, layout, total }, from, sums } = self;
        let nothing = vectors.times(vectors.splat(ROUNDING), vectors.load(total));
        for (block, from) in from.chunks(LANES).enumerate() {
            let differences = layout.read(vectors, values, 0, block * LANES);
            let compatible_weights = layout.read(vectors, values, 1, block * LANES);
            for ((&to, difference), compatible_weight) in
                from.iter().zip(differences).zip(compatible_weights)
            {
                let (compatible_weight, difference) =
                    known(vectors, nothing, difference, compatible_weight);
                let share = vectors.over(difference, divisor(vectors, compatible_weight));
                let sums = &mut sums[to as usize];
                let square = vectors.times_plus(difference, share, vectors.load(&sums[2]));
                vectors
                    .store(vectors.plus(vectors.load(&sums[0]), compatible_weight), &mut sums[0]);
                vectors.store(vectors.plus(vectors.load(&sums[1]), difference), &mut sums[1]);
                vectors.store(square, &mut sums[2]);
            }
        }
    }
}

struct Finish<'a> {
    leaves: usize,
    stride: usize,
    sums: &'a [RiverSums],
    rows: &'a mut [f32],
    compatible_weight: &'a mut [f32],
}

impl Kernel for Finish<'_> {
    type Output = ();

    #[inline(always)]
    fn run<A: Arithmetic>(self, vectors: A) {
        let Finish { leaves, stride, sums, rows, compatible_weight } = self;
        let features = Layout { leaves, rows: HandFeature::COUNT, stride };
        let of_compatible = Layout { leaves, rows: 1, stride };
        let half = vectors.splat(0.5);
        for (block, sums) in sums.chunks_exact(LANES).enumerate() {
            let hand = block * LANES;
            let mut equities = [vectors.splat(0.0); LANES];
            let (mut spreads, mut compatible_weights) = (equities, equities);
            for (place, [compatible_weight, difference, square]) in sums.iter().enumerate() {
                let compatible_weight = vectors.load(compatible_weight);
                let over = divisor(vectors, compatible_weight);
                let mean = vectors.over(vectors.load(difference), over);
                let square = vectors.over(vectors.load(square), over);
                let variance = vectors.minus(square, vectors.times(mean, mean));
                let mut spread = [0.0; LANES];
                vectors.store(vectors.larger(variance, vectors.splat(0.0)), &mut spread);
                let spread = spread.map(f32::sqrt);
                equities[place] = vectors.times_plus(half, mean, half);
                spreads[place] = vectors.times(half, vectors.load(&spread));
                compatible_weights[place] = compatible_weight;
            }
            for feature in [HandFeature::Equity, HandFeature::Below] {
                features.write(vectors, equities, rows, feature.index(), hand);
            }
            features.write(vectors, spreads, rows, HandFeature::Spread.index(), hand);
            of_compatible.write(vectors, compatible_weights, compatible_weight, 0, hand);
        }
    }
}

/// Hands whose rows are written feature by feature: more rows at once than this leaves to each
/// pass would need more pages than a processor keeps at hand.
pub(super) const CHUNK: usize = 128;

struct Describe<'a> {
    swept: Swept<'a>,
    order: Order<'a>,
    rows: &'a mut [f32],
    compatible_weight: &'a mut [f32],
    sums: &'a mut [GroupSums],
}

impl Kernel for Describe<'_> {
    type Output = ();

    #[inline(always)]
    fn run<A: Arithmetic>(self, vectors: A) {
        let Describe { swept, order, rows, compatible_weight: compatible_rows, sums } = self;
        let Swept { values, layout, total } = swept;
        let Order { player, of, masses, reach } = order;
        let Layout { leaves, stride, .. } = layout;
        let features = Layout { leaves, rows: HandFeature::COUNT, stride };
        let of_compatible = Layout { leaves, rows: 1, stride };
        let nothing = vectors.times(vectors.splat(ROUNDING), vectors.load(total));
        let (half, zeros) = (vectors.splat(0.5), vectors.splat(0.0));
        let middle = |player: usize, group: usize| {
            let share = vectors.load(&masses.shares(player)[group]);
            vectors.times_plus(half, share, vectors.load(&masses.below(player)[group]))
        };
        // What hands are held, the compatible weight, and its inverse, of the hands of a chunk.
        let (mut held, mut compatible_weights, mut inverse) =
            ([zeros; CHUNK], [zeros; CHUNK], [zeros; CHUNK]);
        for (chunk, of) in of.chunks(CHUNK).enumerate() {
            let first = chunk * CHUNK;
            for (block, of) in of.chunks(LANES).enumerate() {
                let hand = first + block * LANES;
                let differences = layout.read(vectors, values, 0, hand);
                let all_compatible = layout.read(vectors, values, 1, hand);
                let (mut equities, mut of_block) = ([zeros; LANES], [zeros; LANES]);
                for (place, &group) in of.iter().enumerate() {
                    let (compatible_weight, difference) =
                        known(vectors, nothing, differences[place], all_compatible[place]);
                    let over =
                        vectors.over(vectors.splat(1.0), divisor(vectors, compatible_weight));
                    let mean = vectors.times(difference, over);
                    equities[place] = vectors.times_plus(half, mean, half);
                    of_block[place] = compatible_weight;
                    let reach = vectors.load(&reach[hand + place]);
                    let reach = vectors.where_above(compatible_weight, zeros, reach);
                    let at = block * LANES + place;
                    (held[at], compatible_weights[at], inverse[at]) =
                        (reach, compatible_weight, over);
                    let sums = &mut sums[group as usize];
                    let won = vectors.times(half, vectors.plus(compatible_weight, difference));
                    add(vectors, reach, compatible_weight, &mut sums[0]);
                    add(vectors, reach, won, &mut sums[1]);
                }
                features.write(vectors, equities, rows, HandFeature::Equity.index(), hand);
                of_compatible.write(vectors, of_block, compatible_rows, 0, hand);
            }
            for (block, of) in of.chunks(LANES).enumerate() {
                let hand = first + block * LANES;
                let mut below = [zeros; LANES];
                let (mut ties, mut own) = (below, below);
                for (place, &group) in of.iter().enumerate() {
                    below[place] = middle(1 - player, group as usize);
                    ties[place] = vectors.load(&masses.shares(1 - player)[group as usize]);
                    own[place] = middle(player, group as usize);
                }
                features.write(vectors, below, rows, HandFeature::Below.index(), hand);
                features.write(vectors, ties, rows, HandFeature::Ties.index(), hand);
                features.write(vectors, own, rows, HandFeature::Own.index(), hand);
                features.write(vectors, [zeros; LANES], rows, HandFeature::Spread.index(), hand);
            }
            for slice in 0..SLICES {
                let share = vectors.splat(EDGES[slice + 1] - EDGES[slice]);
                for (block, of) in of.chunks(LANES).enumerate() {
                    let hand = first + block * LANES;
                    let within = layout.read(vectors, values, 2 + slice, hand);
                    let mut excess = [zeros; LANES];
                    for (place, &group) in of.iter().enumerate() {
                        let at = block * LANES + place;
                        let found = vectors.times(within[place], inverse[at]);
                        let found = vectors.minus(found, share);
                        excess[place] = vectors.where_above(compatible_weights[at], zeros, found);
                        let sum = &mut sums[group as usize][2 + slice];
                        add(vectors, held[at], within[place], sum);
                    }
                    features.write(vectors, excess, rows, HandFeature::Slice(slice).index(), hand);
                }
            }
        }
    }
}

/// `sum += a * b`
#[inline(always)]
fn add<A: Arithmetic>(vectors: A, a: A::Vector, b: A::Vector, sum: &mut Lanes) {
    vectors.store(vectors.times_plus(a, b, vectors.load(sum)), sum);
}
