//! Training data: random public states with exact values.
//!
//! A [`Shard`] names a number of samples; [`Shard::sample`] makes any one of them from the
//! shard's seed alone, so shards are the same on any machine, in any order and with any number
//! of threads. A [`Sample`] has a board, a stack-to-pot ratio, both ranges, and the value of
//! every hand when what follows is solved; its [`gap`](Sample::gap) says how well.
//!
//! Boards on which results are measured never occur in training data: see [`HeldOut`].

mod betting;
mod bytes;
mod held_out;
mod label;
mod played;
mod random;
mod ranges;
mod sample;

pub use betting::Betting;
pub use bytes::SampleFault;
pub use held_out::{HeldOut, HeldOutSpot};
pub use label::{DataError, Effort, RangeSource, Shard};
pub(crate) use random::Random;
pub use ranges::RangeKind;
pub use sample::{Deck, Sample, SampleSplit};
