//! The boards of a flop: its turns and rivers, made once for all lines.
//!
//! All-ins before the river use tables of all run-outs in the fewest bits that hold them:
//! wins minus losses are whole numbers, 44 rivers at most under a turn and 990 run-outs under
//! a flop. Both players have the same hands, so that a table is kept once. Rivers that suits
//! make equal are merged once.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use quasar_cards::{Board, Card, CardSet, Combo, Game, SuitPermutation, symmetries};

use super::{StreetsError, StreetsGame, StreetsSpec, hands_left, tree};
use crate::buckets::{BucketMap, MergeRivers, RiverHands};
use crate::game::{Deal, HandMap, Lifted};
use crate::holdem::HoldemError;
use crate::holdem::deals::deal;
use crate::holdem::hands::BoardHands;
use crate::kernels::Placed;
use crate::operators::{
    HoldemAllIn, HoldemFold, HoldemShowdown, LeafError, LeafOperator, MatrixTables, run_outs,
    wins_minus_losses,
};
use crate::orbits::{Orbit, fixing, orbits};
use crate::{BoardAt, Player, PublicTree, SolverGame};

/// A board of the game, or the place before the flop.
#[derive(Debug)]
pub(super) struct Entry {
    pub(super) board: Option<Board>,
    /// None before the flop and where hands are merged.
    pub(super) hands: Option<Arc<BoardHands>>,
    /// How many hands, classes or buckets each player has.
    pub(super) counts: [usize; 2],
    pub(super) leaves: Arc<dyn LeafOperator>,
    pub(super) deals: Vec<Deal>,
}

impl Entry {
    /// The place before the flop.
    pub(super) fn of_classes(classes: usize, tables: MatrixTables, deals: Vec<Deal>) -> Entry {
        Entry { board: None, hands: None, counts: [classes; 2], leaves: Arc::new(tables), deals }
    }

    fn new(board: Board, hands: &Arc<BoardHands>, leaves: Arc<dyn LeafOperator>) -> Entry {
        let counts = [hands.sides[0].len(); 2];
        let (board, hands) = (Some(board), Some(Arc::clone(hands)));
        Entry { board, hands, counts, leaves, deals: Vec::new() }
    }

    /// Bytes of the board, without what was `counted` already.
    pub(super) fn bytes(&self, counted: &mut HashSet<usize>) -> usize {
        let mut bytes = size_of_val(self) + self.deals.iter().map(Deal::bytes).sum::<usize>();
        if let Some(hands) = &self.hands
            && counted.insert(Arc::as_ptr(hands).addr())
        {
            bytes += hands.bytes();
        }
        if counted.insert(Arc::as_ptr(&self.leaves).addr()) {
            bytes += self.leaves.bytes();
        }
        bytes
    }
}

/// All that follows a flop.
#[derive(Debug)]
pub(super) struct FlopBoards {
    pub(super) board: Board,
    pub(super) hands: Arc<BoardHands>,
    /// Wins minus losses of each hand against each over all run-outs, if asked for.
    pub(super) balance: Vec<i16>,
    /// How many run-outs two hands leave.
    pub(super) run_outs: usize,
    /// The flop, its turns and its rivers, as far as the tree goes. Boards are numbered from 0.
    pub(super) levels: Vec<Vec<Entry>>,
    /// A number that tells ways of merging rivers apart.
    pub(super) version: u64,
}

/// Makes the boards of flops.
pub(super) struct FlopBuilder<'a> {
    deck: CardSet,
    merge: Option<&'a dyn MergeRivers>,
    /// Whether hands are compared on each level.
    shows: Vec<bool>,
}

