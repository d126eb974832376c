//! Spots and helpers for tests of limited games.

use std::fmt::Debug;
use std::sync::Arc;

use quasar_cards::{Board, Card, CardSet, Game, Range, Street};
use quasar_game::{BettingTree, Chips, PlayerSizes, Rake, Rules, StreetSpec, TreeSpec, TreeStart};
use quasar_nets::limit::{LeafValues, LimitedGame, cards};
use quasar_solver::{
    BoardAt, BothCall, Column, Deal, Folds, GamePart, HoldemGame, HoldemSpec, Leaf, LeafCall,
    LeafOperator, OmahaGame, OmahaSpec, Player, PublicTree, Rows, RowsMut, SolverGame,
};

/// A spot of Hold'em or Omaha.
pub(super) struct Spot {
    pub(super) board: Board,
    pub(super) deck: CardSet,
    pub(super) ranges: [Range; 2],
    pub(super) betting: BettingTree,
}

/// Betting with one size from a board on.
pub(super) fn betting(
    board: &Board,
    last: Street,
    pot: u64,
    stack: u64,
    sizes: [&str; 2],
) -> BettingTree {
    let [bets, raises] = sizes;
    let sizes = PlayerSizes::new(bets.parse().unwrap(), raises.parse().unwrap());
    let start = TreeStart::street(board.street(), Chips(pot), Chips(stack));
    let mut spec = TreeSpec::new(Rules::NO_LIMIT, start, StreetSpec::both(sizes));
    spec.last_street = last;
    BettingTree::build(&spec).unwrap()
}

impl Spot {
    pub(super) fn holdem(
        board: &str,
        ranges: [&str; 2],
        pot: u64,
        stack: u64,
        sizes: [&str; 2],
    ) -> Spot {
        let board: Board = board.parse().unwrap();
        let ranges = ranges.map(|text| Range::parse(Game::Holdem, text).unwrap());
        let betting = betting(&board, Street::River, pot, stack, sizes);
        Spot { board, deck: CardSet::DECK, ranges, betting }
    }

    /// PLO4 with tens to aces only, and a part of all hands: those whose index leaves a
    /// remainder of 0 and 1.
    pub(super) fn royal(board: &str, every: usize, pot: u64, stack: u64, sizes: [&str; 2]) -> Spot {
        let board: Board = board.parse().unwrap();
        let deck: CardSet =
            (32..52u8).map(|index| Card::from_index(usize::from(index)).unwrap()).collect();
        let ranges = [0, 1].map(|side| {
            let full = Range::full(Game::Plo4);
            let mut number = 0;
            let weights = full.iter().map(|(combo, _)| {
                let live =
                    (combo.set() & deck) == combo.set() && !combo.set().intersects(board.set());
                number += usize::from(live);
                if live && number % every == side { 1.0 } else { 0.0 }
            });
            Range::from_weights(Game::Plo4, weights.collect()).unwrap()
        });
        let betting = betting(&board, Street::River, pot, stack, sizes);
        Spot { board, deck, ranges, betting }
    }

    pub(super) fn holdem_spec(&self, merge_suits: bool) -> HoldemSpec<'_> {
        let Spot { board, ranges, betting, .. } = self;
        HoldemSpec { board: *board, ranges, betting, rake: Rake::NONE, merge_suits }
    }

    pub(super) fn omaha_spec(&self, merge_suits: bool) -> OmahaSpec<'_> {
        let &Spot { board, deck, ref ranges, ref betting } = self;
        let (rake, merge_rivers) = (Rake::NONE, None);
        OmahaSpec { board, deck, ranges, betting, rake, merge_suits, merge_rivers }
    }

    pub(super) fn limited_holdem(
        &self,
        merge_suits: bool,
        values: &dyn LeafValues,
    ) -> LimitedGame<HoldemGame> {
        cards::holdem(&self.holdem_spec(merge_suits), values).unwrap()
    }

    pub(super) fn limited_omaha(
        &self,
        merge_suits: bool,
        values: &dyn LeafValues,
    ) -> LimitedGame<OmahaGame> {
        cards::omaha(&self.omaha_spec(merge_suits), values).unwrap()
    }

    /// The same without values of leaves.
    pub(super) fn cut_holdem(&self, merge_suits: bool) -> HoldemGame {
        HoldemGame::part(&self.holdem_spec(merge_suits), GamePart::UntilCard).unwrap()
    }
}

/// Counterfactual values of both players at a frontier leaf of a board, for any reach. Asked
/// for both players at once and one by one, which must agree.
pub(super) fn leaf_values<G: SolverGame + Debug + Send>(
    game: &LimitedGame<G>,
    at: BoardAt,
    leaf: usize,
    reach: [&[f32]; 2],
) -> [Vec<f32>; 2] {
    let filled = reach.map(|row| {
        let mut row = row.to_vec();
        row.resize(row.len().next_multiple_of(8), f32::NAN);
        row
    });
    let rows = filled.each_ref().map(|row| Rows::new(row, row.len()));
    let test = Leaf::frontier(leaf).test;
    let column = Column { reach: [0; 2], value: 0, test, difference: 0.0, sum: 0.0, fold: None };
    let operator = game.leaf_operator(at);
    let mut scratch = vec![f32::NAN; operator.scratch()];
    let mut values = filled.each_ref().map(|row| vec![f32::NAN; row.len()]);
    let [oop, ip] = &mut values;
    let strides = [oop.len(), ip.len()];
    operator
        .values_of_both(BothCall {
            columns: [&[column], &[column]],
            reach: rows,
            values: [RowsMut::new(oop, strides[0]), RowsMut::new(ip, strides[1])],
            scratch: &mut scratch,
            parallel: false,
        })
        .unwrap();
    for player in Player::BOTH {
        let stride = strides[player.index()];
        let mut alone = vec![f32::NAN; stride];
        operator
            .values(LeafCall {
                player,
                columns: &[column],
                reach: rows,
                values: RowsMut::new(&mut alone, stride),
                scratch: &mut scratch,
                parallel: false,
            })
            .unwrap();
        assert_eq!(alone, values[player.index()], "one player at a time");
    }
    [0, 1].map(|player: usize| {
        let (hands, padding) = values[player].split_at(reach[player].len());
        assert!(padding.iter().all(|&value| value == 0.0), "padding must be zero");
        hands.to_vec()
    })
}

/// A game that several solvers use.
pub(super) struct Shared<G>(pub(super) Arc<G>);

impl<G> Clone for Shared<G> {
    fn clone(&self) -> Shared<G> {
        Shared(Arc::clone(&self.0))
    }
}

impl<G: SolverGame + Send> SolverGame for Shared<G> {
    fn tree(&self) -> &PublicTree {
        self.0.tree()
    }
    fn weights(&self, player: Player) -> &[f32] {
        self.0.weights(player)
    }
    fn boards(&self, level: usize) -> usize {
        self.0.boards(level)
    }
    fn hands(&self, at: BoardAt, player: Player) -> usize {
        self.0.hands(at, player)
    }
    fn deals(&self, at: BoardAt) -> &[Deal] {
        self.0.deals(at)
    }
    fn leaf_operator(&self, at: BoardAt) -> &dyn LeafOperator {
        self.0.leaf_operator(at)
    }
    fn folds(&self) -> Folds {
        self.0.folds()
    }
}
