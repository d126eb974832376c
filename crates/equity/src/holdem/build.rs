//! Computing the results of all matchups before the flop.
//!
//! Boards come as the 134,459 suit classes of five cards; a class that stands
//! for m boards counts m times. Counts over representatives are not those of one
//! pair of hands, but their mean over the 24 relabellings of the pair is:
//! relabelling suits moves pairs and boards in the same way.
//!
//! On one board the ranks of the 1,081 hands are renumbered without gaps, which
//! takes fewer than 255 numbers, so one vector instruction compares a pair of
//! hands on 16 boards. That is 812,175 pairs on 134,459 boards, in about 6 s on
//! one core.

use quasar_cards::{CardSet, Combo, Game, SuitClasses};
use quasar_eval::HandKey;
use rayon::prelude::*;

use super::matchups::{BOARDS, Matchup, Matchups};
use super::relabelling::{PERMUTATIONS, Relabelling};

const COMBOS: usize = Game::Holdem.combos();

/// Boards compared at a time; the sums of a lane stay below 256.
const BLOCK: usize = 128;
/// Numbers summed in a byte each before they are added up.
const LANES: usize = 16;

/// A hand's rank on each board of a block, renumbered to fit a signed byte.
#[derive(Clone, Copy)]
struct Ranks {
    /// A blocked hand is below every hand.
    beats: [i8; BLOCK],
    /// A blocked hand is above every hand.
    beaten: [i8; BLOCK],
}

/// Boards that the first and the second hand of a pair win.
type Wins = [u32; 2];

/// Computes the results of all 47,008 matchups.
pub fn build_matchups() -> Matchups {
    let wins = count_wins();
    Matchups::from_results(Relabelling::new(), |relabelling, class, second| {
        let first = relabelling.representative(class);
        let [win, lose] = (0..PERMUTATIONS).fold([0u64; 2], |[win, lose], permutation| {
            let a = relabelling.image(permutation, first);
            let b = relabelling.image(permutation, second);
            let [low, high] = wins[pair(a.min(b), a.max(b))].map(u64::from);
            if a < b { [win + low, lose + high] } else { [win + high, lose + low] }
        });
        let mean = |sum: u64| (sum / PERMUTATIONS as u64) as u32;
        Matchup { win: mean(win), tie: BOARDS - mean(win) - mean(lose) }
    })
}

/// The place of a pair of combos, `low < high`.
fn pair(low: usize, high: usize) -> usize {
    high * (high - 1) / 2 + low
}

/// For every pair of combos, the boards each wins, over the suit classes of
/// boards with their multiplicities.
fn count_wins() -> Vec<Wins> {
    let mut wins = vec![[0; 2]; COMBOS * (COMBOS - 1) / 2];
    for (multiplicity, boards) in boards_by_multiplicity() {
        for block in boards.chunks(BLOCK) {
            add_block(block, multiplicity, &mut wins);
        }
    }
    wins
}

/// The canonical boards, grouped by how many boards they stand for.
fn boards_by_multiplicity() -> Vec<(u32, Vec<CardSet>)> {
    let classes = SuitClasses::of_size(5).expect("boards are small sets");
    let mut lists: Vec<(u32, Vec<CardSet>)> = Vec::new();
    for board in (0..classes.count()).filter_map(|class| classes.representative(class)) {
        let multiplicity = SuitClasses::size_of(board) as u32;
        match lists.iter_mut().find(|(m, _)| *m == multiplicity) {
            Some((_, boards)) => boards.push(board),
            None => lists.push((multiplicity, vec![board])),
        }
    }
    lists
}

/// Adds the showdowns of all pairs on a block of boards.
fn add_block(boards: &[CardSet], multiplicity: u32, wins: &mut [Wins]) {
    let mut ranks = vec![Ranks { beats: [i8::MIN; BLOCK], beaten: [i8::MAX; BLOCK] }; COMBOS];
    for (place, &board) in boards.iter().enumerate() {
        rank_hands(board, |combo, number| {
            ranks[combo].beats[place] = number;
            ranks[combo].beaten[place] = number;
        });
    }
    // Row `high` of the triangle holds its pairs with all lower combos.
    let mut rows: Vec<&mut [Wins]> = Vec::with_capacity(COMBOS);
    let mut rest = wins;
    for high in 0..COMBOS {
        let (row, others) = rest.split_at_mut(high);
        rows.push(row);
        rest = others;
    }
    rows.into_par_iter().enumerate().for_each(|(high, row)| {
        for (low, wins) in row.iter_mut().enumerate() {
            wins[0] += multiplicity * count_greater(&ranks[low].beats, &ranks[high].beaten);
            wins[1] += multiplicity * count_greater(&ranks[high].beats, &ranks[low].beaten);
        }
    });
}

/// On how many boards `one` is greater than `other`.
fn count_greater(one: &[i8; BLOCK], other: &[i8; BLOCK]) -> u32 {
    let mut sums = [0u8; LANES];
    for (a, b) in one.chunks_exact(LANES).zip(other.chunks_exact(LANES)) {
        for lane in 0..LANES {
            sums[lane] += u8::from(a[lane] > b[lane]);
        }
    }
    sums.iter().map(|&sum| u32::from(sum)).sum()
}

/// Calls `visit` with every hand on a river and its rank, renumbered from the
/// weakest hand on the board upwards.
fn rank_hands(board: CardSet, mut visit: impl FnMut(usize, i8)) {
    let on_board: HandKey = board.iter().collect();
    let mut hands: Vec<(u16, usize)> = Combo::all(Game::Holdem, board)
        .map(|combo| {
            let rank = combo.cards().fold(on_board, HandKey::with).rank();
            (rank.number(), combo.index())
        })
        .collect();
    hands.sort_unstable();
    let mut number = i8::MIN;
    let mut previous = 0;
    for (rank, combo) in hands {
        if rank != previous {
            number = number.checked_add(1).expect("a river has fewer than 255 different ranks");
            previous = rank;
        }
        visit(combo, number);
    }
}
