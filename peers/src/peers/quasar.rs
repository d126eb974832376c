//! Quasar itself.

use std::rc::Rc;

use quasar_cards::{Board, Card, Game};
use quasar_eval::{HandKey, HandRank, HoldemBoard, OmahaBoard, PAIRS, rank_cards, rank_omaha};

use crate::contender::{Contender, fills, ranks};
use crate::deal::{Hands, OmahaHands};
use crate::incremental::Incremental;

const PACKAGE: &str = "quasar-eval";

pub(crate) struct Quasar;

impl Incremental for Quasar {
    const PACKAGE: &'static str = PACKAGE;
    type Card = Card;
    type Hand = HandKey;
    type Rank = HandRank;

    fn card(card: Card) -> Card {
        card
    }

    fn empty() -> HandKey {
        HandKey::EMPTY
    }

    #[inline(always)]
    fn with(hand: HandKey, card: Card) -> HandKey {
        hand.with(card)
    }

    #[inline(always)]
    fn rank(hand: HandKey) -> HandRank {
        hand.rank()
    }
}

/// Five to seven loose cards.
pub(crate) fn from_cards<const N: usize>(hands: &Hands<N>) -> Box<dyn Contender> {
    ranks(PACKAGE, &hands.ranks, hands.cards.clone(), rank_cards)
}

/// An Omaha hand and its board.
pub(crate) fn omaha<const H: usize>(hands: &OmahaHands<H>) -> Box<dyn Contender> {
    ranks(PACKAGE, &hands.ranks, hands.cards.clone(), |(hole, board)| rank_omaha(hole, board))
}

/// Every Hold'em hand of each river. Combos that hold a board card have a place
/// here, unlike with the peers, but do not count as operations.
pub(crate) fn holdem_rivers(boards: &[Board], expected: &Rc<[HandRank]>) -> Box<dyn Contender> {
    let boards = boards.to_vec();
    fills(PACKAGE, expected, HandRank::BLOCKED, move |ranks| {
        for (board, ranks) in boards.iter().zip(ranks.as_chunks_mut::<PAIRS>().0) {
            *ranks = *HoldemBoard::new(board).expect("a river has hands").ranks();
        }
    })
}

/// Every PLO4 hand of a river.
pub(crate) fn plo4_river(board: &Board, expected: &Rc<[HandRank]>) -> Box<dyn Contender> {
    let board = *board;
    fills(PACKAGE, expected, HandRank::BLOCKED, move |ranks| {
        let board = OmahaBoard::new(&board).expect("a river has hands");
        board.ranks_into(Game::Plo4, ranks).expect("there is a place for every hand");
    })
}
