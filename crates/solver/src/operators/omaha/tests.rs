use std::collections::HashSet;
use std::sync::Arc;

use proptest::prelude::*;
use quasar_cards::{Board, Card, CardSet, Combo, Game, Range, Street};
use quasar_eval::OmahaBoard;

use super::{Column, LeafCall, LeafOperator, OmahaAllIn, OmahaShowdown};
use crate::kernels::padded;
use crate::omaha::hands::BoardHands;
use crate::omaha::sets::Layout;
use crate::omaha::{OmahaSpec, rivers};
use crate::{Player, Rows, RowsMut};

/// Ten to ace.
fn royal_deck() -> CardSet {
    Card::all().filter(|card| card.index() >= 32).collect()
}

fn range(game: Game, hands: impl Iterator<Item = Combo>) -> Range {
    let hands: Vec<String> = hands.map(|hand| hand.to_string()).collect();
    Range::parse(game, &hands.join(",")).unwrap()
}

/// Some hands of the cards that are not on a board.
fn some_hands(game: Game, board: &Board, picks: &[u32]) -> Range {
    let hands: Vec<Combo> = picks
        .iter()
        .map(|&pick| Combo::from_index(game, pick as usize % game.combos()).unwrap())
        .collect();
    range(game, hands.into_iter().filter(|hand| !hand.set().intersects(board.set())))
}

/// Winning minus losing, and the compatible weight of a hand on a river.
fn one_by_one(river: &OmahaBoard, hand: &Combo, opponents: &[Combo], reach: &[f32]) -> [f64; 2] {
    let mine = river.rank(hand).unwrap();
    let mut met = [0.0; 2];
    for (other, &reach) in opponents.iter().zip(reach) {
        if !other.set().intersects(hand.set()) {
            let sign = mine.cmp(&river.rank(other).unwrap()) as i8;
            met[0] += f64::from(sign) * f64::from(reach);
            met[1] += f64::from(reach);
        }
    }
    met
}

/// Reach rows of hands, with weights that repeat late.
fn reach_rows(rows: usize, hands: usize) -> Vec<f32> {
    (0..rows * hands).map(|at| ((at * 2_654_435_761) % 1_009) as f32 / 1_009.0).collect()
}

/// Leaves of every kind, by reach rows.
fn columns(rows: usize) -> Vec<Column> {
    let kinds = [(1.0, 0.0), (0.0, 1.0), (2.0, -0.5)];
    let column = |value: usize| {
        let (difference, sum) = kinds[value % 3];
        Column { reach: [value / 2; 2], value, test: 0, difference, sum, fold: None }
    };
    (0..2 * rows).map(column).collect()
}

/// An operator's values of leaves; it does not see the player's own reach.
fn values(
    operator: &dyn LeafOperator,
    player: Player,
    columns: &[Column],
    reach: Rows<'_>,
    row: usize,
    parallel: bool,
) -> Vec<f32> {
    let mut values = vec![f32::NAN; columns.len() * row];
    let mut scratch = vec![f32::NAN; operator.scratch()];
    let mut rows = [Rows::new(&[], 0); 2];
    rows[player.opponent().index()] = reach;
    let out = RowsMut::new(&mut values, row);
    let call =
        LeafCall { player, columns, reach: rows, values: out, scratch: &mut scratch, parallel };
    operator.values(call).unwrap();
    values
}

/// Compares the values of leaves on a river with the definition, for every
/// `step`th hand.
fn check(board: &Board, deck: CardSet, ranges: &[Range; 2], rows: usize, step: usize) {
    let game = ranges[0].game();
    let river = OmahaBoard::new(board).unwrap();
    let hands = Arc::new(BoardHands::new(board, deck, ranges).unwrap());
    let operator = OmahaShowdown::alone(Arc::clone(&hands));
    for player in Player::BOTH {
        let [own, opponents] = [player, player.opponent()]
            .map(|side| hands.sides[side.index()].combos(game).collect::<Vec<Combo>>());
        let stride = padded(opponents.len());
        let reach = reach_rows(rows, stride);
        let columns = columns(rows);
        let row = padded(own.len()) + 8;
        let rows = Rows::new(&reach, stride);
        let mut found =
            [false, true].map(|parallel| values(&operator, player, &columns, rows, row, parallel));
        let bits = |values: &[f32]| values.iter().map(|value| value.to_bits()).collect::<Vec<_>>();
        assert_eq!(bits(&found[0]), bits(&found[1]), "threads change nothing");
        let values = std::mem::take(&mut found[0]);
        for (column, values) in columns.iter().zip(values.chunks(row)) {
            let reach = &reach[column.reach[0] * stride..][..opponents.len()];
            let largest = reach.iter().map(|&reach| f64::from(reach)).sum::<f64>().max(1.0);
            for (hand, found) in own.iter().zip(values).step_by(step) {
                let [difference, sum] = one_by_one(&river, hand, &opponents, reach);
                let exact = f64::from(column.difference) * difference + f64::from(column.sum) * sum;
                let error = (f64::from(*found) - exact).abs() / largest;
                assert!(error < 2e-6, "{hand} on {board}: {found} {exact}");
            }
            let (zeros, rest) = values[own.len()..].split_at(padded(own.len()) - own.len());
            assert!(zeros.iter().all(|&value| value == 0.0), "zeros fill the block");
            assert!(rest.iter().all(|value| value.is_nan()), "and no more");
        }
    }
}

