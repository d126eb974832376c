//! CFR over the next actions from a public belief state.
//!
//! Linear CFR with alternating updates, through the solver. The states after the last of
//! these actions are worth what [`BeliefValues`] say at the beliefs of the iteration. Cost
//! of an iteration: one call for all of these states and each player.

use std::sync::Arc;

use quasar_solver::{Algorithm, NodeAt, Player, Profile, Settings, Solver, SolverError, Updates};

use super::dice::normalised;
use super::subgame::{Leaves, Line, Shape, Subgame};
use super::{BeliefValues, Dice};

/// How far and how long to search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchSettings {
    /// Actions before the tree is cut; at least 1.
    pub depth: usize,
    /// Iterations, each of which updates both players: half of what papers count that
    /// count updates.
    pub iterations: u32,
}

impl Default for SearchSettings {
    /// Two actions, 512 iterations, as in the paper.
    fn default() -> SearchSettings {
        SearchSettings { depth: 2, iterations: 512 }
    }
}

/// What a search found.
#[derive(Clone, Debug)]
pub struct Found {
    /// What the state is worth to each hand of the player who acts, then of the other.
    pub values: [Vec<f32>; 2],
    /// For each node of the tree, how the player who acts there plays: action by action,
    /// hand by hand.
    pub(super) strategy: Vec<Vec<f32>>,
    pub(super) shape: Arc<Shape>,
}

impl Found {
    /// How the player who acts plays at the state itself: a challenge first if there is a
    /// bid, then the higher bids; action by action, hand by hand.
    pub fn strategy(&self) -> &[f32] {
        self.strategy.first().map_or(&[], Vec::as_slice)
    }
}

/// Searches from one state after the other, in the same memory.
pub struct Search {
    rules: Arc<Dice>,
    settings: SearchSettings,
    /// One for each last bid, and one before any; made when first needed.
    places: Vec<Option<SearchSetup>>,
    values: Arc<dyn BeliefValues>,
}

struct SearchSetup {
    shape: Arc<Shape>,
    leaves: Arc<Leaves>,
    solver: Solver<Subgame>,
}

impl Search {
    /// A search that asks `values` where it stops.
    pub fn new(
        rules: Arc<Dice>,
        settings: SearchSettings,
        values: Arc<dyn BeliefValues>,
    ) -> Search {
        let places = (0..=rules.bids()).map(|_| None).collect();
        Search { rules, settings, places, values }
    }

    /// The rules.
    pub fn rules(&self) -> &Arc<Dice> {
        &self.rules
    }

    /// The settings.
    pub fn settings(&self) -> SearchSettings {
        self.settings
    }

    /// Searches to the end and returns averages.
    pub fn average(
        &mut self,
        last: Option<usize>,
        beliefs: [&[f32]; 2],
    ) -> Result<Found, SolverError> {
        let iterations = self.settings.iterations;
        self.run(last, beliefs, iterations, None)
    }

    /// Searches to the end for the values; the strategy is that of iteration `acts`, from 1.
    pub fn sample(
        &mut self,
        last: Option<usize>,
        beliefs: [&[f32]; 2],
        acts: u32,
    ) -> Result<Found, SolverError> {
        let iterations = self.settings.iterations;
        self.run(last, beliefs, iterations, Some(acts))
    }

    /// Searches as far as the iteration whose strategy is wanted; values are those so far.
    pub fn run_to_iteration(
        &mut self,
        last: Option<usize>,
        beliefs: [&[f32]; 2],
        acts: u32,
    ) -> Result<Found, SolverError> {
        self.run(last, beliefs, acts, Some(acts))
    }

    fn run(
        &mut self,
        last: Option<usize>,
        beliefs: [&[f32]; 2],
        iterations: u32,
        acts: Option<u32>,
    ) -> Result<Found, SolverError> {
        let prior = self.rules.prior();
        let beliefs = beliefs.map(|belief| normalised(belief, &prior));
        let hands = self.rules.hands();
        let place = self.place(last, beliefs)?;
        let mut values = [vec![0.0; hands], vec![0.0; hands]];
        let mut strategy = Vec::new();
        for iteration in 1..=iterations {
            place.solver.step()?;
            // Iteration t has the weight t in the mean.
            let share = 2.0 / (iteration as f32 + 1.0);
            for player in Player::BOTH {
                let found = place.solver.root_values(player);
                for (mean, value) in values[player.index()].iter_mut().zip(found) {
                    *mean += share * (value - *mean);
                }
            }
            if acts == Some(iteration) {
                strategy = place.strategy(Profile::Current)?;
            }
        }
        if acts.is_none() {
            strategy = place.strategy(Profile::Average)?;
        }
        Ok(Found { values, strategy, shape: Arc::clone(&place.shape) })
    }

    /// The place of a last bid, with nothing learned.
    fn place(
        &mut self,
        last: Option<usize>,
        beliefs: [Vec<f32>; 2],
    ) -> Result<&mut SearchSetup, SolverError> {
        let index = last.map_or(0, |last| last + 1);
        let place = self.places.get_mut(index).ok_or_else(|| SolverError::BadSetting {
            name: "last bid",
            value: index.to_string(),
            expected: "it must be one of the bids of the game",
        })?;
        match place {
            Some(place) => {
                let (shape, leaves) = (Arc::clone(&place.shape), Arc::clone(&place.leaves));
                place.solver.restart(Subgame::new(shape, leaves, beliefs))?;
            }
            None => {
                let shape = Arc::new(Shape::new(&self.rules, last, self.settings.depth)?);
                let (rules, values) = (Arc::clone(&self.rules), Arc::clone(&self.values));
                let leaves = Arc::new(Leaves::new(rules, &shape, values));
                let game = Subgame::new(Arc::clone(&shape), Arc::clone(&leaves), beliefs);
                let settings = Settings {
                    algorithm: Algorithm::Linear,
                    updates: Updates::Alternating,
                    ..Settings::default()
                };
                let solver = Solver::new(game, settings)?;
                *place = Some(SearchSetup { shape, leaves, solver });
            }
        }
        Ok(place.as_mut().expect("it was just made"))
    }
}

impl SearchSetup {
    fn strategy(&mut self, profile: Profile) -> Result<Vec<Vec<f32>>, SolverError> {
        let lines = self.shape.lines.iter().enumerate();
        let strategy = lines.map(|(node, line)| match line {
            Line::Act { .. } => {
                let at = NodeAt { stage: 0, node, deals: Vec::new() };
                self.solver.strategy(&at, profile)
            }
            Line::Cut { .. } | Line::Challenge { .. } => Ok(Vec::new()),
        });
        strategy.collect()
    }
}
