//! Hand ranks.
