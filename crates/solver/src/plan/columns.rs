//! The leaves of a stage in the order that leaf operators expect.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::StagePlan;
use crate::Player;
use crate::operators::{Column, JoinedFold};
use crate::tree::{PublicNode, Stage};

impl StagePlan {
    /// At every decision that begins with a fold and another leaf, joins the two for
    /// the player who does not act.
    pub(super) fn join_folds(&mut self) {
        let mut joined = self.columns.clone();
        let places = joined.each_ref().map(|columns| {
            let places = columns.iter().enumerate().map(|(place, column)| (column.value, place));
            places.collect::<HashMap<usize, usize>>()
        });
        let mut gone = HashSet::new();
        for decision in &mut self.decisions {
            let Range { start, end } = decision.children;
            let (opponent, player) = (decision.player.index(), 1 - decision.player.index());
            let place = |child: usize| places[player].get(&child).filter(|_| child < end);
            let (Some(&fold), Some(&call)) = (place(start), place(start + 1)) else { continue };
            let columns = &mut joined[player];
            let Column { reach, sum, difference, .. } = columns[fold];
            if difference != 0.0 {
                continue;
            }
            columns[call].fold = Some(JoinedFold { reach: reach[opponent], sum });
            decision.summed = start + 1..end;
            if decision.actions() == 2 {
                columns[call].value = decision.node;
                decision.summed = end..end;
            }
            gone.insert((player, start));
        }
        for (player, columns) in joined.iter_mut().enumerate() {
            columns.retain(|column| !gone.contains(&(player, column.value)));
        }
        self.joined = Some(joined);
    }

    /// Values folds of the opponent by the reach before them, on the last street.
    ///
    /// Let `T(r)` be the compatible weight of a hand in a reach `r`, and `f T(r0)` the value of a
    /// fold, after which the opponent's reach is `r0`, where other actions `a` would have led to
    /// the values `v(a)` and the reaches `r(a)`. They add up to the reach `r` before, so
    ///
    /// ```text
    /// f T(r0) + sum over a of v(a) = f T(r) + sum over a of (v(a) - f T(r(a)))
    /// ```
    ///
    /// What is subtracted from `v(a)` is subtracted from every leaf after `a`. It is the same
    /// for all actions of the player, so regrets do not change, and where the opponent divides
    /// the reach further, the parts add up again. A later fold adds it back in the same way.
    /// Earlier streets have lines that do not end in a leaf.
    pub(super) fn shift_folds(&mut self, stage: &Stage) {
        if !stage.next().is_empty() {
            return;
        }
        let mut shifted = self.columns.clone();
        for (player, columns) in Player::BOTH.into_iter().zip(&mut shifted) {
            let opponent = player.opponent().index();
            // Columns are still in the order of nodes, and parents precede children.
            let mut columns = columns.iter_mut();
            let mut rows = self.reach.iter().map(|rows| rows[opponent]).collect::<Vec<_>>();
            let mut taken = vec![0.0; stage.nodes().len()];
            for (place, node) in stage.nodes().iter().enumerate() {
                let PublicNode::Decision { player: acting, children } = node else {
                    let column = columns.next().expect("the last street has a column a leaf");
                    column.sum -= taken[place];
                    column.reach[opponent] = rows[place];
                    continue;
                };
                let fold = match &stage.nodes()[children.start] {
                    PublicNode::Leaf(leaf) if *acting != player && leaf.difference == 0.0 => {
                        Some(leaf)
                    }
                    _ => None,
                };
                let given = fold.map_or(taken[place], |leaf| leaf.sum[player.index()]);
                taken[children.clone()].fill(given);
                if fold.is_some() {
                    taken[children.start] = taken[place];
                    rows[children.start] = rows[place];
                }
            }
        }
        self.joined = Some(shifted);
    }

    /// The same for a stage whose columns are sorted, if its folds are apart.
    pub(super) fn shift_folds_later(&mut self, stage: &Stage) {
        if self.joined.is_none() {
            self.columns.iter_mut().for_each(|columns| columns.sort_by_key(|column| column.value));
            self.shift_folds(stage);
            self.sort_columns();
        }
    }

    /// Sorts all columns in the order of [`StagePlan::columns`] and frees unused memory.
    pub(super) fn sort_columns(&mut self) {
        for columns in [Some(&mut self.columns), self.joined.as_mut()].into_iter().flatten() {
            for player in Player::BOTH {
                sort(&mut columns[player.index()], player.opponent());
                columns[player.index()].shrink_to_fit();
            }
        }
    }
}

