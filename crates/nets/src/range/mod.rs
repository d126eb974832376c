//! Range networks: what they read of a public belief, and the values they give to hands.
//!
//! Without card removal, the value of a hand at the start of the last street depends on three
//! things: the stack-to-pot ratio, how often the hand wins, and how the two ranges compare
//! in the order of strength. Boards, suits and the number of hole cards do not enter.
//! So a network reads *exact range features* ([`features`](LeafFeatures)), taken from showdown
//! sweeps of the leaf's board, and one code serves Hold'em and Omaha, rivers and turns.
//!
//! | subject | type |
//! |---|---|
//! | a leaf's board with its hands and rivers | [`LeafBoard`] |
//! | numbers of a leaf and of its hands | [`LeafFeatures`] |
//! | knots of a curve over hands | [`Head`] |
//! | the network | [`RangeNetwork`] |
//! | learning | [`train`] |

mod board;
mod distribution;
mod features;
mod head;
mod joint;
mod lanes;
mod network;
mod river;
mod side;
pub mod train;
mod values;

pub use board::{BoardError, LeafBoard};
pub use features::{
    BATCH, Belief, FEATURE_VERSION, HandFeature, LEAF_FEATURES, LeafFeatures, SLICES, leaf_features,
};
pub use head::Head;
pub use network::{Layers, NetworkScratch, NetworkSpec, Output, RangeNetwork};
pub use values::NetworkValues;
