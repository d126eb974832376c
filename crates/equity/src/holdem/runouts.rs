//! Exact equity by sweeping every board that can come.
//!
//! Suits that the board, the dead cards and both ranges do not tell apart can be
//! relabelled: of the runouts that become equal one is swept, counted as often
//! as there are equal ones, and every hand's sums are averaged over the
//! relabellings at the end.
//!
//! A river costs about 8 us: every hand against every hand takes 10 ms on a flop
//! without symmetry (1,176 runouts), and 1.2 s before the flop (134,459 boards
//! for ranges that treat suits alike, 2.6 million otherwise).

use quasar_cards::{Board, Card, CardSet, Combo, Game, SuitPermutation, symmetries};
use rayon::prelude::*;

use super::coexisting::Coexisting;
use super::sweep::{COMBOS, Counts, Lanes, Shown, Sweeper, Weights};
use crate::progress::{Cancelled, Progress};
use crate::{HandTally, HeadsUp, Tally};

/// Runouts are split into this many parts whatever the number of threads, so
/// that sums are always formed in the same order.
const PARTS: usize = 64;

/// The results of two ranges, hand by hand, over all runouts of a board.
/// `dead` are cards out of play besides the board; the ranges hold none of
/// either.
pub(crate) fn exact_on_runouts(
    ranges: [&[(Combo, f32)]; 2],
    board: &Board,
    dead: CardSet,
    progress: &Progress,
) -> Result<HeadsUp, Cancelled> {
    let mut weights = [[0.0f32; 2]; COMBOS];
    for (player, range) in ranges.iter().enumerate() {
        for (combo, weight) in *range {
            weights[combo.index()][player] = *weight;
        }
    }
    let relabellings = relabellings(board, dead, &weights);
    let runouts = distinct_runouts(board, dead, &relabellings);
    progress.set_total(runouts.len() as u64);

    let whole = weights.iter().flatten().all(|weight| weight.fract() == 0.0);
    let shown = if whole {
        let weights = weights.map(|weights| Counts::new(weights.map(|weight| weight as u32)));
        sweep_all(board, &runouts, &weights, progress)?
    } else {
        let weights = weights.map(|weights| Weights(weights.map(f64::from)));
        sweep_all(board, &runouts, &weights, progress)?
    };
    let shown = average(&shown, &relabellings);
    let deals = boards_for_two_hands(board, dead) as f64;
    Ok(HeadsUp {
        hands: [0, 1].map(|player| {
            let opponent = Coexisting::new(ranges[1 - player]);
            let lane = 1 - player;
            let tally = |combo: &Combo| {
                let shown = shown[combo.index()];
                let (win, not_lost) = (shown.beaten[lane], shown.not_lost[lane]);
                let total = deals * opponent.weight(combo);
                Tally { win, tie: not_lost - win, lose: total - not_lost }
            };
            let hands = ranges[player].iter();
            hands
                .map(|&(combo, weight)| HandTally { combo, weight, tally: tally(&combo) })
                .collect()
        }),
    })
}

/// What every combo beats of either range, over all runouts.
fn sweep_all<L: Lanes>(
    board: &Board,
    runouts: &[(CardSet, u32)],
    weights: &[L; COMBOS],
    progress: &Progress,
) -> Result<Vec<Shown<[f64; 2]>>, Cancelled> {
    let parts = runouts
        .par_chunks(runouts.len().div_ceil(PARTS).max(1))
        .map(|part| {
            let mut sweeper = Sweeper::new(weights);
            for &(runout, times) in part {
                progress.check()?;
                sweeper.add(&river(board, runout), times).expect("a river of five cards");
                progress.advance(1);
            }
            Ok(sweeper.into_sums())
        })
        .collect::<Result<Vec<_>, Cancelled>>()?;
    let mut sums = vec![Shown::default(); COMBOS];
    for part in &parts {
        for (sum, shown) in sums.iter_mut().zip(part) {
            add(sum, [shown.beaten.values(), shown.not_lost.values()]);
        }
    }
    Ok(sums)
}

fn add(sum: &mut Shown<[f64; 2]>, [beaten, not_lost]: [[f64; 2]; 2]) {
    for lane in 0..2 {
        sum.beaten[lane] += beaten[lane];
        sum.not_lost[lane] += not_lost[lane];
    }
}

/// The board with its runout.
fn river(board: &Board, runout: CardSet) -> Board {
    let cards: Vec<Card> = board.cards().iter().copied().chain(runout).collect();
    Board::new(&cards).expect("a runout completes its board")
}

/// The relabellings of suits that change neither the cards on the table nor the
/// weight of any hand.
fn relabellings(
    board: &Board,
    dead: CardSet,
    weights: &[[f32; 2]; COMBOS],
) -> Vec<SuitPermutation> {
    symmetries([board.set(), dead])
        .filter(|&permutation| {
            Combo::all(Game::Holdem, CardSet::EMPTY)
                .zip(weights)
                .all(|(combo, weight)| weights[combo.permute(permutation).index()] == *weight)
        })
        .collect()
}

/// One of each set of runouts that relabelling makes equal, with their number.
fn distinct_runouts(
    board: &Board,
    dead: CardSet,
    relabellings: &[SuitPermutation],
) -> Vec<(CardSet, u32)> {
    let live = (board.set() | dead).complement();
    let mut runouts = Vec::new();
    for_each_subset(live, 5 - board.cards().len(), CardSet::EMPTY, &mut |runout| {
        let mut fixed = 0;
        for permutation in relabellings {
            let image = permutation.apply(runout);
            if image < runout {
                return;
            }
            fixed += usize::from(image == runout);
        }
        runouts.push((runout, (relabellings.len() / fixed) as u32));
    });
    runouts
}

/// Calls `visit` with `chosen` and each set of `missing` further cards.
fn for_each_subset(
    live: CardSet,
    missing: usize,
    chosen: CardSet,
    visit: &mut impl FnMut(CardSet),
) {
    if missing == 0 {
        return visit(chosen);
    }
    let mut rest = live;
    for card in live {
        rest = rest - CardSet::from(card);
        for_each_subset(rest, missing - 1, chosen.with(card), visit);
    }
}

/// Each combo's mean over its relabellings.
fn average(sums: &[Shown<[f64; 2]>], relabellings: &[SuitPermutation]) -> Vec<Shown<[f64; 2]>> {
    let count = relabellings.len() as f64;
    Combo::all(Game::Holdem, CardSet::EMPTY)
        .map(|combo| {
            let mut mean = Shown::default();
            for permutation in relabellings {
                let shown = sums[combo.permute(*permutation).index()];
                add(&mut mean, [shown.beaten, shown.not_lost]);
            }
            Shown {
                beaten: mean.beaten.map(|sum| sum / count),
                not_lost: mean.not_lost.map(|sum| sum / count),
            }
        })
        .collect()
}

/// How many runouts are left once two hands are known.
fn boards_for_two_hands(board: &Board, dead: CardSet) -> u64 {
    let live = (board.set() | dead).complement().len() as u64;
    let live = live.saturating_sub(4);
    let missing = 5 - board.cards().len() as u64;
    (0..missing).fold(1, |boards, taken| boards * live.saturating_sub(taken) / (taken + 1))
}
