//! Playing a whole game by continual re-solving.

use quasar_equity::Progress;
use quasar_solver::{
    BoardAt, HandMap, NodeAt, Player, Profile, PublicNode, Settings, Solver, SolverGame, TreeNode,
};
use rayon::prelude::*;

use super::Rounds;
use super::lookahead::{Question, Solved};
use crate::limit::{LeafValues, LimitError};

/// How a game is re-solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ResolveSettings {
    /// Iterations of a solve before the card, each of which updates both players.
    pub iterations: u32,
    /// Iterations of a solve after it, where there are no leaves to be valued.
    pub last_iterations: u32,
}

impl Default for ResolveSettings {
    fn default() -> ResolveSettings {
        ResolveSettings { iterations: 1000, last_iterations: 1000 }
    }
}

/// How both players play all public states that their own actions reach.
#[derive(Clone, Debug)]
pub struct Resolved {
    strategies: Vec<(NodeAt, Vec<f32>)>,
    solves: usize,
}

impl Resolved {
    /// Re-solves every state that each player can get to, in the threads of the pool that this
    /// is called in. Results do not depend on their number. `progress` can pause and stop it.
    pub fn new(
        rounds: &Rounds,
        values: &dyn LeafValues,
        settings: ResolveSettings,
        progress: &Progress,
    ) -> Result<Resolved, LimitError> {
        let both = Player::BOTH.map(|player| {
            let start = State {
                at: TreeNode::START,
                board: BoardAt::START,
                deals: Vec::new(),
                range: rounds.game().weights(player).to_vec(),
                promised: None,
            };
            Playing { rounds, values, settings, player, progress }.solve(start)
        });
        let mut all = Resolved { strategies: Vec::new(), solves: 0 };
        for found in both {
            all.join(found?);
        }
        Ok(all)
    }

    fn join(&mut self, other: Resolved) {
        self.strategies.extend(other.strategies);
        self.solves += other.solves;
    }

    /// How many solves it took.
    pub fn solves(&self) -> usize {
        self.solves
    }

    /// The exact exploitability in chips: the mean of both players' best-response gains in the
    /// whole game.
    pub fn exploitability(&self, rounds: &Rounds) -> Result<f64, LimitError> {
        let mut whole = Solver::new(rounds.game().clone(), Settings::default())?;
        for (at, strategy) in &self.strategies {
            whole.lock(at, strategy.iter().copied().map(Some).collect())?;
        }
        // After an iteration the averages are the locked strategies. States without one are
        // never reached by the player's own actions.
        whole.step()?;
        for (at, _) in &self.strategies {
            whole.unlock(at)?;
        }
        Ok(whole.exploitability(Profile::Average)?.mean())
    }
}

/// Where a solve begins.
struct State {
    at: TreeNode,
    board: BoardAt,
    deals: Vec<usize>,
    range: Vec<f32>,
    promised: Option<Vec<f32>>,
}

#[derive(Clone, Copy)]
struct Playing<'a> {
    rounds: &'a Rounds,
    values: &'a dyn LeafValues,
    settings: ResolveSettings,
    player: Player,
    progress: &'a Progress,
}

impl Playing<'_> {
    /// Solves a state and everything that can follow it.
    fn solve(&self, mut state: State) -> Result<Resolved, LimitError> {
        // Only proportions matter; both change alike.
        let total: f32 = state.range.iter().sum();
        let numbers = state.range.iter_mut().chain(state.promised.iter_mut().flatten());
        numbers.for_each(|number| *number /= total);
        let ResolveSettings { iterations, last_iterations } = self.settings;
        let last = state.board.level + 1 == self.rounds.game().tree().levels();
        let solved = Question {
            rounds: self.rounds,
            at: state.at,
            board: state.board,
            player: self.player,
            range: &state.range,
            promised: state.promised.as_deref(),
            values: self.values,
            iterations: if last { last_iterations } else { iterations },
            progress: self.progress,
        }
        .solve()?;
        let mut found = Resolved { strategies: Vec::new(), solves: 1 };
        if !solved.strategy.is_empty() {
            let TreeNode { stage, node } = state.at;
            let at = NodeAt { stage, node, deals: state.deals.clone() };
            found.strategies.push((at, solved.strategy.clone()));
        }
        let mut next = Vec::new();
        self.follow(&solved, &state, state.at, state.range.clone(), &mut next);
        let after: Vec<_> = next.into_par_iter().map(|state| self.solve(state)).collect();
        for after in after {
            found.join(after?);
        }
        Ok(found)
    }

    /// Finds the states that are solved next: own decisions, and rounds that begin.
    fn follow(
        &self,
        solved: &Solved,
        from: &State,
        at: TreeNode,
        range: Vec<f32>,
        next: &mut Vec<State>,
    ) {
        if range.iter().all(|&reach| reach <= 0.0) {
            return;
        }
        match self.rounds.node(at) {
            PublicNode::Leaf(_) => {}
            PublicNode::Deal { .. } => self.deal(solved, from, at, &range, next),
            PublicNode::Decision { player, children } => {
                let own = *player == self.player;
                if own && at != from.at {
                    next.push(State {
                        at,
                        board: from.board,
                        deals: from.deals.clone(),
                        range,
                        promised: solved.at(at).map(<[f32]>::to_vec),
                    });
                    return;
                }
                for (action, node) in children.clone().enumerate() {
                    let mut after = range.clone();
                    if own {
                        let played = solved.strategy.chunks_exact(range.len()).nth(action);
                        for (reach, part) in after.iter_mut().zip(played.unwrap_or_default()) {
                            *reach *= part;
                        }
                    }
                    self.follow(solved, from, TreeNode { node, ..at }, after, next);
                }
            }
        }
    }

    fn deal(
        &self,
        solved: &Solved,
        from: &State,
        at: TreeNode,
        range: &[f32],
        next: &mut Vec<State>,
    ) {
        let Some(start) = self.rounds.dealt(at) else { return };
        for (number, deal) in self.rounds.game().deals(from.board).iter().enumerate() {
            // Nothing is promised where an all-in is run out.
            let Some(promised) = solved.after_card(start, deal.board) else { return };
            let range: Vec<f32> = match &deal.hands[self.player.index()] {
                HandMap::Images(images) => {
                    images[0].iter().map(|&former| range[former as usize]).collect()
                }
                HandMap::Same | HandMap::Buckets(_) => range.to_vec(),
            };
            if range.iter().all(|&reach| reach <= 0.0) {
                continue;
            }
            let mut deals = from.deals.clone();
            deals.push(number);
            next.push(State {
                at: start,
                board: BoardAt { level: from.board.level + 1, board: deal.board },
                deals,
                range,
                promised: Some(promised.to_vec()),
            });
        }
    }
}
