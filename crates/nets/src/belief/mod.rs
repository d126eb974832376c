//! Search and self-play over public belief states (Brown, Bakhtin, Lerer and Gong 2020,
//! "Combining Deep Reinforcement Learning and Search for Imperfect-Information Games"), on
//! Liar's Dice.
//!
//! A *public belief state* is what both players see, and a distribution over the hands of
//! each that follows from it if both know how the other plays. Without shared cards it is
//! worth a number to each hand of each player, which a network learns:
//!
//! | step | type |
//! |---|---|
//! | the rules, and what a state looks like to a network | [`Dice`] |
//! | what states are worth: a network, or nothing at all | [`BeliefValues`] |
//! | CFR over the next two actions, states after them being worth what the network says | [`Search`] |
//! | states reached in play, and what search found them to be worth | [`SelfPlay`] |
//! | how a player who searches at each turn plays the whole game, and how exploitable that is | [`Policy`] |
//!
//! Leaves are valued at the beliefs of the current iteration, every iteration (CFR-D). The
//! value of a state is the mean over iterations, iteration t with weight t, of the values
//! at the root. The strategy to play and to derive beliefs from is that of a random
//! iteration, drawn with the same weights: an opponent who knows the averages of all players
//! gains nothing, although the search below a state assumes beliefs that were never
//! agreed on.

mod buffer;
mod dice;
mod play;
mod policy;
mod search;
mod self_play;
mod subgame;
mod values;

pub use buffer::Buffer;
pub use dice::Dice;
pub use policy::Policy;
pub use search::{Found, Search, SearchSettings};
pub use self_play::{Beliefs, SelfPlay, SelfPlayEpoch, SelfPlaySettings, SelfPlayState};
pub use values::{BeliefNetworkValues, BeliefValues, ZeroValues};
