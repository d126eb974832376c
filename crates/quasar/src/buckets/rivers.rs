//! Buckets of the rivers that are to come in a spot: `abstraction: {river: {k: 200}}`.

use quasar_abstraction::{RangesOnRiver, RiverBucketing, RiverBuckets, ShortMatrix};
use quasar_cards::Game;
use quasar_solver::{BoardBuckets, MergeError, MergeRivers, RiverHands, ShortTable};

/// Grows whenever hands are put into buckets differently, so that a checkpoint of other
/// buckets is refused.
const VERSION: u64 = 2;

/// Merges the hands of rivers for a solver.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RiverMerger {
    pub(crate) game: Game,
    pub(crate) bucketing: RiverBucketing,
}

impl MergeRivers for RiverMerger {
    fn merge(&self, river: RiverHands<'_>) -> Result<BoardBuckets, MergeError> {
        let RiverHands { board, hands, weights } = river;
        let hands = RangesOnRiver { game: self.game, board, hands, weights };
        let made = RiverBuckets::new(&hands, &self.bucketing)
            .map_err(|error| MergeError { board: board.to_string(), why: error.to_string() })?;
        let table = |matrix: &ShortMatrix| ShortTable {
            unit: matrix.scale(),
            entries: matrix.values().to_vec(),
        };
        Ok(BoardBuckets {
            counts: made.buckets(),
            labels: [0, 1].map(|player| made.labels(player).to_vec()),
            compatible: [0, 1].map(|player| made.compatible(player).to_vec()),
            margins: table(made.margins()),
            together: table(made.compatible_weights()),
            version: VERSION,
        })
    }
}
