//! The fields of an equity question.

use std::time::Duration;

use quasar_cards::{Board, CardSet, Game, parse_cards};
use quasar_equity::hand_orders;

use super::{EquityPlayer, EquitySpec, EquitySpecError, Method};
use crate::request::document::{document, written_as};
use crate::request::solving::shortest;
use crate::request::values::quantities::{ErrorPercent, Milliseconds, Samples, Seed};
use crate::request::values::{Cards, Games, List, Listed, Name, Names, Num, Text, Time, names};
use crate::request::{At, Document, FieldError, LeftOut, read_spec};

document! {
    /// An equity question: the players, the board, and how to answer.
    pub struct EquityDocument ("fields") {
        /// The game; if left out, that of the first player with a single hand, else Hold'em.
        game: At<Name<Games>>,
        /// Hands or ranges, one for each player.
        #[schemars(required, extend("minItems" = 2, "maxItems" = 10))]
        players: At<List<EquityPlayerDocument>>,
        /// The board: 3, 4 or 5 cards; none if left out.
        board: At<Cards>,
        /// Cards out of play.
        dead: At<Cards>,
        /// How to answer; `auto` if left out.
        method: At<Name<Methods>>,
        /// The time that `auto` may take, and after which sampling stops: `80ms`.
        time: At<Time>,
        /// The same in milliseconds.
        budget_ms: At<Num<Milliseconds>>,
        /// The most deals to sample.
        samples: At<Num<Samples>>,
        /// Sample until the standard error is at most this many percent of the pot.
        error: At<Num<ErrorPercent>>,
        /// Seed of the sample; 1 if left out.
        seed: At<Num<Seed>>,
        /// Whether to report every hand of two ranges.
        per_combo: At<bool>,
    }
}

document! {
    /// Many equity questions, each answered by itself.
    pub struct EquityBatchDocument ("fields") {
        /// The questions.
        #[schemars(required, extend("maxItems" = MOST_QUESTIONS))]
        questions: At<List<EquityDocument>>,
    }
}

/// The most questions of a batch.
pub const MOST_QUESTIONS: usize = 1_000;

impl Listed for EquityDocument {
    const EXPECTED: &'static str = "a list of at most 1,000 equity questions";
}

impl EquityBatchDocument {
    /// The questions, in their order.
    pub fn into_questions(self) -> Result<Vec<EquityDocument>, FieldError> {
        let expected = EquityDocument::EXPECTED;
        match self.questions {
            None => Err(FieldError::missing("questions", expected)),
            Some(questions) if questions.0.len() > MOST_QUESTIONS => {
                Err(questions.must_be("questions", expected))
            }
            Some(questions) => Ok(questions.into_inner().0),
        }
    }
}

document! {
    /// What a player holds.
    pub struct EquityPlayerDocument ("a hand or a range", or range) {
        /// A hand such as `AhKh`, or a range such as `QQ+,AKs`.
        #[schemars(required)]
        range: At<Text>,
    }
}

impl Listed for EquityPlayerDocument {
    const EXPECTED: &'static str = "a list of hands or ranges, one for each player";
}

names! {
    /// How a question is answered.
    Methods: Method {
        "auto" = Method::Auto, "Exact if it fits the time, else sampled.";
        "exact" = Method::Exact, "Every deal.";
        "sampled" = Method::Sampled, "Random deals.";
        "heuristic" = Method::Heuristic, "An instant estimate from hand types and draws; one hand against one range.";
    }
}

impl EquityDocument {
    /// The game that is meant: the one given, that of the first hand, or Hold'em.
    pub fn game(&self) -> Game {
        let players = self.players.iter().flat_map(|players| players.0.iter());
        let mut texts = players.filter_map(|player| player.range.as_ref());
        let given = self.game.as_deref().map(|name| name.0);
        let first = || texts.find_map(|text| Some(EquityPlayer::hand(&text.0)?.game()));
        given.or_else(first).unwrap_or(Game::Holdem)
    }
}

