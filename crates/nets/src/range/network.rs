//! A network over range features.

use quasar_cards::Street;
use quasar_solver::Player;

use super::features::{BATCH, FEATURE_VERSION, HandFeature, LeafFeatures, VERSION_1};
use super::head::{HandRows, Head};
use crate::net::{
    ByteNetwork, ByteTensor, ByteValues, Layer, NetError, Network, Tensor, Workspace,
};

/// How outputs become values of hands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Output {
    /// One pass per leaf gives a curve over hands.
    Curve,
    /// One pass per hand gives its value: the reference, too slow for a search.
    Hand,
}

/// What a network is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NetworkSpec {
    /// Turn or river.
    pub street: Street,
    /// How outputs become values.
    pub output: Output,
    /// Numbers in each hidden layer.
    pub width: usize,
    /// Hidden layers.
    pub depth: usize,
    /// The version of the features that it reads.
    pub version: u32,
}

/// A network that gives values to hands.
#[derive(Clone, Debug)]
pub struct RangeNetwork {
    spec: NetworkSpec,
    layers: Layers,
}

/// The layers of a network, with weights of 32 or of 8 bits.
#[derive(Clone, Debug)]
pub enum Layers {
    /// As they were learned.
    Full(Network),
    /// Rounded, for inference.
    Bytes(ByteNetwork),
}

/// Numbers of a hand that a network per hand reads besides those of the leaf.
const HAND_INPUTS: usize = HandFeature::COUNT;

/// What [`RangeNetwork::values`] needs besides the network; it can be used again.
#[derive(Debug)]
pub struct NetworkScratch {
    /// The features of the last batch.
    pub features: LeafFeatures,
    inputs: Vec<f32>,
    outputs: Vec<f32>,
    values: Vec<f32>,
    workspace: Workspace,
}

/// Hands that go through a network per hand together.
const HANDS: usize = 96;

impl NetworkSpec {
    /// The knots of a curve.
    pub(super) fn head(&self) -> Head {
        if self.street == Street::River { Head::RIVER } else { Head::TURN }
    }

    /// The latest version of the features that a street has: turns have nothing new in 2.
    pub fn latest(street: Street) -> u32 {
        if street == Street::River { FEATURE_VERSION } else { 1 }
    }

    /// How many numbers of a leaf it reads.
    pub(super) fn leaf(&self) -> usize {
        super::leaf_features(self.version).unwrap_or(VERSION_1)
    }

    fn inputs(&self) -> usize {
        match self.output {
            Output::Curve => self.leaf(),
            Output::Hand => self.leaf() + HAND_INPUTS,
        }
    }

    /// The layers in words, such as `85-128-128-224`.
    pub fn text(&self) -> String {
        let mut text = self.inputs().to_string();
        for _ in 0..self.depth {
            text += &format!("-{}", self.width);
        }
        format!("{text}-{}", self.outputs())
    }

    /// How many numbers come out of its layers.
    pub(super) fn outputs(&self) -> usize {
        match self.output {
            Output::Curve => self.head().outputs(),
            Output::Hand => 1,
        }
    }

    /// Its layers.
    fn layers(&self) -> Vec<Layer> {
        let hidden = [Layer::Linear(self.width), Layer::LeakyRelu(0.01)];
        let mut layers: Vec<Layer> = (0..self.depth).flat_map(|_| hidden).collect();
        layers.push(Layer::Linear(self.outputs()));
        layers
    }

    /// A network that has learned nothing. Its last layer is 0, so that hands are worth their
    /// equity.
    pub(super) fn network(&self, seed: u64) -> Result<Network, NetError> {
        let mut network = Network::new(self.inputs(), &self.layers(), seed)?;
        let last = self.outputs() * (1 + if self.depth == 0 { self.inputs() } else { self.width });
        network.edit(|parameters| {
            let start = parameters.len() - last;
            parameters[start..].fill(0.0);
        });
        Ok(network)
    }
}

