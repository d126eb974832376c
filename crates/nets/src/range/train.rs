//! Learning the values of samples.
//!
//! A [`Example`] is a player's view of a sample: the leaf's features and some hands with their
//! values. The loss of a hand is Huber's in pots; half of the weight is the same for all hands,
//! half is by how often the hand is up against another in play. Hands of a sample are thinned to
//! [`Training::hands`]: they lie on one curve, so a few hundred say as much as all.
//!
//! Training is the same for any number of threads, and can be interrupted after any epoch.

use quasar_cards::Board;
use quasar_solver::{LeafError, Player};

use super::features::{Belief, HandFeature, LEAF_FEATURES, LeafFeatures};
use super::head::{HandPoint, HandRows, Head};
use super::network::{NetworkSpec, Output, RangeNetwork};
use crate::data::{HeldOut, Random, Sample};
use crate::net::{Adam, AdamSettings, AdamState, NetError, Network, Schedule, Trainer};
use crate::range::BoardError;

/// How a network is trained.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Training {
    /// Passes over all examples.
    pub epochs: u32,
    /// Examples of a step.
    pub batch: usize,
    /// The first rate of learning; it falls to a hundredth along a cosine.
    pub rate: f32,
    /// Hands of a example.
    pub hands: usize,
    /// Epochs without a better result on the examples kept for it before training stops.
    pub patience: u32,
    /// The seed of the order of examples and of the choice of hands.
    pub seed: u64,
}

impl Default for Training {
    fn default() -> Training {
        Training { epochs: 60, batch: 64, rate: 2e-3, hands: 192, patience: 15, seed: 1 }
    }
}

/// A player's view of a sample.
#[derive(Clone, Debug)]
pub struct Example {
    leaf: [f32; LEAF_FEATURES],
    gate: f32,
    hands: Vec<TaughtHand>,
}

#[derive(Clone, Copy, Debug)]
struct TaughtHand {
    point: HandPoint,
    own: f32,
    value: f32,
    weight: f32,
}

/// Errors over examples, in pots.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct ExampleError {
    /// Mean absolute error, all hands alike.
    pub plain: f64,
    /// The same, hands weighted by range.
    pub weighted: f64,
    /// Mean Huber loss.
    pub huber: f64,
}

/// Where Huber's loss becomes a line, in pots.
const DELTA: f32 = 1.0;

/// Whether samples of a training board choose the best epoch instead of being learned: one
/// board in sixteen.
pub fn is_validation(board: &Board) -> bool {
    HeldOut::fold(board) == 1
}

/// Examples of samples.
pub fn examples(
    sample: &Sample,
    training: &Training,
    features: &mut LeafFeatures,
) -> Result<Result<Vec<Example>, LeafError>, BoardError> {
    let board = sample.leaf_board()?;
    let reach = [&sample.weights[0][..], &sample.weights[1][..]];
    let belief = Belief { reach, stack_to_pot: sample.stack_to_pot };
    if let Err(error) = features.compute(&board, &[belief]) {
        return Ok(Err(error));
    }
    let mut random = Random::new(training.seed, sample.board.set().bits());
    let example = |player: Player| {
        let side = player.index();
        let compatible_weight = features.compatible_weight(0, player);
        let rows = HandRows::of(features, 0, player);
        let mut hands: Vec<usize> =
            (0..compatible_weight.len()).filter(|&hand| compatible_weight[hand] > 0.0).collect();
        random.choose(&mut hands, training.hands);
        hands.truncate(training.hands);
        let weight = |hand: usize| sample.weights[side][hand] * compatible_weight[hand];
        let total: f32 = hands.iter().map(|&hand| weight(hand)).sum();
        let share = 1.0 / hands.len().max(1) as f32;
        let taught = |&hand: &usize| TaughtHand {
            point: rows.point(hand),
            own: features.row(0, player, HandFeature::Own)[hand],
            value: sample.values[side][hand],
            weight: if total > 0.0 { weight(hand) / total } else { share },
        };
        Example {
            leaf: *features.leaf(0, player),
            gate: Head::gate(sample.stack_to_pot),
            hands: hands.iter().map(taught).collect(),
        }
    };
    Ok(Ok(Player::BOTH.map(example).into()))
}

