//! What the engine must know about a game: hands, deals, and the values of leaves.

use std::sync::Arc;

#[cfg(doc)]
use crate::Column;
use crate::buckets::BucketMap;
use crate::operators::{LeafError, LeafOperator, RunOuts};
use crate::{Player, PublicTree};

/// A two-player game over a [`PublicTree`].
///
/// At each level of the tree there are boards, numbered from 0; level 0 has one.
/// On a board each player holds one of a number of hands, numbered from 0 in any
/// order that suits the game, and different boards may have different orders.
pub trait SolverGame: Sync {
    /// Every line.
    fn tree(&self) -> &PublicTree;

    /// The weight of each hand of a player when the game begins.
    fn weights(&self, player: Player) -> &[f32];

    /// The number of boards of a level.
    fn boards(&self, level: usize) -> usize;

    /// The number of hands that a player can hold on a board.
    fn hands(&self, at: BoardAt, player: Player) -> usize;

    /// What can be dealt on a board: boards of the next level. Every deal must
    /// have the same number of images for both players.
    fn deals(&self, at: BoardAt) -> &[Deal];

    /// The operator that values leaves on a board.
    fn leaf_operator(&self, at: BoardAt) -> &dyn LeafOperator;

    /// What corrects all-ins that are followed by a deal to boards with merged hands.
    fn run_outs(&self, at: BoardAt) -> Option<&dyn RunOuts> {
        let _ = at;
        None
    }

    /// A number that distinguishes this game from others with the same weights and
    /// pay-offs, such as the same betting on another board.
    fn identity(&self) -> u64 {
        0
    }

    /// How the leaves at which the opponent folds are valued. If an operator
    /// [reads both](LeafOperator::reads_both) players' reach, each is valued by itself.
    fn folds(&self) -> Folds {
        Folds::Apart
    }

    /// Whether regrets and sums are stored without padding the last block of eight hands.
    /// This takes the least memory and a little more time: that of one to three blocks of
    /// eight hands per decision. The default is padding, whose memory is negligible where
    /// there are many hands.
    fn packs_slots(&self) -> bool {
        false
    }

    /// The game from a board on with every hand for itself, if hands are merged on the
    /// boards that follow and these are kept at hand. Hands of the board itself are the same,
    /// and so are the numbers of deals.
    fn by_hand(&self, at: BoardAt) -> Option<&dyn SolverGame> {
        let _ = at;
        None
    }

    /// The same, made when it is needed, in a game that does not keep it.
    fn unmerged(&self, at: BoardAt) -> Option<Result<Box<dyn SolverGame + '_>, LeafError>> {
        let _ = at;
        None
    }

    /// The group of each hand of a player on a board, if hands of a group must be played
    /// alike there although each is dealt, and has compatible hands, for itself.
    fn alike(&self, at: BoardAt, player: Player) -> Option<&[u32]> {
        let _ = (at, player);
        None
    }

    /// By which bucket's numbers each hand of a player plays, where hands are not merged
    /// and the numbers are those of buckets.
    fn lifted(&self, at: BoardAt, player: Player) -> Option<Lifted<'_>> {
        let _ = (at, player);
        None
    }
}

/// Hands that play by the numbers of buckets.
#[derive(Clone, Copy, Debug)]
pub struct Lifted<'a> {
    /// The number of each hand on the board before.
    former: &'a [u32],
    /// The buckets of the hands of the board before.
    map: &'a BucketMap,
}

impl<'a> Lifted<'a> {
    /// Hands of a player to which one deal leads every one for itself, and another the
    /// buckets that they belong to.
    pub(crate) fn new(deal: &'a Deal, merged: &'a Deal, player: Player) -> Option<Lifted<'a>> {
        match (&deal.hands[player.index()], &merged.hands[player.index()]) {
            (HandMap::Images(former), HandMap::Buckets(map)) => {
                Some(Lifted { former: former.first()?, map })
            }
            _ => None,
        }
    }

    /// How many buckets there are.
    pub(crate) fn buckets(&self) -> usize {
        self.map.buckets()
    }

    /// Writes the bucket of each hand.
    pub(crate) fn labels_into(&self, labels: &mut [u16]) {
        for (label, &hand) in labels.iter_mut().zip(self.former) {
            *label = self.map.bucket(hand as usize);
        }
    }
}

/// A board of a level.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BoardAt {
    /// The number of deals before this board.
    pub level: usize,
    /// The index of the board at that level.
    pub board: usize,
}

impl BoardAt {
    /// Where a game begins.
    pub const START: BoardAt = BoardAt { level: 0, board: 0 };
}

