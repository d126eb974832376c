//! All-ins on the turn: a sweep for every river that differs by more than suits.
//!
//! The reach of eight leaves is mapped to a river's hands, the river is swept, and
//! what its hands win is added to the hands of the turn, once for every river
//! that is equal to it up to suits. Cost: one sweep per distinct river, two rivers at a time in
//! parallel.

use std::ops::Range;
use std::sync::Arc;

use quasar_cards::{Board, Game};

use super::showdown::{self, Batch, LANES, PIECE, Question, Scratch, both};
use super::total::Total;
use super::weights::{ReachRows, Weights};
use super::{ALIGNMENT, Column, LeafCall, LeafError, LeafOperator, aligned};
use crate::arch::{Arithmetic, Kernel, Lanes, dispatch};
use crate::game::{Deal, HandMap};
use crate::kernels::padded;
use crate::omaha::hands::{BoardHands, Piece};
use crate::{Rows, RowsMut};

/// A river.
#[derive(Debug)]
pub(crate) struct River {
    pub(crate) board: Board,
    pub(crate) hands: Arc<BoardHands>,
}

/// All-ins and folds on a turn.
#[derive(Debug)]
pub(crate) struct OmahaAllIn {
    turn: Arc<BoardHands>,
    rivers: Arc<[River]>,
    /// How the hands of the turn map to each river.
    deals: Arc<[Deal]>,
}

impl OmahaAllIn {
    pub(crate) fn new(
        turn: Arc<BoardHands>,
        rivers: Arc<[River]>,
        deals: Arc<[Deal]>,
    ) -> OmahaAllIn {
        OmahaAllIn { turn, rivers, deals }
    }
}

impl LeafOperator for OmahaAllIn {
    fn values(&self, call: LeafCall<'_>) -> Result<(), LeafError> {
        let LeafCall { player, columns, reach, mut values, scratch, parallel } = call;
        let question = Question { hands: &self.turn, player, compare: false, parallel };
        let reach = reach[player.opponent().index()];
        let lanes = aligned(scratch);
        showdown::leaves(question, columns, reach, values.again(), lanes);
        add(question, &self.rivers, &self.deals, columns, reach, values, lanes);
        Ok(())
    }

    fn scratch(&self) -> usize {
        scratch_len(&self.turn, 0)
    }

    fn shares_work(&self) -> bool {
        true
    }
}

/// Numbers of scratch for all-ins on a turn, with so many lanes for what is done on a river
/// besides its sweep.
pub(super) fn scratch_len(turn: &BoardHands, lanes: usize) -> usize {
    let [first, second] = &turn.sides;
    let most = first.len().max(second.len());
    let half = padded(most) + showdown::scratch_len(turn).max(lanes);
    LANES * (most + 2 * half) + ALIGNMENT
}

/// Adds the differences of leaves on a turn.
fn add(
    turn: Question<'_>,
    rivers: &[River],
    deals: &[Deal],
    columns: &[Column],
    reach: Rows<'_>,
    values: RowsMut<'_>,
    lanes: &mut [Lanes],
) {
    let end =
        columns.iter().rposition(|column| column.difference != 0.0).map_or(0, |last| last + 1);
    each_river(turn, rivers.len(), &columns[..end], reach, values, lanes, |place, river| {
        let question = Question { hands: &rivers[place].hands, ..turn };
        let RiverWork { carried, won, lanes, .. } = river;
        add_river(question, &deals[place], deals[place].chance, carried, won, lanes);
    });
}

/// What is done on a river for a batch of leaves.
pub(super) struct RiverWork<'a> {
    /// Reach rows of the batch.
    pub(super) rows: usize,
    /// The reach of the opponent's hands of the turn.
    pub(super) carried: &'a [Lanes],
    /// What the player's hands of the turn win so far.
    pub(super) won: &'a mut [Lanes],
    /// Scratch.
    pub(super) lanes: &'a mut [Lanes],
}

/// Adds what all leaves win on every river. The two halves of the rivers are added up apart,
/// in parallel if that is allowed.
pub(super) fn each_river(
    turn: Question<'_>,
    rivers: usize,
    columns: &[Column],
    reach: Rows<'_>,
    mut values: RowsMut<'_>,
    lanes: &mut [Lanes],
    work: impl Fn(usize, RiverWork<'_>) + Sync,
) {
    let opponent = turn.player.opponent().index();
    let (carried, lanes) = lanes.split_at_mut(turn.opponent().len());
    let (first, second) = lanes.split_at_mut(lanes.len() / 2);
    let own = padded(turn.own().len());
    let mut rest = columns;
    while !rest.is_empty() {
        let batch = Batch::take(rest, opponent);
        let (columns, later) = rest.split_at(batch.columns);
        rest = later;
        dispatch(Carry { weights: ReachRows::new(batch.rows(), reach), carried: &mut *carried });
        let (rows, carried) = (batch.rows().len(), &*carried);
        let half = |places: Range<usize>, lanes: &mut [Lanes]| {
            let (won, lanes) = lanes.split_at_mut(own);
            won.fill([0.0; LANES]);
            for place in places {
                let (won, lanes) = (&mut *won, &mut *lanes);
                work(place, RiverWork { rows, carried, won, lanes });
            }
        };
        both(turn.parallel, || half(0..rivers / 2, first), || half(rivers / 2..rivers, second));
        for half in [&*first, &*second] {
            let (rows, won) = (batch.rows(), &half[..own]);
            dispatch(Write { columns, rows, opponent, won, values: values.again() });
        }
    }
}

/// Reads the reach of all of the opponent's hands.
struct Carry<'a> {
    weights: ReachRows<'a>,
    carried: &'a mut [Lanes],
}

