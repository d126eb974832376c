//! The header of a state: which game and which settings its numbers belong to.
//!
//! Every setting that changes results is a field of its own, and so are the sizes of the
//! storage. The game is a hash of its identity, weights and pay-offs.

use super::hash::hash;
use super::{MAGIC, Run, VERSION, numbers};
use crate::{
    Algorithm, Discounts, Player, Precision, PublicNode, Settings, Solver, SolverError, SolverGame,
    Stage, Updates,
};

/// A multiple of the bytes of any number, as parts are cut after whole numbers.
pub(super) const HEADER: usize = 136;

/// Where the settings are, and behind them the sizes.
const SETTINGS: usize = 24;
const SIZES: usize = 120;

/// What settings without numbers, or with numbers that may be left out, say.
mod flags {
    /// The average of discounted CFR restarts.
    pub(super) const RESET: u32 = 1;
    /// Fictitious play with linear weights.
    pub(super) const LINEAR: u32 = 1 << 1;
    /// Fictitious play that counts the last response twice.
    pub(super) const OPTIMISTIC: u32 = 1 << 2;
    pub(super) const SIMULTANEOUS: u32 = 1 << 3;
    /// 16-bit numbers.
    pub(super) const HALF: u32 = 1 << 4;
    pub(super) const PRUNING: u32 = 1 << 5;
    pub(super) const SAMPLING: u32 = 1 << 6;
    /// Sampling has a last iteration.
    pub(super) const UNTIL: u32 = 1 << 7;
    /// Some rivers are played without buckets.
    pub(super) const BY_HAND: u32 = 1 << 8;
}

impl<G: SolverGame> Solver<G> {
    /// The header of the state now.
    pub(super) fn header(&self, runs: &[Run]) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(HEADER);
        bytes.extend(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(self.game_hash().to_le_bytes());
        bytes.extend(self.iteration.to_le_bytes());
        bytes.extend([0; 4]);
        let corrects_rivers = self.corrects_rivers();
        bytes.extend(settings_bytes(&self.settings, corrects_rivers));
        let decisions = self.plan.total().decisions;
        bytes.extend([numbers(runs), decisions].iter().flat_map(|&n| (n as u64).to_le_bytes()));
        bytes
    }

    /// The iteration of a state of the same game and settings, and what follows its header.
    pub(super) fn read_header<'b>(
        &self,
        runs: &[Run],
        bytes: &'b [u8],
    ) -> Result<(u32, &'b [u8]), SolverError> {
        let bad = SolverError::BadCheckpoint;
        let (header, rest) = bytes.split_at_checked(HEADER).ok_or(bad("it is too short"))?;
        let own = self.header(runs);
        if header[SETTINGS..SIZES] != own[SETTINGS..SIZES] {
            return Err(bad("it belongs to different settings"));
        }
        if header[8..16] != own[8..16] || header[SIZES..] != own[SIZES..] {
            return Err(bad("it belongs to a different game"));
        }
        if header[20..24] != own[20..24] {
            return Err(bad("it has unexpected bytes"));
        }
        let iteration = std::array::from_fn(|byte| header[16 + byte]);
        Ok((u32::from_le_bytes(iteration), rest))
    }

    /// A hash that differs between games whose states are not interchangeable.
    fn game_hash(&self) -> u64 {
        let mut bytes = self.game.identity().to_le_bytes().to_vec();
        for player in Player::BOTH {
            let weights = self.game.weights(player);
            bytes.extend((weights.len() as u64).to_le_bytes());
            bytes.extend(weights.iter().flat_map(|weight| weight.to_le_bytes()));
        }
        for node in self.game.tree().stages().iter().flat_map(Stage::nodes) {
            if let PublicNode::Leaf(leaf) = node {
                let amounts = [leaf.difference, leaf.sum[0], leaf.sum[1]];
                bytes.extend((leaf.test as u64).to_le_bytes());
                bytes.extend(amounts.iter().flat_map(|amount| amount.to_le_bytes()));
            }
        }
        hash(&bytes)
    }
}

/// The settings that change results. What is left out has zeros.
fn settings_bytes(settings: &Settings, corrects_rivers: bool) -> Vec<u8> {
    let Settings {
        algorithm,
        updates,
        pruning,
        exploration,
        precision,
        sampling,
        by_hand,
        by_hand_seed,
        threads: _,
    } = *settings;
    let mut flags = 0;
    let mut flag = |flag: u32, is_set: bool| flags |= if is_set { flag } else { 0 };
    let number: u32 = match algorithm {
        Algorithm::Vanilla => 0,
        Algorithm::CfrPlus => 1,
        Algorithm::Linear => 2,
        Algorithm::Discounted(Discounts { reset, .. }) => {
            flag(flags::RESET, reset);
            3
        }
        Algorithm::PredictivePlus => 4,
        Algorithm::FictitiousPlay { linear, optimistic } => {
            flag(flags::LINEAR, linear);
            flag(flags::OPTIMISTIC, optimistic);
            5
        }
    };
    let exponents = match algorithm {
        Algorithm::Discounted(Discounts { alpha, beta, gamma, .. }) => [alpha, beta, gamma],
        _ => [0.0; 3],
    };
    let by_hand = by_hand.filter(|_| corrects_rivers);
    flag(flags::SIMULTANEOUS, updates == Updates::Simultaneous);
    flag(flags::HALF, precision == Precision::Half);
    flag(flags::PRUNING, pruning.is_some());
    flag(flags::SAMPLING, sampling.is_some());
    flag(flags::UNTIL, sampling.is_some_and(|sampling| sampling.until.is_some()));
    flag(flags::BY_HAND, by_hand.is_some());
    let mut bytes = Vec::with_capacity(SIZES - SETTINGS);
    bytes.extend(number.to_le_bytes());
    bytes.extend(flags.to_le_bytes());
    let doubles = exponents.into_iter().chain([exploration]);
    bytes.extend(doubles.flat_map(f64::to_le_bytes));
    let warmup = pruning.map_or(0, |pruning| pruning.warmup);
    let [threshold, floor] =
        pruning.map_or([0.0; 2], |pruning| [pruning.threshold, pruning.floor]).map(f32::to_bits);
    let one_in = sampling.map_or([0; 3], |sampling| sampling.one_in);
    let until = sampling.and_then(|sampling| sampling.until).unwrap_or(0);
    let words = [warmup, threshold, floor].into_iter().chain(one_in);
    let words = words.chain([until, by_hand.unwrap_or(0)]);
    bytes.extend(words.flat_map(u32::to_le_bytes));
    let explore = pruning.map_or(0.0, |pruning| pruning.explore).to_bits();
    let seed = sampling.map_or(0, |sampling| sampling.seed);
    let by_hand_seed = by_hand.map_or(0, |_| by_hand_seed);
    bytes.extend([explore, seed, by_hand_seed].into_iter().flat_map(u64::to_le_bytes));
    bytes
}
