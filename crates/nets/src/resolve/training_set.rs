//! Examples for [`LeducNetwork`], and its training.
//!
//! A state is a board, a pot, and a belief about the rank of each player. Its values are
//! those of the exact solve that the oracle of [`limit`](crate::limit) makes, best responses
//! included: a hand that is hardly ever held has a value, too.
//!
//! A network first learns random states. Values of so small a game jump between few equilibria as
//! beliefs change, so random states alone leave large errors. Rounds follow in which the game is
//! re-solved with the network, some of the states that this asks about are solved exactly, and the
//! network learns them along with all others.

use quasar_equity::Progress;
use quasar_solver::{BoardAt, LeafError, Player, RowsMut, SolverGame};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use rayon::prelude::*;

use super::network::{ANSWER, RANKS, by_hand, by_rank, rank_of};
use super::queried::{Asked, QueriedState};
use super::{LeducNetwork, ResolveSettings, Resolved, Rounds};
use crate::limit::{
    BoardValues, CutBoard, FrontierLeaf, LeafQuestion, LeafValues, LimitError, Query,
};
use crate::net::{Adam, AdamSettings, Schedule, Trainer, Workspace, huber};

/// How many examples, and how long a network learns them.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LeducTraining {
    /// Random states.
    pub samples: usize,
    /// Rounds in which states are learned that re-solving asks about.
    pub rounds: u32,
    /// One in so many of the states asked about is solved.
    pub one_in: u64,
    /// Batches of 256 examples at first, and in each round.
    pub steps: u64,
    /// The first rate of learning, at first and in each round; it falls along a cosine.
    pub rate: f32,
    /// All randomness.
    pub seed: u64,
}

/// Solved states.
#[derive(Clone, Default, Debug)]
pub struct TrainingSet {
    queries: Vec<f32>,
    answers: Vec<f32>,
}

/// How far a network is from solved states, in pots.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ValueErrors {
    /// The mean over all ranks of both players.
    pub mean: f64,
    /// The largest.
    pub worst: f64,
}

/// Examples in a batch.
const BATCH: usize = 256;

/// Random states for errors.
const HELD_OUT: usize = 2_000;

/// States that are solved one after the other in the same memory.
const GROUP: usize = 250;

impl TrainingSet {
    /// Random states, solved in the threads of the pool that this is called in.
    pub fn random(
        rounds: &Rounds,
        network: &LeducNetwork,
        exact: &dyn LeafValues,
        samples: usize,
        seed: u64,
        progress: &Progress,
    ) -> Result<TrainingSet, LimitError> {
        let pots: Vec<f32> = rounds.starts().into_iter().map(|at| rounds.leaf(at, 0).pot).collect();
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let draw = |number: usize| {
            let board = number % RANKS;
            let pot = pots[below(&mut random, pots.len())];
            let hands = hands(rounds, board);
            let belief = hands.map(|hands| by_hand(board, weights(&mut random), hands));
            QueriedState { board, pot, belief }
        };
        let states: Vec<QueriedState> = (0..samples).map(draw).collect();
        TrainingSet::solved(rounds, network, exact, &states, progress)
    }

    /// States that re-solving with a network asks about.
    pub fn queried_states(
        rounds: &Rounds,
        network: &LeducNetwork,
        exact: &dyn LeafValues,
        resolve: ResolveSettings,
        one_in: u64,
        progress: &Progress,
    ) -> Result<TrainingSet, LimitError> {
        let asked = Asked::new(network, one_in.max(1));
        Resolved::new(rounds, &asked, resolve, progress)?;
        TrainingSet::solved(rounds, network, exact, &asked.states(), progress)
    }

    fn solved(
        rounds: &Rounds,
        network: &LeducNetwork,
        exact: &dyn LeafValues,
        states: &[QueriedState],
        progress: &Progress,
    ) -> Result<TrainingSet, LimitError> {
        let groups = states.par_chunks(GROUP).map(|states| {
            let mut examples = TrainingSet::default();
            for board in 0..RANKS {
                let place = place(rounds, board);
                let solver = exact.on_board(&place)?;
                for state in states.iter().filter(|state| state.board == board) {
                    check(progress)?;
                    examples.add(network, &place, &*solver, state)?;
                }
            }
            Ok(examples)
        });
        let mut all = TrainingSet::default();
        for group in groups.collect::<Vec<Result<TrainingSet, LimitError>>>() {
            all.extend(group?);
        }
        Ok(all)
    }

