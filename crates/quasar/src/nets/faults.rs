//! What is wrong with a plan of shards or with the file of a network.

use quasar_cards::ParseError;
use thiserror::Error;

/// What is wrong with a plan, or with the description of a shard.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PlanFault {
    /// A line of the plan.
    #[error("line {line}: {fault}")]
    Line {
        /// Its number, from 1.
        line: usize,
        /// What is wrong with it.
        fault: ShardFault,
    },
    /// The description in a file of samples.
    #[error(transparent)]
    Shard(#[from] ShardFault),
    /// A shard that the plan does not have.
    #[error("no shard `{0}`")]
    NoShard(String),
}

/// What is wrong with the description of a shard.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ShardFault {
    /// Text that is no description.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// A game that does not exist.
    #[error(transparent)]
    Game(#[from] ParseError),
    /// A name that does not exist.
    #[error("unknown {what} `{name}`")]
    Unknown {
        /// What is named: `deck`, `part`, `street` or `ranges`.
        what: &'static str,
        /// The name.
        name: String,
    },
    /// An id that belongs to another shard.
    #[error("the id of this shard is {expected}, not {found}")]
    Id {
        /// The id of the shard that is described.
        expected: String,
        /// The id in the description.
        found: String,
    },
}

/// What is wrong with the file of a network.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum ModelFault {
    /// A file of tensors of another kind.
    #[error("it is not a range network")]
    Kind,
    /// A text that every range network has.
    #[error("its metadata has no `{0}`: not a range network")]
    NoText(&'static str),
    /// A name that does not exist.
    #[error("unknown {what} `{name}`")]
    Unknown {
        /// What is named: `street` or `output`.
        what: &'static str,
        /// The name.
        name: String,
    },
    /// A text that should be a number.
    #[error("`{name}` is not a number up to {most}")]
    Number {
        /// The name of the text.
        name: &'static str,
        /// The largest number.
        most: usize,
    },
    /// A range of stack to pot that cannot be read.
    #[error("`stack_to_pot` is not two numbers")]
    StackToPot,
    /// Bet sizes after the leaves that this program does not use.
    #[error("it was trained for different bet sizes ({learned}); train it again")]
    Betting {
        /// The bet sizes that it was trained for.
        learned: String,
    },
    /// Weights of another size.
    #[error("its weights have `{bits}` bits; this program reads 8 and 32")]
    WeightBits {
        /// How many bits its texts name.
        bits: String,
    },
    /// A tensor of 8 bits in a file of 32 bits.
    #[error("`{tensor}` has 8-bit numbers, but the metadata of the file says 32")]
    ByteTensor {
        /// The name of the tensor.
        tensor: String,
    },
    /// The state of another training.
    #[error("the file belongs to another training run; remove it to start over")]
    OtherTraining,
    /// A bucket network for a game without buckets.
    #[error("it is for {game}, deck {deck}, {street}, which has no buckets")]
    NoBuckets {
        /// The game.
        game: String,
        /// The deck.
        deck: String,
        /// The street.
        street: String,
    },
    /// A bucket network of another version of this program.
    #[error("its {name} is `{found}`; this program has `{known}`")]
    Version {
        /// The name of the text.
        name: &'static str,
        /// What the file has.
        found: String,
        /// What this program has.
        known: String,
    },
}
