//! Equity questions, and the limits of their answers.

use std::time::Duration;

use quasar_cards::{
    Board, CardSet, Combo, Game, HandOrders, ParseError, Range, RangeWarning, Street,
};
use quasar_equity::{Holding, Question, QuestionError};
use quasar_eval::LiveCards;

use crate::request::Warning;

/// How to answer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Method {
    /// Exact if it fits the time budget, else sampled until the budget is used.
    #[default]
    Auto,
    /// Exact, however long it takes.
    Exact,
    /// Sampled.
    Sampled,
    /// An instant estimate from hand types and draws.
    Heuristic,
}

/// A player as the user wrote it.
#[derive(Clone, PartialEq, Debug)]
pub struct EquityPlayer {
    /// The text: `AhKh`, `QQ+,AKs`, `15%`.
    pub text: String,
    /// What it means.
    pub holding: Holding,
    /// Warnings about the text.
    pub warnings: Vec<RangeWarning>,
}

impl EquityPlayer {
    /// Reads one hand or a range of `game`.
    pub fn parse(game: Game, text: &str, orders: &HandOrders) -> Result<EquityPlayer, ParseError> {
        let (holding, warnings) = match EquityPlayer::hand(text) {
            Some(combo) if combo.game() == game => (Holding::Hand(combo), Vec::new()),
            _ => {
                let (range, warnings) = Range::parse_with_warnings(game, text, orders)?;
                (Holding::Range(range), warnings)
            }
        };
        Ok(EquityPlayer { text: text.trim().to_owned(), holding, warnings })
    }

    /// Another game than `game` in which the text is a hand or a range.
    pub fn other_game(game: Game, text: &str, orders: &HandOrders) -> Option<Game> {
        let hand = EquityPlayer::hand(text).map(|combo| combo.game());
        // Omaha games read nearly the same texts.
        let other = if game.is_omaha() { Game::Holdem } else { Game::Plo4 };
        let mut games = hand.into_iter().chain([other]).filter(|other| *other != game);
        games.find(|other| EquityPlayer::parse(*other, text, orders).is_ok())
    }

    /// The game of the first text that is a complete hand; Hold'em if there is none.
    pub fn game_of(texts: &[&str]) -> Game {
        let mut hands = texts.iter().filter_map(|text| EquityPlayer::hand(text));
        hands.next().map_or(Game::Holdem, |hand| hand.game())
    }

    /// The hand that a text names, if it consists of cards with at most spaces between them:
    /// `AhKh,AsKs` is a range of two hands, not a hand of four cards.
    pub fn hand(text: &str) -> Option<Combo> {
        let plain = |c: char| c != ',' && c != '[';
        if text.chars().all(plain) { text.parse().ok() } else { None }
    }
}

/// A validated equity question with the limits for its answer.
#[derive(Clone, Debug)]
pub struct EquitySpec {
    pub(super) question: Question,
    pub(super) texts: Vec<String>,
    /// For each player, the weight of the hands that are left.
    pub(super) combos: Vec<f64>,
    /// Warnings about the texts of the players.
    pub(super) warnings: Vec<Warning>,
    /// How to answer; [`Method::Auto`] unless set.
    pub method: Method,
    /// The time that [`Method::Auto`] may take, 80 ms unless set; sampling stops
    /// after it too if it is set explicitly.
    pub budget: Option<Duration>,
    /// The most deals to sample.
    pub samples: Option<u64>,
    /// Sample until every standard error is at most this fraction of the pot.
    pub standard_error: Option<f64>,
    /// Seed of the sample.
    pub seed: u64,
    /// Whether to report every hand of two ranges, which needs an exact answer.
    pub per_combo: bool,
}

impl EquitySpec {
    /// The time [`Method::Auto`] may take by default.
    pub const DEFAULT_BUDGET: Duration = Duration::from_millis(80);

    /// The standard error that sampling aims for when nothing limits it.
    pub const DEFAULT_ERROR: f64 = 0.0005;

