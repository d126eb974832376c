//! What a file says about its network.

use schemars::JsonSchema;
use serde::Serialize;

use crate::request::values::Streets;
use crate::schema::names::{ModelKinds, Name, NetworkOutputs};

/// A value network: its shape, what it was trained for, and how well it learned that.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct NetworkReport {
    /// How many numbers it has.
    pub parameters: usize,
    /// The betting that follows its leaves.
    pub betting: String,
    /// A hash of that betting.
    pub betting_hash: String,
    /// A hash of the training data.
    pub data: String,
    /// Hidden layers.
    pub depth: usize,
    /// Errors on held-out samples.
    pub errors: String,
    /// The version of the features that it reads.
    pub feature_version: u32,
    /// `quasar range network`.
    pub kind: Name<ModelKinds>,
    /// The sizes of all layers, such as `142-8-8-224`.
    pub layers: String,
    /// The commands that made it.
    pub made_by: String,
    /// `curve` over hands, or a value for each `hand`.
    pub output: Name<NetworkOutputs>,
    /// How many samples of which games it has learned.
    pub samples: String,
    /// The smallest and the largest stack divided by the pot that it has seen.
    pub stack_to_pot: [f32; 2],
    /// The street whose start it values.
    pub street: Name<Streets>,
    /// Bits of a weight: 32 or 8.
    pub weight_bits: u32,
    /// Numbers of a hidden layer.
    pub width: usize,
}

impl NetworkReport {
    /// Each field with its value as the file has it, for people.
    pub fn lines(&self) -> Vec<(&'static str, String)> {
        let [low, high] = self.stack_to_pot;
        vec![
            ("parameters", self.parameters.to_string()),
            ("betting", self.betting.clone()),
            ("betting_hash", self.betting_hash.clone()),
            ("data", self.data.clone()),
            ("depth", self.depth.to_string()),
            ("errors", self.errors.clone()),
            ("feature_version", self.feature_version.to_string()),
            ("kind", self.kind.to_string()),
            ("layers", self.layers.clone()),
            ("made_by", self.made_by.clone()),
            ("output", self.output.to_string()),
            ("samples", self.samples.clone()),
            ("stack_to_pot", format!("{low} {high}")),
            ("street", self.street.to_string()),
            ("weight_bits", self.weight_bits.to_string()),
            ("width", self.width.to_string()),
        ]
    }
}
