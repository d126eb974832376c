//! What fits into memory: how many flops, and which sizes.

use quasar_cards::{Board, CardSet};
use quasar_equity::flop_subset;
use quasar_game::{BettingTree, Rake, TreeSpec};
use quasar_solver::{Settings, StreetsSize, StreetsSpec, streets_size};

use super::StreetsBetting;
use crate::{PreflopError, PreflopGame, PreflopSpec};

/// Numbers of flops that are tried, largest first.
const SUBSETS: [usize; 14] = [184, 125, 95, 75, 60, 49, 40, 30, 25, 20, 15, 12, 8, 5];

/// With fewer flops than this, poorer sizes are tried first.
const ENOUGH_FLOPS: usize = 25;

/// What is asked for.
#[derive(Clone, Debug)]
pub struct StreetsRequest<'a> {
    /// The betting before the flop.
    pub preflop: &'a PreflopSpec,
    /// The flops and their weights; as many as fit if none are given.
    pub flops: Option<Vec<(Board, f64)>>,
    /// The betting after the flop, best first; more than one if there is a choice.
    pub betting: Vec<StreetsBetting>,
    /// The most buckets of a river; none if every hand plays for itself there.
    pub river_buckets: Option<usize>,
    /// How the game is solved.
    pub settings: Settings,
    /// Bytes that game and solve may take.
    pub memory: u64,
}

/// What is solved.
#[derive(Clone, Debug)]
pub struct StreetsChoice {
    /// The flops and their weights.
    pub flops: Vec<(Board, f64)>,
    /// Which of the bettings asked for.
    pub betting: usize,
    /// The betting before the flop.
    pub preflop: BettingTree,
    /// The betting of each line that sees a flop.
    pub lines: Vec<BettingTree>,
    /// What their betting trees are built from.
    pub line_specs: Vec<TreeSpec>,
    /// The memory it takes.
    pub size: StreetsSize,
}

/// Chooses the largest subset of flops, and of the bettings the first with which enough flops
/// fit. What does not fit at all is an error that has the size of the smallest choice.
pub fn choose_streets(request: &StreetsRequest<'_>) -> Result<StreetsChoice, PreflopError> {
    let preflop = request.preflop.betting()?;
    let seen = PreflopGame::seen(&preflop);
    let rules = super::betting::rules(request.preflop.big_blind);
    let mut best: Option<StreetsChoice> = None;
    let mut least = u64::MAX;
    for (number, betting) in request.betting.iter().enumerate() {
        let line_specs = betting.lines(&preflop, &seen, rules);
        let lines = line_specs.iter().map(BettingTree::build).collect::<Result<Vec<_>, _>>()?;
        let sets: Vec<Vec<(Board, f64)>> = match &request.flops {
            Some(flops) => vec![flops.clone()],
            None => SUBSETS.iter().map(|&count| subset(count)).collect(),
        };
        for flops in sets {
            let spec = spec(&flops, &preflop, &lines);
            let size = streets_size(&spec, request.river_buckets, &request.settings)?;
            least = least.min(size.total());
            if size.total() <= request.memory {
                let more = best.as_ref().is_none_or(|best| flops.len() > best.flops.len());
                if more {
                    best = Some(StreetsChoice {
                        flops,
                        betting: number,
                        preflop: preflop.clone(),
                        lines: lines.clone(),
                        line_specs: line_specs.clone(),
                        size,
                    });
                }
                break;
            }
        }
        if best.as_ref().is_some_and(|best| best.flops.len() >= ENOUGH_FLOPS) {
            break;
        }
    }
    best.ok_or(PreflopError::TooLarge { needed: least, allowed: request.memory })
}

/// A subset of flops with its weights.
pub(super) fn subset(count: usize) -> Vec<(Board, f64)> {
    flop_subset(count).into_iter().map(|flop| (flop.board, f64::from(flop.weight))).collect()
}

fn spec<'a>(
    flops: &'a [(Board, f64)],
    preflop: &'a BettingTree,
    lines: &'a [BettingTree],
) -> StreetsSpec<'a> {
    StreetsSpec {
        deck: CardSet::DECK,
        flops,
        preflop,
        lines,
        rake: Rake::NONE,
        merge_rivers: None,
        all_ins: None,
    }
}
