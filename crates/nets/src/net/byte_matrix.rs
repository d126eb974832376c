//! Products with matrices whose entries have 8 bits.
//!
//! A weight is a step from -127 to 127 times the scale of its output. A row of inputs is rounded
//! to 16 bits of its largest number, so that all products are of whole numbers:
//!
//! ```text
//! y[j] += (sum over k of x16[k] * w8[j][k]) * (scale of the row * scale of output j)
//! ```
//!
//! Sums of up to [`DEPTH`] products fit into 32 bits and are exact: rows, instruction sets and
//! orders change no bit. As in [`super::matrix`], 16 outputs make a panel and six rows a tile; a
//! step of the inner loop is for two inputs.

use super::matrix::{PANEL, TILE};
use crate::arch::{Arithmetic, BytePairs, Kernel, LANES, Pair};

/// The largest step of a weight.
pub(super) const MOST_STEP: i8 = 127;

/// The largest number of a row of inputs after rounding.
const MOST_INPUT: f32 = 32_767.0;

/// Inputs whose products are summed before they become floating-point numbers.
const DEPTH: usize = 512;
const _: () = assert!(DEPTH as i64 * MOST_INPUT as i64 * MOST_STEP as i64 <= i32::MAX as i64);

/// Two inputs of the 16 outputs of a panel.
type Slab = [BytePairs; 2];

/// Weights of 8 bits with a scale for each output.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct ByteMatrix {
    inputs: usize,
    outputs: usize,
    slabs: Vec<Slab>,
    /// Padded with zeros to whole panels.
    scales: Vec<[f32; PANEL]>,
}

impl ByteMatrix {
    /// Steps and scales, `[outputs, inputs]` and `[outputs]`.
    pub(super) fn new(inputs: usize, steps: &[i8], scales: &[f32]) -> ByteMatrix {
        let outputs = scales.len();
        let pairs = inputs.div_ceil(2);
        let mut slabs = vec![[[[0; 2]; LANES]; 2]; pairs * outputs.div_ceil(PANEL)];
        for (output, row) in steps.chunks_exact(inputs).enumerate() {
            let (panel, lane) = (output / PANEL, output % PANEL);
            for (input, &step) in row.iter().enumerate() {
                let slab = &mut slabs[panel * pairs + input / 2];
                slab[lane / LANES][lane % LANES][input % 2] = step;
            }
        }
        let mut padded = vec![[0.0; PANEL]; outputs.div_ceil(PANEL)];
        padded.as_flattened_mut()[..outputs].copy_from_slice(scales);
        ByteMatrix { inputs, outputs, slabs, scales: padded }
    }

    /// Weights `[outputs, inputs]`, each rounded to a step of the largest of its row.
    pub(super) fn round(inputs: usize, weights: &[f32]) -> ByteMatrix {
        let largest =
            |row: &[f32]| row.iter().fold(0.0, |most: f32, weight| most.max(weight.abs()));
        let rows = weights.chunks_exact(inputs);
        let scales: Vec<f32> =
            rows.clone().map(|row| largest(row) / f32::from(MOST_STEP)).collect();
        let round = |(row, &scale): (&[f32], &f32)| -> Vec<i8> {
            let most = f32::from(MOST_STEP);
            let step = |weight: &f32| (weight / scale).round().clamp(-most, most) as i8;
            row.iter().map(|weight| if scale > 0.0 { step(weight) } else { 0 }).collect()
        };
        let steps: Vec<i8> = rows.zip(&scales).flat_map(round).collect();
        ByteMatrix::new(inputs, &steps, &scales)
    }

    /// The scale of each output.
    pub(super) fn scales(&self) -> &[f32] {
        &self.scales.as_flattened()[..self.outputs]
    }

    /// The steps, `[outputs, inputs]`.
    pub(super) fn steps(&self) -> impl Iterator<Item = i8> {
        let pairs = self.inputs.div_ceil(2);
        (0..self.outputs).flat_map(move |output| {
            let (panel, lane) = (output / PANEL, output % PANEL);
            (0..self.inputs).map(move |input| {
                self.slabs[panel * pairs + input / 2][lane / LANES][lane % LANES][input % 2]
            })
        })
    }
}

/// Rounds rows of inputs to 16 bits.
pub(super) struct RoundRows<'a> {
    pub(super) inputs: &'a [f32],
    pub(super) width: usize,
    /// For each row its numbers in pairs; the last pair of an odd row ends with 0.
    pub(super) pairs: &'a mut [Pair],
    /// For each row what one step is.
    pub(super) scales: &'a mut [f32],
}

/// Added to a number of at most 22 bits, it leaves the number rounded in the lowest bits.
const ROUND: f32 = 12_582_912.0;

