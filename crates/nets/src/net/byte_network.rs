//! A network whose weights have 8 bits, for inference.
//!
//! Each weight of a linear layer is one of 255 steps of the largest of its output, so there is
//! a scale for each output; biases and normalisations keep their 32 bits. It takes a quarter of
//! the memory and cannot be trained.

use super::byte_matrix::{AddByteProduct, ByteMatrix, MOST_STEP, RoundRows};
use super::gelu::{Gelu, leaky};
use super::layer::{Layer, Placed, place};
use super::norm::Norm;
use super::workspace::{Workspace, through};
use super::{NetError, Network};
use crate::arch::dispatch;

/// Layers with weights of 8 bits.
#[derive(Clone, PartialEq, Debug)]
pub struct ByteNetwork {
    layers: Vec<Placed>,
    parameters: Vec<Parameters>,
}

/// The parameters of a layer.
#[derive(Clone, PartialEq, Debug)]
enum Parameters {
    Linear { weights: ByteMatrix, biases: Vec<f32> },
    Norm { scale: Vec<f32>, shift: Vec<f32> },
    None,
}

/// A named parameter of a [`ByteNetwork`]: what files hold.
#[derive(Clone, PartialEq, Debug)]
pub struct ByteTensor {
    /// The number of the layer and `weight`, `scale` or `bias`, such as `0.scale`.
    pub name: String,
    /// Of a linear layer's weights `[outputs, inputs]`, of everything else `[width]`.
    pub shape: Vec<usize>,
    /// The last index runs fastest.
    pub values: ByteValues,
}

/// The numbers of a [`ByteTensor`].
#[derive(Clone, PartialEq, Debug)]
pub enum ByteValues {
    /// Scales, biases and normalisations.
    Full(Vec<f32>),
    /// Weights of linear layers, in steps from -127 to 127.
    Steps(Vec<i8>),
}

impl ByteNetwork {
    /// A network with its weights rounded.
    pub fn of(network: &Network) -> ByteNetwork {
        let layers = network.layers.clone();
        let rounded = |layer: &Placed| {
            let (weights, biases) = layer.split(network.parameters());
            match layer.layer {
                Layer::Linear(_) => Parameters::Linear {
                    weights: ByteMatrix::round(layer.inputs, weights),
                    biases: biases.to_vec(),
                },
                Layer::Norm => Parameters::Norm { scale: weights.to_vec(), shift: biases.to_vec() },
                Layer::Gelu | Layer::LeakyRelu(_) => Parameters::None,
            }
        };
        let parameters = layers.iter().map(rounded).collect();
        ByteNetwork { layers, parameters }
    }

    /// A network of parameters by name, in any order. All must be given, with their shapes.
    pub fn load(
        inputs: usize,
        layers: &[Layer],
        tensors: Vec<ByteTensor>,
    ) -> Result<ByteNetwork, NetError> {
        let (layers, _) = place(inputs, layers)?;
        let mut given = Given(tensors);
        let mut parameters = Vec::with_capacity(layers.len());
        for (index, layer) in layers.iter().enumerate() {
            let width = || vec![layer.outputs];
            parameters.push(match layer.layer {
                Layer::Linear(_) => {
                    let steps = given.steps(format!("{index}.weight"), layer.shape())?;
                    let scales = given.scales(format!("{index}.scale"), width())?;
                    let biases = given.full(format!("{index}.bias"), width())?;
                    let weights = ByteMatrix::new(layer.inputs, &steps, &scales);
                    Parameters::Linear { weights, biases }
                }
                Layer::Norm => Parameters::Norm {
                    scale: given.full(format!("{index}.weight"), width())?,
                    shift: given.full(format!("{index}.bias"), width())?,
                },
                Layer::Gelu | Layer::LeakyRelu(_) => Parameters::None,
            });
        }
        match given.0.pop() {
            Some(tensor) => Err(NetError::Unknown(tensor.name)),
            None => Ok(ByteNetwork { layers, parameters }),
        }
    }

    /// The parameters with their names, in their order.
    pub fn tensors(&self) -> Vec<ByteTensor> {
        let mut tensors = Vec::new();
        for (index, (layer, parameters)) in self.layers.iter().zip(&self.parameters).enumerate() {
            let mut add = |what: &str, shape: Vec<usize>, values: ByteValues| {
                tensors.push(ByteTensor { name: format!("{index}.{what}"), shape, values });
            };
            let full = |values: &[f32]| ByteValues::Full(values.to_vec());
            match parameters {
                Parameters::Linear { weights, biases } => {
                    add("weight", layer.shape(), ByteValues::Steps(weights.steps().collect()));
                    add("scale", vec![layer.outputs], full(weights.scales()));
                    add("bias", vec![layer.outputs], full(biases));
                }
                Parameters::Norm { scale, shift } => {
                    add("weight", vec![layer.outputs], full(scale));
                    add("bias", vec![layer.outputs], full(shift));
                }
                Parameters::None => {}
            }
        }
        tensors
    }

