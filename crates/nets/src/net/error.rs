//! Why a network cannot be made or filled.

use thiserror::Error;

/// Why a network cannot be made or filled.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum NetError {
    /// No layers, no inputs, or a width out of bounds.
    #[error("layer {layer}: a width of {width}; widths are between 1 and {most}")]
    Width {
        /// The layer, or 0 for the inputs of the network.
        layer: usize,
        /// What was asked for.
        width: usize,
        /// The most that is possible.
        most: usize,
    },
    /// A network needs a layer.
    #[error("a network needs at least one layer")]
    NoLayers,
    /// The slope of a leaky ReLU is not a number between 0 and 1.
    #[error("layer {layer}: the slope of a leaky ReLU is between 0 and 1")]
    Slope {
        /// The layer.
        layer: usize,
    },
    /// More parameters than are possible.
    #[error("the network has more than {most} parameters")]
    TooLarge {
        /// The most that are possible.
        most: usize,
    },
    /// A parameter is not given.
    #[error("there is no `{0}`, which the network needs")]
    Missing(String),
    /// A parameter is given that the network does not have, or it is given twice.
    #[error("`{0}` is not a parameter of the network, or is given twice")]
    Unknown(String),
    /// A parameter has another shape than the network's.
    #[error("`{name}` has the shape {found:?} and {values} values; the network needs {expected:?}")]
    Shape {
        /// The parameter.
        name: String,
        /// The shape that was given.
        found: Vec<usize>,
        /// How many values were given.
        values: usize,
        /// The shape in the network.
        expected: Vec<usize>,
    },
    /// A parameter is infinite or not a number.
    #[error("`{0}` has values that are not finite")]
    NotFinite(String),
    /// A parameter has numbers of another size.
    #[error("`{name}` does not have the {expected} bits for each number that the network needs")]
    Bits {
        /// The parameter.
        name: String,
        /// What the network needs.
        expected: u32,
    },
    /// A weight of 8 bits is not one of its 255 steps.
    #[error("`{0}` has a weight of -128; steps are from -127 to 127")]
    Step(String),
    /// A scale of weights is negative.
    #[error("`{0}` has negative scales")]
    Scale(String),
}
