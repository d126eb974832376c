//! A network over ranges of buckets, with a layer that makes its answers zero-sum.
//!
//! Layers are those of DeepStack (Moravcik et al. 2017) but for the activation: hidden layers
//! with leaky ReLUs, a value for each bucket of each player, and the outer layer
//!
//! ```text
//! v - (r_0 . v_0 + r_1 . v_1) / 2
//! ```
//!
//! after which what one player wins the other loses, by the ranges of buckets.

use std::sync::Mutex;
use std::sync::PoisonError;

use super::packing::{EXPANDED, HEAD, expand, read_ratio};
use super::{BUCKETS, ClassicError, ValueNet};
use crate::net::{Layer, NetError, Network, Workspace};

/// A dense network over [`BUCKETS`] of each player.
#[derive(Debug)]
pub struct BucketNetwork {
    network: Network,
    workspace: Mutex<Workspace>,
}

impl Clone for BucketNetwork {
    fn clone(&self) -> BucketNetwork {
        BucketNetwork::from_network(self.network.clone())
    }
}

/// What the layers read of a state.
pub(super) const INPUTS: usize = EXPANDED + 2 * BUCKETS;
/// What they write.
pub(super) const OUTPUTS: usize = 2 * BUCKETS;

impl BucketNetwork {
    /// A network that has learned nothing.
    pub fn new(width: usize, depth: usize, seed: u64) -> Result<BucketNetwork, NetError> {
        let hidden = [Layer::Linear(width), Layer::LeakyRelu(0.01)];
        let mut layers: Vec<Layer> = (0..depth).flat_map(|_| hidden).collect();
        layers.push(Layer::Linear(OUTPUTS));
        Ok(BucketNetwork::from_network(Network::new(INPUTS, &layers, seed)?))
    }

    pub(super) fn from_network(network: Network) -> BucketNetwork {
        let workspace = Mutex::new(Workspace::new(&network));
        BucketNetwork { network, workspace }
    }

    /// The layers.
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// The layers, for loading.
    pub fn network_mut(&mut self) -> &mut Network {
        &mut self.network
    }

    /// Answers to expanded inputs, before they are limited to what can be won.
    pub(super) fn forward(&self, inputs: &[f32], outputs: &mut [f32]) {
        let mut workspace = self.workspace.lock().unwrap_or_else(PoisonError::into_inner);
        self.network.forward(inputs, &mut workspace, outputs);
        for (input, output) in inputs.chunks_exact(INPUTS).zip(outputs.chunks_exact_mut(OUTPUTS)) {
            zero_sum(&input[EXPANDED..], output);
        }
    }
}

/// The outer layer. Ranges are scaled to a mean of 1.
pub(super) fn zero_sum(ranges: &[f32], values: &mut [f32]) {
    let sum: f32 = ranges.iter().zip(&*values).map(|(range, value)| range * value).sum();
    let excess = sum / (2 * BUCKETS) as f32;
    values.iter_mut().for_each(|value| *value -= excess);
}

/// The gradient of the layer before, given that of the outer layer.
pub(super) fn zero_sum_back(ranges: &[f32], gradient: &mut [f32]) {
    let sum: f32 = gradient.iter().sum();
    for (slope, range) in gradient.iter_mut().zip(ranges) {
        *slope -= sum * range / (2 * BUCKETS) as f32;
    }
}

impl ValueNet for BucketNetwork {
    fn input_size(&self) -> usize {
        HEAD + BUCKETS
    }

    fn output_size(&self) -> usize {
        BUCKETS
    }

    fn is_sparse(&self) -> bool {
        false
    }

    fn compute_values(
        &self,
        queries: &[f32],
        _: Option<&[u32]>,
        answers: &mut [f32],
    ) -> Result<(), ClassicError> {
        let size = 2 * self.input_size();
        let batch = queries.len() / size;
        let (found, expected) = (queries.len(), batch * size);
        if found != expected {
            return Err(ClassicError::Size { what: "queries", found, expected });
        }
        let (found, expected) = (answers.len(), batch * OUTPUTS);
        if found != expected {
            return Err(ClassicError::Size { what: "answers", found, expected });
        }
        let mut inputs = vec![0.0; batch * INPUTS];
        for (query, (packed, input)) in
            queries.chunks_exact(size).zip(inputs.chunks_exact_mut(INPUTS)).enumerate()
        {
            let (first, second) = packed.split_at(self.input_size());
            read_ratio(first, query)?;
            let cards = first[3..HEAD].iter();
            if cards.clone().any(|&card| !(-1.0..52.0).contains(&card)) {
                return Err(ClassicError::Invalid { query, what: "board" });
            }
            expand([first, second], input);
        }
        self.forward(&inputs, answers);
        for (packed, answer) in queries.chunks_exact(size).zip(answers.chunks_exact_mut(OUTPUTS)) {
            let bound = 0.5 + packed[2];
            answer.iter_mut().for_each(|value| *value = value.clamp(-bound, bound));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The gradient of the outer layer is that of finite differences.
    #[test]
    fn the_outer_layer_is_zero_sum_and_has_its_gradient() {
        let ranges: Vec<f32> = (0..OUTPUTS).map(|place| (place * 7 % 5) as f32 / 2.0).collect();
        let scale = |side: &[f32]| BUCKETS as f32 / side.iter().sum::<f32>();
        let (first, second) = ranges.split_at(BUCKETS);
        let scales = [scale(first), scale(second)];
        let ranges: Vec<f32> = ranges
            .iter()
            .enumerate()
            .map(|(place, range)| range * scales[place / BUCKETS])
            .collect();
        let values: Vec<f32> = (0..OUTPUTS).map(|place| (place * 11 % 17) as f32 / 9.0).collect();
        let slopes: Vec<f32> = (0..OUTPUTS).map(|place| (place * 5 % 13) as f32 - 6.0).collect();
        let after = |values: &[f32]| {
            let mut values = values.to_vec();
            zero_sum(&ranges, &mut values);
            values
        };
        let sum: f32 = ranges.iter().zip(after(&values)).map(|(range, value)| range * value).sum();
        assert!(sum.abs() < 1e-3, "{sum}");
        let mut gradient = slopes.clone();
        zero_sum_back(&ranges, &mut gradient);
        let loss = |values: &[f32]| -> f32 {
            after(values).iter().zip(&slopes).map(|(value, slope)| value * slope).sum()
        };
        for place in [0, 3, 70, 127] {
            let mut moved = values.clone();
            moved[place] += 1.0;
            let slope = loss(&moved) - loss(&values);
            assert!((slope - gradient[place]).abs() < 1e-2, "{slope} {}", gradient[place]);
        }
    }
}
