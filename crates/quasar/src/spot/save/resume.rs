//! Resuming from a full save.

use quasar_game::Place;
use quasar_solver::{Player, StoredAt, StoredNumbers};

use super::{SaveError, SpotSave, combo_order, decision_number};
use crate::spot::CardGame;
use crate::spot::{SpotJob, SpotPlan};

impl SpotSave {
    /// A job that resumes the saved solve, with a plan of the same spot: one made from
    /// [`spec_text`](Self::spec_text), perhaps with other goals, threads or precision.
    /// Fails if it needs more than `allowed` bytes.
    pub fn resume(&self, plan: SpotPlan, allowed: u64) -> Result<SpotJob, SaveError> {
        let path = || self.path().to_owned();
        if !self.is_full() {
            let why = "it has no regrets; a full save has them";
            return Err(SaveError::NotResumable { path: path(), why });
        }
        if !plan.spec().is_same_game_as(&self.spec) {
            return Err(SaveError::NotResumable {
                path: path(),
                why: "it belongs to a different spot",
            });
        }
        let results = self.results();
        // Decisions of a board come one after the other.
        let mut orders = None;
        plan.resumed(allowed, results.iterations, results.seconds, |game, at, what| {
            let known = orders.take().filter(|(place, _)| *place == at.place);
            let (_, known) = orders.insert(known.unwrap_or_else(|| {
                (at.place, Player::BOTH.map(|player| combo_order(game, at.place, player)))
            }));
            self.numbers(game, at, what, known)
        })
    }

    /// The numbers of a decision in the solver's order of hands.
    fn numbers(
        &self,
        game: &CardGame,
        at: StoredAt,
        what: StoredNumbers,
        orders: &[Vec<usize>; 2],
    ) -> Result<Vec<f32>, SaveError> {
        let wrong =
            |why: &str| SaveError::Content { path: self.path().to_owned(), why: why.into() };
        let (round, node) = game
            .betting_node(at.stage, at.node)
            .ok_or_else(|| wrong("it does not have the decisions of its spec"))?;
        let block = self.block(round, &game.board(at.place))?;
        let number = decision_number(&self.betting, Place { round, node });
        let decision =
            block.decision(number).ok_or_else(|| wrong("a round has too few decisions"))?;
        let player = Player::BOTH[usize::from(decision.shape().player)];
        let numbers = match what {
            StoredNumbers::Strategy => decision.strategy(),
            StoredNumbers::Regrets => {
                decision.regrets().ok_or_else(|| wrong("it has no regrets"))?
            }
        };
        let order = &orders[player.index()];
        let mut ordered = vec![0.0; numbers.len()];
        for (row, saved) in
            ordered.chunks_exact_mut(order.len()).zip(numbers.chunks_exact(order.len()))
        {
            for (&hand, &number) in order.iter().zip(saved) {
                row[hand] = number;
            }
        }
        Ok(ordered)
    }
}
