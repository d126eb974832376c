//! The small games with known answers, and how to solve one.

use std::fmt;
use std::str::FromStr;

use quasar_solver::{
    Algorithm, MatrixGame, Precision, Settings, Solver, Toy, Updates, kuhn, leduc, liars_dice,
    no_limit_leduc,
};

use super::SolveError;
use crate::job::{Goal, SolveJob, thread_count};
use crate::request::spelling::distance;

/// A small game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ToyGame {
    /// Kuhn poker: three cards, one bet.
    Kuhn,
    /// Leduc Hold'em: six cards, two rounds.
    Leduc,
    /// The same with no limit: antes of 100, stacks of 1,200, bets of the pot or all in.
    NoLimitLeduc,
    /// Liar's Dice.
    LiarsDice {
        /// Dice of each player.
        dice: usize,
        /// Faces of each die.
        faces: usize,
    },
}

/// A published value of a game for the first player.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct KnownValue {
    /// The number.
    pub value: f64,
    /// As it is usually written: `-1/18`.
    pub text: &'static str,
}

const DICE: &str = "liars-dice-";

const NO_LIMIT_LEDUC: &str = "leduc-no-limit";

/// Games that a misspelt name is compared with.
const NAMES: [&str; 7] = [
    "kuhn",
    "leduc",
    NO_LIMIT_LEDUC,
    "liars-dice-1x4",
    "liars-dice-1x5",
    "liars-dice-1x6",
    "liars-dice-2x3",
];

impl ToyGame {
    /// The value of the game for the first player, if known.
    pub fn known_value(self) -> Option<KnownValue> {
        let known = |value, text| Some(KnownValue { value, text });
        match self {
            ToyGame::Kuhn => known(-1.0 / 18.0, "-1/18"),
            ToyGame::Leduc => known(-0.085_606_4, "-0.0856064"),
            ToyGame::LiarsDice { dice: 1, faces: 4 } => known(1.0 / 16.0, "1/16"),
            ToyGame::LiarsDice { dice: 1, faces: 5 } => known(1.0 / 125.0, "1/125"),
            ToyGame::LiarsDice { dice: 1, faces: 6 } => known(-7.0 / 258.0, "-7/258"),
            ToyGame::LiarsDice { dice: 2, faces: 3 } => known(5.0 / 81.0, "5/81"),
            ToyGame::NoLimitLeduc | ToyGame::LiarsDice { .. } => None,
        }
    }

    fn build(self) -> Result<Toy, SolveError> {
        Ok(match self {
            ToyGame::Kuhn => kuhn()?,
            ToyGame::Leduc => leduc()?,
            ToyGame::NoLimitLeduc => no_limit_leduc(100, 1_200)?.toy,
            ToyGame::LiarsDice { dice, faces } => liars_dice(dice, faces)?,
        })
    }
}

impl fmt::Display for ToyGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ToyGame::Kuhn => write!(f, "kuhn"),
            ToyGame::Leduc => write!(f, "leduc"),
            ToyGame::NoLimitLeduc => write!(f, "{NO_LIMIT_LEDUC}"),
            ToyGame::LiarsDice { dice, faces } => write!(f, "{DICE}{dice}x{faces}"),
        }
    }
}

impl FromStr for ToyGame {
    type Err = SolveError;

    /// Reads `kuhn`, `leduc`, `leduc-no-limit` or `liars-dice-1x4`.
    fn from_str(text: &str) -> Result<ToyGame, SolveError> {
        match text {
            "kuhn" => return Ok(ToyGame::Kuhn),
            "leduc" => return Ok(ToyGame::Leduc),
            NO_LIMIT_LEDUC => return Ok(ToyGame::NoLimitLeduc),
            _ => {}
        }
        if let Some(sizes) = text.strip_prefix(DICE) {
            let (dice, faces) = sizes.split_once('x').unwrap_or_default();
            return match (dice.parse(), faces.parse()) {
                (Ok(dice), Ok(faces)) => Ok(ToyGame::LiarsDice { dice, faces }),
                _ => Err(SolveError::BadDice { text: text.to_owned() }),
            };
        }
        let suggestion = NAMES.into_iter().min_by_key(|name| distance(name, text));
        Err(SolveError::UnknownGame {
            text: text.to_owned(),
            suggestion: suggestion.unwrap_or(NAMES[0]),
        })
    }
}

/// How to solve a small game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ToySpec {
    /// The game.
    pub game: ToyGame,
    /// How strategies are learned.
    pub algorithm: Algorithm,
    /// Whose strategy changes at a time.
    pub updates: Updates,
    /// How regrets and sums are stored.
    pub precision: Precision,
    /// Threads, 0 for one on each processor; they do not change results.
    pub threads: usize,
    /// When to stop.
    pub goal: Goal,
}

impl ToySpec {
    /// The iterations of a solve without limits.
    pub const DEFAULT_ITERATIONS: u32 = 1_000;

    /// A game with the default settings, for [`DEFAULT_ITERATIONS`](Self::DEFAULT_ITERATIONS).
    pub fn new(game: ToyGame) -> ToySpec {
        let Settings { algorithm, updates, precision, threads, .. } = Settings::default();
        let goal = Goal { iterations: Some(Self::DEFAULT_ITERATIONS), ..Goal::NONE };
        ToySpec { game, algorithm, updates, precision, threads, goal }
    }

    /// Checks the spec and makes its job.
    pub fn job(&self) -> Result<ToyJob, SolveError> {
        if let Some(target) =
            self.goal.exploitability.filter(|target| target.is_nan() || *target <= 0.0)
        {
            return Err(SolveError::BadTarget(target.to_string()));
        }
        let toy = self.game.build()?;
        let settings = Settings {
            algorithm: self.algorithm,
            updates: self.updates,
            precision: self.precision,
            threads: thread_count(self.threads),
            ..Settings::default()
        };
        let solver = Solver::new(toy.game, settings)?;
        let names = Names { lines: toy.lines, hands: toy.hands, boards: toy.boards };
        Ok(ToyJob {
            game: self.game,
            canonical: self.canonical(),
            names,
            job: SolveJob::new(solver, self.goal),
        })
    }
}

/// A small game being solved.
pub struct ToyJob {
    pub(super) game: ToyGame,
    pub(super) canonical: String,
    pub(super) names: Names,
    pub(super) job: SolveJob<MatrixGame>,
}

/// The names of the parts of a game: see [`Toy`].
pub(super) struct Names {
    pub(super) lines: Vec<Vec<String>>,
    pub(super) hands: Vec<Vec<Vec<String>>>,
    pub(super) boards: Vec<Vec<String>>,
}

impl ToyJob {
    /// The job itself, to be run step by step.
    pub fn job(&mut self) -> &mut SolveJob<MatrixGame> {
        &mut self.job
    }
}
