//! The boards of a game, and how hands map from one to the next.
//!
//! A turn can have its rivers in its leaf operator, which runs all-ins out, or in the
//! tree. From a flop on there are 1,176 rivers, each reached in two orders; what is known
//! of one is made once, and rivers that suits make equal are merged once.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use quasar_cards::{Board, Card, CardSet, Combo, Street, SuitPermutation};
use rayon::prelude::*;

use super::by_hand::{ByHand, Shared};
use super::hands::{BoardHands, Side};
use super::rivers::{Known, chance, group, rivers, rivers_after};
use super::{OmahaError, OmahaSpec};
use crate::buckets::{self, BucketMap, MergeRivers, RiverHands};
use crate::game::{Deal, HandMap};
use crate::kernels::Placed;
use crate::operators::{
    LeafOperator, MatrixTables, OmahaAllIn, OmahaFold, OmahaRunOuts, OmahaShowdown, River, RunOut,
};
use crate::orbits::{Orbit, fixing, orbits};
use crate::{Player, PublicNode, PublicTree};

/// A board of the game.
#[derive(Debug)]
pub(super) struct Entry {
    pub(super) board: Board,
    /// None where hands are merged.
    pub(super) hands: Option<Arc<BoardHands>>,
    /// How many hands or buckets each player has.
    pub(super) counts: [usize; 2],
    pub(super) leaves: Arc<dyn LeafOperator>,
    pub(super) deals: Arc<[Deal]>,
    /// All-ins without buckets, where the rivers are merged.
    pub(super) run_outs: Option<OmahaRunOuts>,
    /// The rivers without buckets, where they are merged.
    pub(super) by_hand: Option<Box<ByHand>>,
}

impl Entry {
    pub(super) fn new(
        board: Board,
        hands: &Arc<BoardHands>,
        leaves: Arc<dyn LeafOperator>,
    ) -> Entry {
        let counts = [0, 1].map(|side: usize| hands.sides[side].len());
        let (hands, deals) = (Some(Arc::clone(hands)), Arc::from([]));
        Entry { board, hands, counts, leaves, deals, run_outs: None, by_hand: None }
    }

    /// Bytes of the board, without what was `counted` already.
    pub(super) fn bytes(&self, counted: &mut HashSet<usize>) -> usize {
        let run_outs = self.run_outs.iter().flat_map(|run_outs| &run_outs.rivers);
        let deals = self.deals.iter().chain(run_outs.clone().map(|run| &run.deal));
        let mut bytes = deals.map(Deal::bytes).sum::<usize>();
        for hands in self.hands.iter().chain(run_outs.map(|run| &run.river.hands)) {
            let mut new = |address: usize| counted.insert(address);
            if new(Arc::as_ptr(hands).addr()) {
                bytes += hands.used.bytes();
            }
            let own = hands.sides.iter().filter(|side| new(Arc::as_ptr(side).addr()));
            bytes += own.map(|side| side.bytes()).sum::<usize>();
        }
        if counted.insert(Arc::as_ptr(&self.leaves).addr()) {
            bytes += self.leaves.bytes();
        }
        bytes
    }
}

/// A player who has no hand.
pub(super) fn empty(hands: &BoardHands) -> Option<Player> {
    Player::BOTH.into_iter().find(|player| hands.sides[player.index()].len() == 0)
}

/// Whether a game from the turn on has a river, or a showdown that deals one.
fn wants_rivers(tree: &PublicTree) -> bool {
    tree.levels() > 1 || shows_hands(tree, 0)
}

/// Whether hands are shown at a level.
fn shows_hands(tree: &PublicTree, level: usize) -> bool {
    let shows =
        |node: &PublicNode| matches!(node, PublicNode::Leaf(leaf) if leaf.difference != 0.0);
    let mut stages = tree.stages().iter().filter(|stage| stage.level() == level);
    stages.any(|stage| stage.nodes().iter().any(shows))
}

/// Makes the boards of a game.
pub(super) struct Builder<'a> {
    spec: &'a OmahaSpec<'a>,
    start: Arc<BoardHands>,
    /// Relabellings of suits that change nothing.
    group: Vec<SuitPermutation>,
}

