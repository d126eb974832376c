//! All hands of a river against rows of weights, outside of a tree.
//!
//! An all-in before the flop is the mean of such showdowns over boards. Whoever averages
//! over many boards makes one of these after the other: 1.2 ms for a board with all
//! 178,365 four-card hands, then about 2.4 ms for eight rows.

use std::sync::Arc;

use quasar_cards::{Board, CardSet, Game, Range, Street};

use super::OmahaError;
use super::hands::BoardHands;
use crate::kernels::padded;
use crate::operators::{Column, LeafCall, LeafOperator, OmahaShowdown};
use crate::{Player, Rows, RowsMut};

/// The hands of a river, the same ones for both players.
#[derive(Debug)]
pub struct OmahaRiver {
    hands: Arc<BoardHands>,
    showdown: OmahaShowdown,
}

impl OmahaRiver {
    /// The hands of a range, held by either player, that a river leaves of a deck.
    pub fn new(
        board: &Board,
        deck: CardSet,
        ranges: &[Range; 2],
    ) -> Result<OmahaRiver, OmahaError> {
        if board.street() != Street::River {
            return Err(OmahaError::Board(board.cards().len()));
        }
        let fits = |range: &Range| matches!(range.game(), Game::Plo4 | Game::Plo5);
        if !fits(&ranges[0]) || ranges[0].game() != ranges[1].game() {
            return Err(OmahaError::Game);
        }
        if (board.set() & deck) != board.set() {
            return Err(OmahaError::Deck(deck.len()));
        }
        let hands = Arc::new(BoardHands::new(board, deck, ranges)?);
        let showdown = OmahaShowdown::of_many(Arc::clone(&hands));
        Ok(OmahaRiver { hands, showdown })
    }

    /// Index of each hand's combo.
    pub fn combos(&self) -> &[u32] {
        &self.hands.sides[0].combos
    }

    /// How long rows of weights and of results must be: the hands, and a few more.
    pub fn stride(&self) -> usize {
        padded(self.combos().len())
    }

    /// For every row of weights, what each hand wins minus what it loses against them:
    /// the weight of the hands that it beats without that of those that beat it.
    /// Rows are [`stride`](Self::stride) long; `scratch` grows as needed.
    pub fn differences(
        &self,
        weights: &[f32],
        differences: &mut [f32],
        scratch: &mut Vec<f32>,
    ) -> Result<(), OmahaError> {
        let stride = self.stride();
        let column = |row: usize| Column {
            reach: [row; 2],
            value: row,
            test: 0,
            difference: 1.0,
            sum: 0.0,
            fold: None,
        };
        let columns: Vec<Column> = (0..weights.len() / stride).map(column).collect();
        scratch.resize(scratch.len().max(self.showdown.scratch()), 0.0);
        let weights = Rows::new(weights, stride);
        let call = LeafCall {
            player: Player::Oop,
            columns: &columns,
            reach: [weights; 2],
            values: RowsMut::new(differences, stride),
            scratch,
            parallel: false,
        };
        self.showdown.values(call).map_err(|_| OmahaError::Game)
    }
}
