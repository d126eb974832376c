//! Workloads of the solver crate.
//!
//! Instruction sets round differently, so signatures hash only what rounding does not
//! change: products of small whole numbers, which are exact, and results cut to a
//! few digits.

use quasar_cards::{Board, CardSet, Combo, Game, Range, Street};
use quasar_game::{BettingTree, Chips, PlayerSizes, Rake, Rules, StreetSpec, TreeSpec, TreeStart};
use quasar_solver::{
    BoardAt, Column, HoldemGame, HoldemSpec, LeafCall, MatrixGame, MatrixShowdown, NodeAt,
    OmahaGame, OmahaSpec, PairTable, Player, Product, Profile, Rows, RowsMut, Settings, Solver,
    SolverGame as _, leduc, public_tree, zeros,
};

use super::{Signature, Workload};

/// Hold'em hands up to suits.
const CLASSES: usize = 169;

/// Values of a leaf, in whole blocks of eight.
const ROW: usize = CLASSES.next_multiple_of(8);

/// Leaves of a batch.
const COLUMNS: usize = 64;

/// Leaves of a batch of Omaha.
const OMAHA_COLUMNS: usize = 8;

/// The board of leaves.
const RIVER: &str = "Td9d6h2cAs";

/// Iterations of a run on a small game.
const ITERATIONS: u32 = 100;

pub(super) const WORKLOADS: &[Workload] = &[
    Workload {
        name: "solver/matrix showdown, 64 columns",
        operation: "a leaf of 169 x 169 classes, 64 in one call",
        operations: COLUMNS as u64,
        prepare: || showdowns(COLUMNS),
    },
    Workload {
        name: "solver/matrix showdown, 1 column",
        operation: "a leaf of 169 x 169 classes, each in a call of its own",
        operations: COLUMNS as u64,
        prepare: || showdowns(1),
    },
    Workload {
        name: "solver/holdem showdown, 64 columns",
        operation: "a leaf of 1,081 hands each, 64 in one call",
        operations: COLUMNS as u64,
        prepare: || holdem_leaves(COLUMNS),
    },
    Workload {
        name: "solver/holdem showdown, 1 column",
        operation: "a leaf of 1,081 hands each, each in a call of its own",
        operations: COLUMNS as u64,
        prepare: || holdem_leaves(1),
    },
    Workload {
        name: "solver/plo4 showdown, 8 columns",
        operation: "a leaf of 178,365 hands each, eight in one call",
        operations: OMAHA_COLUMNS as u64,
        prepare: || omaha_leaves(1, OMAHA_COLUMNS),
    },
    Workload {
        name: "solver/plo4 showdown, 1 column",
        operation: "a leaf of 178,365 hands each, each in a call of its own",
        operations: OMAHA_COLUMNS as u64,
        prepare: || omaha_leaves(1, 1),
    },
    Workload {
        name: "solver/plo4 showdown, every ninth hand",
        operation: "a leaf of 19,819 hands each, eight in one call",
        operations: OMAHA_COLUMNS as u64,
        prepare: || omaha_leaves(9, OMAHA_COLUMNS),
    },
    Workload {
        name: "solver/plo4 set-up",
        operation: "a river with 178,365 hands each",
        operations: 1,
        prepare: omaha_set_up,
    },
    Workload {
        name: "solver/plo4 river",
        operation: "an iteration with 178,365 hands each and 39 nodes, in 2 threads",
        operations: 1,
        prepare: omaha_river,
    },
    Workload {
        name: "solver/leduc",
        operation: "an iteration of Leduc Hold'em",
        operations: ITERATIONS as u64,
        prepare: || {
            let game = leduc().expect("a game").game;
            Box::new(move || {
                let settings = Settings::default();
                let mut solver = Solver::new(game.clone(), settings).expect("valid settings");
                (0..ITERATIONS).for_each(|_| solver.step().expect("no leaf is learned"));
                let worth = solver.exploitability(Profile::Average).expect("no leaf is learned");
                Signature::EMPTY.with(rounded(worth.values[0])).with(rounded(worth.mean()))
            })
        },
    },
    Workload {
        name: "solver/three streets, 169 classes",
        operation: "an iteration of 100,818 (line, action) pairs in 2 threads",
        operations: 1,
        prepare: three_streets,
    },
];

