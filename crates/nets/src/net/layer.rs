//! What a network is made of.

use super::NetError;

/// The widest layer.
const MOST_WIDTH: usize = 1 << 16;

/// The most parameters of a network: a gigabyte.
const MOST_PARAMETERS: usize = 1 << 28;

/// One layer. Its inputs are the outputs of the layer before it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Layer {
    /// `y = W x + b` with so many outputs.
    Linear(usize),
    /// Layer normalisation: each row is shifted and scaled to mean 0 and variance 1 (plus
    /// 1e-5 under the root), then each place is scaled and shifted by parameters.
    Norm,
    /// `x Phi(x)`, with Phi the distribution function of the normal distribution.
    Gelu,
    /// `x` where it is positive, elsewhere `slope * x`. A slope of 0 is a plain ReLU.
    LeakyRelu(f32),
}

/// A layer with its place among the parameters.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Placed {
    pub(super) layer: Layer,
    pub(super) inputs: usize,
    pub(super) outputs: usize,
    /// Where its weights begin, before its biases.
    pub(super) at: usize,
    /// Where the panels of its weights begin; see [`super::matrix`].
    pub(super) panels: usize,
}

impl Placed {
    pub(super) fn weights(&self) -> usize {
        match self.layer {
            Layer::Linear(_) => self.inputs * self.outputs,
            Layer::Norm => self.inputs,
            Layer::Gelu | Layer::LeakyRelu(_) => 0,
        }
    }

    pub(super) fn biases(&self) -> usize {
        match self.layer {
            Layer::Linear(_) | Layer::Norm => self.outputs,
            Layer::Gelu | Layer::LeakyRelu(_) => 0,
        }
    }

    /// Its weights and biases among all parameters.
    pub(super) fn split<'a>(&self, parameters: &'a [f32]) -> (&'a [f32], &'a [f32]) {
        parameters[self.at..][..self.weights() + self.biases()].split_at(self.weights())
    }

    /// The same for numbers that change.
    pub(super) fn split_mut<'a>(
        &self,
        parameters: &'a mut [f32],
    ) -> (&'a mut [f32], &'a mut [f32]) {
        parameters[self.at..][..self.weights() + self.biases()].split_at_mut(self.weights())
    }

    pub(super) fn shape(&self) -> Vec<usize> {
        match self.layer {
            Layer::Linear(_) => vec![self.outputs, self.inputs],
            _ => vec![self.outputs],
        }
    }
}

/// Gives each layer its place. The second number is how many parameters there are.
pub(super) fn place(inputs: usize, layers: &[Layer]) -> Result<(Vec<Placed>, usize), NetError> {
    let fits = |layer: usize, width: usize| match width {
        1..=MOST_WIDTH => Ok(width),
        _ => Err(NetError::Width { layer, width, most: MOST_WIDTH }),
    };
    if layers.is_empty() {
        return Err(NetError::NoLayers);
    }
    let mut width = fits(0, inputs)?;
    let (mut at, mut panels) = (0, 0);
    let mut placed = Vec::with_capacity(layers.len());
    for (index, &layer) in layers.iter().enumerate() {
        let outputs = match layer {
            Layer::Linear(outputs) => fits(index, outputs)?,
            Layer::LeakyRelu(slope) if !(0.0..=1.0).contains(&slope) => {
                return Err(NetError::Slope { layer: index });
            }
            _ => width,
        };
        let place = Placed { layer, inputs: width, outputs, at, panels };
        at += place.weights() + place.biases();
        if let Layer::Linear(_) = layer {
            panels += super::matrix::panels(width, outputs);
        }
        if at > MOST_PARAMETERS {
            return Err(NetError::TooLarge { most: MOST_PARAMETERS });
        }
        width = outputs;
        placed.push(place);
    }
    Ok((placed, at))
}
