//! The game from a public belief state on, cut after some actions.
//!
//! Where the tree is cut, a hand h of a player is worth
//! `sum(opponent's reach) * value(h | last bid, both beliefs)`. The values of both players
//! are shifted so that they add up to nothing, weighted by the beliefs: what a network says
//! need not.

use std::sync::{Arc, Mutex, PoisonError};

use quasar_solver::{
    BoardAt, Column, Deal, Expansion, Leaf, LeafCall, LeafError, LeafOperator, Player, PublicNode,
    PublicTree, Rows, SolverError, SolverGame,
};

use super::{BeliefValues, Dice};

/// Where a line is. The player who acts first is [`Player::Oop`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Line {
    /// A player acts after the last bid.
    Act { last: Option<usize>, player: Player, depth: usize },
    /// The tree is cut; the player would act next.
    Cut { last: usize, player: Player },
    /// A bid was challenged.
    Challenge { bid: usize, bidder: Player },
}

/// A tree from a last bid on, cut after `depth` actions.
#[derive(Clone, Debug)]
pub(super) struct Shape {
    pub(super) tree: PublicTree,
    pub(super) lines: Vec<Line>,
    /// For each leaf where the tree is cut: the last bid, and who acts next.
    cuts: Vec<(usize, Player)>,
}

impl Shape {
    pub(super) fn new(
        rules: &Dice,
        last: Option<usize>,
        depth: usize,
    ) -> Result<Shape, SolverError> {
        let bids = rules.bids();
        let mut cuts = Vec::new();
        let start = Line::Act { last, player: Player::Oop, depth };
        let grown = PublicTree::grow(start, |&line| match line {
            Line::Act { last, player, depth } => {
                let next = player.opponent();
                let challenge = last.map(|bid| Line::Challenge { bid, bidder: next });
                let higher = last.map_or(0, |last| last + 1)..bids;
                let raised = higher.map(|bid| match depth {
                    // After the highest bid a challenge is all that is left.
                    1 if bid + 1 < bids => Line::Cut { last: bid, player: next },
                    _ => Line::Act { last: Some(bid), player: next, depth: depth.max(2) - 1 },
                });
                Expansion::Decision(player, challenge.into_iter().chain(raised).collect())
            }
            Line::Cut { last, player } => {
                cuts.push((last, player));
                Expansion::Leaf(Leaf::showdown(bids + cuts.len() - 1, 1.0))
            }
            Line::Challenge { bid, bidder } => {
                let amount = if bidder == Player::Oop { 1.0 } else { -1.0 };
                Expansion::Leaf(Leaf::showdown(bid, amount))
            }
        })?;
        let lines = grown.states.into_iter().flatten().collect();
        Ok(Shape { tree: grown.tree, lines, cuts })
    }

    /// What the actions of a decision lead to.
    pub(super) fn children(&self, node: usize) -> std::ops::Range<usize> {
        match self.tree.stages().first().and_then(|stage| stage.nodes().get(node)) {
            Some(PublicNode::Decision { children, .. }) => children.clone(),
            _ => 0..0,
        }
    }
}

/// A shape with beliefs: what the solver sees.
#[derive(Debug)]
pub(super) struct Subgame {
    shape: Arc<Shape>,
    beliefs: [Vec<f32>; 2],
    leaves: Arc<Leaves>,
}

impl Subgame {
    pub(super) fn new(shape: Arc<Shape>, leaves: Arc<Leaves>, beliefs: [Vec<f32>; 2]) -> Subgame {
        Subgame { shape, beliefs, leaves }
    }
}

impl SolverGame for Subgame {
    fn tree(&self) -> &PublicTree {
        &self.shape.tree
    }

    fn weights(&self, player: Player) -> &[f32] {
        &self.beliefs[player.index()]
    }

    fn boards(&self, _: usize) -> usize {
        1
    }

    fn hands(&self, _: BoardAt, _: Player) -> usize {
        self.leaves.rules.hands()
    }

    fn deals(&self, _: BoardAt) -> &[Deal] {
        &[]
    }

    fn leaf_operator(&self, _: BoardAt) -> &dyn LeafOperator {
        &*self.leaves
    }
}

/// The leaves of a shape.
#[derive(Debug)]
pub(super) struct Leaves {
    rules: Arc<Dice>,
    cuts: Vec<(usize, Player)>,
    values: Arc<dyn BeliefValues>,
    scratch: Mutex<Scratch>,
}

