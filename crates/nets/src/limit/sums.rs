//! Sums over hands in double precision, in eight interleaved parts and thus always in the
//! same order.

const PARTS: usize = 8;

/// A number of hands rounded up to whole blocks of eight.
pub(super) fn padded(hands: usize) -> usize {
    hands.next_multiple_of(8)
}

/// The sum of a row.
pub(super) fn total(row: &[f32]) -> f64 {
    let (blocks, rest) = row.as_chunks::<PARTS>();
    let mut sums = [0.0; PARTS];
    for block in blocks {
        for (sum, &value) in sums.iter_mut().zip(block) {
            *sum += f64::from(value);
        }
    }
    sums.iter().sum::<f64>() + rest.iter().map(|&value| f64::from(value)).sum::<f64>()
}

/// The sum of products of two rows.
pub(super) fn weighted(row: &[f32], weights: &[f32]) -> f64 {
    let ((blocks, rest), (of_weights, rest_of_weights)) =
        (row.as_chunks::<PARTS>(), weights.as_chunks::<PARTS>());
    let mut sums = [0.0; PARTS];
    for (block, weights) in blocks.iter().zip(of_weights) {
        for ((sum, &value), &weight) in sums.iter_mut().zip(block).zip(weights) {
            *sum += f64::from(value) * f64::from(weight);
        }
    }
    let rest = rest.iter().zip(rest_of_weights);
    sums.iter().sum::<f64>()
        + rest.map(|(&value, &weight)| f64::from(value) * f64::from(weight)).sum::<f64>()
}

/// The sum of products of three rows.
pub(super) fn weighted_product(belief: &[f32], compatible_weight: &[f32], values: &[f32]) -> f64 {
    let mut sums = [0.0; PARTS];
    let (beliefs, belief_rest) = belief.as_chunks::<PARTS>();
    let (compatible_weights, compatible_rest) = compatible_weight.as_chunks::<PARTS>();
    let (blocks, rest) = values[..compatible_weight.len()].as_chunks::<PARTS>();
    for ((belief, compatible_weight), values) in beliefs.iter().zip(compatible_weights).zip(blocks)
    {
        let products = belief.iter().zip(compatible_weight).zip(values);
        for (sum, ((&belief, &compatible_weight), &value)) in sums.iter_mut().zip(products) {
            *sum += f64::from(belief) * f64::from(compatible_weight) * f64::from(value);
        }
    }
    let rest = belief_rest.iter().zip(compatible_rest).zip(rest);
    let product = |((&belief, &compatible_weight), &value): ((&f32, &f32), &f32)| {
        f64::from(belief) * f64::from(compatible_weight) * f64::from(value)
    };
    sums.iter().sum::<f64>() + rest.map(product).sum::<f64>()
}
