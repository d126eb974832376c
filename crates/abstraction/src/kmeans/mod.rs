//! k-means clustering: centres that are near to all points.
//!
//! Lloyd's iteration (1982) moves points to their nearest centre and centres
//! to the mean of their points. Starts are chosen by k-means++ (Arthur and
//! Vassilvitskii 2007), and the best of several is kept. Three things make it fast:
//!
//! - points that are equal are one point with a multiplicity;
//! - one upper and one lower bound of distances per point (Hamerly 2010), kept valid
//!   by the triangle inequality while centres move, save most points the search;
//! - a search visits centres outwards from the point's position on the principal
//!   axis, and ends when the distance along the axis alone exceeds that of the second
//!   best centre. It needs memory for the centres only, so that any K is possible.
//!
//! Elkan's bounds (2003), one for each point and centre, would take 700 MB for K =
//! 1,000. The clusters are those of the plain iteration, bit for bit: bounds are
//! widened by more than any rounding error, and ties go to the lower centre. Sums are
//! formed in the order of points, so the number of threads does not matter either.
//!
//! A cluster that loses all its points takes the point that is furthest from its
//! centre. There are never more clusters than distinct points.

mod assign;
mod centres;
mod points;
mod seed;

use quasar_equity::Progress;
use rayon::prelude::*;

use crate::AbstractionError;

use assign::Assignment;
use centres::Centres;
use points::Points;
use seed::Random;

/// The most clusters.
pub const MOST_CLUSTERS: usize = 100_000;

/// How points are clustered.
///
/// ```
/// use quasar_abstraction::KMeans;
/// use quasar_equity::Progress;
/// let points = [0.0, 0.1, 5.0, 5.1, 0.2];
/// let clusters = KMeans::new(2).run(&points, 1, &Progress::new())?;
/// let [a, b] = [clusters.labels()[0], clusters.labels()[2]];
/// assert_eq!(clusters.labels(), [a, a, b, b, a]);
/// assert_ne!(a, b);
/// # Ok::<(), quasar_abstraction::AbstractionError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KMeans {
    /// The number of clusters wanted, at most [`MOST_CLUSTERS`].
    pub clusters: usize,
    /// The seed of the starts.
    pub seed: u64,
    /// How many starts are tried; the one with the least inertia is kept.
    pub starts: u32,
    /// The most iterations of a start. It ends earlier when nothing changes.
    pub iterations: u32,
}

/// Points in clusters.
#[derive(Clone, PartialEq, Debug)]
pub struct Clusters {
    labels: Vec<u32>,
    centres: Vec<f32>,
    dims: usize,
    inertia: f64,
    iterations: u32,
    converged: bool,
}

impl KMeans {
    /// The usual settings: two starts of at most 100 iterations.
    pub fn new(clusters: usize) -> KMeans {
        KMeans { clusters, seed: 1, starts: 2, iterations: 100 }
    }

    /// Clusters the rows of `values`, `dims` numbers each. Runs in the
    /// installed rayon pool; `progress` counts iterations.
    pub fn run(
        &self,
        values: &[f32],
        dims: usize,
        progress: &Progress,
    ) -> Result<Clusters, AbstractionError> {
        if !(1..=MOST_CLUSTERS).contains(&self.clusters) {
            return Err(AbstractionError::ClusterCount(self.clusters));
        }
        if self.starts == 0 || self.iterations == 0 {
            return Err(AbstractionError::NoIterations);
        }
        let points = Points::new(values, dims)?;
        progress.set_total(u64::from(self.starts) * u64::from(self.iterations));
        let runs: Vec<Run> = (0..self.starts)
            .into_par_iter()
            .map(|start| self.start(&points, start, progress))
            .collect::<Result<_, _>>()?;
        let best = runs
            .into_iter()
            .reduce(|best, run| if run.inertia < best.inertia { run } else { best })
            .expect("at least one start was asked for");
        let labels = points.of_rows().iter().map(|&point| best.labels[point as usize]).collect();
        Ok(Clusters {
            labels,
            centres: best.centres.to_rows(dims),
            dims,
            inertia: best.inertia,
            iterations: best.iterations,
            converged: best.converged,
        })
    }

    fn start(
        &self,
        points: &Points,
        start: u32,
        progress: &Progress,
    ) -> Result<Run, AbstractionError> {
        let mut random = Random::new(self.seed, start);
        let count = self.clusters.min(points.len());
        let mut centres = match count < points.len() {
            true => seed::choose(points, count, &mut random, progress)?,
            false => Centres::at_all(points),
        };
        let mut assignment = Assignment::new(points, &centres);
        let mut iterations = 1;
        let mut changed = assignment.fill_empty(points, &mut centres) || count < points.len();
        while changed && iterations < self.iterations {
            if !progress.may_continue() {
                return Err(AbstractionError::Stopped);
            }
            let moved = centres.move_to_means(points, assignment.labels());
            changed = assignment.follow(points, &centres, &moved);
            changed |= assignment.fill_empty(points, &mut centres);
            iterations += 1;
            progress.advance(1);
        }
        // Iterations that were not needed count as done.
        progress.advance(u64::from(self.iterations - iterations));
        Ok(Run {
            inertia: assignment.inertia(points, &centres),
            labels: assignment.into_labels(),
            centres,
            iterations,
            converged: !changed,
        })
    }
}

/// The result of one start.
struct Run {
    labels: Vec<u32>,
    centres: Centres,
    inertia: f64,
    iterations: u32,
    converged: bool,
}

impl Clusters {
    /// How many clusters there are: as many as were asked for, or as many as there
    /// are different points if that is less. None is empty.
    pub fn len(&self) -> usize {
        self.centres.len() / self.dims
    }

    /// Always false: there is at least one cluster.
    pub fn is_empty(&self) -> bool {
        self.centres.is_empty()
    }

    /// The cluster of each point.
    pub fn labels(&self) -> &[u32] {
        &self.labels
    }

    /// The centres, one row of features after the other.
    pub fn centres(&self) -> &[f32] {
        &self.centres
    }

    /// The sum of squared distances of all points from their centres.
    pub fn inertia(&self) -> f64 {
        self.inertia
    }

    /// How many iterations the best start took.
    pub fn iterations(&self) -> u32 {
        self.iterations
    }

    /// Whether the best start ended because nothing changed any more.
    pub fn converged(&self) -> bool {
        self.converged
    }
}

#[cfg(test)]
mod tests;
