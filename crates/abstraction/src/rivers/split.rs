//! Cells of similar hands, split until there are enough.
//!
//! The cell with the largest sum of squared distances from its mean is cut at the mean of the
//! coordinate that varies most. Equal points stay together.

use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::ops::Range;

use super::features::{DIMS, Points};
use super::{RiverBucketing, RiverMethod};

/// Hands that are alike, as a range of a list.
struct Cell {
    hands: Range<usize>,
    mass: f64,
    sums: [f64; DIMS],
    axis: usize,
    /// Sum of squared distances from the mean.
    spread: f64,
}

/// The bucket of each point. Cells are numbered in the order of their means, weakest first.
pub(super) fn buckets(points: &Points, bucketing: &RiverBucketing) -> Vec<u16> {
    let axes = match bucketing.method {
        RiverMethod::Strength => 1,
        RiverMethod::Blockers => DIMS,
    };
    let mut order: Vec<u32> =
        (0..points.values.len() as u32).filter(|&hand| points.masses[hand as usize] > 0).collect();
    if order.len() <= bucketing.k {
        return one_each(points, &mut order);
    }
    let mut cells = BinaryHeap::from([Cell::new(points, &order, 0..order.len(), axes)]);
    let mut done = Vec::new();
    while cells.len() + done.len() < bucketing.k {
        let Some(cell) = cells.pop() else { break };
        if cell.spread <= 0.0 {
            done.push(cell);
            continue;
        }
        let limit = cell.sums[cell.axis] / cell.mass;
        let hands = &mut order[cell.hands.clone()];
        let below =
            partition(hands, |hand| f64::from(points.values[hand as usize][cell.axis]) <= limit);
        // Only rounding can find a spread where all points are equal.
        if below == 0 || below == cell.hands.len() {
            done.push(cell);
            continue;
        }
        let middle = cell.hands.start + below;
        for hands in [cell.hands.start..middle, middle..cell.hands.end] {
            cells.push(Cell::new(points, &order, hands, axes));
        }
    }
    done.extend(cells);
    done.sort_by(|one, other| compare(&one.means(), &other.means()));
    label(points, &order, &done)
}

/// A bucket for each hand with a weight, weakest first.
fn one_each(points: &Points, order: &mut [u32]) -> Vec<u16> {
    order.sort_by_key(|&hand| points.values[hand as usize]);
    let cells: Vec<Cell> =
        (0..order.len()).map(|hand| Cell::new(points, order, hand..hand + 1, 1)).collect();
    label(points, order, &cells)
}

/// The label of each hand by its cell.
fn label(points: &Points, order: &[u32], cells: &[Cell]) -> Vec<u16> {
    let mut labels = vec![0; points.values.len()];
    for (label, cell) in cells.iter().enumerate() {
        for &hand in &order[cell.hands.clone()] {
            labels[hand as usize] = label as u16;
        }
    }
    if order.len() < labels.len() && !cells.is_empty() {
        place_others(points, cells, &mut labels);
    }
    labels
}

/// Hands without weight belong to the bucket whose mean strength is nearest.
fn place_others(points: &Points, cells: &[Cell], labels: &mut [u16]) {
    let heights: Vec<f64> = cells.iter().map(|cell| cell.means()[0]).collect();
    for (hand, label) in labels.iter_mut().enumerate() {
        if points.masses[hand] == 0 {
            let height = f64::from(points.values[hand][0]);
            let next = heights.partition_point(|&mean| mean < height).min(heights.len() - 1);
            let before = next.saturating_sub(1);
            let nearer = height - heights[before] < heights[next] - height;
            *label = if nearer { before } else { next } as u16;
        }
    }
}

/// Moves the hands of which something is true to the front; returns how many there are.
fn partition(hands: &mut [u32], front: impl Fn(u32) -> bool) -> usize {
    let mut count = 0;
    for place in 0..hands.len() {
        let is_front = front(hands[place]);
        hands.swap(count, place);
        count += usize::from(is_front);
    }
    count
}

fn compare(one: &[f64; DIMS], other: &[f64; DIMS]) -> Ordering {
    let unequal = one.iter().zip(other).map(|(one, other)| one.total_cmp(other));
    unequal.fold(Ordering::Equal, Ordering::then)
}

impl Cell {
    fn new(points: &Points, order: &[u32], hands: Range<usize>, axes: usize) -> Cell {
        let (mut mass, mut sums, mut squares) = (0.0, [0.0; DIMS], [0.0; DIMS]);
        for &hand in &order[hands.clone()] {
            let weight = f64::from(points.masses[hand as usize]);
            mass += weight;
            for (axis, &value) in points.values[hand as usize].iter().enumerate() {
                let value = f64::from(value);
                sums[axis] += weight * value;
                squares[axis] += weight * value * value;
            }
        }
        let mut cell = Cell { hands, mass, sums, axis: 0, spread: 0.0 };
        let mut widest = 0.0;
        for axis in 0..axes {
            let spread = (squares[axis] * mass - sums[axis] * sums[axis]).max(0.0) / mass.max(1.0);
            cell.spread += spread;
            if spread > widest {
                (cell.axis, widest) = (axis, spread);
            }
        }
        cell
    }

    fn means(&self) -> [f64; DIMS] {
        self.sums.map(|sum| sum / self.mass.max(1.0))
    }
}

impl PartialEq for Cell {
    fn eq(&self, other: &Cell) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Cell {}

impl PartialOrd for Cell {
    fn partial_cmp(&self, other: &Cell) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// By spread; equal ones by what does not depend on the order of hands.
impl Ord for Cell {
    fn cmp(&self, other: &Cell) -> Ordering {
        self.spread.total_cmp(&other.spread).then_with(|| compare(&self.means(), &other.means()))
    }
}
