//! Which point belongs to which centre, kept up to date while centres move.
//!
//! Each point has an upper bound of the distance to its centre and a lower
//! bound of the distance to every other (Hamerly 2010). When centres move by at most
//! `d`, the bounds widen by that much. Also, no centre is nearer to a point than its
//! own if that is less than half as far away as the next centre is from it. A point
//! is searched again only when neither proves that its centre is still the nearest.

use rayon::prelude::*;

use super::centres::{Axis, Centres, Nearest, SHARE, SLACK, Search};
use super::points::{Points, squared_distance};

/// Points that a thread takes at a time.
const CHUNK: usize = 1_024;

/// The centre of each point.
pub(super) struct Assignment {
    axis: Axis,
    labels: Vec<u32>,
    bounds: Vec<Bounds>,
}

/// What is known of a point's distances.
#[derive(Clone, Copy)]
struct Bounds {
    /// The point's centre is at most this far.
    upper: f64,
    /// Every other centre is at least this far.
    lower: f64,
}

/// How far centres moved: the furthest one, and the furthest of the others.
struct Movement {
    furthest: u32,
    most: f64,
    others: f64,
}

impl Movement {
    fn of(moved: &[f64]) -> Movement {
        let mut movement = Movement { furthest: 0, most: 0.0, others: 0.0 };
        for (centre, &distance) in moved.iter().enumerate() {
            if distance > movement.most {
                let others = movement.most;
                movement = Movement { furthest: centre as u32, most: distance, others };
            } else if distance > movement.others {
                movement.others = distance;
            }
        }
        movement
    }

    /// The most that any centre but this one moved.
    fn besides(&self, centre: u32) -> f64 {
        if centre == self.furthest { self.others } else { self.most }
    }
}

impl Bounds {
    fn of(nearest: &Nearest, slack: f64) -> Bounds {
        Bounds { upper: nearest.squared.sqrt() + slack, lower: nearest.second.sqrt() - slack }
    }
}

impl Assignment {
    /// Each point to its nearest centre.
    pub(super) fn new(points: &Points, centres: &Centres) -> Assignment {
        let axis = Axis::of(points);
        let slack = SLACK * axis.size;
        let search = Search::new(centres, &axis);
        let (labels, bounds) = (0..points.len())
            .into_par_iter()
            .with_min_len(CHUNK)
            .map(|point| {
                let nearest = search.nearest(points.row(point));
                (nearest.centre, Bounds::of(&nearest, slack))
            })
            .unzip();
        Assignment { axis, labels, bounds }
    }

    /// The centre of each point.
    pub(super) fn labels(&self) -> &[u32] {
        &self.labels
    }

    pub(super) fn into_labels(self) -> Vec<u32> {
        self.labels
    }

    /// Each point to its nearest centre, after the centres moved. Returns whether any point
    /// changed its centre.
    pub(super) fn follow(&mut self, points: &Points, centres: &Centres, moved: &[f64]) -> bool {
        let slack = SLACK * self.axis.size;
        let search = Search::new(centres, &self.axis);
        let half_ways: Vec<f64> = (0..centres.len())
            .into_par_iter()
            .with_min_len(SHARE)
            .map(|centre| search.nearest(centres.row(centre)).second.sqrt() / 2.0 - slack)
            .collect();
        let movement = Movement::of(moved);
        let chunks = self.labels.par_chunks_mut(CHUNK).zip(self.bounds.par_chunks_mut(CHUNK));
        let changes = chunks.enumerate().map(|(chunk, (labels, bounds))| {
            let mut changed = false;
            for ((label, bounds), point) in labels.iter_mut().zip(bounds).zip(chunk * CHUNK..) {
                bounds.upper += moved[*label as usize] + slack;
                bounds.lower -= movement.besides(*label) + slack;
                let limit = bounds.lower.max(half_ways[*label as usize]);
                if bounds.upper < limit {
                    continue;
                }
                let row = points.row(point);
                bounds.upper = squared_distance(row, centres.row(*label as usize)).sqrt() + slack;
                if bounds.upper < limit {
                    continue;
                }
                let nearest = search.nearest(row);
                changed |= nearest.centre != *label;
                *label = nearest.centre;
                *bounds = Bounds::of(&nearest, slack);
            }
            changed
        });
        changes.reduce(|| false, |one, other| one | other)
    }

    /// Gives each centre without points the point that is furthest from its own
    /// centre, the first if several are. Returns whether there was such a centre.
    pub(super) fn fill_empty(&mut self, points: &Points, centres: &mut Centres) -> bool {
        let mut sizes = vec![0u32; centres.len()];
        self.labels.iter().for_each(|&label| sizes[label as usize] += 1);
        let empty: Vec<usize> = (0..sizes.len()).filter(|&centre| sizes[centre] == 0).collect();
        for &centre in &empty {
            let distance = |point: usize| {
                squared_distance(points.row(point), centres.row(self.labels[point] as usize))
            };
            let furthest = (0..points.len())
                .filter(|&point| sizes[self.labels[point] as usize] > 1)
                .map(|point| (distance(point), point))
                .reduce(|best, next| if next.0 > best.0 { next } else { best });
            let Some((_, point)) = furthest else { break };
            sizes[self.labels[point] as usize] -= 1;
            sizes[centre] = 1;
            self.labels[point] = centre as u32;
            centres.set(centre, points.row(point));
        }
        if !empty.is_empty() {
            // A centre that jumps invalidates every bound.
            self.bounds.fill(Bounds { upper: f64::INFINITY, lower: 0.0 });
        }
        !empty.is_empty()
    }

    /// The sum of the squared distances of all points from their centres.
    pub(super) fn inertia(&self, points: &Points, centres: &Centres) -> f64 {
        let squared = |point: usize| {
            let centre = centres.row(self.labels[point] as usize);
            squared_distance(points.row(point), centre) * points.counts()[point]
        };
        (0..points.len()).map(squared).sum()
    }
}