/// A turn with the rivers that differ by more than suits.
struct Turn {
    board: Board,
    hands: Arc<BoardHands>,
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

impl<'a> FlopBuilder<'a> {
    pub(super) fn new(spec: &StreetsSpec<'a>, tree: &PublicTree) -> FlopBuilder<'a> {
        let shows = (0..tree.levels()).map(|level| tree::shows(tree, level)).collect();
        FlopBuilder { deck: spec.deck, merge: spec.merge_rivers, shows }
    }

    /// A flop with all that follows it.
    pub(super) fn make(&self, board: &Board, balances: bool) -> Result<FlopBoards, StreetsError> {
        let hands = self.hands(board);
        let group = group(self.deck, board);
        let shows = |level: usize| self.shows.get(level).is_some_and(|shows| *shows);
        let mut balance = Vec::new();
        if balances || shows(1) {
            balance = wins_minus_losses(board, self.deck, &hands)?;
        }
        let run_outs = run_outs(self.deck.len(), board);
        let mut flop = FlopBoards {
            board: *board,
            hands: Arc::clone(&hands),
            balance: Vec::new(),
            run_outs,
            levels: Vec::new(),
            version: 0,
        };
        if self.shows.len() > 1 {
            let leaves: Arc<dyn LeafOperator> = match shows(1) {
                true => Arc::new(HoldemAllIn::<i16>::of(&hands, run_outs, &balance)),
                false => Arc::new(HoldemFold::new(Arc::clone(&hands))),
            };
            flop.levels.push(vec![Entry::new(*board, &hands, leaves)]);
        }
        flop.balance = balance;
        if self.shows.len() > 2 {
            let turns = self.add_turns(&mut flop, &group)?;
            if self.shows.len() > 3 {
                match self.merge {
                    Some(merge) => self.merge_rivers(&mut flop, &turns, &group, merge)?,
                    None => self.add_rivers(&mut flop, &turns)?,
                }
            }
        }
        Ok(flop)
    }

    fn hands(&self, board: &Board) -> Arc<BoardHands> {
        let combos = hands_left(self.deck, board);
        Arc::new(BoardHands::unsorted([combos.clone(), combos]))
    }

    fn add_turns(
        &self,
        flop: &mut FlopBoards,
        group: &[SuitPermutation],
    ) -> Result<Vec<Turn>, StreetsError> {
        let mut turns = Vec::new();
        let mut entries = Vec::new();
        let chance = chance(self.deck, &flop.board);
        for orbit in orbits(&flop.board, self.deck, group) {
            let board = flop.board.with_next(orbit.card).map_err(HoldemError::from)?;
            let hands = self.hands(&board);
            let leaves: Arc<dyn LeafOperator> = match self.shows[2] {
                true => {
                    let balance = wins_minus_losses(&board, self.deck, &hands)?;
                    let run_outs = run_outs(self.deck.len(), &board);
                    Arc::new(HoldemAllIn::<i8>::of(&hands, run_outs, &balance))
                }
                false => Arc::new(HoldemFold::new(Arc::clone(&hands))),
            };
            let (before, after) = (&flop.hands.sides, &hands.sides);
            let deal = deal(before, after, entries.len(), chance, &orbit.images);
            flop.levels[0][0].deals.push(deal);
            entries.push(Entry::new(board, &hands, leaves));
            let rivers = orbits(&board, self.deck, &fixing(group, orbit.card));
            turns.push(Turn { board, hands, rivers });
        }
        flop.levels.push(entries);
        Ok(turns)
    }

    /// Rivers on which every hand plays for itself.
    fn add_rivers(&self, flop: &mut FlopBoards, turns: &[Turn]) -> Result<(), StreetsError> {
        let mut known = BTreeMap::new();
        let mut entries = Vec::new();
        for (turn, entry) in turns.iter().zip(&mut flop.levels[1]) {
            for orbit in &turn.rivers {
                let (river, hands) = river(self.deck, turn, orbit, &mut known)?;
                let chance = chance(self.deck, &turn.board);
                let (before, after) = (&turn.hands.sides, &hands.sides);
                entry.deals.push(deal(before, after, entries.len(), chance, &orbit.images));
                let leaves = Arc::new(HoldemShowdown::new(Arc::clone(&hands)));
                entries.push(Entry::new(river, &hands, leaves));
            }
        }
        flop.levels.push(entries);
        Ok(())
    }

    /// Rivers on which hands play by buckets.
    fn merge_rivers(
        &self,
        flop: &mut FlopBoards,
        turns: &[Turn],
        group: &[SuitPermutation],
        merge: &dyn MergeRivers,
    ) -> Result<(), StreetsError> {
        let mut uses: BTreeMap<u64, (CardSet, Vec<Use>)> = BTreeMap::new();
        for (turn, at) in turns.iter().enumerate() {
            for (river, orbit) in at.rivers.iter().enumerate() {
                let set = at.board.set().with(orbit.card);
                let images = group.iter().map(|&suits| (suits.apply(set), suits));
                let (set, suits) =
                    images.min_by_key(|(set, _)| set.bits()).expect("a group has the identity");
                let merged_once = uses.entry(set.bits()).or_insert((set, Vec::new()));
                merged_once.1.push(Use { turn, river, suits });
            }
        }
        let mut found = BTreeMap::new();
        for (set, uses) in uses.into_values() {
            let cards: Vec<Card> = set.iter().collect();
            let board = Board::new(&cards).map_err(HoldemError::from)?;
            let merged = Merged::new(self.deck, &board, merge)?;
            flop.version = flop.version.rotate_left(5).wrapping_mul(31) ^ merged.version;
            for used in uses {
                let turn = &turns[used.turn];
                let images = turn.rivers[used.river].images.iter();
                let images = images.map(|suits| merged.places(turn, *suits, used.suits));
                let map = Arc::new(BucketMap::new(merged.buckets, images.collect()));
                found.insert((used.turn, used.river), (map, Arc::clone(&merged.leaves)));
            }
        }
        let mut entries = Vec::new();
        for ((turn, river), (map, leaves)) in found {
            let at = &turns[turn];
            let maps = [Arc::clone(&map), Arc::clone(&map)].map(HandMap::Buckets);
            let chance = chance(self.deck, &at.board);
            let deal = Deal { board: entries.len(), chance, hands: maps };
            flop.levels[1][turn].deals.push(deal);
            let board = at.board.with_next(at.rivers[river].card).map_err(HoldemError::from)?;
            let counts = [map.buckets(); 2];
            let (board, hands, deals) = (Some(board), None, Vec::new());
            entries.push(Entry { board, hands, counts, leaves, deals });
        }
        flop.levels.push(entries);
        Ok(())
    }
}

/// A river whose hands are merged.
struct Merged {
    buckets: usize,
    /// The bucket of each combo.
    by_combo: Vec<Placed>,
    leaves: Arc<MatrixTables<i16>>,
    version: u64,
}

impl Merged {
    fn new(deck: CardSet, board: &Board, merge: &dyn MergeRivers) -> Result<Merged, StreetsError> {
        let hands: Vec<u32> = hands_left(deck, board).into_iter().map(u32::from).collect();
        let weights = vec![1.0; hands.len()];
        let river = RiverHands { board, hands: [&hands; 2], weights: [&weights; 2] };
        let buckets = merge.merge(river)?;
        buckets.check(&river)?;
        if buckets.counts[0] != buckets.counts[1] || buckets.labels[0] != buckets.labels[1] {
            let why = "equal ranges must have equal buckets".to_owned();
            return Err(crate::MergeError { board: board.to_string(), why }.into());
        }
        let count = buckets.counts[0];
        let mut by_combo = vec![Placed::nowhere(count); Game::Holdem.combos()];
        for (&combo, placed) in hands.iter().zip(buckets.places(0, &weights)) {
            by_combo[combo as usize] = placed;
        }
        let (leaves, version) = (Arc::new(buckets.tables()), buckets.fingerprint());
        Ok(Merged { buckets: count, by_combo, leaves, version })
    }

