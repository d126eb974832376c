//! The whole game from the blinds to the river, over a weighted subset of flops.
//!
//! The game itself is [`StreetsGame`](quasar_solver::StreetsGame). Here are the betting of
//! every line that sees a flop ([`StreetsBetting`]), the choice of what fits into memory
//! ([`choose_streets`]), and the check on flops that were left out ([`FlopCheck`]).

mod betting;
mod check;
mod choose;
mod game;

pub use betting::{PotSizes, PotType, StreetsBetting};
pub use check::{CheckedFlop, FlopCheck, held_out_flops, mean_value};
pub use choose::{StreetsChoice, StreetsRequest, choose_streets};
pub use game::PreflopSolverGame;
