//! What a class gets against another when both follow the average strategies.
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
//! so two matrices are summed up, one outer product a leaf: 28,561 multiplications,
//! about 5 us.

use quasar_solver::{Game as _, MatrixGame, Node, NodeAt, Player, Profile, Solver, SolverError};

use crate::{CLASSES, ClassTable};

/// A probability for each class.
type Reach = Vec<f32>;

/// The part of the pot that each class gets out of position (row) against each
/// class in position (column); 1 minus it is what the latter gets. Zero where the
/// two cannot be dealt.
pub(super) fn pair_values(
    solver: &mut Solver<MatrixGame>,
    classes: &ClassTable,
    pot: f64,
) -> Result<Vec<f32>, SolverError> {
    let mut sums =
        Sums { showdown: vec![0.0; CLASSES * CLASSES], fixed: vec![0.0; CLASSES * CLASSES] };
    visit(solver, 0, vec![[vec![1.0; CLASSES], vec![1.0; CLASSES]]], &mut sums)?;
    let mut values = Vec::with_capacity(CLASSES * CLASSES);
    for oop in 0..CLASSES {
        for ip in 0..CLASSES {
            let place = oop * CLASSES + ip;
            let won = 2.0 * classes.equity(oop, ip) - 1.0;
            let chips = won * f64::from(sums.showdown[place]) + f64::from(sums.fixed[place]);
            let possible = classes.pairs(oop, ip) > 0;
            values.push(if possible { (0.5 + chips / pot) as f32 } else { 0.0 });
        }
    }
    Ok(values)
}

struct Sums {
    /// What is at stake at showdowns, times the probability to get there.
    showdown: Vec<f32>,
    /// What the player out of position gets whatever the cards.
    fixed: Vec<f32>,
}

impl Sums {
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

/// Adds the leaves of a stage, whose rounds begin with these reaches, and of all
/// stages that continue it.
fn visit(
    solver: &mut Solver<MatrixGame>,
    stage: usize,
    roots: Vec<[Reach; 2]>,
    sums: &mut Sums,
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
            Node::Leaf(leaf) => sums.add(&reach, leaf.difference, leaf.sum[Player::Oop.index()]),
            Node::Deal { stage, .. } => continued[*stage].push(reach),
            Node::Decision { player, children } => {
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
        visit(solver, stage, roots, sums)?;
    }
    Ok(())
}
