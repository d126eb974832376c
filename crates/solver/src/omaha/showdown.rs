//! `OmahaShowdown`: what every hand wins against eight reach vectors at once.
//!
//! Strengths are visited from the weakest up to the middle, and at the same time
//! from the strongest down to it, each with a [`Table`] of its own. With `L` and
//! `M` for the weight that a hand meets in the table just before and just after
//! the opponent's hands of its own strength join it, and `T` for what it meets in
//! both tables together once they are complete, winning minus losing is
//!
//! ```text
//! L + M - T   below the middle        T - L - M   from the middle on
//! ```
//!
//! in which the hand itself cancels. A fold is worth `T`, put right for the hand
//! itself.
//!
//! The two halves are independent, and so is the last step for different hands:
//! this is how one board keeps several threads busy. Whether they are used changes
//! no number.

use std::ops::Range;

use quasar_cards::Game;

use super::hands::{BoardHands, Side};
use super::outputs::Outputs;
use super::table::{Table, entries};
use crate::arch::{Arithmetic, Kernel, Lanes, dispatch};
use crate::game::Column;
use crate::holdem::sweep::load;
use crate::kernels::padded;
use crate::{Player, Rows, RowsMut};

pub(super) const LANES: usize = 8;

/// Hands that are worth a task of their own.
const TASK: usize = 4096;

/// Lanes of scratch that [`leaves`] needs on a board with so many places and at
/// most so many hands of a player.
pub(super) fn scratch_len(game: Game, places: usize, most_hands: usize) -> usize {
    2 * (padded(most_hands) + LANES) + 2 * entries(places, game.hole_cards() - 1)
}

/// Which values of which player are asked for.
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

/// What a batch works in.
pub(super) struct Scratch<'a> {
    /// The opponent's reach, then zeros for what the opponent cannot hold.
    pub(super) weights: &'a mut [Lanes],
    /// `L + M` of each hand.
    pub(super) sums: &'a mut [Lanes],
    pub(super) tables: [&'a mut [Lanes]; 2],
}

impl<'a> Scratch<'a> {
    /// Divides lanes among the parts.
    pub(super) fn new(question: Question<'_>, lanes: &'a mut [Lanes]) -> Scratch<'a> {
        let hands = question.hands;
        let entries = entries(hands.places, hands.game.hole_cards() - 1);
        let (weights, rest) = lanes.split_at_mut(padded(question.opponent().len()) + LANES);
        let (sums, rest) = rest.split_at_mut(question.own().len());
        let (first, rest) = rest.split_at_mut(entries);
        Scratch { weights, sums, tables: [first, &mut rest[..entries]] }
    }
}

/// Writes the values of leaves, eight reach vectors after the other. Columns with
/// the same reach of the opponent are neighbours; where the question is not to
/// compare hands, differences are left out.
pub(super) fn leaves(
    question: Question<'_>,
    columns: &[Column],
    reach: Rows<'_>,
    mut values: RowsMut<'_>,
    lanes: &mut [Lanes],
) {
    let opponent = question.player.opponent().index();
    let mut rest = columns;
    while !rest.is_empty() {
        let batch = Batch::take(rest, opponent);
        let (columns, later) = rest.split_at(batch.columns);
        rest = later;
        let scratch = Scratch::new(question, lanes);
        load_all(question, batch.rows(), reach, scratch.weights);
        let compared = columns.iter().any(|column| column.difference != 0.0);
        let question = Question { compare: question.compare && compared, ..question };
        let hands = question.own().len();
        let outputs = Outputs::new(columns, opponent, question.compare, hands, &mut values);
        match question.hands.game {
            Game::Plo5 => batch_values::<4>(question, scratch, outputs),
            _ => batch_values::<3>(question, scratch, outputs),
        }
    }
}

/// Rows of reach for one sweep.
pub(super) struct Batch {
    rows: [usize; LANES],
    count: usize,
    /// How many columns have these rows.
    pub(super) columns: usize,
}

impl Batch {
    /// The rows of the first columns: as many as have eight different ones.
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

    /// The different rows, one a lane.
    pub(super) fn rows(&self) -> &[usize] {
        &self.rows[..self.count]
    }
}

fn batch_values<const UPPER: usize>(
    question: Question<'_>,
    scratch: Scratch<'_>,
    outputs: Outputs<'_>,
) {
    let Scratch { weights, sums, tables } = scratch;
    let table = sweep::<UPPER>(question, weights, sums, tables);
    let all = 0..question.own().groups.len();
    let middle = question.middle();
    finish(Finish { question, table: &table, groups: all, middle, weights, sums, outputs });
}

/// Two jobs, at the same time if they may.
pub(super) fn both<A: Send, B: Send>(
    parallel: bool,
    one: impl FnOnce() -> A + Send,
    other: impl FnOnce() -> B + Send,
) -> (A, B) {
    if parallel { rayon::join(one, other) } else { (one(), other()) }
}

/// Visits all strengths: writes `L + M` of each hand if hands are compared, and
/// returns the table of all of the opponent's hands.
pub(super) fn sweep<'t, const UPPER: usize>(
    question: Question<'_>,
    weights: &[Lanes],
    sums: &mut [Lanes],
    [first, second]: [&'t mut [Lanes]; 2],
) -> Table<'t, UPPER> {
    let BoardHands { places, middle, .. } = *question.hands;
    let (low, high) = sums.split_at_mut(question.middle());
    let strengths = question.own().strengths.len();
    let half = |strengths: Range<usize>, down, sums, table| {
        let mut table = Table::<UPPER>::new(places, table);
        dispatch(Half { question, strengths, down, weights, sums, table: &mut table });
        table
    };
    let (mut table, other) = both(
        question.parallel,
        || half(0..middle, false, low, first),
        || half(middle..strengths, true, high, second),
    );
    dispatch(Absorb { table: &mut table, other: &other });
    table
}

