//! A range network behind the classical contract: sparse, hands by index.
//!
//! A query names hands by the number of their combo; the same numbers come back in the same
//! order. Every query sets up its board anew, so this is for other programs and for
//! comparison; searches keep their boards ([`crate::range::NetworkValues`]).

use std::sync::{Mutex, PoisonError};

use quasar_cards::{CardSet, Combo, Game, Range, Street};
use quasar_solver::Player;

use super::packing::{HEAD, PADDING, read_board, read_ratio};
use super::{ClassicError, ValueNet};
use crate::range::{Belief, LeafBoard, NetworkScratch, RangeNetwork};

/// A sparse network over the hands of a game.
#[derive(Debug)]
pub struct HandNetwork {
    network: RangeNetwork,
    game: Game,
    most: usize,
    scratch: Mutex<NetworkScratch>,
}

impl HandNetwork {
    /// A range network for queries with up to `most` hands of a game for each player.
    pub fn new(network: RangeNetwork, game: Game, most: usize) -> HandNetwork {
        let scratch = Mutex::new(network.scratch());
        HandNetwork { network, game, most, scratch }
    }

    /// The combos and weights of a player.
    fn hands(&self, query: usize, row: &[f32], indices: &[u32]) -> Result<Vec<f32>, ClassicError> {
        let wrong = |what| ClassicError::Invalid { query, what };
        let mut weights = vec![0.0; self.game.combos()];
        for (&combo, &weight) in indices.iter().zip(&row[HEAD..]) {
            if combo == PADDING {
                continue;
            }
            if !(0.0..=1.0).contains(&weight) {
                return Err(wrong("range"));
            }
            let entry = weights.get_mut(combo as usize).ok_or_else(|| wrong("index of a hand"))?;
            *entry = weight;
        }
        Ok(weights)
    }

    fn answer(
        &self,
        query: usize,
        rows: [&[f32]; 2],
        indices: [&[u32]; 2],
        answers: &mut [f32],
    ) -> Result<(), ClassicError> {
        let wrong = |what| ClassicError::Invalid { query, what };
        let (board, ratio) = (read_board(rows[0], query)?, read_ratio(rows[0], query)?);
        let expected = if self.network.spec().street == Street::River { 5 } else { 4 };
        if board.cards().len() != expected {
            return Err(wrong("board"));
        }
        let sides =
            [self.hands(query, rows[0], indices[0])?, self.hands(query, rows[1], indices[1])?];
        let range = |weights: &Vec<f32>| {
            Range::from_weights(self.game, weights.clone()).map_err(|_| wrong("range"))
        };
        let ranges = [range(&sides[0])?, range(&sides[1])?];
        let leaf = LeafBoard::new(&board, CardSet::DECK, &ranges)?;
        let reach = Player::BOTH.map(|player| -> Vec<f32> {
            let weight = |combo: &Combo| sides[player.index()][combo.index()];
            leaf.combos(player).iter().map(weight).collect()
        });
        let mut scratch = self.scratch.lock().unwrap_or_else(PoisonError::into_inner);
        let belief = Belief { reach: [&reach[0], &reach[1]], stack_to_pot: ratio };
        scratch.features.compute(&leaf, &[belief])?;
        let bound = 0.5 + ratio;
        answers.fill(0.0);
        self.network.values(&mut scratch, &[ratio], |_, player, values| {
            let side = player.index();
            let own = &mut answers[side * self.most..][..self.most];
            for (answer, &combo) in own.iter_mut().zip(indices[side]) {
                let place =
                    leaf.combos(player).iter().position(|own| own.index() == combo as usize);
                *answer = place.map_or(0.0, |place| values[place].clamp(-bound, bound));
            }
        });
        Ok(())
    }
}

impl ValueNet for HandNetwork {
    fn input_size(&self) -> usize {
        HEAD + self.most
    }

    fn output_size(&self) -> usize {
        self.most
    }

    fn is_sparse(&self) -> bool {
        true
    }

    fn compute_values(
        &self,
        queries: &[f32],
        indices: Option<&[u32]>,
        answers: &mut [f32],
    ) -> Result<(), ClassicError> {
        let size = self.input_size();
        let batch = queries.len() / (2 * size);
        let indices = indices.unwrap_or(&[]);
        let sizes = [
            ("queries", queries.len(), 2 * batch * size),
            ("indices", indices.len(), 2 * batch * self.most),
            ("answers", answers.len(), 2 * batch * self.most),
        ];
        if let Some(&(what, found, expected)) =
            sizes.iter().find(|(_, found, expected)| found != expected)
        {
            return Err(ClassicError::Size { what, found, expected });
        }
        for query in 0..batch {
            let (first, second) = queries[2 * query * size..][..2 * size].split_at(size);
            let (oop, ip) = indices[2 * query * self.most..][..2 * self.most].split_at(self.most);
            let answers = &mut answers[2 * query * self.most..][..2 * self.most];
            self.answer(query, [first, second], [oop, ip], answers)?;
        }
        Ok(())
    }
}
