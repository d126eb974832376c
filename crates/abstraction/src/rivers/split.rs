//! Cells of similar points, split until there are enough.
//!
//! The cell with the largest sum of squared distances from its mean is cut at the mean of the
//! coordinate that varies most.

use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::ops::Range;

use super::centres::compare;
use super::features::{DIMS, Points};

/// Points that are alike, as a range of a list.
struct Cell {
    points: Range<usize>,
    mass: f64,
    sums: [f64; DIMS],
    axis: usize,
    /// Sum of squared distances from the mean.
    spread: f64,
}

/// Splits points with a weight into at most so many cells by their first `axes` coordinates.
/// Returns the cell of each point, if it has a weight, and how many there are.
pub(super) fn split(points: &Points, most: usize, axes: usize) -> (Vec<u16>, usize) {
    let mut order: Vec<u32> = (0..points.values.len() as u32)
        .filter(|&point| points.masses[point as usize] > 0.0)
        .collect();
    let mut cells = BinaryHeap::from([Cell::new(points, &order, 0..order.len(), axes)]);
    let mut done = Vec::new();
    while cells.len() + done.len() < most {
        let Some(cell) = cells.pop() else { break };
        let limit = cell.sums[cell.axis] / cell.mass;
        let list = &mut order[cell.points.clone()];
        let below = partition(list, |point| points.values[point as usize][cell.axis] <= limit);
        if below == list.len() {
            // All are equal.
            done.push(cell);
            continue;
        }
        let middle = cell.points.start + below;
        for part in [cell.points.start..middle, middle..cell.points.end] {
            cells.push(Cell::new(points, &order, part, axes));
        }
    }
    done.extend(cells);
    let mut labels = vec![0; points.values.len()];
    for (label, cell) in done.iter().enumerate() {
        order[cell.points.clone()].iter().for_each(|&point| labels[point as usize] = label as u16);
    }
    (labels, done.len())
}

/// Moves the points of which something is true to the front; returns how many there are.
fn partition(points: &mut [u32], front: impl Fn(u32) -> bool) -> usize {
    let mut count = 0;
    for place in 0..points.len() {
        let is_front = front(points[place]);
        points.swap(count, place);
        count += usize::from(is_front);
    }
    count
}

impl Cell {
    fn new(points: &Points, order: &[u32], range: Range<usize>, axes: usize) -> Cell {
        let (mut mass, mut sums, mut squares) = (0.0, [0.0; DIMS], [0.0; DIMS]);
        for &point in &order[range.clone()] {
            let (weight, values) = (points.masses[point as usize], &points.values[point as usize]);
            mass += weight;
            for axis in 0..DIMS {
                let weighted = weight * values[axis];
                sums[axis] += weighted;
                squares[axis] += weighted * values[axis];
            }
        }
        let mut cell = Cell { points: range, mass, sums, axis: 0, spread: 0.0 };
        let mut widest = 0.0;
        for axis in 0..axes {
            let spread = (squares[axis] - sums[axis] * (sums[axis] / mass.max(1.0))).max(0.0);
            cell.spread += spread;
            if spread > widest {
                (cell.axis, widest) = (axis, spread);
            }
        }
        cell
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
        self.spread.total_cmp(&other.spread).then_with(|| compare(&self.sums, &other.sums))
    }
}
