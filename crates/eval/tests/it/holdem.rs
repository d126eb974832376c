//! Whole Hold'em boards against single hands.

use crate::common::Dealer;
use quasar_cards::{Board, Card, Combo, Game};
use quasar_eval::{EvalError, HandRank, HoldemBoard, PAIRS, rank_hand, rank_set};

fn check(board: &Board) {
    let table = HoldemBoard::new(board).unwrap();
    for (index, &rank) in table.ranks().iter().enumerate() {
        let hand = Combo::from_index(Game::Holdem, index).unwrap();
        if hand.set().intersects(board.set()) {
            assert_eq!(rank, HandRank::BLOCKED);
            assert!(matches!(table.rank(&hand), Err(EvalError::Blocked(_))));
        } else {
            assert_eq!(Ok(rank), rank_set(hand.set() | board.set()), "{hand:?} on {board:?}");
            assert_eq!(Ok(rank), rank_hand(&hand, board));
            assert_eq!(Ok(rank), table.rank(&hand));
        }
    }

    let mut order = [0; PAIRS];
    let order = table.sorted_into(&mut order);
    let rank = |combo: u16| table.ranks()[usize::from(combo)];
    let live = 52 - board.cards().len();
    assert_eq!(order.len(), live * (live - 1) / 2);
    assert!(order.iter().all(|&combo| !rank(combo).is_blocked()));
    assert!(order.is_sorted_by(|&a, &b| (rank(a), a) < (rank(b), b)));
}

#[test]
fn every_hand_of_a_board_has_the_rank_of_its_cards() {
    for text in ["AsKsQsJsTs", "2c2d2h2sAc", "9h8h7h6h2c", "Ad9d5d3d2d", "Td9d6h", "AsAhAdAc"] {
        check(&text.parse().unwrap());
    }
    let mut dealer = Dealer(2);
    for _ in 0..300 {
        let cards: [Card; 5] = dealer.deal();
        for count in 3..=5 {
            check(&Board::new(&cards[..count]).unwrap());
        }
    }
}

#[test]
fn impossible_questions_are_errors() {
    assert_eq!(HoldemBoard::new(&Board::EMPTY).unwrap_err(), EvalError::NoFlop);
    let table = HoldemBoard::new(&"Td9d6h".parse().unwrap()).unwrap();
    let omaha: Combo = "AsKsQsJs".parse().unwrap();
    assert_eq!(table.rank(&omaha), Err(EvalError::WrongGame(Game::Plo4)));
    assert_eq!(rank_set(omaha.set()), Err(EvalError::HandSize(4)));
}