impl Kernel for Carry<'_> {
    #[inline(always)]
    fn run<A: Arithmetic>(self, vectors: A) {
        self.weights.load(vectors, 0..self.carried.len(), self.carried);
    }
}

/// Adds what hands of a turn win on a river, times a factor.
pub(super) fn add_river(
    question: Question<'_>,
    deal: &Deal,
    factor: f32,
    carried: &[Lanes],
    won: &mut [Lanes],
    lanes: &mut [Lanes],
) {
    let question = Question { compare: true, ..question };
    match question.hands.game {
        Game::Plo5 => sweep_river::<4>(question, deal, factor, carried, won, lanes),
        _ => sweep_river::<3>(question, deal, factor, carried, won, lanes),
    }
}

fn sweep_river<const UPPER: usize>(
    question: Question<'_>,
    deal: &Deal,
    factor: f32,
    carried: &[Lanes],
    won: &mut [Lanes],
    lanes: &mut [Lanes],
) {
    let (own, opponent) = (question.player.index(), question.player.opponent().index());
    let [HandMap::Images(own), HandMap::Images(opponent)] =
        [&deal.hands[own], &deal.hands[opponent]]
    else {
        return;
    };
    let Scratch { sums, halves } = Scratch::new(question, lanes);
    let weights = Dealt { before: carried, numbers: &opponent[0] };
    let (total, piece) = showdown::sweep::<UPPER>(question, &weights, sums, halves);
    dispatch(Collect { question, total: &total, sums, piece, factor, images: own, won });
}

/// Weights of the hands of a river, which had other indices on the turn.
struct Dealt<'a> {
    before: &'a [Lanes],
    numbers: &'a [u32],
}

impl Weights for Dealt<'_> {
    #[inline(always)]
    fn load<A: Arithmetic>(&self, _: A, hands: Range<usize>, lanes: &mut [Lanes]) {
        for (lanes, &number) in lanes.iter_mut().zip(&self.numbers[hands]) {
            *lanes = self.before[number as usize];
        }
    }
}

/// Adds what the hands of a river win to the hands of the turn.
struct Collect<'a, 't, const UPPER: usize> {
    question: Question<'a>,
    total: &'a Total<'t, UPPER>,
    sums: &'a [Lanes],
    /// Buffer for the compatible weights of the hands of a piece.
    piece: &'a mut [Lanes],
    factor: f32,
    images: &'a [Vec<u32>],
    won: &'a mut [Lanes],
}

impl<const UPPER: usize> Kernel for Collect<'_, '_, UPPER> {
    #[inline(always)]
    fn run<A: Arithmetic>(self, vectors: A) {
        let Collect { question, total, sums, piece, factor, images, won } = self;
        let own = question.own();
        let middle = question.middle();
        for Piece { groups, hands } in own.pieces(0..own.groups.len(), PIECE) {
            let met = &mut piece[..hands.len()];
            total.meet(vectors, own, groups, met);
            for (hand, met) in hands.zip(met) {
                let (sum, met) = (vectors.load(&sums[hand]), vectors.load(met));
                let below = hand < middle;
                let difference =
                    if below { vectors.minus(sum, met) } else { vectors.minus(met, sum) };
                for image in images {
                    let won = &mut won[image[hand] as usize];
                    vectors.store(vectors.scale_add(factor, difference, vectors.load(won)), won);
                }
            }
        }
    }
}

/// Adds lanes to the rows of the leaves that have a difference.
struct Write<'a> {
    columns: &'a [Column],
    /// The distinct reach rows of the columns, one per lane.
    rows: &'a [usize],
    opponent: usize,
    won: &'a [Lanes],
    values: RowsMut<'a>,
}

impl Kernel for Write<'_> {
    #[inline(always)]
    fn run<A: Arithmetic>(self, arithmetic: A) {
        let Write { columns, rows, opponent, won, mut values } = self;
        for (block, won) in won.as_chunks::<LANES>().0.iter().enumerate() {
            let won = arithmetic.transpose(*won);
            let mut lane = 0;
            for column in columns {
                if column.reach[opponent] != rows[lane] {
                    lane += 1;
                }
                if column.difference != 0.0 {
                    let out = &mut values.row(column.value)[block * LANES..][..LANES];
                    for (out, won) in out.iter_mut().zip(won[lane]) {
                        *out += column.difference * won;
                    }
                }
            }
        }
    }
}
