//! From values of public states to counterfactual values of leaves.
//!
//! The formulas are those of [`limit`](super). What this module adds to [`LeafValues`]:
//!
//! - the compatible weight `M`, by the fold operator of the board: exact, with card removal;
//! - values limited to what can be won, and made zero-sum;
//! - no query where the opponent's reach is empty: all is worth 0. Where the player's own reach is
//!   empty, or has no compatible weight, the player's belief is undefined, but values matter: they
//!   say whether to deviate. The belief is then the player's weights at the start.
//!
//! All leaves of a board are asked in one query, at most [`MOST_LEAVES`] at a time. Nothing is
//! allocated.

use std::fmt::Debug;
use std::sync::Arc;

use quasar_solver::{
    BothCall, Column, LeafCall, LeafError, LeafOperator, Player, Rows, RowsMut, SolverGame,
};

#[cfg(doc)]
use super::LeafValues;
use super::sums::{padded, total, weighted, weighted_product};
use super::{BoardValues, CutBoard, FrontierLeaf, LeafQuestion, LimitError, Query};

/// The most leaves of a query.
const MOST_LEAVES: usize = 32;
/// A leaf that the players cannot reach together asks two questions.
const MOST_QUESTIONS: usize = 2 * MOST_LEAVES;
/// Sums of reach that subtract the hands that share a card are right to a few units in the last
/// place; less than that counts as nothing.
const ROUNDING: f32 = 16.0 * f32::EPSILON;

/// The leaf operator of a board with frontier leaves; any other leaf is left to the game.
#[derive(Debug)]
pub struct Frontier<G> {
    game: Arc<G>,
    place: CutBoard,
    values: Box<dyn BoardValues>,
    /// The most leaves of a query.
    leaves: usize,
}

/// What a call reads and works in, whoever's values are wanted.
struct Work<'a> {
    reach: [Rows<'a>; 2],
    scratch: &'a mut [f32],
    parallel: bool,
}

/// Where each player's values go; none if they are not wanted.
type Wanted<'a> = [Option<RowsMut<'a>>; 2];

const NO_COLUMN: Column =
    Column { reach: [0; 2], value: 0, test: 0, difference: 0.0, sum: 0.0, fold: None };

const NO_QUESTION: LeafQuestion<'static> =
    LeafQuestion { leaf: 0, pot: 1.0, stack: 0.0, belief: [&[]; 2], compatible_weight: [&[]; 2] };

impl<G: SolverGame> Frontier<G> {
    pub(super) fn new(
        game: Arc<G>,
        place: CutBoard,
        values: Box<dyn BoardValues>,
        leaves: usize,
    ) -> Frontier<G> {
        Frontier { game, place, values, leaves: leaves.clamp(1, MOST_LEAVES) }
    }

    fn base(&self) -> &dyn LeafOperator {
        self.game.leaf_operator(self.place.at)
    }

    /// The length of each player's rows.
    fn strides(&self) -> [usize; 2] {
        self.place.hands.map(padded)
    }

    /// Leaves the columns that are no frontier to the game.
    fn others(&self, mut call: LeafCall<'_>) -> Result<(), LeafError> {
        let mut columns = [NO_COLUMN; MOST_QUESTIONS];
        let mut left = call.columns.iter().filter(|column| column.frontier().is_none());
        loop {
            let mut count = 0;
            for (column, &other) in columns.iter_mut().zip(&mut left) {
                *column = other;
                count += 1;
            }
            if count == 0 {
                return Ok(());
            }
            self.base().values(LeafCall {
                player: call.player,
                columns: &columns[..count],
                reach: call.reach,
                values: call.values.again(),
                scratch: call.scratch,
                parallel: call.parallel,
            })?;
        }
    }

    /// The frontier leaves among some columns, query by query. A leaf has the same row of
    /// values for both players.
    fn frontier(
        &self,
        columns: &[Column],
        mut work: Work<'_>,
        mut wanted: Wanted<'_>,
    ) -> Result<(), LeafError> {
        let mut batch = [NO_COLUMN; MOST_LEAVES];
        let mut left = columns.iter().filter(|column| column.frontier().is_some());
        loop {
            let mut count = 0;
            for (column, &leaf) in batch[..self.leaves].iter_mut().zip(&mut left) {
                *column = leaf;
                count += 1;
            }
            if count == 0 {
                return Ok(());
            }
            self.query(&batch[..count], &mut work, &mut wanted)?;
        }
    }

