//! The memory of a game and its solve, known before any board is made.

use std::collections::BTreeSet;

use quasar_cards::{Board, CardSet, HoldemClass};

use super::{StreetsError, StreetsSpec, boards, check_flops, tree};
use crate::kernels::{padded, table_len};
use crate::orbits::{fixing, orbits};
use crate::plan::{Extent, LeafPlan, Plan};
use crate::{MemoryEstimate, Settings};

/// Bytes of a game and of its solve.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StreetsSize {
    /// Regrets and strategy sums.
    pub storage: u64,
    /// The scratch memory of the threads.
    pub scratch: u64,
    /// Hands, deals, buckets and tables of all-ins.
    pub boards: u64,
    /// Decisions, each counted once for every board.
    pub decisions: u64,
    /// How many boards there are on flop, turn and river.
    pub board_counts: [u64; 3],
}

impl StreetsSize {
    /// All of it.
    pub fn total(&self) -> u64 {
        self.storage + self.scratch + self.boards
    }
}

/// The memory that a game and its solve will need, with at most so many buckets on a river if
/// hands are merged there. Takes milliseconds.
pub fn streets_size(
    spec: &StreetsSpec<'_>,
    buckets: Option<usize>,
    settings: &Settings,
) -> Result<StreetsSize, StreetsError> {
    let flops = check_flops(spec)?;
    let tree = tree::grow(spec)?.tree;
    let levels = tree.levels();
    let left = |cards: usize| pairs(spec.deck.len() - cards);
    let classes = HoldemClass::all()
        .filter(|class| class.combos().any(|combo| (combo.set() - spec.deck).is_empty()))
        .count();
    let last = buckets.map_or(left(5), |buckets| buckets.min(left(5)));
    let hands = [classes, left(3), left(4), last];
    let counts: Vec<FlopCounts> =
        flops.iter().map(|(board, _)| FlopCounts::new(spec.deck, board)).collect();
    let sum = |of: fn(&FlopCounts) -> usize| counts.iter().map(of).sum::<usize>();
    let boards = [1, flops.len(), sum(|flop| flop.turns), sum(|flop| flop.rivers)];
    let most_turns = counts.iter().map(|flop| flop.turns).max().unwrap_or(0);
    let next = |level: usize| {
        let stages = tree.stages().iter().filter(|stage| stage.level() == level);
        stages.map(|stage| stage.next().len()).max().unwrap_or(0)
    };
    let deals = [flops.len(), most_turns, spec.deck.len() - 4];
    let units: Vec<usize> =
        (0..levels.saturating_sub(1)).map(|level| next(level) * deals[level]).collect();
    let leaves = LeafPlan {
        scratch: 24 * (padded(left(3)) + 8) + 8 * table_len(last) + 64,
        reads_both: false,
        zero_sum: true,
        shares_work: false,
    };
    let both: Vec<[usize; 2]> = hands[..levels].iter().map(|&hands| [hands; 2]).collect();
    let plan = Plan::outline(&tree, &both, &units, leaves);
    let mut total = Extent::default();
    for stage in &plan.stages {
        let times = boards[stage.level];
        total += Extent { slots: stage.own.slots * times, decisions: stage.own.decisions * times };
    }
    let memory = MemoryEstimate::with_total(&plan, total, settings);
    let shows: Vec<bool> = (0..levels).map(|level| tree::shows(&tree, level)).collect();
    let bytes = counts.iter().map(|flop| flop.bytes(hands, &shows, buckets.is_some()));
    let own = 4 * 4 * padded(classes) * (classes + 16);
    Ok(StreetsSize {
        storage: memory.storage,
        scratch: memory.scratch,
        boards: (bytes.sum::<usize>() + own) as u64,
        decisions: total.decisions as u64,
        board_counts: [1, 2, 3].map(|level| if level < levels { boards[level] as u64 } else { 0 }),
    })
}

fn pairs(cards: usize) -> usize {
    cards * cards.saturating_sub(1) / 2
}

/// How many boards follow a flop.
struct FlopCounts {
    turns: usize,
    /// Turns together with those that suits make equal to them.
    turn_images: usize,
    rivers: usize,
    river_images: usize,
    /// Rivers that differ by more than suits and the order of cards.
    distinct: usize,
}

impl FlopCounts {
    fn new(deck: CardSet, flop: &Board) -> FlopCounts {
        let group = boards::group(deck, flop);
        let mut distinct = BTreeSet::new();
        let mut counts =
            FlopCounts { turns: 0, turn_images: 0, rivers: 0, river_images: 0, distinct: 0 };
        for turn in orbits(flop, deck, &group) {
            counts.turns += 1;
            counts.turn_images += turn.images.len();
            let Ok(board) = flop.with_next(turn.card) else { continue };
            for river in orbits(&board, deck, &fixing(&group, turn.card)) {
                counts.rivers += 1;
                counts.river_images += river.images.len();
                let set = board.set().with(river.card);
                let images = group.iter().map(|suits| suits.apply(set).bits());
                distinct.extend(images.min());
            }
        }
        FlopCounts { distinct: distinct.len(), ..counts }
    }

    /// Bytes of the boards; `hands` of each level.
    fn bytes(&self, hands: [usize; 4], shows: &[bool], merged: bool) -> usize {
        let [_, flop, turn, river] = hands;
        // A combo, places of its cards, and its number on the other side, for two players; a
        // deal's numbers for two players; an entry, its deal and their parts.
        const HAND: usize = 2 * (2 + 4 + 4);
        const NUMBER: usize = 2 * 4;
        const ENTRY: usize = 400;
        let table = |hands: usize, bytes: usize| 16 * hands.div_ceil(16) * hands * bytes;
        let shown = |level: usize| shows.get(level).is_some_and(|shows| *shows);
        let mut all = flop * (HAND + NUMBER) + ENTRY;
        if shown(1) {
            all += table(flop, 2);
        }
        if shows.len() > 2 {
            all += self.turns * (turn * HAND + ENTRY) + self.turn_images * turn * NUMBER;
            if shown(2) {
                all += self.turns * table(turn, 1);
            }
        }
        if shows.len() > 3 {
            all += self.rivers * ENTRY;
            if merged {
                all += self.river_images * (4 * padded(turn) + 24);
                all += self.distinct * 2 * table(river, 2);
            } else {
                // A strength for every hand at most.
                all += self.river_images * river * NUMBER + self.distinct * river * (HAND + 8);
            }
        }
        all
    }
}
