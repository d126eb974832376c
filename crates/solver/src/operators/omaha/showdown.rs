//! What every hand wins against eight reach vectors at once.
//!
//! Strengths are visited from the weakest up to the middle, and at the same time
//! from the strongest down to it, each half with its own [`Table`]. Let `L` and
//! `M` be the compatible weight of a hand in the table just before and just after
//! the opponent's hands of its own strength are added, and `T` that in
//! both tables together once they are complete ([`Total`]). Then winning minus losing is
//!
//! ```text
//! L + M - T   below the middle        T - L - M   from the middle on
//! ```
//!
//! in which the hand itself cancels. A fold is worth `T`, corrected for the hand
//! itself.
//!
//! Batches of eight vectors are independent, so are the two halves of each, and so is
//! the last step for different hands: this is how one board keeps several threads busy.
//! The number of threads changes no result.

use std::ops::Range;

use quasar_cards::Game;

use super::outputs::{Blocks, Known, Outputs};
use super::table::{Places, Table, entries};
use super::total::Total;
use super::weights::{ReachRows, Renumbered, Weights};
use crate::arch::{Arithmetic, Kernel, Lanes, dispatch};
use crate::omaha::hands::{BoardHands, Piece, Side};
use crate::omaha::used::Used;
use crate::operators::Column;
use crate::{Player, Rows, RowsMut};

pub(super) const LANES: usize = 8;

/// The fewest hands worth a task.
const TASK: usize = 4096;

/// Hands done at once, up to a whole group more.
pub(super) const PIECE: usize = 128;

/// Lanes of scratch that [`leaves`] needs on a board.
pub(super) fn scratch_len(hands: &BoardHands) -> usize {
    let most = hands.sides[0].len().max(hands.sides[1].len());
    let table = entries(hands.places, hands.game.hole_cards() - 1);
    most + 2 * (table + PIECE + most_group(hands.places))
}

/// Hands of a group at most: two cards of the 49 that a flop leaves.
const MOST_GROUP: usize = 49 * 48 / 2;

/// Hands of a group at most on a board that leaves so many cards; never fewer than a turn
/// has.
fn most_group(places: usize) -> usize {
    if places > 48 { MOST_GROUP } else { 48 * 47 / 2 }
}

/// Which values of which player are wanted.
#[derive(Clone, Copy)]
pub(super) struct Question<'a> {
    pub(super) hands: &'a BoardHands,
    pub(super) player: Player,
    /// Whether hands are compared.
    pub(super) compare: bool,
    /// Whether the threads of the pool may be used.
    pub(super) parallel: bool,
}

impl<'a> Question<'a> {
    pub(super) fn own(&self) -> &'a Side {
        &self.hands.sides[self.player.index()]
    }

    pub(super) fn opponent(&self) -> &'a Side {
        &self.hands.sides[self.player.opponent().index()]
    }

    /// The first of the player's hands that is not below the middle.
    pub(super) fn middle(&self) -> usize {
        self.own().hands_of(self.own().groups_of(0..self.hands.middle)).end
    }
}

/// The scratch memory of a batch.
pub(super) struct Scratch<'a> {
    /// `L + M` of each hand.
    pub(super) sums: &'a mut [Lanes],
    pub(super) halves: [HalfScratch<'a>; 2],
}

/// The scratch memory of each half.
pub(super) struct HalfScratch<'a> {
    table: &'a mut [Lanes],
    /// The opponent's weights, or compatible weights, of a piece.
    pub(super) piece: &'a mut [Lanes],
}

impl<'a> Scratch<'a> {
    /// Divides lanes among the parts.
    pub(super) fn new(question: Question<'_>, lanes: &'a mut [Lanes]) -> Scratch<'a> {
        let BoardHands { game, places, .. } = *question.hands;
        let half = |lanes: &'a mut [Lanes]| {
            let (table, rest) = lanes.split_at_mut(entries(places, game.hole_cards() - 1));
            let (piece, rest) = rest.split_at_mut(PIECE + most_group(places));
            (HalfScratch { table, piece }, rest)
        };
        let (sums, rest) = lanes.split_at_mut(question.own().len());
        let (first, rest) = half(rest);
        let (second, _) = half(rest);
        Scratch { sums, halves: [first, second] }
    }
}

/// Writes the values of leaves, eight reach vectors at a time or, if threads are free and
/// there is scratch, two eights in parallel. Columns with the same reach of
/// the opponent are adjacent. If the question does not compare hands, differences
/// are ignored.
pub(super) fn leaves(
    question: Question<'_>,
    columns: &[Column],
    reach: Rows<'_>,
    mut values: RowsMut<'_>,
    lanes: &mut [Lanes],
) {
    let needed = scratch_len(question.hands);
    let mut rest = columns;
    while !rest.is_empty() {
        let mut first = Sweep::take(question, &mut rest, reach);
        let beside = question.parallel && !rest.is_empty() && lanes.len() >= 2 * needed;
        let mut second = beside.then(|| Sweep::take(question, &mut rest, reach));
        for (number, row) in values.rows_mut().enumerate() {
            let hands = question.own().len();
            let row = first.outputs.offer(number, hands, row);
            if let (Some(row), Some(second)) = (row, &mut second) {
                second.outputs.offer(number, hands, row);
            }
        }
        match second {
            None => first.run(lanes),
            Some(second) => {
                let (one, other) = lanes.split_at_mut(needed);
                rayon::join(|| first.run(one), || second.run(other));
            }
        }
    }
}