fn sort(columns: &mut [Column], opponent: Player) {
    let row = |column: &Column| column.reach[opponent.index()];
    let mut compared = HashSet::new();
    let mut uses: HashMap<usize, usize> = HashMap::new();
    for column in columns.iter() {
        *uses.entry(row(column)).or_default() += 1;
        if column.difference != 0.0 {
            compared.insert(row(column));
        }
    }
    columns.sort_by_key(|column| {
        let reach = row(column);
        let shares = (uses[&reach] > 1, column.fold.is_none());
        (!compared.contains(&reach), shares, reach, column.difference == 0.0)
    });
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use quasar_cards::Street;
    use quasar_game::{
        BettingTree, Chips, PlayerSizes, Rake, Rules, StreetSpec, TreeSpec, TreeStart,
    };

    use super::*;
    use crate::PublicTree;
    use crate::betting::public_tree;
    use crate::game::Folds;

    /// Amounts are in single precision, up to 800 chips.
    const ROUNDING: f64 = 3e-4;

    /// A river with several bets and raises.
    fn river() -> PublicTree {
        let start = TreeStart::street(Street::River, Chips(100), Chips(700));
        let sizes = PlayerSizes::new("33%,pot".parse().unwrap(), "50%,pot".parse().unwrap());
        let spec = TreeSpec::new(Rules::POT_LIMIT, start, StreetSpec::both(sizes));
        let rake = Rake::new(0.05, 20.0, false).unwrap();
        public_tree(&BettingTree::build(&spec).unwrap(), rake).unwrap().tree
    }

    /// The value of each node to a player with one hand that wins `won` of its compatible weight,
    /// and the value of each action less that of its decision.
    fn worth(
        stage: &Stage,
        player: Player,
        columns: &[Column],
        frequencies: &[f64],
        won: f64,
    ) -> (f64, Vec<f64>) {
        let nodes = stage.nodes();
        let plan = StagePlan::new(stage, [8; 2], Folds::Apart);
        let mut reach = vec![0.0; plan.reach_rows[player.opponent().index()]];
        reach[0] = 1.0;
        let row = |place: usize| plan.reach[place][player.opponent().index()];
        for (place, node) in nodes.iter().enumerate() {
            if let PublicNode::Decision { player: acting, children } = node {
                for child in children.clone().filter(|_| *acting != player) {
                    reach[row(child)] = reach[row(place)] * frequencies[child];
                }
            }
        }
        let mut values = vec![0.0; nodes.len()];
        for column in columns {
            let met = reach[column.reach[player.opponent().index()]];
            let factor = f64::from(column.difference) * won + f64::from(column.sum);
            values[column.value] = factor * met;
        }
        let mut gains = Vec::new();
        for (place, node) in nodes.iter().enumerate().rev() {
            if let PublicNode::Decision { player: acting, children } = node {
                let value = |child: usize| {
                    values[child] * if *acting == player { frequencies[child] } else { 1.0 }
                };
                values[place] = children.clone().map(value).sum();
                if *acting == player {
                    gains.extend(children.clone().map(|child| values[child] - values[place]));
                }
            }
        }
        (values[0], gains)
    }

    proptest! {
        #[test]
        fn shifted_folds_change_neither_values_nor_gains(
            drawn in prop::collection::vec(0.01f64..1.0, 500), won in -1.0f64..1.0,
        ) {
            let tree = river();
            let stage = &tree.stages()[0];
            let mut frequencies = drawn;
            for node in stage.nodes() {
                if let PublicNode::Decision { children, .. } = node {
                    let all: f64 = frequencies[children.clone()].iter().sum();
                    frequencies[children.clone()].iter_mut().for_each(|one| *one /= all);
                }
            }
            let plan = StagePlan::new(stage, [8; 2], Folds::Shifted);
            for player in Player::BOTH {
                let [plain, shifted] = [false, true].map(|joined| {
                    worth(stage, player, plan.columns(player, joined), &frequencies, won)
                });
                prop_assert!((plain.0 - shifted.0).abs() < ROUNDING);
                for (plain, shifted) in plain.1.iter().zip(&shifted.1) {
                    prop_assert!((plain - shifted).abs() < ROUNDING);
                }
            }
        }
    }

    #[test]
    fn shifted_folds_take_no_reach_of_their_own() {
        let tree = river();
        let plan = StagePlan::new(&tree.stages()[0], [8; 2], Folds::Shifted);
        for player in Player::BOTH {
            let rows = |joined: bool| {
                let columns = plan.columns(player, joined).iter();
                columns
                    .map(|column| column.reach[player.opponent().index()])
                    .collect::<HashSet<_>>()
            };
            let compared = plan.columns(player, false).iter().filter(|one| one.difference != 0.0);
            // The first reach, into which the player may bet, is compared nowhere.
            let first = usize::from(player == Player::Oop);
            assert_eq!(rows(true).len(), compared.count() + first);
            assert!(rows(false).len() > rows(true).len());
        }
    }
}
