//! Leaf operators: linear maps from an opponent's reach to counterfactual values,
//! for many leaves at once.

mod matrix;

pub use matrix::{MatrixShowdown, Product};
