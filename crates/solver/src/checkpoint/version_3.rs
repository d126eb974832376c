//! States of version 3, which are only read.
//!
//! Their header has 24 bytes: magic, version, a fingerprint, the iteration, and four zeros. The
//! fingerprint covers the settings as Rust's `Debug` printed them then, so that the names and
//! the order of the fields of [`Algorithm`](crate::Algorithm), [`Updates`](crate::Updates),
//! [`Pruning`](crate::Pruning) and [`Precision`](crate::Precision) must not change as long as
//! this version is read. The numbers are those of version 4.

use super::hash::hash;
use super::{Run, numbers};
use crate::plan::Extent;
use crate::sampling::Sampling;
use crate::{Player, PublicNode, Settings, Solver, SolverError, SolverGame, Stage};

pub(super) const VERSION: u32 = 3;
const HEADER: usize = 24;

impl<G: SolverGame> Solver<G> {
    /// The iteration of a state of the same game and settings, and what follows its header.
    pub(super) fn read_version_3<'b>(
        &self,
        runs: &[Run],
        bytes: &'b [u8],
    ) -> Result<(u32, &'b [u8]), SolverError> {
        let bad = SolverError::BadCheckpoint;
        let (header, rest) = bytes.split_at_checked(HEADER).ok_or(bad("it is too short"))?;
        let fingerprint = std::array::from_fn(|byte| header[8 + byte]);
        if u64::from_le_bytes(fingerprint) != self.fingerprint(runs) {
            return Err(bad("it belongs to a different game or different settings"));
        }
        let iteration = std::array::from_fn(|byte| header[16 + byte]);
        Ok((u32::from_le_bytes(iteration), rest))
    }

    /// A number that differs between solves whose states are not interchangeable.
    fn fingerprint(&self, runs: &[Run]) -> u64 {
        let size = Extent { slots: numbers(runs), ..self.plan.total() };
        let settings = (self.settings.algorithm, self.settings.updates, self.settings.pruning);
        let text = format!("{settings:?} {:?} {size:?}", self.settings.precision);
        let mut bytes = text.into_bytes();
        if self.settings.exploration > 0.0 {
            bytes.extend(self.settings.exploration.to_le_bytes());
        }
        if let Some(sampling) = self.settings.sampling {
            bytes.extend(identity(&sampling).into_bytes());
        }
        if let Some(one_in) = self.settings.by_hand.filter(|_| self.corrects_rivers()) {
            bytes.extend(format!("by hand {one_in}").into_bytes());
            if self.settings.by_hand_seed != Settings::default().by_hand_seed {
                bytes.extend(self.settings.by_hand_seed.to_le_bytes());
            }
        }
        bytes.extend(self.game.identity().to_le_bytes());
        for player in Player::BOTH {
            bytes.extend(self.game.weights(player).iter().flat_map(|weight| weight.to_le_bytes()));
        }
        for node in self.game.tree().stages().iter().flat_map(Stage::nodes) {
            if let PublicNode::Leaf(leaf) = node {
                let amounts = [leaf.difference, leaf.sum[0], leaf.sum[1]];
                bytes.extend(amounts.iter().flat_map(|amount| amount.to_le_bytes()));
            }
        }
        hash(&bytes)
    }
}

/// Text that differs for different draws.
fn identity(sampling: &Sampling) -> String {
    let Sampling { one_in: [first, second, third], seed, until } = *sampling;
    let mut text = format!("Sampling {{ one_in: [{first}, {second}], seed: {seed} }}");
    if third != 1 || until.is_some() {
        text += &format!(" {third} {until:?}");
    }
    text
}