/// Queries of all cuts, and their answers.
#[derive(Debug)]
struct Scratch {
    queries: Vec<f32>,
    answers: Vec<f32>,
}

impl Leaves {
    pub(super) fn new(rules: Arc<Dice>, shape: &Shape, values: Arc<dyn BeliefValues>) -> Leaves {
        let cuts = shape.cuts.clone();
        let scratch = Scratch {
            queries: vec![0.0; cuts.len() * rules.query_len()],
            answers: vec![0.0; cuts.len() * rules.answer_len()],
        };
        Leaves { rules, cuts, values, scratch: Mutex::new(scratch) }
    }

    /// The values of a challenged bid, or of a leaf where hands are not compared.
    fn challenge(&self, column: &Column, player: Player, opponent: &[f32], out: &mut [f32]) {
        if column.difference == 0.0 {
            out.fill(column.sum * opponent.iter().sum::<f32>());
            return;
        }
        // A true bid is good for the bidder, and the amount says whether that is the first.
        let sign = if player == Player::Oop { 1.0 } else { -1.0 };
        let hands = self.rules.hands();
        let truth = self.rules.bid_outcomes(column.test).chunks_exact(hands);
        for (out, truth) in out.iter_mut().zip(truth) {
            let won: f32 = truth.iter().zip(opponent).map(|(truth, reach)| truth * reach).sum();
            *out = sign * column.difference * won;
        }
    }
}

/// The part of two rows of reach that hands have.
fn reach_of<'a>(reach: [Rows<'a>; 2], column: &Column, hands: usize) -> [&'a [f32]; 2] {
    [0, 1].map(|side| &reach[side].row(column.reach[side])[..hands])
}

impl LeafOperator for Leaves {
    fn values(&self, mut call: LeafCall<'_>) -> Result<(), LeafError> {
        let hands = self.rules.hands();
        let own = call.player.index();
        let (queries, answers) = (self.rules.query_len(), self.rules.answer_len());
        // What the scratch holds between two calls does not matter.
        let mut scratch = self.scratch.lock().unwrap_or_else(PoisonError::into_inner);
        let Scratch { queries: query_scratch, answers: answer_scratch } = &mut *scratch;
        let compared = |column: &&Column| column.difference != 0.0;
        let cut_of =
            |column: &Column| Some(column).filter(compared)?.test.checked_sub(self.rules.bids());

        let mut asked = 0;
        for column in call.columns {
            let Some(cut) = cut_of(column) else { continue };
            let (last, first) = self.cuts[cut];
            let reach = reach_of(call.reach, column, hands);
            let ordered = [reach[first.index()], reach[first.opponent().index()]];
            let query = &mut query_scratch[asked * queries..][..queries];
            self.rules.write_query(Some(last), ordered, query);
            asked += 1;
        }
        if asked > 0 {
            let answers = &mut answer_scratch[..asked * answers];
            self.values.compute_values(&query_scratch[..asked * queries], answers);
        }
        let mut answered = 0;
        for column in call.columns {
            let out = call.values.row(column.value);
            let whole = hands.next_multiple_of(8).min(out.len());
            out[..whole].fill(0.0);
            let reach = reach_of(call.reach, column, hands);
            let opponent = reach[1 - own];
            let Some(cut) = cut_of(column) else {
                self.challenge(column, call.player, opponent, &mut out[..hands]);
                continue;
            };
            let beliefs = &query_scratch[answered * queries..][self.rules.bids()..queries];
            let answer = &answer_scratch[answered * answers..][..answers];
            answered += 1;
            // Both players' means must add up to nothing; each bears half of the difference.
            let surplus: f32 =
                beliefs.iter().zip(answer).map(|(belief, value)| belief * value).sum();
            let met: f32 = opponent.iter().sum();
            let place = usize::from(self.cuts[cut].1 != call.player);
            let values = &answer[place * hands..][..hands];
            for (out, value) in out.iter_mut().zip(values) {
                *out = met * (value - surplus / 2.0);
            }
        }
        Ok(())
    }

    fn reads_both(&self) -> bool {
        !self.cuts.is_empty()
    }

    fn is_zero_sum(&self) -> bool {
        self.cuts.is_empty()
    }
}
