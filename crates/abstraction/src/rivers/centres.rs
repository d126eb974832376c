//! Means of buckets: Lloyd's steps, and numbers that do not depend on the order of hands.

use std::cmp::Ordering;

use super::features::{DIMS, Points};

/// Moves points to the bucket with the nearest mean, so many times. Buckets may become empty.
pub(super) fn move_to_nearest(points: &Points, labels: &mut [u16], buckets: usize, steps: u32) {
    for _ in 0..steps {
        let centres = centres(points, labels, buckets);
        for (point, label) in labels.iter_mut().enumerate() {
            if points.masses[point] > 0.0 {
                *label = nearest(&centres, &points.values[point]);
            }
        }
    }
}

/// Numbers buckets from the weakest, leaves out empty ones, and gives points without weight
/// to the bucket whose mean strength is nearest. Returns how many there are.
pub(super) fn number(points: &Points, labels: &mut [u16], buckets: usize) -> usize {
    let centres = centres(points, labels, buckets);
    let mut numbers = vec![0; buckets];
    centres.iter().zip(0..).for_each(|(centre, number)| numbers[centre.label] = number);
    for (point, label) in labels.iter_mut().enumerate() {
        *label = match points.masses[point] > 0.0 {
            true => numbers[usize::from(*label)],
            false => nearest_height(centres.len(), points.values[point][0], |place| {
                centres[place].means[0]
            }),
        };
    }
    centres.len()
}

/// The place of the nearest of ascending numbers; 0 if there are none.
pub(super) fn nearest_height(count: usize, height: f64, at: impl Fn(usize) -> f64) -> u16 {
    let mut range = 0..count;
    while range.len() > 1 {
        let middle = range.start + range.len() / 2;
        match at(middle - 1) + at(middle) < 2.0 * height {
            true => range.start = middle,
            false => range.end = middle,
        }
    }
    range.start as u16
}

/// Compares points coordinate by coordinate.
pub(super) fn compare(one: &[f64; DIMS], other: &[f64; DIMS]) -> Ordering {
    let parts = one.iter().zip(other).map(|(one, other)| one.total_cmp(other));
    parts.fold(Ordering::Equal, Ordering::then)
}

/// The mean of a bucket.
struct Centre {
    means: [f64; DIMS],
    label: usize,
}

/// The means of all buckets that are not empty, in order.
fn centres(points: &Points, labels: &[u16], buckets: usize) -> Vec<Centre> {
    let mut sums = vec![([0.0; DIMS], 0.0); buckets];
    for (point, &label) in labels.iter().enumerate() {
        let (sums, sum) = &mut sums[usize::from(label)];
        let mass = points.masses[point];
        *sum += mass;
        sums.iter_mut().zip(&points.values[point]).for_each(|(sum, value)| *sum += mass * value);
    }
    let with_mass = sums.into_iter().enumerate().filter(|(_, (_, mass))| *mass > 0.0);
    let mut centres: Vec<Centre> = with_mass
        .map(|(label, (sums, mass))| Centre { means: sums.map(|sum| sum / mass), label })
        .collect();
    centres.sort_by(|one, other| compare(&one.means, &other.means));
    centres
}

/// The bucket of the nearest centre. Centres are visited away from the point's strength, until
/// strength alone is further than the nearest so far.
fn nearest(centres: &[Centre], point: &[f64; DIMS]) -> u16 {
    let start = centres.partition_point(|centre| centre.means[0] < point[0]);
    let (mut least, mut found) = (f64::INFINITY, 0);
    let (below, above) = centres.split_at(start);
    let mut visit = |centre: &Centre| {
        let differences = centre.means.iter().zip(point).map(|(mean, value)| mean - value);
        let squared: f64 = differences.map(|difference| difference * difference).sum();
        if squared < least {
            (least, found) = (squared, centre.label);
        }
        let height = centre.means[0] - point[0];
        height * height < least
    };
    let _ = above.iter().all(&mut visit);
    let _ = below.iter().rev().all(&mut visit);
    found as u16
}
