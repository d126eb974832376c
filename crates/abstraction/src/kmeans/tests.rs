//! The fast iteration against the plain one.

use proptest::prelude::*;

use super::points::{LANES, squared_distance};
use super::*;

/// The plain iteration from the same starts: every distance, every time.
fn plain(points: &Points, mut centres: Centres, iterations: u32) -> (Vec<u32>, Centres) {
    let nearest = |centres: &Centres, point: usize| -> u32 {
        let squared = |centre: usize| squared_distance(points.row(point), centres.row(centre));
        let best = (0..centres.len())
            .reduce(|best, next| if squared(next) < squared(best) { next } else { best });
        best.unwrap() as u32
    };
    let mut labels: Vec<u32> = (0..points.len()).map(|point| nearest(&centres, point)).collect();
    fill(points, &mut centres, &mut labels);
    for _ in 1..iterations {
        for centre in 0..centres.len() {
            let mut sum = vec![[0.0; LANES]; points.width()];
            let mut count = 0.0;
            for point in (0..points.len()).filter(|&point| labels[point] == centre as u32) {
                count += points.counts()[point];
                for (sum, value) in
                    sum.as_flattened_mut().iter_mut().zip(points.row(point).as_flattened())
                {
                    *sum += points.counts()[point] * value;
                }
            }
            sum.as_flattened_mut().iter_mut().for_each(|value| *value /= count);
            centres.set(centre, &sum);
        }
        let before = labels.clone();
        labels = (0..points.len()).map(|point| nearest(&centres, point)).collect();
        if !fill(points, &mut centres, &mut labels) && before == labels {
            break;
        }
    }
    (labels, centres)
}

/// Each empty cluster takes the furthest point that is not alone in its cluster.
fn fill(points: &Points, centres: &mut Centres, labels: &mut [u32]) -> bool {
    let mut filled = false;
    for centre in 0..centres.len() {
        if labels.contains(&(centre as u32)) {
            continue;
        }
        filled = true;
        let squared =
            |point: usize| squared_distance(points.row(point), centres.row(labels[point] as usize));
        let furthest = (0..points.len())
            .filter(|&point| labels.iter().filter(|&&label| label == labels[point]).count() > 1)
            .rev()
            .max_by(|&a, &b| squared(a).total_cmp(&squared(b)))
            .unwrap();
        labels[furthest] = centre as u32;
        centres.set(centre, points.row(furthest));
    }
    filled
}

fn compare(values: &[f32], dims: usize, settings: KMeans) {
    let points = Points::new(values, dims).unwrap();
    let count = settings.clusters.min(points.len());
    let mut random = Random::new(settings.seed, 0);
    let centres = match count < points.len() {
        true => seed::choose(&points, count, &mut random, &Progress::new()).unwrap(),
        false => Centres::at_all(&points),
    };
    let (labels, centres) = plain(&points, centres, settings.iterations);
    let run = settings.start(&points, 0, &Progress::new()).unwrap();
    assert_eq!(run.labels, labels);
    assert_eq!(run.centres.to_rows(dims), centres.to_rows(dims));
}

/// Coordinates on a coarse grid, so that there are many ties.
fn grid() -> impl Strategy<Value = (Vec<f32>, usize)> {
    (1usize..6).prop_flat_map(|dims| {
        let row = prop::collection::vec((-4i8..5).prop_map(|value| f32::from(value) / 4.0), dims);
        prop::collection::vec(row, 1..120).prop_map(move |rows| (rows.concat(), dims))
    })
}

fn smooth() -> impl Strategy<Value = (Vec<f32>, usize)> {
    (1usize..14).prop_flat_map(|dims| {
        let row = prop::collection::vec(-1.0f32..1.0, dims);
        prop::collection::vec(row, 1..200).prop_map(move |rows| (rows.concat(), dims))
    })
}

