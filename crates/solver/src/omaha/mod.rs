//! Pot-limit Omaha after the flop: every hand and every card, or with the hands of each
//! river merged into [buckets](crate::buckets).
//!
//! A board's hands are those of the ranges that it leaves possible, numbered in
//! the order in which a showdown visits them ([`hands`]). Showdowns and folds are
//! sweeps over all of them for eight leaves at once ([`OmahaShowdown`]). An all-in before
//! the river is followed by deals without decisions, and shown down on the river with
//! everything else: it takes lanes of sweeps that are made anyway, and a table of all pairs of
//! hands, as Hold'em has it, would take 38 billion entries. Where rivers are merged, sweeps of
//! some rivers of each turn in each iteration make up for what buckets do not see
//! ([`OmahaRunOuts`](crate::operators)). Parts of a game without its rivers sweep every river
//! for an all-in on the turn ([`OmahaAllIn`]).

mod arrange;
mod boards;
mod by_hand;
mod cuts;
pub(crate) mod hands;
mod indices;
mod list;
mod river;
mod rivers;
pub(crate) mod sets;
pub(crate) mod used;

use std::collections::HashSet;
use std::sync::Arc;

use quasar_cards::{Board, CardSet, CardsError, Combo, Range, Street};
use quasar_eval::EvalError;
use quasar_game::{BettingTree, Rake, RoundId};
use thiserror::Error;

use crate::betting::{BettingNode, GamePart, part_tree};
use crate::buckets::{MergeError, MergeRivers};
use crate::game::{Deal, Folds};
use crate::operators::{LeafOperator, RunOuts};
use crate::{BoardAt, Player, PublicTree, SolverError, SolverGame, TreeWithStates};
use boards::{Builder, Entry};
use by_hand::Shared;
use hands::BoardHands;
pub use river::OmahaRiver;
#[cfg(test)]
pub(crate) use rivers::rivers;

