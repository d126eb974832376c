use std::sync::Arc;

use proptest::prelude::*;
use quasar_cards::{Board, Card, CardSet, Combo, Game, Range};
use quasar_eval::HoldemBoard;

use super::{Column, HoldemAllIn, HoldemShowdown, LeafCall, LeafOperator};
use crate::holdem::hands::{self, BoardHands};
use crate::kernels::padded;
use crate::operators::JoinedFold;
use crate::{Player, Rows, RowsMut};

fn board(cards: usize) -> impl Strategy<Value = Board> {
    let deck: Vec<Card> = Card::all().collect();
    prop::sample::subsequence(deck, cards)
        .prop_shuffle()
        .prop_map(|cards| Board::new(&cards).unwrap())
}

/// A range of single combos, each included with the given probability.
fn combos(share: f64) -> impl Strategy<Value = Vec<u16>> {
    prop::collection::vec(prop::bool::weighted(share), Game::Holdem.combos()).prop_map(|chosen| {
        (0..).zip(chosen).filter(|(_, chosen)| *chosen).map(|(index, _)| index).collect()
    })
}

fn without(combos: &[u16], dead: CardSet) -> Vec<u16> {
    let live = |&&index: &&u16| !hand(index).intersects(dead);
    combos.iter().filter(live).copied().collect()
}

fn hand(index: u16) -> CardSet {
    Combo::from_index(Game::Holdem, usize::from(index)).unwrap().set()
}

/// An operator's values of leaves; it does not see the player's own reach.
fn values(
    operator: &dyn LeafOperator,
    player: Player,
    columns: &[Column],
    reach: Rows<'_>,
    row: usize,
) -> Vec<f32> {
    let mut values = vec![f32::NAN; columns.len() * row];
    let mut scratch = vec![f32::NAN; operator.scratch()];
    let mut rows = [Rows::new(&[], 0); 2];
    rows[player.opponent().index()] = reach;
    let out = RowsMut::new(&mut values, row);
    let (scratch, parallel) = (&mut scratch[..], false);
    let call = LeafCall { player, columns, reach: rows, values: out, scratch, parallel };
    operator.values(call).unwrap();
    values
}

/// A showdown for one chip.
fn showdown() -> Column {
    Column { reach: [0; 2], value: 0, test: 0, difference: 1.0, sum: 0.0, fold: None }
}