    /// Checks and makes a spec with default limits. `dead` are cards out of play
    /// besides the board.
    pub fn new(
        players: Vec<EquityPlayer>,
        board: Board,
        dead: CardSet,
    ) -> Result<EquitySpec, QuestionError> {
        let warning = |(seat, player): (usize, &EquityPlayer)| {
            let field = format!("player {}", seat + 1);
            let of_range = |found| Warning::of_range(&field, None, found);
            player.warnings.iter().cloned().map(of_range).collect::<Vec<_>>()
        };
        let warnings = players.iter().enumerate().flat_map(warning).collect();
        let (texts, holdings) =
            players.into_iter().map(|player| (player.text, player.holding)).unzip();
        let question = Question::new(holdings, board, dead)?;
        let combos =
            question.players().iter().map(|holding| combos(holding, question.unavailable_cards()));
        prepare(&question);
        Ok(EquitySpec {
            combos: combos.collect(),
            question,
            texts,
            method: Method::Auto,
            budget: None,
            samples: None,
            standard_error: None,
            seed: 1,
            per_combo: false,
            warnings,
        })
    }

    /// The first limit of samples that is set although nothing is sampled, so that it is ignored:
    /// `budget`, `samples` or `error`.
    pub fn ignored_limit(&self) -> Option<&'static str> {
        let limits = [
            ("budget", self.budget.is_some()),
            ("samples", self.samples.is_some()),
            ("error", self.standard_error.is_some()),
        ];
        let mut set = limits.into_iter().filter(|(_, is_set)| *is_set && !self.may_sample());
        set.next().map(|(name, _)| name)
    }

    /// Whether the answer may come from samples.
    fn may_sample(&self) -> bool {
        matches!(self.method, Method::Auto | Method::Sampled) && !self.per_combo
    }

    /// How long and how exactly a sample is taken: seconds, samples, and the negative standard
    /// error, each larger if more is asked for. All are equal where nothing is sampled.
    pub(crate) fn effort(&self) -> [f64; 3] {
        let EquitySpec { budget, samples, standard_error, .. } = *self;
        let budget = match self.method {
            _ if !self.may_sample() => return [0.0; 3],
            Method::Auto => Some(budget.unwrap_or(EquitySpec::DEFAULT_BUDGET)),
            Method::Sampled | Method::Exact | Method::Heuristic => budget,
        };
        let limited = budget.is_some() || samples.is_some();
        let default = if limited { 0.0 } else { EquitySpec::DEFAULT_ERROR };
        [
            budget.map_or(f64::INFINITY, |budget| budget.as_secs_f64()),
            samples.map_or(f64::INFINITY, |samples| samples as f64),
            -standard_error.unwrap_or(default),
        ]
    }

    /// The question that is asked.
    pub fn question(&self) -> &Question {
        &self.question
    }
}

/// Precomputes what answers will need to know about the ranges: the cache key, and the
/// hands that the heuristic compares.
fn prepare(question: &Question) {
    for holding in question.players() {
        if let Holding::Range(range) = holding {
            range.fingerprint();
            if question.players().len() == 2 && question.board().street() > Street::Preflop {
                range.evenly_spaced_combos();
            }
        }
    }
}

/// The weight of the hands that hold none of the cards that are `gone`.
fn combos(holding: &Holding, gone: CardSet) -> f64 {
    match holding {
        Holding::Hand(_) => 1.0,
        // All of the largest ranges, which would take longest to list.
        Holding::Range(range) if gone.is_empty() => range.total(),
        Holding::Range(range) if range.is_uniform() => {
            f64::from(range.heaviest()) * LiveCards::new(gone).hands(range.game()) as f64
        }
        Holding::Range(range) => range
            .iter()
            .filter(|(combo, _)| !combo.set().intersects(gone))
            .map(|(_, weight)| f64::from(weight))
            .sum(),
    }
}