/// Up to eight reach vectors and their leaves.
struct Sweep<'a> {
    question: Question<'a>,
    weights: ReachRows<'a>,
    outputs: Outputs<'a>,
}

impl<'a> Sweep<'a> {
    /// Takes the first columns of `rest` and leaves the others in it.
    fn take(question: Question<'a>, rest: &mut &[Column], reach: Rows<'a>) -> Sweep<'a> {
        let batch = Batch::take(rest, question.player.opponent().index());
        let (columns, later) = rest.split_at(batch.columns);
        *rest = later;
        let compared = columns.iter().any(|column| column.difference != 0.0);
        let question = Question { compare: question.compare && compared, ..question };
        let outputs = Outputs::new(question, columns);
        Sweep { question, weights: ReachRows::new(batch.rows(), reach), outputs }
    }

    fn run(self, lanes: &mut [Lanes]) {
        let Sweep { question, weights, outputs } = self;
        let scratch = Scratch::new(question, lanes);
        match question.hands.game {
            Game::Plo5 => batch_values::<4>(question, &weights, scratch, outputs),
            _ => batch_values::<3>(question, &weights, scratch, outputs),
        }
    }
}

/// Rows of reach for one sweep.
pub(super) struct Batch {
    rows: [usize; LANES],
    count: usize,
    /// The number of columns with these rows.
    pub(super) columns: usize,
}

impl Batch {
    /// The rows of the first columns: as many columns as have eight distinct rows.
    pub(super) fn take(columns: &[Column], opponent: usize) -> Batch {
        let mut batch = Batch { rows: [0; LANES], count: 0, columns: 0 };
        for column in columns.iter().take(Outputs::MOST) {
            let row = column.reach[opponent];
            if batch.rows().last() != Some(&row) {
                if batch.count == LANES {
                    break;
                }
                batch.rows[batch.count] = row;
                batch.count += 1;
            }
            batch.columns += 1;
        }
        batch
    }

    /// The distinct rows, one per lane.
    pub(super) fn rows(&self) -> &[usize] {
        &self.rows[..self.count]
    }
}

fn batch_values<const UPPER: usize>(
    question: Question<'_>,
    weights: &ReachRows<'_>,
    scratch: Scratch<'_>,
    outputs: Outputs<'_>,
) {
    let Scratch { sums, halves } = scratch;
    let (total, _) = sweep::<UPPER>(question, weights, sums, halves);
    let middle = question.own().groups_of(0..question.hands.middle).end;
    let all = question.own().groups.len();
    let (low, high) = outputs.split_at(question.middle());
    let part = |groups, below, outputs| {
        finish(Finish { question, weights, total: &total, groups, below, sums, outputs });
    };
    both(question.parallel, || part(0..middle, true, low), || part(middle..all, false, high));
}

/// Runs two jobs, in parallel if allowed.
pub(super) fn both<A: Send, B: Send>(
    parallel: bool,
    one: impl FnOnce() -> A + Send,
    other: impl FnOnce() -> B + Send,
) -> (A, B) {
    if parallel { rayon::join(one, other) } else { (one(), other()) }
}

/// Visits all strengths: writes `L + M` of each hand if hands are compared, and
/// returns the totals of the opponent's hands, and the buffer for pieces.
pub(super) fn sweep<'t, const UPPER: usize>(
    question: Question<'_>,
    weights: &impl Weights,
    sums: &mut [Lanes],
    [first, second]: [HalfScratch<'t>; 2],
) -> (Total<'t, UPPER>, &'t mut [Lanes]) {
    let BoardHands { places, middle, ref used, .. } = *question.hands;
    let (low, high) = sums.split_at_mut(question.middle());
    let strengths = question.own().strengths.len();
    let half = |strengths: Range<usize>, down, sums, scratch: HalfScratch<'t>| {
        let mut table = Table::<UPPER>::new(places, used, scratch.table);
        let piece = &mut *scratch.piece;
        dispatch(Half { question, strengths, down, weights, sums, table: &mut table, piece });
        (table, scratch.piece)
    };
    let ((table, piece), (other, _)) = both(
        question.parallel,
        || half(0..middle, false, low, first),
        || half(middle..strengths, true, high, second),
    );
    let mut total = None;
    dispatch(Fold { used, table, other: &other, total: &mut total });
    (total.expect("tables were folded"), piece)
}