/// A training run between two epochs.
#[derive(Clone, Debug)]
pub struct Run {
    spec: NetworkSpec,
    network: Network,
    training: Training,
    adam: Adam,
    trainer: Trainer,
    epoch: u32,
    best: Vec<f32>,
    best_error: f64,
    since: u32,
}

/// What is known after an epoch.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Epoch {
    /// Its number, from 1.
    pub number: u32,
    /// The mean loss of its steps.
    pub loss: f64,
    /// Errors on the examples kept for it.
    pub kept: ExampleError,
    /// Whether this is the best epoch so far.
    pub is_best: bool,
    /// Whether training is over.
    pub is_last: bool,
}

/// A run as files keep it.
#[derive(Clone, PartialEq, Debug)]
pub struct RunState {
    /// Epochs done.
    pub epoch: u32,
    /// Parameters now and at the best epoch.
    pub parameters: [Vec<f32>; 2],
    /// The best error so far.
    pub best_error: f64,
    /// Epochs since the best.
    pub since: u32,
    /// The optimiser.
    pub adam: AdamState,
}

const ADAM: AdamSettings =
    AdamSettings { mean_decay: 0.9, square_decay: 0.999, epsilon: 1e-8, clip: Some(1.0) };

impl Run {
    /// The start of a run.
    pub fn new(spec: NetworkSpec, training: Training) -> Result<Run, NetError> {
        let network = spec.network(training.seed)?;
        let adam = Adam::new(&network, ADAM);
        let trainer = Trainer::new(&network);
        let best = network.parameters().to_vec();
        let best_error = f64::INFINITY;
        Ok(Run { spec, network, training, adam, trainer, epoch: 0, best, best_error, since: 0 })
    }

    /// The run as it was; `None` if the state is not one of this network.
    pub fn resume(mut self, state: RunState) -> Option<Run> {
        let count = self.best.len();
        if state.parameters.iter().any(|parameters| parameters.len() != count) {
            return None;
        }
        let [now, best] = state.parameters;
        self.network.edit(|parameters| parameters.copy_from_slice(&now));
        self.adam = Adam::resume(&self.network, ADAM, state.adam)?;
        self.best = best;
        (self.epoch, self.best_error, self.since) = (state.epoch, state.best_error, state.since);
        Some(self)
    }

    /// The state to keep.
    pub fn state(&self) -> RunState {
        RunState {
            epoch: self.epoch,
            parameters: [self.network.parameters().to_vec(), self.best.clone()],
            best_error: self.best_error,
            since: self.since,
            adam: self.adam.state().clone(),
        }
    }

    /// The network of the best epoch.
    pub fn best(&self) -> RangeNetwork {
        let mut network = self.network.clone();
        network.edit(|parameters| parameters.copy_from_slice(&self.best));
        RangeNetwork::trained(self.spec, network)
    }

    /// Whether nothing is left to do.
    pub fn is_over(&self) -> bool {
        self.epoch >= self.training.epochs || self.since > self.training.patience
    }

    /// Learns all examples once.
    pub fn epoch(&mut self, examples: &[Example], kept: &[Example]) -> Epoch {
        let training = self.training;
        let mut order: Vec<usize> = (0..examples.len()).collect();
        let mut random = Random::new(training.seed, u64::from(self.epoch) + 1);
        random.choose(&mut order, examples.len());
        let steps = examples.len().div_ceil(training.batch) as u64;
        let schedule = Schedule::Cosine {
            from: training.rate,
            to: training.rate / 100.0,
            steps: steps * u64::from(training.epochs),
        };
        let (mut loss, mut inputs) = (0.0, Vec::new());
        for (step, batch) in order.chunks(training.batch).enumerate() {
            loss += self.pass(examples, batch, &mut inputs) / steps as f64;
            let step = u64::from(self.epoch) * steps + step as u64;
            self.adam.step(&mut self.network, self.trainer.gradient(), schedule.rate(step));
        }
        self.epoch += 1;
        let kept = errors(&RangeNetwork::trained(self.spec, self.network.clone()), kept);
        let is_best = kept.huber < self.best_error;
        if is_best {
            self.best_error = kept.huber;
            self.best.copy_from_slice(self.network.parameters());
        }
        self.since = if is_best { 0 } else { self.since + 1 };
        Epoch { number: self.epoch, loss, kept, is_best, is_last: self.is_over() }
    }