/// A turn, and how it is reached.
struct Turn {
    board: Board,
    hands: Arc<BoardHands>,
    /// None where the game begins with it.
    deal: Option<Deal>,
    rivers: Vec<Orbit>,
}

/// A river under a turn.
#[derive(Clone, Copy)]
struct Use {
    turn: usize,
    river: usize,
    /// From the suits of the turn's river to those of the river that is merged for it.
    suits: SuitPermutation,
}

/// All rivers, the deals of each turn that lead to them, and a number that tells merged
/// ones apart.
struct Rivers {
    entries: Vec<Entry>,
    deals: Vec<Vec<Deal>>,
    /// What the leaves of merged rivers are, in the order of the entries.
    tables: Vec<Arc<MatrixTables<i16>>>,
    version: u64,
}

/// How the hands of each player become buckets.
type Maps = [Arc<BucketMap>; 2];

/// A river that was merged, and the maps that lead to it.
struct Merged {
    leaves: Arc<MatrixTables<i16>>,
    counts: [usize; 2],
    version: u64,
    maps: Vec<(Use, Maps)>,
}

impl<'a> Builder<'a> {
    pub(super) fn new(spec: &'a OmahaSpec<'a>, start: Arc<BoardHands>) -> Builder<'a> {
        Builder { spec, start, group: group(spec) }
    }

    /// Levels of a turn or river whose leaves run all-ins out.
    pub(super) fn run_out_by_leaves(
        self,
        tree: &PublicTree,
    ) -> Result<Vec<Vec<Entry>>, OmahaError> {
        let (board, start) = (self.spec.board, &self.start);
        let (rivers, deals) = match board.street() == Street::Turn && wants_rivers(tree) {
            true => rivers(self.spec, start)?,
            false => (Vec::new(), Vec::new()),
        };
        let (rivers, deals): (Arc<[River]>, Arc<[Deal]>) = (rivers.into(), deals.into());
        let shared = Arc::clone(start);
        let leaves: Arc<dyn LeafOperator> = if board.street() == Street::River {
            Arc::new(OmahaShowdown::alone(shared))
        } else if rivers.is_empty() {
            Arc::new(OmahaFold::new(shared))
        } else {
            Arc::new(OmahaAllIn::new(shared, Arc::clone(&rivers), Arc::clone(&deals)))
        };
        let river = |river: &River| {
            let leaves = Arc::new(OmahaShowdown::of_many(Arc::clone(&river.hands)));
            Entry::new(river.board, &river.hands, leaves)
        };
        let later = rivers.iter().map(river).collect();
        Ok(vec![vec![Entry { deals, ..Entry::new(board, start, leaves) }], later])
    }

    /// The levels of a flop or turn whose tree runs all-ins out, and a number that tells
    /// merged rivers apart.
    pub(super) fn dealt_by_tree(
        self,
        shared: &Shared,
    ) -> Result<(Vec<Vec<Entry>>, u64), OmahaError> {
        let levels = shared.tree.levels();
        let (board, start) = (self.spec.board, Arc::clone(&self.start));
        let fold = |hands: &Arc<BoardHands>| Arc::new(OmahaFold::of_many(Arc::clone(hands)));
        if levels == 1 {
            return Ok((vec![vec![Entry::new(board, &start, fold(&start))]], 0));
        }
        let turns = if board.street() == Street::Flop {
            self.turns()?
        } else {
            let rivers = orbits(&board, self.spec.deck, &self.group);
            vec![Turn { board, hands: Arc::clone(&start), deal: None, rivers }]
        };
        let Rivers { entries: rivers, deals, tables, version } = match self.spec.merge_rivers {
            Some(merge) => self.merged_rivers(&turns, merge)?,
            None => self.plain_rivers(&turns)?,
        };
        let mut entries = Vec::new();
        let mut first = Vec::new();
        let merges = !tables.is_empty();
        let known = if merges { self.river_hands(&turns)? } else { Known::new() };
        let run_outs = turns.par_iter().zip(&deals).map(|(turn, deals)| {
            merges.then(|| self.run_outs(turn, deals, &tables, &known)).transpose()
        });
        let run_outs: Vec<_> = run_outs.collect::<Result<_, OmahaError>>()?;
        for ((turn, deals), run_outs) in turns.into_iter().zip(deals).zip(run_outs) {
            let entry = Entry::new(turn.board, &turn.hands, fold(&turn.hands));
            let by_hand =
                |run_outs| Box::new(ByHand::new(shared.clone(), &entry, levels - 2, run_outs));
            let by_hand = run_outs.as_ref().map(by_hand);
            entries.push(Entry { deals: deals.into(), run_outs, by_hand, ..entry });
            first.extend(turn.deal);
        }
        let levels = if board.street() == Street::Flop {
            let entry = Entry::new(board, &start, Arc::new(OmahaFold::new(Arc::clone(&start))));
            vec![vec![Entry { deals: first.into(), ..entry }], entries, rivers]
        } else {
            vec![entries, rivers]
        };
        Ok((levels, version))
    }

    /// A flop and its turns, whose leaves run all-ins out.
    pub(super) fn until_turn(self, tree: &PublicTree) -> Result<Vec<Vec<Entry>>, OmahaError> {
        let (flop, start) = (self.spec.board, Arc::clone(&self.start));
        let all_ins = shows_hands(tree, 1);
        let (mut first, mut entries) = (Vec::new(), Vec::new());
        let turns = if tree.levels() > 1 { self.turns()? } else { Vec::new() };
        let known = if all_ins { self.river_hands(&turns)? } else { Known::new() };
        for turn in turns {
            let hands = Arc::clone(&turn.hands);
            let leaves: Arc<dyn LeafOperator> = if all_ins {
                let (rivers, deals) =
                    rivers_after(self.spec, &turn.board, &hands, &turn.rivers, &known)?;
                Arc::new(OmahaAllIn::new(hands, rivers.into(), deals.into()))
            } else {
                Arc::new(OmahaFold::of_many(hands))
            };
            entries.push(Entry::new(turn.board, &turn.hands, leaves));
            first.extend(turn.deal);
        }
        let entry = Entry::new(flop, &start, Arc::new(OmahaFold::new(Arc::clone(&start))));
        Ok(vec![vec![Entry { deals: first.into(), ..entry }], entries])
    }

    /// The hands of all rivers by their cards.
    fn river_hands(&self, turns: &[Turn]) -> Result<Known, OmahaError> {
        let OmahaSpec { deck, ranges, .. } = self.spec;
        let mut boards = BTreeMap::new();
        for turn in turns {
            for orbit in &turn.rivers {
                let board = turn.board.with_next(orbit.card)?;
                boards.entry(board.set().bits()).or_insert(board);
            }
        }
        let hands = |(cards, board)| Ok((cards, Arc::new(BoardHands::new(&board, *deck, ranges)?)));
        match self.spec.merge_rivers {
            Some(_) => boards.into_par_iter().map(hands).collect(),
            None => boards.into_iter().map(hands).collect(),
        }
    }

    /// The rivers of a turn, without buckets and merged.
    fn run_outs(
        &self,
        turn: &Turn,
        merged: &[Deal],
        tables: &[Arc<MatrixTables<i16>>],
        known: &Known,
    ) -> Result<OmahaRunOuts, OmahaError> {
        let (rivers, deals) =
            rivers_after(self.spec, &turn.board, &turn.hands, &turn.rivers, known)?;
        let rivers = rivers.into_iter().zip(deals).zip(merged).map(|((river, deal), merged)| {
            let (merged, tables) = (merged.clone(), Arc::clone(&tables[merged.board]));
            RunOut { river, deal, merged, tables }
        });
        Ok(OmahaRunOuts { turn: Arc::clone(&turn.hands), rivers: rivers.collect() })
    }

    /// The turns of a flop on which both players have hands.
    fn turns(&self) -> Result<Vec<Turn>, OmahaError> {
        let OmahaSpec { board: flop, deck, ranges, .. } = self.spec;
        let numbers = numbers(&self.start);
        let chance = self.chance(flop);
        let mut turns = Vec::new();
        for orbit in orbits(flop, *deck, &self.group) {
            let board = flop.with_next(orbit.card)?;
            let hands = Arc::new(BoardHands::new(&board, *deck, ranges)?);
            if empty(&hands).is_none() {
                let deal = deal(&numbers, &hands, turns.len(), chance, &orbit.images);
                let rivers = orbits(&board, *deck, &fixing(&self.group, orbit.card));
                turns.push(Turn { board, hands, deal: Some(deal), rivers });
            }
        }
        Ok(turns)
    }

    /// Rivers on which every hand plays for itself.
    fn plain_rivers(&self, turns: &[Turn]) -> Result<Rivers, OmahaError> {
        let known = self.river_hands(turns)?;
        let (mut entries, mut deals) = (Vec::new(), Vec::new());
        for turn in turns {
            let (rivers, mut own) =
                rivers_after(self.spec, &turn.board, &turn.hands, &turn.rivers, &known)?;
            own.iter_mut().for_each(|deal| deal.board += entries.len());
            entries.extend(rivers.into_iter().map(|River { board, hands }| {
                let leaves = Arc::new(OmahaShowdown::of_many(Arc::clone(&hands)));
                Entry::new(board, &hands, leaves)
            }));
            deals.push(own);
        }
        Ok(Rivers { entries, deals, tables: Vec::new(), version: 0 })
    }

    /// Rivers whose hands are merged.
    fn merged_rivers(&self, turns: &[Turn], merge: &dyn MergeRivers) -> Result<Rivers, OmahaError> {
        let mut uses: BTreeMap<u64, (CardSet, Vec<Use>)> = BTreeMap::new();
        for (turn, at) in turns.iter().enumerate() {
            for (river, orbit) in at.rivers.iter().enumerate() {
                let set = at.board.set().with(orbit.card);
                let images = self.group.iter().map(|&suits| (suits.apply(set), suits));
                let (set, suits) =
                    images.min_by_key(|(set, _)| set.bits()).expect("a group has one");
                let merged_once = uses.entry(set.bits()).or_insert((set, Vec::new()));
                merged_once.1.push(Use { turn, river, suits });
            }
        }
        let merged: Vec<Option<Merged>> = uses
            .into_par_iter()
            .map(|(_, (set, uses))| {
                let cards: Vec<Card> = set.iter().collect();
                self.merged_river(turns, Board::new(&cards)?, &uses, merge)
            })
            .collect::<Result<_, OmahaError>>()?;
        let mut version = 0u64;
        let mut found: HashMap<(usize, usize), (usize, Maps)> = HashMap::new();
        let merged: Vec<Merged> = merged.into_iter().flatten().collect();
        for (place, river) in merged.iter().enumerate() {
            version = version.rotate_left(5).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ river.version;
            for (used, maps) in &river.maps {
                found.insert((used.turn, used.river), (place, maps.clone()));
            }
        }
        let (mut entries, mut deals, mut tables) = (Vec::new(), Vec::new(), Vec::new());
        for (turn, at) in turns.iter().enumerate() {
            let chance = self.chance(&at.board);
            let mut own = Vec::new();
            for (river, orbit) in at.rivers.iter().enumerate() {
                let Some((place, maps)) = found.remove(&(turn, river)) else { continue };
                own.push(Deal { board: entries.len(), chance, hands: maps.map(HandMap::Buckets) });
                let Merged { leaves, counts, .. } = &merged[place];
                tables.push(Arc::clone(leaves));
                let leaves: Arc<dyn LeafOperator> = Arc::<MatrixTables<i16>>::clone(leaves);
                let board = at.board.with_next(orbit.card)?;
                let deals = Arc::from([]);
                let (hands, counts, run_outs, by_hand) = (None, *counts, None, None);
                entries.push(Entry { board, hands, counts, leaves, deals, run_outs, by_hand });
            }
            deals.push(own);
        }
        Ok(Rivers { entries, deals, tables, version })
    }

    /// Merges a river; nothing if a player has no hand there.
    fn merged_river(
        &self,
        turns: &[Turn],
        board: Board,
        uses: &[Use],
        merge: &dyn MergeRivers,
    ) -> Result<Option<Merged>, OmahaError> {
        let OmahaSpec { deck, ranges, .. } = self.spec;
        let hands = BoardHands::new(&board, *deck, ranges)?;
        if empty(&hands).is_some() {
            return Ok(None);
        }
        let combos = [0, 1].map(|side: usize| &hands.sides[side].combos[..]);
        let weights = [0, 1].map(|side: usize| {
            let weights = ranges[side].weights();
            combos[side].iter().map(|&combo| weights[combo as usize]).collect::<Vec<f32>>()
        });
        let river =
            RiverHands { board: &board, hands: combos, weights: [&weights[0], &weights[1]] };
        let buckets = merge.merge(river)?;
        buckets.check(&river)?;
        let by_combo = [0, 1].map(|side: usize| {
            let mut places = vec![Placed::nowhere(buckets.counts[side]); hands.game.combos()];
            let placed = buckets.places(side, &weights[side]);
            for (&combo, placed) in combos[side].iter().zip(placed) {
                places[combo as usize] = placed;
            }
            places
        });
        let maps = uses.iter().map(|&used| {
            let turn = &turns[used.turn];
            let images = &turn.rivers[used.river].images;
            let maps = [0, 1].map(|side: usize| {
                let image = |suits: &SuitPermutation| {
                    let suits = suits.inverse().then(used.suits);
                    places_of(&turn.hands, side, suits, &by_combo[side])
                };
                BucketMap::new(buckets.counts[side], images.iter().map(image).collect())
            });
            (used, buckets::shared(maps))
        });
        let maps = maps.collect();
        let (counts, version) = (buckets.counts, buckets.fingerprint());
        Ok(Some(Merged { leaves: Arc::new(buckets.tables()), counts, version, maps }))
    }

    /// The probability of a card, given two hands.
    fn chance(&self, board: &Board) -> f32 {
        chance(self.spec, board, &self.start)
    }
}

