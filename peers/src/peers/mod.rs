//! How each crate is called: one file for each, with its cards and its functions
//! for loose cards, and its growing hand if it has one.

pub(crate) mod aya_poker;
pub(crate) mod freezeout;
pub(crate) mod openpql;
pub(crate) mod poker;
pub(crate) mod poker_eval;
pub(crate) mod pokers;
pub(crate) mod quasar;
pub(crate) mod rs_poker;