impl Layers {
    fn workspace(&self) -> Workspace {
        match self {
            Layers::Full(network) => Workspace::new(network),
            Layers::Bytes(network) => Workspace::of_bytes(network),
        }
    }

    fn forward(&self, inputs: &[f32], workspace: &mut Workspace, outputs: &mut [f32]) {
        match self {
            Layers::Full(network) => network.forward(inputs, workspace, outputs),
            Layers::Bytes(network) => network.forward(inputs, workspace, outputs),
        }
    }

    /// Tells networks with other parameters apart.
    pub(super) fn fingerprint(&self) -> u64 {
        let mix = |hash: u64, bits: u32| (hash ^ u64::from(bits)).wrapping_mul(0x0100_0000_01b3);
        let start = 0xcbf2_9ce4_8422_2325;
        match self {
            Layers::Full(network) => {
                network.parameters().iter().fold(start, |hash, value| mix(hash, value.to_bits()))
            }
            Layers::Bytes(network) => {
                let mut hash = mix(start, 8);
                for tensor in network.tensors() {
                    hash = match tensor.values {
                        ByteValues::Full(values) => {
                            values.iter().fold(hash, |hash, value| mix(hash, value.to_bits()))
                        }
                        ByteValues::Steps(steps) => {
                            steps.iter().fold(hash, |hash, &step| mix(hash, step as u32))
                        }
                    };
                }
                hash
            }
        }
    }
}

impl RangeNetwork {
    /// A network that has learned nothing. Its last layer is 0, so that hands are worth their
    /// equity.
    pub fn new(spec: NetworkSpec, seed: u64) -> Result<RangeNetwork, NetError> {
        Ok(RangeNetwork { spec, layers: Layers::Full(spec.network(seed)?) })
    }