/// The strengths on one side of the middle.
struct Half<'a, 't, const UPPER: usize> {
    question: Question<'a>,
    strengths: Range<usize>,
    /// Whether the strongest come first.
    down: bool,
    weights: &'a [Lanes],
    /// Of the player's hands of these strengths.
    sums: &'a mut [Lanes],
    table: &'a mut Table<'t, UPPER>,
}

impl<const UPPER: usize> Kernel for Half<'_, '_, UPPER> {
    #[inline(always)]
    fn run<A: Arithmetic>(self, vectors: A) {
        let Half { question, strengths, down, weights, sums, table } = self;
        let (own, opponent) = (question.own(), question.opponent());
        if !question.compare {
            return table.add(vectors, opponent, opponent.groups_of(strengths), weights);
        }
        let start = own.hands_of(own.groups_of(strengths.clone())).start;
        let mut some = false;
        for step in 0..strengths.len() {
            let strength = if down { strengths.end - 1 - step } else { strengths.start + step };
            let asking = own.groups_of(strength..strength + 1);
            let joining = opponent.groups_of(strength..strength + 1);
            if some {
                table.meet(vectors, own, asking.clone(), |hand, met| {
                    vectors.store(met, &mut sums[hand - start]);
                });
            } else {
                let hands = own.hands_of(asking.clone());
                sums[hands.start - start..hands.end - start].fill([0.0; LANES]);
            }
            if !joining.is_empty() {
                table.add(vectors, opponent, joining, weights);
                table.settle(vectors);
                some = true;
            }
            table.meet(vectors, own, asking, |hand, met| {
                let sum = &mut sums[hand - start];
                vectors.store(vectors.plus(vectors.load(sum), met), sum);
            });
        }
    }
}

struct Absorb<'a, 't, const UPPER: usize> {
    table: &'a mut Table<'t, UPPER>,
    other: &'a Table<'t, UPPER>,
}

impl<const UPPER: usize> Kernel for Absorb<'_, '_, UPPER> {
    #[inline(always)]
    fn run<A: Arithmetic>(self, vectors: A) {
        self.table.absorb(vectors, self.other);
    }
}

/// The last step for some groups of the player's hands.
struct Finish<'a, 't, const UPPER: usize> {
    question: Question<'a>,
    table: &'a Table<'t, UPPER>,
    groups: Range<usize>,
    middle: usize,
    weights: &'a [Lanes],
    sums: &'a [Lanes],
    outputs: Outputs<'a>,
}

/// The last step, shared among threads if there is enough to do.
fn finish<const UPPER: usize>(work: Finish<'_, '_, UPPER>) {
    let Finish { question, table, groups, middle, weights, sums, outputs } = work;
    let own = question.own();
    if !question.parallel || groups.len() < 2 || own.hands_of(groups.clone()).len() < 2 * TASK {
        let work = Finish { question, table, groups, middle, weights, sums, outputs };
        return dispatch(work);
    }
    let half = groups.start + groups.len() / 2;
    let before = own.hands_of(groups.start..half).len();
    let (first, second) = outputs.split_at(before);
    let part = |groups, outputs| {
        finish(Finish { question, table, groups, middle, weights, sums, outputs });
    };
    rayon::join(|| part(groups.start..half, first), || part(half..groups.end, second));
}

impl<const UPPER: usize> Kernel for Finish<'_, '_, UPPER> {
    #[inline(always)]
    fn run<A: Arithmetic>(self, vectors: A) {
        let Finish { question, table, groups, middle, weights, sums, mut outputs } = self;
        let own = question.own();
        let even = (UPPER + 1).is_multiple_of(2);
        let wants = outputs.wants();
        let mut differences = [[0.0; LANES]; LANES];
        let mut meets = [[0.0; LANES]; LANES];
        let mut filled = 0;
        table.meet(vectors, own, groups, |hand, met| {
            if wants.difference {
                let sum = vectors.load(&sums[hand]);
                let below = hand < middle;
                let won = if below { vectors.minus(sum, met) } else { vectors.minus(met, sum) };
                vectors.store(won, &mut differences[filled]);
            }
            if wants.sum {
                let same = vectors.load(&weights[own.same[hand] as usize]);
                let met = if even { vectors.plus(met, same) } else { vectors.minus(met, same) };
                vectors.store(met, &mut meets[filled]);
            }
            filled += 1;
            if filled == LANES {
                outputs.write(vectors, wants, &differences, &meets, LANES);
                filled = 0;
            }
        });
        outputs.write(vectors, wants, &differences, &meets, filled);
    }
}

/// Reads the opponent's reach into lanes, zeros after the last hand.
pub(super) fn load_all(
    question: Question<'_>,
    rows: &[usize],
    reach: Rows<'_>,
    weights: &mut [Lanes],
) {
    let hands = question.opponent().len();
    dispatch(Load { hands, rows, reach, weights });
}

struct Load<'a> {
    hands: usize,
    rows: &'a [usize],
    reach: Rows<'a>,
    weights: &'a mut [Lanes],
}

impl Kernel for Load<'_> {
    #[inline(always)]
    fn run<A: Arithmetic>(self, arithmetic: A) {
        load(arithmetic, self.hands, self.rows, self.reach, self.weights);
    }
}