proptest! {
    #[test]
    fn ties_are_broken_as_by_the_plain_iteration(
        (values, dims) in grid(), clusters in 1usize..40, seed: u64,
    ) {
        compare(&values, dims, KMeans { clusters, seed, starts: 1, iterations: 30 });
    }

    #[test]
    fn bounds_change_nothing((values, dims) in smooth(), clusters in 1usize..40, seed: u64) {
        compare(&values, dims, KMeans { clusters, seed, starts: 1, iterations: 30 });
    }

    #[test]
    fn every_cluster_has_points_and_every_point_its_nearest_centre(
        (values, dims) in grid(), clusters in 1usize..150, seed: u64,
    ) {
        let settings = KMeans { clusters, seed, starts: 3, iterations: 1_000 };
        let found = settings.run(&values, dims, &Progress::new()).unwrap();
        let mut rows: Vec<&[f32]> = values.chunks(dims).collect();
        rows.sort_by(|a, b| a.partial_cmp(b).unwrap());
        rows.dedup();
        prop_assert_eq!(found.len(), clusters.min(rows.len()));
        prop_assert!(found.converged());
        prop_assert!((0..found.len()).all(|label| found.labels().contains(&(label as u32))));
        let distance = |row: &[f32], label: usize| -> f32 {
            let centre = &found.centres()[label * dims..][..dims];
            row.iter().zip(centre).map(|(a, b)| (a - b) * (a - b)).sum()
        };
        for (row, &label) in values.chunks(dims).zip(found.labels()) {
            let own = distance(row, label as usize);
            prop_assert!((0..found.len()).all(|other| own <= distance(row, other) + 1e-5));
        }
    }
}

/// Points in three heaps, each with two dense spots.
fn heaps(count: usize) -> Vec<f32> {
    let mut state = 7u32;
    let mut next = move || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) as f32 / (1 << 24) as f32
    };
    (0..count)
        .flat_map(|point| {
            let heap = (point % 3) as f32 * 10.0;
            [heap + next() * next(), next() - heap, next() * 0.1]
        })
        .collect()
}

#[test]
fn the_number_of_threads_changes_no_bit() {
    let values = heaps(9_000);
    let run = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| KMeans::new(60).run(&values, 3, &Progress::new()).unwrap())
    };
    let one = run(1);
    assert_eq!(one, run(2));
    assert_eq!(one, run(5));
    assert_ne!(
        one,
        KMeans { seed: 2, ..KMeans::new(60) }.run(&values, 3, &Progress::new()).unwrap()
    );
}

#[test]
fn heaps_are_found_and_more_starts_are_never_worse() {
    let values = heaps(3_000);
    let found = KMeans::new(3).run(&values, 3, &Progress::new()).unwrap();
    for (point, &label) in found.labels().iter().enumerate() {
        assert_eq!(label, found.labels()[point % 3]);
    }
    let inertia = |starts| {
        let settings = KMeans { starts, ..KMeans::new(20) };
        settings.run(&values, 3, &Progress::new()).unwrap().inertia()
    };
    assert!(inertia(6) <= inertia(3) && inertia(3) <= inertia(1));
}

#[test]
fn equal_points_are_one_and_zeros_have_no_sign() {
    let found = KMeans::new(5).run(&[0.0, -0.0, 1.0, 1.0, 1.0], 1, &Progress::new()).unwrap();
    assert_eq!((found.len(), found.inertia()), (2, 0.0));
    let [zero, one] = [found.labels()[0], found.labels()[2]];
    assert_eq!(found.labels(), [zero, zero, one, one, one]);
}

#[test]
fn what_makes_no_sense_is_refused() {
    let run = |settings: KMeans, values: &[f32], dims| {
        settings.run(values, dims, &Progress::new()).unwrap_err()
    };
    let two = KMeans::new(2);
    assert_eq!(run(KMeans::new(0), &[1.0], 1), AbstractionError::ClusterCount(0));
    assert_eq!(run(KMeans::new(100_001), &[1.0], 1), AbstractionError::ClusterCount(100_001));
    assert_eq!(run(KMeans { starts: 0, ..two }, &[1.0], 1), AbstractionError::NoIterations);
    assert_eq!(run(two, &[], 1), AbstractionError::NoPoints);
    assert_eq!(run(two, &[1.0; 5], 2), AbstractionError::Shape { values: 5, dims: 2 });
    assert_eq!(run(two, &[1.0, 2.0, f32::NAN], 1), AbstractionError::NotFinite { point: 2 });
    let progress = Progress::new();
    progress.cancel();
    assert_eq!(two.run(&[1.0, 2.0, 3.0], 1, &progress), Err(AbstractionError::Stopped));
}
