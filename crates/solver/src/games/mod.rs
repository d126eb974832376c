//! Games whose hands are compared by matrices: the small ones with known
//! answers, and models of larger ones.

mod half_street;
mod kuhn;
mod leduc;
mod liars_dice;
mod matrix;
mod no_limit_leduc;
mod toy;

pub use half_street::half_street;
pub use kuhn::kuhn;
pub use leduc::leduc;
pub use liars_dice::liars_dice;
pub use matrix::{MatrixBoard, MatrixGame};
pub use no_limit_leduc::{NoLimitLeduc, no_limit_leduc};
pub use toy::Toy;
