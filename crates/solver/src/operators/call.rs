//! The input of a leaf operator: a batch of leaves, one column each.

#[cfg(doc)]
use super::LeafOperator;
use crate::tree::FIRST_FRONTIER;
use crate::{Player, Rows, RowsMut};

/// A batch of leaves on one board.
#[derive(Debug)]
pub struct LeafCall<'a> {
    /// The player whose values are wanted.
    pub player: Player,
    /// The leaves. Those with the same reach of the opponent are adjacent.
    pub columns: &'a [Column],
    /// Both players' reach. The opponent's row of every column is valid; the player's own
    /// only if the operator [reads both](LeafOperator::reads_both), otherwise it may hold
    /// anything. Rows are at least as long as the hands rounded up to a multiple of eight;
    /// what follows the hands may be anything.
    pub reach: [Rows<'a>; 2],
    /// Receives the values. Rows are longer than the number of hands; the operator writes
    /// zeros after the hands up to the next multiple of eight.
    pub values: RowsMut<'a>,
    /// At least as many numbers as the operator [needs](LeafOperator::scratch),
    /// with any content.
    pub scratch: &'a mut [f32],
    /// Whether the call may divide its work among the threads of the pool that it
    /// runs in. Values must not depend on it.
    pub parallel: bool,
}

/// The leaves of one board, for the values of both players.
#[derive(Debug)]
pub struct BothCall<'a> {
    /// The leaves for each player's values, as in a [`LeafCall`].
    pub columns: [&'a [Column]; 2],
    /// Both players' reach.
    pub reach: [Rows<'a>; 2],
    /// Receives each player's values.
    pub values: [RowsMut<'a>; 2],
    /// At least as many numbers as the operator needs.
    pub scratch: &'a mut [f32],
    /// Whether the call may divide its work.
    pub parallel: bool,
}

impl BothCall<'_> {
    /// The call for the values of one player.
    pub fn of(&mut self, player: Player) -> LeafCall<'_> {
        LeafCall {
            player,
            columns: self.columns[player.index()],
            reach: self.reach,
            values: self.values[player.index()].again(),
            scratch: self.scratch,
            parallel: self.parallel,
        }
    }
}

/// One leaf of a batch: see [`Leaf`](crate::Leaf) for the meaning of the amounts.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Column {
    /// The row of each player's reach.
    pub reach: [usize; 2],
    /// The row for the values.
    pub value: usize,
    /// Which comparison of hands decides the leaf.
    pub test: usize,
    /// Factor of winning minus losing.
    pub difference: f32,
    /// Factor of each compatible hand.
    pub sum: f32,
    /// A fold of the opponent whose values go to the same row. Such a column shares
    /// its reach with no other.
    pub fold: Option<JoinedFold>,
}

impl Column {
    /// The number of a [frontier](crate::Leaf::frontier) leaf; none for any other.
    pub fn frontier(&self) -> Option<usize> {
        self.test.checked_sub(FIRST_FRONTIER)
    }
}

/// A leaf whose values are added to those of another.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct JoinedFold {
    /// The row of the opponent's reach.
    pub reach: usize,
    /// Factor of each compatible hand.
    pub sum: f32,
}
