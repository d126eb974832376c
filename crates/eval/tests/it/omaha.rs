//! Omaha ranks against the definition: the best of all choices of exactly two
//! hole cards and exactly three board cards.

use crate::common::Dealer;
use quasar_cards::{Board, Card, Combo, Game};
use quasar_eval::{
    EvalError, HandRank, OmahaBoard, rank_cards, rank_hand, rank_omaha, sort_by_strength,
};

fn by_definition(hole: &[Card], board: &[Card]) -> HandRank {
    let mut best = HandRank::WORST;
    for i in 0..hole.len() {
        for j in 0..i {
            for a in 0..board.len() {
                for b in 0..a {
                    for c in 0..b {
                        let five = [hole[i], hole[j], board[a], board[b], board[c]];
                        best = best.max(rank_cards(&five));
                    }
                }
            }
        }
    }
    best
}

fn compare<const H: usize, const B: usize, const ALL: usize>(hands: usize) {
    let mut dealer = Dealer((10 * H + B) as u64);
    for _ in 0..hands {
        let cards: [Card; ALL] = dealer.deal();
        let (hole, board) = cards.split_at(H);
        let expected = by_definition(hole, board);
        let hole: [Card; H] = hole.try_into().unwrap();
        let board: [Card; B] = board.try_into().unwrap();
        assert_eq!(rank_omaha(&hole, &board), expected, "{hole:?} on {board:?}");
        let (hand, board) = (Combo::new(&hole).unwrap(), Board::new(&board).unwrap());
        assert_eq!(rank_hand(&hand, &board), Ok(expected), "{hand:?} on {board:?}");
    }
}

#[test]
fn single_hands_follow_the_definition() {
    compare::<4, 3, 7>(200_000);
    compare::<4, 4, 8>(100_000);
    compare::<4, 5, 9>(200_000);
    compare::<5, 3, 8>(100_000);
    compare::<5, 4, 9>(100_000);
    compare::<5, 5, 10>(100_000);
    compare::<6, 3, 9>(100_000);
    compare::<6, 4, 10>(100_000);
    compare::<6, 5, 11>(100_000);
}

/// Boards of every street, suited and paired ones among them.
fn boards() -> Vec<Board> {
    let mut boards: Vec<Board> = ["AsKsQsJsTs", "2c2d2h2sAc", "9h8h7h6h2c", "Td9d6h", "AsAhAdAc"]
        .map(|text| text.parse().unwrap())
        .to_vec();
    let mut dealer = Dealer(99);
    for _ in 0..40 {
        let cards: [Card; 5] = dealer.deal();
        boards.extend([3, 4, 5].map(|count| Board::new(&cards[..count]).unwrap()));
    }
    boards
}

#[test]
fn a_boards_pairs_follow_the_definition() {
    for board in boards() {
        let table = OmahaBoard::new(&board).unwrap();
        for (index, &rank) in table.pair_ranks().iter().enumerate() {
            let pair = Combo::from_index(Game::Holdem, index).unwrap();
            let cards: Vec<Card> = pair.cards().collect();
            let blocked = pair.set().intersects(board.set());
            let expected = match blocked {
                true => HandRank::BLOCKED,
                false => by_definition(&cards, board.cards()),
            };
            assert_eq!(rank, expected, "{pair:?} on {board:?}");
        }
    }
}

#[test]
fn all_hands_of_a_board_follow_the_definition() {
    for board in boards() {
        let table = OmahaBoard::new(&board).unwrap();
        let mut ranks = vec![HandRank::BLOCKED; table.live().hands(Game::Plo4)];
        table.ranks_into(Game::Plo4, &mut ranks).unwrap();
        let hands = Combo::all(Game::Plo4, board.set());
        for (index, hand) in hands.enumerate().step_by(97) {
            let cards: Vec<Card> = hand.cards().collect();
            assert_eq!(ranks[index], by_definition(&cards, board.cards()), "{hand:?} {board:?}");
            assert_eq!(table.rank(&hand), Ok(ranks[index]));
            assert_eq!(table.live().hand_index(&hand), Some(index));
        }
    }
}

#[test]
fn larger_hands_agree_with_their_pairs() {
    for (game, step, text) in [
        (Game::Plo5, 7, "Td9d6h2cAs"),
        (Game::Plo5, 11, "9h8h7h"),
        (Game::Plo6, 101, "KsKd7s2s7h"),
        (Game::Plo6, 103, "QcQd5c3c"),
    ] {
        let board: Board = text.parse().unwrap();
        let table = OmahaBoard::new(&board).unwrap();
        let mut ranks = vec![HandRank::BLOCKED; table.live().hands(game)];
        table.ranks_into(game, &mut ranks).unwrap();
        let mut count = 0;
        for (index, hand) in Combo::all(game, board.set()).enumerate() {
            count += 1;
            if index % step == 0 {
                assert_eq!(table.rank(&hand), Ok(ranks[index]), "{hand:?} on {board:?}");
            }
        }
        assert_eq!(count, ranks.len());
    }
}

#[test]
fn strengths_are_ranks_renumbered_and_sort_all_hands() {
    for board in boards() {
        let table = OmahaBoard::new(&board).unwrap();
        let strengths = table.strengths();
        assert!(strengths.ranks().is_sorted_by(|a, b| a < b));
        let count = table.live().hands(Game::Plo4);
        let mut ranks = vec![HandRank::BLOCKED; count];
        let mut hands = vec![0; count];
        let mut order = vec![0; count];
        table.ranks_into(Game::Plo4, &mut ranks).unwrap();
        table.strengths_into(Game::Plo4, &strengths, &mut hands).unwrap();
        assert!(hands.iter().zip(&ranks).all(|(&hand, &rank)| strengths.rank(hand) == rank));

        let groups = sort_by_strength(&hands, &mut order).unwrap();
        assert!(order.is_sorted_by_key(|&hand| (ranks[hand as usize], hand)));
        assert!(groups.group(0).is_empty());
        for (strength, &rank) in (1..).zip(strengths.ranks()) {
            assert!(order[groups.group(strength)].iter().all(|&h| ranks[h as usize] == rank));
        }
        let mut numbers = order;
        numbers.sort_unstable();
        assert!(numbers.into_iter().eq(0..count as u32));
    }
}

#[test]
fn impossible_questions_are_errors() {
    let board: Board = "Td9d6h2cAs".parse().unwrap();
    let table = OmahaBoard::new(&board).unwrap();
    let blocked: Combo = "AsKsQsJs".parse().unwrap();
    let holdem: Combo = "KsQs".parse().unwrap();
    let ace = "As".parse().unwrap();
    assert_eq!(table.rank(&blocked), Err(EvalError::Blocked(ace)));
    assert_eq!(rank_hand(&blocked, &board), Err(EvalError::Blocked(ace)));
    assert_eq!(table.rank(&holdem), Err(EvalError::WrongGame(Game::Holdem)));
    assert_eq!(OmahaBoard::new(&Board::EMPTY).unwrap_err(), EvalError::NoFlop);
    assert_eq!(rank_hand(&holdem, &Board::EMPTY), Err(EvalError::NoFlop));
    let error = table.ranks_into(Game::Plo4, &mut [HandRank::BLOCKED; 3]).unwrap_err();
    assert_eq!(error, EvalError::BufferLength { found: 3, expected: 178_365 });
}