fn board(cards: usize) -> impl Strategy<Value = Board> {
    let deck: Vec<Card> = Card::all().collect();
    prop::sample::subsequence(deck, cards)
        .prop_shuffle()
        .prop_map(|cards| Board::new(&cards).unwrap())
}

fn picks(count: usize) -> impl Strategy<Value = Vec<u32>> {
    prop::collection::vec(any::<u32>(), 1..count)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn leaves_of_some_hands_agree_with_every_pair(
        board in board(5), first in picks(300), second in picks(300), rows in 1usize..10,
    ) {
        for game in [Game::Plo4, Game::Plo5] {
            let ranges = [&first, &second].map(|picks| some_hands(game, &board, picks));
            prop_assume!(ranges.iter().all(|range| !range.is_empty()));
            check(&board, CardSet::DECK, &ranges, rows, 1);
            check_used(&board, &ranges);
        }
    }

    #[test]
    fn all_ins_on_the_turn_agree_with_every_river(
        board in board(4), first in picks(60), second in picks(60), merge_suits: bool,
    ) {
        let game = Game::Plo4;
        let ranges = [&first, &second].map(|picks| some_hands(game, &board, picks));
        prop_assume!(ranges.iter().all(|range| !range.is_empty()));
        check_all_ins(&board, CardSet::DECK, &ranges, merge_suits);
    }
}

/// Compares the rows marked as used with the sets of one card less than a hand.
fn check_used(board: &Board, ranges: &[Range; 2]) {
    let game = ranges[0].game();
    let cards = OmahaBoard::new(board).unwrap().by_influence(CardSet::DECK);
    let hands = BoardHands::new(board, CardSet::DECK, ranges).unwrap();
    let layout = Layout::new(cards.len());
    let mut sets = HashSet::new();
    for hand in hands.sides.iter().flat_map(|side| side.combos(game)) {
        let held = (0..).zip(&cards).filter(|(_, card)| hand.set().contains(**card));
        let places: Vec<u8> = held.map(|(place, _)| place).collect();
        for left_out in 0..places.len() {
            let mut set = places.clone();
            set.remove(left_out);
            sets.insert(layout.number(&set) as u32);
        }
    }
    let rows = hands.used.rows.iter().map(|row| row.start..row.start + u32::from(row.sets));
    for row in rows.clone() {
        assert!(sets.contains(&row.start) && sets.contains(&(row.end - 1)), "{row:?}");
    }
    let listed: HashSet<u32> = rows.flatten().collect();
    let cleared: HashSet<u32> = hands.used.entries.iter().cloned().flatten().collect();
    assert!(sets.is_subset(&listed) && listed.is_subset(&cleared));
}