/// Rounded to three decimals.
fn rounded(number: f64) -> u64 {
    (1e3 * number).round() as i64 as u64
}

/// Multiplies all columns, `batch` in a call.
fn showdowns(batch: usize) -> Box<dyn FnMut() -> Signature> {
    let matrix = MatrixShowdown::new(CLASSES, CLASSES, |row, column| {
        ((31 * row + 17 * column) % 7) as f32 - 3.0
    });
    let reach: Vec<f32> = (0..COLUMNS * CLASSES).map(|place| (place * 29 % 64) as f32).collect();
    let mut values = vec![0.0; COLUMNS * ROW];
    let products: Vec<Product> = (0..COLUMNS)
        .map(|column| Product { reach: column, value: column, factor: 1.0, add: false })
        .collect();
    Box::new(move || {
        for products in products.chunks(batch) {
            let values = RowsMut::new(&mut values, ROW);
            matrix.multiply(products, Rows::new(&reach, CLASSES), values);
        }
        let ends = [values[0], values[(COLUMNS - 1) * ROW + CLASSES - 1]];
        ends.iter().fold(Signature::EMPTY, |signature, value| signature.with(*value as i64 as u64))
    })
}

/// The betting of a river with some sizes.
fn river_betting(rules: Rules, pot: u64, stack: u64, bets: &str, raises: &str) -> BettingTree {
    let start = TreeStart::street(Street::River, Chips(pot), Chips(stack));
    let sizes = PlayerSizes::new(bets.parse().expect("sizes"), raises.parse().expect("sizes"));
    let spec = TreeSpec::new(rules, start, StreetSpec::both(sizes));
    BettingTree::build(&spec).expect("a tree")
}

fn holdem_leaves(batch: usize) -> Box<dyn FnMut() -> Signature> {
    let betting = river_betting(Rules::NO_LIMIT, 2, 1, "a", "a");
    let game = HoldemGame::new(&HoldemSpec {
        board: RIVER.parse().expect("a board"),
        ranges: &[Range::full(Game::Holdem), Range::full(Game::Holdem)],
        betting: &betting,
        rake: Rake::NONE,
        merge_suits: true,
    })
    .expect("a game");
    river_leaves(game, COLUMNS, batch)
}

/// A river of four-card Omaha with the same hands on both sides.
fn omaha_game(betting: &BettingTree, ranges: &[Range; 2]) -> OmahaGame {
    OmahaGame::new(&OmahaSpec {
        board: RIVER.parse().expect("a board"),
        deck: CardSet::DECK,
        ranges,
        betting,
        rake: Rake::NONE,
        merge_suits: true,
        merge_rivers: None,
    })
    .expect("a game")
}

fn every_omaha_hand() -> [Range; 2] {
    [Range::full(Game::Plo4), Range::full(Game::Plo4)]
}

/// Showdowns with every `step`th hand.
fn omaha_leaves(step: usize, batch: usize) -> Box<dyn FnMut() -> Signature> {
    let betting = river_betting(Rules::POT_LIMIT, 2, 1, "a", "a");
    let mut ranges = every_omaha_hand();
    if step > 1 {
        let board: Board = RIVER.parse().expect("a board");
        let mut weights = vec![0.0; Game::Plo4.combos()];
        for hand in Combo::all(Game::Plo4, board.set()).step_by(step) {
            weights[hand.index()] = 1.0;
        }
        let range = Range::from_weights(Game::Plo4, weights).expect("a weight for each hand");
        ranges = [range.clone(), range];
    }
    river_leaves(omaha_game(&betting, &ranges), OMAHA_COLUMNS, batch)
}

/// Sets up the river. The signature covers the order of the hands.
fn omaha_set_up() -> Box<dyn FnMut() -> Signature> {
    let betting = river_betting(Rules::POT_LIMIT, 2, 1, "a", "a");
    let ranges = every_omaha_hand();
    Box::new(move || {
        let game = omaha_game(&betting, &ranges);
        let hands = game.combos(BoardAt::START, Player::Oop).take(100);
        hands.fold(Signature::EMPTY, |signature, hand| signature.with(hand.index() as u64))
    })
}

