//! The memory layout of a solve: rows of scratch and slices of the storage.
//!
//! Computed once for a game, from its tree and its numbers of hands; nothing here
//! changes during a solve. A *slot* is one number for a (node, action, hand). A
//! stage's slots for one board are a slice, followed by those of the stages that
//! continue it, deal by deal:
//!
//! ```text
//! part(stage, board) = own slots | part(next 0, deal 0) | part(next 0, deal 1) | … | part(next 1, deal 0) | …
//! ```
//!
//! so that parts of different deals can be handed to different threads.

mod columns;
mod leaves;
mod split;

use std::ops::{Add, AddAssign, Range};

use crate::game::{Folds, HandMap};
use crate::kernels::{Shape, padded};
use crate::operators::Column;
use crate::tree::{PublicNode, Stage};
use crate::{BoardAt, Player, PublicTree, SolverError, SolverGame};
pub(crate) use leaves::LeafPlan;
use split::{first_split, parts, split_level, split_results};

/// A distance in the storage: slots, and the decisions they belong to.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Extent {
    pub(crate) slots: usize,
    pub(crate) decisions: usize,
}

impl Add for Extent {
    type Output = Extent;
    fn add(self, other: Extent) -> Extent {
        Extent { slots: self.slots + other.slots, decisions: self.decisions + other.decisions }
    }
}

impl AddAssign for Extent {
    fn add_assign(&mut self, other: Extent) {
        *self = *self + other;
    }
}

/// The plan of a whole game.
#[derive(Debug)]
pub(crate) struct Plan {
    pub(crate) stages: Vec<StagePlan>,
    pub(crate) levels: Vec<LevelPlan>,
    /// The level whose continuations are divided among threads.
    pub(crate) split: Option<usize>,
    /// Sizes of the scratch for the results of the split level's continuations.
    pub(crate) split_results: [usize; 2],
    /// What leaf operators need.
    pub(crate) leaves: LeafPlan,
}

/// The most that any stage and board of a level needs.
#[derive(Clone, PartialEq, Default, Debug)]
pub(crate) struct LevelPlan {
    /// The length of a row of each player: the most hands, in whole blocks.
    pub(crate) hands: [usize; 2],
    /// Slots of each player and action: the most hands, rounded up to whole blocks unless
    /// packed.
    pub(crate) kept: [usize; 2],
    /// Whether slots are packed.
    packed: bool,
    pub(crate) reach_rows: [usize; 2],
    pub(crate) strategy_rows: [usize; 2],
    pub(crate) nodes: usize,
    pub(crate) actions: usize,
    pub(crate) columns: usize,
    /// The most deals of a board.
    pub(crate) deals: usize,
    /// Whether hands play by the numbers of buckets.
    pub(crate) lifts: bool,
}

/// The plan of a stage.
#[derive(Clone, Debug)]
pub(crate) struct StagePlan {
    pub(crate) level: usize,
    /// Rounds that begin here, at the first nodes.
    pub(crate) roots: usize,
    /// Decisions, breadth first.
    pub(crate) decisions: Vec<DecisionPlan>,
    /// Row of each player's reach at each node.
    pub(crate) reach: Vec<[usize; 2]>,
    pub(crate) reach_rows: [usize; 2],
    pub(crate) strategy_rows: [usize; 2],
    /// The leaves, for the values of each player. Leaves whose reach of the opponent needs a
    /// comparison of hands come first. Among them, leaves that do not share their reach come
    /// first, those with a fold before others; of leaves that share a reach, the one that
    /// compares comes first.
    columns: [Vec<Column>; 2],
    /// The same with folds of the opponent joined or shifted, if the game wants it.
    joined: Option<[Vec<Column>; 2]>,
    pub(crate) next: Vec<Continuation>,
    /// The nodes at which a deal is followed by a showdown, for the values of each player;
    /// those that share the opponent's reach are adjacent.
    pub(crate) run_outs: [Vec<Column>; 2],
    /// Size of the stage's own slots.
    pub(crate) own: Extent,
    /// Size of the stage's part on each board; one entry if it is the same on all.
    parts: Vec<Extent>,
}