/// Why a game of Omaha cannot be set up.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum OmahaError {
    /// A board before the flop.
    #[error("the board has {0} cards; it needs three, four or five")]
    Board(usize),
    /// The betting begins on another street than the board.
    #[error("the betting begins on the {betting:?}, but the board is a {board:?}")]
    Street {
        /// First street of the betting tree.
        betting: Street,
        /// Street of the board.
        board: Street,
    },
    /// The betting does not end on the river.
    #[error("the betting must end on the river")]
    LastStreet,
    /// A range without a hand that is possible on the board and in the deck.
    #[error("the range of player {} has no hand that is possible on this board", .0.index())]
    EmptyRange(Player),
    /// Ranges that are not both of four-card or both of five-card Omaha.
    #[error("both ranges must be PLO4 ranges, or both PLO5 ranges")]
    Game,
    /// A deck that lacks a card of the board, or is too small to deal from.
    #[error("the deck has {0} cards; it needs the cards of the board and enough others to deal")]
    Deck(usize),
    /// Cards that do not form a board.
    #[error(transparent)]
    Cards(#[from] CardsError),
    /// A board that cannot be ranked.
    #[error(transparent)]
    Eval(#[from] EvalError),
    /// A river whose hands cannot be merged.
    #[error(transparent)]
    Merge(#[from] MergeError),
    /// Hands are to be merged on rivers, and the game has none to come.
    #[error("river buckets need a spot that begins on the flop or turn")]
    NothingToMerge,
    /// Hands are to be merged on rivers in part of a game.
    #[error("river buckets need the whole game, not a part of it")]
    PartMerged,
    /// Hands are to be shown on a flop without betting.
    #[error("checking down without betting is possible only on the turn and river")]
    CheckedDown,
    /// A class for each hand is missing, or a class without weights.
    #[error("every hand needs a class, and every class its weights and sums")]
    Classes,
    /// A tree that cannot be solved.
    #[error(transparent)]
    Solver(#[from] SolverError),
}

/// The input of a game.
#[derive(Clone, Debug)]
pub struct OmahaSpec<'a> {
    /// Flop, turn or river.
    pub board: Board,
    /// The cards in play, including those on the board.
    pub deck: CardSet,
    /// The range of each player, of four or five cards; out of position first.
    pub ranges: &'a [Range; 2],
    /// The betting, which begins on the board's street.
    pub betting: &'a BettingTree,
    /// The rake.
    pub rake: Rake,
    /// Whether cards that suits make equal are dealt once. Only tests and locks have a
    /// reason to say no.
    pub merge_suits: bool,
    /// Who merges the hands of rivers that come; every hand plays for itself if nobody.
    pub merge_rivers: Option<&'a dyn MergeRivers>,
}

/// A game of Omaha from a flop, turn or river on.
#[derive(Debug)]
pub struct OmahaGame {
    tree: Arc<PublicTree>,
    nodes: Vec<Vec<BettingNode>>,
    weights: [Arc<[f32]>; 2],
    levels: Vec<Vec<Entry>>,
    /// Tells games apart whose rivers are merged differently; 0 if they are not.
    version: u64,
    /// The rounds that would follow at frontier leaves.
    frontier: Vec<RoundId>,
}

impl OmahaGame {
    /// Sets up boards, hands and deals. Rivers are merged in the threads of the pool that
    /// this is called in.
    pub fn new(spec: &OmahaSpec<'_>) -> Result<OmahaGame, OmahaError> {
        OmahaGame::part(spec, GamePart::Whole)
    }

    /// Part of a game. The board is that on which the part begins.
    pub fn part(spec: &OmahaSpec<'_>, part: GamePart) -> Result<OmahaGame, OmahaError> {
        let board = spec.board;
        if board.street() < Street::Flop {
            return Err(OmahaError::Board(board.cards().len()));
        }
        let game = spec.ranges[0].game();
        let fits = matches!(game, quasar_cards::Game::Plo4 | quasar_cards::Game::Plo5);
        if !fits || spec.ranges[1].game() != game {
            return Err(OmahaError::Game);
        }
        let dealt = 5 + 2 * game.hole_cards();
        if (board.set() & spec.deck) != board.set() || spec.deck.len() < dealt {
            return Err(OmahaError::Deck(spec.deck.len()));
        }
        let betting = part.street(spec.betting).unwrap_or(board.street());
        if betting != board.street() {
            return Err(OmahaError::Street { betting, board: board.street() });
        }
        if spec.merge_rivers.is_some() && board.street() == Street::River {
            return Err(OmahaError::NothingToMerge);
        }
        let runs_out = match board.street() {
            Street::Turn => part == GamePart::Whole,
            street => street == Street::Flop,
        };
        if spec.merge_rivers.is_some() && part != GamePart::Whole {
            return Err(OmahaError::PartMerged);
        }
        if part == GamePart::CheckedDown && board.street() == Street::Flop {
            return Err(OmahaError::CheckedDown);
        }
        let (grown, frontier) = part_tree(spec.betting, spec.rake, part, runs_out)?;
        if grown.tree.levels() > 6 - board.cards().len() {
            return Err(OmahaError::LastStreet);
        }
        let start = Arc::new(BoardHands::new(&board, spec.deck, spec.ranges)?);
        if let Some(player) = boards::empty(&start) {
            return Err(OmahaError::EmptyRange(player));
        }
        let weights = weights(&start, spec.ranges);
        let builder = Builder::new(spec, start);
        let TreeWithStates { tree, states: nodes } = grown;
        let tree = Arc::new(tree);
        let shared = Shared { tree: Arc::clone(&tree), weights: weights.clone() };
        let (levels, version) = match runs_out {
            true if part == GamePart::UntilCard => (builder.until_turn(&tree)?, 0),
            true => builder.dealt_by_tree(&shared)?,
            false => (builder.run_out_by_leaves(&tree)?, 0),
        };
        Ok(OmahaGame { tree, nodes, weights, levels, version, frontier })
    }

    /// The rounds that would follow at the frontier leaves of [`GamePart::UntilCard`].
    pub fn frontier(&self) -> &[RoundId] {
        &self.frontier
    }

    /// The board at a place.
    pub fn board(&self, at: BoardAt) -> Board {
        self.entry(at).board
    }

    /// A player's hands on a board, in the order of their numbers; none where hands are
    /// merged.
    pub fn combos(&self, at: BoardAt, player: Player) -> impl Iterator<Item = Combo> + '_ {
        let hands = self.entry(at).hands.as_ref();
        hands.into_iter().flat_map(move |hands| hands.sides[player.index()].combos(hands.game))
    }

    /// The node of the betting tree that a node of a stage corresponds to.
    pub fn betting_node(&self, stage: usize, node: usize) -> Option<BettingNode> {
        self.nodes.get(stage)?.get(node).copied()
    }

    /// Bytes of all boards: hands, weights, deals, and tables of buckets.
    pub fn bytes(&self) -> u64 {
        let mut counted = HashSet::new();
        let mut bytes = 0;
        for entry in self.levels.iter().flatten() {
            bytes += entry.bytes(&mut counted);
        }
        let [one, other] = &self.weights;
        let apart = if Arc::ptr_eq(one, other) { 0 } else { size_of_val(&other[..]) };
        (bytes + size_of_val(&one[..]) + apart) as u64
    }

    fn entry(&self, at: BoardAt) -> &Entry {
        &self.levels[at.level][at.board]
    }
}

/// The weight of each player's hands; a single number if all are the same.
fn weights(hands: &BoardHands, ranges: &[Range; 2]) -> [Arc<[f32]>; 2] {
    let of = |side: usize| -> Arc<[f32]> {
        let weights = ranges[side].weights();
        hands.sides[side].combos.iter().map(|&combo| weights[combo as usize]).collect()
    };
    let first = of(0);
    // Without an early exit, which would prevent vectorisation.
    let both = ranges[0].weights().iter().zip(ranges[1].weights());
    let same = both.fold(true, |same, (one, other)| same & (one == other));
    [Arc::clone(&first), if same { first } else { of(1) }]
}

impl SolverGame for OmahaGame {
    fn tree(&self) -> &PublicTree {
        &self.tree
    }

    fn weights(&self, player: Player) -> &[f32] {
        &self.weights[player.index()]
    }

    fn boards(&self, level: usize) -> usize {
        self.levels.get(level).map_or(0, Vec::len)
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

    fn run_outs(&self, at: BoardAt) -> Option<&dyn RunOuts> {
        self.entry(at).run_outs.as_ref().map(|run_outs| run_outs as &dyn RunOuts)
    }

    fn by_hand(&self, at: BoardAt) -> Option<&dyn SolverGame> {
        self.entry(at).by_hand.as_deref().map(|part| part as &dyn SolverGame)
    }

    fn identity(&self) -> u64 {
        self.levels[0][0].board.set().bits() ^ self.version
    }

    fn folds(&self) -> Folds {
        // Actions that are worth the same are so but for rounding where folds are shifted.
        // Rivers that are dealt once for several suits need hands that differ in suits
        // alone to be played alike, which such ties then are not.
        let mut deals = self.levels.iter().flatten().flat_map(|entry| entry.deals.iter());
        if deals.any(|deal| deal.hands[0].images() > 1) { Folds::Apart } else { Folds::Shifted }
    }
}
