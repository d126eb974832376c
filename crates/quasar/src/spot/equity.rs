//! Exact equity of both players' ranges over all cards to come.

use quasar_cards::{Board, CardSet, Combo, Range};
use quasar_equity::{HeadsUp, Holding, Progress, Question, QuestionError, heads_up};
use quasar_game::Player;

use super::{NodeFacts, SpotError, SpotSpec};
use crate::job::Engine;

/// Equities of two weighted ranges, 0 to 1; the default has none.
#[derive(Default)]
pub(super) struct Equities {
    /// Of each possible hand, in index order.
    hands: [Vec<(Combo, Option<f64>)>; 2],
    /// Of each range; none if no two hands can be held together.
    pub(super) ranges: [Option<f64>; 2],
}

impl SpotSpec {
    /// An engine with the threads of the spot.
    pub(crate) fn engine(&self) -> Result<Engine, SpotError> {
        Engine::new(self.settings.threads, Engine::DEFAULT_CACHE)
            .map_err(|error| SpotError::Equity(error.to_string()))
    }
}

impl Equities {
    /// At the start of a spot.
    pub(super) fn at_start(spec: &SpotSpec, engine: &Engine) -> Result<Equities, SpotError> {
        Equities::of(spec.ranges.clone(), spec.board, engine)
    }

    /// At a decision, against the other player's range there.
    pub(super) fn at(facts: &NodeFacts, engine: &Engine) -> Result<Equities, SpotError> {
        let [oop, ip] = Player::BOTH.map(|player| facts.range(player));
        Equities::of([oop?, ip?], facts.board, engine)
    }

    fn of(ranges: [Range; 2], board: Board, engine: &Engine) -> Result<Equities, SpotError> {
        let players = ranges.into_iter().map(Holding::Range).collect();
        let question = match Question::new(players, board, CardSet::EMPTY) {
            Ok(question) => question,
            // A line that a player never takes.
            Err(QuestionError::NoHand { .. }) => {
                return Ok(Equities { hands: Default::default(), ranges: [None; 2] });
            }
            Err(error) => return Err(SpotError::Equity(error.to_string())),
        };
        let answer = engine.pool().install(|| heads_up(&question, &Progress::new()));
        let answer = answer.map_err(|error| SpotError::Equity(error.to_string()))?;
        let answer = answer.ok_or_else(|| SpotError::Equity("it needs two players".to_owned()))?;
        Ok(Equities::from_answer(&answer))
    }

    fn from_answer(answer: &HeadsUp) -> Equities {
        let hands = answer.hands.each_ref().map(|hands| {
            let mut hands: Vec<(Combo, Option<f64>)> =
                hands.iter().map(|hand| (hand.combo, hand.tally.equity())).collect();
            hands.sort_by_key(|(combo, _)| combo.index());
            hands
        });
        let oop = answer.total().equity();
        Equities { hands, ranges: [oop, oop.map(|equity| 1.0 - equity)] }
    }

    /// The equity of a hand; none if it is compatible with no hand.
    pub(super) fn hand(&self, player: Player, combo: &Combo) -> Option<f64> {
        let hands = &self.hands[player.index()];
        let place = hands.binary_search_by_key(&combo.index(), |(combo, _)| combo.index()).ok()?;
        hands[place].1
    }
}
