//! The values of requests: numbers, names, texts and lists, each with its limits.

mod cards;
mod choices;
mod decimals;
mod flops;
mod names;
mod numbers;
mod pot_sizes;
pub mod quantities;
mod texts;

pub use cards::Cards;
pub(crate) use choices::names;
pub use choices::{
    AlgorithmName, Algorithms, CardEncoding, CardEncodings, FeatureSets, Games, MinBets,
    Precisions, RiverMethods, SolvedGames, Streets, UpdateOrders,
};
pub use decimals::Decimal;
pub(crate) use decimals::{ChipScale, chip_sizes};
pub use flops::Flops;
pub use names::{Name, NameError, Names};
pub use numbers::{Num, NumberError, NumberKind, PercentSign, Quantity};
pub(crate) use pot_sizes::{part_of, percent_of, read_pot_sizes, write_parts, write_pot_sizes};
pub use quasar_solver::{Precision, Updates};
pub(crate) use texts::scalars_as_texts;
pub use texts::{List, Listed, Many, Pair, Sizes, Text, Time};
