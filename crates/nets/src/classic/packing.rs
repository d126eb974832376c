//! States as rows of numbers.
//!
//! For each of the two players, out of position first:
//!
//! ```text
//! [ PLAYER_ACT, POSITION, S2PR, BOARD x 5, RANGE x K ]
//! ```
//!
//! | field | |
//! |---|---|
//! | `PLAYER_ACT` | 1 if the player acts next, otherwise 0 |
//! | `POSITION` | 0 out of position, 1 in position |
//! | `S2PR` | stack behind divided by the pot |
//! | `BOARD` | card indices, padded with -1 |
//! | `RANGE` | a distribution: it sums to 1 |
//!
//! Networks never see these numbers as they are: `expand` replaces the ratio by two bounded
//! numbers and the board by 52 switches, so that the first layer learns an embedding of each
//! card. The form is versioned.

use quasar_cards::{Board, Card, CardsError};
use quasar_solver::LeafError;
use thiserror::Error;

use crate::range::BoardError;

/// Changes whenever packing or `expand` do: networks belong to one version.
pub const NORMALISATION_VERSION: u32 = 1;

/// The numbers of a player before the range.
pub const HEAD: usize = 8;
/// The index of a hand that is not there.
pub const PADDING: u32 = u32::MAX;
/// The numbers that the first layer sees before both ranges.
pub(super) const EXPANDED: usize = 2 + 52;

/// Why a packed query has no answer.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum ClassicError {
    /// Queries, indices and answers that do not fit together.
    #[error("{found} numbers instead of {expected} in the {what}")]
    Size {
        /// Queries, indices or answers.
        what: &'static str,
        /// How many there are.
        found: usize,
        /// How many there should be.
        expected: usize,
    },
    /// Something that no state has.
    #[error("query {query}: the {what} is invalid")]
    Invalid {
        /// The number of the query.
        query: usize,
        /// The field.
        what: &'static str,
    },
    /// Cards that do not form a board.
    #[error(transparent)]
    Cards(#[from] CardsError),
    /// A board without features or buckets.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// A sweep that failed.
    #[error(transparent)]
    Leaf(#[from] LeafError),
}

/// Writes the head of both players' rows of a state in which the first player acts.
pub fn write_head(board: &Board, stack_to_pot: f32, player: usize, row: &mut [f32]) {
    row[0] = if player == 0 { 1.0 } else { 0.0 };
    row[1] = player as f32;
    row[2] = stack_to_pot;
    for (place, number) in row[3..HEAD].iter_mut().enumerate() {
        *number = board.cards().get(place).map_or(-1.0, |card| card.index() as f32);
    }
}

/// Writes a range so that it sums to 1; a range without weight is even.
pub fn write_range(weights: &[f32], row: &mut [f32]) {
    let sum: f64 = weights.iter().map(|&weight| f64::from(weight)).sum();
    for (to, &weight) in row.iter_mut().zip(weights) {
        *to = match sum > 0.0 {
            true => (f64::from(weight) / sum) as f32,
            false => 1.0 / weights.len() as f32,
        };
    }
}

/// The board of a row; `query` is for the error.
pub fn read_board(row: &[f32], query: usize) -> Result<Board, ClassicError> {
    let wrong = ClassicError::Invalid { query, what: "board" };
    let cards = row[3..HEAD].iter().take_while(|&&number| number >= 0.0);
    let cards: Option<Vec<Card>> = cards.map(|&number| Card::from_index(number as usize)).collect();
    Ok(Board::new(&cards.ok_or(wrong)?)?)
}

/// The stack-to-pot ratio of a row.
pub fn read_ratio(row: &[f32], query: usize) -> Result<f32, ClassicError> {
    let ratio = row[2];
    let fits = ratio.is_finite() && ratio >= 0.0;
    fits.then_some(ratio).ok_or(ClassicError::Invalid { query, what: "stack to pot" })
}

/// What the first layer sees of a state: two numbers for the ratio, a switch for each card,
/// and both ranges scaled to a mean of 1.
pub(super) fn expand(rows: [&[f32]; 2], input: &mut [f32]) {
    let ratio = rows[0][2].clamp(0.01, 50.0);
    let (head, ranges) = input.split_at_mut(EXPANDED);
    head.fill(0.0);
    head[0] = 0.5 * ratio.ln();
    head[1] = ratio / (1.0 + ratio);
    for &card in rows[0][3..HEAD].iter().filter(|&&card| card >= 0.0) {
        head[2 + card as usize] = 1.0;
    }
    let entries = ranges.len() / 2;
    for (range, row) in ranges.chunks_exact_mut(entries).zip(rows) {
        for (to, part) in range.iter_mut().zip(&row[HEAD..]) {
            *to = part * entries as f32;
        }
    }
}

/// A label within what an equilibrium can be worth: nobody loses more than by giving up.
pub fn clamp_label(value: f32, stack_to_pot: f32) -> f32 {
    value.clamp(-0.5, stack_to_pot + 0.5)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_packed_is_read_again() {
        let board: Board = "Ks7s2d9h".parse().unwrap();
        let mut rows = [[0.0; HEAD + 4]; 2];
        for (player, row) in rows.iter_mut().enumerate() {
            write_head(&board, 2.5, player, row);
            write_range(&[0.0, 3.0, 1.0, 0.0], &mut row[HEAD..]);
        }
        assert_eq!(rows[0][..3], [1.0, 0.0, 2.5]);
        assert_eq!(rows[1][..3], [0.0, 1.0, 2.5]);
        assert_eq!((rows[0][7], &rows[0][HEAD..]), (-1.0, &[0.0, 0.75, 0.25, 0.0][..]));
        assert_eq!(read_board(&rows[1], 0).unwrap(), board);
        let mut input = [9.0; EXPANDED + 8];
        expand([&rows[0], &rows[1]], &mut input);
        assert_eq!(input[2..EXPANDED].iter().sum::<f32>(), 4.0, "a switch for each card");
        assert_eq!(input[EXPANDED..][..4], [0.0, 3.0, 1.0, 0.0]);
        assert!(input[..2].iter().all(|number| number.abs() < 2.0));
        rows[0][4] = 77.0;
        assert!(read_board(&rows[0], 3).is_err());
        rows[0][2] = f32::NAN;
        assert!(read_ratio(&rows[0], 3).is_err());
        assert_eq!([-0.7, 0.3, 9.0].map(|value| clamp_label(value, 2.0)), [-0.5, 0.3, 2.5]);
    }
}
