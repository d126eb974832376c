//! Pot-limit Omaha from a turn or river on, exactly: every hand, every card.
//!
//! A board's hands are those of the ranges that it leaves possible, numbered in
//! the order in which a showdown visits them ([`hands`]). Showdowns and folds are
//! sweeps over all of them for eight leaves at once ([`OmahaShowdown`]). An all-in on
//! the turn is a sweep for every river ([`OmahaAllIn`]): a table of all pairs of hands,
//! as in Hold'em, would take 38 billion entries.

mod arrange;
mod cuts;
pub(crate) mod hands;
mod indices;
mod list;
pub(crate) mod sets;
pub(crate) mod used;

use std::collections::HashSet;
use std::sync::Arc;

use quasar_cards::{Board, CardSet, CardsError, Combo, Range, Street, SuitPermutation};
use quasar_eval::EvalError;
use quasar_game::{BettingTree, Rake};
use thiserror::Error;

use crate::betting::{BettingNode, public_tree};
use crate::game::{Deal, Folds, HandMap};
use crate::operators::{LeafOperator, OmahaAllIn, OmahaFold, OmahaShowdown, River};
use crate::orbits::{orbits, relabellings};
use crate::{BoardAt, Player, PublicNode, PublicTree, SolverError, SolverGame};
use hands::{BoardHands, Side};

/// Why a game of Omaha cannot be set up.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum OmahaError {
    /// A board before the turn.
    #[error("the board has {0} cards; it needs four or five")]
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
    /// A tree that cannot be solved.
    #[error(transparent)]
    Solver(#[from] SolverError),
}

/// The input of a game.
#[derive(Clone, Debug)]
pub struct OmahaSpec<'a> {
    /// Turn or river.
    pub board: Board,
    /// The cards in play, including those on the board.
    pub deck: CardSet,
    /// The range of each player, of four or five cards; out of position first.
    pub ranges: &'a [Range; 2],
    /// The betting, which begins on the board's street.
    pub betting: &'a BettingTree,
    /// The rake.
    pub rake: Rake,
    /// Whether rivers that are equal up to suits are dealt once. Only tests turn this off.
    pub merge_suits: bool,
}

/// A game of Omaha from a turn or river on.
#[derive(Debug)]
pub struct OmahaGame {
    tree: PublicTree,
    nodes: Vec<Vec<BettingNode>>,
    weights: [Arc<[f32]>; 2],
    start: Arc<BoardHands>,
    start_board: Board,
    start_leaves: Box<dyn LeafOperator>,
    rivers: Arc<[River]>,
    river_leaves: Vec<OmahaShowdown>,
    deals: Arc<[Deal]>,
}

impl OmahaGame {
    /// Sets up boards, hands and deals.
    pub fn new(spec: &OmahaSpec<'_>) -> Result<OmahaGame, OmahaError> {
        let board = spec.board;
        if board.street() < Street::Turn {
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
        let betting = spec.betting.rounds()[0].street;
        if betting != board.street() {
            return Err(OmahaError::Street { betting, board: board.street() });
        }
        let grown = public_tree(spec.betting, spec.rake)?;
        if grown.tree.levels() > 6 - board.cards().len() {
            return Err(OmahaError::LastStreet);
        }
        let start = Arc::new(BoardHands::new(&board, spec.deck, spec.ranges)?);
        if let Some(player) = empty(&start) {
            return Err(OmahaError::EmptyRange(player));
        }
        let (rivers, deals) = match board.street() == Street::Turn && wants_rivers(&grown.tree) {
            true => rivers(spec, &start)?,
            false => (Vec::new(), Vec::new()),
        };
        let (rivers, deals): (Arc<[River]>, Arc<[Deal]>) = (rivers.into(), deals.into());
        let weights = weights(&start, spec.ranges);
        let shared = Arc::clone(&start);
        let start_leaves: Box<dyn LeafOperator> = if board.street() == Street::River {
            Box::new(OmahaShowdown::alone(shared))
        } else if rivers.is_empty() {
            Box::new(OmahaFold::new(shared))
        } else {
            Box::new(OmahaAllIn::new(shared, Arc::clone(&rivers), Arc::clone(&deals)))
        };
        let hands = rivers.iter().map(|river| Arc::clone(&river.hands));
        let river_leaves = hands.map(OmahaShowdown::of_many).collect();
        Ok(OmahaGame {
            tree: grown.tree,
            nodes: grown.states,
            weights,
            start,
            start_board: board,
            start_leaves,
            rivers,
            river_leaves,
            deals,
        })
    }

    /// The board at a place.
    pub fn board(&self, at: BoardAt) -> Board {
        if at.level == 0 { self.start_board } else { self.rivers[at.board].board }
    }

    /// A player's hands on a board, in the order of their indices.
    pub fn combos(&self, at: BoardAt, player: Player) -> impl Iterator<Item = Combo> + '_ {
        self.side(at, player).combos(self.start.game)
    }

