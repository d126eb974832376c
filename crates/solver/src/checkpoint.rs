//! A solve as bytes, to be continued later bit for bit.
//!
//! ```text
//! magic "QSCP" | version u32 | fingerprint u64 | iteration u32 | reserved u32
//! regrets | sums | predictions | checksum u64
//! ```
//!
//! Numbers are as they are kept, 32 or 16 bits each. Little-endian; a decision's numbers go in blocks of eight hands, in a block
//! action by action, the last filled up with zeros whether or not the storage is,
//! and with room for the most hands of any board. The fingerprint covers the game
//! (its identity, weights and pay-offs) and the settings that change results; the
//! checksum covers everything before it.

use std::convert::Infallible;
use std::ops::Range;

use crate::decisions::each_decision;
use crate::kernels::{BLOCK, padded};
use crate::plan::Extent;
use crate::storage::Storage;
use crate::{Game, Node, Player, Solver, SolverError, Stage};

const MAGIC: [u8; 4] = *b"QSCP";
const VERSION: u32 = 3;
const HEADER: usize = 24;

impl<G: Game> Solver<G> {
    /// The state of the solve: iteration, regrets and sums. Locks are not in it.
    pub fn checkpoint(&self) -> Vec<u8> {
        let runs = self.runs();
        let mut bytes = Vec::with_capacity(HEADER + self.storage.byte_len(&runs) + 8);
        bytes.extend(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(self.fingerprint(&runs).to_le_bytes());
        bytes.extend(self.iteration.to_le_bytes());
        bytes.extend([0; 4]);
        self.storage.write(&runs, &mut bytes);
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
        let runs = self.runs();
        let fingerprint = u64::from_le_bytes(std::array::from_fn(|byte| header[8 + byte]));
        if fingerprint != self.fingerprint(&runs) {
            return Err(bad("it is of another game or other settings"));
        }
        let (numbers, checksum) = rest.split_last_chunk::<8>().ok_or(bad("it is too short"))?;
        if numbers.len() != self.storage.byte_len(&runs) {
            return Err(bad("it has the wrong length"));
        }
        if hash(&bytes[..bytes.len() - 8]) != u64::from_le_bytes(*checksum) {
            return Err(bad("its checksum is wrong"));
        }
        if number(16) == u32::MAX {
            return Err(bad("it cannot be continued"));
        }
        self.storage.read(&runs, numbers);
        self.iteration = number(16);
        Ok(())
    }

    /// A number that differs between solves whose states cannot be exchanged.
    fn fingerprint(&self, runs: &[Run]) -> u64 {
        let size = Extent { slots: numbers(runs), ..self.plan.total() };
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

    /// All slots in the order of the storage.
    fn runs(&self) -> Vec<Run> {
        let mut runs: Vec<Run> = Vec::new();
        let mut add = |slots: Range<usize>, zeros: usize| match runs.last_mut() {
            Some(last) if last.zeros == 0 && last.slots.end == slots.start => {
                (last.slots.end, last.zeros) = (slots.end, zeros);
            }
            _ => runs.push(Run { slots, zeros }),
        };
        let all = each_decision(&self.game, &self.plan, &mut |decision| {
            let (shape, start) = (decision.shape, decision.start.slots);
            let mut end = start + shape.whole() * shape.actions;
            add(start..end, 0);
            if shape.narrow() > 0 {
                for _ in 0..shape.actions {
                    add(end..end + shape.narrow(), BLOCK - shape.narrow());
                    end += shape.narrow();
                }
            }
            let unused = padded(decision.room) - padded(shape.hands);
            add(end..end, unused * shape.actions);
            Ok::<(), Infallible>(())
        });
        match all {
            Ok(()) => runs,
        }
    }
}

/// A stretch of slots, and the zeros that follow it in a checkpoint.
#[derive(Debug)]
struct Run {
    slots: Range<usize>,
    zeros: usize,
}

/// Numbers of each kind in a checkpoint.
fn numbers(runs: &[Run]) -> usize {
    runs.iter().map(|run| run.slots.len() + run.zeros).sum()
}

/// Writes numbers, unless there are none of the kind.
fn write<T: Copy, const N: usize>(
    runs: &[Run],
    numbers: &[T],
    to_bytes: impl Fn(T) -> [u8; N],
    bytes: &mut Vec<u8>,
) {
    if numbers.is_empty() {
        return;
    }
    for run in runs {
        bytes.extend(numbers[run.slots.clone()].iter().flat_map(|&number| to_bytes(number)));
        bytes.resize(bytes.len() + N * run.zeros, 0);
    }
}

/// Reads what [`write`] wrote; returns what follows it.
fn read<'b, T, const N: usize>(
    runs: &[Run],
    numbers: &mut [T],
    from_bytes: impl Fn([u8; N]) -> T,
    mut bytes: &'b [u8],
) -> &'b [u8] {
    if numbers.is_empty() {
        return bytes;
    }
    for run in runs {
        let (own, rest) = bytes.split_at(N * run.slots.len());
        for (number, bytes) in numbers[run.slots.clone()].iter_mut().zip(own.as_chunks::<N>().0) {
            *number = from_bytes(*bytes);
        }
        bytes = &rest[N * run.zeros..];
    }
    bytes
}

impl Storage {
    fn byte_len(&self, runs: &[Run]) -> usize {
        match self {
            Storage::Full { predictions, .. } => {
                numbers(runs) * if predictions.is_empty() { 8 } else { 12 }
            }
            Storage::Half { .. } => 4 * numbers(runs),
        }
    }

    fn write(&self, runs: &[Run], bytes: &mut Vec<u8>) {
        match self {
            Storage::Full { regrets, sums, predictions } => {
                for numbers in [regrets, sums, predictions] {
                    write(runs, numbers, f32::to_le_bytes, bytes);
                }
            }
            Storage::Half { regrets, sums } => {
                write(runs, regrets, i16::to_le_bytes, bytes);
                write(runs, sums, u16::to_le_bytes, bytes);
            }
        }
    }

    /// Reads what [`write`](Self::write) wrote; the length has been checked.
    fn read(&mut self, runs: &[Run], bytes: &[u8]) {
        match self {
            Storage::Full { regrets, sums, predictions } => {
                [regrets, sums, predictions]
                    .into_iter()
                    .fold(bytes, |bytes, numbers| read(runs, numbers, f32::from_le_bytes, bytes));
            }
            Storage::Half { regrets, sums } => {
                let rest = read(runs, regrets, i16::from_le_bytes, bytes);
                read(runs, sums, u16::from_le_bytes, rest);
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
