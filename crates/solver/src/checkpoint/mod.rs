//! A solve as bytes. A solve resumed from them gives the same result bit for bit.
//!
//! ```text
//! header 136 bytes | regrets | sums | predictions | checksum u64
//! ```
//!
//! The header ([`header`]) says which game and which settings the numbers belong to. Numbers are
//! little-endian and have the 32 or 16 bits of the storage. A decision's numbers are in blocks of
//! eight hands, action by action within a block. The last block is padded with zeros even if the
//! storage is packed, and there is room for the most hands of any board. The checksum covers
//! everything before it. `docs/FORMATS.md` has the tables.

mod hash;
mod header;
mod version_3;

use std::convert::Infallible;
use std::ops::Range;

use crate::decisions::each_decision;
use crate::kernels::{BLOCK, padded};
use crate::storage::Storage;
use crate::{Solver, SolverError, SolverGame};
use hash::{Hash, hash};
use header::HEADER;

const MAGIC: [u8; 4] = *b"QSCP";
const VERSION: u32 = 4;

impl<G: SolverGame> Solver<G> {
    /// The state of the solve: iteration, regrets and sums. Locks are not included.
    pub fn checkpoint(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.checkpoint_len());
        let write = |part: &[u8]| {
            bytes.extend_from_slice(part);
            Ok::<(), Infallible>(())
        };
        match self.write_checkpoint(write) {
            Ok(()) => bytes,
        }
    }

    /// The bytes of [`checkpoint`](Self::checkpoint), passed to `write` part by part, so that
    /// memory need not hold a second copy of the state. Stops at the first error.
    pub fn write_checkpoint<E>(&self, write: impl FnMut(&[u8]) -> Result<(), E>) -> Result<(), E> {
        let runs = self.runs();
        let mut parts = Parts { write, part: Vec::with_capacity(PART), hash: Hash::new() };
        parts.push(&self.header(&runs))?;
        self.storage.write(&runs, &mut parts)?;
        parts.finish()
    }

    /// The size of a checkpoint in bytes.
    pub fn checkpoint_len(&self) -> usize {
        HEADER + self.storage.byte_len(&self.runs()) + size_of::<u64>()
    }

    /// Restores the state of a checkpoint of the same game and settings.
    /// On an error nothing changes.
    pub fn restore(&mut self, bytes: &[u8]) -> Result<(), SolverError> {
        let bad = SolverError::BadCheckpoint;
        let start = bytes.first_chunk::<8>().ok_or(bad("it is too short"))?;
        let [magic, version] = [0, 4].map(|at: usize| std::array::from_fn(|byte| start[at + byte]));
        if magic != MAGIC {
            return Err(bad("it does not begin like a checkpoint"));
        }
        let runs = self.runs();
        let (iteration, rest) = match u32::from_le_bytes(version) {
            VERSION => self.read_header(&runs, bytes),
            version_3::VERSION => self.read_version_3(&runs, bytes),
            _ => Err(bad("it has a different version")),
        }?;
        let (numbers, checksum) = rest.split_last_chunk::<8>().ok_or(bad("it is too short"))?;
        if numbers.len() != self.storage.byte_len(&runs) {
            return Err(bad("it has the wrong length"));
        }
        if hash(&bytes[..bytes.len() - 8]) != u64::from_le_bytes(*checksum) {
            return Err(bad("its checksum is wrong"));
        }
        if iteration == u32::MAX {
            return Err(bad("it cannot be resumed"));
        }
        self.storage.read(&runs, numbers);
        self.iteration = iteration;
        self.failed = None;
        self.forget_values();
        Ok(())
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

/// Bytes written at once; a multiple of the words of the hash.
const PART: usize = 1 << 16;

/// Bytes to be written, in parts.
struct Parts<W> {
    write: W,
    part: Vec<u8>,
    /// The hash of all parts written so far.
    hash: Hash,
}

impl<E, W: FnMut(&[u8]) -> Result<(), E>> Parts<W> {
    fn push(&mut self, mut bytes: &[u8]) -> Result<(), E> {
        while !bytes.is_empty() {
            let (fits, rest) = bytes.split_at(bytes.len().min(PART - self.part.len()));
            self.part.extend_from_slice(fits);
            bytes = rest;
            self.hand_over()?;
        }
        Ok(())
    }

    /// Writes a part once it is full.
    fn hand_over(&mut self) -> Result<(), E> {
        if self.part.len() == PART {
            self.hash.add(&self.part);
            (self.write)(&self.part)?;
            self.part.clear();
        }
        Ok(())
    }

    /// Writes the last part and the checksum of everything.
    fn finish(mut self) -> Result<(), E> {
        let checksum = self.hash.finish(&self.part);
        self.part.extend(checksum.to_le_bytes());
        (self.write)(&self.part)
    }

    /// Writes numbers, unless there are none of the kind.
    fn numbers<T: Copy, const N: usize>(
        &mut self,
        runs: &[Run],
        numbers: &[T],
        to_bytes: impl Fn(T) -> [u8; N],
    ) -> Result<(), E> {
        if numbers.is_empty() {
            return Ok(());
        }
        for run in runs {
            let mut rest = &numbers[run.slots.clone()];
            while !rest.is_empty() {
                // At least one: the header has a multiple of a number's bytes, and so
                // has a part.
                let room = (PART - self.part.len()) / N;
                let fits;
                (fits, rest) = rest.split_at(room.min(rest.len()));
                self.part.extend(fits.iter().flat_map(|&number| to_bytes(number)));
                self.hand_over()?;
            }
            for _ in 0..run.zeros {
                self.push(&[0; N])?;
            }
        }
        Ok(())
    }
}

/// Reads what [`Parts::numbers`] wrote; returns what follows it.
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

    fn write<E, W>(&self, runs: &[Run], parts: &mut Parts<W>) -> Result<(), E>
    where
        W: FnMut(&[u8]) -> Result<(), E>,
    {
        match self {
            Storage::Full { regrets, sums, predictions } => [regrets, sums, predictions]
                .into_iter()
                .try_for_each(|numbers| parts.numbers(runs, numbers, f32::to_le_bytes)),
            Storage::Half { regrets, sums } => {
                parts.numbers(runs, regrets, i16::to_le_bytes)?;
                parts.numbers(runs, sums, u16::to_le_bytes)
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