impl EquitySpec {
    /// Reads a question from YAML or JSON.
    pub fn parse(text: &str) -> Result<EquitySpec, EquitySpecError> {
        read_spec::<EquityDocument, _, _>(text)
    }

    /// Equal for the same question and method, whatever its limits.
    pub fn canonical(&self) -> String {
        let (time, samples, error) = (None, None, None);
        EquityDocument { time, samples, error, ..EquityDocument::from(self) }.to_json()
    }
}

written_as!(EquitySpec, EquityDocument);

impl TryFrom<EquityDocument> for EquitySpec {
    type Error = EquitySpecError;

    fn try_from(document: EquityDocument) -> Result<EquitySpec, EquitySpecError> {
        let players = document.players.as_ref().ok_or_else(|| missing("players"))?;
        let texts = players.0.iter().enumerate().map(|(seat, player)| {
            player.range.as_ref().ok_or_else(|| missing(&format!("players[{seat}].range")))
        });
        let texts = texts.collect::<Result<Vec<_>, _>>()?;
        let game = document.game();
        let budget = match (&document.time, &document.budget_ms) {
            (Some(_), Some(again)) => return Err(again.same_as("budget_ms", "time").into()),
            (time, milliseconds) => time
                .as_deref()
                .map(|time| time.0)
                .or(milliseconds.as_deref().map(|count| Duration::from_millis(count.get()))),
        };
        let players = texts.iter().enumerate().map(|(seat, text)| {
            let field = format!("players[{seat}].range");
            text.read(&field, |text| EquityPlayer::parse(game, text, hand_orders()))
        });
        let players = players.collect::<Result<Vec<_>, _>>()?;
        let nothing = At::from(Cards::default());
        let board = document.board.as_ref().unwrap_or(&nothing);
        let board = board.read("board", str::parse::<Board>)?;
        let dead = document.dead.as_ref().unwrap_or(&nothing).read("dead", parse_cards)?;
        let mut spec = EquitySpec::new(players, board, dead.into_iter().collect::<CardSet>())?;
        spec.method = document.method.as_deref().map_or(Method::Auto, |name| name.0);
        spec.budget = budget;
        spec.samples = document.samples.as_deref().map(|samples| samples.get());
        spec.standard_error = document.error.as_deref().map(|percent| percent.get() / 100.0);
        spec.seed = document.seed.as_deref().map_or(1, |seed| seed.get());
        spec.per_combo = document.per_combo.as_deref().copied().unwrap_or(false);
        Ok(spec)
    }
}

impl From<&EquitySpec> for EquityDocument {
    fn from(spec: &EquitySpec) -> EquityDocument {
        let question = spec.question();
        let player = |text: &String| EquityPlayerDocument {
            range: Some(Text::from(text).into()),
            left_out: LeftOut::default(),
        };
        let cards = |text: String| (!text.is_empty()).then(|| Cards(text).into());
        let percent = |part: f64| shortest(part, 100.0 * part, |percent| percent / 100.0);
        EquityDocument {
            game: Some(Name(question.game()).into()),
            players: Some(List(spec.texts.iter().map(player).collect()).into()),
            board: cards(question.board().to_string()),
            dead: cards(question.dead().to_string()),
            method: Some(Name(spec.method).into()),
            time: spec.budget.map(|time| Time(time).into()),
            budget_ms: None,
            samples: spec.samples.map(|samples| Num::of(samples).into()),
            error: spec.standard_error.map(|part| Num::of(percent(part)).into()),
            seed: Some(Num::of(spec.seed).into()),
            per_combo: spec.per_combo.then_some(true.into()),
            left_out: LeftOut::default(),
        }
    }
}

fn missing(field: &str) -> FieldError {
    FieldError::missing(field, "hands or ranges, such as [AhKh, QQ+]")
}