    fn query(
        &self,
        columns: &[Column],
        work: &mut Work<'_>,
        wanted: &mut Wanted<'_>,
    ) -> Result<(), LeafError> {
        let (strides, reach, parallel) = (self.strides(), work.reach, work.parallel);
        let (compatible_oop, scratch) = work.scratch.split_at_mut(self.leaves * strides[0]);
        let (compatible_ip, scratch) = scratch.split_at_mut(self.leaves * strides[1]);
        let (vhat_oop, scratch) = scratch.split_at_mut(2 * self.leaves * strides[0]);
        let (vhat_ip, scratch) = scratch.split_at_mut(2 * self.leaves * strides[1]);
        let rows = [0, 1].map(|player| {
            Distinct::new(columns, player, |row| total(self.reach(reach, player, row)))
        });
        for (player, compatible_weight) in
            Player::BOTH.into_iter().zip([&mut *compatible_oop, &mut *compatible_ip])
        {
            let work = Work { reach, scratch, parallel };
            self.compatible_weights(
                player,
                &rows[player.opponent().index()],
                work,
                compatible_weight,
            )?;
        }
        let compatible_weight =
            [Rows::new(compatible_oop, strides[0]), Rows::new(compatible_ip, strides[1])];
        let asks = wanted.each_ref().map(Option::is_some);
        let asked = self.ask(columns, &rows, reach, compatible_weight, asks);
        let mut vhat = [RowsMut::new(vhat_oop, strides[0]), RowsMut::new(vhat_ip, strides[1])];
        if asked.count > 0 {
            let (questions, values) = (asked.questions(), vhat.each_mut().map(RowsMut::again));
            self.values.values(Query { questions, values, scratch, parallel })?;
        }
        for (number, (question, &mass)) in asked.questions().iter().zip(&asked.masses).enumerate() {
            balance(question, mass, vhat.each_mut().map(|rows| rows.row(number)))?;
        }
        for (column, answers) in columns.iter().zip(&asked.answers) {
            for (player, wanted) in wanted.iter_mut().enumerate() {
                let Some(wanted) = wanted else { continue };
                let out = &mut wanted.row(column.value)[..strides[player]];
                out.fill(0.0);
                if let Some(number) = answers[player] {
                    let (question, vhat) = (&asked.questions[number], vhat[player].row(number));
                    for ((out, compatible_weight), vhat) in
                        out.iter_mut().zip(question.compatible_weight[player]).zip(&*vhat)
                    {
                        *out = question.pot * compatible_weight * vhat;
                    }
                }
            }
        }
        Ok(())
    }

    /// A player's reach in a row.
    fn reach<'r>(&self, reach: [Rows<'r>; 2], player: usize, row: usize) -> &'r [f32] {
        &reach[player].row(row)[..self.place.hands[player]]
    }

    /// What is asked about some leaves, and which question answers for whom.
    fn ask<'a>(
        &'a self,
        columns: &[Column],
        rows: &[Distinct; 2],
        reach: [Rows<'a>; 2],
        compatible_weight: [Rows<'a>; 2],
        wanted: [bool; 2],
    ) -> Asked<'a> {
        let CutBoard { hands, weights, compatible_weight: compatible_at_start, leaves, .. } =
            &self.place;
        let mut asked = Asked {
            questions: [NO_QUESTION; MOST_QUESTIONS],
            masses: [0.0; MOST_QUESTIONS],
            count: 0,
            answers: [[None; 2]; MOST_LEAVES],
        };
        for (place, column) in columns.iter().enumerate() {
            let leaf = column.frontier().unwrap_or_default();
            let FrontierLeaf { pot, stack, .. } = leaves[leaf];
            let at = [0, 1].map(|player: usize| rows[player].places[place]);
            let belief =
                [0, 1].map(|player: usize| self.reach(reach, player, column.reach[player]));
            let compatible_weight = [0, 1].map(|player: usize| {
                &compatible_weight[player].row(at[1 - player])[..hands[player]]
            });
            let question = LeafQuestion { leaf, pot, stack, belief, compatible_weight };
            let mass = weighted(belief[0], compatible_weight[0]);
            if mass > 0.0 {
                asked.answers[place] = [Some(asked.push(question, mass)); 2];
                continue;
            }
            for player in (0..2).filter(|&player| wanted[player]) {
                let opponent = 1 - player;
                let mass = weighted(&weights[player], compatible_weight[player]);
                if rows[opponent].totals[at[opponent]] > 0.0 && mass > 0.0 {
                    let mut question = question;
                    question.belief[player] = &weights[player];
                    question.compatible_weight[opponent] = &compatible_at_start[opponent];
                    asked.answers[place][player] = Some(asked.push(question, mass));
                }
            }
        }
        asked
    }

    /// The compatible weight of each hand of a player in rows of the opponent's reach.
    fn compatible_weights(
        &self,
        player: Player,
        opponents: &Distinct,
        work: Work<'_>,
        compatible_weight: &mut [f32],
    ) -> Result<(), LeafError> {
        let mut columns = [NO_COLUMN; MOST_LEAVES];
        for (value, (column, &row)) in columns.iter_mut().zip(opponents.rows()).enumerate() {
            let mut reach = [0; 2];
            reach[player.opponent().index()] = row;
            *column = Column { reach, value, sum: 1.0, ..NO_COLUMN };
        }
        let (hands, stride) = (self.place.hands[player.index()], self.strides()[player.index()]);
        let Work { reach, scratch, parallel } = work;
        self.base().values(LeafCall {
            player,
            columns: &columns[..opponents.count],
            reach,
            values: RowsMut::new(compatible_weight, stride),
            scratch,
            parallel,
        })?;
        let totals = &opponents.totals[..opponents.count];
        for (compatible_weight, &total) in compatible_weight.chunks_exact_mut(stride).zip(totals) {
            let nothing = ROUNDING * total as f32;
            for compatible_weight in &mut compatible_weight[..hands] {
                *compatible_weight =
                    if *compatible_weight > nothing { *compatible_weight } else { 0.0 };
            }
        }
        Ok(())
    }
}

