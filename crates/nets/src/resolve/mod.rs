//! Continual re-solving (Moravcik et al. 2017, "DeepStack"), on games over tables such as
//! no-limit Leduc.
//!
//! A player keeps two things: its own range, and what each of the opponent's hands is worth to
//! the opponent by the strategy found so far. Whenever it must act, it solves the rest of the
//! round again, with [leaf values](crate::limit) where the next card is dealt. The opponent's
//! range is not assumed. Instead the opponent chooses first, hand by hand, between what it
//! was promised and playing on (the gadget of Burch, Johanson and Bowling 2014), so a new
//! solve cannot make any hand of the opponent worth more than the last one did.
//!
//! | after | own range | the opponent's values |
//! |---|---|---|
//! | an own action | times the probability of the action | of the last solve at the node that follows |
//! | an action of the opponent | the same | of the last solve at the node that follows |
//! | a card | without hands that hold it | of the leaf on that board, in the last solve |
//!
//! Values are means over iterations, iteration t with weight t like strategies: those
//! of the leaves at the average beliefs would be others, since a state has many
//! equilibria and its value to a hand that is never held depends on which one is played.
//!
//! | subject | type |
//! |---|---|
//! | a game in rounds, with pots, and exact leaf values for it | [`Rounds`], [`ExactRounds`] |
//! | one solve | `lookahead` |
//! | how a player who re-solves plays the whole game, and how exploitable that is | [`Resolved`] |
//! | leaf values for Leduc: a network, its examples and its training | [`LeducNetwork`], [`TrainingSet`] |
//!
//! Cost: Leduc with stacks of twelve antes takes 136 solves, each of a few dozen nodes.

mod lookahead;
mod network;
mod play;
mod queried;
mod rounds;
mod training_set;

pub use network::LeducNetwork;
pub use play::{ResolveSettings, Resolved};
pub use rounds::{ExactRounds, Rounds};
pub use training_set::{LeducTraining, TrainingSet, ValueErrors};
