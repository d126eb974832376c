//! A solve as bytes, to be continued later bit for bit.
//!
//! ```text
//! magic "QSCP" | version u32 | fingerprint u64 | iteration u32 | reserved u32
//! regrets | sums | predictions or scales | checksum u64
//! ```
//!
//! Little-endian; a decision's numbers go in blocks of eight hands, in a block
//! action by action. The fingerprint covers the game (its identity, weights and
//! pay-offs) and the settings that change results; the checksum covers everything
//! before it.

use crate::storage::{Scales, Storage};
use crate::{Game, Node, Player, Solver, SolverError, Stage};

const MAGIC: [u8; 4] = *b"QSCP";
const VERSION: u32 = 2;
const HEADER: usize = 24;

impl<G: Game> Solver<G> {
    /// The state of the solve: iteration, regrets and sums. Locks are not in it.
    pub fn checkpoint(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(HEADER + self.storage.byte_len() + 8);
        bytes.extend(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(self.fingerprint().to_le_bytes());
        bytes.extend(self.iteration.to_le_bytes());
        bytes.extend([0; 4]);
        self.storage.write(&mut bytes);
        let checksum = hash(&bytes);
        bytes.extend(checksum.to_le_bytes());
        bytes
    }

    /// Goes back, or forward, to a checkpoint of the same game and settings.
    /// Nothing changes if it does not fit.
    pub fn restore(&mut self, bytes: &[u8]) -> Result<(), SolverError> {
        let bad = SolverError::BadCheckpoint;
        let (header, rest) = bytes.split_at_checked(HEADER).ok_or(bad("it is too short"))?;
        let number = |at: usize| u32::from_le_bytes(std::array::from_fn(|byte| header[at + byte]));
        if header[..4] != MAGIC {
            return Err(bad("it does not begin like a checkpoint"));
        }
        if number(4) != VERSION {
            return Err(bad("it is of another version"));
        }
        let fingerprint = u64::from_le_bytes(std::array::from_fn(|byte| header[8 + byte]));
        if fingerprint != self.fingerprint() {
            return Err(bad("it is of another game or other settings"));
        }
        let (numbers, checksum) = rest.split_last_chunk::<8>().ok_or(bad("it is too short"))?;
        if numbers.len() != self.storage.byte_len() {
            return Err(bad("it has the wrong length"));
        }
        if hash(&bytes[..bytes.len() - 8]) != u64::from_le_bytes(*checksum) {
            return Err(bad("its checksum is wrong"));
        }
        if number(16) == u32::MAX {
            return Err(bad("it cannot be continued"));
        }
        self.storage.read(numbers);
        self.iteration = number(16);
        Ok(())
    }

    /// A number that differs between solves whose states cannot be exchanged.
    fn fingerprint(&self) -> u64 {
        let size = self.plan.total();
        let settings = (self.settings.algorithm, self.settings.updates, self.settings.pruning);
        let text = format!("{settings:?} {:?} {size:?}", self.settings.precision);
        let mut bytes = text.into_bytes();
        if self.settings.exploration > 0.0 {
            bytes.extend(self.settings.exploration.to_le_bytes());
        }
        bytes.extend(self.game.identity().to_le_bytes());
        for player in Player::BOTH {
            bytes.extend(self.game.weights(player).iter().flat_map(|weight| weight.to_le_bytes()));
        }
        for node in self.game.tree().stages().iter().flat_map(Stage::nodes) {
            if let Node::Leaf(leaf) = node {
                let amounts = [leaf.difference, leaf.sum[0], leaf.sum[1]];
                bytes.extend(amounts.iter().flat_map(|amount| amount.to_le_bytes()));
            }
        }
        hash(&bytes)
    }
}

impl Storage {
    fn byte_len(&self) -> usize {
        match self {
            Storage::Full { regrets, sums, predictions } => {
                4 * (regrets.len() + sums.len() + predictions.len())
            }
            Storage::Half { regrets, sums, scales } => {
                2 * (regrets.len() + sums.len()) + 8 * scales.len()
            }
        }
    }

    fn write(&self, bytes: &mut Vec<u8>) {
        match self {
            Storage::Full { regrets, sums, predictions } => {
                for number in [regrets, sums, predictions].into_iter().flatten() {
                    bytes.extend(number.to_le_bytes());
                }
            }
            Storage::Half { regrets, sums, scales } => {
                bytes.extend(regrets.iter().flat_map(|number| number.to_le_bytes()));
                bytes.extend(sums.iter().flat_map(|number| number.to_le_bytes()));
                for scales in scales {
                    bytes.extend(scales.regrets.to_le_bytes());
                    bytes.extend(scales.sums.to_le_bytes());
                }
            }
        }
    }

    /// Reads what [`write`](Self::write) wrote; the length has been checked.
    fn read(&mut self, bytes: &[u8]) {
        match self {
            Storage::Full { regrets, sums, predictions } => {
                let numbers = [regrets, sums, predictions].into_iter().flatten();
                for (number, bytes) in numbers.zip(bytes.as_chunks::<4>().0) {
                    *number = f32::from_le_bytes(*bytes);
                }
            }
            Storage::Half { regrets, sums, scales } => {
                let (first, rest) = bytes.split_at(2 * regrets.len());
                let (second, rest) = rest.split_at(2 * sums.len());
                for (number, bytes) in regrets.iter_mut().zip(first.as_chunks::<2>().0) {
                    *number = i16::from_le_bytes(*bytes);
                }
                for (number, bytes) in sums.iter_mut().zip(second.as_chunks::<2>().0) {
                    *number = u16::from_le_bytes(*bytes);
                }
                for (place, bytes) in scales.iter_mut().zip(rest.as_chunks::<8>().0) {
                    let [a, b, c, d, e, f, g, h] = *bytes;
                    *place = Scales {
                        regrets: f32::from_le_bytes([a, b, c, d]),
                        sums: f32::from_le_bytes([e, f, g, h]),
                    };
                }
            }
        }
    }
}

/// FNV-1a, eight bytes at a time.
fn hash(bytes: &[u8]) -> u64 {
    let step = |hash: u64, word: u64| (hash ^ word).wrapping_mul(0x0100_0000_01b3).rotate_left(29);
    let (words, rest) = bytes.as_chunks::<8>();
    let hash = words
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash, word| step(hash, u64::from_le_bytes(*word)));
    rest.iter().fold(step(hash, bytes.len() as u64), |hash, &byte| step(hash, u64::from(byte)))
}
