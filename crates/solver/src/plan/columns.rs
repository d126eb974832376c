//! The leaves of a stage in the order of a leaf operator.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::StagePlan;
use crate::Player;
use crate::game::{Column, Fold};

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
            columns[call].fold = Some(Fold { reach: reach[opponent], sum });
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

    /// Sorts all columns as [`StagePlan::columns`] promises, and keeps no more room
    /// than they take.
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
