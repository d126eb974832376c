//! River games of a few hands, solved a second time as linear programs.
//!
//! The sequence form of Koller, Megiddo and von Stengel (1994): with x the
//! probabilities of one player's sequences of actions for each hand, and q what the
//! opponent can hold each of their hands down to at each of their decisions, the
//! value of the game is the largest sum of q that x can guarantee. Nothing is shared
//! with the solver but the betting tree.

use std::cmp::Ordering;
use std::collections::HashMap;

use microlp::{ComparisonOp, OptimizationDirection, Problem, Variable};
use quasar_cards::{Board, Combo, Game, Range};
use quasar_eval::rank_hand;
use quasar_game::{
    BettingTree, Chips, NodeId, NodeKind, PlayerSizes, Rake, RoundId, Rules, StreetSpec, TreeSpec,
    TreeStart,
};
use quasar_solver::{
    Algorithm, Discounts, HoldemGame, HoldemSpec, Player, Profile, Settings, Solver,
};

struct River {
    board: Board,
    ranges: [Range; 2],
    betting: BettingTree,
}

impl River {
    fn new(board: &str, ranges: [&str; 2], pot: u64, stack: u64, sizes: [&str; 3]) -> River {
        let board: Board = board.parse().unwrap();
        let [bet, raise, reraise] = sizes.map(|text| text.parse().unwrap());
        let sizes = PlayerSizes { bet, raises: vec![raise, reraise], donk: None };
        let start = TreeStart::street(board.street(), Chips(pot), Chips(stack));
        let spec = TreeSpec::new(Rules::NO_LIMIT, start, StreetSpec::both(sizes));
        let ranges = ranges.map(|text| Range::parse(Game::Holdem, text).unwrap());
        River { board, ranges, betting: BettingTree::build(&spec).unwrap() }
    }

    fn hands(&self, side: usize) -> Vec<(Combo, f64)> {
        let live = |(combo, _): &(Combo, f32)| !combo.set().intersects(self.board.set());
        let hands = self.ranges[side].iter().filter(live);
        hands.map(|(combo, weight)| (combo, f64::from(weight))).collect()
    }
}

/// A sum of variables and a constant.
#[derive(Clone, Default)]
struct Sum {
    terms: HashMap<Variable, f64>,
    constant: f64,
}

impl Sum {
    /// Adds a multiple of a variable, or of 1 where there is none.
    fn add(&mut self, variable: Option<Variable>, factor: f64) {
        match variable {
            Some(variable) => *self.terms.entry(variable).or_default() += factor,
            None => self.constant += factor,
        }
    }
}

/// The linear program of a river: what the player out of position can guarantee.
struct Program<'a> {
    river: &'a River,
    hands: [Vec<(Combo, f64)>; 2],
    /// The weight of all pairs of hands that can be held together.
    pairs: f64,
    problem: Problem,
    /// For each hand in position, what the last sequence of theirs is worth.
    worth: Vec<Sum>,
}

impl<'a> Program<'a> {
    fn value(river: &'a River) -> f64 {
        let hands = [river.hands(0), river.hands(1)];
        let apart =
            |(one, _): &(Combo, f64), (other, _): &(Combo, f64)| !one.set().intersects(other.set());
        let weights = hands[0].iter().flat_map(|one| {
            let others = hands[1].iter().filter(move |other| apart(one, other));
            others.map(move |other| one.1 * other.1)
        });
        let pairs = weights.sum();
        let worth = vec![Sum::default(); hands[1].len()];
        let problem = Problem::new(OptimizationDirection::Maximize);
        let mut program = Program { river, hands, pairs, problem, worth };
        let sequences = vec![None; program.hands[0].len()];
        program.node(NodeId::ROOT, &sequences);
        let mut total = Sum::default();
        for sum in &program.worth {
            sum.terms.iter().for_each(|(&variable, &factor)| total.add(Some(variable), factor));
            total.constant += sum.constant;
        }
        let value = program.problem.add_var(1.0, (f64::NEG_INFINITY, f64::INFINITY));
        total.add(Some(value), -1.0);
        program.constrain(&total, ComparisonOp::Eq);
        program.problem.solve().unwrap().into_solution().unwrap().objective()
    }

    /// `sum` compared with 0.
    fn constrain(&mut self, sum: &Sum, comparison: ComparisonOp) {
        let terms: Vec<(Variable, f64)> = sum.terms.iter().map(|(&v, &f)| (v, f)).collect();
        self.problem.add_constraint(&terms, comparison, -sum.constant);
    }

    /// Adds what follows a node, given the variable of each hand's sequence out of
    /// position; none stands for certainty.
    fn node(&mut self, node: NodeId, sequences: &[Option<Variable>]) {
        let here = &self.river.betting[RoundId::ROOT][node];
        let children: Vec<NodeId> = here.child_ids().collect();
        match here.kind {
            NodeKind::Decision { player: Player::Oop } => {
                let mut after = vec![Vec::new(); children.len()];
                for sequence in sequences {
                    let mut sum = Sum::default();
                    sum.add(*sequence, -1.0);
                    for after in &mut after {
                        let variable = self.problem.add_var(0.0, (0.0, f64::INFINITY));
                        sum.add(Some(variable), 1.0);
                        after.push(Some(variable));
                    }
                    self.constrain(&sum, ComparisonOp::Eq);
                }
                for (child, sequences) in children.into_iter().zip(after) {
                    self.node(child, &sequences);
                }
            }
            NodeKind::Decision { player: Player::Ip } => {
                let free = (f64::NEG_INFINITY, f64::INFINITY);
                let least: Vec<Variable> =
                    self.hands[1].iter().map(|_| self.problem.add_var(0.0, free)).collect();
                for (worth, &least) in self.worth.iter_mut().zip(&least) {
                    worth.add(Some(least), 1.0);
                }
                for child in children {
                    let before = vec![Sum::default(); least.len()];
                    let before = std::mem::replace(&mut self.worth, before);
                    self.node(child, sequences);
                    for (mut sum, &least) in
                        std::mem::replace(&mut self.worth, before).into_iter().zip(&least)
                    {
                        sum.add(Some(least), -1.0);
                        self.constrain(&sum, ComparisonOp::Ge);
                    }
                }
            }
            _ => self.leaf(node, sequences),
        }
    }

