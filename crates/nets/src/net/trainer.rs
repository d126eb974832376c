//! Gradients of a loss over a batch.
//!
//! A batch is cut into at most [`SLICES`] slices of whole blocks, which depends on its size
//! alone. Slices are worked on in parallel, each with a gradient of its own; the gradients
//! are added in order. So the sum has the same bits for any number of threads. A block goes
//! forwards and backwards while its numbers are in the cache.

use std::ops::Range;

use rayon::prelude::*;

use super::Network;
use super::gelu::{GeluBack, leaky_back};
use super::layer::{Layer, Placed};
use super::matrix::{AddOuter, AddProduct, Slab, pack, panels};
use super::norm::NormBack;
use super::workspace::BLOCK;
use crate::arch::dispatch;

/// Parts of a batch that can be worked on at the same time.
const SLICES: usize = 8;

/// Computes gradients for a network. Holds one gradient for each slice.
#[derive(Clone, Debug)]
pub struct Trainer {
    slices: Vec<Slice>,
    /// Transposed weights of each linear layer but the first.
    panels: Vec<Slab>,
    gradient: Vec<f32>,
}

#[derive(Clone, Debug)]
struct Slice {
    gradient: Vec<f32>,
    loss: f64,
    /// The outputs of each layer for a block, one layer after the other.
    values: Vec<f32>,
    /// Gradients of the outputs and of the inputs of a layer.
    flow: [Vec<f32>; 2],
    scratch: Vec<Slab>,
}

impl Trainer {
    /// A trainer for a network and all of the same layers.
    pub fn new(network: &Network) -> Trainer {
        let count = network.parameters().len();
        let widths = || network.layers.iter().map(|layer| layer.outputs);
        let widest = widths().max().unwrap_or(0).max(network.inputs());
        let slice = Slice {
            gradient: vec![0.0; count],
            loss: 0.0,
            values: vec![0.0; BLOCK * widths().sum::<usize>()],
            flow: [vec![0.0; BLOCK * widest], vec![0.0; BLOCK * widest]],
            scratch: vec![[0.0; 16]; BLOCK],
        };
        let back = network.layers.iter().map(back_panels).sum();
        Trainer {
            slices: vec![slice; SLICES],
            panels: vec![[0.0; 16]; back],
            gradient: vec![0.0; count],
        }
    }

    /// Runs a batch forwards and backwards. `loss(rows, outputs, gradient)` is given the
    /// outputs of some rows, writes the gradient of each output and returns their loss; the
    /// sum of all is returned. Runs in the installed rayon pool.
    ///
    /// # Panics
    ///
    /// If `inputs` is not made of whole rows.
    pub fn pass(
        &mut self,
        network: &Network,
        inputs: &[f32],
        loss: impl Fn(Range<usize>, &[f32], &mut [f32]) -> f64 + Sync,
    ) -> f64 {
        let width = network.inputs();
        assert!(inputs.len().is_multiple_of(width), "whole rows");
        self.pack(network);
        let rows = inputs.len() / width;
        let per_slice = rows.div_ceil(BLOCK).div_ceil(SLICES).max(1) * BLOCK;
        let panels = &self.panels;
        self.slices.par_iter_mut().enumerate().for_each(|(index, slice)| {
            slice.gradient.fill(0.0);
            slice.loss = 0.0;
            let end = rows.min((index + 1) * per_slice);
            for first in (index * per_slice..end).step_by(BLOCK) {
                let rows = first..end.min(first + BLOCK);
                let inputs = &inputs[rows.start * width..rows.end * width];
                slice.block(network, panels, inputs, rows, &loss);
            }
        });
        self.gradient.copy_from_slice(&self.slices[0].gradient);
        for slice in &self.slices[1..rows.div_ceil(per_slice).max(1)] {
            for (sum, part) in self.gradient.iter_mut().zip(&slice.gradient) {
                *sum += part;
            }
        }
        self.slices.iter().map(|slice| slice.loss).sum()
    }

    /// The gradient of the last batch, in the order of [`Network::parameters`].
    pub fn gradient(&self) -> &[f32] {
        &self.gradient
    }

    fn pack(&mut self, network: &Network) {
        let mut scratch = self.panels.as_mut_slice();
        for layer in &network.layers {
            let (own, rest) = scratch.split_at_mut(back_panels(layer));
            scratch = rest;
            if !own.is_empty() {
                let (weights, _) = layer.split(network.parameters());
                let at = |output: usize, input: usize| weights[output * layer.inputs + input];
                pack(layer.outputs, layer.inputs, at, own);
            }
        }
    }
}

/// Slabs that a layer needs to carry gradients back. Nobody asks for those of the inputs.
fn back_panels(layer: &Placed) -> usize {
    match layer.layer {
        Layer::Linear(_) if layer.at > 0 => panels(layer.outputs, layer.inputs),
        _ => 0,
    }
}

impl Slice {
    fn block(
        &mut self,
        network: &Network,
        mut panels: &[Slab],
        inputs: &[f32],
        rows: Range<usize>,
        loss: &impl Fn(Range<usize>, &[f32], &mut [f32]) -> f64,
    ) {
        let count = rows.len();
        let mut scratch = self.values.as_mut_slice();
        let mut x = inputs;
        for layer in &network.layers {
            let (values, rest) = std::mem::take(&mut scratch).split_at_mut(count * layer.outputs);
            network.apply(layer, x, values);
            (x, scratch) = (values, rest);
        }
        let [mut flow, mut next] = self.flow.each_mut().map(Vec::as_mut_slice);
        self.loss += loss(rows, x, &mut flow[..count * network.outputs()]);

        let mut end: usize = network.layers.iter().map(|layer| count * layer.outputs).sum();
        for (index, layer) in network.layers.iter().enumerate().rev() {
            end -= count * layer.outputs;
            let before = end - if index == 0 { 0 } else { count * layer.inputs };
            let x = if index == 0 { inputs } else { &self.values[before..end] };
            let dy = &mut flow[..count * layer.outputs];
            let (weights, _) = layer.split(network.parameters());
            let (weight_gradient, bias_gradient) = layer.split_mut(&mut self.gradient);
            match layer.layer {
                Layer::Linear(_) => {
                    for row in dy.chunks_exact(layer.outputs) {
                        for (sum, part) in bias_gradient.iter_mut().zip(row) {
                            *sum += part;
                        }
                    }
                    dispatch(AddOuter {
                        left: dy,
                        lefts: layer.outputs,
                        right: x,
                        rights: layer.inputs,
                        out: weight_gradient,
                        scratch: &mut self.scratch,
                    });
                    let own;
                    (panels, own) = panels.split_at(panels.len() - back_panels(layer));
                    if !own.is_empty() {
                        let out = &mut next[..count * layer.inputs];
                        out.fill(0.0);
                        dispatch(AddProduct {
                            left: dy,
                            depth: layer.outputs,
                            panels: own,
                            out,
                            columns: layer.inputs,
                        });
                        std::mem::swap(&mut flow, &mut next);
                    }
                }
                Layer::Norm => dispatch(NormBack {
                    inputs: x,
                    scale: weights,
                    gradient: dy,
                    scale_gradient: weight_gradient,
                    shift_gradient: bias_gradient,
                }),
                Layer::Gelu => dispatch(GeluBack { inputs: x, gradient: dy }),
                Layer::LeakyRelu(slope) => leaky_back(slope, x, dy),
            }
        }
    }
}