/// Winning minus losing and all, hand by hand, over all pairs.
fn brute_force(board: &Board, own: &[u16], opponent: &[u16], reach: &[f32]) -> Vec<[f64; 2]> {
    let ranks = HoldemBoard::new(board).unwrap();
    let rank = |index: u16| ranks.ranks()[usize::from(index)];
    let values = |&mine: &u16| {
        let mut values = [0.0; 2];
        for (&theirs, &reach) in opponent.iter().zip(reach) {
            if !hand(mine).intersects(hand(theirs)) {
                let sign = rank(mine).cmp(&rank(theirs)) as i8;
                values[0] += f64::from(sign) * f64::from(reach);
                values[1] += f64::from(reach);
            }
        }
        values
    };
    own.iter().map(values).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn sweeps_agree_with_every_pair(
        board in board(5), first in combos(0.2), second in combos(0.1),
        rows in 1usize..24,
        leaves in prop::collection::vec((0usize..24, -3i8..3, -3i8..3, (0usize..24, -3i8..3)), 1..50),
    ) {
        let live = [&first, &second].map(|combos| without(combos, board.set()));
        prop_assume!(live.iter().all(|combos| !combos.is_empty()));
        let hands = Arc::new(BoardHands::river(&board, live).unwrap());
        let operator = HoldemShowdown::new(Arc::clone(&hands));
        for player in Player::BOTH {
            let own = &hands.sides[player.index()];
            let opponent = &hands.sides[player.opponent().index()];
            let stride = padded(opponent.len()) + 3;
            let reach: Vec<f32> = (0..rows * stride).map(|at| (at * 7 % 11) as f32 / 11.0).collect();
            let mut columns: Vec<Column> = leaves
                .iter()
                .map(|&(row, difference, sum, (fold, folded))| Column {
                    reach: [row % rows; 2],
                    value: 0,
                    test: 0,
                    difference: f32::from(difference),
                    sum: f32::from(sum),
                    fold: Some(JoinedFold { reach: fold % rows, sum: f32::from(folded) }),
                })
                .collect();
            columns.sort_by_key(|column| column.reach[0]);
            let mut uses = vec![0; rows];
            columns.iter().for_each(|column| uses[column.reach[0]] += 1);
            for (value, column) in columns.iter_mut().enumerate() {
                column.value = value;
                column.fold = column.fold.filter(|_| uses[column.reach[0]] == 1);
            }
            let row = padded(own.len()) + 8;
            let values = values(&operator, player, &columns, Rows::new(&reach, stride), row);
            for (column, values) in columns.iter().zip(values.chunks(row)) {
                let worth = |row: usize| {
                    let reach = &reach[row * stride..][..opponent.len()];
                    brute_force(&board, &own.combos, &opponent.combos, reach)
                };
                let JoinedFold { reach: fold, sum: folded } =
                    column.fold.unwrap_or(JoinedFold { reach: 0, sum: 0.0 });
                let (expected, added) = (worth(column.reach[0]), worth(fold));
                for (hand, [difference, sum]) in expected.into_iter().enumerate() {
                    let found = &values[hand];
                    let exact = f64::from(column.difference) * difference
                        + f64::from(column.sum) * sum
                        + f64::from(folded) * added[hand][1];
                    prop_assert!((f64::from(*found) - exact).abs() < 1e-3, "{found} {exact}");
                }
                let (zeros, rest) = values[own.len()..].split_at(padded(own.len()) - own.len());
                prop_assert!(zeros.iter().all(|&value| value == 0.0), "zeros fill the block");
                prop_assert!(rest.iter().all(|value| value.is_nan()), "and no more");
            }
        }
    }

    #[test]
    fn all_ins_on_the_turn_agree_with_every_river(
        board in board(4), first in combos(0.02), second in combos(0.02),
    ) {
        let live = [&first, &second].map(|combos| without(combos, board.set()));
        prop_assume!(live.iter().all(|combos| !combos.is_empty()));
        let operator =
            HoldemAllIn::new(&board, Arc::new(BoardHands::unsorted(live.clone()))).unwrap();
        let rivers: Vec<Board> =
            board.set().complement().iter().map(|card| board.with_next(card).unwrap()).collect();
        for (side, player) in Player::BOTH.into_iter().enumerate() {
            let (own, opponent) = (&live[side], &live[1 - side]);
            let mut reach: Vec<f32> = (0..opponent.len()).map(|at| 1.0 + (at % 3) as f32).collect();
            reach.resize(padded(opponent.len()), 0.0);
            let mut exact = vec![0.0; own.len()];
            for river in &rivers {
                let dead = |combos: &[u16], index: usize| hand(combos[index]).intersects(river.set());
                let left: Vec<f32> = (0..opponent.len())
                    .map(|at| if dead(opponent, at) { 0.0 } else { reach[at] })
                    .collect();
                let values = brute_force(river, own, opponent, &left);
                for (place, value) in values.iter().enumerate() {
                    if !dead(own, place) {
                        exact[place] += value[0] / 44.0;
                    }
                }
            }
            let rows = Rows::new(&reach, reach.len());
            let found = values(&operator, player, &[showdown()], rows, padded(own.len()));
            for (found, exact) in found.iter().zip(exact) {
                prop_assert!((f64::from(*found) - exact).abs() < 1e-3, "{found} {exact}");
            }
        }
    }
}

/// The table of a flop is the mean of those of its turns.
#[test]
fn all_ins_on_the_flop_are_the_mean_over_turns() {
    let flop: Board = "Td9d6h".parse().unwrap();
    let ranges =
        ["AA,T9s,87s", "KdQd,66,A9s"].map(|text| Range::parse(Game::Holdem, text).unwrap());
    let live = |board: &Board| [0, 1].map(|side: usize| hands::live(&ranges[side], board.set()));
    let [own, opponent] = live(&flop);
    let entries = |board: &Board| {
        let live = live(board);
        let hands = Arc::new(BoardHands::unsorted(live.clone()));
        let operator = HoldemAllIn::new(board, hands).unwrap();
        let mut entries = vec![vec![0.0f32; opponent.len()]; own.len()];
        for (place, combo) in live[1].iter().enumerate() {
            let mut reach = vec![0.0; padded(live[1].len())];
            reach[place] = 1.0;
            let rows = Rows::new(&reach, reach.len());
            let row = padded(live[0].len());
            let values = values(&operator, Player::Oop, &[showdown()], rows, row);
            let column = opponent.iter().position(|known| known == combo).unwrap();
            for (mine, value) in live[0].iter().zip(values) {
                entries[own.iter().position(|known| known == mine).unwrap()][column] = value;
            }
        }
        entries
    };
    let flop_table = entries(&flop);
    let mut mean = vec![vec![0.0f32; opponent.len()]; own.len()];
    for turn in flop.set().complement().iter() {
        for (mean, row) in mean.iter_mut().zip(entries(&flop.with_next(turn).unwrap())) {
            for (mean, value) in mean.iter_mut().zip(row) {
                *mean += value / 45.0;
            }
        }
    }
    for (found, expected) in flop_table.iter().flatten().zip(mean.iter().flatten()) {
        assert!((found - expected).abs() < 1e-5, "{found} {expected}");
    }
}
