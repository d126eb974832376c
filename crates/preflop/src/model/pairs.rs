//! What a class wins against another when both play the average strategies.
//!
//! A leaf pays `difference * d + sum` to a player, where d is what the class
//! wins minus what it loses at a showdown. With a and b the probabilities that the
//! two classes play to the leaf,
//!
//! ```text
//! value(i, j) = d(i, j) * sum over leaves of difference * a(i) * b(j)
//!                       + sum over leaves of sum * a(i) * b(j)
//! ```
//!
//! so two matrices are summed up, with one outer product per leaf: 28,561
//! multiplications, about 5 us.

use quasar_cards::HoldemClass;
use quasar_equity::FlopDeals;
use quasar_solver::{
    Leaf, MatrixGame, NodeAt, Player, Profile, PublicNode, Solver, SolverError, SolverGame as _,
};

use crate::{CLASSES, ClassTable};

/// A probability for each class.
type Reach = Vec<f32>;

/// The fraction of the pot that each class gets out of position (row) against each
/// class in position (column); 1 minus it is what the latter gets. Zero where the
/// two cannot be dealt.
pub(super) fn pair_values(
    solver: &mut Solver<MatrixGame>,
    classes: &ClassTable,
    pot: f64,
) -> Result<Vec<f32>, SolverError> {
    Ok(Sums::of(solver)?.shares(classes, pot, 0.5))
}

/// The same with the results of sampled deals, and the standard error that the mean
/// value of a class has because of them.
pub(super) fn sampled_pair_values(
    solver: &mut Solver<MatrixGame>,
    classes: &ClassTable,
    deals: &FlopDeals,
    pot: f64,
) -> Result<(Vec<f32>, f64), SolverError> {
    let sums = Sums::of(solver)?;
    let (mut squares, mut total) = (0.0, 0.0);
    for oop in HoldemClass::all() {
        let (mut square, mut dealt) = (0.0, 0.0);
        for ip in HoldemClass::all() {
            let stake = f64::from(sums.showdown[oop.index() * CLASSES + ip.index()]) / pot;
            let won = 2.0 * classes.equity(oop.index(), ip.index()) - 1.0;
            let count = f64::from(deals.count(oop, ip));
            square += count * stake * stake * (1.0 - won * won);
            dealt += count;
        }
        // Weighted by the deals of the class, of which there may be none.
        squares += square / f64::max(dealt, 1.0);
        total += dealt;
    }
    let error = (squares / f64::max(total, 1.0)).sqrt();
    Ok((sums.shares(&classes.sampled(deals), pot, 0.5), error))
}

/// What comes from hands that end on one street, class against class.
#[derive(Clone, PartialEq, Debug)]
pub struct StreetPart {
    /// How likely hands are to end there, 0 to 1.
    pub chances: Vec<f32>,
    /// The fraction of the pot that the player out of position gets there; the other
    /// gets the chance minus that.
    pub values: Vec<f32>,
}

/// The values street by street; they add up to those of the game.
pub(super) fn street_parts(
    solver: &mut Solver<MatrixGame>,
    classes: &ClassTable,
    pot: f64,
) -> Result<Vec<StreetPart>, SolverError> {
    let levels = solver.game().tree().levels();
    let mut streets: Vec<[Sums; 2]> = Vec::new();
    streets.resize_with(levels, || [Sums::new(), Sums::new()]);
    visit_all(solver, |level, reach, leaf| {
        let [chances, values] = &mut streets[level];
        chances.add(reach, 0.0, pot as f32);
        values.add(reach, leaf.difference, (pot / 2.0) as f32 + leaf.sum[Player::Oop.index()]);
    })?;
    let part = |[chances, values]: &[Sums; 2]| StreetPart {
        chances: chances.shares(classes, pot, 0.0),
        values: values.shares(classes, pot, 0.0),
    };
    Ok(streets.iter().map(part).collect())
}

struct Sums {
    /// What is at stake at showdowns, times the probability of reaching them.
    showdown: Vec<f32>,
    /// What the player out of position gets independently of the cards.
    fixed: Vec<f32>,
}