/// The questions of a query.
struct Asked<'a> {
    questions: [LeafQuestion<'a>; MOST_QUESTIONS],
    /// The weight of all pairs of hands that the beliefs of each question allow.
    masses: [f64; MOST_QUESTIONS],
    count: usize,
    /// For each leaf, the question that answers for each player; none if all is worth 0.
    answers: [[Option<usize>; 2]; MOST_LEAVES],
}

impl<'a> Asked<'a> {
    fn push(&mut self, question: LeafQuestion<'a>, mass: f64) -> usize {
        (self.questions[self.count], self.masses[self.count]) = (question, mass);
        self.count += 1;
        self.count - 1
    }

    fn questions(&self) -> &[LeafQuestion<'a>] {
        &self.questions[..self.count]
    }
}

/// Limits answers to what can be won and makes them zero-sum. `mass` is the weight of all
/// pairs of hands that the beliefs allow.
fn balance(
    question: &LeafQuestion<'_>,
    mass: f64,
    mut vhat: [&mut [f32]; 2],
) -> Result<(), LeafError> {
    let bound = 0.5 + question.stack / question.pot;
    let mut sum = 0.0;
    for (player, vhat) in vhat.iter_mut().enumerate() {
        let (belief, compatible_weight) =
            (question.belief[player], question.compatible_weight[player]);
        let mut finite = true;
        for (vhat, &compatible_weight) in vhat.iter_mut().zip(compatible_weight) {
            finite &= compatible_weight <= 0.0 || vhat.is_finite();
            *vhat = if compatible_weight > 0.0 { vhat.clamp(-bound, bound) } else { 0.0 };
        }
        if !finite {
            let hand = vhat.iter().position(|vhat| !vhat.is_finite()).unwrap_or_default();
            return Err(LeafError::new(LimitError::NotFinite { leaf: question.leaf, hand }));
        }
        sum += weighted_product(belief, compatible_weight, vhat);
    }
    let excess = (sum / (2.0 * mass)) as f32;
    for (player, vhat) in vhat.iter_mut().enumerate() {
        for (vhat, &compatible_weight) in vhat.iter_mut().zip(question.compatible_weight[player]) {
            *vhat -= if compatible_weight > 0.0 { excess } else { 0.0 };
        }
    }
    Ok(())
}

/// The distinct rows of a player's reach among some leaves: leaves often share them.
struct Distinct {
    rows: [usize; MOST_LEAVES],
    /// The total of each row.
    totals: [f64; MOST_LEAVES],
    count: usize,
    /// For each leaf the place of its row.
    places: [usize; MOST_LEAVES],
}

impl Distinct {
    fn new(columns: &[Column], player: usize, total: impl Fn(usize) -> f64) -> Distinct {
        let (rows, totals) = ([0; MOST_LEAVES], [0.0; MOST_LEAVES]);
        let mut distinct = Distinct { rows, totals, count: 0, places: [0; MOST_LEAVES] };
        for (leaf, column) in columns.iter().enumerate() {
            let row = column.reach[player];
            let known = distinct.rows().iter().position(|&known| known == row);
            distinct.places[leaf] = known.unwrap_or_else(|| {
                let place = distinct.count;
                (distinct.rows[place], distinct.totals[place]) = (row, total(row));
                distinct.count += 1;
                place
            });
        }
        distinct
    }

    fn rows(&self) -> &[usize] {
        &self.rows[..self.count]
    }
}

impl<G: SolverGame + Debug + Send> LeafOperator for Frontier<G> {
    fn values(&self, call: LeafCall<'_>) -> Result<(), LeafError> {
        let LeafCall { player, columns, reach, mut values, scratch, parallel } = call;
        let again = values.again();
        self.others(LeafCall { player, columns, reach, values: again, scratch, parallel })?;
        let wanted = match player {
            Player::Oop => [Some(values), None],
            Player::Ip => [None, Some(values)],
        };
        self.frontier(columns, Work { reach, scratch, parallel }, wanted)
    }

    fn values_of_both(&self, mut call: BothCall<'_>) -> Result<(), LeafError> {
        for player in Player::BOTH {
            self.others(call.of(player))?;
        }
        let BothCall { columns, reach, values, scratch, parallel } = call;
        self.frontier(columns[0], Work { reach, scratch, parallel }, values.map(Some))
    }

    fn scratch(&self) -> usize {
        let rows: usize = self.strides().iter().map(|stride| 3 * self.leaves * stride).sum();
        rows + self.base().scratch().max(self.values.scratch(2 * self.leaves))
    }

    fn reads_both(&self) -> bool {
        true
    }

    fn is_zero_sum(&self) -> bool {
        false
    }

    fn bytes(&self) -> usize {
        let rows = self.place.weights.iter().chain(&self.place.compatible_weight);
        rows.map(|row| size_of_val(&row[..])).sum::<usize>() + self.values.bytes()
    }
}