    /// The bucket of each hand of a turn, for an image of the river under it.
    fn places(&self, turn: &Turn, image: SuitPermutation, used: SuitPermutation) -> Vec<Placed> {
        let suits = image.inverse().then(used);
        let place = |combo: Combo| self.by_combo[combo.permute(suits).index()];
        turn.hands.sides[0].combos().map(place).collect()
    }
}

/// A river under a turn and its hands by strength, which do not depend on the order of cards.
fn river(
    deck: CardSet,
    turn: &Turn,
    orbit: &Orbit,
    known: &mut BTreeMap<u64, Arc<BoardHands>>,
) -> Result<(Board, Arc<BoardHands>), HoldemError> {
    let board = turn.board.with_next(orbit.card)?;
    if let Some(hands) = known.get(&board.set().bits()) {
        return Ok((board, Arc::clone(hands)));
    }
    let combos = hands_left(deck, &board);
    let hands = Arc::new(BoardHands::river(&board, [combos.clone(), combos])?);
    known.insert(board.set().bits(), Arc::clone(&hands));
    Ok((board, hands))
}

/// The relabellings of suits that change neither the board nor the deck, the identity first.
pub(super) fn group(deck: CardSet, board: &Board) -> Vec<SuitPermutation> {
    symmetries([board.set()]).filter(|suits| suits.apply(deck) == deck).collect()
}

/// The probability of a card, given two hands.
fn chance(deck: CardSet, board: &Board) -> f32 {
    1.0 / (deck.len() - board.cards().len() - 4) as f32
}

/// A turn whose rivers were merged, with every hand for itself.
#[derive(Debug)]
struct Unmerged<'a> {
    game: &'a StreetsGame,
    level: usize,
    turn: Entry,
    /// Each with the deal that leads to its buckets.
    rivers: Vec<(Entry, Deal)>,
}

/// The game from a turn on with every hand for itself, if its rivers are merged.
pub(super) fn unmerged(
    game: &StreetsGame,
    at: BoardAt,
) -> Option<Result<Box<dyn SolverGame + '_>, LeafError>> {
    let entry = game.entry(at);
    let (board, hands) = (entry.board?, entry.hands.as_ref()?);
    let merged = |deal: &Deal| matches!(deal.hands[0], HandMap::Buckets(_));
    if !entry.deals.first().is_some_and(merged) {
        return None;
    }
    let made = Unmerged::new(game, at, entry, board, hands);
    let failed = |error: HoldemError| LeafError::new(error);
    Some(made.map(|part| Box::new(part) as Box<dyn SolverGame>).map_err(failed))
}