fn check_all_ins(board: &Board, deck: CardSet, ranges: &[Range; 2], merge_suits: bool) {
    use quasar_game::{
        BettingTree, Chips, PlayerSizes, Rake, Rules, StreetSpec, TreeSpec, TreeStart,
    };
    let game = ranges[0].game();
    let start = TreeStart::street(Street::Turn, Chips(2), Chips(1));
    let sizes = PlayerSizes::new("a".parse().unwrap(), "a".parse().unwrap());
    let tree = TreeSpec::new(Rules::POT_LIMIT, start, StreetSpec::both(sizes));
    let betting = BettingTree::build(&tree).unwrap();
    let spec = OmahaSpec {
        board: *board,
        deck,
        ranges,
        betting: &betting,
        rake: Rake::NONE,
        merge_suits,
        merge_rivers: None,
    };
    let turn = Arc::new(BoardHands::new(board, deck, ranges).unwrap());
    let (rivers, deals) = rivers(&spec, &turn).unwrap();
    let operator = OmahaAllIn::new(Arc::clone(&turn), rivers.into(), deals.into());
    let unseen = (deck.len() - 4 - 2 * game.hole_cards()) as f64;
    for player in Player::BOTH {
        let [own, opponents] = [player, player.opponent()]
            .map(|side| turn.sides[side.index()].combos(game).collect::<Vec<Combo>>());
        let stride = padded(opponents.len());
        // Symmetric reach, as with symmetric ranges.
        let reach: Vec<f32> = vec![0.5; 2 * stride];
        let columns = columns(2);
        let row = padded(own.len());
        let values = values(&operator, player, &columns, Rows::new(&reach, stride), row, false);
        for (place, hand) in own.iter().enumerate() {
            let mut exact = 0.0;
            for card in (deck - board.set() - hand.set()).iter() {
                let river = OmahaBoard::new(&board.with_next(card).unwrap()).unwrap();
                let live: Vec<Combo> =
                    opponents.iter().filter(|other| !other.set().contains(card)).copied().collect();
                exact += one_by_one(&river, hand, &live, &vec![0.5; live.len()])[0] / unseen;
            }
            let met = opponents.iter().filter(|other| !other.set().intersects(hand.set())).count();
            for (column, values) in columns.iter().zip(values.chunks(row)) {
                let folded = f64::from(column.sum) * 0.5 * met as f64;
                let exact = f64::from(column.difference) * exact + folded;
                let found = f64::from(values[place]);
                let bound = 1e-5 * (1.0 + opponents.len() as f64);
                assert!((found - exact).abs() < bound, "{hand} on {board}: {found} {exact}");
            }
        }
    }
}

#[test]
fn all_hands_of_a_short_deck_agree_with_every_pair() {
    let boards = ["TcJdQhKsAc", "TcTdThQsQc", "AsKsQsJsTs", "AsKsQdJdTh"];
    for (place, text) in boards.into_iter().enumerate() {
        let board: Board = text.parse().unwrap();
        let outside = royal_deck().complement() | board.set();
        for game in [Game::Plo4, Game::Plo5] {
            let all = || range(game, Combo::all(game, outside));
            let thinned = range(game, Combo::all(game, outside).step_by(3));
            let ranges = [all(), if place % 2 == 0 { all() } else { thinned }];
            check(&board, royal_deck(), &ranges, 2, if game == Game::Plo5 { 13 } else { 1 });
        }
    }
}

#[test]
fn all_ins_with_equal_suits_agree_with_every_river() {
    for text in ["TcJcQcKc", "TcTdJcJd", "AsKsQdJd"] {
        let board: Board = text.parse().unwrap();
        let outside = royal_deck().complement() | board.set();
        let all = || range(Game::Plo4, Combo::all(Game::Plo4, outside));
        check_all_ins(&board, royal_deck(), &[all(), all()], true);
    }
}

#[test]
fn full_ranges_stay_accurate() {
    let board: Board = "KsQs7s4d2c".parse().unwrap();
    let full = || Range::full(Game::Plo4);
    check(&board, CardSet::DECK, &[full(), full()], 8, 20_011);
}

#[test]
fn a_hand_against_all_is_the_published_count() {
    let board: Board = "Ts9s2c2d7h".parse().unwrap();
    let hero: Combo = "AsKsQdJd".parse().unwrap();
    let river = OmahaBoard::new(&board).unwrap();
    let mut counts = [0; 3];
    for other in Combo::all(Game::Plo4, board.set() | hero.set()) {
        let order = river.rank(&hero).unwrap().cmp(&river.rank(&other).unwrap());
        counts[(1 - order as i8) as usize] += 1;
    }
    assert_eq!(counts, [11_360, 2_349, 109_701]);
    let ranges = [range(Game::Plo4, std::iter::once(hero)), Range::full(Game::Plo4)];
    let hands = BoardHands::new(&board, CardSet::DECK, &ranges).unwrap();
    let columns = [(1.0, 0.0), (0.0, 1.0)].map(|(difference, sum)| Column {
        reach: [0; 2],
        value: usize::from(sum > 0.0),
        test: 0,
        difference,
        sum,
        fold: None,
    });
    let reach = vec![1.0; padded(hands.sides[1].len())];
    let operator = OmahaShowdown::alone(Arc::new(hands));
    let rows = Rows::new(&reach, reach.len());
    let values = values(&operator, Player::Oop, &columns, rows, 8, false);
    assert_eq!([values[0], values[8]], [(11_360 - 109_701) as f32, 123_410.0]);
}
