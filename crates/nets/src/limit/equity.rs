//! Leaves at which the hands are checked down.
//!
//! `vhat = (D / M) / 2` with D the weight beaten minus the weight that beats, over all cards to
//! come: exact if nobody could bet any more, and the first control for every network.

use quasar_cards::{Board, CardSet, Combo, Game, Range, Street};
use quasar_game::{BettingTree, Chips, Rake, Rules, StreetSpec, TreeSpec, TreeStart};
use quasar_solver::{
    BoardAt, Column, GamePart, HoldemGame, HoldemSpec, LeafCall, LeafError, LeafOperator,
    OmahaGame, OmahaSpec, Player, Rows, SolverGame,
};

use super::sums::padded;
use super::{BoardValues, CutBoard, CutBoardCards, LeafValues, LimitError, Query};

/// The equity of each hand against the opponent's belief.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Equity;

impl LeafValues for Equity {
    fn on_board(&self, place: &CutBoard) -> Result<Box<dyn BoardValues>, LimitError> {
        let cards = place.cards.as_ref().ok_or(LimitError::NoCards { values: "equities" })?;
        Ok(Box::new(Showdown { game: ShownDown::new(cards)?, hands: place.hands }))
    }

    fn fingerprint(&self) -> u64 {
        0x6571_7569_7479
    }
}

/// A game in which hands are only compared.
#[derive(Debug)]
enum ShownDown {
    Holdem(HoldemGame),
    Omaha(OmahaGame),
}

impl ShownDown {
    fn new(cards: &CutBoardCards) -> Result<ShownDown, LimitError> {
        let CutBoardCards { board, deck, combos } = cards;
        let game = combos[0].first().map_or(Game::Holdem, Combo::game);
        let ranges = combos.each_ref().map(|combos| range(game, combos));
        let betting = no_betting();
        match game {
            Game::Holdem => ShownDown::holdem(*board, &ranges, &betting),
            _ => ShownDown::omaha(*board, *deck, &ranges, &betting),
        }
    }

    fn holdem(
        board: Board,
        ranges: &[Range; 2],
        betting: &BettingTree,
    ) -> Result<ShownDown, LimitError> {
        let spec = HoldemSpec { board, ranges, betting, rake: Rake::NONE, merge_suits: false };
        Ok(ShownDown::Holdem(HoldemGame::part(&spec, GamePart::CheckedDown)?))
    }

    fn omaha(
        board: Board,
        deck: CardSet,
        ranges: &[Range; 2],
        betting: &BettingTree,
    ) -> Result<ShownDown, LimitError> {
        let (rake, merge_suits, merge_rivers) = (Rake::NONE, false, None);
        let spec = OmahaSpec { board, deck, ranges, betting, rake, merge_suits, merge_rivers };
        Ok(ShownDown::Omaha(OmahaGame::part(&spec, GamePart::CheckedDown)?))
    }

    fn operator(&self) -> &dyn LeafOperator {
        match self {
            ShownDown::Holdem(game) => game.leaf_operator(BoardAt::START),
            ShownDown::Omaha(game) => game.leaf_operator(BoardAt::START),
        }
    }
}

/// A range of some hands.
fn range(game: Game, combos: &[Combo]) -> Range {
    let mut weights = vec![0.0; game.combos()];
    for combo in combos {
        weights[combo.index()] = 1.0;
    }
    Range::from_weights(game, weights).expect("weights are 0 and 1, one for each combo")
}

/// A betting tree that nobody looks at.
fn no_betting() -> BettingTree {
    let start = TreeStart::street(Street::River, Chips(1), Chips(1));
    let spec = TreeSpec::new(Rules::NO_LIMIT, start, StreetSpec::default());
    BettingTree::build(&spec).expect("two players can check a river down")
}

#[derive(Debug)]
struct Showdown {
    game: ShownDown,
    hands: [usize; 2],
}

/// How many questions go to the operator at once.
const BATCH: usize = 16;

impl BoardValues for Showdown {
    fn values(&self, query: Query<'_>) -> Result<(), LeafError> {
        let Query { questions, mut values, scratch, parallel } = query;
        let strides = self.hands.map(padded);
        let (beliefs, scratch) = scratch.split_at_mut(BATCH * strides[0].max(strides[1]));
        for player in Player::BOTH {
            let (own, opponent) = (player.index(), player.opponent().index());
            for (batch, asked) in questions.chunks(BATCH).enumerate() {
                let mut columns = [Column {
                    reach: [0; 2],
                    value: 0,
                    test: 0,
                    difference: 1.0,
                    sum: 0.0,
                    fold: None,
                }; BATCH];
                for (row, (question, column)) in asked.iter().zip(&mut columns).enumerate() {
                    let belief = &mut beliefs[row * strides[opponent]..][..strides[opponent]];
                    belief[..self.hands[opponent]].copy_from_slice(question.belief[opponent]);
                    belief[self.hands[opponent]..].fill(0.0);
                    column.reach[opponent] = row;
                    column.value = batch * BATCH + row;
                }
                let mut reach = [Rows::new(&[], 0); 2];
                reach[opponent] = Rows::new(beliefs, strides[opponent]);
                self.game.operator().values(LeafCall {
                    player,
                    columns: &columns[..asked.len()],
                    reach,
                    values: values[own].again(),
                    scratch: &mut *scratch,
                    parallel,
                })?;
            }
            for (number, question) in questions.iter().enumerate() {
                halve(values[own].row(number), question.compatible_weight[own]);
            }
        }
        Ok(())
    }

    fn scratch(&self, _: usize) -> usize {
        let strides = self.hands.map(padded);
        BATCH * strides[0].max(strides[1]) + self.game.operator().scratch()
    }

    fn bytes(&self) -> usize {
        match &self.game {
            ShownDown::Holdem(game) => game.bytes() as usize,
            ShownDown::Omaha(game) => game.bytes() as usize,
        }
    }
}

/// From the weight beaten, minus that which beats, to pots.
fn halve(values: &mut [f32], compatible_weight: &[f32]) {
    for (value, &compatible_weight) in values.iter_mut().zip(compatible_weight) {
        *value = if compatible_weight > 0.0 { 0.5 * *value / compatible_weight } else { 0.0 };
    }
}
