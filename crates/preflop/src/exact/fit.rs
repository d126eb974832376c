//! Corrections that give every class its mean value.
//!
//! With w(i, j) = q(i) * pairs(i, j) * r(j), where q and r are the ranges, and the
//! wanted means x(i) out of position and y(j) in position:
//!
//! ```text
//! a(i) = x(i) - mean over j by w of (v(i, j) + b(j))
//! b(j) = 1 - y(j) - mean over i by w of (v(i, j) + a(i))
//! ```
//!
//! which is solved by alternating between the two. Classes are dealt almost independently
//! of each other, so each step leaves about a twentieth of the error. The equations
//! have a solution if the wanted means add up to the pot: sum of w * (x + y) = sum of
//! w. With a few flops they do not quite, because pairs of classes are then dealt in
//! proportions other than before the flop; both players' means are shifted by the same
//! amount to make up the difference.

use super::{LineRanges, LineValues};
use crate::{CLASSES, ClassTable};

/// Changes below this end the iteration.
const SMALLEST: f64 = 1e-12;

/// The largest number of iterations.
const MOST_TURNS: u32 = 10_000;

/// Values for every two classes.
#[derive(Clone, PartialEq, Debug)]
pub struct Fitted {
    /// The fraction of the pot that each class gets out of position (row) against each
    /// in position (column).
    pub shares: Vec<f32>,
    /// What was added to the wanted means of both players so that they share the
    /// pot.
    pub moved: f64,
}

/// What each class of each player gets on average against the opponent's range, if
/// two classes share the pot as `shares` says; none if it has no compatible weight.
pub fn class_means(
    classes: &ClassTable,
    shares: &[f32],
    ranges: &LineRanges,
) -> [Vec<Option<f64>>; 2] {
    [0, 1].map(|side: usize| {
        let mean = |class: usize| {
            let (mut sum, mut met) = (0.0, 0.0);
            for (other, &weight) in ranges.weights(1 - side).iter().enumerate() {
                let (oop, ip) = if side == 0 { (class, other) } else { (other, class) };
                let share = f64::from(shares[oop * CLASSES + ip]);
                let weight = weight * f64::from(classes.pairs(oop, ip));
                sum += weight * if side == 0 { share } else { 1.0 - share };
                met += weight;
            }
            (met > 0.0).then(|| sum / met)
        };
        (0..CLASSES).map(mean).collect()
    })
}

/// The values `base` with what has to be added for each class, so that its mean
/// against the opponent's range is the wanted one. Classes without a wanted value
/// keep those of `base`.
pub fn fit_shares(
    classes: &ClassTable,
    base: &[f32],
    ranges: &LineRanges,
    wanted: &LineValues,
) -> Fitted {
    let known = [0, 1].map(|side: usize| {
        let weight = |class: usize| match wanted.share(side, class) {
            Some(_) => ranges.weights(side)[class],
            None => 0.0,
        };
        (0..CLASSES).map(weight).collect::<Vec<f64>>()
    });
    let wanted =
        [0, 1].map(|side| (0..CLASSES).map(|class| wanted.share(side, class)).collect::<Vec<_>>());
    let [oop, ip] = &known;
    let pairs = |i: usize, j: usize| f64::from(classes.pairs(i, j));
    let value = |i: usize, j: usize| f64::from(base[i * CLASSES + j]);
    // The compatible opponents of each class.
    let meets_oop: Vec<f64> =
        (0..CLASSES).map(|i| (0..CLASSES).map(|j| pairs(i, j) * ip[j]).sum()).collect();
    let meets_ip: Vec<f64> =
        (0..CLASSES).map(|j| (0..CLASSES).map(|i| pairs(i, j) * oop[i]).sum()).collect();
    let (mut total, mut shared) = (0.0, 0.0);
    for class in 0..CLASSES {
        let (first, second) = (oop[class] * meets_oop[class], ip[class] * meets_ip[class]);
        total += first;
        shared += first * wanted[0][class].unwrap_or(0.0);
        shared += second * wanted[1][class].unwrap_or(0.0);
    }
    let moved = (total - shared) / (2.0 * total).max(f64::MIN_POSITIVE);
    let (mut a, mut b) = (vec![0.0; CLASSES], vec![0.0; CLASSES]);
    for _ in 0..MOST_TURNS {
        let mut change = 0.0;
        for i in 0..CLASSES {
            if let Some(wanted) = wanted[0][i].filter(|_| meets_oop[i] > 0.0) {
                let sum: f64 =
                    (0..CLASSES).map(|j| pairs(i, j) * ip[j] * (value(i, j) + b[j])).sum();
                let next = wanted + moved - sum / meets_oop[i];
                change = f64::max(change, (next - a[i]).abs());
                a[i] = next;
            }
        }
        for j in 0..CLASSES {
            if let Some(wanted) = wanted[1][j].filter(|_| meets_ip[j] > 0.0) {
                let sum: f64 =
                    (0..CLASSES).map(|i| pairs(i, j) * oop[i] * (value(i, j) + a[i])).sum();
                let next = 1.0 - wanted - moved - sum / meets_ip[j];
                change = f64::max(change, (next - b[j]).abs());
                b[j] = next;
            }
        }
        if change < SMALLEST {
            break;
        }
    }
    let share = |place: usize| {
        let (i, j) = (place / CLASSES, place % CLASSES);
        (value(i, j) + a[i] + b[j]) as f32
    };
    Fitted { shares: (0..CLASSES * CLASSES).map(share).collect(), moved }
}
