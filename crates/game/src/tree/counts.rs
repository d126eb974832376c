//! How large a tree is, before it is built.
//!
//! What follows on a street depends only on the chips put in and on who called,
//! so each distinct start of a round is walked once, with the number of
//! lines that lead to it. A tree of billions of nodes is counted in the time of
//! its distinct rounds.

use std::collections::BTreeMap;
use std::ops::AddAssign;

use quasar_cards::Street;

use super::build::{Reached, Walker};
use super::{TreeError, TreeSpec};

/// What one street of a tree has, over all its lines. Counts stop at the largest
/// number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct StreetCounts {
    /// Rounds.
    pub rounds: u64,
    /// Decisions of each player.
    pub decisions: [u64; 2],
    /// Actions of each player, summed over their decisions.
    pub actions: [u64; 2],
    /// Nodes at which a player has folded.
    pub folds: u64,
    /// Nodes at which the hands are shown.
    pub showdowns: u64,
    /// Nodes at which the next street begins.
    pub next_streets: u64,
}

impl StreetCounts {
    /// All nodes.
    pub fn nodes(&self) -> u64 {
        let Self { decisions, folds, showdowns, next_streets, rounds: _, actions: _ } = *self;
        [decisions[0], decisions[1], folds, showdowns, next_streets]
            .into_iter()
            .fold(0, u64::saturating_add)
    }

    /// Counts one node more.
    pub(super) fn add_node(&mut self, node: &Reached) {
        match node {
            Reached::Decision(player) => self.decisions[player.index()] += 1,
            Reached::Fold { .. } => self.folds += 1,
            Reached::NextStreet(_) => self.next_streets += 1,
            Reached::Showdown => self.showdowns += 1,
        }
    }

    fn map(self, f: impl Fn(u64) -> u64) -> StreetCounts {
        StreetCounts {
            rounds: f(self.rounds),
            decisions: self.decisions.map(&f),
            actions: self.actions.map(&f),
            folds: f(self.folds),
            showdowns: f(self.showdowns),
            next_streets: f(self.next_streets),
        }
    }
}

impl AddAssign for StreetCounts {
    fn add_assign(&mut self, other: StreetCounts) {
        let pair =
            |a: [u64; 2], b: [u64; 2]| [a[0].saturating_add(b[0]), a[1].saturating_add(b[1])];
        *self = StreetCounts {
            rounds: self.rounds.saturating_add(other.rounds),
            decisions: pair(self.decisions, other.decisions),
            actions: pair(self.actions, other.actions),
            folds: self.folds.saturating_add(other.folds),
            showdowns: self.showdowns.saturating_add(other.showdowns),
            next_streets: self.next_streets.saturating_add(other.next_streets),
        };
    }
}

/// The size of a tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TreeCounts {
    streets: [StreetCounts; 4],
}

impl TreeCounts {
    /// The counts of a street.
    pub fn street(&self, street: Street) -> StreetCounts {
        self.streets[street as usize]
    }

    /// The counts of all streets together.
    pub fn total(&self) -> StreetCounts {
        let mut total = StreetCounts::default();
        self.streets.iter().for_each(|&street| total += street);
        total
    }

    /// All rounds.
    pub fn rounds(&self) -> u64 {
        self.total().rounds
    }

    /// All nodes.
    pub fn nodes(&self) -> u64 {
        self.total().nodes()
    }

    /// All actions of both players: the (line, action) pairs a solver stores
    /// numbers for.
    pub fn actions(&self) -> u64 {
        let [oop, ip] = self.total().actions;
        oop.saturating_add(ip)
    }
}

impl TreeSpec {
    /// Counts the tree without building it. The count is exact however large the
    /// tree; it fails when more than [`max_nodes`](TreeSpec::max_nodes) distinct
    /// nodes have to be walked for it.
    pub fn counts(&self) -> Result<TreeCounts, TreeError> {
        let walker = Walker::new(self)?;
        let mut counts = TreeCounts::default();
        let mut left = self.max_nodes;
        let mut starts = BTreeMap::from([(None, 1_u64)]);
        while !starts.is_empty() {
            let mut following = BTreeMap::new();
            for (start, lines) in starts {
                let round = walker.count(start, left, |next| {
                    let count = following.entry(Some(next)).or_insert(0_u64);
                    *count = count.saturating_add(lines);
                })?;
                let street = start.map_or(self.start.street, |start| start.street);
                counts.streets[street as usize] += round.map(|count| count.saturating_mul(lines));
                left = left.checked_sub(round.nodes()).ok_or_else(|| TreeError::TooLarge {
                    nodes: counts.nodes(),
                    exact: false,
                    limit: self.max_nodes,
                })?;
            }
            starts = following;
        }
        Ok(counts)
    }
}
