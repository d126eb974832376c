//! A network as the value of leaves.

use std::sync::{Arc, Mutex, PoisonError};

use quasar_cards::{Combo, Game, Range, Street};
use quasar_solver::{LeafError, Player};

use super::features::{BATCH, Belief};
use super::network::{NetworkScratch, RangeNetwork};
use super::{BoardError, LeafBoard};
use crate::limit::{
    BoardValues, CutBoard, CutBoardCards, LeafQuestion, LeafValues, LimitError, Query,
};

/// Values of leaves by a network.
///
/// Queries of several boards run at the same time, each with scratch of its own, which is kept, so
/// after the first iterations nothing is allocated.
#[derive(Clone, Debug)]
pub struct NetworkValues {
    shared: Arc<Shared>,
    fingerprint: u64,
}

#[derive(Debug)]
struct Shared {
    network: RangeNetwork,
    scratches: Mutex<Vec<NetworkScratch>>,
}

impl NetworkValues {
    /// Values by a network.
    pub fn new(network: RangeNetwork) -> NetworkValues {
        let fingerprint = network.layers().fingerprint();
        let shared = Shared { network, scratches: Mutex::new(Vec::new()) };
        NetworkValues { shared: Arc::new(shared), fingerprint }
    }

    /// The network.
    pub fn network(&self) -> &RangeNetwork {
        &self.shared.network
    }
}

impl LeafValues for NetworkValues {
    fn on_board(&self, place: &CutBoard) -> Result<Box<dyn BoardValues>, LimitError> {
        let cards = place.cards.as_ref();
        let cards = cards.ok_or(LimitError::NoCards { values: "values by a network" })?;
        let expected = if self.network().spec().street == Street::River { 5 } else { 4 };
        let found = cards.board.cards().len();
        if found != expected {
            return Err(LimitError::Street { expected, found });
        }
        let board = leaf_board(cards).map_err(LeafError::new)?;
        let places = Player::BOTH.map(|player| {
            let own = &cards.combos[player.index()];
            let same = own.iter().eq(board.combos(player));
            (!same).then(|| places(own, board.combos(player)))
        });
        let rows = places.iter().any(Option::is_some);
        Ok(Box::new(NetworkBoard { board, places, rows, shared: Arc::clone(&self.shared) }))
    }

    fn fingerprint(&self) -> u64 {
        self.fingerprint
    }
}

fn leaf_board(cards: &CutBoardCards) -> Result<LeafBoard, BoardError> {
    let game = cards.combos[0].first().map_or(Game::Holdem, Combo::game);
    let range = |combos: &Vec<Combo>| {
        let mut weights = vec![0.0; game.combos()];
        for combo in combos {
            weights[combo.index()] = 1.0;
        }
        Range::from_weights(game, weights).expect("weights are 0 and 1, one for each combo")
    };
    LeafBoard::new(&cards.board, cards.deck, &cards.combos.each_ref().map(range))
}

/// Where each hand of the leaf's board is among the game's.
fn places(game: &[Combo], leaf: &[Combo]) -> Vec<u32> {
    let mut order: Vec<u32> = (0..game.len() as u32).collect();
    order.sort_by_key(|&place| game[place as usize].index());
    let find = |combo: &Combo| {
        let key = |&place: &u32| game[place as usize].index();
        let found = order.binary_search_by_key(&combo.index(), key);
        order[found.expect("the leaf has the hands of the game")]
    };
    leaf.iter().map(find).collect()
}

/// A board with its hands.
#[derive(Debug)]
struct NetworkBoard {
    board: LeafBoard,
    /// For each player the game's number of each hand, if it is another.
    places: [Option<Vec<u32>>; 2],
    /// Whether any numbers are others.
    rows: bool,
    shared: Arc<Shared>,
}

impl NetworkBoard {
    /// Numbers of scratch for a player's beliefs in the order of the leaf's board.
    fn renumbered(&self, player: Player) -> usize {
        if self.rows { BATCH * self.board.hands(player) } else { 0 }
    }

    fn batch(
        &self,
        network: &mut NetworkScratch,
        questions: &[LeafQuestion<'_>],
        first: usize,
        query: &mut [quasar_solver::RowsMut<'_>; 2],
        scratch: &mut [f32],
    ) -> Result<(), LeafError> {
        let (oop, ip) = scratch.split_at_mut(self.renumbered(Player::Oop));
        let mut beliefs = [Belief { reach: [&[]; 2], stack_to_pot: 1.0 }; BATCH];
        let mut ratios = [1.0; BATCH];
        for (number, question) in questions.iter().enumerate() {
            ratios[number] = question.stack / question.pot;
            beliefs[number].stack_to_pot = ratios[number];
        }
        for (player, rows) in Player::BOTH.into_iter().zip([oop, ip]) {
            let side = player.index();
            let hands = self.board.hands(player);
            match &self.places[side] {
                None => {
                    for (belief, question) in beliefs.iter_mut().zip(questions) {
                        belief.reach[side] = question.belief[side];
                    }
                }
                Some(places) => {
                    let rows = rows.chunks_exact_mut(hands.max(1));
                    for ((belief, question), row) in beliefs.iter_mut().zip(questions).zip(rows) {
                        for (to, &from) in row.iter_mut().zip(places) {
                            *to = question.belief[side][from as usize];
                        }
                        belief.reach[side] = row;
                    }
                }
            }
        }
        let count = questions.len();
        network.features.compute(&self.board, &beliefs[..count])?;
        self.shared.network.values(network, &ratios[..count], |leaf, player, values| {
            let row = query[player.index()].row(first + leaf);
            match &self.places[player.index()] {
                None => row[..values.len()].copy_from_slice(values),
                Some(places) => {
                    for (&place, &value) in places.iter().zip(values) {
                        row[place as usize] = value;
                    }
                }
            }
        });
        Ok(())
    }
}

impl BoardValues for NetworkBoard {
    fn values(&self, query: Query<'_>) -> Result<(), LeafError> {
        let Query { questions, mut values, scratch, .. } = query;
        let scratches = &self.shared.scratches;
        let taken = scratches.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut network = taken.unwrap_or_else(|| self.shared.network.scratch());
        let mut result = Ok(());
        for (number, batch) in questions.chunks(BATCH).enumerate() {
            result = self.batch(&mut network, batch, number * BATCH, &mut values, scratch);
            if result.is_err() {
                break;
            }
        }
        scratches.lock().unwrap_or_else(PoisonError::into_inner).push(network);
        result
    }

    fn scratch(&self, _: usize) -> usize {
        Player::BOTH.into_iter().map(|player| self.renumbered(player)).sum()
    }

    fn bytes(&self) -> usize {
        self.board.bytes()
    }
}