/// Cards that can be dealt, together with all deals equal to them up to suits.
#[derive(Clone, PartialEq, Debug)]
pub struct Deal {
    /// The board of the next level.
    pub board: usize,
    /// The probability of one of the equal deals, given two hands that do not block it. Where
    /// leaves are weighted by how often hands can be held together on the boards to come, such
    /// as before a flop, the weight of the board.
    pub chance: f32,
    /// How each player's hands are renumbered.
    pub hands: [HandMap; 2],
}

/// How the hands of a board correspond to those of the previous board.
#[derive(Clone, PartialEq, Debug)]
pub enum HandMap {
    /// The numbers stay; there is one image.
    Same,
    /// For each of the deals that are equal up to suits, the former number of
    /// each hand, which several hands may share: their values are then added up. The first is the deal itself; reach is carried by it alone, and
    /// values by all.
    Images(Arc<[Vec<u32>]>),
    /// The new board has buckets in place of hands: many hands have one number there.
    Buckets(Arc<BucketMap>),
}

impl Deal {
    /// Bytes of the deal and of its maps.
    pub(crate) fn bytes(&self) -> usize {
        let maps = self.hands.iter().map(|map| match map {
            HandMap::Same => 0,
            HandMap::Images(images) => {
                images.iter().map(|image| size_of_val(image) + size_of_val(&image[..])).sum()
            }
            HandMap::Buckets(map) => map.bytes(),
        });
        let [one, other] = &self.hands;
        let twice = match (one, other) {
            (HandMap::Buckets(one), HandMap::Buckets(other)) if Arc::ptr_eq(one, other) => {
                one.bytes()
            }
            (HandMap::Images(one), HandMap::Images(other)) if Arc::ptr_eq(one, other) => {
                one.iter().map(|image| size_of_val(image) + size_of_val(&image[..])).sum()
            }
            _ => 0,
        };
        size_of_val(self) + maps.sum::<usize>() - twice
    }
}

impl HandMap {
    /// How many equal deals this one represents.
    pub(crate) fn images(&self) -> usize {
        match self {
            HandMap::Same => 1,
            HandMap::Images(images) => images.len(),
            HandMap::Buckets(map) => map.images().len(),
        }
    }

    /// How numbers change; an error with the buckets where hands are merged.
    pub(crate) fn renumbering(&self) -> Result<Renumbering<'_>, &BucketMap> {
        match self {
            HandMap::Same => Ok(Renumbering(None)),
            HandMap::Images(images) => Ok(Renumbering(Some(images))),
            HandMap::Buckets(map) => Err(map),
        }
    }
}

/// Former numbers of the hands of a board, for each image; none if they stay.
#[derive(Clone, Copy)]
pub(crate) struct Renumbering<'a>(Option<&'a [Vec<u32>]>);

impl Renumbering<'_> {
    /// Writes rows of reach of the new board's hands, all of the same length before and
    /// after. Finding a hand's number costs the same for several rows as for one.
    pub(crate) fn gather<const N: usize>(self, before: [&[f32]; N], after: [&mut [f32]; N]) {
        match self.0 {
            None => {
                for (before, after) in before.into_iter().zip(after) {
                    after.copy_from_slice(&before[..after.len()]);
                }
            }
            Some(images) => {
                let (image, numbers) = (&images[0], before[0].len());
                let before = before.map(|row| &row[..numbers]);
                let after = after.map(|row| &mut row[..image.len()]);
                for (place, &from) in image.iter().enumerate() {
                    for row in 0..N {
                        after[row][place] = before[row][from as usize];
                    }
                }
            }
        }
    }

    /// Adds rows of values of the new board's hands to those of the previous board.
    pub(crate) fn scatter<const N: usize>(
        self,
        chance: f32,
        after: [&[f32]; N],
        before: [&mut [f32]; N],
    ) {
        match self.0 {
            None => {
                for (before, after) in before.into_iter().zip(after) {
                    for (before, after) in before.iter_mut().zip(after) {
                        *before += chance * after;
                    }
                }
            }
            Some(images) => {
                let (hands, numbers) = (after[0].len(), before[0].len());
                let after = after.map(|row| &row[..hands]);
                let before = before.map(|row| &mut row[..numbers]);
                for image in images {
                    for (place, &to) in image[..hands].iter().enumerate() {
                        for row in 0..N {
                            before[row][to as usize] += chance * after[row][place];
                        }
                    }
                }
            }
        }
    }
}

/// How the leaves at which the opponent folds are valued, if the values of single leaves
/// are not needed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Folds {
    /// Each by itself.
    Apart,
    /// Together with the call at the same decision: [`Column::fold`].
    Joined,
    /// With the reach before the fold, which other leaves mostly share: one reach vector
    /// less per fold. The leaves after the other actions are worth that much less.
    Shifted,
}
