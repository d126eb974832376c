//! The rules of Liar's Dice, and what a public belief state looks like to a network.
//!
//! The player who acts is called the first: nothing else depends on who began. A state is
//! then the last bid and both beliefs, and a network reads
//!
//! ```text
//! [ last bid, one of `bids` | belief about the first player's hand | about the second's ]
//! ```
//!
//! and writes a value for each hand of the first player, then of the second: the mean
//! pay-off of the hand against the opponent's belief.

use quasar_solver::{Player, SolverError, SolverGame, liars_dice};

/// A game in which each player has some dice.
#[derive(Clone, Debug)]
pub struct Dice {
    dice: usize,
    faces: usize,
    weights: Vec<f32>,
    /// For each bid, own hand and other hand: 1 if the bid is true, otherwise -1.
    truth: Vec<f32>,
}

impl Dice {
    /// The game in which each player has `dice` dice with `faces` faces.
    pub fn new(dice: usize, faces: usize) -> Result<Dice, SolverError> {
        let toy = liars_dice(dice, faces)?;
        let weights: Vec<f32> = toy.game.weights(Player::Oop).to_vec();
        // Hands are named after what their dice show.
        let shown = |hand: &String, face: usize| {
            let wild = faces - 1;
            let faces = hand.bytes().map(|byte| usize::from(byte - b'1'));
            faces.filter(|&shown| shown == face || shown == wild).count()
        };
        let hands = &toy.hands[0][0];
        let mut truth = Vec::with_capacity(2 * dice * faces * hands.len() * hands.len());
        for bid in 0..2 * dice * faces {
            for first in hands {
                for second in hands {
                    let total = shown(first, bid % faces) + shown(second, bid % faces);
                    truth.push(if total > bid / faces { 1.0 } else { -1.0 });
                }
            }
        }
        Ok(Dice { dice, faces, weights, truth })
    }

    /// Dice of each player.
    pub fn dice(&self) -> usize {
        self.dice
    }

    /// Faces of each die.
    pub fn faces(&self) -> usize {
        self.faces
    }

    /// Bids that can be made, each higher than the one before.
    pub fn bids(&self) -> usize {
        2 * self.dice * self.faces
    }

    /// Hands of each player.
    pub fn hands(&self) -> usize {
        self.weights.len()
    }

    /// How likely each hand is before the first bid.
    pub fn prior(&self) -> Vec<f32> {
        normalised(&self.weights, &self.weights)
    }

    /// For each hand of a player and each of the opponent's: 1 if a bid is true, otherwise -1.
    pub(super) fn bid_outcomes(&self, bid: usize) -> &[f32] {
        let pairs = self.hands() * self.hands();
        &self.truth[bid * pairs..(bid + 1) * pairs]
    }

    /// Numbers in a query.
    pub fn query_len(&self) -> usize {
        self.bids() + 2 * self.hands()
    }

    /// Numbers in an answer.
    pub fn answer_len(&self) -> usize {
        2 * self.hands()
    }

    /// Writes the query for a state; `reach` of the player who acts comes first. A player
    /// who is nowhere is believed to hold anything.
    pub(super) fn write_query(&self, last: Option<usize>, reach: [&[f32]; 2], query: &mut [f32]) {
        let (bids, beliefs) = query.split_at_mut(self.bids());
        bids.fill(0.0);
        if let Some(last) = last {
            bids[last] = 1.0;
        }
        for (belief, reach) in beliefs.chunks_exact_mut(self.hands()).zip(reach) {
            normalise_into(&reach[..self.hands()], &self.weights, belief);
        }
    }
}

/// `reach` as a distribution, or `otherwise` if nothing reaches.
pub(super) fn normalised(reach: &[f32], otherwise: &[f32]) -> Vec<f32> {
    let mut belief = vec![0.0; reach.len()];
    normalise_into(reach, otherwise, &mut belief);
    belief
}

fn normalise_into(reach: &[f32], otherwise: &[f32], belief: &mut [f32]) {
    let sum: f32 = reach.iter().sum();
    let (from, sum) =
        if sum > f32::MIN_POSITIVE { (reach, sum) } else { (otherwise, otherwise.iter().sum()) };
    for (belief, reach) in belief.iter_mut().zip(from) {
        *belief = reach / sum;
    }
}
