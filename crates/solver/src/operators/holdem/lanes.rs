//! The parts of a sweep: eight reach vectors in the lanes of a vector, and their sums
//! by card.

use crate::Player;
use crate::Rows;
use crate::arch::{Arithmetic, Lanes, Vectors};
use crate::holdem::hands::{BoardHands, CardPlaces};
use crate::kernels::padded;

pub(super) const LANES: usize = 8;

/// Cards of the deck.
const CARDS: usize = 52;

/// Weights of hands in total, and by card at the places of [`CardPlaces`].
pub(super) struct Weight<V: Vectors> {
    pub(super) total: V::Single,
    by_card: Table,
}

/// Room for more cards than there are, so that no index has to be checked.
#[repr(align(64))]
struct Table([f32; 64 * LANES]);

impl Table {
    /// Adds a hand.
    #[inline(always)]
    fn add<V: Vectors>(&mut self, vectors: V, cards: CardPlaces, weight: V::Single) {
        for card in cards {
            let sum = self.at_mut(card);
            vectors.store(vectors.plus(vectors.load(sum), weight), sum);
        }
    }

    /// Places are multiples of eight below 512; the mask lets the compiler know.
    #[inline(always)]
    fn at(&self, place: u16) -> &Lanes {
        let start = usize::from(place) & (63 * LANES);
        self.0[start..].first_chunk().expect("the mask leaves room")
    }

    #[inline(always)]
    fn at_mut(&mut self, place: u16) -> &mut Lanes {
        let start = usize::from(place) & (63 * LANES);
        self.0[start..].first_chunk_mut().expect("the mask leaves room")
    }
}

impl<V: Vectors> Weight<V> {
    #[inline(always)]
    pub(super) fn none(vectors: V) -> Weight<V> {
        Weight { total: vectors.zeros(), by_card: Table([0.0; 64 * LANES]) }
    }

    /// Without the hands that hold one of two cards; those that hold both are
    /// subtracted twice.
    #[inline(always)]
    pub(super) fn without(&self, vectors: V, cards: CardPlaces) -> V::Single {
        let first = vectors.load(self.by_card.at(cards[0]));
        let second = vectors.load(self.by_card.at(cards[1]));
        vectors.minus(vectors.minus(self.total, first), second)
    }

    /// Less `factors` times another.
    #[inline(always)]
    pub(super) fn less(&mut self, vectors: V, factors: V::Single, other: &Weight<V>) {
        let negative = vectors.minus(vectors.zeros(), factors);
        self.total = vectors.times_plus(negative, other.total, self.total);
        let others = other.by_card.0.as_chunks().0;
        let sums = self.by_card.0.as_chunks_mut().0.iter_mut();
        for (sum, other) in sums.zip(others).take(CARDS) {
            let less = vectors.times_plus(negative, vectors.load(other), vectors.load(sum));
            vectors.store(less, sum);
        }
    }
}

/// Reads eight rows into lanes, scaled if `SCALED`. A vector of zeros follows the last
/// hand: the weight of hands that the opponent cannot hold.
#[inline(always)]
pub(super) fn load<V: Arithmetic, const SCALED: bool>(
    vectors: V,
    hands: usize,
    rows: [usize; LANES],
    factors: V::Single,
    reach: Rows<'_>,
    weights: &mut [Lanes],
) {
    let rows = rows.map(|row| reach.row(row)[..padded(hands)].as_chunks::<LANES>().0);
    let squares = weights[..padded(hands)].as_chunks_mut::<LANES>().0;
    for (block, square) in squares.iter_mut().enumerate() {
        let mut turned = [vectors.zeros(); LANES];
        for lane in 0..LANES {
            turned[lane] = vectors.load(&rows[lane][block]);
        }
        for (weights, lanes) in square.iter_mut().zip(vectors.turn(turned)) {
            let lanes = if SCALED { vectors.times(lanes, factors) } else { lanes };
            vectors.store(lanes, weights);
        }
    }
    weights[hands] = [0.0; LANES];
}

/// The weights of all hands of both kinds.
pub(super) struct Met<V: Vectors> {
    pub(super) all: Weight<V>,
    /// Of folds, if there are any.
    pub(super) folded: Weight<V>,
}

impl<V: Vectors> Met<V> {
    #[inline(always)]
    pub(super) fn nothing(vectors: V) -> Met<V> {
        Met { all: Weight::none(vectors), folded: Weight::none(vectors) }
    }
}

/// Adds the weights of hands and, if there are `FOLDS`, those of `folded`: doing both at
/// once waits less for sums to be written.
#[inline(always)]
pub(super) fn weigh<V: Vectors, const FOLDS: bool>(
    vectors: V,
    cards: &[CardPlaces],
    weights: &[Lanes],
    folded: &[Lanes],
    met: &mut Met<V>,
) {
    let weights = &weights[..cards.len()];
    let folded = &folded[..if FOLDS { cards.len() } else { 0 }];
    // Totals stay in registers.
    let (mut all, mut all_folded) = (met.all.total, met.folded.total);
    for place in 0..cards.len() {
        let weight = vectors.load(&weights[place]);
        all = vectors.plus(all, weight);
        met.all.by_card.add(vectors, cards[place], weight);
        if FOLDS {
            let weight = vectors.load(&folded[place]);
            all_folded = vectors.plus(all_folded, weight);
            met.folded.by_card.add(vectors, cards[place], weight);
        }
    }
    (met.all.total, met.folded.total) = (all, all_folded);
}

/// For each hand, the weight of the hands it beats plus that of the hands that do not
/// beat it. Also adds what [`weigh`] adds.
#[inline(always)]
pub(super) fn compare<V: Vectors, const FOLDS: bool>(
    vectors: V,
    hands: &BoardHands,
    player: Player,
    mut weights: &[Lanes],
    mut folded: &[Lanes],
    mut out: &mut [Lanes],
    met: &mut Met<V>,
) {
    let (mine, theirs) = (player.index(), player.opponent().index());
    let (mut own, mut opponent) = (hands.sides[mine].cards(), hands.sides[theirs].cards());
    let mut start = [0; 2];
    for &end in &hands.groups {
        let length = (end[mine] - start[mine]) as usize;
        let (group, later) = own.split_at(length);
        let (group_out, later_out) = out.split_at_mut(length);
        (own, out) = (later, later_out);
        for (out, cards) in group_out.iter_mut().zip(group) {
            vectors.store(met.all.without(vectors, *cards), out);
        }
        let length = (end[theirs] - start[theirs]) as usize;
        let (others, later) = opponent.split_at(length);
        weigh::<V, FOLDS>(vectors, others, weights, folded, met);
        opponent = later;
        weights = &weights[length..];
        if FOLDS {
            folded = &folded[length..];
        }
        start = end;
        for (out, cards) in group_out.iter_mut().zip(group) {
            let not_beaten = met.all.without(vectors, *cards);
            vectors.store(vectors.plus(vectors.load(out), not_beaten), out);
        }
    }
}
