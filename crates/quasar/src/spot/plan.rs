//! The size of a spot, before its memory is allocated.

use quasar_game::{BettingTree, StreetCounts};
use quasar_solver::{
    MemoryEstimate, Player, Solver, SolverError, SolverGame, StoredAt, StoredNumbers,
};
use schemars::JsonSchema;
use serde::Serialize;

use super::fit::merged_bytes;
use super::lock::{Locked, locked};
use super::minimum_bytes::minimum_bytes;
use super::start::Starting;
use super::{CardGame, SpotError, SpotJob, SpotSpec, SpotStart};
use crate::job::working_time;

/// A spot with its lines and boards built, ready to be solved.
#[derive(Debug)]
pub struct SpotPlan {
    pub(super) spec: SpotSpec,
    pub(super) betting: BettingTree,
    pub(super) game: CardGame,
    locks: Vec<Locked>,
    /// The river buckets that the solve starts from, if there is memory for them.
    start: Option<SpotStart>,
    size: SpotSize,
}

/// The size of a spot.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct SpotSize {
    /// Nodes of the betting tree, without cards.
    pub nodes: u64,
    /// Decisions of the betting tree.
    pub decisions: u64,
    /// Actions over all decisions of the betting tree.
    pub actions: u64,
    /// Boards that differ by more than suits, per street.
    pub boards: Vec<usize>,
    /// Hands of each player on the first board.
    pub hands: [usize; 2],
    /// Memory that the solve will need.
    pub memory: SpotMemory,
}

/// Memory of a spot in bytes; lines and the program itself are not counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct SpotMemory {
    /// Regrets and strategy sums.
    pub storage: u64,
    /// The scratch memory of the threads.
    pub scratch: u64,
    /// Boards: hands, deals and tables of all-ins.
    pub game: u64,
    /// River buckets that the solve starts from, about; freed when it continues without them.
    pub start: u64,
    /// The total.
    pub total: u64,
}

impl SpotSpec {
    /// Builds lines and boards, and counts them.
    pub fn plan(self) -> Result<SpotPlan, SpotError> {
        self.plan_within(u64::MAX)
    }

    /// The same; fails before anything large is built if the boards alone
    /// would need more than `allowed` bytes.
    pub fn plan_within(self, allowed: u64) -> Result<SpotPlan, SpotError> {
        if self.abstraction.is_some() {
            return Err(SpotError::Abstraction);
        }
        let counts = self.betting.counts().map_err(|error| self.places.place(error))?;
        self.check_hands(&self.board)?;
        let needed = minimum_bytes(&self, &counts);
        if needed > allowed {
            return Err(SpotError::Boards { needed, allowed });
        }
        let betting = BettingTree::build(&self.betting)?;
        let game = CardGame::new(&self, &betting)?;
        let locks = locked(&self, &betting, &game)?;
        let start_bytes = |start: &SpotStart| merged_bytes(&self, &counts, start.k);
        let start = self.start.filter(|start| start.leaves_enough(&self));
        let start = start.map(|start| (start, start_bytes(&start)));
        let counts = match self.cut {
            Some(_) => counts.street(self.board.street()),
            None => counts.total(),
        };
        let mut size = size(&counts, &game, &MemoryEstimate::new(&game, &self.settings)?);
        let fits = |bytes: u64| size.memory.total.saturating_add(bytes) <= allowed;
        let start = start.filter(|(_, bytes)| fits(*bytes));
        if let Some((_, bytes)) = start {
            size.memory.start = bytes;
            size.memory.total += bytes;
        }
        let start = start.map(|(start, _)| start);
        Ok(SpotPlan { spec: self, betting, game, locks, start, size })
    }
}

/// The size of a game with this betting tree.
fn size(counts: &StreetCounts, game: &CardGame, solver: &MemoryEstimate) -> SpotSize {
    let [oop, ip] = counts.decisions;
    let [oop_actions, ip_actions] = counts.actions;
    let boards = game.bytes();
    SpotSize {
        nodes: counts.nodes(),
        decisions: oop.saturating_add(ip),
        actions: oop_actions.saturating_add(ip_actions),
        boards: (0..game.tree().levels()).map(|level| game.boards(level)).collect(),
        hands: Player::BOTH.map(|player| game.weights(player).len()),
        memory: SpotMemory {
            storage: solver.storage,
            scratch: solver.scratch,
            game: boards,
            start: 0,
            total: solver.total().saturating_add(boards),
        },
    }
}

impl SpotPlan {
    /// The size of the spot.
    pub fn size(&self) -> &SpotSize {
        &self.size
    }

    /// The spec it was made from.
    pub fn spec(&self) -> &SpotSpec {
        &self.spec
    }

    /// Allocates the memory; fails if the spot needs more than `allowed` bytes.
    pub fn job(self, allowed: u64) -> Result<SpotJob, SpotError> {
        self.check_memory(allowed)?;
        let solver = solver(self.game, self.locks, &self.spec, allowed)?;
        let job = SpotJob::new(self.spec, self.betting, self.size, solver);
        Ok(SpotJob { start: self.start.map(Starting::Planned), ..job })
    }

    /// The same, in the state after `iterations` iterations of `earlier` seconds; `numbers`
    /// provides the average strategy and regrets.
    pub(super) fn resumed<E: From<SolverError>>(
        self,
        allowed: u64,
        iterations: u32,
        earlier: f64,
        mut numbers: impl FnMut(&CardGame, StoredAt, StoredNumbers) -> Result<Vec<f32>, E>,
    ) -> Result<SpotJob, E> {
        self.check_memory(allowed)?;
        let solver = solver(self.game, self.locks, &self.spec, allowed)?;
        let solver = solver.resumed(iterations, &mut numbers)?;
        let mut job = SpotJob::new(self.spec, self.betting, self.size, solver);
        job.job.set_earlier(working_time(earlier));
        Ok(job)
    }

    pub(super) fn check_memory(&self, allowed: u64) -> Result<(), SolverError> {
        let needed = self.size.memory.total;
        if needed <= allowed { Ok(()) } else { Err(SolverError::TooLarge { needed, allowed }) }
    }
}

fn solver(
    game: CardGame,
    locks: Vec<Locked>,
    spec: &SpotSpec,
    allowed: u64,
) -> Result<Solver<CardGame>, SolverError> {
    let mut solver = Solver::within(game, spec.settings, allowed)?;
    for Locked { at, frequencies } in locks {
        solver.lock(&at, frequencies)?;
    }
    Ok(solver)
}
