//! All hands of a river against weights by class, outside of a tree.
//!
//! An all-in before the flop is the mean of such showdowns over boards. Whoever averages
//! over many boards makes one of these after the other: 1.2 ms for a board with all
//! 178,365 four-card hands, then about 2.5 ms for every eight columns.

use std::sync::Arc;

use quasar_cards::{Board, CardSet, Game, Range, Street};

use super::OmahaError;
use super::hands::BoardHands;
use crate::operators::{ByClass, LeafOperator, OmahaShowdown};

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

    /// Adds, for eight columns of weights by class, what the hands of each class win minus
    /// what they lose against them: the weight of the hands that they beat without that of
    /// those that beat them, `factor` times.
    ///
    /// `classes` has the class of each hand, in the order of [`combos`](Self::combos);
    /// `scratch` grows as needed. Columns do not influence each other.
    pub fn add_differences(
        &self,
        classes: &[u16],
        weights: &[[f32; 8]],
        factor: f64,
        sums: &mut [[f64; 8]],
        scratch: &mut Vec<f32>,
    ) -> Result<(), OmahaError> {
        let known = weights.len().min(sums.len());
        if classes.len() != self.combos().len()
            || classes.iter().max().is_some_and(|&most| usize::from(most) >= known)
        {
            return Err(OmahaError::Classes);
        }
        scratch.resize(scratch.len().max(self.showdown.scratch()), 0.0);
        self.showdown.add_by_class(ByClass { classes, weights, factor, sums }, scratch);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use quasar_cards::{Card, Combo};
    use quasar_eval::OmahaBoard;

    use super::*;

    /// Nine to ace: all hands against all others, one by one.
    #[test]
    fn classes_win_what_their_hands_win_one_by_one() {
        let deck: CardSet = Card::all().filter(|card| card.index() >= 28).collect();
        let board: Board = "KsQs9hTdTc".parse().unwrap();
        let full = Range::full(Game::Plo4);
        let river = OmahaRiver::new(&board, deck, &[full.clone(), full]).unwrap();
        let hand = |&index: &u32| Combo::from_index(Game::Plo4, index as usize).unwrap();
        let hands: Vec<Combo> = river.combos().iter().map(hand).collect();
        let classes: Vec<u16> = (0..hands.len()).map(|at| (at * 31 % 50) as u16).collect();
        let weights: Vec<[f32; 8]> = (0..50)
            .map(|class| std::array::from_fn(|lane| ((class * 13 + lane * 7) % 17) as f32 / 16.0))
            .collect();
        let mut sums = vec![[1.0; 8]; 50];
        let mut scratch = Vec::new();
        river.add_differences(&classes, &weights, 3.0, &mut sums, &mut scratch).unwrap();
        let ranked = OmahaBoard::new(&board).unwrap();
        let ranks: Vec<_> = hands.iter().map(|hand| ranked.rank(hand).unwrap()).collect();
        let mut expected = vec![[1.0; 8]; 50];
        for (one, hand) in hands.iter().enumerate() {
            for (other, opponent) in hands.iter().enumerate() {
                if hand.set().intersects(opponent.set()) {
                    continue;
                }
                let sign = f64::from(ranks[one].cmp(&ranks[other]) as i8);
                let met = weights[usize::from(classes[other])];
                let won = &mut expected[usize::from(classes[one])];
                won.iter_mut().zip(met).for_each(|(won, met)| *won += 3.0 * sign * f64::from(met));
            }
        }
        for (found, expected) in sums.iter().flatten().zip(expected.iter().flatten()) {
            assert!((found - expected).abs() < 0.01, "{found} {expected}");
        }
    }

    #[test]
    fn classes_that_do_not_fit_are_refused() {
        let board: Board = "KsQs9hTdTc".parse().unwrap();
        let full = Range::full(Game::Plo4);
        let deck = Card::all().filter(|card| card.index() >= 28).collect();
        let river = OmahaRiver::new(&board, deck, &[full.clone(), full]).unwrap();
        let (weights, mut sums) = ([[1.0; 8]; 2], [[0.0; 8]; 2]);
        for classes in [vec![0; 3], vec![2; river.combos().len()]] {
            let refused =
                river.add_differences(&classes, &weights, 1.0, &mut sums, &mut Vec::new());
            assert_eq!(refused, Err(OmahaError::Classes));
        }
    }
}
