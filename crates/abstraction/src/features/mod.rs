//! Features: a hand on a board, described by a few numbers.
//!
//! Two sets, for four-card hands on a turn or a river:
//!
//! **small**, eight numbers that anybody can see from the cards:
//!
//! | number | meaning |
//! |---|---|
//! | 1 to 4 | cards of the hand in its longest, second, third and fourth suit |
//! | 5, 6 | highest and second highest rank of the hand, 0 for a two to 12 for an ace, over 12 |
//! | 7 | most cards of one suit on the board |
//! | 8 | how often the board's highest rank is on it |
//!
//! The last two are the same for all hands of a board. There are at most a few
//! hundred distinct rows, and they ignore strength: this set shows what a careless
//! abstraction costs.
//!
//! **real**, what the hand is worth and which hands it blocks:
//!
//! | number | meaning |
//! |---|---|
//! | 1 to 8 | equity against eighths of the opponent's hands, weakest first |
//! | 9 | nut rank: 2 if no hand is better, falling by the logarithm of the number of better hands to 0 if all are |
//! | 10 to 13 | blockers of the best, second, third and fourth best hands: 1/4 if the hand blocks a quarter of the pairs that make it, 0 if not |
//! | 14 to 21 | the fraction of each eighth that shares a card with the hand |
//!
//! The eighths are the opponent's hands sorted by equity against every hand, with
//! hands of equal equity in the same part (opponent cluster hand strength: Johanson, Burch,
//! Valenzano and Bowling 2013). Everything takes into account the cards
//! that a hand blocks, and on a turn is counted over all rivers. Where a hand blocks
//! a whole eighth, its equity against every hand is used instead.
//!
//! Cost: a river takes 0.2 s of one core, a turn 4.0 s of processor time on all cores.

mod blockers;
mod equity;
mod small;

use quasar_cards::{Board, Street};
use quasar_equity::Progress;

use crate::AbstractionError;

pub use equity::EIGHTHS;

/// Which numbers describe a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FeatureSet {
    /// What can be seen from the cards.
    Small,
    /// Equities, nut rank and blockers.
    Real,
}

impl FeatureSet {
    /// Both sets.
    pub const ALL: [FeatureSet; 2] = [FeatureSet::Small, FeatureSet::Real];

    /// Grows whenever the meaning of a set changes, so that old buckets are not taken for
    /// new ones.
    pub const VERSION: u32 = 1;

    /// The name: `small` or `real`.
    pub const fn name(self) -> &'static str {
        match self {
            FeatureSet::Small => "small",
            FeatureSet::Real => "real",
        }
    }

    /// The name of each number.
    pub const fn columns(self) -> &'static [&'static str] {
        match self {
            FeatureSet::Small => &[
                "suit 1",
                "suit 2",
                "suit 3",
                "suit 4",
                "top rank",
                "second rank",
                "board suit",
                "board top",
            ],
            FeatureSet::Real => &[
                "v 1/8",
                "v 2/8",
                "v 3/8",
                "v 4/8",
                "v 5/8",
                "v 6/8",
                "v 7/8",
                "v 8/8",
                "nut rank",
                "block 1",
                "block 2",
                "block 3",
                "block 4",
                "takes 1/8",
                "takes 2/8",
                "takes 3/8",
                "takes 4/8",
                "takes 5/8",
                "takes 6/8",
                "takes 7/8",
                "takes 8/8",
            ],
        }
    }

    /// How many numbers there are.
    pub const fn dims(self) -> usize {
        self.columns().len()
    }
}

/// The features of every hand of a board.
#[derive(Clone, PartialEq, Debug)]
pub struct HandFeatures {
    board: Board,
    set: FeatureSet,
    values: Vec<f32>,
}

impl HandFeatures {
    /// Describes all four-card hands that a turn or river leaves, in the order of
    /// [`quasar_eval::LiveCards::hand_index`]. Runs in the installed rayon pool;
    /// `progress` counts rivers.
    pub fn new(
        board: &Board,
        set: FeatureSet,
        progress: &Progress,
    ) -> Result<HandFeatures, AbstractionError> {
        if !matches!(board.street(), Street::Turn | Street::River) {
            return Err(AbstractionError::NeitherTurnNorRiver(*board));
        }
        let values = match set {
            FeatureSet::Small => small::features(board),
            FeatureSet::Real => real(board, progress)?,
        };
        Ok(HandFeatures { board: *board, set, values })
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Which numbers these are.
    pub fn set(&self) -> FeatureSet {
        self.set
    }

    /// The numbers, one hand after the other.
    pub fn values(&self) -> &[f32] {
        &self.values
    }

    /// The numbers of one hand; none if there is no such hand.
    pub fn of(&self, hand: usize) -> &[f32] {
        self.values.chunks_exact(self.set.dims()).nth(hand).unwrap_or(&[])
    }
}

/// The weight of nut rank relative to equities.
const NUT_WEIGHT: f32 = 2.0;

/// The weight of each blocker relative to equities.
const BLOCKER_WEIGHT: f32 = 0.25;

fn real(board: &Board, progress: &Progress) -> Result<Vec<f32>, AbstractionError> {
    let equities = equity::equities(board, progress)?;
    let blockers = blockers::Blockers::new(board);
    let mut values = Vec::with_capacity(equities.len() * FeatureSet::Real.dims());
    for (equities, hand) in equities.iter().zip(crate::hands::combos(board)) {
        values.extend(equities.against);
        values.push(NUT_WEIGHT * equities.nut_rank);
        values
            .extend(blockers.of(&hand).map(|blocks| f32::from(u8::from(blocks)) * BLOCKER_WEIGHT));
        values.extend(equities.taken);
    }
    Ok(values)
}
