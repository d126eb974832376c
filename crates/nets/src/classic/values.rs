//! The bucket network as the value of leaves.

use std::sync::Arc;

use quasar_cards::{Combo, Street};
use quasar_solver::LeafError;

use super::ValueNet;
use super::buckets::{BUCKETS, BucketGame, StrengthBuckets};
use super::network::BucketNetwork;
use super::packing::{HEAD, write_head, write_range};
use crate::limit::{BoardValues, CutBoard, LeafValues, LimitError, Query};

/// Values of leaves by the bucket network.
#[derive(Clone, Debug)]
pub struct BucketValues {
    network: Arc<BucketNetwork>,
    game: BucketGame,
}

impl BucketValues {
    /// Values by a network of a game.
    pub fn new(network: BucketNetwork, game: BucketGame) -> BucketValues {
        BucketValues { network: Arc::new(network), game }
    }
}

#[derive(Debug)]
struct BucketBoard {
    network: Arc<BucketNetwork>,
    board: quasar_cards::Board,
    /// The bucket of each hand of each player.
    of: [Vec<u8>; 2],
}

impl LeafValues for BucketValues {
    fn on_board(&self, place: &CutBoard) -> Result<Box<dyn BoardValues>, LimitError> {
        let cards = place.cards.as_ref();
        let cards = cards.ok_or(LimitError::NoCards { values: "values by buckets" })?;
        let BucketGame { game, deck, street } = self.game;
        let of_hands = cards.combos.iter().flatten().next().map_or(game, Combo::game);
        if (of_hands, cards.deck) != (game, deck.cards()) {
            let expected = (game, deck.cards().len());
            return Err(LimitError::OtherGame { expected, found: (of_hands, cards.deck.len()) });
        }
        let expected = if street == Street::River { 5 } else { 4 };
        let found = cards.board.cards().len();
        if found != expected {
            return Err(LimitError::Street { expected, found });
        }
        let buckets = StrengthBuckets::new(&cards.board, game, cards.deck);
        let buckets = buckets.map_err(LeafError::new)?;
        let of = cards.combos.each_ref().map(|side| {
            side.iter().map(|combo| buckets.of(combo.index()) as u8).collect::<Vec<u8>>()
        });
        Ok(Box::new(BucketBoard { network: Arc::clone(&self.network), board: cards.board, of }))
    }

    fn fingerprint(&self) -> u64 {
        let bits = self.network.network().parameters().iter().map(|value| value.to_bits());
        bits.fold(0x6275_636b_6574_7321_u64, |hash, bits| {
            (hash ^ u64::from(bits)).wrapping_mul(0x0100_0000_01b3)
        })
    }
}

impl BoardValues for BucketBoard {
    fn values(&self, query: Query<'_>) -> Result<(), LeafError> {
        let Query { questions, mut values, .. } = query;
        let size = HEAD + BUCKETS;
        let mut rows = vec![0.0; 2 * size * questions.len()];
        for (question, rows) in questions.iter().zip(rows.chunks_exact_mut(2 * size)) {
            for (player, row) in rows.chunks_exact_mut(size).enumerate() {
                write_head(&self.board, question.stack / question.pot, player, row);
                let mut weights = [0.0; BUCKETS];
                for (&bucket, reach) in self.of[player].iter().zip(question.belief[player]) {
                    weights[usize::from(bucket)] += reach;
                }
                write_range(&weights, &mut row[HEAD..]);
            }
        }
        let mut answers = vec![0.0; 2 * BUCKETS * questions.len()];
        self.network.compute_values(&rows, None, &mut answers).map_err(LeafError::new)?;
        for (number, answer) in answers.chunks_exact(2 * BUCKETS).enumerate() {
            for (player, answer) in answer.chunks_exact(BUCKETS).enumerate() {
                let row = values[player].row(number);
                for (value, &bucket) in row.iter_mut().zip(&self.of[player]) {
                    *value = answer[usize::from(bucket)];
                }
            }
        }
        Ok(())
    }
}
