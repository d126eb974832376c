//! The games of spots, as one type for the solver.
//!
//! Everything about a spot but its leaves is the same in Hold'em and Omaha: lines,
//! locks, saves and reports use a [`CardGame`] without knowing which it is. A branch in
//! each call costs nothing compared with the work of the call.

use quasar_cards::{Board, CardSet, Combo};
use quasar_game::BettingTree;
use quasar_nets::limit::LimitedGame;
use quasar_solver::{
    BettingNode, BoardAt, HoldemGame, HoldemSpec, MergeRivers, OmahaGame, OmahaSpec, Player,
    SolverGame, StandsFor,
};

use super::{SpotError, SpotSpec};
use crate::buckets::RiverMerger;

/// A game of Hold'em or Omaha after the flop.
#[derive(Debug)]
pub enum CardGame {
    /// Hold'em, from a flop, turn or river on.
    Holdem(HoldemGame),
    /// Omaha of four or five cards, from a flop, turn or river on.
    Omaha(OmahaGame),
    /// Hold'em that ends after the next card.
    CutHoldem(LimitedGame<HoldemGame>),
    /// Omaha that ends after the next card.
    CutOmaha(LimitedGame<OmahaGame>),
}

impl CardGame {
    /// The game of a spec with this betting.
    pub(super) fn new(spec: &SpotSpec, betting: &BettingTree) -> Result<CardGame, SpotError> {
        let merge_suits = spec.relabellings().len() > 1;
        if let Some(cut) = &spec.cut {
            return CardGame::cut(spec, betting, cut, merge_suits);
        }
        let SpotSpec { board, ref ranges, rake, .. } = *spec;
        if !spec.game().is_omaha() {
            let spec = HoldemSpec { board, ranges, betting, rake, merge_suits };
            return Ok(CardGame::Holdem(HoldemGame::new(&spec)?));
        }
        let deck = CardSet::DECK;
        let merger =
            spec.river_buckets.map(|bucketing| RiverMerger { game: spec.game(), bucketing });
        let merge_rivers = merger.as_ref().map(|merger| merger as &dyn MergeRivers);
        let threads = merger.is_some().then(|| spec.engine()).transpose()?;
        let spec = OmahaSpec { board, deck, ranges, betting, rake, merge_suits, merge_rivers };
        let game = match threads {
            Some(engine) => engine.pool().install(|| OmahaGame::new(&spec)),
            None => OmahaGame::new(&spec),
        };
        Ok(CardGame::Omaha(game?))
    }

    /// The board at a place.
    pub fn board(&self, at: BoardAt) -> Board {
        match self {
            CardGame::Holdem(game) => game.board(at),
            CardGame::Omaha(game) => game.board(at),
            CardGame::CutHoldem(game) => game.base().board(at),
            CardGame::CutOmaha(game) => game.base().board(at),
        }
    }

    /// A player's hands on a board, in the order of their indices.
    pub fn combos(&self, at: BoardAt, player: Player) -> Vec<Combo> {
        match self {
            CardGame::Holdem(game) => game.combos(at, player).collect(),
            CardGame::Omaha(game) => game.combos(at, player).collect(),
            CardGame::CutHoldem(game) => game.base().combos(at, player).collect(),
            CardGame::CutOmaha(game) => game.base().combos(at, player).collect(),
        }
    }

    /// Bytes of all boards: hands, deals and, in Hold'em, tables of all-ins.
    pub fn bytes(&self) -> u64 {
        match self {
            CardGame::Holdem(game) => game.bytes(),
            CardGame::Omaha(game) => game.bytes(),
            CardGame::CutHoldem(game) => game.base().bytes() + game.frontier_bytes(),
            CardGame::CutOmaha(game) => game.base().bytes() + game.frontier_bytes(),
        }
    }

    /// The node of the betting tree that a node of a stage corresponds to.
    pub fn betting_node(&self, stage: usize, node: usize) -> Option<BettingNode> {
        match self {
            CardGame::Holdem(game) => game.betting_node(stage, node),
            CardGame::Omaha(game) => game.betting_node(stage, node),
            CardGame::CutHoldem(game) => game.base().betting_node(stage, node),
            CardGame::CutOmaha(game) => game.base().betting_node(stage, node),
        }
    }
}

impl StandsFor for CardGame {
    fn game(&self) -> &dyn SolverGame {
        match self {
            CardGame::Holdem(game) => game,
            CardGame::Omaha(game) => game,
            CardGame::CutHoldem(game) => game,
            CardGame::CutOmaha(game) => game,
        }
    }
}
