//! The board of a leaf: its hands, and showdowns on each of its rivers.
//!
//! A river is its own only river; a turn has one for every card that can come. Showdowns and
//! the compatible weight of a hand are the leaf operators of a game without betting.

use quasar_cards::{Board, CardSet, Combo, Game, Range, Street};
use quasar_eval::EvalError;
use quasar_game::{BettingTree, Chips, Rake, Rules, StreetSpec, TreeError, TreeSpec, TreeStart};
use quasar_solver::{
    BoardAt, HandMap, HoldemError, HoldemGame, HoldemSpec, LeafOperator, OmahaError, OmahaGame,
    OmahaSpec, Player, SolverGame,
};
use thiserror::Error;

use super::river::StrengthGroups;

/// Why a board has no features.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum BoardError {
    /// A board that is neither turn nor river.
    #[error("range features exist only for turns and rivers; the board has {0} cards")]
    Street(usize),
    /// A game without showdowns here.
    #[error("there are no range features for {0}")]
    Game(Game),
    /// A game of Hold'em that cannot be set up.
    #[error(transparent)]
    Holdem(#[from] HoldemError),
    /// A game of Omaha that cannot be set up.
    #[error(transparent)]
    Omaha(#[from] OmahaError),
    /// A betting tree that cannot be built.
    #[error(transparent)]
    Tree(#[from] TreeError),
    /// A board that cannot be ranked.
    #[error(transparent)]
    Eval(#[from] EvalError),
}

/// A turn or river with the hands of both players.
#[derive(Debug)]
pub struct LeafBoard {
    game: Showdowns,
    board: Board,
    combos: [Vec<Combo>; 2],
    rivers: Vec<River>,
}

/// A game in which nobody bets.
#[derive(Debug)]
enum Showdowns {
    Holdem(HoldemGame),
    Omaha(OmahaGame),
}

/// A river of the board.
#[derive(Debug)]
pub(super) struct River {
    pub(super) at: BoardAt,
    pub(super) groups: StrengthGroups,
    /// For each player the number on the leaf's board of each hand on the river; nothing if
    /// numbers are the same.
    pub(super) from: Option<[Vec<u32>; 2]>,
}

impl LeafBoard {
    /// The hands that two ranges have on a turn or river, dealt from a deck.
    pub fn new(board: &Board, deck: CardSet, ranges: &[Range; 2]) -> Result<LeafBoard, BoardError> {
        if board.street() < Street::Turn {
            return Err(BoardError::Street(board.cards().len()));
        }
        let start = TreeStart::street(board.street(), Chips(2), Chips(1));
        let spec = TreeSpec::new(Rules::NO_LIMIT, start, StreetSpec::default());
        let betting = BettingTree::build(&spec)?;
        let (board, rake) = (*board, Rake::NONE);
        let game = match ranges[0].game() {
            Game::Holdem => {
                let spec =
                    HoldemSpec { board, ranges, betting: &betting, rake, merge_suits: false };
                Showdowns::Holdem(HoldemGame::new(&spec)?)
            }
            Game::Plo4 | Game::Plo5 => Showdowns::Omaha(OmahaGame::new(&OmahaSpec {
                board,
                deck,
                ranges,
                betting: &betting,
                rake,
                merge_suits: false,
                merge_rivers: None,
            })?),
            game => return Err(BoardError::Game(game)),
        };
        let combos = Player::BOTH.map(|player| game.combos(BoardAt::START, player));
        let rivers = match board.street() {
            Street::River => {
                let groups = StrengthGroups::new(&board, &combos)?;
                vec![River { at: BoardAt::START, groups, from: None }]
            }
            _ => game.rivers()?,
        };
        Ok(LeafBoard { game, board, combos, rivers })
    }

    /// The cards.
    pub fn board(&self) -> Board {
        self.board
    }

    /// A player's hands, in the order of their numbers.
    pub fn combos(&self, player: Player) -> &[Combo] {
        &self.combos[player.index()]
    }

    /// The number of a player's hands.
    pub fn hands(&self, player: Player) -> usize {
        self.combos(player).len()
    }

    pub(super) fn rivers(&self) -> &[River] {
        &self.rivers
    }

    /// The operator of showdowns on a river.
    pub(super) fn operator(&self, at: BoardAt) -> &dyn LeafOperator {
        match &self.game {
            Showdowns::Holdem(game) => game.leaf_operator(at),
            Showdowns::Omaha(game) => game.leaf_operator(at),
        }
    }

    /// Bytes of hands, rivers and tables.
    pub fn bytes(&self) -> usize {
        let game = match &self.game {
            Showdowns::Holdem(game) => game.bytes(),
            Showdowns::Omaha(game) => game.bytes(),
        };
        let combos = self.combos.iter().map(|side| size_of_val(&side[..])).sum::<usize>();
        let river = |river: &River| {
            let from = river.from.iter().flatten().map(|side| size_of_val(&side[..]));
            from.sum::<usize>() + river.groups.bytes()
        };
        game as usize + combos + self.rivers.iter().map(river).sum::<usize>()
    }

    /// The numbers of scratch that the operators need.
    pub(super) fn operator_scratch(&self) -> usize {
        let scratch = |river: &River| self.operator(river.at).scratch();
        self.rivers.iter().map(scratch).max().unwrap_or(0)
    }
}

impl Showdowns {
    fn combos(&self, at: BoardAt, player: Player) -> Vec<Combo> {
        match self {
            Showdowns::Holdem(game) => game.combos(at, player).collect(),
            Showdowns::Omaha(game) => game.combos(at, player).collect(),
        }
    }

    fn board(&self, at: BoardAt) -> Board {
        match self {
            Showdowns::Holdem(game) => game.board(at),
            Showdowns::Omaha(game) => game.board(at),
        }
    }

    /// The rivers of a turn.
    fn rivers(&self) -> Result<Vec<River>, EvalError> {
        let deals = match self {
            Showdowns::Holdem(game) => game.deals(BoardAt::START),
            Showdowns::Omaha(game) => game.deals(BoardAt::START),
        };
        let river = |deal: &quasar_solver::Deal| {
            let at = BoardAt { level: 1, board: deal.board };
            let combos = Player::BOTH.map(|player| self.combos(at, player));
            let groups = StrengthGroups::new(&self.board(at), &combos)?;
            let from = deal.hands.each_ref().map(|map| match map {
                HandMap::Images(images) => images[0].clone(),
                HandMap::Same | HandMap::Buckets(_) => (0..groups.hands() as u32).collect(),
            });
            Ok(River { at, groups, from: Some(from) })
        };
        deals.iter().map(river).collect()
    }
}