impl<'a> Unmerged<'a> {
    fn new(
        game: &'a StreetsGame,
        at: BoardAt,
        entry: &Entry,
        board: Board,
        hands: &Arc<BoardHands>,
    ) -> Result<Unmerged<'a>, HoldemError> {
        let mut known = BTreeMap::new();
        let flop = Board::new(&board.cards()[..3])?;
        let group = fixing(&group(game.deck, &flop), board.cards()[3]);
        let rivers = orbits(&board, game.deck, &group);
        let turn = Turn { board, hands: Arc::clone(hands), rivers };
        let mut plain = Entry::new(board, hands, Arc::clone(&entry.leaves));
        let mut entries = Vec::new();
        for (orbit, merged) in turn.rivers.iter().zip(&entry.deals) {
            let (board, hands) = river(game.deck, &turn, orbit, &mut known)?;
            let (before, after) = (&turn.hands.sides, &hands.sides);
            let deal = deal(before, after, entries.len(), merged.chance, &orbit.images);
            plain.deals.push(deal);
            let leaves = Arc::new(HoldemShowdown::new(Arc::clone(&hands)));
            entries.push((Entry::new(board, &hands, leaves), merged.clone()));
        }
        Ok(Unmerged { game, level: at.level, turn: plain, rivers: entries })
    }

    fn entry(&self, at: BoardAt) -> &Entry {
        if at.level == self.level { &self.turn } else { &self.rivers[at.board].0 }
    }
}

impl SolverGame for Unmerged<'_> {
    fn tree(&self) -> &PublicTree {
        self.game.tree()
    }

    fn weights(&self, player: Player) -> &[f32] {
        self.game.weights(player)
    }

    fn boards(&self, level: usize) -> usize {
        if level <= self.level { 1 } else { self.rivers.len() }
    }

    fn hands(&self, at: BoardAt, player: Player) -> usize {
        self.entry(at).counts[player.index()]
    }

    fn deals(&self, at: BoardAt) -> &[Deal] {
        &self.entry(at).deals
    }

    fn leaf_operator(&self, at: BoardAt) -> &dyn LeafOperator {
        &*self.entry(at).leaves
    }

    fn lifted(&self, at: BoardAt, player: Player) -> Option<Lifted<'_>> {
        let (_, merged) = self.rivers.get(at.board).filter(|_| at.level > self.level)?;
        Lifted::new(&self.turn.deals[at.board], merged, player)
    }
}