    /// The node of the betting tree that a node of a stage corresponds to.
    pub fn betting_node(&self, stage: usize, node: usize) -> Option<BettingNode> {
        self.nodes.get(stage)?.get(node).copied()
    }

    /// Bytes of all boards: hands, weights and deals.
    pub fn bytes(&self) -> u64 {
        let boards = self.rivers.iter().map(|river| &river.hands).chain([&self.start]);
        let used = boards.clone().map(|hands| hands.used.bytes()).sum::<usize>();
        let mut counted = HashSet::new();
        let sides = boards.flat_map(|hands| &hands.sides);
        let own = sides.filter(|side| counted.insert(Arc::as_ptr(side)));
        let hands = own.map(|side| side.bytes()).sum::<usize>() + used;
        let deals = self.deals.iter().map(Deal::bytes).sum::<usize>();
        let [one, other] = &self.weights;
        let apart = if Arc::ptr_eq(one, other) { 0 } else { size_of_val(&other[..]) };
        (hands + size_of_val(&one[..]) + apart + deals) as u64
    }

    fn hands_at(&self, at: BoardAt) -> &BoardHands {
        if at.level == 0 { &self.start } else { &self.rivers[at.board].hands }
    }

    fn side(&self, at: BoardAt, player: Player) -> &Side {
        &self.hands_at(at).sides[player.index()]
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

/// A player who has no hand.
fn empty(hands: &BoardHands) -> Option<Player> {
    Player::BOTH.into_iter().find(|player| hands.sides[player.index()].len() == 0)
}

/// Whether a game from the turn on has a river, or a showdown that deals one.
fn wants_rivers(tree: &PublicTree) -> bool {
    let shows =
        |node: &PublicNode| matches!(node, PublicNode::Leaf(leaf) if leaf.difference != 0.0);
    tree.levels() > 1 || tree.stages()[0].nodes().iter().any(shows)
}

/// The rivers of a turn, and how hands map to them.
pub(crate) fn rivers(
    spec: &OmahaSpec<'_>,
    turn: &BoardHands,
) -> Result<(Vec<River>, Vec<Deal>), OmahaError> {
    let group = match spec.merge_suits {
        true => relabellings(&spec.board, spec.ranges),
        false => vec![SuitPermutation::IDENTITY],
    };
    let group: Vec<SuitPermutation> =
        group.into_iter().filter(|suits| suits.apply(spec.deck) == spec.deck).collect();
    let unseen = spec.deck.len() - spec.board.cards().len() - 2 * turn.game.hole_cards();
    let chance = 1.0 / unseen as f32;
    let numbers = [0, 1].map(|side: usize| {
        let mut numbers = vec![u32::MAX; turn.game.combos()];
        for (number, &combo) in turn.sides[side].combos.iter().enumerate() {
            numbers[combo as usize] = number as u32;
        }
        numbers
    });
    let (mut rivers, mut deals) = (Vec::new(), Vec::new());
    for orbit in orbits(&spec.board, spec.deck, &group) {
        let board = spec.board.with_next(orbit.card)?;
        let hands = BoardHands::new(&board, spec.deck, spec.ranges)?;
        if empty(&hands).is_none() {
            deals.push(deal(&numbers, &hands, rivers.len(), chance, &orbit.images));
            rivers.push(River { board, hands: Arc::new(hands) });
        }
    }
    Ok((rivers, deals))
}

/// The deal that leads from the hands of a turn to those of a river. `numbers` has
/// those of each player's combos on the turn.
fn deal(
    numbers: &[Vec<u32>; 2],
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
    Deal { board, chance, hands: [map(0), map(1)] }
}

impl SolverGame for OmahaGame {
    fn tree(&self) -> &PublicTree {
        &self.tree
    }

    fn weights(&self, player: Player) -> &[f32] {
        &self.weights[player.index()]
    }

    fn boards(&self, level: usize) -> usize {
        if level == 0 { 1 } else { self.rivers.len() }
    }

    fn hands(&self, at: BoardAt, player: Player) -> usize {
        self.side(at, player).len()
    }

    fn deals(&self, at: BoardAt) -> &[Deal] {
        if at.level == 0 { &self.deals } else { &[] }
    }

    fn leaf_operator(&self, at: BoardAt) -> &dyn LeafOperator {
        if at.level == 0 { &*self.start_leaves } else { &self.river_leaves[at.board] }
    }

    fn identity(&self) -> u64 {
        self.start_board.set().bits()
    }

    fn folds(&self) -> Folds {
        // Shifted folds make values of equal actions differ by rounding. Rivers dealt once for
        // several suits need hands that differ only in suits to be played alike, and such ties
        // would not be.
        if self.deals.is_empty() { Folds::Shifted } else { Folds::Apart }
    }
}