/// Below this, a row is 0: one over it would not be finite.
const LEAST: f32 = 1e-30;

impl Kernel for RoundRows<'_> {
    type Output = ();

    #[inline(always)]
    fn run<A: Arithmetic>(self, _: A) {
        let RoundRows { inputs, width, pairs, scales } = self;
        let rows = inputs.chunks_exact(width).zip(pairs.chunks_exact_mut(width.div_ceil(2)));
        for ((row, pairs), scale) in rows.zip(scales) {
            // As bits, so that what is not a number is the largest.
            let bits = |number: &f32| number.to_bits() & !(1 << 31);
            let largest = f32::from_bits(row.iter().map(bits).fold(0, u32::max));
            *scale = largest / MOST_INPUT;
            let factor = if largest < LEAST { 0.0 } else { MOST_INPUT / largest };
            let round = |number: f32| (number * factor + ROUND).to_bits() as i16;
            let (whole, rest) = row.as_chunks::<2>();
            for (pair, numbers) in pairs.iter_mut().zip(whole) {
                *pair = numbers.map(round);
            }
            if let ([last], Some(pair)) = (rest, pairs.last_mut()) {
                *pair = [round(*last), 0];
            }
        }
    }
}

/// `out += left * matrix`, row by row, for rows that were rounded.
pub(super) struct AddByteProduct<'a> {
    pub(super) pairs: &'a [Pair],
    pub(super) scales: &'a [f32],
    pub(super) matrix: &'a ByteMatrix,
    pub(super) out: &'a mut [f32],
}

impl Kernel for AddByteProduct<'_> {
    type Output = ();

    #[inline(always)]
    fn run<A: Arithmetic>(self, arithmetic: A) {
        let AddByteProduct { pairs, scales, matrix, out } = self;
        let (depth, columns) = (matrix.inputs.div_ceil(2), matrix.outputs);
        for from in (0..depth).step_by(DEPTH / 2) {
            let steps = (DEPTH / 2).min(depth - from);
            let starts = (0..columns).step_by(PANEL).zip(&matrix.scales);
            for (panel, (column, of_columns)) in matrix.slabs.chunks_exact(depth).zip(starts) {
                let panel = &panel[from..from + steps];
                let lefts = pairs.chunks(TILE * depth).zip(scales.chunks(TILE));
                for ((left, of_rows), out) in lefts.zip(out.chunks_mut(TILE * columns)) {
                    let tile = Tile { left, depth, from, of_rows, of_columns, columns, column };
                    match out.len() / columns {
                        1 => tile.add::<A, 1>(arithmetic, panel, out),
                        2 => tile.add::<A, 2>(arithmetic, panel, out),
                        3 => tile.add::<A, 3>(arithmetic, panel, out),
                        4 => tile.add::<A, 4>(arithmetic, panel, out),
                        5 => tile.add::<A, 5>(arithmetic, panel, out),
                        _ => tile.add::<A, TILE>(arithmetic, panel, out),
                    }
                }
            }
        }
    }
}

/// Some rows of inputs and a panel of outputs.
struct Tile<'a> {
    left: &'a [Pair],
    /// Pairs of a row, and the first of them.
    depth: usize,
    from: usize,
    of_rows: &'a [f32],
    of_columns: &'a [f32; PANEL],
    /// Numbers in a row of outputs, and the first of them.
    columns: usize,
    column: usize,
}

