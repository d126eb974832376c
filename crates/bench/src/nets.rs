//! Workloads of the nets crate: the cost of a leaf that a network values.
//!
//! The network has learned nothing: signatures do not change when another one ships. They
//! hash mean values cut to three digits, since instruction sets round differently.

use quasar_cards::{Board, CardSet, Combo, Game, Range, Street};
use quasar_game::{BettingTree, Chips, Rake, Rules, StreetSpec, TreeSpec, TreeStart};
use quasar_nets::net::{ByteNetwork, Layer, Network, Workspace};
use quasar_nets::range::{
    BATCH, Belief, LeafBoard, NetworkScratch, NetworkSpec, Output, RangeNetwork, SLICES,
};
use quasar_solver::{
    BoardAt, Column, LeafCall, OmahaGame, OmahaSpec, Player, Rows, RowsMut, SolverGame as _, zeros,
};

use super::{Signature, Workload};

pub(super) const WORKLOADS: &[Workload] = &[
    Workload {
        name: "nets/holdem river leaf",
        operation: "values of 1,081 hands each: features, network, curve; eight leaves in one call",
        operations: BATCH as u64,
        prepare: || leaves(Game::Holdem, 1, true),
    },
    Workload {
        name: "nets/holdem river leaf, features known",
        operation: "values of 1,081 hands each: network and curve",
        operations: BATCH as u64,
        prepare: || leaves(Game::Holdem, 1, false),
    },
    Workload {
        name: "nets/plo4 river leaf, every fifth hand",
        operation: "values of 35,673 hands each: features, network, curve; eight leaves in one call",
        operations: BATCH as u64,
        prepare: || leaves(Game::Plo4, 5, true),
    },
    Workload {
        name: "nets/plo4 river leaf, every fifth hand, features known",
        operation: "values of 35,673 hands each: network and curve",
        operations: BATCH as u64,
        prepare: || leaves(Game::Plo4, 5, false),
    },
    Workload {
        name: "nets/plo4 river leaf, every fifth hand, sweeps alone",
        operation: "the showdown sweeps that its features need, by the solver's operator",
        operations: BATCH as u64,
        prepare: || omaha_sweeps(5),
    },
    Workload {
        name: "nets/layers",
        operation: "both players of a leaf through layers of 142-256-256-224; eight leaves in one call",
        operations: BATCH as u64,
        prepare: || {
            let network = layers();
            let mut workspace = Workspace::new(&network);
            passes(move |rows, outputs| network.forward(rows, &mut workspace, outputs))
        },
    },
    Workload {
        name: "nets/layers, weights of 8 bits",
        operation: "the same with weights of 8 bits",
        operations: BATCH as u64,
        prepare: || {
            let network = ByteNetwork::of(&layers());
            let mut workspace = Workspace::of_bytes(&network);
            passes(move |rows, outputs| network.forward(rows, &mut workspace, outputs))
        },
    },
];

/// What the layers of the shipped network of Omaha read and write.
const READ: usize = 142;
const WRITTEN: usize = 224;

fn layers() -> Network {
    let (hidden, between) = (Layer::Linear(256), Layer::LeakyRelu(0.01));
    let layers = [hidden, between, hidden, between, Layer::Linear(WRITTEN)];
    Network::new(READ, &layers, 1).expect("layers that fit")
}

/// Rows of both players at eight leaves through some layers.
fn passes(mut forward: impl FnMut(&[f32], &mut [f32]) + 'static) -> Box<dyn FnMut() -> Signature> {
    let rows: Vec<f32> = (0..2 * BATCH * READ).map(|at| (at * 37 % 101) as f32 / 101.0).collect();
    let mut outputs = vec![0.0; 2 * BATCH * WRITTEN];
    Box::new(move || {
        forward(&rows, &mut outputs);
        outputs.chunks_exact(WRITTEN).fold(Signature::EMPTY, |signature, row| {
            let mean = row.iter().map(|&value| f64::from(value)).sum::<f64>() / row.len() as f64;
            signature.with((1000.0 * mean).round() as i64 as u64)
        })
    })
}

/// The board of leaves.
const RIVER: &str = "Td9d6h2cAs";

/// A batch of leaves on a river with every `step`-th hand.
struct Leaves {
    board: LeafBoard,
    network: RangeNetwork,
    scratch: NetworkScratch,
    /// For each leaf both players' reach.
    reach: Vec<[Vec<f32>; 2]>,
}

