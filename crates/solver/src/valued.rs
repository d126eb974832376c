//! Values of strategies found by earlier walks, cached until the next update.
//!
//! A report needs values of the strategies and of best responses to them. Checks of the goal
//! have found the latter, and showing a decision finds the former: walks need not be repeated.

use crate::{Player, Profile, Solver, SolverGame};

/// Mean values of both players where the game begins.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Valued {
    iteration: u32,
    profile: Profile,
    /// Of the strategies.
    pub(crate) values: Option<[f64; 2]>,
    /// Of best responses to them.
    pub(crate) best_responses: Option<[f64; 2]>,
}

impl<G: SolverGame> Solver<G> {
    /// What is known about the strategies as they are now.
    pub(crate) fn valued(&self, profile: Profile) -> Valued {
        let nothing =
            Valued { iteration: self.iteration, profile, values: None, best_responses: None };
        let is_now = |known: &Valued| (known.iteration, known.profile) == (self.iteration, profile);
        self.valued.filter(is_now).unwrap_or(nothing)
    }

    /// Keeps the values of the strategies, which the last walk has found.
    pub(crate) fn keep_values(&mut self, profile: Profile) -> [f64; 2] {
        let values = self.mean_root_values();
        self.valued = Some(Valued { values: Some(values), ..self.valued(profile) });
        values
    }

    /// Keeps the values of best responses, which the last walk has found.
    pub(crate) fn keep_best_responses(&mut self, profile: Profile) -> [f64; 2] {
        let found = self.mean_root_values();
        self.valued = Some(Valued { best_responses: Some(found), ..self.valued(profile) });
        found
    }

    /// Forgets what strategies are worth, because they have changed.
    pub(crate) fn forget_values(&mut self) {
        (self.measured, self.valued) = (None, None);
    }

    /// Each player's mean value after a walk.
    fn mean_root_values(&self) -> [f64; 2] {
        Player::BOTH.map(|player| self.mean_value(player, self.root_values(player)))
    }
}
