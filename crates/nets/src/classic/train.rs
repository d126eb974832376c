//! Training the bucket network on samples.
//!
//! The label of a bucket is the mean value of its hands, limited to what an equilibrium can be
//! worth; buckets without hands teach nothing. The loss is Huber's, each bucket by its share of
//! hands, as for range networks.

use super::ClassicError;
use super::buckets::{BUCKETS, StrengthBuckets};
use super::network::{BucketNetwork, INPUTS, OUTPUTS, zero_sum, zero_sum_back};
use super::packing::{EXPANDED, HEAD, clamp_label, expand, write_head, write_range};
use crate::data::{Random, Sample};
use crate::net::{Adam, AdamSettings, NetError, Schedule, Trainer};
use crate::range::BoardError;

/// A sample in buckets.
#[derive(Clone, Debug)]
pub struct BucketExample {
    input: Vec<f32>,
    labels: Vec<f32>,
    /// The share of each bucket among the player's hands.
    shares: Vec<f32>,
    /// The bucket of each hand of each player.
    hands: [Vec<u8>; 2],
}

/// A sample as the network sees it.
pub fn example(sample: &Sample) -> Result<BucketExample, ClassicError> {
    let buckets = StrengthBuckets::new(&sample.board, sample.game, sample.deck.cards());
    let buckets = buckets.map_err(BoardError::from)?;
    let mut rows = [[0.0; HEAD + BUCKETS]; 2];
    let mut example = BucketExample {
        input: vec![0.0; INPUTS],
        labels: vec![0.0; OUTPUTS],
        shares: vec![0.0; OUTPUTS],
        hands: Default::default(),
    };
    for (player, row) in rows.iter_mut().enumerate() {
        write_head(&sample.board, sample.stack_to_pot, player, row);
        let (mut weights, mut counts) = ([0.0; BUCKETS], [0.0_f32; BUCKETS]);
        let labels = &mut example.labels[player * BUCKETS..][..BUCKETS];
        for (hand, &combo) in sample.combos[player].iter().enumerate() {
            let bucket = buckets.of(combo as usize);
            let (weight, value) = (sample.weights[player][hand], sample.values[player][hand]);
            weights[bucket] += weight;
            counts[bucket] += 1.0;
            labels[bucket] += clamp_label(value, sample.stack_to_pot);
            example.hands[player].push(bucket as u8);
        }
        write_range(&weights, &mut row[HEAD..]);
        let all = sample.combos[player].len().max(1) as f32;
        for (bucket, label) in labels.iter_mut().enumerate() {
            *label /= counts[bucket].max(1.0);
            example.shares[player * BUCKETS + bucket] = counts[bucket] / all;
        }
    }
    expand([&rows[0], &rows[1]], &mut example.input);
    Ok(example)
}

/// How the network is trained.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct BucketTraining {
    /// Numbers in each hidden layer.
    pub width: usize,
    /// Hidden layers.
    pub depth: usize,
    /// Passes over all examples.
    pub epochs: u32,
    /// Examples of a step.
    pub batch: usize,
    /// The first rate of learning; it falls to a hundredth along a cosine.
    pub rate: f32,
    /// The seed of weights and order.
    pub seed: u64,
}

impl Default for BucketTraining {
    /// Three layers of 500, as in the prototype that range networks were compared with.
    fn default() -> BucketTraining {
        BucketTraining { width: 500, depth: 3, epochs: 30, batch: 64, rate: 1e-3, seed: 1 }
    }
}

/// Trains a network. `watch` sees the number of each epoch and its mean loss, and stops by
/// false. The same for any number of threads.
pub fn train(
    examples: &[BucketExample],
    training: BucketTraining,
    mut watch: impl FnMut(u32, f64) -> bool,
) -> Result<BucketNetwork, NetError> {
    let mut network = BucketNetwork::new(training.width, training.depth, training.seed)?;
    let settings = AdamSettings { clip: Some(1.0), ..AdamSettings::default() };
    let mut adam = Adam::new(network.network(), settings);
    let mut trainer = Trainer::new(network.network());
    let steps = examples.len().div_ceil(training.batch) as u64;
    let schedule = Schedule::Cosine {
        from: training.rate,
        to: training.rate / 100.0,
        steps: steps * u64::from(training.epochs),
    };
    let mut inputs = Vec::new();
    for epoch in 0..training.epochs {
        let mut order: Vec<usize> = (0..examples.len()).collect();
        Random::new(training.seed, u64::from(epoch) + 1).choose(&mut order, examples.len());
        let mut loss = 0.0;
        for (step, batch) in order.chunks(training.batch).enumerate() {
            inputs.clear();
            batch.iter().for_each(|&place| inputs.extend(&examples[place].input));
            let scale = 1.0 / batch.len() as f32;
            loss += trainer.pass(network.network(), &inputs, |rows, outputs, gradient| {
                let taught = rows.map(|row| &examples[batch[row]]);
                let outputs = outputs.chunks_exact(OUTPUTS);
                let gradients = gradient.chunks_exact_mut(OUTPUTS);
                let each = taught.zip(outputs).zip(gradients);
                each.map(|((example, output), slope)| example.loss(output, scale, slope)).sum()
            });
            let step = u64::from(epoch) * steps + step as u64;
            adam.step(network.network_mut(), trainer.gradient(), schedule.rate(step));
        }
        if !watch(epoch + 1, loss / steps.max(1) as f64) {
            break;
        }
    }
    Ok(network)
}

impl BucketExample {
    fn ranges(&self) -> &[f32] {
        &self.input[EXPANDED..]
    }

    /// Huber's loss, and the gradient of the outputs before the outer layer.
    fn loss(&self, outputs: &[f32], scale: f32, gradient: &mut [f32]) -> f64 {
        gradient.copy_from_slice(outputs);
        zero_sum(self.ranges(), gradient);
        let mut loss = 0.0;
        for ((slope, label), share) in gradient.iter_mut().zip(&self.labels).zip(&self.shares) {
            let (error, weight) = (*slope - label, 0.5 * scale * share);
            let bounded = error.clamp(-1.0, 1.0);
            *slope = weight * bounded;
            loss += f64::from(weight * bounded * (error - 0.5 * bounded));
        }
        zero_sum_back(self.ranges(), gradient);
        loss
    }
}

/// The values of all hands of a sample, as the network sees it.
pub fn values(network: &BucketNetwork, example: &BucketExample) -> [Vec<f32>; 2] {
    let mut answers = vec![0.0; OUTPUTS];
    network.forward(&example.input, &mut answers);
    [0, 1].map(|player: usize| {
        let own = &answers[player * BUCKETS..][..BUCKETS];
        example.hands[player].iter().map(|&bucket| own[usize::from(bucket)]).collect()
    })
}
