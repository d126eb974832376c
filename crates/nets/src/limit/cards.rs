//! Hold'em and Omaha up to the next card.
//!
//! A flop is cut at the turn, a turn at the river, after the card: each line that would
//! continue is a leaf on every board that the card makes. The next street is then bet from its
//! beginning, so a leaf has one meaning: pot, stack behind, board, and both ranges.

use std::sync::Arc;

use quasar_cards::{CardSet, Range};
use quasar_game::{BettingTree, NodeId, Rake, RoundId};
use quasar_solver::{
    BoardAt, GamePart, HoldemGame, HoldemSpec, OmahaGame, OmahaSpec, Player, SolverGame,
};

use super::oracle::Continuations;
use super::{CutBoard, CutBoardCards, FrontierLeaf, LeafValues, LimitError, LimitedGame};

/// A game of Hold'em that ends after the next card.
pub fn holdem(
    spec: &HoldemSpec<'_>,
    values: &dyn LeafValues,
) -> Result<LimitedGame<HoldemGame>, LimitError> {
    check_rake(spec.rake)?;
    let game = Arc::new(HoldemGame::part(spec, GamePart::UntilCard)?);
    let leaves = leaves(spec.betting, game.frontier());
    let base = Arc::clone(&game);
    let cards = move |at: BoardAt| {
        let combos = Player::BOTH.map(|player| base.combos(at, player).collect());
        Some(CutBoardCards { board: base.board(at), deck: CardSet::DECK, combos })
    };
    LimitedGame::new(game, leaves, cards, values)
}

/// A game of Omaha that ends after the next card.
pub fn omaha(
    spec: &OmahaSpec<'_>,
    values: &dyn LeafValues,
) -> Result<LimitedGame<OmahaGame>, LimitError> {
    check_rake(spec.rake)?;
    let game = Arc::new(OmahaGame::part(spec, GamePart::UntilCard)?);
    let leaves = leaves(spec.betting, game.frontier());
    let (base, deck) = (Arc::clone(&game), spec.deck);
    let cards = move |at: BoardAt| {
        let combos = Player::BOTH.map(|player| base.combos(at, player).collect());
        Some(CutBoardCards { board: base.board(at), deck, combos })
    };
    LimitedGame::new(game, leaves, cards, values)
}

fn check_rake(rake: Rake) -> Result<(), LimitError> {
    if rake.is_none() { Ok(()) } else { Err(LimitError::Rake) }
}

/// Pot and stack where rounds begin.
pub fn leaves(betting: &BettingTree, rounds: &[RoundId]) -> Vec<FrontierLeaf> {
    let leaf = |&round: &RoundId| {
        let node = &betting[round][NodeId::ROOT];
        let stack = betting.stack() - node.committed[0];
        FrontierLeaf {
            pot: betting.pot(node).as_f64() as f32,
            stack: stack.as_f64() as f32,
            state: round.index(),
        }
    };
    rounds.iter().map(leaf).collect()
}

/// What follows the frontier leaves of a game of Hold'em or Omaha, exactly.
#[derive(Clone, Debug)]
pub struct Streets<'a> {
    /// The range of each player.
    pub ranges: &'a [Range; 2],
    /// The betting of the whole game.
    pub betting: &'a BettingTree,
    /// Whether cards that are equal up to suits are dealt once.
    pub merge_suits: bool,
}

impl Streets<'_> {
    fn part(place: &CutBoard, leaf: usize) -> Result<(&CutBoardCards, GamePart), LimitError> {
        let cards = place.cards.as_ref();
        let cards = cards.ok_or(LimitError::NoCards { values: "exact values" })?;
        Ok((cards, GamePart::From(RoundId(place.leaves[leaf].state as u32))))
    }
}

/// What follows in Hold'em.
#[derive(Clone, Debug)]
pub struct HoldemStreets<'a>(pub Streets<'a>);

impl Continuations for HoldemStreets<'_> {
    type Game = HoldemGame;

    fn after(&self, place: &CutBoard, leaf: usize) -> Result<HoldemGame, LimitError> {
        let (cards, part) = Streets::part(place, leaf)?;
        let Streets { ranges, betting, merge_suits } = self.0;
        let (board, rake) = (cards.board, Rake::NONE);
        let spec = HoldemSpec { board, ranges, betting, rake, merge_suits };
        Ok(HoldemGame::part(&spec, part)?)
    }
}

/// What follows in Omaha.
#[derive(Clone, Debug)]
pub struct OmahaStreets<'a>(pub Streets<'a>);

impl Continuations for OmahaStreets<'_> {
    type Game = OmahaGame;

    fn after(&self, place: &CutBoard, leaf: usize) -> Result<OmahaGame, LimitError> {
        let (cards, part) = Streets::part(place, leaf)?;
        let Streets { ranges, betting, merge_suits } = self.0;
        let spec = OmahaSpec {
            board: cards.board,
            deck: cards.deck,
            ranges,
            betting,
            rake: Rake::NONE,
            merge_suits,
            merge_rivers: None,
        };
        Ok(OmahaGame::part(&spec, part)?)
    }
}

/// Whether a game's hands on a board are those of a place, in the same order.
pub(super) fn same_hands<G: SolverGame>(game: &G, place: &CutBoard) -> bool {
    Player::BOTH.map(|player| game.hands(BoardAt::START, player)) == place.hands
}