    /// The same network with 32 bits for each weight, for other programs.
    pub fn to_full(&self) -> Network {
        let layers: Vec<Layer> = self.layers.iter().map(|layer| layer.layer).collect();
        let mut full = Network::new(self.inputs(), &layers, 0)
            .expect("layers that have been placed can be placed again");
        full.edit(|all| {
            for (layer, parameters) in self.layers.iter().zip(&self.parameters) {
                let (to_weights, to_biases) = layer.split_mut(all);
                match parameters {
                    Parameters::Linear { weights, biases } => {
                        for (place, (to, step)) in
                            to_weights.iter_mut().zip(weights.steps()).enumerate()
                        {
                            *to = weights.scales()[place / layer.inputs] * f32::from(step);
                        }
                        to_biases.copy_from_slice(biases);
                    }
                    Parameters::Norm { scale, shift } => {
                        to_weights.copy_from_slice(scale);
                        to_biases.copy_from_slice(shift);
                    }
                    Parameters::None => {}
                }
            }
        });
        full
    }

    /// Numbers in a row that goes in.
    pub fn inputs(&self) -> usize {
        self.layers.first().map_or(0, |layer| layer.inputs)
    }

    /// Numbers in a row that comes out.
    pub fn outputs(&self) -> usize {
        self.layers.last().map_or(0, |layer| layer.outputs)
    }

    pub(super) fn layers(&self) -> &[Placed] {
        &self.layers
    }

    /// The outputs of a batch, as [`Network::forward`] gives them: nothing is allocated, and a
    /// row has the same bits whatever the others are.
    ///
    /// # Panics
    ///
    /// If the two lengths are not those of the same number of rows, or if the workspace is
    /// that of a narrower network or of one with weights of 32 bits.
    pub fn forward(&self, inputs: &[f32], workspace: &mut Workspace, outputs: &mut [f32]) {
        assert_eq!(inputs.len() * self.outputs(), outputs.len() * self.inputs());
        let Workspace { between, pairs, scales } = workspace;
        through(&self.layers, inputs, between, outputs, |index, inputs, values| {
            match (&self.parameters[index], self.layers[index].layer) {
                (Parameters::Linear { weights, biases }, _) => {
                    for row in values.chunks_exact_mut(biases.len()) {
                        row.copy_from_slice(biases);
                    }
                    let width = self.layers[index].inputs;
                    let rows = inputs.len() / width;
                    let pairs = &mut pairs[..rows * width.div_ceil(2)];
                    let scales = &mut scales[..rows];
                    dispatch(RoundRows { inputs, width, pairs, scales });
                    dispatch(AddByteProduct { pairs, scales, matrix: weights, out: values });
                }
                (Parameters::Norm { scale, shift }, _) => {
                    dispatch(Norm { inputs, scale, shift, values });
                }
                (Parameters::None, Layer::LeakyRelu(slope)) => leaky(slope, inputs, values),
                (Parameters::None, _) => dispatch(Gelu { inputs, values }),
            }
        });
    }
}

/// Tensors that nobody has asked for yet.
struct Given(Vec<ByteTensor>);

impl Given {
    fn take(&mut self, name: &str, shape: Vec<usize>) -> Result<ByteTensor, NetError> {
        let place = self.0.iter().position(|tensor| tensor.name == name);
        let tensor = place.map(|place| self.0.swap_remove(place));
        let tensor = tensor.ok_or_else(|| NetError::Missing(name.to_owned()))?;
        let values = match &tensor.values {
            ByteValues::Full(values) => values.len(),
            ByteValues::Steps(values) => values.len(),
        };
        if tensor.shape != shape || values != shape.iter().product::<usize>() {
            let (name, found) = (tensor.name, tensor.shape);
            return Err(NetError::Shape { name, found, values, expected: shape });
        }
        Ok(tensor)
    }

    fn steps(&mut self, name: String, shape: Vec<usize>) -> Result<Vec<i8>, NetError> {
        match self.take(&name, shape)?.values {
            ByteValues::Full(_) => Err(NetError::Bits { name, expected: 8 }),
            ByteValues::Steps(steps) if steps.iter().any(|&step| step < -MOST_STEP) => {
                Err(NetError::Step(name))
            }
            ByteValues::Steps(steps) => Ok(steps),
        }
    }

    fn full(&mut self, name: String, shape: Vec<usize>) -> Result<Vec<f32>, NetError> {
        match self.take(&name, shape)?.values {
            ByteValues::Steps(_) => Err(NetError::Bits { name, expected: 32 }),
            ByteValues::Full(values) if !values.iter().all(|value| value.is_finite()) => {
                Err(NetError::NotFinite(name))
            }
            ByteValues::Full(values) => Ok(values),
        }
    }

    fn scales(&mut self, name: String, shape: Vec<usize>) -> Result<Vec<f32>, NetError> {
        let scales = self.full(name.clone(), shape)?;
        match scales.iter().all(|&scale| scale >= 0.0) {
            true => Ok(scales),
            false => Err(NetError::Scale(name)),
        }
    }
}
