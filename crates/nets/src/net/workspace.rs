//! Rows on their way through layers.

use super::layer::{Layer, Placed};
use super::matrix::TILE;
use super::{ByteNetwork, Network};
use crate::arch::Pair;

/// Rows that go through all layers together, so that what lies between two layers stays in
/// the cache.
pub(super) const BLOCK: usize = 16 * TILE;

/// What a pass forwards needs besides the network; it can be used again.
#[derive(Clone, Debug)]
pub struct Workspace {
    /// What lies between two layers.
    pub(super) between: [Vec<f32>; 2],
    /// Inputs of linear layers, rounded for weights of 8 bits.
    pub(super) pairs: Vec<Pair>,
    /// What one step is in each rounded row.
    pub(super) scales: Vec<f32>,
}

impl Workspace {
    /// Enough for a network and all of the same layers.
    pub fn new(network: &Network) -> Workspace {
        let widest = network.layers.iter().map(|layer| layer.outputs).max().unwrap_or(0);
        let between = [vec![0.0; BLOCK * widest], vec![0.0; BLOCK * widest]];
        Workspace { between, pairs: Vec::new(), scales: Vec::new() }
    }

    /// Enough for a network with weights of 8 bits and all of the same layers.
    pub fn of_bytes(network: &ByteNetwork) -> Workspace {
        let layers = network.layers();
        let widest = layers.iter().map(|layer| layer.outputs).max().unwrap_or(0);
        let linear = layers.iter().filter(|layer| matches!(layer.layer, Layer::Linear(_)));
        let pairs = linear.map(|layer| layer.inputs.div_ceil(2)).max().unwrap_or(0);
        Workspace {
            between: [vec![0.0; BLOCK * widest], vec![0.0; BLOCK * widest]],
            pairs: vec![[0; 2]; BLOCK * pairs],
            scales: vec![0.0; BLOCK],
        }
    }
}

/// Takes rows through layers, block by block. `apply` gets the number of a layer, rows that go
/// in and room for those that come out.
pub(super) fn through(
    layers: &[Placed],
    inputs: &[f32],
    between: &mut [Vec<f32>; 2],
    outputs: &mut [f32],
    mut apply: impl FnMut(usize, &[f32], &mut [f32]),
) {
    let [Some(first), Some(last)] = [layers.first(), layers.last()] else { return };
    let [mut from, mut to] = between.each_mut().map(Vec::as_mut_slice);
    let blocks = inputs.chunks(BLOCK * first.inputs);
    for (inputs, outputs) in blocks.zip(outputs.chunks_mut(BLOCK * last.outputs)) {
        let rows = inputs.len() / first.inputs;
        for (index, layer) in layers.iter().enumerate() {
            let x = if index == 0 { inputs } else { &from[..rows * layer.inputs] };
            if index + 1 == layers.len() {
                apply(index, x, outputs);
            } else {
                apply(index, x, &mut to[..rows * layer.outputs]);
                std::mem::swap(&mut from, &mut to);
            }
        }
    }
}