/// A decision of a stage.
#[derive(Clone, Debug)]
pub(crate) struct DecisionPlan {
    pub(crate) node: usize,
    pub(crate) player: Player,
    pub(crate) children: Range<usize>,
    /// The children whose values sum to those of the player who does not act, if columns are
    /// joined; none if one column has the whole sum.
    pub(crate) summed: Range<usize>,
    /// First row of the strategy, among those of the player.
    pub(crate) strategy: usize,
    /// Where its slots begin in the stage's own.
    pub(crate) at: Extent,
}

impl DecisionPlan {
    pub(crate) fn actions(&self) -> usize {
        self.children.len()
    }
}

/// A stage that continues rounds of this one.
#[derive(Clone, Debug)]
pub(crate) struct Continuation {
    pub(crate) stage: usize,
    /// The nodes of this stage at which its rounds begin, in the order of its roots.
    pub(crate) nodes: Vec<usize>,
}

impl StagePlan {
    /// The leaves for the values of a player, with folds joined or shifted if allowed and
    /// possible.
    pub(crate) fn columns(&self, player: Player, joined: bool) -> &[Column] {
        let columns = self.joined.as_ref().filter(|_| joined).unwrap_or(&self.columns);
        &columns[player.index()]
    }

    /// Size of the stage's part on a board.
    pub(crate) fn part(&self, board: usize) -> Extent {
        if self.parts.len() == 1 { self.parts[0] } else { self.parts[board] }
    }
}

impl Plan {
    /// Plans a game and checks that its parts are consistent.
    pub(crate) fn new(game: &dyn SolverGame) -> Result<Plan, SolverError> {
        let tree = game.tree();
        let mut levels = (0..tree.levels())
            .map(|level| LevelPlan::new(game, level))
            .collect::<Result<Vec<_>, SolverError>>()?;
        check_deals(game, levels.len())?;
        let leaves = LeafPlan::new(game);
        let folds = if leaves.reads_both { Folds::Apart } else { game.folds() };
        let mut stages = stage_plans(tree, &mut levels, folds);
        for stage in &mut stages {
            stage.find_run_outs(tree.stages());
        }
        for place in (0..stages.len()).rev() {
            let parts = parts(game, &stages, place);
            stages[place].parts = parts;
        }
        let split = split_level(game, &stages, levels.len());
        let split_results = split.map_or([0; 2], |level| {
            Player::BOTH.map(|player| split_results(game, &stages, &levels, level, player))
        });
        Ok(Plan { stages, levels, split, split_results, leaves })
    }

    /// The plan of a game that is not set up yet, from the most hands of each level and what
    /// leaf operators need: only [`levels`](Self::levels) and the stages' own slots are those of
    /// the game. `units` are the continuations of each level.
    pub(crate) fn outline(
        tree: &PublicTree,
        hands: &[[usize; 2]],
        units: &[usize],
        leaves: LeafPlan,
    ) -> Plan {
        let mut levels: Vec<LevelPlan> =
            hands.iter().map(|&most| LevelPlan::of(most, false)).collect();
        let stages = stage_plans(tree, &mut levels, Folds::Apart);
        let split = first_split(units);
        let roots = |stage: &StagePlan| stage.next.iter().map(|next| next.nodes.len()).sum();
        let split_results = split.map_or([0; 2], |level| {
            let here = stages.iter().filter(|stage| stage.level == level);
            let continuations = here.clone().map(|stage| stage.next.len()).max().unwrap_or(1);
            let rows = here.map(roots).max().unwrap_or(0) * units[level] / continuations.max(1);
            levels[level + 1].hands.map(|hands| rows * hands)
        });
        Plan { stages, levels, split, split_results, leaves }
    }

    /// The plan of a walk in which the hands of the last level are not merged, over the
    /// numbers that this one keeps for buckets. No board with merged hands has more of them than
    /// the one before.
    pub(crate) fn by_hand(&self, game: &dyn SolverGame) -> Plan {
        let mut levels = self.levels.clone();
        if let [.., before, last] = &mut levels[..] {
            last.hands = [0, 1].map(|side| last.hands[side].max(before.hands[side]));
            last.lifts = true;
        }
        let merged = self
            .levels
            .last()
            .map_or(0, |level| level.actions * level.hands[0].max(level.hands[1]));
        let leaves = LeafPlan { scratch: self.leaves.scratch.max(merged), ..self.leaves };
        let split_results = self.split.map_or([0; 2], |level| {
            Player::BOTH.map(|player| split_results(game, &self.stages, &levels, level, player))
        });
        Plan { stages: self.stages.clone(), levels, split: self.split, split_results, leaves }
    }

