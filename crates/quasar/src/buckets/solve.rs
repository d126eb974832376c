//! Solving a river with buckets, and the value of the result in the real game.
//!
//! Hands of a bucket act alike, so the game has one hand for each bucket: a K x K
//! table says how often two buckets can be held together and which wins
//! ([`BucketPairs`]). In the real game every hand plays the strategy of its bucket:
//! the *lifted* strategy. What opponents who see their cards can gain against it is
//! the price of the abstraction. It is computed exactly.

use quasar_abstraction::BucketPairs;
use quasar_cards::{Board, CardSet, Combo, Game, Range};
use quasar_game::{BettingTree, Rake, TreeSpec};
use quasar_solver::{
    BoardAt, Exploitability, MatrixGame, MemoryEstimate, NodeAt, OmahaGame, OmahaSpec, PairTable,
    Player, Profile, PublicNode, Settings, Solver, SolverError, public_tree,
};

use super::{Buckets, BucketsError};
use crate::job::{Control, Engine, Goal, SolveJob};

/// A river of four-card Omaha that is played with buckets.
#[derive(Clone, PartialEq, Debug)]
pub struct BucketSpot {
    /// The players' ranges, `oop` first.
    pub ranges: [Range; 2],
    /// Pot, stacks and bet sizes, from the river on.
    pub betting: TreeSpec,
    /// The rake.
    pub rake: Rake,
    /// Algorithm, precision and threads.
    pub settings: Settings,
}

/// The strategy of every hand of a river: that of its bucket.
#[derive(Clone, PartialEq, Debug)]
pub struct LiftedStrategy {
    board: Board,
    labels: Vec<u32>,
    buckets: usize,
    decisions: Vec<LiftedDecision>,
}

#[derive(Clone, PartialEq, Debug)]
struct LiftedDecision {
    at: NodeAt,
    player: Player,
    /// Action by action, bucket by bucket.
    frequencies: Vec<f32>,
}

impl BucketSpot {
    /// A job for the game of buckets, in at most `allowed` bytes of memory. Its
    /// exploitability is that among players who see only their bucket.
    pub fn job(
        &self,
        buckets: &Buckets,
        goal: Goal,
        allowed: u64,
        engine: &Engine,
        control: &Control,
    ) -> Result<SolveJob<MatrixGame>, BucketsError> {
        let (board, labels) = (buckets.board(), buckets.labels());
        let weights = self.ranges.each_ref().map(|range| hand_weights(range, &board));
        let pairs = engine.pool().install(|| {
            let weights = [&weights[0][..], &weights[1]];
            BucketPairs::new(&board, labels, buckets.len(), weights, control.progress())
        })?;
        let totals = weights.map(|weights| {
            let mut totals = vec![0.0; buckets.len()];
            for (&label, weight) in labels.iter().zip(weights) {
                totals[label as usize] += f64::from(weight);
            }
            totals
        });
        // A pair of buckets counts with the weight of the hands that can be held together.
        let share = |weight: f64, first: usize, second: usize| {
            let most = totals[0][first] * totals[1][second];
            if most > 0.0 { (weight / most) as f32 } else { 0.0 }
        };
        let size = [buckets.len(); 2];
        let together = PairTable::shared(size, |first, second| {
            share(pairs.compatible_weight(first, second), first, second)
        });
        let margin = PairTable::opposed(size, |first, second| {
            share(pairs.margin(first, second), first, second)
        });
        let betting = BettingTree::build(&self.betting)?;
        let tree = public_tree(&betting, self.rake)?.tree;
        let weights =
            totals.each_ref().map(|totals| totals.iter().map(|&sum| sum as f32).collect());
        let game = MatrixGame::without_cards(tree, weights, together, vec![margin])?;
        Ok(SolveJob::new(Solver::within(game, self.settings, allowed)?, goal))
    }