    fn leaf(&mut self, node: NodeId, sequences: &[Option<Variable>]) {
        let leaf = &self.river.betting[RoundId::ROOT][node];
        let half = self.river.betting.starting_pot().as_f64() / 2.0;
        let rank = |combo: &Combo| rank_hand(combo, &self.river.board).unwrap();
        for (hand, (mine, weight)) in self.hands[0].iter().enumerate() {
            for (other, (theirs, their_weight)) in self.hands[1].iter().enumerate() {
                if mine.set().intersects(theirs.set()) {
                    continue;
                }
                let lost = |side: usize| half + leaf.committed[side].as_f64();
                let won = match leaf.kind {
                    NodeKind::Fold { folder: Player::Oop } => -lost(0),
                    NodeKind::Fold { folder: Player::Ip } => lost(1),
                    _ => match rank(mine).cmp(&rank(theirs)) {
                        Ordering::Less => -lost(0),
                        Ordering::Equal => 0.0,
                        Ordering::Greater => lost(1),
                    },
                };
                let chance = weight * their_weight / self.pairs;
                self.worth[other].add(sequences[hand], chance * won);
            }
        }
    }
}

/// The solver's average, whose best responses enclose the value of the game.
fn encloses_the_value(river: &River, iterations: u32, most_gain: f64) {
    let game = HoldemGame::new(&HoldemSpec {
        board: river.board,
        ranges: &river.ranges,
        betting: &river.betting,
        rake: Rake::NONE,
        merge_suits: true,
    });
    let discounts = Discounts { alpha: 1.4, beta: 0.25, gamma: 4.0, reset: false };
    let algorithm = Algorithm::Discounted(discounts);
    let settings = Settings { algorithm, ..Settings::default() };
    let mut solver = Solver::new(game.unwrap(), settings).unwrap();
    (0..iterations).for_each(|_| solver.step().unwrap());
    let worth = solver.exploitability(Profile::Average).unwrap();
    let value = Program::value(river);
    let rounding = 1e-4;
    let least = -worth.best_responses[1] - rounding;
    let most = worth.best_responses[0] + rounding;
    assert!((least..=most).contains(&value), "{value} {worth:?}");
    assert!((worth.values[0] - value).abs() <= most_gain, "{value} {worth:?}");
    assert!(worth.mean() <= most_gain, "{worth:?}");
}

/// Pot 2, one chip behind: Kuhn poker on a river, whose value is -1/18.
#[test]
fn the_program_knows_kuhn_poker() {
    let ranges = ["AcKd,QcJd,Tc9d", "AcKd,QcJd,Tc9d"];
    let kuhn = River::new("2h2s3h3s7c", ranges, 2, 1, ["1c", "", ""]);
    // The board plays two pair for all: the kicker decides.
    assert!((Program::value(&kuhn) + 1.0 / 18.0).abs() < 1e-9);
}

#[test]
fn one_size_without_raises() {
    let ranges = ["AA,QQ,76s", "KK,JJ,T9s"];
    let river = River::new("Ks7d4c9h2s", ranges, 100, 100, ["a", "", ""]);
    encloses_the_value(&river, 2000, 0.1);
}

#[test]
fn weighted_ranges_that_block_each_other() {
    let ranges = ["AhKh,AdKd:0.5,QsJs,9c9d:0.25,8h7h", "AsAd,KcQc:0.75,AhQh,7c6c,QsTs:0.4"];
    let river = River::new("Kd7s4c9h2s", ranges, 60, 200, ["50%, a", "a", ""]);
    encloses_the_value(&river, 2000, 0.05);
}

#[test]
fn two_sizes_with_raises_and_reraises() {
    let ranges = ["AhAd,KhQh,JhTh,8c7c,5h5d,6d6c", "KcKh,AcQc,QdJd,9s8s,4h4d,AsJs"];
    for (board, stack) in [("Ks7d4c9h2s", 400), ("QhJc7s7d2c", 250), ("Th8h6h3c2d", 900)] {
        let sizes = ["33%, 100%", "60%", "a"];
        let river = River::new(board, ranges, 100, stack, sizes);
        encloses_the_value(&river, 3000, 0.1);
    }
}

/// A board that plays for most hands.
#[test]
fn ties() {
    let ranges = ["AcKd,KcQd,5c4d,3h2h", "AdQc,KdJc,9c8d,AhTc"];
    let river = River::new("TsJsQsTdTh", ranges, 100, 150, ["50%", "a", ""]);
    encloses_the_value(&river, 2000, 0.05);
}