    /// The same for a walk that does not learn, so that equal actions need not stay equal to
    /// the last bit: folds are shifted.
    pub(crate) fn unmerged<G: SolverGame>(&self, game: &G) -> Plan {
        let mut plan = self.by_hand(game);
        if !plan.leaves.reads_both {
            for (plan, stage) in plan.stages.iter_mut().zip(game.tree().stages()) {
                plan.shift_folds_later(stage);
            }
        }
        plan
    }

    /// The stage that a stage continues, and its position among those that do.
    pub(crate) fn parent(&self, stage: usize) -> Option<(usize, usize)> {
        self.stages.iter().enumerate().find_map(|(parent, plan)| {
            let place = plan.next.iter().position(|next| next.stage == stage)?;
            Some((parent, place))
        })
    }

    /// Size of the whole storage.
    pub(crate) fn total(&self) -> Extent {
        self.stages[0].part(0)
    }
}

impl LevelPlan {
    fn new(game: &dyn SolverGame, level: usize) -> Result<LevelPlan, SolverError> {
        let boards = 0..game.boards(level);
        let deals = boards.map(|board| game.deals(BoardAt { level, board }).len()).max();
        let plan = LevelPlan::of(most_hands(game, level)?, game.packs_slots());
        Ok(LevelPlan { deals: deals.unwrap_or(0), ..plan })
    }

    fn of(most: [usize; 2], packed: bool) -> LevelPlan {
        let hands = most.map(padded);
        let kept = if packed { most } else { hands };
        LevelPlan { hands, kept, packed, ..LevelPlan::default() }
    }

    /// The shape of a player's matrices on a board with so many hands.
    pub(crate) fn shape(&self, player: usize, actions: usize, hands: usize) -> Shape {
        let kept = if self.packed { hands } else { padded(hands) };
        Shape { actions, hands, kept, stride: self.hands[player] }
    }

    fn include(&mut self, stage: &Stage, plan: &StagePlan) {
        for player in 0..2 {
            self.reach_rows[player] = self.reach_rows[player].max(plan.reach_rows[player]);
            self.strategy_rows[player] = self.strategy_rows[player].max(plan.strategy_rows[player]);
        }
        let actions = plan.decisions.iter().map(DecisionPlan::actions).max().unwrap_or(0);
        self.actions = self.actions.max(actions);
        self.nodes = self.nodes.max(stage.nodes().len());
        self.columns = self
            .columns
            .max(plan.columns[0].len())
            .max(plan.next.iter().map(|next| next.nodes.len()).sum());
    }
}

impl StagePlan {
    fn new(stage: &Stage, kept: [usize; 2], folds: Folds) -> StagePlan {
        let mut plan = StagePlan {
            level: stage.level(),
            roots: stage.roots(),
            decisions: Vec::new(),
            reach: vec![[0; 2]; stage.nodes().len()],
            reach_rows: [stage.roots(); 2],
            strategy_rows: [0; 2],
            columns: [Vec::new(), Vec::new()],
            joined: None,
            next: stage
                .next()
                .iter()
                .map(|&stage| Continuation { stage, nodes: Vec::new() })
                .collect(),
            run_outs: [Vec::new(), Vec::new()],
            own: Extent::default(),
            parts: Vec::new(),
        };
        for root in 0..stage.roots() {
            plan.reach[root] = [root; 2];
        }
        for (place, node) in stage.nodes().iter().enumerate() {
            match node {
                PublicNode::Decision { player, children } => {
                    plan.add_decision(place, *player, children.clone(), kept);
                }
                PublicNode::Leaf(leaf) => {
                    for player in Player::BOTH {
                        plan.columns[player.index()].push(Column {
                            reach: plan.reach[place],
                            value: place,
                            test: leaf.test,
                            difference: leaf.difference,
                            sum: leaf.sum[player.index()],
                            fold: None,
                        });
                    }
                }
                PublicNode::Deal { stage, root } => {
                    let nodes = &mut plan.next[*stage].nodes;
                    assert_eq!(nodes.len(), *root, "roots are in the order of nodes");
                    nodes.push(place);
                }
            }
        }
        match folds {
            Folds::Apart => {}
            Folds::Joined => plan.join_folds(),
            Folds::Shifted => plan.shift_folds(stage),
        }
        plan.sort_columns();
        plan.decisions.shrink_to_fit();
        plan
    }

