//! A network that values the second round of no-limit Leduc.
//!
//! ```text
//! query   [ rank of the board and pot, one of 3 times the pots | belief about the first
//!           player's rank, 3 | about the second's, 3 ]
//! answer  [ value of each rank to the first player, 3 | to the second, 3 ]     in pots
//! ```
//!
//! Suits have no meaning in Leduc beyond removing a card. Players who begin with all cards alike
//! play the two cards of a rank alike, so a belief about ranks says everything about cards. For
//! beliefs that differ between suits an answer is an approximation.

use std::sync::{Arc, Mutex, PoisonError};

use quasar_solver::LeafError;

use super::Rounds;
use crate::limit::{BoardValues, CutBoard, LeafValues, LimitError, Query};
use crate::net::{Layer, NetError, Network, Workspace};

/// Ranks of Leduc.
pub(super) const RANKS: usize = 3;
/// The least part of a belief. What a rank is worth that nobody holds depends on which of many
/// equilibria is played; with a little of every rank values are defined, and learned.
const LEAST: f32 = 0.002;
/// Numbers of an answer.
pub(super) const ANSWER: usize = 2 * RANKS;

/// Cards of a rank that a board leaves.
fn cards(board: usize, rank: usize) -> f32 {
    if rank == board { 1.0 } else { 2.0 }
}

/// A belief about hands as a network reads it: about ranks, with a little of each.
pub(super) fn by_rank(board: usize, hands: &[f32]) -> [f32; RANKS] {
    let total: f32 = hands.iter().sum();
    let mut ranks = [0.0; RANKS];
    for (hand, reach) in hands.iter().enumerate() {
        ranks[rank_of(board, hand)] += reach / total;
    }
    ranks.map(|part| LEAST + (1.0 - RANKS as f32 * LEAST) * part)
}

/// The belief about hands that a belief about ranks stands for.
pub(super) fn by_hand(board: usize, ranks: [f32; RANKS], hands: usize) -> Vec<f32> {
    let hand = |hand| ranks[rank_of(board, hand)] / cards(board, rank_of(board, hand));
    (0..hands).map(hand).collect()
}

/// A network and the pots that it knows.
#[derive(Clone, Debug)]
pub struct LeducNetwork {
    pub(super) network: Network,
    pots: Vec<f32>,
}

impl LeducNetwork {
    /// A network that has learned nothing, with two hidden layers of a width.
    pub fn new(rounds: &Rounds, width: usize, seed: u64) -> Result<LeducNetwork, NetError> {
        let mut pots: Vec<f32> =
            rounds.starts().into_iter().map(|at| rounds.leaf(at, 0).pot).collect();
        pots.sort_by(f32::total_cmp);
        pots.dedup();
        let mut layers = [Layer::Linear(width), Layer::Norm, Layer::Gelu].repeat(2);
        layers.push(Layer::Linear(ANSWER));
        let network = Network::new(RANKS * pots.len() + ANSWER, &layers, seed)?;
        Ok(LeducNetwork { network, pots })
    }

    /// Numbers of a query.
    pub(super) fn query_len(&self) -> usize {
        RANKS * self.pots.len() + ANSWER
    }

    /// Writes a query; false for a pot that the network does not know.
    pub(super) fn write_query(
        &self,
        board: usize,
        pot: f32,
        belief: [&[f32]; 2],
        query: &mut [f32],
    ) -> bool {
        let Some(place) = self.pots.iter().position(|&known| known == pot) else { return false };
        let (state, beliefs) = query.split_at_mut(RANKS * self.pots.len());
        state.fill(0.0);
        state[RANKS * place + board] = 1.0;
        for (ranks, hands) in beliefs.chunks_exact_mut(RANKS).zip(belief) {
            ranks.copy_from_slice(&by_rank(board, hands));
        }
        true
    }
}

/// The rank of a hand on a board: hands are the cards in order, without the first of the board's
/// rank.
pub(super) fn rank_of(board: usize, hand: usize) -> usize {
    let card = if hand < 2 * board { hand } else { hand + 1 };
    card / 2
}

impl LeafValues for LeducNetwork {
    fn on_board(&self, place: &CutBoard) -> Result<Box<dyn BoardValues>, LimitError> {
        let network = Arc::new(self.clone());
        let scratch = Mutex::new(Scratch {
            workspace: Workspace::new(&network.network),
            queries: Vec::new(),
            answers: Vec::new(),
        });
        Ok(Box::new(OnBoard { network, board: place.at.board, hands: place.hands, scratch }))
    }

    fn fingerprint(&self) -> u64 {
        let bits = self.network.parameters().iter().map(|number| u64::from(number.to_bits()));
        bits.fold(0x6c65_6475_6300, |sum, bits| (sum ^ bits).wrapping_mul(0x0100_0000_01b3))
    }
}

#[derive(Debug)]
struct OnBoard {
    network: Arc<LeducNetwork>,
    board: usize,
    hands: [usize; 2],
    scratch: Mutex<Scratch>,
}

#[derive(Debug)]
struct Scratch {
    workspace: Workspace,
    queries: Vec<f32>,
    answers: Vec<f32>,
}

impl BoardValues for OnBoard {
    fn values(&self, mut query: Query<'_>) -> Result<(), LeafError> {
        let mut scratch = self.scratch.lock().unwrap_or_else(PoisonError::into_inner);
        let Scratch { workspace, queries, answers } = &mut *scratch;
        let (len, count) = (self.network.query_len(), query.questions.len());
        queries.resize(len * count, 0.0);
        answers.resize(ANSWER * count, 0.0);
        for (question, row) in query.questions.iter().zip(queries.chunks_exact_mut(len)) {
            if !self.network.write_query(self.board, question.pot, question.belief, row) {
                return Err(LeafError::new(UnknownPot(question.pot)));
            }
        }
        self.network.network.forward(queries, workspace, answers);
        for (number, answer) in answers.chunks_exact(ANSWER).enumerate() {
            for (player, ranks) in answer.chunks_exact(RANKS).enumerate() {
                let row = query.values[player].row(number);
                for (hand, value) in row[..self.hands[player]].iter_mut().enumerate() {
                    *value = ranks[rank_of(self.board, hand)];
                }
            }
        }
        Ok(())
    }
}

/// A pot of another game.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("the network was not trained for a pot of {0} chips")]
struct UnknownPot(f32);
