//! Products of matrices, for batches of rows and weights that stay the same.
//!
//! The right-hand matrix is kept in *panels* of 16 columns: `panel[k]` holds 16 neighbours of
//! row `k`, padded with zeros. A tile of six rows and 16 columns is summed in twelve vector
//! registers, so that a step of the inner loop is two loads, six broadcasts and twelve
//! multiply-adds. Each entry of the result is one chain of multiply-adds in the order of `k`,
//! for any number of rows.

use crate::arch::{Arithmetic, Kernel, LANES};

/// Columns of a panel.
pub(super) const PANEL: usize = 2 * LANES;

/// Rows of a tile.
pub(super) const TILE: usize = 6;

/// Steps of the inner loop in one go: so much of a panel (16 KB) stays in the first cache.
const DEPTH: usize = 256;

/// A row of a panel.
pub(super) type Slab = [f32; PANEL];

/// How many slabs the panels of a matrix of `depth` rows and `columns` have.
pub(super) fn panels(depth: usize, columns: usize) -> usize {
    depth * columns.div_ceil(PANEL)
}

/// Makes panels of the matrix `at(row, column)`.
pub(super) fn pack(
    depth: usize,
    columns: usize,
    at: impl Fn(usize, usize) -> f32,
    panels: &mut [Slab],
) {
    for (slabs, first) in panels.chunks_exact_mut(depth).zip((0..columns).step_by(PANEL)) {
        let width = PANEL.min(columns - first);
        for (row, slab) in slabs.iter_mut().enumerate() {
            for (lane, entry) in slab[..width].iter_mut().enumerate() {
                *entry = at(row, first + lane);
            }
            slab[width..].fill(0.0);
        }
    }
}

/// `out += left * right`, row by row; `right` is in panels.
pub(super) struct AddProduct<'a> {
    pub(super) left: &'a [f32],
    pub(super) depth: usize,
    pub(super) panels: &'a [Slab],
    pub(super) out: &'a mut [f32],
    pub(super) columns: usize,
}

impl Kernel for AddProduct<'_> {
    type Output = ();

    #[inline(always)]
    fn run<A: Arithmetic>(self, arithmetic: A) {
        let AddProduct { left, depth, panels, out, columns } = self;
        for from in (0..depth).step_by(DEPTH) {
            let steps = DEPTH.min(depth - from);
            let starts = (0..columns).step_by(PANEL);
            for (panel, column) in panels.chunks_exact(depth).zip(starts) {
                let panel = &panel[from..from + steps];
                let lefts = left.chunks(TILE * depth);
                for (left, out) in lefts.zip(out.chunks_mut(TILE * columns)) {
                    let shape = Shape { depth, from, columns, column };
                    match out.len() / columns {
                        1 => tile::<A, 1>(arithmetic, left, panel, out, shape),
                        2 => tile::<A, 2>(arithmetic, left, panel, out, shape),
                        3 => tile::<A, 3>(arithmetic, left, panel, out, shape),
                        4 => tile::<A, 4>(arithmetic, left, panel, out, shape),
                        5 => tile::<A, 5>(arithmetic, left, panel, out, shape),
                        _ => tile::<A, TILE>(arithmetic, left, panel, out, shape),
                    }
                }
            }
        }
    }
}

/// Where a tile lies: the strides of both sides, the first step and the first column.
#[derive(Clone, Copy)]
struct Shape {
    depth: usize,
    from: usize,
    columns: usize,
    column: usize,
}

#[inline(always)]
fn tile<A: Arithmetic, const ROWS: usize>(
    arithmetic: A,
    left: &[f32],
    panel: &[Slab],
    out: &mut [f32],
    at: Shape,
) {
    let steps = panel.len();
    let rows: [&[f32]; ROWS] =
        std::array::from_fn(|row| &left[row * at.depth + at.from..][..steps]);
    let mut sums = load::<A, ROWS>(arithmetic, out, at);
    for (step, slab) in panel.iter().enumerate() {
        let right = halves(arithmetic, slab);
        for row in 0..ROWS {
            let factor = arithmetic.splat(rows[row][step]);
            for half in 0..2 {
                sums[row][half] = arithmetic.times_plus(factor, right[half], sums[row][half]);
            }
        }
    }
    store(arithmetic, &sums, out, at);
}

