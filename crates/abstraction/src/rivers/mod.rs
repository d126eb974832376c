//! Buckets of one river, fast enough for every river under a flop.
//!
//! Only hands in play are looked at, each player's against the other's range, and weighted
//! by both. A hand is described by its strength and by what it blocks of slices of the
//! opponent's range (`features`). Cells of similar hands are split until there are K
//! (`split`), and two matrices compare the buckets of both players (`matrices`).
//!
//! Hands may have two, four, five or six cards. Everything is deterministic and runs in the
//! calling thread: callers have many rivers to share among threads.

mod centres;
mod features;
mod hands;
mod matrices;
mod product;
mod sets;
mod short;
mod split;

use quasar_cards::{Board, Game, Street};

use crate::AbstractionError;

use features::Points;
use hands::Held;

pub use short::ShortMatrix;

/// The most buckets of a river.
pub const MOST_RIVER_BUCKETS: usize = u16::MAX as usize;

/// What both players can hold on a river.
#[derive(Clone, Copy, Debug)]
pub struct RangesOnRiver<'a> {
    /// How many cards a hand has.
    pub game: Game,
    /// The river.
    pub board: &'a Board,
    /// Each player's hands in any order, as [`quasar_cards::Combo::index`].
    pub hands: [&'a [u32]; 2],
    /// The weight of each of these hands.
    pub weights: [&'a [f32]; 2],
}

/// What hands of a river are grouped by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RiverMethod {
    /// Strength alone.
    Strength,
    /// Strength, and what a hand blocks of slices of the opponent's range.
    Blockers,
    /// The same; then so many of Lloyd's steps move hands to the nearest mean.
    Lloyd(u32),
}

/// How the hands of a river are put into buckets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RiverBucketing {
    /// Most buckets of a player, at most [`MOST_RIVER_BUCKETS`].
    pub k: usize,
    /// What hands are grouped by.
    pub method: RiverMethod,
}

/// Both players' hands of a river in buckets, and what these are to each other.
#[derive(Clone, PartialEq, Debug)]
pub struct RiverBuckets {
    labels: [Vec<u16>; 2],
    buckets: [usize; 2],
    compatible: [Vec<f32>; 2],
    margins: ShortMatrix,
    together: ShortMatrix,
}

impl RiverBuckets {
    /// Puts the hands of a river into buckets.
    pub fn new(
        hands: &RangesOnRiver<'_>,
        bucketing: &RiverBucketing,
    ) -> Result<RiverBuckets, AbstractionError> {
        match hands.game {
            Game::Holdem => make::<2>(hands, bucketing),
            Game::Plo4 => make::<4>(hands, bucketing),
            Game::Plo5 => make::<5>(hands, bucketing),
            Game::Plo6 => make::<6>(hands, bucketing),
        }
    }

    /// The bucket of each hand of a player, in the order in which the hands were given.
    pub fn labels(&self, player: usize) -> &[u16] {
        &self.labels[player]
    }

    /// How many buckets each player has.
    pub fn buckets(&self) -> [usize; 2] {
        self.buckets
    }

    /// For each hand of a player the weight of the opponent's hands that share no card with
    /// it, up to rounding.
    pub fn compatible(&self, player: usize) -> &[f32] {
        &self.compatible[player]
    }

    /// The weight of the pairs of hands of two buckets that the first player wins, minus
    /// that of those that the second player wins, as a part of the product of the buckets'
    /// weights. Rows are the first player's buckets.
    pub fn margins(&self) -> &ShortMatrix {
        &self.margins
    }

    /// The weight of the pairs of hands of two buckets that share no card, as a part of the
    /// product of the buckets' weights. Rows are the first player's buckets.
    pub fn compatible_weights(&self) -> &ShortMatrix {
        &self.together
    }
}

fn make<const N: usize>(
    given: &RangesOnRiver<'_>,
    bucketing: &RiverBucketing,
) -> Result<RiverBuckets, AbstractionError> {
    if given.board.street() != Street::River {
        return Err(AbstractionError::NotARiver(*given.board));
    }
    if !(1..=MOST_RIVER_BUCKETS).contains(&bucketing.k) {
        return Err(AbstractionError::ClusterCount(bucketing.k));
    }
    let hands = hands::read::<N>(given)?;
    let make = |own: usize| {
        let points = features::describe(&hands[own], &hands[1 - own]);
        let (labels, buckets) = group(&hands[own], &points, bucketing);
        (labels, buckets, points.compatible)
    };
    let first = make(0);
    let equal = given.hands[0] == given.hands[1] && given.weights[0] == given.weights[1];
    let second = if equal { first.clone() } else { make(1) };
    let labels = [first.0, second.0];
    let buckets = [first.1, second.1];
    let compatible = [first.2, second.2];
    let (margins, together) = matrices::compare(&hands, &labels, buckets, &compatible);
    Ok(RiverBuckets { labels, buckets, compatible, margins, together })
}

/// The bucket of each hand of a player, and how many there are.
fn group<const N: usize>(
    held: &Held<'_, N>,
    points: &Points,
    bucketing: &RiverBucketing,
) -> (Vec<u16>, usize) {
    if held.weights.iter().filter(|&&weight| weight > 0.0).count() <= bucketing.k {
        return one_each(held, points);
    }
    let (axes, steps) = match bucketing.method {
        RiverMethod::Strength => (1, 0),
        RiverMethod::Blockers => (features::DIMS, 0),
        RiverMethod::Lloyd(steps) => (features::DIMS, steps),
    };
    let (mut labels, buckets) = split::split(points, bucketing.k, axes);
    centres::move_to_nearest(points, &mut labels, buckets, steps);
    let buckets = centres::number(points, &mut labels, buckets);
    (points.of_hands.iter().map(|&point| labels[point as usize]).collect(), buckets)
}

/// A bucket for each hand with a weight, weakest first; others go to the nearest in strength.
fn one_each<const N: usize>(held: &Held<'_, N>, points: &Points) -> (Vec<u16>, usize) {
    let value = |hand: usize| &points.values[points.of_hands[hand] as usize];
    let mut order: Vec<usize> =
        (0..held.weights.len()).filter(|&hand| held.weights[hand] > 0.0).collect();
    order.sort_by(|&one, &other| centres::compare(value(one), value(other)));
    let nearest = |hand: usize| {
        centres::nearest_height(order.len(), value(hand)[0], |place| value(order[place])[0])
    };
    let mut labels: Vec<u16> = (0..held.weights.len()).map(nearest).collect();
    order.iter().zip(0..).for_each(|(&hand, label)| labels[hand] = label);
    (labels, order.len().max(1))
}
