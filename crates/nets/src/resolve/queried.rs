//! Which states search asks about.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};

use quasar_solver::LeafError;

use crate::limit::{BoardValues, CutBoard, LeafValues, LimitError, Query};

/// A state that was asked about: the board, the pot, and what both players are believed to hold.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct QueriedState {
    pub(super) board: usize,
    pub(super) pot: f32,
    pub(super) belief: [Vec<f32>; 2],
}

/// Leaf values that keep one question in so many, chosen by its numbers: the same ones for any
/// number of threads.
#[derive(Debug)]
pub(super) struct Asked<'a> {
    values: &'a dyn LeafValues,
    one_in: u64,
    kept: Arc<Mutex<HashSet<Vec<u32>>>>,
}

impl<'a> Asked<'a> {
    pub(super) fn new(values: &'a dyn LeafValues, one_in: u64) -> Asked<'a> {
        Asked { values, one_in, kept: Arc::default() }
    }

    /// What was kept, in a fixed order.
    pub(super) fn states(&self) -> Vec<QueriedState> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let mut kept: Vec<&Vec<u32>> = kept.iter().collect();
        kept.sort();
        let state = |key: &Vec<u32>| {
            let hands = (key.len() - 2) / 2;
            let belief = |from: usize| key[from..from + hands].iter().copied();
            QueriedState {
                board: key[0] as usize,
                pot: f32::from_bits(key[1]),
                belief: [2, 2 + hands].map(|from| belief(from).map(f32::from_bits).collect()),
            }
        };
        kept.into_iter().map(state).collect()
    }
}

impl LeafValues for Asked<'_> {
    fn on_board(&self, place: &CutBoard) -> Result<Box<dyn BoardValues>, LimitError> {
        Ok(Box::new(OnBoard {
            board: place.at.board,
            values: self.values.on_board(place)?,
            one_in: self.one_in,
            kept: Arc::clone(&self.kept),
        }))
    }

    fn fingerprint(&self) -> u64 {
        self.values.fingerprint()
    }
}

#[derive(Debug)]
struct OnBoard {
    board: usize,
    values: Box<dyn BoardValues>,
    one_in: u64,
    kept: Arc<Mutex<HashSet<Vec<u32>>>>,
}

impl BoardValues for OnBoard {
    fn values(&self, query: Query<'_>) -> Result<(), LeafError> {
        for question in query.questions {
            let belief = question.belief.iter().copied().flatten().map(|reach| reach.to_bits());
            let key: Vec<u32> =
                [self.board as u32, question.pot.to_bits()].into_iter().chain(belief).collect();
            let mix = |sum: u64, &bits: &u32| {
                (sum ^ u64::from(bits)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29)
            };
            if key.iter().fold(1, mix) % self.one_in == 0 {
                self.kept.lock().unwrap_or_else(PoisonError::into_inner).insert(key);
            }
        }
        self.values.values(query)
    }

    fn scratch(&self, questions: usize) -> usize {
        self.values.scratch(questions)
    }
}