/// `out += left^T * right`: the gradient of weights, summed over the rows of a block.
pub(super) struct AddOuter<'a> {
    /// One row for each row of the block.
    pub(super) left: &'a [f32],
    pub(super) lefts: usize,
    pub(super) right: &'a [f32],
    pub(super) rights: usize,
    /// `lefts` rows of `rights` columns.
    pub(super) out: &'a mut [f32],
    /// As many as there are rows in a block.
    pub(super) scratch: &'a mut [Slab],
}

impl Kernel for AddOuter<'_> {
    type Output = ();

    #[inline(always)]
    fn run<A: Arithmetic>(self, arithmetic: A) {
        let AddOuter { left, lefts, right, rights, out, scratch } = self;
        let rows = left.len() / lefts;
        let panel = &mut scratch[..rows];
        for column in (0..rights).step_by(PANEL) {
            let width = PANEL.min(rights - column);
            for (slab, right) in panel.iter_mut().zip(right.chunks_exact(rights)) {
                slab[..width].copy_from_slice(&right[column..column + width]);
                slab[width..].fill(0.0);
            }
            for (index, out) in out.chunks_mut(TILE * rights).enumerate() {
                let from = index * TILE;
                let shape = Shape { depth: lefts, from, columns: rights, column };
                match out.len() / rights {
                    1 => outer::<A, 1>(arithmetic, left, panel, out, shape),
                    2 => outer::<A, 2>(arithmetic, left, panel, out, shape),
                    3 => outer::<A, 3>(arithmetic, left, panel, out, shape),
                    4 => outer::<A, 4>(arithmetic, left, panel, out, shape),
                    5 => outer::<A, 5>(arithmetic, left, panel, out, shape),
                    _ => outer::<A, TILE>(arithmetic, left, panel, out, shape),
                }
            }
        }
    }
}

#[inline(always)]
fn outer<A: Arithmetic, const ROWS: usize>(
    arithmetic: A,
    left: &[f32],
    panel: &[Slab],
    out: &mut [f32],
    at: Shape,
) {
    let mut sums = load::<A, ROWS>(arithmetic, out, at);
    for (slab, left) in panel.iter().zip(left.chunks_exact(at.depth)) {
        let right = halves(arithmetic, slab);
        let factors = &left[at.from..at.from + ROWS];
        for row in 0..ROWS {
            let factor = arithmetic.splat(factors[row]);
            for half in 0..2 {
                sums[row][half] = arithmetic.times_plus(factor, right[half], sums[row][half]);
            }
        }
    }
    store(arithmetic, &sums, out, at);
}

type Sums<A, const ROWS: usize> = [[<A as Arithmetic>::Vector; 2]; ROWS];

#[inline(always)]
fn halves<A: Arithmetic>(arithmetic: A, slab: &Slab) -> [A::Vector; 2] {
    let (halves, _) = slab.as_chunks::<LANES>();
    [arithmetic.load(&halves[0]), arithmetic.load(&halves[1])]
}

#[inline(always)]
fn load<A: Arithmetic, const ROWS: usize>(arithmetic: A, out: &[f32], at: Shape) -> Sums<A, ROWS> {
    let width = PANEL.min(at.columns - at.column);
    std::array::from_fn(|row| {
        let entries = &out[row * at.columns + at.column..][..width];
        match entries.first_chunk::<PANEL>() {
            Some(slab) => halves(arithmetic, slab),
            None => {
                let mut slab = [0.0; PANEL];
                slab[..width].copy_from_slice(entries);
                halves(arithmetic, &slab)
            }
        }
    })
}