    /// Solves a state as a network reads it.
    fn add(
        &mut self,
        network: &LeducNetwork,
        place: &CutBoard,
        solver: &dyn BoardValues,
        state: &QueriedState,
    ) -> Result<(), LimitError> {
        let board = state.board;
        let Some(leaf) = place.leaves.iter().find(|leaf| leaf.pot == state.pot) else {
            return Ok(());
        };
        let mut query = vec![0.0; network.query_len()];
        let asked = state.belief.each_ref().map(Vec::as_slice);
        if network.write_query(board, state.pot, asked, &mut query) {
            let belief = asked.map(|hands| by_hand(board, by_rank(board, hands), hands.len()));
            self.queries.extend(query);
            self.answers.extend(solve(*leaf, board, &belief, solver)?);
        }
        Ok(())
    }

    /// Adds other examples.
    pub fn extend(&mut self, other: TrainingSet) {
        self.queries.extend(other.queries);
        self.answers.extend(other.answers);
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.answers.len() / ANSWER
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.answers.is_empty()
    }

    /// Trains a network.
    pub fn train_network(
        &self,
        network: &mut LeducNetwork,
        settings: &LeducTraining,
        progress: &Progress,
    ) -> Result<(), LimitError> {
        let len = network.query_len();
        let network = &mut network.network;
        let clip = AdamSettings { clip: Some(5.0), ..AdamSettings::default() };
        let (mut adam, mut trainer) = (Adam::new(network, clip), Trainer::new(network));
        let rate = settings.rate;
        let schedule = Schedule::Cosine { from: rate, to: rate / 100.0, steps: settings.steps };
        let mut random = Xoshiro256PlusPlus::seed_from_u64(settings.seed);
        let (mut queries, mut answers) = (vec![0.0; BATCH * len], vec![0.0; BATCH * ANSWER]);
        for step in 0..settings.steps {
            check(progress)?;
            let rows = queries.chunks_exact_mut(len).zip(answers.chunks_exact_mut(ANSWER));
            for (query, answer) in rows {
                let example = below(&mut random, self.len());
                query.copy_from_slice(&self.queries[example * len..][..len]);
                answer.copy_from_slice(&self.answers[example * ANSWER..][..ANSWER]);
            }
            let weight = 1.0 / (BATCH * ANSWER) as f32;
            trainer.pass(network, &queries, |rows, outputs, gradient| {
                let targets = &answers[rows.start * ANSWER..rows.end * ANSWER];
                huber(outputs, targets, 1.0, weight, gradient)
            });
            adam.step(network, trainer.gradient(), schedule.rate(step));
        }
        Ok(())
    }

    /// The errors of a network.
    pub fn errors(&self, network: &LeducNetwork) -> ValueErrors {
        let mut workspace = Workspace::new(&network.network);
        let mut found = vec![0.0; self.answers.len()];
        network.network.forward(&self.queries, &mut workspace, &mut found);
        let errors = found.iter().zip(&self.answers).map(|(a, b)| f64::from((a - b).abs()));
        ValueErrors {
            mean: errors.clone().sum::<f64>() / found.len().max(1) as f64,
            worst: errors.fold(0.0, f64::max),
        }
    }
}