    /// The real game of the same spot, hand by hand, in at most `allowed` bytes of
    /// memory.
    pub fn exact(&self, board: Board, allowed: u64) -> Result<Solver<OmahaGame>, BucketsError> {
        let betting = BettingTree::build(&self.betting)?;
        let game = OmahaGame::new(&OmahaSpec {
            board,
            deck: CardSet::DECK,
            ranges: &self.ranges,
            betting: &betting,
            rake: self.rake,
            merge_suits: true,
            merge_rivers: None,
        })?;
        let needed = MemoryEstimate::new(&game, &self.settings)?.total() + game.bytes();
        if needed > allowed {
            return Err(SolverError::TooLarge { needed, allowed }.into());
        }
        Ok(Solver::new(game, self.settings)?)
    }
}

impl LiftedStrategy {
    /// The average strategy of a game of buckets, for every hand.
    pub fn new(
        buckets: &Buckets,
        solver: &mut Solver<MatrixGame>,
    ) -> Result<LiftedStrategy, BucketsError> {
        let mut decisions = Vec::new();
        for (at, player) in decisions_of(solver) {
            let frequencies = solver.strategy(&at, Profile::Average)?;
            decisions.push(LiftedDecision { at, player, frequencies });
        }
        Ok(LiftedStrategy {
            board: buckets.board(),
            labels: buckets.labels().to_vec(),
            buckets: buckets.len(),
            decisions,
        })
    }

    /// The value of the strategy in the real game of the same spot, and of best
    /// responses to it. Removes its locks from the solver again.
    pub fn exploitability(
        &self,
        exact: &mut Solver<OmahaGame>,
    ) -> Result<Exploitability, BucketsError> {
        let numbers = self.numbers(exact);
        self.lock(exact, Player::Oop, &numbers)?;
        let against_oop = exact.exploitability(Profile::Average)?.best_responses[1];
        self.lock(exact, Player::Ip, &numbers)?;
        let values = exact.exploitability(Profile::Average)?.values;
        self.unlock(exact, Player::Oop)?;
        let against_ip = exact.exploitability(Profile::Average)?.best_responses[0];
        self.unlock(exact, Player::Ip)?;
        Ok(Exploitability { values, best_responses: [against_ip, against_oop] })
    }

    /// For each player the bucket of each hand, in the order of the real game.
    fn numbers(&self, exact: &Solver<OmahaGame>) -> [Vec<usize>; 2] {
        let live = quasar_eval::LiveCards::new(self.board.set());
        Player::BOTH.map(|player| {
            let bucket = |hand: Combo| {
                let number = live.hand_index(&hand).expect("the game has hands of the board only");
                self.labels[number] as usize
            };
            exact.game().combos(BoardAt::START, player).map(bucket).collect()
        })
    }

    /// Locks a player's strategy, hand by hand.
    fn lock(
        &self,
        exact: &mut Solver<OmahaGame>,
        player: Player,
        buckets: &[Vec<usize>; 2],
    ) -> Result<(), BucketsError> {
        let buckets = &buckets[player.index()];
        for decision in self.decisions.iter().filter(|decision| decision.player == player) {
            let actions = decision.frequencies.chunks_exact(self.buckets);
            let frequencies =
                actions.flat_map(|action| buckets.iter().map(|&bucket| Some(action[bucket])));
            exact.lock(&decision.at, frequencies.collect())?;
        }
        Ok(())
    }

    fn unlock(&self, exact: &mut Solver<OmahaGame>, player: Player) -> Result<(), BucketsError> {
        for decision in self.decisions.iter().filter(|decision| decision.player == player) {
            exact.unlock(&decision.at)?;
        }
        Ok(())
    }
}

/// The decisions of a game without deals.
fn decisions_of(solver: &Solver<MatrixGame>) -> Vec<(NodeAt, Player)> {
    let tree = quasar_solver::SolverGame::tree(solver.game());
    let mut decisions = Vec::new();
    for (stage, round) in tree.stages().iter().enumerate() {
        for (node, kind) in round.nodes().iter().enumerate() {
            if let PublicNode::Decision { player, .. } = kind {
                decisions.push((NodeAt { stage, node, deals: Vec::new() }, *player));
            }
        }
    }
    decisions
}

/// The weight of every hand of a board.
fn hand_weights(range: &Range, board: &Board) -> Vec<f32> {
    Combo::all(Game::Plo4, board.set()).map(|hand| range.weight(&hand)).collect()
}
