//! Training a network on the states that play by search reaches.
//!
//! A game starts before the first bid. Search from a state gives an example for the network:
//! the state, and what it is worth. Then both players act until the search was cut, by the
//! strategies of a random iteration; one of them, drawn anew for each search, acts at random
//! a quarter of the time. What they did and the strategies give the next state.
//!
//! An epoch plays a number of games with the same network, then trains it on examples drawn
//! from the last ones. Games are independent of each other and worked on in parallel, in
//! fixed groups; results do not depend on the number of threads.

use std::sync::Arc;

use quasar_solver::{Player, SolverError};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use rayon::prelude::*;

use super::dice::normalised;
use super::play::{iteration_at, unit};
use super::subgame::Line;
use super::{BeliefNetworkValues, BeliefValues, Buffer, Dice, Found, Search, SearchSettings};
use crate::net::{
    Adam, AdamSettings, AdamState, Layer, NetError, Network, Schedule, Trainer, huber,
};

/// Groups of games that can be played at the same time.
const GROUPS: usize = 8;

/// Where the states of the training come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Beliefs {
    /// From play.
    SelfPlay,
    /// Any last bid, and random beliefs: a control. Each example stands for a game.
    Random,
}

/// How a network is trained.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SelfPlaySettings {
    /// Width of the hidden layers.
    pub hidden: usize,
    /// Hidden layers.
    pub layers: usize,
    /// How states are searched.
    pub search: SearchSettings,
    /// How often the exploring player acts at random.
    pub exploration: f64,
    /// Where states come from.
    pub beliefs: Beliefs,
    /// Games per epoch.
    pub games: usize,
    /// How many of the latest examples to keep.
    pub capacity: usize,
    /// Examples in a batch.
    pub batch: usize,
    /// Batches of an epoch.
    pub steps: usize,
    /// The rate of learning, by batches.
    pub schedule: Schedule,
    /// All randomness.
    pub seed: u64,
}

impl Default for SelfPlaySettings {
    /// Two hidden layers of 128; 64 iterations of search; 100 games and 100 batches of
    /// 256 examples an epoch.
    fn default() -> SelfPlaySettings {
        SelfPlaySettings {
            hidden: 128,
            layers: 2,
            search: SearchSettings { depth: 2, iterations: 64 },
            exploration: 0.25,
            beliefs: Beliefs::SelfPlay,
            games: 100,
            capacity: 100_000,
            batch: 256,
            steps: 100,
            schedule: Schedule::Constant(1e-3),
            seed: 1,
        }
    }
}

/// What an epoch did.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SelfPlayEpoch {
    /// Its number, from 1.
    pub number: u64,
    /// Examples so far, in all epochs.
    pub examples: u64,
    /// The mean Huber loss of an output over the batches of the epoch.
    pub loss: f64,
}

/// A network in training.
pub struct SelfPlay {
    rules: Arc<Dice>,
    settings: SelfPlaySettings,
    network: Arc<Network>,
    adam: Adam,
    trainer: Trainer,
    buffer: Buffer,
    epochs: u64,
    examples: u64,
}

/// What must be kept to resume a training with the same results, besides its settings.
#[derive(Clone, Debug)]
pub struct SelfPlayState {
    /// Parameters of the network.
    pub parameters: Vec<f32>,
    /// What the optimiser remembers.
    pub adam: AdamState,
    /// The examples.
    pub buffer: Buffer,
    /// Epochs done.
    pub epochs: u64,
    /// Examples so far.
    pub examples: u64,
}

struct Example {
    query: Vec<f32>,
    answer: Vec<f32>,
}

/// A network for a game: hidden layers with layer normalisation and GELU. Its first answers
/// are near zero.
fn network(rules: &Dice, settings: &SelfPlaySettings) -> Result<Network, NetError> {
    let hidden = [Layer::Linear(settings.hidden), Layer::Norm, Layer::Gelu];
    let mut layers = hidden.repeat(settings.layers);
    layers.push(Layer::Linear(rules.answer_len()));
    let mut network = Network::new(rules.query_len(), &layers, settings.seed)?;
    let last: usize = network.tensors().last().map_or(0, |biases| {
        let weights = if settings.layers == 0 { rules.query_len() } else { settings.hidden };
        biases.values.len() * (weights + 1)
    });
    network.edit(|parameters| {
        let from = parameters.len() - last;
        parameters[from..].iter_mut().for_each(|parameter| *parameter *= 0.01);
    });
    Ok(network)
}

