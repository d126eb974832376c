//! The checksum of states, and the hash of games: FNV-1a, eight bytes at a time.
//!
//! A step is `state = rotate_left((state ^ word) * prime, 29)`. After all whole words come the
//! number of all bytes, and then the bytes after the last whole word, one by one.

pub(super) fn hash(bytes: &[u8]) -> u64 {
    Hash::new().finish(bytes)
}

/// A hash of bytes that come in parts.
pub(super) struct Hash {
    state: u64,
    bytes: u64,
}

impl Hash {
    pub(super) fn new() -> Hash {
        Hash { state: 0xcbf2_9ce4_8422_2325, bytes: 0 }
    }

    /// Adds whole words; returns the bytes after the last.
    pub(super) fn add<'b>(&mut self, bytes: &'b [u8]) -> &'b [u8] {
        let (words, rest) = bytes.as_chunks::<8>();
        words.iter().for_each(|word| self.step(u64::from_le_bytes(*word)));
        self.bytes += bytes.len() as u64;
        rest
    }

    /// The hash of all that was added and of the last bytes.
    pub(super) fn finish(mut self, bytes: &[u8]) -> u64 {
        let rest = self.add(bytes);
        self.step(self.bytes);
        rest.iter().for_each(|&byte| self.step(u64::from(byte)));
        self.state
    }

    fn step(&mut self, word: u64) {
        self.state = (self.state ^ word).wrapping_mul(0x0100_0000_01b3).rotate_left(29);
    }
}