    /// A network of parameters by name.
    pub fn load<'a>(
        spec: NetworkSpec,
        tensors: impl IntoIterator<Item = Tensor<'a>>,
    ) -> Result<RangeNetwork, NetError> {
        let mut network = spec.network(0)?;
        network.load(tensors)?;
        Ok(RangeNetwork::trained(spec, network))
    }

    /// A network of parameters by name, with weights of 8 bits.
    pub fn load_bytes(
        spec: NetworkSpec,
        tensors: Vec<ByteTensor>,
    ) -> Result<RangeNetwork, NetError> {
        let network = ByteNetwork::load(spec.inputs(), &spec.layers(), tensors)?;
        Ok(RangeNetwork { spec, layers: Layers::Bytes(network) })
    }

    pub(super) fn trained(spec: NetworkSpec, network: Network) -> RangeNetwork {
        RangeNetwork { spec, layers: Layers::Full(network) }
    }

    /// The same network with weights of 8 bits.
    pub fn in_bytes(&self) -> RangeNetwork {
        let layers = match &self.layers {
            Layers::Full(network) => Layers::Bytes(ByteNetwork::of(network)),
            Layers::Bytes(_) => self.layers.clone(),
        };
        RangeNetwork { spec: self.spec, layers }
    }

    /// What the network is.
    pub fn spec(&self) -> NetworkSpec {
        self.spec
    }

    /// The layers.
    pub fn layers(&self) -> &Layers {
        &self.layers
    }

    /// The outputs of rows of inputs.
    pub(super) fn forward(&self, inputs: &[f32], workspace: &mut Workspace, outputs: &mut [f32]) {
        self.layers.forward(inputs, workspace, outputs);
    }

    /// What a pass needs.
    pub(super) fn workspace(&self) -> Workspace {
        self.layers.workspace()
    }

    /// Scratch for queries.
    pub fn scratch(&self) -> NetworkScratch {
        let rows = match self.spec.output {
            Output::Curve => 2 * BATCH,
            Output::Hand => HANDS,
        };
        NetworkScratch {
            features: LeafFeatures::default(),
            inputs: vec![0.0; rows * self.spec.inputs()],
            outputs: vec![0.0; rows * self.spec.outputs()],
            values: Vec::new(),
            workspace: self.workspace(),
        }
    }

    /// The values of all hands of leaves whose features are in `scratch`, given each leaf's stack
    /// to pot. `write` gets leaf, player and the values of all hands.
    pub fn values(
        &self,
        scratch: &mut NetworkScratch,
        ratios: &[f32],
        mut write: impl FnMut(usize, Player, &[f32]),
    ) {
        if ratios.is_empty() {
            return;
        }
        for player in Player::BOTH {
            let hands = scratch.features.compatible_weight(0, player).len();
            scratch.values.resize(scratch.values.len().max(hands), 0.0);
        }
        match self.spec.output {
            Output::Curve => self.curves(scratch, ratios, &mut write),
            Output::Hand => self.hands(scratch, ratios, &mut write),
        }
    }

    fn curves(
        &self,
        scratch: &mut NetworkScratch,
        ratios: &[f32],
        write: &mut impl FnMut(usize, Player, &[f32]),
    ) {
        let NetworkScratch { features, inputs, outputs, values, workspace } = scratch;
        let head = self.spec.head();
        let (rows, width) = (2 * ratios.len(), self.spec.leaf());
        for (row, input) in inputs.chunks_exact_mut(width).take(rows).enumerate() {
            input.copy_from_slice(&features.leaf(row / 2, Player::BOTH[row % 2])[..width]);
        }
        let outputs = &mut outputs[..rows * head.outputs()];
        self.forward(&inputs[..rows * width], workspace, outputs);
        for (row, outputs) in outputs.chunks_exact(head.outputs()).enumerate() {
            let (leaf, player) = (row / 2, Player::BOTH[row % 2]);
            let gate = Head::gate(ratios[leaf]);
            let values = &mut values[..features.compatible_weight(leaf, player).len()];
            head.values(features, (leaf, player), outputs, gate, values);
            write(leaf, player, values);
        }
    }

    fn hands(
        &self,
        scratch: &mut NetworkScratch,
        ratios: &[f32],
        write: &mut impl FnMut(usize, Player, &[f32]),
    ) {
        let NetworkScratch { features, inputs, outputs, values, workspace } = scratch;
        let width = self.spec.inputs();
        for (leaf, &ratio) in ratios.iter().enumerate() {
            for player in Player::BOTH {
                let hands = features.compatible_weight(leaf, player).len();
                let equities = features.row(leaf, player, HandFeature::Equity);
                for first in (0..hands).step_by(HANDS) {
                    let rows = HANDS.min(hands - first);
                    for (row, input) in inputs.chunks_exact_mut(width).take(rows).enumerate() {
                        hand_input(features, leaf, player, first + row, input);
                    }
                    let outputs = &mut outputs[..rows];
                    self.forward(&inputs[..rows * width], workspace, outputs);
                    for (row, output) in outputs.iter().enumerate() {
                        let equity = equities[first + row];
                        values[first + row] = equity - 0.5 + Head::gate(ratio) * output;
                    }
                }
                write(leaf, player, &values[..hands]);
            }
        }
    }
}

/// What a network per hand reads of a hand.
fn hand_input(
    features: &LeafFeatures,
    leaf: usize,
    player: Player,
    hand: usize,
    input: &mut [f32],
) {
    let (of_leaf, of_hand) = input.split_at_mut(input.len() - HAND_INPUTS);
    of_leaf.copy_from_slice(&features.leaf(leaf, player)[..of_leaf.len()]);
    let point = HandRows::of(features, leaf, player).point(hand);
    of_hand[0] = point.equity;
    of_hand[1] = point.spread;
    of_hand[2] = features.row(leaf, player, HandFeature::Own)[hand];
    of_hand[3..].copy_from_slice(&point.factors);
}
