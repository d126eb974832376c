//! The questions, and who answers them.

use std::rc::Rc;

use quasar_cards::{Board, CardSet, Combo, Game};
use quasar_eval::{HandRank, rank_hand};

use crate::contender::Contender;
use crate::deal::{Dealer, Hands, OmahaHands};
use crate::incremental::{
    every_seven_cards, from_cards, from_hands, holdem_rivers, omaha_by_choices, plo4_river_by_pairs,
};
use crate::peers::aya_poker::{self, AyaPoker};
use crate::peers::pokers::Pokers;
use crate::peers::quasar::{self, Quasar};
use crate::peers::rs_poker::{self, RsPoker};
use crate::peers::{freezeout, openpql, poker, poker_eval};

/// A question. Its contenders are made when it is asked; Quasar comes first.
pub(crate) struct Workload {
    pub(crate) name: &'static str,
    pub(crate) contenders: fn() -> Vec<Box<dyn Contender>>,
}

/// Every workload.
pub(crate) static ALL: [Workload; 10] = [
    Workload { name: "seven cards, loose", contenders: seven_cards },
    Workload { name: "seven cards, added up beforehand", contenders: seven_cards_added_up },
    Workload { name: "seven cards, all 133,784,560", contenders: every_seven },
    Workload { name: "five cards, loose", contenders: five_cards },
    Workload { name: "PLO4, random hand and river", contenders: omaha::<4> },
    Workload { name: "PLO5, random hand and river", contenders: omaha::<5> },
    Workload { name: "PLO6, random hand and river", contenders: omaha::<6> },
    Workload { name: "PLO4, all hands of a dry river", contenders: || plo4_river("Td9d6h2cAs") },
    Workload { name: "PLO4, all hands of a flush river", contenders: || plo4_river("Td9d6d2cAs") },
    Workload { name: "Hold'em, all hands of 64 rivers", contenders: holdem_64_rivers },
];

fn seven_cards() -> Vec<Box<dyn Contender>> {
    let hands = Hands::<7>::random();
    vec![
        quasar::from_cards(&hands),
        from_cards::<Pokers, 7>(&hands),
        rs_poker::from_cards(&hands),
        from_cards::<AyaPoker, 7>(&hands),
        poker_eval::seven_cards(&hands),
        freezeout::from_cards(&hands),
        openpql::from_cards(&hands),
        poker::from_cards(&hands),
    ]
}

fn seven_cards_added_up() -> Vec<Box<dyn Contender>> {
    let hands = Hands::random();
    vec![
        from_hands::<Quasar>(&hands),
        from_hands::<Pokers>(&hands),
        from_hands::<RsPoker>(&hands),
        from_hands::<AyaPoker>(&hands),
    ]
}

fn every_seven() -> Vec<Box<dyn Contender>> {
    vec![
        every_seven_cards::<Quasar>(),
        every_seven_cards::<Pokers>(),
        every_seven_cards::<RsPoker>(),
        every_seven_cards::<AyaPoker>(),
    ]
}

fn five_cards() -> Vec<Box<dyn Contender>> {
    let hands = Hands::<5>::random();
    vec![
        quasar::from_cards(&hands),
        from_cards::<Pokers, 5>(&hands),
        rs_poker::from_cards(&hands),
        from_cards::<AyaPoker, 5>(&hands),
        poker_eval::five_cards(&hands),
        freezeout::from_cards(&hands),
        openpql::from_cards(&hands),
        poker::from_cards(&hands),
    ]
}

fn omaha<const H: usize>() -> Vec<Box<dyn Contender>> {
    let hands = OmahaHands::<H>::random();
    vec![
        quasar::omaha(&hands),
        openpql::omaha(&hands),
        aya_poker::omaha(&hands),
        rs_poker::omaha(&hands),
        omaha_by_choices::<Pokers, H>(&hands),
    ]
}

fn plo4_river(board: &str) -> Vec<Box<dyn Contender>> {
    let board: Board = board.parse().expect("the boards above are boards");
    let hands = OmahaHands::<4>::on_board(&board, Combo::all(Game::Plo4, board.set()));
    vec![
        quasar::plo4_river(&board, &hands.ranks),
        plo4_river_by_pairs::<Pokers>(&board, &hands.ranks),
        openpql::omaha(&hands),
        aya_poker::omaha(&hands),
        rs_poker::omaha(&hands),
    ]
}

fn holdem_64_rivers() -> Vec<Box<dyn Contender>> {
    let mut dealer = Dealer(64);
    let boards: Vec<Board> = (0..64).map(|_| dealer.river()).collect();
    let all = |board| {
        let combos = Combo::all(Game::Holdem, CardSet::EMPTY);
        combos.map(move |hand| rank_hand(&hand, board).unwrap_or(HandRank::BLOCKED))
    };
    let with_blocked: Rc<[HandRank]> = boards.iter().flat_map(all).collect();
    let held: Rc<[HandRank]> =
        with_blocked.iter().copied().filter(|rank| !rank.is_blocked()).collect();
    vec![
        quasar::holdem_rivers(&boards, &with_blocked),
        holdem_rivers::<Pokers>(&boards, &held),
        holdem_rivers::<RsPoker>(&boards, &held),
        holdem_rivers::<AyaPoker>(&boards, &held),
    ]
}