impl Sums {
    fn new() -> Sums {
        Sums { showdown: vec![0.0; CLASSES * CLASSES], fixed: vec![0.0; CLASSES * CLASSES] }
    }

    /// Of all leaves.
    fn of(solver: &mut Solver<MatrixGame>) -> Result<Sums, SolverError> {
        let mut sums = Sums::new();
        visit_all(solver, |_, reach, leaf| {
            sums.add(reach, leaf.difference, leaf.sum[Player::Oop.index()]);
        })?;
        Ok(sums)
    }

    /// Fractions of the pot, each with `more` added; zero where two classes cannot be
    /// dealt.
    fn shares(&self, classes: &ClassTable, pot: f64, more: f64) -> Vec<f32> {
        let share = |place: usize| {
            let (oop, ip) = (place / CLASSES, place % CLASSES);
            let won = 2.0 * classes.equity(oop, ip) - 1.0;
            let chips = won * f64::from(self.showdown[place]) + f64::from(self.fixed[place]);
            if classes.pairs(oop, ip) > 0 { (more + chips / pot) as f32 } else { 0.0 }
        };
        (0..CLASSES * CLASSES).map(share).collect()
    }

    fn add(&mut self, [oop, ip]: &[Reach; 2], difference: f32, fixed: f32) {
        for (matrix, amount) in [(&mut self.showdown, difference), (&mut self.fixed, fixed)] {
            if amount == 0.0 {
                continue;
            }
            for (row, &reach) in matrix.chunks_exact_mut(CLASSES).zip(oop) {
                let factor = amount * reach;
                if factor != 0.0 {
                    row.iter_mut().zip(ip).for_each(|(sum, other)| *sum += factor * other);
                }
            }
        }
    }
}

/// Passes every leaf to `at_leaf`, with its level and both players' reach.
fn visit_all(
    solver: &mut Solver<MatrixGame>,
    mut at_leaf: impl FnMut(usize, &[Reach; 2], &Leaf),
) -> Result<(), SolverError> {
    visit(solver, 0, vec![[vec![1.0; CLASSES], vec![1.0; CLASSES]]], &mut at_leaf)
}

/// The same for a stage, whose rounds begin with these reaches, and all stages
/// that continue it.
fn visit(
    solver: &mut Solver<MatrixGame>,
    stage: usize,
    roots: Vec<[Reach; 2]>,
    at_leaf: &mut impl FnMut(usize, &[Reach; 2], &Leaf),
) -> Result<(), SolverError> {
    let shape = &solver.game().tree().stages()[stage];
    let (level, next) = (shape.level(), shape.next().to_vec());
    let nodes = shape.nodes().to_vec();
    let mut reaches: Vec<Option<[Reach; 2]>> = roots.into_iter().map(Some).collect();
    reaches.resize(nodes.len(), None);
    let mut continued: Vec<Vec<[Reach; 2]>> = vec![Vec::new(); next.len()];
    for (number, node) in nodes.iter().enumerate() {
        let Some(reach) = reaches[number].take() else { continue };
        match node {
            PublicNode::Leaf(leaf) => at_leaf(level, &reach, leaf),
            // Roots are in the order of the nodes that lead to them.
            PublicNode::Deal { stage, .. } => continued[*stage].push(reach),
            PublicNode::Decision { player, children } => {
                let at = NodeAt { stage, node: number, deals: vec![0; level] };
                let strategy = solver.strategy(&at, Profile::Average)?;
                for (child, frequencies) in children.clone().zip(strategy.chunks_exact(CLASSES)) {
                    let mut after = reach.clone();
                    let own = &mut after[player.index()];
                    own.iter_mut().zip(frequencies).for_each(|(reach, part)| *reach *= part);
                    reaches[child] = Some(after);
                }
            }
        }
    }
    for (stage, roots) in next.into_iter().zip(continued) {
        visit(solver, stage, roots, at_leaf)?;
    }
    Ok(())
}
