//! The value of lines that see a flop with chips behind.
//!
//! The game ends before such lines do, so somebody must say what they are worth: a
//! [`FlopLeafValues`], which is asked about all such lines of a game in one call. [`CheckDown`] is
//! what ships. Others, such as learned values, can take its place without a change
//! of the solver: an answer may depend on both players' hands in any way.

use std::fmt;

use quasar_game::{Chips, NodeId};
use quasar_solver::LeafError;

use super::deck::OmahaDeck;

/// A line that sees a flop with chips behind.
#[derive(Clone, Copy, Debug)]
pub struct FlopLine<'a> {
    /// The node of the betting where the line ends.
    pub node: NodeId,
    /// What each player has put into the pot.
    pub stake: f64,
    /// What each player has left.
    pub behind: Chips,
    /// How often each player's own actions lead there, by class, out of position first.
    pub reach: [&'a [f64]; 2],
    /// If [`FlopLeafValues::uses_showdowns`] says so: for each player what each class wins minus
    /// what it loses at a showdown against the opponent's reach, as a fraction of all
    /// compatible hands.
    pub showdown: Option<[&'a [f64]; 2]>,
}

/// What lines that see a flop with chips behind are worth.
pub trait FlopLeafValues: fmt::Debug + Send + Sync {
    /// Identifies the values: games with equal betting and other values of flops are other
    /// games.
    fn identity(&self) -> String;

    /// Whether values are made from showdowns without betting. These share the sweeps of
    /// all-ins.
    fn uses_showdowns(&self) -> bool;

    /// For each line, what it is worth to each player and class: chips won in the hand, summed
    /// over the opponent's reach, as a fraction of all hands compatible with the class.
    fn values(
        &self,
        deck: &OmahaDeck,
        lines: &[FlopLine<'_>],
    ) -> Result<Vec<[Vec<f64>; 2]>, LeafError>;
}

/// Nobody bets after the flop: hands are shown down on five more cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CheckDown;

impl FlopLeafValues for CheckDown {
    fn identity(&self) -> String {
        "check-down".to_owned()
    }

    fn uses_showdowns(&self) -> bool {
        true
    }

    fn values(
        &self,
        _: &OmahaDeck,
        lines: &[FlopLine<'_>],
    ) -> Result<Vec<[Vec<f64>; 2]>, LeafError> {
        let values = |line: &FlopLine<'_>| {
            line.showdown.unwrap_or_default().map(|differences| {
                differences.iter().map(|difference| line.stake * difference).collect()
            })
        };
        Ok(lines.iter().map(values).collect())
    }
}

/// The player out of position gets a fixed share of the pot, 0 to 1, whatever both hold. A
/// lower bound of what values must achieve, and a game whose solution is easy to check.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ConstantShare(pub f64);

impl FlopLeafValues for ConstantShare {
    fn identity(&self) -> String {
        format!("share {}", self.0)
    }

    fn uses_showdowns(&self) -> bool {
        false
    }

    fn values(
        &self,
        deck: &OmahaDeck,
        lines: &[FlopLine<'_>],
    ) -> Result<Vec<[Vec<f64>; 2]>, LeafError> {
        let opponents: Vec<&[f64]> =
            lines.iter().flat_map(|line| [line.reach[1], line.reach[0]]).collect();
        let mut met = deck.compatible_chances(&opponents).into_iter();
        let values = |line: &FlopLine<'_>| {
            [self.0, 1.0 - self.0].map(|share| {
                let won = line.stake * (2.0 * share - 1.0);
                met.next().unwrap_or_default().iter().map(|met| won * met).collect()
            })
        };
        Ok(lines.iter().map(values).collect())
    }
}