/// The strengths on one side of the middle.
struct Half<'a, 't, W, const UPPER: usize> {
    question: Question<'a>,
    strengths: Range<usize>,
    /// Whether the strongest come first.
    down: bool,
    weights: &'a W,
    /// Of the player's hands of these strengths.
    sums: &'a mut [Lanes],
    table: &'a mut Table<'t, UPPER>,
    piece: &'a mut [Lanes],
}

impl<W: Weights, const UPPER: usize> Kernel for Half<'_, '_, W, UPPER> {
    #[inline(always)]
    fn run<A: Arithmetic>(self, vectors: A) {
        let Half { question, strengths, down, weights, sums, table, piece } = self;
        let (own, opponent) = (question.own(), question.opponent());
        let start = own.hands_of(own.groups_of(strengths.clone())).start;
        let mut places = Places::EMPTY;
        let mut some = false;
        // If hands are not compared there are no queries: all hands can be added at once.
        let steps = if question.compare { strengths.len() } else { 1 };
        for step in 0..steps {
            let visited = match (question.compare, down) {
                (false, _) => strengths.clone(),
                (true, false) => strengths.start + step..strengths.start + step + 1,
                (true, true) => strengths.end - step - 1..strengths.end - step,
            };
            let asking = own.groups_of(visited.clone());
            let hands = own.hands_of(asking.clone());
            let sums = &mut sums[hands.start - start..hands.end - start];
            if question.compare {
                if some {
                    table.meet(vectors, own, asking.clone(), sums, &mut places, |met, sum| {
                        vectors.store(met, sum);
                    });
                } else {
                    sums.fill([0.0; LANES]);
                }
            }
            let joining = opponent.groups_of(visited);
            if !joining.is_empty() {
                for Piece { groups, hands } in opponent.pieces(joining, PIECE) {
                    let piece = &mut piece[..hands.len()];
                    weights.load(vectors, hands, piece);
                    table.add(vectors, opponent, groups, piece, &mut places);
                }
                table.settle(vectors);
                some = true;
            }
            if question.compare {
                table.meet(vectors, own, asking, sums, &mut places, |met, sum| {
                    vectors.store(vectors.plus(vectors.load(sum), met), sum);
                });
            }
        }
    }
}

/// Both halves together.
struct Fold<'a, 't, const UPPER: usize> {
    used: &'a Used,
    table: Table<'t, UPPER>,
    other: &'a Table<'t, UPPER>,
    total: &'a mut Option<Total<'t, UPPER>>,
}

impl<const UPPER: usize> Kernel for Fold<'_, '_, UPPER> {
    #[inline(always)]
    fn run<A: Arithmetic>(self, vectors: A) {
        *self.total = Some(Total::new(vectors, self.used, self.table, self.other));
    }
}

/// The last step for some groups of the player's hands on one side of the middle.
struct Finish<'a, 't, const UPPER: usize> {
    question: Question<'a>,
    weights: &'a ReachRows<'a>,
    total: &'a Total<'t, UPPER>,
    groups: Range<usize>,
    below: bool,
    /// `L + M` of all of the player's hands.
    sums: &'a [Lanes],
    outputs: Outputs<'a>,
}

/// The last step, shared among threads if there is enough to do.
fn finish<const UPPER: usize>(work: Finish<'_, '_, UPPER>) {
    let Finish { question, weights, total, groups, below, sums, outputs } = work;
    let own = question.own();
    if !question.parallel || groups.len() < 2 || own.hands_of(groups.clone()).len() < 2 * TASK {
        return dispatch(Finish { question, weights, total, groups, below, sums, outputs });
    }
    let half = groups.start + groups.len() / 2;
    let before = own.hands_of(groups.start..half).len();
    let (first, second) = outputs.split_at(before);
    let part = |groups, outputs| {
        finish(Finish { question, weights, total, groups, below, sums, outputs });
    };
    rayon::join(|| part(groups.start..half, first), || part(half..groups.end, second));
}

impl<const UPPER: usize> Kernel for Finish<'_, '_, UPPER> {
    #[inline(always)]
    fn run<A: Arithmetic>(self, vectors: A) {
        let Finish { question, weights, total, groups, below, sums, mut outputs } = self;
        let own = question.own();
        let itself = if (UPPER + 1).is_multiple_of(2) { 1.0 } else { -1.0 };
        let mut piece = [[0.0; LANES]; PIECE + MOST_GROUP];
        let mut blocks = Blocks::EMPTY;
        let mut weights = Renumbered::new(weights);
        for Piece { groups, hands } in own.pieces(groups, PIECE) {
            let met = &mut piece[..hands.len()];
            total.meet(vectors, own, groups, met);
            let (sums, first) = (&sums[hands.clone()], hands.start);
            let same = own.same.as_ref().map(|same| &same[hands]);
            let known = Known { met, sums, below, first, same, itself };
            outputs.write(vectors, known, &mut weights, &mut blocks);
        }
    }
}
