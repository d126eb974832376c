//! The hands of both players on a board, in the order of a sweep.
//!
//! Cards are sorted into places: those that make the weakest pairs on the board come
//! first. A *group* has hands of one strength that share all cards but their two
//! lowest, which are the least likely to matter, so groups are large. Hands are
//! numbered strength by strength, group by group, so that a sweep visits them in order.
//! In a group, hands whose lowest cards are adjacent and that share the others make a
//! *run*: a sweep looks up the position of a run, not of every hand.
//!
//! A full range of 178,365 four-card hands on a river is 3,000 to 7,000 groups and
//! 19,000 to 23,000 runs.

use std::ops::Range;
use std::sync::Arc;

use quasar_cards::{Combo, Game};

use super::used::Used;

/// The most cards of a hand above its two lowest.
pub(crate) const MOST_REST: usize = 3;

/// Hands of a group that differ only in their lowest card; the lowest cards are
/// adjacent.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Run {
    /// The number of the first hand's two lowest cards among the pairs of places.
    pub(crate) number: u16,
    /// The place of the higher of the two.
    pub(crate) high: u8,
    /// The place of the first hand's lowest card.
    pub(crate) low: u8,
    /// The number of hands.
    pub(crate) hands: u8,
}

/// Hands of one strength that differ in their two lowest cards only.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Group {
    /// The places of the two lowest cards of all hands.
    pub(crate) places: u64,
    /// Where the hands end; they begin where those of the group before end.
    pub(crate) end: u32,
    /// Where the runs end.
    pub(crate) runs_end: u32,
    /// The places of the other cards, ascending.
    pub(crate) rest: [u8; MOST_REST],
    /// Whether every run is a single hand, because runs would be too short to be worth a
    /// loop.
    pub(crate) single: bool,
}

/// What a player can hold on a board, in the order of the game's hand indices.
#[derive(Debug, Default)]
pub(crate) struct Side {
    /// Index of each combo.
    pub(crate) combos: Vec<u32>,
    pub(crate) runs: Vec<Run>,
    pub(crate) groups: Vec<Group>,
    /// For each strength from the weakest: where its groups end.
    pub(crate) strengths: Vec<u32>,
    /// The number of each hand among the opponent's, or [`Side::NONE`]. Numbers
    /// ascend. Nothing where both hold the same hands, whose numbers are then the
    /// same.
    pub(crate) same: Option<Vec<u32>>,
}

/// Both players' hands. Before the river all have one strength.
#[derive(Debug)]
pub(crate) struct BoardHands {
    pub(crate) game: Game,
    /// The number of places.
    pub(crate) places: usize,
    pub(crate) sides: [Arc<Side>; 2],
    /// The strength at which half of all hands are weaker.
    pub(crate) middle: usize,
    /// The entries of a sweep's tables that hands use.
    pub(crate) used: Used,
}

/// A piece of some groups.
pub(crate) struct Piece {
    pub(crate) groups: Range<usize>,
    pub(crate) hands: Range<usize>,
}

impl Side {
    /// No hand.
    pub(crate) const NONE: u32 = u32::MAX;

    /// The number of hands.
    pub(crate) fn len(&self) -> usize {
        self.combos.len()
    }

    /// Frees memory allocated for more hands than there are.
    pub(crate) fn shrink(&mut self) {
        self.runs.shrink_to_fit();
        self.groups.shrink_to_fit();
        self.strengths.shrink_to_fit();
        self.same.iter_mut().for_each(Vec::shrink_to_fit);
    }

    /// Bytes of the hands.
    pub(crate) fn bytes(&self) -> usize {
        let Side { combos, runs, groups, strengths, same } = self;
        let same = same.as_deref().unwrap_or_default();
        let hands = size_of_val(&combos[..]) + size_of_val(same) + size_of_val(&runs[..]);
        hands + size_of_val(&groups[..]) + size_of_val(&strengths[..])
    }

    /// The hands.
    pub(crate) fn combos(&self, game: Game) -> impl Iterator<Item = Combo> + '_ {
        let combo = move |&index: &u32| Combo::from_index(game, index as usize);
        self.combos.iter().map(move |index| combo(index).expect("indices are of the game"))
    }

    /// The runs of a group.
    #[inline(always)]
    pub(crate) fn runs_of(&self, group: usize) -> &[Run] {
        let start = if group == 0 { 0 } else { self.groups[group - 1].runs_end as usize };
        &self.runs[start..self.groups[group].runs_end as usize]
    }

    /// The groups of some strengths.
    #[inline]
    pub(crate) fn groups_of(&self, strengths: Range<usize>) -> Range<usize> {
        let end = |strength: usize| match strength {
            0 => 0,
            strength => self.strengths[strength - 1] as usize,
        };
        end(strengths.start)..end(strengths.end)
    }

    /// The hands of some groups.
    #[inline]
    pub(crate) fn hands_of(&self, groups: Range<usize>) -> Range<usize> {
        let end = |group: usize| match group {
            0 => 0,
            group => self.groups[group - 1].end as usize,
        };
        end(groups.start)..end(groups.end)
    }

    /// Cuts groups into pieces of at least so many hands, and less than a group more. The
    /// last piece may have fewer.
    #[inline(always)]
    pub(crate) fn pieces(&self, groups: Range<usize>, hands: usize) -> impl Iterator<Item = Piece> {
        let mut rest = groups;
        let mut first = self.hands_of(rest.start..rest.start).start;
        std::iter::from_fn(move || {
            let start = rest.start;
            let mut piece = first..first;
            while !rest.is_empty() && piece.len() < hands {
                piece.end = self.groups[rest.start].end as usize;
                rest.start += 1;
            }
            first = piece.end;
            (!piece.is_empty()).then_some(Piece { groups: start..rest.start, hands: piece })
        })
    }
}
