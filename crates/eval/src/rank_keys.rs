//! The number that each rank adds to a hand's key; shared with the build script.
//!
//! Ranks of a hand form a multiset: at most seven cards, at most four of a
//! rank. [`SPREAD`] holds numbers with which no two multisets of the same size
//! have the same sum, which makes the sum a name for the ranks. They come from a
//! random search: starting from zero, each next number is one of the first few
//! that keep all sums distinct, and of some hundred attempts the one with the
//! smallest seven-card sum was kept: 7,685,327, just below 2^23.
//!
//! Those sums are clustered (hands of low cards lie together), which hashes
//! badly. Multiplying by an odd number modulo 2^23 scatters them, keeps them
//! distinct and keeps them additive, so the scattering is done once, in the
//! constants.

/// Keys are numbers modulo two to this power.
pub(crate) const KEY_BITS: u32 = 23;

/// Numbers with distinct sums, two to ace.
const SPREAD: [u32; 13] =
    [0, 2, 5, 25, 116, 534, 2_277, 9_553, 31_716, 78_918, 242_605, 602_945, 1_469_123];

/// The odd number that scatters them; of a few at random, the one for which the
/// hash tables came out smallest with rows named by 13 bits.
const SCATTER: u32 = 0x29_c7c9;

/// What a card of each rank, two to ace, adds to the key.
pub(crate) const RANK_KEYS: [u32; 13] = {
    let mut keys = SPREAD;
    let mut rank = 0;
    while rank < keys.len() {
        keys[rank] = keys[rank].wrapping_mul(SCATTER) & ((1 << KEY_BITS) - 1);
        rank += 1;
    }
    keys
};

/// The top bits of a key, which name its row of the hash.
pub(crate) const ROW_BITS: u32 = 12;

/// The other bits of a key. The column of a hand is the sum of what its cards
/// have here, without the modulus.
pub(crate) const COLUMN: u32 = (1 << (KEY_BITS - ROW_BITS)) - 1;

/// Where the offsets of six and five cards count from, to fit into 16 bits.
pub(crate) const SIXES_AND_FIVES: usize = 3 << 14;
