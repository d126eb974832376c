//! Workloads of the eval crate.

use quasar_cards::{Board, Card, Game};
use quasar_eval::{
    HandKey, HandRank, HoldemBoard, OmahaBoard, rank_cards, rank_omaha, sort_by_strength,
};

use super::random::Random;
use super::{Signature, Workload};

const HANDS: usize = 1 << 16;
const BOARDS: usize = 64;

pub(super) const WORKLOADS: &[Workload] = &[
    Workload {
        name: "eval/seven cards",
        operation: "a random hand of seven cards",
        operations: HANDS as u64,
        prepare: || {
            let hands = random_cards::<7>(4);
            Box::new(move || {
                hands.iter().fold(Signature::EMPTY, |signature, hand| {
                    signature.with(rank_cards(hand).number().into())
                })
            })
        },
    },
    Workload {
        name: "eval/seven enumerated",
        operation: "two cards added to a board of five",
        operations: (BOARDS * 1_081) as u64,
        prepare: || {
            let boards = random_boards(12);
            Box::new(move || boards.iter().fold(Signature::EMPTY, enumerate))
        },
    },
    Workload {
        name: "eval/plo4 hand",
        operation: "a random hand of four on a random board",
        operations: HANDS as u64,
        prepare: || omaha::<4, 9>(5),
    },
    Workload {
        name: "eval/plo5 hand",
        operation: "a random hand of five on a random board",
        operations: HANDS as u64,
        prepare: || omaha::<5, 10>(6),
    },
    Workload {
        name: "eval/plo6 hand",
        operation: "a random hand of six on a random board",
        operations: HANDS as u64,
        prepare: || omaha::<6, 11>(7),
    },
    Workload {
        name: "eval/holdem board",
        operation: "all 1,326 combos of a river ranked and sorted",
        operations: BOARDS as u64,
        prepare: || {
            let boards = random_boards(8);
            Box::new(move || {
                let mut order = [0; 1_326];
                boards.iter().fold(Signature::EMPTY, |signature, board| {
                    let ranked = HoldemBoard::new(board).expect("a river");
                    let sorted = ranked.sorted_into(&mut order);
                    sorted
                        .iter()
                        .fold(signature, |signature, &combo| signature.with(u64::from(combo)))
                })
            })
        },
    },
    Workload {
        name: "eval/plo4 board",
        operation: "all 178,365 hands of a river ranked",
        operations: BOARDS as u64,
        prepare: || omaha_board(Game::Plo4, 9),
    },
    Workload {
        name: "eval/plo5 board",
        operation: "all 1,533,939 hands of a river ranked",
        operations: BOARDS as u64,
        prepare: || omaha_board(Game::Plo5, 10),
    },
    Workload {
        name: "eval/plo4 board sorted",
        operation: "all 178,365 hands of a river ranked and sorted",
        operations: BOARDS as u64,
        prepare: || {
            let boards = random_boards(11);
            let hands = 178_365;
            let (mut strengths, mut order) = (vec![0; hands], vec![0; hands]);
            Box::new(move || {
                boards.iter().fold(Signature::EMPTY, |signature, board| {
                    let ranked = OmahaBoard::new(board).expect("a river");
                    ranked
                        .strengths_into(Game::Plo4, &ranked.strengths(), &mut strengths)
                        .expect("the buffer has the length of the hands");
                    sort_by_strength(&strengths, &mut order)
                        .expect("the buffers have the same length");
                    sample(&order).fold(signature, |signature, &hand| signature.with(hand.into()))
                })
            })
        },
    },
];

/// Every 997th of many results: hashing all of them would dominate the time.
fn sample<T>(results: &[T]) -> impl Iterator<Item = &T> {
    results.iter().step_by(997)
}

fn random_cards<const N: usize>(seed: u64) -> Vec<[Card; N]> {
    let mut random = Random::new(seed);
    (0..HANDS).map(|_| random.cards()).collect()
}

fn random_boards(seed: u64) -> Vec<Board> {
    let mut random = Random::new(seed);
    (0..BOARDS).filter_map(|_| Board::new(&random.cards::<5>()).ok()).collect()
}

/// Every two cards with a board, as an enumeration ranks them.
fn enumerate(signature: Signature, board: &Board) -> Signature {
    let on_board: HandKey = board.cards().iter().copied().collect();
    let live = board.set().complement();
    let mut sum = 0u64;
    for high in live {
        let with_high = on_board.with(high);
        for low in live.iter().take_while(|&low| low < high) {
            sum = sum.wrapping_mul(5).wrapping_add(with_high.with(low).rank().number().into());
        }
    }
    signature.with(sum)
}

/// Random hands of `H` cards with boards; `N` is `H` and five.
fn omaha<const H: usize, const N: usize>(seed: u64) -> Box<dyn FnMut() -> Signature> {
    let deals: Vec<([Card; H], [Card; 5])> = random_cards::<N>(seed)
        .iter()
        .filter_map(|cards| Some((*cards.first_chunk()?, *cards.last_chunk()?)))
        .collect();
    Box::new(move || {
        deals.iter().fold(Signature::EMPTY, |signature, (hole, board)| {
            signature.with(rank_omaha(hole, board).number().into())
        })
    })
}

/// All hands of a river, from the board to every rank.
fn omaha_board(game: Game, seed: u64) -> Box<dyn FnMut() -> Signature> {
    let boards = random_boards(seed);
    let mut ranks = Vec::new();
    Box::new(move || {
        boards.iter().fold(Signature::EMPTY, |signature, board| {
            let ranked = OmahaBoard::new(board).expect("a river");
            ranks.resize(ranked.live().hands(game), HandRank::BLOCKED);
            ranked.ranks_into(game, &mut ranks).expect("the buffer was made for the hands");
            sample(&ranks).fold(signature, |signature, rank| signature.with(rank.number().into()))
        })
    })
}
