//! The measure of a limited game's strategies: lock and finish.
//!
//! The strategies that were found before the cut are locked into the whole game; what follows
//! the cut is solved exactly under them; then the locks are removed and the exact best
//! responses over the whole game are computed. There are two ways to finish ([`Locked`]):
//!
//! - both players locked at once, which is how such strategies are played: search before the
//!   cut, an exact solve after it at the beliefs that follow. Where a line is never reached, the
//!   rest is not defined by those beliefs, and a best response may profit from that;
//! - one player locked at a time, against an opponent who is free everywhere. The locked player
//!   then completes the strategy as well as possible, so what a best response gains is the
//!   fault of the strategy before the cut alone. This takes two solves.

use quasar_solver::{
    Exploitability, NodeAt, Player, Profile, PublicNode, Solver, SolverGame, TreeNode,
};

use super::LimitError;

/// How far the rest is solved.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FinishGoal {
    /// The most iterations.
    pub iterations: u32,
    /// The rest is done when both players' mean gain by deviating after the cut is at most so
    /// many chips.
    pub rest: f64,
}

/// Who keeps to the strategy before the cut while the rest is solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Locked {
    /// Both players.
    Both,
    /// One after the other, in two solves.
    Each,
}

/// What locked strategies are worth in the whole game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LockedMeasurement {
    /// The best response of each player to the other's finished strategy, in chips relative
    /// to half of the pot.
    pub best_responses: [f64; 2],
    /// What both finished strategies are worth against each other; none if they were
    /// finished one by one.
    pub values: Option<[f64; 2]>,
    /// The mean of what both could gain by deviating while locks hold: how far the rest is
    /// from its equilibrium.
    pub rest: f64,
    /// Iterations of the rest.
    pub iterations: u32,
}

impl LockedMeasurement {
    /// The exploitability in chips: the mean of both players' best-response gains. What both
    /// players get adds up to nothing.
    pub fn exploitability(&self) -> f64 {
        (self.best_responses[0] + self.best_responses[1]) / 2.0
    }
}

/// Locks the average strategies of a limited game into the whole game, solves the rest and
/// measures. `whole` is a solver without iterations. `node` says where the decisions of the
/// limited game are in the whole one; all of them are before any card. `watch` is called after
/// every iteration and stops by false.
pub fn lock_and_finish<G, W>(
    limited: &mut Solver<G>,
    whole: &mut Solver<W>,
    node: impl Fn(TreeNode) -> TreeNode,
    locked: Locked,
    goal: FinishGoal,
    mut watch: impl FnMut(u32) -> bool,
) -> Result<LockedMeasurement, LimitError>
where
    G: SolverGame,
    W: SolverGame,
{
    let locks = locks(limited, whole, node)?;
    match locked {
        Locked::Both => {
            let all: Vec<&Lock> = locks.iter().collect();
            let (rest, iterations) = finish(whole, &all, goal, &mut watch)?;
            let Exploitability { values, best_responses } =
                whole.exploitability(Profile::Average)?;
            Ok(LockedMeasurement { best_responses, values: Some(values), rest, iterations })
        }
        Locked::Each => {
            let start = whole.checkpoint();
            let mut finished = LockedMeasurement {
                best_responses: [0.0; 2],
                values: None,
                rest: 0.0,
                iterations: 0,
            };
            for player in Player::BOTH {
                whole.restore(&start)?;
                let own: Vec<&Lock> = locks.iter().filter(|lock| lock.player == player).collect();
                let (rest, iterations) = finish(whole, &own, goal, &mut watch)?;
                let opponent = player.opponent().index();
                let found = whole.exploitability(Profile::Average)?;
                finished.best_responses[opponent] = found.best_responses[opponent];
                finished.rest = finished.rest.max(rest);
                finished.iterations += iterations;
            }
            Ok(finished)
        }
    }
}

/// A decision before the cut.
struct Lock {
    player: Player,
    at: NodeAt,
    strategy: Vec<f32>,
}

/// The average strategies of a limited game, where they are in the whole one.
fn locks<G, W>(
    limited: &mut Solver<G>,
    whole: &Solver<W>,
    node: impl Fn(TreeNode) -> TreeNode,
) -> Result<Vec<Lock>, LimitError>
where
    G: SolverGame,
    W: SolverGame,
{
    let tree = limited.game().tree().clone();
    let mut locks = Vec::new();
    for (stage, number) in tree.stages().iter().zip(0..) {
        for (place, decision) in stage.nodes().iter().enumerate() {
            let PublicNode::Decision { player, children } = decision else { continue };
            let there = node(TreeNode { stage: number, node: place });
            let stages = whole.game().tree().stages();
            let found = stages.get(there.stage).and_then(|stage| stage.nodes().get(there.node));
            let same = |found: &PublicNode| {
                matches!(found, PublicNode::Decision { player: acts, children: actions }
                    if (acts, actions.len()) == (player, children.len()))
            };
            if stage.level() > 0 || !found.is_some_and(same) {
                return Err(LimitError::OtherTree);
            }
            let at = NodeAt { stage: number, node: place, deals: Vec::new() };
            let strategy = limited.strategy(&at, Profile::Average)?;
            let at = NodeAt { stage: there.stage, node: there.node, deals: Vec::new() };
            locks.push(Lock { player: *player, at, strategy });
        }
    }
    Ok(locks)
}

/// Solves what locks leave free, then removes them: the sums of a locked decision are those of
/// its lock, so averages stay what they were. Returns how far the rest is from its
/// equilibrium, and iterations.
fn finish<W: SolverGame>(
    whole: &mut Solver<W>,
    locks: &[&Lock],
    goal: FinishGoal,
    watch: &mut impl FnMut(u32) -> bool,
) -> Result<(f64, u32), LimitError> {
    for lock in locks {
        whole.lock(&lock.at, lock.strategy.iter().copied().map(Some).collect())?;
    }
    let mut rest = None;
    let mut iterations = 0;
    while iterations < goal.iterations && rest.is_none_or(|rest| rest > goal.rest) {
        whole.step()?;
        iterations += 1;
        if iterations % CHECK_EVERY == 0 {
            rest = Some(whole.gap(Profile::Average)?);
        }
        if !watch(iterations) {
            break;
        }
    }
    let rest = match rest.filter(|_| iterations % CHECK_EVERY == 0) {
        Some(rest) => rest,
        None => whole.gap(Profile::Average)?,
    };
    for lock in locks {
        whole.unlock(&lock.at)?;
    }
    Ok((rest, iterations))
}

/// How many iterations pass between two looks at the rest.
const CHECK_EVERY: u32 = 10;

/// Where a node before the first card is: at the same place.
pub fn before_the_card(at: TreeNode) -> TreeNode {
    at
}