/// The river, and every `step`-th hand for both players.
fn every(game: Game, step: usize) -> (Board, [Range; 2]) {
    let board: Board = RIVER.parse().expect("a board");
    let mut weights = vec![0.0; game.combos()];
    for combo in Combo::all(game, board.set()).step_by(step) {
        weights[combo.index()] = 1.0;
    }
    let range = Range::from_weights(game, weights).expect("weights are 0 and 1");
    (board, [range.clone(), range])
}

/// For both players and eight leaves: wins less losses and the compatible weight in the whole
/// range, and that in each slice.
fn omaha_sweeps(step: usize) -> Box<dyn FnMut() -> Signature> {
    let (board, ranges) = every(Game::Plo4, step);
    let start = TreeStart::street(Street::River, Chips(2), Chips(1));
    let spec = TreeSpec::new(Rules::POT_LIMIT, start, StreetSpec::default());
    let betting = BettingTree::build(&spec).expect("a tree without bets");
    let game = OmahaGame::new(&OmahaSpec {
        board,
        deck: CardSet::DECK,
        ranges: &ranges,
        betting: &betting,
        rake: Rake::NONE,
        merge_suits: false,
        merge_rivers: None,
    });
    let game = game.expect("a river can be set up");
    let row = game.hands(BoardAt::START, Player::Oop).next_multiple_of(8);
    let (reaches, count) = (BATCH * (1 + SLICES), BATCH * (2 + SLICES));
    let scratch = game.leaf_operator(BoardAt::START).scratch();
    let [mut reach, mut values, mut scratch] =
        [reaches * row, count * row, scratch].map(zeros::<f32>);
    for (place, reach) in reach.iter_mut().enumerate() {
        *reach = (place * 29 % 8) as f32;
    }
    let columns: Vec<Column> = (0..count)
        .map(|value| {
            let (leaf, kind) = (value / (2 + SLICES), value % (2 + SLICES));
            let row = leaf * (1 + SLICES) + kind.saturating_sub(1);
            let difference = if kind == 0 { 1.0 } else { 0.0 };
            let sum = 1.0 - difference;
            Column { reach: [row; 2], value, test: 0, difference, sum, fold: None }
        })
        .collect();
    Box::new(move || {
        for player in Player::BOTH {
            let swept = game.leaf_operator(BoardAt::START).values(LeafCall {
                player,
                columns: &columns,
                reach: [Rows::new(&reach, row); 2],
                values: RowsMut::new(&mut values, row),
                scratch: &mut scratch,
                parallel: false,
            });
            swept.expect("a showdown has values");
        }
        let first = values.iter().step_by(row);
        first.fold(Signature::EMPTY, |signature, value| signature.with(*value as i64 as u64))
    })
}

fn leaves(game: Game, step: usize, features: bool) -> Box<dyn FnMut() -> Signature> {
    let (board, ranges) = every(game, step);
    let board = LeafBoard::new(&board, CardSet::DECK, &ranges);
    let board = board.expect("a river has features");
    let (street, output) = (Street::River, Output::Curve);
    let version = NetworkSpec::latest(street);
    let spec = NetworkSpec { street, output, width: 128, depth: 2, version };
    let network = RangeNetwork::new(spec, 1).expect("layers that fit");
    let scratch = network.scratch();
    let row = |leaf: usize, player: Player| -> Vec<f32> {
        let hands = 0..board.hands(player);
        hands.map(|hand| ((hand * (7 + leaf) + player.index()) % 13) as f32 / 13.0).collect()
    };
    let reach = (0..BATCH).map(|leaf| Player::BOTH.map(|player| row(leaf, player))).collect();
    let mut leaves = Leaves { board, network, scratch, reach };
    leaves.features();
    Box::new(move || {
        if features {
            leaves.features();
        }
        leaves.values()
    })
}

/// Stack behind divided by the pot.
const RATIO: f32 = 2.0;

impl Leaves {
    fn features(&mut self) {
        let beliefs: [Belief<'_>; BATCH] = std::array::from_fn(|leaf| {
            let [oop, ip] = &self.reach[leaf];
            Belief { reach: [oop, ip], stack_to_pot: RATIO }
        });
        let computed = self.scratch.features.compute(&self.board, &beliefs);
        computed.expect("showdowns of a river cannot fail");
    }

    fn values(&mut self) -> Signature {
        let mut signature = Signature::EMPTY;
        self.network.values(&mut self.scratch, &[RATIO; BATCH], |_, _, values| {
            let sum: f64 = values.iter().map(|&value| f64::from(value)).sum();
            let mean = (1000.0 * sum / values.len() as f64).round();
            signature = signature.with(mean as i64 as u64);
        });
        signature
    }
}