    fn pass(&mut self, examples: &[Example], batch: &[usize], inputs: &mut Vec<f32>) -> f64 {
        inputs.clear();
        let spec = self.spec;
        let share = 1.0 / batch.len() as f32;
        match spec.output {
            Output::Curve => {
                for &example in batch {
                    inputs.extend(&examples[example].leaf[..spec.leaf()]);
                }
                let head = spec.head();
                self.trainer.pass(&self.network, inputs, |rows, outputs, gradient| {
                    gradient.fill(0.0);
                    let outputs = outputs.chunks_exact(head.outputs());
                    let gradients = gradient.chunks_exact_mut(head.outputs());
                    let mut loss = 0.0;
                    for ((&example, outputs), gradient) in
                        batch[rows].iter().zip(outputs).zip(gradients)
                    {
                        let example = &examples[example];
                        for hand in &example.hands {
                            let value = head.value(outputs, example.gate, &hand.point);
                            let (part, slope) = hand.loss(value, example.hands.len());
                            loss += f64::from(share * part);
                            head.back(example.gate, &hand.point, share * slope, gradient);
                        }
                    }
                    loss
                })
            }
            Output::Hand => {
                let hands = |example: &usize| examples[*example].hands.len();
                let mut owners = Vec::with_capacity(batch.iter().map(hands).sum());
                for &example in batch {
                    for hand in &examples[example].hands {
                        owners.push((example, hand));
                        examples[example].extend_input(spec, hand, inputs);
                    }
                }
                self.trainer.pass(&self.network, inputs, |rows, outputs, gradient| {
                    let mut loss = 0.0;
                    for ((&(example, hand), output), gradient) in
                        owners[rows].iter().zip(outputs).zip(gradient)
                    {
                        let example = &examples[example];
                        let value = hand.point.equity - 0.5 + example.gate * output;
                        let (part, slope) = hand.loss(value, example.hands.len());
                        loss += f64::from(share * part);
                        *gradient = share * slope * example.gate;
                    }
                    loss
                })
            }
        }
    }
}

impl Example {
    fn extend_input(&self, spec: NetworkSpec, hand: &TaughtHand, inputs: &mut Vec<f32>) {
        inputs.extend(&self.leaf[..spec.leaf()]);
        inputs.extend([hand.point.equity, hand.point.spread, hand.own]);
        inputs.extend(hand.point.factors);
    }
}

impl TaughtHand {
    /// Loss and slope of a value, among so many hands.
    fn loss(&self, value: f32, hands: usize) -> (f32, f32) {
        let weight = 0.5 * (self.weight + 1.0 / hands as f32);
        let error = value - self.value;
        let bounded = error.clamp(-DELTA, DELTA);
        (weight * bounded * (error - 0.5 * bounded), weight * bounded)
    }
}

/// The errors of a network on examples.
pub fn errors(network: &RangeNetwork, examples: &[Example]) -> ExampleError {
    let spec = network.spec();
    let head = spec.head();
    let mut workspace = network.workspace();
    let mut outputs = vec![0.0; spec.outputs()];
    let (mut sum, mut input) = (ExampleError::default(), Vec::new());
    for example in examples {
        if spec.output == Output::Curve {
            network.forward(&example.leaf[..spec.leaf()], &mut workspace, &mut outputs);
        }
        let share = 1.0 / example.hands.len().max(1) as f64;
        for hand in &example.hands {
            let value = match spec.output {
                Output::Curve => head.value(&outputs, example.gate, &hand.point),
                Output::Hand => {
                    input.clear();
                    example.extend_input(spec, hand, &mut input);
                    network.forward(&input, &mut workspace, &mut outputs);
                    hand.point.equity - 0.5 + example.gate * outputs[0]
                }
            };
            let error = f64::from((value - hand.value).abs());
            sum.plain += share * error;
            sum.weighted += f64::from(hand.weight) * error;
            let bounded = error.min(f64::from(DELTA));
            sum.huber += share * bounded * (error - 0.5 * bounded);
        }
    }
    let count = examples.len().max(1) as f64;
    ExampleError {
        plain: sum.plain / count,
        weighted: sum.weighted / count,
        huber: sum.huber / count,
    }
}