    /// Finds the deals that are followed by showdowns.
    fn find_run_outs(&mut self, stages: &[Stage]) {
        for next in &self.next {
            for (&node, after) in next.nodes.iter().zip(stages[next.stage].nodes()) {
                if let PublicNode::Leaf(leaf) = after {
                    for player in Player::BOTH {
                        self.run_outs[player.index()].push(Column {
                            reach: self.reach[node],
                            value: node,
                            test: leaf.test,
                            difference: leaf.difference,
                            sum: leaf.sum[player.index()],
                            fold: None,
                        });
                    }
                }
            }
        }
        for player in Player::BOTH {
            let opponent = player.opponent().index();
            self.run_outs[player.index()].sort_by_key(|column| column.reach[opponent]);
        }
    }

    fn add_decision(
        &mut self,
        node: usize,
        player: Player,
        children: Range<usize>,
        kept: [usize; 2],
    ) {
        for (action, child) in children.clone().enumerate() {
            self.reach[child] = self.reach[node];
            self.reach[child][player.index()] = self.reach_rows[player.index()] + action;
        }
        let actions = children.len();
        self.decisions.push(DecisionPlan {
            node,
            player,
            summed: children.clone(),
            children,
            strategy: self.strategy_rows[player.index()],
            at: self.own,
        });
        self.reach_rows[player.index()] += actions;
        self.strategy_rows[player.index()] += actions;
        self.own += Extent { slots: actions * kept[player.index()], decisions: 1 };
    }
}

/// Plans the stages of a tree; the levels learn what these need.
fn stage_plans(tree: &PublicTree, levels: &mut [LevelPlan], folds: Folds) -> Vec<StagePlan> {
    let plan = |stage: &Stage| {
        let plan = StagePlan::new(stage, levels[stage.level()].kept, folds);
        levels[stage.level()].include(stage, &plan);
        plan
    };
    tree.stages().iter().map(plan).collect()
}

fn most_hands(game: &dyn SolverGame, level: usize) -> Result<[usize; 2], SolverError> {
    let mut most = [0; 2];
    for board in 0..game.boards(level) {
        for player in Player::BOTH {
            let hands = game.hands(BoardAt { level, board }, player);
            if hands == 0 {
                return Err(SolverError::NoHands { level, board });
            }
            most[player.index()] = most[player.index()].max(hands);
        }
    }
    if most == [0; 2] { Err(SolverError::NoHands { level, board: 0 }) } else { Ok(most) }
}

fn check_deals(game: &dyn SolverGame, levels: usize) -> Result<(), SolverError> {
    for level in 0..levels.saturating_sub(1) {
        for board in 0..game.boards(level) {
            let at = BoardAt { level, board };
            let fits = |deal: &crate::Deal| {
                deal.board < game.boards(level + 1)
                    && deal.hands[0].images() == deal.hands[1].images()
                    && Player::BOTH.into_iter().all(|player| {
                        let after = BoardAt { level: level + 1, board: deal.board };
                        let (before, after) = (game.hands(at, player), game.hands(after, player));
                        match &deal.hands[player.index()] {
                            HandMap::Same => before == after,
                            HandMap::Images(images) => {
                                !images.is_empty()
                                    && images.iter().all(|image| {
                                        image.len() == after
                                            && image.iter().all(|&from| (from as usize) < before)
                                    })
                            }
                            HandMap::Buckets(map) => map.fits(before, after),
                        }
                    })
            };
            if game.deals(at).is_empty() || !game.deals(at).iter().all(fits) {
                return Err(SolverError::BadDeal { level, board });
            }
        }
    }
    Ok(())
}
