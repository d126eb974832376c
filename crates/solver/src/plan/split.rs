//! How the storage is divided by boards, and the work among threads.

use super::{Extent, LevelPlan, StagePlan};
use crate::{BoardAt, Player, SolverGame};

/// Sizes of a stage's part on each board, given those of later stages.
pub(super) fn parts(game: &dyn SolverGame, stages: &[StagePlan], place: usize) -> Vec<Extent> {
    let stage = &stages[place];
    if stage.next.is_empty() {
        return vec![stage.own];
    }
    (0..game.boards(stage.level))
        .map(|board| {
            let deals = game.deals(BoardAt { level: stage.level, board });
            let mut part = stage.own;
            for next in &stage.next {
                for deal in deals {
                    part += stages[next.stage].part(deal.board);
                }
            }
            part
        })
        .collect()
}

/// Units of work that are enough to divide among threads.
const ENOUGH_UNITS: usize = 16;

/// The first level whose boards and rounds have enough continuations to keep
/// threads busy, or else the level with the most.
pub(super) fn split_level(
    game: &dyn SolverGame,
    stages: &[StagePlan],
    levels: usize,
) -> Option<usize> {
    let units = |level: usize| {
        stages
            .iter()
            .filter(|stage| stage.level == level)
            .map(|stage| stage.next.len() * game.deals(BoardAt { level, board: 0 }).len())
            .max()
            .unwrap_or(0)
    };
    let units: Vec<usize> = (0..levels.saturating_sub(1)).map(units).collect();
    first_split(&units)
}

/// The level to divide, from the continuations of each before the last.
pub(super) fn first_split(units: &[usize]) -> Option<usize> {
    let first = units.iter().position(|&units| units >= ENOUGH_UNITS);
    first.or_else(|| {
        (0..units.len()).max_by_key(|&level| units[level]).filter(|&level| units[level] > 1)
    })
}

/// Numbers that hold the values of all continuations of a stage of `level`.
pub(super) fn split_results(
    game: &dyn SolverGame,
    stages: &[StagePlan],
    levels: &[LevelPlan],
    level: usize,
    player: Player,
) -> usize {
    let deals = (0..game.boards(level)).map(|board| game.deals(BoardAt { level, board }).len());
    let roots = stages
        .iter()
        .filter(|stage| stage.level == level)
        .map(|stage| stage.next.iter().map(|next| next.nodes.len()).sum::<usize>());
    deals.max().unwrap_or(0) * roots.max().unwrap_or(0) * levels[level + 1].hands[player.index()]
}
