//! The classical contract of value networks, alongside range networks: a state is a row of
//! numbers, and so is the answer.
//!
//! DeepStack, ReBeL and the programs after them ask a network with *packed* queries: for each
//! player who acts, position, stack to pot, board and range ([`packing`]). A network over
//! them is dense, with a value for each entry of a range of fixed length, or sparse, with
//! the hands named by index ([`ValueNet`]).
//!
//! | network | form | ranges over |
//! |---|---|---|
//! | [`BucketNetwork`] | dense | 64 buckets of strength, as DeepStack's: the baseline |
//! | [`HandNetwork`] | sparse | hands: a range network behind the contract |
//!
//! The bucket network is measured on the same samples and in the same searches as range
//! networks (`docs/NETS.md`), and is much worse. It belongs to one game, deck and street.

mod buckets;
mod hands;
mod network;
pub mod packing;
pub mod train;
mod values;

pub use buckets::{BUCKET_VERSION, BUCKETS, BucketGame, StrengthBuckets};
pub use hands::HandNetwork;
pub use network::BucketNetwork;
pub use packing::{ClassicError, NORMALISATION_VERSION, PADDING, clamp_label};
pub use values::BucketValues;

/// A network that answers packed queries.
pub trait ValueNet {
    /// The numbers of one player in a query, [`packing::HEAD`] included.
    fn input_size(&self) -> usize;

    /// The numbers of one player in an answer.
    fn output_size(&self) -> usize;

    /// Whether hands are named by index. Then `indices` has, for each query and player, as
    /// many numbers as ranges are long, and [`PADDING`] where there is no hand.
    fn is_sparse(&self) -> bool;

    /// Answers `[batch, players, output_size]` to queries `[batch, players, input_size]`:
    /// values in pots relative to half of the pot.
    fn compute_values(
        &self,
        queries: &[f32],
        indices: Option<&[u32]>,
        answers: &mut [f32],
    ) -> Result<(), ClassicError>;
}
