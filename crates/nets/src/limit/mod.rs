//! Trees that end before the hand does, and what their leaves are worth.
//!
//! A *limited* game ends after the next card. Each line that would continue is a *frontier*
//! leaf on every board that the card makes. What it is worth depends on what both players
//! believe there. [`LeafValues`] answers for all frontier leaves of a board at once; the
//! adapter turns its answers into the counterfactual values that the solver
//! works with.
//!
//! ```text
//! r_p(h)    reach of a hand: its weight times the probability of the player's own actions
//! M_p(h)    compatible weight: sum of r_{1-p}(o) over opponent's hands o without a card of h
//! P, S      pot and stack behind at the leaf
//! vhat_p(h) mean pay-off relative to P/2, in pots, given h and a compatible hand of the opponent
//! cfv_p(h)  = P * M_p(h) * vhat_p(h)           what a leaf is worth to the solver
//! bounds      -(1/2 + S/P) <= vhat <= 1/2 + S/P
//! zero sum    J = sum of r_0 M_0;  d = (sum of r_0 M_0 vhat_0 + sum of r_1 M_1 vhat_1) / 2J;
//!             vhat_p -= d
//! ```
//!
//! Both players have put in the same since the start, so pay-offs relative to half of the pot
//! at the leaf are those of the whole tree, without any shift.
//!
//! The best response *inside* a limited game is no measure of its strategies: leaves are
//! valued at the beliefs of the strategies, whatever the responder does. What counts is the
//! exact best response after [`lock_and_finish`](finish::lock_and_finish).

pub mod cards;
mod constant;
mod contract;
mod equity;
mod error;
pub mod finish;
mod game;
mod operator;
mod oracle;
mod sums;
pub mod tables;

pub use constant::Constant;
pub use contract::{
    BoardValues, CutBoard, CutBoardCards, FrontierLeaf, LeafQuestion, LeafValues, Query,
};
pub use equity::Equity;
pub use error::LimitError;
pub use game::LimitedGame;
pub use operator::Frontier;
pub use oracle::{Continuations, Oracle, OracleSettings};
