//! Leaves: all of a stage in one call of the board's operator.

use super::{At, Walk};
use crate::scratch::LevelScratch;
use crate::{BothCall, Column, LeafCall, LeafError, Player, Rows, RowsMut, RunOuts};

impl Walk<'_> {
    /// Whether leaves are valued for both players in one call: an operator that reads both
    /// players' reach finds both players' values at once.
    pub(super) fn evaluates_together(&self) -> bool {
        self.plan.leaves.reads_both
            && self.pass.prune_below.is_none()
            && self.pass.tasks.iter().all(|task| task.wants_values())
    }

    /// The values of all leaves for both players.
    pub(super) fn evaluate_both(
        &self,
        at: At<'_>,
        own: &mut LevelScratch,
    ) -> Result<(), LeafError> {
        let joined = self.merges_folds();
        let columns = Player::BOTH.map(|player| at.stage.columns(player, joined));
        if columns.iter().all(|columns| columns.is_empty()) {
            return Ok(());
        }
        let LevelScratch { hands, reach, values: [oop, ip], leaf, .. } = own;
        let reach = [0, 1].map(|player: usize| Rows::new(&reach[player], hands[player]));
        let values = [RowsMut::new(oop, hands[0]), RowsMut::new(ip, hands[1])];
        let (scratch, parallel) = (&mut leaf[..], self.may_share(at.place));
        let call = BothCall { columns, reach, values, scratch, parallel };
        self.game.leaf_operator(at.place).values_of_both(call)
    }

    /// The values of all leaves for a player.
    pub(super) fn evaluate(
        &self,
        at: At<'_>,
        player: Player,
        own: &mut LevelScratch,
    ) -> Result<(), LeafError> {
        let columns = at.stage.columns(player, self.merges_folds());
        let operator = self.game.leaf_operator(at.place);
        self.call(at, player, columns, own, |call| operator.values(call)).unwrap_or(Ok(()))
    }

    /// Corrects all-ins that were shown down by buckets.
    pub(super) fn run_out(
        &self,
        at: At<'_>,
        run_outs: &dyn RunOuts,
        player: Player,
        own: &mut LevelScratch,
    ) {
        let columns = &at.stage.run_outs[player.index()];
        self.call(at, player, columns, own, |call| run_outs.add(self.pass.deals.visit(), call));
    }

    /// Calls an operator for the columns that are not skipped, if there are some.
    fn call<T>(
        &self,
        at: At<'_>,
        player: Player,
        columns: &[Column],
        own: &mut LevelScratch,
        operator: impl FnOnce(LeafCall<'_>) -> T,
    ) -> Option<T> {
        let columns = if self.pass.prune_below.is_some() {
            own.columns.clear();
            own.columns.extend(columns.iter().filter(|column| !own.pruned[column.value]));
            &own.columns
        } else {
            columns
        };
        if columns.is_empty() {
            return None;
        }
        let reach = [0, 1].map(|player| Rows::new(&own.reach[player], own.hands[player]));
        let values = RowsMut::new(&mut own.values[player.index()], own.hands[player.index()]);
        let scratch = &mut own.leaf;
        let parallel = self.may_share(at.place);
        Some(operator(LeafCall { player, columns, reach, values, scratch, parallel }))
    }
}