impl LeducNetwork {
    /// Trains a network. Returns it with its errors on random states, and on the states that
    /// re-solving asks about: before each round and at the end. It had learned none of them when
    /// they were measured. `progress` can pause and stop it.
    pub fn trained(
        rounds: &Rounds,
        width: usize,
        exact: &dyn LeafValues,
        settings: &LeducTraining,
        resolve: ResolveSettings,
        progress: &Progress,
    ) -> Result<(LeducNetwork, ValueErrors, Vec<ValueErrors>), LimitError> {
        let LeducTraining { samples, one_in, seed, .. } = *settings;
        let mut network = LeducNetwork::new(rounds, width, seed).map_err(LeafError::new)?;
        let mut examples = TrainingSet::random(rounds, &network, exact, samples, seed, progress)?;
        examples.train_network(&mut network, settings, progress)?;
        let mut queried = Vec::new();
        for _ in 0..settings.rounds {
            let asked =
                TrainingSet::queried_states(rounds, &network, exact, resolve, one_in, progress)?;
            queried.push(asked.errors(&network));
            examples.extend(asked);
            examples.train_network(&mut network, settings, progress)?;
        }
        let asked =
            TrainingSet::queried_states(rounds, &network, exact, resolve, one_in + 1, progress)?;
        queried.push(asked.errors(&network));
        let held_out = TrainingSet::random(rounds, &network, exact, HELD_OUT, !seed, progress)?;
        let random = held_out.errors(&network);
        Ok((network, random, queried))
    }
}

/// Sleeps while the work is paused; fails if it was stopped.
fn check(progress: &Progress) -> Result<(), LimitError> {
    if progress.may_continue() { Ok(()) } else { Err(LimitError::Stopped) }
}

/// Hands of each player on a board.
fn hands(rounds: &Rounds, board: usize) -> [usize; 2] {
    Player::BOTH.map(|player| rounds.game().hands(BoardAt { level: 1, board }, player))
}

/// A board with all states that can be asked about.
fn place(rounds: &Rounds, board: usize) -> CutBoard {
    let hands = hands(rounds, board);
    let starts = rounds.starts().into_iter().enumerate();
    CutBoard {
        at: BoardAt { level: 1, board },
        hands,
        weights: hands.map(|hands| vec![1.0; hands]),
        // Every card but the own one.
        compatible_weight: hands.map(|hands| vec![hands as f32 - 1.0; hands]),
        leaves: starts.map(|(state, at)| rounds.leaf(at, state)).collect(),
        cards: None,
    }
}

/// The values of all ranks.
fn solve(
    leaf: FrontierLeaf,
    board: usize,
    belief: &[Vec<f32>; 2],
    solver: &dyn BoardValues,
) -> Result<[f32; ANSWER], LimitError> {
    let compatible_weight = [1, 0].map(|other: usize| {
        let total: f32 = belief[other].iter().sum();
        belief[other].iter().map(|reach| (total - reach).max(0.0)).collect::<Vec<f32>>()
    });
    let mut values = belief.each_ref().map(|hands| vec![0.0; hands.len()]);
    let rows = values.each_mut().map(|row| {
        let stride = row.len();
        RowsMut::new(row, stride)
    });
    let questions = [LeafQuestion {
        leaf: leaf.state,
        pot: leaf.pot,
        stack: leaf.stack,
        belief: belief.each_ref().map(Vec::as_slice),
        compatible_weight: compatible_weight.each_ref().map(Vec::as_slice),
    }];
    let query = Query { questions: &questions, values: rows, scratch: &mut [], parallel: false };
    solver.values(query)?;
    let mut answer = [0.0; ANSWER];
    for (player, values) in values.iter().enumerate() {
        for (hand, value) in values.iter().enumerate() {
            // Cards of a rank are worth the same; the last one is written.
            answer[player * RANKS + rank_of(board, hand)] = *value;
        }
    }
    Ok(answer)
}

/// Weights of the ranks: search asks about ranges without some of them, and with very little.
fn weights(random: &mut Xoshiro256PlusPlus) -> [f32; RANKS] {
    loop {
        let drawn = [(); RANKS].map(|()| match unit(random) {
            kind if kind < 0.15 => 0.0,
            kind if kind < 0.5 => unit(random).powi(4) as f32,
            _ => unit(random) as f32,
        });
        let total: f32 = drawn.iter().sum();
        if total > 0.0 {
            return drawn.map(|weight| weight / total);
        }
    }
}

/// A number between 0 and 1.
fn unit(random: &mut Xoshiro256PlusPlus) -> f64 {
    (random.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
}

fn below(random: &mut Xoshiro256PlusPlus, count: usize) -> usize {
    (unit(random) * count as f64) as usize
}
