//! What the engine must know of a game: hands, deals, and what leaves are worth.

use crate::{Player, PublicTree, Rows, RowsMut};

/// A two-player game over a [`PublicTree`].
///
/// At each level of the tree there are boards, numbered from 0; level 0 has one.
/// On a board each player holds one of a number of hands, numbered from 0 in any
/// order that suits the game, and different boards may have different orders.
pub trait Game: Sync {
    /// Every line.
    fn tree(&self) -> &PublicTree;

    /// The weight of each hand of a player when the game begins.
    fn weights(&self, player: Player) -> &[f32];

    /// How many boards a level has.
    fn boards(&self, level: usize) -> usize;

    /// How many hands a player can hold on a board.
    fn hands(&self, at: Place, player: Player) -> usize;

    /// What can be dealt on a board: boards of the next level. Every deal must
    /// have the same number of images for both players.
    fn deals(&self, at: Place) -> &[Deal];

    /// The leaf operator: writes the counterfactual values of a player's hands at
    /// every leaf in `call.columns`.
    fn leaves(&self, call: LeafCall<'_>);

    /// A number that tells this game from others with the same weights and
    /// pay-offs, such as the same betting on another board.
    fn identity(&self) -> u64 {
        0
    }

    /// Whether [`leaves`](Self::leaves) can keep several threads busy with one
    /// call.
    fn shares_leaves(&self) -> bool {
        false
    }

    /// How leaves at which the opponent folds are to be asked for.
    fn folds(&self) -> Folds {
        Folds::Apart
    }

    /// Whether regrets and sums are kept without filling the last eight hands of an
    /// action up. That takes the least memory and a little more time: about that of
    /// one to three blocks of eight hands for each decision. By default numbers are
    /// filled up, which costs nothing that counts where there are many hands.
    fn packs_slots(&self) -> bool {
        false
    }

    /// How many numbers of scratch [`leaves`](Self::leaves) needs.
    fn leaf_scratch(&self) -> usize {
        0
    }
}

/// A board of a level.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Place {
    /// How often cards were dealt.
    pub level: usize,
    /// The board's number at that level.
    pub board: usize,
}

impl Place {
    /// Where a game begins.
    pub const START: Place = Place { level: 0, board: 0 };
}

/// Cards that can be dealt, together with all that are equal to them up to
/// suits.
#[derive(Clone, PartialEq, Debug)]
pub struct Deal {
    /// The board of the next level.
    pub board: usize,
    /// The probability of one of the equal deals, given two hands that it leaves
    /// possible.
    pub chance: f32,
    /// How each player's hands are numbered before and after.
    pub hands: [HandMap; 2],
}

/// How hands of a board correspond to hands of the board before.
#[derive(Clone, PartialEq, Debug)]
pub enum HandMap {
    /// The numbers stay; there is one image.
    Same,
    /// For each of the deals that are equal up to suits, the former number of
    /// each hand. The first is the deal itself; reach is carried by it alone, and
    /// values by all.
    Images(Vec<Vec<u32>>),
}

impl Deal {
    /// Bytes of the deal and of its maps.
    pub(crate) fn bytes(&self) -> usize {
        let maps = self.hands.iter().map(|map| match map {
            HandMap::Same => 0,
            HandMap::Images(images) => {
                images.iter().map(|image| size_of_val(image) + size_of_val(&image[..])).sum()
            }
        });
        size_of_val(self) + maps.sum::<usize>()
    }
}

impl HandMap {
    /// How many equal deals this stands for.
    pub(crate) fn images(&self) -> usize {
        match self {
            HandMap::Same => 1,
            HandMap::Images(images) => images.len(),
        }
    }

    /// Writes rows of reach of the new board's hands, all of the same length before and
    /// after. Finding a hand's number costs the same for several rows as for one.
    pub(crate) fn gather<const N: usize>(&self, before: [&[f32]; N], after: [&mut [f32]; N]) {
        match self {
            HandMap::Same => {
                for (before, after) in before.into_iter().zip(after) {
                    after.copy_from_slice(&before[..after.len()]);
                }
            }
            HandMap::Images(images) => {
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

    /// Adds rows of values of the new board's hands to those of the board before,
    /// likewise.
    pub(crate) fn scatter<const N: usize>(
        &self,
        chance: f32,
        after: [&[f32]; N],
        before: [&mut [f32]; N],
    ) {
        match self {
            HandMap::Same => {
                for (before, after) in before.into_iter().zip(after) {
                    for (before, after) in before.iter_mut().zip(after) {
                        *before += chance * after;
                    }
                }
            }
            HandMap::Images(images) => {
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

/// A batch of leaves on one board.
#[derive(Debug)]
pub struct LeafCall<'a> {
    /// The board.
    pub place: Place,
    /// Whose values are asked for.
    pub player: Player,
    /// The leaves. Those with the same reach of the opponent are neighbours.
    pub columns: &'a [Column],
    /// Both players' reach; a row of the opponent's is valid for every column, one of
    /// the player's own may be anything. Rows are as long as the hands up to the next
    /// multiple of eight, or longer; what follows the hands may be anything.
    pub reach: [Rows<'a>; 2],
    /// Where the values go. Rows are longer than the number of hands; what follows
    /// the hands up to the next multiple of eight must be zero.
    pub values: RowsMut<'a>,
    /// As many numbers as the game asked for, with any content.
    pub scratch: &'a mut [f32],
    /// Whether the call may share its work among the threads of the pool that it
    /// runs in. Numbers must not depend on it.
    pub parallel: bool,
}

/// One leaf of a batch: see [`Leaf`](crate::Leaf) for the meaning of the amounts.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Column {
    /// The row of each player's reach.
    pub reach: [usize; 2],
    /// The row for the values.
    pub value: usize,
    /// Which comparison of hands decides.
    pub test: usize,
    /// Factor of winning minus losing.
    pub difference: f32,
    /// Factor of meeting a possible hand.
    pub sum: f32,
    /// A fold of the opponent whose values go to the same row. Such a column shares
    /// its reach with no other.
    pub fold: Option<Fold>,
}

/// How leaves at which the opponent folds are asked for, where nobody looks at the
/// values of single leaves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Folds {
    /// Each by itself.
    Apart,
    /// With the call beside it: [`Column::fold`].
    Joined,
    /// By the reach before the fold, which other leaves mostly have too: a reach less to
    /// work on for each. Leaves that follow the other actions are worth that much less.
    Shifted,
}

/// A leaf whose values are added to those of another.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Fold {
    /// The row of the opponent's reach.
    pub reach: usize,
    /// Factor of meeting a possible hand.
    pub sum: f32,
}