impl SelfPlay {
    /// A training that has not begun.
    pub fn new(rules: Arc<Dice>, settings: SelfPlaySettings) -> Result<SelfPlay, NetError> {
        let network = network(&rules, &settings)?;
        let adam = Adam::new(&network, AdamSettings { clip: Some(5.0), ..AdamSettings::default() });
        let trainer = Trainer::new(&network);
        let buffer = Buffer::new(rules.query_len(), rules.answer_len(), settings.capacity);
        let network = Arc::new(network);
        Ok(SelfPlay { rules, settings, network, adam, trainer, buffer, epochs: 0, examples: 0 })
    }

    /// A training as it was. `None` if the state is that of other settings or of another game.
    pub fn resume(
        rules: Arc<Dice>,
        settings: SelfPlaySettings,
        state: SelfPlayState,
    ) -> Result<Option<SelfPlay>, NetError> {
        let mut fresh = SelfPlay::new(rules, settings)?;
        let mut network = (*fresh.network).clone();
        if state.parameters.len() != network.parameters().len() {
            return Ok(None);
        }
        network.edit(|own| own.copy_from_slice(&state.parameters));
        let clip = AdamSettings { clip: Some(5.0), ..AdamSettings::default() };
        let Some(adam) = Adam::resume(&network, clip, state.adam) else { return Ok(None) };
        (fresh.network, fresh.adam) = (Arc::new(network), adam);
        (fresh.buffer, fresh.epochs, fresh.examples) = (state.buffer, state.epochs, state.examples);
        Ok(Some(fresh))
    }

    /// What must be kept to resume.
    pub fn state(&self) -> SelfPlayState {
        SelfPlayState {
            parameters: self.network.parameters().to_vec(),
            adam: self.adam.state().clone(),
            buffer: self.buffer.clone(),
            epochs: self.epochs,
            examples: self.examples,
        }
    }

    /// The network.
    pub fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// Epochs done.
    pub fn epochs(&self) -> u64 {
        self.epochs
    }

    /// Plays, then trains. Runs in the installed rayon pool.
    pub fn epoch(&mut self) -> Result<SelfPlayEpoch, SolverError> {
        for example in self.play()? {
            self.buffer.push(&example.query, &example.answer);
            self.examples += 1;
        }
        let loss = self.train();
        self.epochs += 1;
        Ok(SelfPlayEpoch { number: self.epochs, examples: self.examples, loss })
    }

    fn play(&self) -> Result<Vec<Example>, SolverError> {
        let group = |group: usize| -> Result<Vec<Example>, SolverError> {
            let values: Arc<dyn BeliefValues> =
                Arc::new(BeliefNetworkValues::new(Arc::clone(&self.network)));
            let mut search = Search::new(Arc::clone(&self.rules), self.settings.search, values);
            let mut examples = Vec::new();
            for game in (group..self.settings.games).step_by(GROUPS) {
                let random = self.random(game as u64);
                match self.settings.beliefs {
                    Beliefs::SelfPlay => self.game(&mut search, random, &mut examples)?,
                    Beliefs::Random => self.anywhere(&mut search, random, &mut examples)?,
                }
            }
            Ok(examples)
        };
        let groups: Vec<_> = (0..GROUPS).into_par_iter().map(group).collect();
        let mut all = Vec::new();
        for examples in groups {
            all.extend(examples?);
        }
        Ok(all)
    }

    /// Random numbers of a game of this epoch; the games of no two epochs share them.
    fn random(&self, game: u64) -> Xoshiro256PlusPlus {
        let mut seeds = Xoshiro256PlusPlus::seed_from_u64(self.settings.seed ^ (self.epochs << 20));
        let base = seeds.next_u64();
        Xoshiro256PlusPlus::seed_from_u64(base.wrapping_add(game))
    }

    fn game(
        &self,
        search: &mut Search,
        mut random: Xoshiro256PlusPlus,
        examples: &mut Vec<Example>,
    ) -> Result<(), SolverError> {
        let prior = self.rules.prior();
        let (mut last, mut beliefs) = (None, [prior.clone(), prior]);
        loop {
            let acts = iteration_at(unit(&mut random), self.settings.search.iterations);
            let found = search.sample(last, beliefs.each_ref().map(Vec::as_slice), acts)?;
            examples.push(self.example(last, &beliefs, &found));
            match self.follow(&found, beliefs, &mut random) {
                Some((bid, after)) => (last, beliefs) = (Some(bid), after),
                None => return Ok(()),
            }
        }
    }