impl Tile<'_> {
    #[inline(always)]
    fn add<A: Arithmetic, const ROWS: usize>(self, arithmetic: A, panel: &[Slab], out: &mut [f32]) {
        let steps = panel.len();
        let rows: [&[Pair]; ROWS] =
            std::array::from_fn(|row| &self.left[row * self.depth + self.from..][..steps]);
        let mut sums = [[arithmetic.no_sums(); 2]; ROWS];
        for (step, slab) in panel.iter().enumerate() {
            let right = [arithmetic.load_pairs(&slab[0]), arithmetic.load_pairs(&slab[1])];
            for row in 0..ROWS {
                let left = arithmetic.splat_pair(rows[row][step]);
                for half in 0..2 {
                    sums[row][half] = arithmetic.add_products(left, right[half], sums[row][half]);
                }
            }
        }
        let width = PANEL.min(self.columns - self.column);
        for (row, sums) in sums.into_iter().enumerate() {
            let mut whole = [[0; LANES]; 2];
            arithmetic.store_sums(sums[0], &mut whole[0]);
            arithmetic.store_sums(sums[1], &mut whole[1]);
            let of_row = self.of_rows[row];
            let out = &mut out[row * self.columns + self.column..][..width];
            let sums = whole.as_flattened().iter().zip(self.of_columns);
            // Rounded twice on purpose: the same bits with and without fused multiply-add.
            for (out, (&sum, of_column)) in out.iter_mut().zip(sums) {
                *out += sum as f32 * (of_row * of_column);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arch::{Portable, dispatch};
    use crate::net::matrix::tests::numbers;
    use proptest::prelude::*;

    /// Rows rounded and multiplied, by the processor's vectors or by plain code.
    fn product(matrix: &ByteMatrix, inputs: &[f32], start: &[f32], plain: bool) -> Vec<f32> {
        let rows = inputs.len() / matrix.inputs;
        let mut pairs = vec![[7; 2]; rows * matrix.inputs.div_ceil(2)];
        let mut scales = vec![0.0; rows];
        let width = matrix.inputs;
        let round = RoundRows { inputs, width, pairs: &mut pairs, scales: &mut scales };
        if plain {
            round.run(Portable)
        } else {
            dispatch(round)
        }
        let mut out = start.to_vec();
        let add = AddByteProduct { pairs: &pairs, scales: &scales, matrix, out: &mut out };
        if plain {
            add.run(Portable)
        } else {
            dispatch(add)
        }
        out
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]

        #[test]
        fn products_are_those_of_steps_times_scales(
            rows in 1_usize..20, depth in 1_usize..1_100, columns in 1_usize..40, seed: u32,
        ) {
            let inputs = numbers(rows * depth, seed);
            let steps: Vec<i8> =
                numbers(columns * depth, seed ^ 77).iter().map(|n| (127.4 * n) as i8).collect();
            let scales: Vec<f32> = numbers(columns, seed ^ 5).iter().map(|n| n.abs()).collect();
            let start = numbers(rows * columns, seed ^ 99);
            let matrix = ByteMatrix::new(depth, &steps, &scales);
            prop_assert_eq!(matrix.steps().collect::<Vec<i8>>(), steps.clone());
            prop_assert_eq!(matrix.scales(), &scales[..]);
            let found = product(&matrix, &inputs, &start, false);
            for (at, found) in found.iter().enumerate() {
                let (row, column) = (at / columns, at % columns);
                let exact = f64::from(start[at]) + f64::from(scales[column]) * (0..depth).map(|k| {
                    f64::from(inputs[row * depth + k]) * f64::from(steps[column * depth + k])
                }).sum::<f64>();
                // Inputs are rounded by at most half a step of 1/32,767, sums by 24 bits.
                let bound = 64.0 * depth as f64 / 32_767.0 * f64::from(scales[column]) + 1e-3;
                prop_assert!((f64::from(*found) - exact).abs() < bound, "{} {}", found, exact);
            }
            let bits = |values: &[f32]| values.iter().map(|n| n.to_bits()).collect::<Vec<u32>>();
            let plain = product(&matrix, &inputs, &start, true);
            prop_assert_eq!(bits(&found), bits(&plain), "the same bits without vectors");
            let alone = product(&matrix, &inputs[..depth], &start[..columns], false);
            prop_assert_eq!(bits(&alone), bits(&found[..columns]), "the same bits alone");
        }

        #[test]
        fn weights_are_rounded_to_the_nearest_step(depth in 1_usize..50, seed: u32) {
            let weights = numbers(3 * depth, seed);
            let matrix = ByteMatrix::round(depth, &weights);
            for (row, (weights, scale)) in
                weights.chunks_exact(depth).zip(matrix.scales()).enumerate()
            {
                let steps: Vec<i8> = matrix.steps().skip(row * depth).take(depth).collect();
                prop_assert!(steps.iter().any(|step| step.abs() == MOST_STEP));
                for (weight, step) in weights.iter().zip(steps) {
                    prop_assert!((weight - scale * f32::from(step)).abs() <= 0.501 * scale);
                }
            }
        }
    }

    #[test]
    fn rows_that_cannot_be_rounded_are_nothing_or_no_numbers() {
        let matrix = ByteMatrix::round(3, &[1.0, -2.0, 0.5, 0.0, 0.0, 0.0]);
        assert_eq!(matrix.scales()[1], 0.0);
        let of = |inputs: [f32; 3]| product(&matrix, &inputs, &[0.25, 0.5], false);
        assert_eq!(of([0.0, -0.0, 0.0]), [0.25, 0.5]);
        assert_eq!(of([1e-38, 0.0, 1e-40]), [0.25, 0.5]);
        for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
            assert!(!of([1.0, bad, 0.0])[0].is_finite(), "{bad}");
        }
        let large = of([3e38, 1e38, 0.0]);
        assert!((large[0] / 1e38 - 1.0).abs() < 0.05, "{large:?}");
    }
}
