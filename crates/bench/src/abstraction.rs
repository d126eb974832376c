//! Workloads of the abstraction crate. Signatures hash numbers of buckets and how they compare
//! with each other, cut to a few digits, so that rounding does not change them.

use quasar_abstraction::{RangesOnRiver, RiverBucketing, RiverBuckets, RiverMethod};
use quasar_cards::{Board, Game, Range};
use quasar_equity::hand_orders;

use super::{Signature, Workload};

pub(super) const WORKLOADS: &[Workload] = &[
    Workload {
        name: "abstraction/plo4 river buckets",
        operation: "200 buckets and matrices of a river, the best fifth of hands each, in 1 thread",
        operations: 1,
        prepare: || river_buckets(200),
    },
    Workload {
        name: "abstraction/plo4 river features",
        operation: "the same with a single bucket: features of all hands, and little else",
        operations: 1,
        prepare: || river_buckets(1),
    },
];

/// Players whose ranges differ in weight, so that neither takes over the other's buckets.
fn river_buckets(k: usize) -> Box<dyn FnMut() -> Signature> {
    let board: Board = "Ts9s2c2d7h".parse().expect("a river");
    let range = Range::parse_with(Game::Plo4, "20%", hand_orders()).expect("a range");
    let live =
        range.iter().filter(|(hand, weight)| *weight > 0.0 && !hand.set().intersects(board.set()));
    let (hands, weights): (Vec<u32>, Vec<f32>) =
        live.map(|(hand, weight)| (hand.index() as u32, weight)).unzip();
    let halves: Vec<f32> = weights.iter().map(|weight| weight / 2.0).collect();
    let bucketing = RiverBucketing { k, method: RiverMethod::Blockers };
    Box::new(move || {
        let river = RangesOnRiver {
            game: Game::Plo4,
            board: &board,
            hands: [&hands, &hands],
            weights: [&weights, &halves],
        };
        let made = RiverBuckets::new(&river, &bucketing).expect("buckets");
        let [first, second] = made.buckets().map(|buckets| buckets as u64);
        let together = made.compatible_weights();
        let sum: f64 = together.values().iter().map(|&entry| f64::from(entry)).sum();
        let mean = sum * f64::from(together.scale()) / together.values().len() as f64;
        Signature::EMPTY.with(first).with(second).with((100.0 * mean).round() as u64)
    })
}
