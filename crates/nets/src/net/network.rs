//! A network and its values.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use super::NetError;
use super::gelu::{Gelu, leaky};
use super::layer::{Layer, Placed, place};
use super::matrix::{AddProduct, Slab, pack, panels};
use super::norm::Norm;
use super::workspace::{Workspace, through};
use crate::arch::dispatch;

/// Layers with their parameters.
#[derive(Clone, Debug)]
pub struct Network {
    pub(super) layers: Vec<Placed>,
    parameters: Vec<f32>,
    /// The weights of linear layers once more, in the order in which they are read.
    panels: Vec<Slab>,
}

/// A named parameter: what files hold.
#[derive(Clone, PartialEq, Debug)]
pub struct Tensor<'a> {
    /// The number of the layer and `weight` or `bias`, such as `0.weight`.
    pub name: String,
    /// Of a linear layer's weights `[outputs, inputs]`, of everything else `[width]`.
    pub shape: Vec<usize>,
    /// The last index runs fastest.
    pub values: &'a [f32],
}

impl Network {
    /// A network that has learned nothing: weights and biases of a linear layer are uniform
    /// between plus and minus one over the root of its inputs.
    pub fn new(inputs: usize, layers: &[Layer], seed: u64) -> Result<Network, NetError> {
        let (layers, count) = place(inputs, layers)?;
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut parameters = vec![0.0; count];
        for layer in &layers {
            let (weights, biases) = layer.split_mut(&mut parameters);
            match layer.layer {
                Layer::Linear(_) => {
                    let bound = 1.0 / (layer.inputs as f32).sqrt();
                    for parameter in weights.iter_mut().chain(biases) {
                        let unit = (random.next_u64() >> 40) as f32 / (1_u32 << 24) as f32;
                        *parameter = bound * (2.0 * unit - 1.0);
                    }
                }
                Layer::Norm => weights.fill(1.0),
                Layer::Gelu | Layer::LeakyRelu(_) => {}
            }
        }
        let linear = layers.iter().filter(|layer| matches!(layer.layer, Layer::Linear(_)));
        let slabs = linear.map(|layer| panels(layer.inputs, layer.outputs)).sum();
        let mut network = Network { layers, parameters, panels: vec![[0.0; 16]; slabs] };
        network.pack();
        Ok(network)
    }

    /// Numbers in a row that goes in.
    pub fn inputs(&self) -> usize {
        self.layers.first().map_or(0, |layer| layer.inputs)
    }

    /// Numbers in a row that comes out.
    pub fn outputs(&self) -> usize {
        self.layers.last().map_or(0, |layer| layer.outputs)
    }

    /// The layers.
    pub fn layers(&self) -> impl Iterator<Item = Layer> + '_ {
        self.layers.iter().map(|layer| layer.layer)
    }

    /// All parameters, layer by layer, weights before biases.
    pub fn parameters(&self) -> &[f32] {
        &self.parameters
    }

    /// Changes parameters.
    pub fn edit(&mut self, change: impl FnOnce(&mut [f32])) {
        change(&mut self.parameters);
        self.pack();
    }

    /// The parameters with their names, in their order.
    pub fn tensors(&self) -> impl Iterator<Item = Tensor<'_>> {
        self.layers.iter().enumerate().flat_map(|(index, layer)| {
            let (weights, biases) = layer.split(&self.parameters);
            let weights =
                Tensor { name: format!("{index}.weight"), shape: layer.shape(), values: weights };
            let biases = Tensor {
                name: format!("{index}.bias"),
                shape: vec![layer.outputs],
                values: biases,
            };
            [weights, biases].into_iter().filter(|tensor| !tensor.values.is_empty())
        })
    }

    /// Takes over parameters by name, in any order. All must be given, with their shapes; on
    /// an error nothing changes.
    pub fn load<'a>(
        &mut self,
        tensors: impl IntoIterator<Item = Tensor<'a>>,
    ) -> Result<(), NetError> {
        let expected: Vec<(String, Vec<usize>, usize)> = self
            .tensors()
            .scan(0, |at, tensor| {
                let start = *at;
                *at += tensor.values.len();
                Some((tensor.name, tensor.shape, start))
            })
            .collect();
        let mut given = vec![false; expected.len()];
        let mut parameters = self.parameters.clone();
        for tensor in tensors {
            let known = expected.iter().position(|(name, ..)| *name == tensor.name);
            let Some(index) = known.filter(|&index| !given[index]) else {
                return Err(NetError::Unknown(tensor.name));
            };
            let (_, shape, start) = &expected[index];
            let count: usize = shape.iter().product();
            if tensor.shape != *shape || tensor.values.len() != count {
                return Err(NetError::Shape {
                    name: tensor.name,
                    found: tensor.shape,
                    values: tensor.values.len(),
                    expected: shape.clone(),
                });
            }
            if !tensor.values.iter().all(|value| value.is_finite()) {
                return Err(NetError::NotFinite(tensor.name));
            }
            parameters[*start..*start + count].copy_from_slice(tensor.values);
            given[index] = true;
        }
        if let Some(index) = given.iter().position(|given| !given) {
            return Err(NetError::Missing(expected[index].0.clone()));
        }
        self.edit(|own| own.copy_from_slice(&parameters));
        Ok(())
    }

    /// The outputs of a batch: rows of inputs one after the other, rows of outputs likewise.
    /// Allocates nothing. The same bits for each row whatever the others are.
    ///
    /// # Panics
    ///
    /// If the two lengths are not those of the same number of rows, or if the workspace is
    /// that of a narrower network.
    pub fn forward(&self, inputs: &[f32], workspace: &mut Workspace, outputs: &mut [f32]) {
        assert_eq!(inputs.len() * self.outputs(), outputs.len() * self.inputs());
        let Workspace { between, .. } = workspace;
        through(&self.layers, inputs, between, outputs, |index, inputs, values| {
            self.apply(&self.layers[index], inputs, values);
        });
    }

    /// One layer on some rows.
    pub(super) fn apply(&self, layer: &Placed, inputs: &[f32], values: &mut [f32]) {
        let (weights, biases) = layer.split(&self.parameters);
        match layer.layer {
            Layer::Linear(_) => {
                for row in values.chunks_exact_mut(layer.outputs) {
                    row.copy_from_slice(biases);
                }
                let slabs = panels(layer.inputs, layer.outputs);
                dispatch(AddProduct {
                    left: inputs,
                    depth: layer.inputs,
                    panels: &self.panels[layer.panels..][..slabs],
                    out: values,
                    columns: layer.outputs,
                });
            }
            Layer::Norm => dispatch(Norm { inputs, scale: weights, shift: biases, values }),
            Layer::Gelu => dispatch(Gelu { inputs, values }),
            Layer::LeakyRelu(slope) => leaky(slope, inputs, values),
        }
    }

    fn pack(&mut self) {
        for layer in &self.layers {
            if let Layer::Linear(_) = layer.layer {
                let (weights, _) = layer.split(&self.parameters);
                let slabs = panels(layer.inputs, layer.outputs);
                let at = |input: usize, output: usize| weights[output * layer.inputs + input];
                let scratch = &mut self.panels[layer.panels..][..slabs];
                pack(layer.inputs, layer.outputs, at, scratch);
            }
        }
    }
}