/// Where the hands of a board belong after a relabelling of suits.
fn places_of(
    hands: &BoardHands,
    side: usize,
    suits: SuitPermutation,
    by_combo: &[Placed],
) -> Vec<Placed> {
    let side = &hands.sides[side];
    if suits == SuitPermutation::IDENTITY {
        return side.combos.iter().map(|&combo| by_combo[combo as usize]).collect();
    }
    side.combos(hands.game).map(|combo| by_combo[combo.permute(suits).index()]).collect()
}

/// The number of each combo of each player; `u32::MAX` where there is none.
pub(super) fn numbers(hands: &BoardHands) -> [Arc<[u32]>; 2] {
    let of = |side: &Side| -> Arc<[u32]> {
        let mut numbers = vec![u32::MAX; hands.game.combos()];
        for (number, &combo) in side.combos.iter().enumerate() {
            numbers[combo as usize] = number as u32;
        }
        numbers.into()
    };
    let [one, other] = &hands.sides;
    let first = of(one);
    [Arc::clone(&first), if Arc::ptr_eq(one, other) { first } else { of(other) }]
}

/// The deal that leads from the hands of a board to those of the next. `numbers` has
/// those of each player's combos on the board before.
pub(super) fn deal(
    numbers: &[Arc<[u32]>; 2],
    after: &BoardHands,
    board: usize,
    chance: f32,
    images: &[SuitPermutation],
) -> Deal {
    let map = |side: usize| {
        let (numbers, after_side) = (&numbers[side], &after.sides[side]);
        let image = |&suits: &SuitPermutation| {
            if suits == SuitPermutation::IDENTITY {
                return after_side.combos.iter().map(|&combo| numbers[combo as usize]).collect();
            }
            let number = |combo: Combo| numbers[combo.permute(suits).index()];
            after_side.combos(after.game).map(number).collect()
        };
        HandMap::Images(images.iter().map(image).collect())
    };
    let same = |[one, other]: &[Arc<Side>; 2]| Arc::ptr_eq(one, other);
    let first = map(0);
    let shared = same(&after.sides) && Arc::ptr_eq(&numbers[0], &numbers[1]);
    let second = if shared { first.clone() } else { map(1) };
    Deal { board, chance, hands: [first, second] }
}