#[inline(always)]
fn store<A: Arithmetic, const ROWS: usize>(
    arithmetic: A,
    sums: &Sums<A, ROWS>,
    out: &mut [f32],
    at: Shape,
) {
    let width = PANEL.min(at.columns - at.column);
    for (row, sums) in sums.iter().enumerate() {
        let entries = &mut out[row * at.columns + at.column..][..width];
        let mut slab = [0.0; PANEL];
        let (halves, _) = slab.as_chunks_mut::<LANES>();
        arithmetic.store(sums[0], &mut halves[0]);
        arithmetic.store(sums[1], &mut halves[1]);
        match entries.first_chunk_mut::<PANEL>() {
            Some(whole) => *whole = slab,
            None => entries.copy_from_slice(&slab[..width]),
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::arch::{Portable, dispatch};
    use proptest::prelude::*;

    /// Numbers from -1 to 1.
    pub(in crate::net) fn numbers(count: usize, seed: u32) -> Vec<f32> {
        let mut state = seed | 1;
        let mut next = || {
            state ^= state << 13;
            state ^= state >> 17;
            state ^= state << 5;
            (state as f32 / u32::MAX as f32) * 2.0 - 1.0
        };
        (0..count).map(|_| next()).collect()
    }

    fn close(found: &[f32], exact: &[f64]) {
        for (found, exact) in found.iter().zip(exact) {
            assert!((f64::from(*found) - exact).abs() < 1e-4, "{found} {exact}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]

        #[test]
        fn products_equal_plain_sums_with_and_without_vectors(
            rows in 1_usize..20, depth in 1_usize..300, columns in 1_usize..40, seed: u32,
        ) {
            let left = numbers(rows * depth, seed);
            let right = numbers(depth * columns, seed ^ 77);
            let start = numbers(rows * columns, seed ^ 99);
            let mut slabs = vec![[0.0; PANEL]; panels(depth, columns)];
            pack(depth, columns, |row, column| right[row * columns + column], &mut slabs);
            let exact: Vec<f64> = (0..rows * columns).map(|at| {
                let (row, column) = (at / columns, at % columns);
                let sum: f64 = (0..depth).map(|k| {
                    f64::from(left[row * depth + k]) * f64::from(right[k * columns + column])
                }).sum();
                f64::from(start[at]) + sum
            }).collect();
            let product = |out: &mut Vec<f32>, plain: bool| {
                let kernel = AddProduct { left: &left, depth, panels: &slabs, out, columns };
                if plain { kernel.run(Portable) } else { dispatch(kernel) }
            };
            let mut found = start.clone();
            product(&mut found, false);
            close(&found, &exact);
            let mut plain = start.clone();
            product(&mut plain, true);
            close(&plain, &exact);
            // Rows do not change each other's bits.
            let mut alone = start[..columns].to_vec();
            dispatch(AddProduct {
                left: &left[..depth], depth, panels: &slabs, out: &mut alone, columns,
            });
            prop_assert_eq!(&alone[..], &found[..columns]);
        }

        #[test]
        fn outer_products_equal_plain_sums_with_and_without_vectors(
            rows in 1_usize..30, lefts in 1_usize..40, rights in 1_usize..40, seed: u32,
        ) {
            let left = numbers(rows * lefts, seed);
            let right = numbers(rows * rights, seed ^ 77);
            let exact: Vec<f64> = (0..lefts * rights).map(|at| {
                (0..rows).map(|row| {
                    f64::from(left[row * lefts + at / rights])
                        * f64::from(right[row * rights + at % rights])
                }).sum()
            }).collect();
            for plain in [false, true] {
                let mut out = vec![0.0; lefts * rights];
                let mut scratch = vec![[0.0; PANEL]; rows];
                let kernel = AddOuter {
                    left: &left, lefts, right: &right, rights, out: &mut out,
                    scratch: &mut scratch,
                };
                if plain { kernel.run(Portable) } else { dispatch(kernel) }
                close(&out, &exact);
            }
        }
    }
}