/// Showdowns of every hand against every hand on a river, `batch` in a call.
/// Weights are small whole numbers, so that every sum is exact.
fn river_leaves(
    game: impl quasar_solver::SolverGame + 'static,
    count: usize,
    batch: usize,
) -> Box<dyn FnMut() -> Signature> {
    let row = game.hands(BoardAt::START, Player::Oop).next_multiple_of(8);
    // Memory of the same kind as the solver's.
    let [mut reach, mut values, mut scratch] =
        [count * row, count * row, game.leaf_operator(BoardAt::START).scratch()].map(zeros::<f32>);
    for (place, reach) in reach.iter_mut().enumerate() {
        *reach = (place * 29 % 8) as f32;
    }
    let columns: Vec<Column> = (0..count)
        .map(|place| Column {
            reach: [place; 2],
            value: place,
            test: 0,
            difference: 1.0,
            sum: 0.0,
            fold: None,
        })
        .collect();
    Box::new(move || {
        for columns in columns.chunks(batch) {
            let call = LeafCall {
                player: Player::Oop,
                columns,
                reach: [Rows::new(&reach, row); 2],
                values: RowsMut::new(&mut values, row),
                scratch: &mut scratch,
                parallel: false,
            };
            game.leaf_operator(BoardAt::START).values(call).expect("a showdown has values");
        }
        let first = values.iter().step_by(row);
        first.fold(Signature::EMPTY, |signature, value| signature.with(*value as i64 as u64))
    })
}

/// Two bet sizes and one raise size. The signature covers how often the first player
/// takes each action after the first iteration, in thousands of hands.
fn omaha_river() -> Box<dyn FnMut() -> Signature> {
    let betting = river_betting(Rules::POT_LIMIT, 100, 500, "50%,pot", "pot");
    let settings = Settings { threads: 2, ..Settings::default() };
    let mut solver =
        Solver::new(omaha_game(&betting, &every_omaha_hand()), settings).expect("valid settings");
    let mut first = None;
    Box::new(move || {
        solver.step().expect("no leaf is learned");
        *first.get_or_insert_with(|| {
            let start = NodeAt { stage: 0, node: 0, deals: Vec::new() };
            let strategy = solver.strategy(&start, Profile::Current).expect("a decision");
            let hands = solver.game().weights(Player::Oop).len();
            strategy.chunks(hands).fold(Signature::EMPTY, |signature, action| {
                let thousands = action.iter().map(|&share| f64::from(share)).sum::<f64>() / 1e3;
                signature.with(thousands.round() as u64)
            })
        })
    })
}

/// A three-street betting tree without cards. The signature covers how often the
/// first player takes each action after the first iteration.
fn three_streets() -> Box<dyn FnMut() -> Signature> {
    let sizes = |text: &str| text.parse().expect("sizes");
    let sizes = PlayerSizes::new(sizes("33%,66%,100%,150%"), sizes("50%,100%"));
    let street = StreetSpec { raise_cap: Some(2), ..StreetSpec::both(sizes) };
    let start = TreeStart::street(Street::Flop, Chips(100), Chips(5_600));
    let spec = TreeSpec::new(Rules::NO_LIMIT, start, street);
    let betting = BettingTree::build(&spec).expect("a tree");
    let tree = public_tree(&betting, Rake::NONE).expect("a tree").tree;
    let classes = [CLASSES; 2];
    let together = PairTable::shared(classes, |_, _| 1.0);
    let wins = PairTable::opposed(classes, |first, second| {
        (first as f32 - second as f32) / CLASSES as f32
    });
    let weights = [vec![1.0; CLASSES], vec![1.0; CLASSES]];
    let game = MatrixGame::without_cards(tree, weights, together, vec![wins]).expect("a game");
    let settings = Settings { threads: 2, ..Settings::default() };
    let mut solver = Solver::new(game, settings).expect("valid settings");
    let mut first = None;
    Box::new(move || {
        solver.step().expect("no leaf is learned");
        *first.get_or_insert_with(|| {
            let start = NodeAt { stage: 0, node: 0, deals: Vec::new() };
            let strategy = solver.strategy(&start, Profile::Current).expect("a decision");
            strategy.chunks(CLASSES).fold(Signature::EMPTY, |signature, action| {
                let hands: f32 = action.iter().sum();
                signature.with(hands.round() as u64)
            })
        })
    })
}