    fn anywhere(
        &self,
        search: &mut Search,
        mut random: Xoshiro256PlusPlus,
        examples: &mut Vec<Example>,
    ) -> Result<(), SolverError> {
        let bids = self.rules.bids();
        let last = ((unit(&mut random) * bids as f64) as usize).checked_sub(1);
        let beliefs = [(); 2].map(|()| {
            // Uniform over all distributions.
            let mut draw = || -(1.0 - unit(&mut random)).ln() as f32;
            let reach: Vec<f32> = (0..self.rules.hands()).map(|_| draw()).collect();
            normalised(&reach, &reach)
        });
        let found = search.average(last, beliefs.each_ref().map(Vec::as_slice))?;
        examples.push(self.example(last, &beliefs, &found));
        Ok(())
    }

    fn example(&self, last: Option<usize>, beliefs: &[Vec<f32>; 2], found: &Found) -> Example {
        let mut query = vec![0.0; self.rules.query_len()];
        self.rules.write_query(last, beliefs.each_ref().map(Vec::as_slice), &mut query);
        Example { query, answer: found.values.concat() }
    }

    /// Acts until the search was cut. The next last bid, and the beliefs, of the player who
    /// then acts first; `None` if the game ends.
    fn follow(
        &self,
        found: &Found,
        mut beliefs: [Vec<f32>; 2],
        random: &mut Xoshiro256PlusPlus,
    ) -> Option<(usize, [Vec<f32>; 2])> {
        let prior = self.rules.prior();
        let explorer = if unit(random) < 0.5 { Player::Oop } else { Player::Ip };
        let mut node = 0;
        loop {
            match found.shape.lines[node] {
                Line::Challenge { .. } => return None,
                Line::Cut { last, player } => {
                    if player == Player::Ip {
                        beliefs.swap(0, 1);
                    }
                    return Some((last, beliefs));
                }
                Line::Act { player, .. } => {
                    let strategy = &found.strategy[node];
                    let children = found.shape.children(node);
                    let belief = &mut beliefs[player.index()];
                    let hands = belief.len();
                    let explores = unit(random) < self.settings.exploration;
                    let action = if player == explorer && explores {
                        (unit(random) * children.len() as f64) as usize
                    } else {
                        let chances = strategy.chunks_exact(hands).map(|played| {
                            played.iter().zip(&*belief).map(|(part, belief)| part * belief).sum()
                        });
                        draw(chances, unit(random))
                    };
                    let played = &strategy[action * hands..][..hands];
                    let reach: Vec<f32> = belief.iter().zip(played).map(|(a, b)| a * b).collect();
                    *belief = normalised(&reach, &prior);
                    node = children.start + action;
                }
            }
        }
    }

    fn train(&mut self) -> f64 {
        let SelfPlaySettings { batch, steps, schedule, .. } = self.settings;
        let (query, answer) = (self.rules.query_len(), self.rules.answer_len());
        let mut random = self.random(u64::MAX / 2);
        let (mut inputs, mut targets) = (vec![0.0; batch * query], vec![0.0; batch * answer]);
        let weight = 1.0 / (batch * answer) as f32;
        let mut loss = 0.0;
        let network = Arc::make_mut(&mut self.network);
        for _ in 0..steps {
            let rows = inputs.chunks_exact_mut(query).zip(targets.chunks_exact_mut(answer));
            for (input, target) in rows {
                let index = (unit(&mut random) * self.buffer.len() as f64) as usize;
                let example = self.buffer.get(index);
                input.copy_from_slice(example.0);
                target.copy_from_slice(example.1);
            }
            loss += self.trainer.pass(network, &inputs, |rows, outputs, gradient| {
                let targets = &targets[rows.start * answer..rows.end * answer];
                huber(outputs, targets, 1.0, weight, gradient)
            });
            let rate = schedule.rate(self.adam.state().steps);
            self.adam.step(network, self.trainer.gradient(), rate);
        }
        loss / steps.max(1) as f64
    }
}

/// The first index at which the chances so far exceed `part` of all.
fn draw(chances: impl Iterator<Item = f32> + Clone, part: f64) -> usize {
    let total: f32 = chances.clone().sum();
    let goal = part as f32 * total;
    let mut sum = 0.0;
    let mut last = 0;
    for (index, chance) in chances.enumerate() {
        sum += chance;
        if chance > 0.0 {
            last = index;
            if sum > goal {
                return index;
            }
        }
    }
    last
}
