//! Equity by its definition: every runout, every pair of hands, ranked one by one.

use proptest::prelude::*;
use quasar_cards::{Board, Card, CardSet, Combo, Game, Range};
use quasar_equity::{Holding, Question, Tally};
use quasar_eval::rank_hand;

/// All boards that complete `board` without `gone` cards.
fn boards(board: &Board, gone: CardSet) -> Vec<Board> {
    if board.cards().len() == 5 {
        return vec![*board];
    }
    // Cards to come have no order: each is above the one before it.
    let fixed = 4.min(board.cards().len());
    let live = (gone | board.set()).complement();
    let mut found = Vec::new();
    for first in live {
        let next = [board.cards(), &[first]].concat();
        match fixed {
            4 => found.push(Board::new(&next).unwrap()),
            _ => {
                let higher = live.iter().filter(|&card| card > first);
                found.extend(higher.map(|card| Board::new(&[&next[..], &[card]].concat()).unwrap()));
            }
        }
    }
    found
}

/// One hand against another from the flop on.
pub(crate) fn hand_against_hand(hands: [&Combo; 2], board: &Board, dead: CardSet) -> Tally {
    let mut tally = Tally::default();
    if hands[0].set().intersects(hands[1].set()) {
        return tally;
    }
    for board in boards(board, dead | hands[0].set() | hands[1].set()) {
        let [hero, villain] = hands.map(|hand| rank_hand(hand, &board).unwrap());
        match hero.cmp(&villain) {
            std::cmp::Ordering::Greater => tally.win += 1.0,
            std::cmp::Ordering::Equal => tally.tie += 1.0,
            std::cmp::Ordering::Less => tally.lose += 1.0,
        }
    }
    tally
}

/// One hand against weighted hands.
pub(crate) fn hand_against_hands(
    hero: &Combo,
    villains: &[(Combo, f32)],
    board: &Board,
    dead: CardSet,
) -> Tally {
    let mut total = Tally::default();
    for (villain, weight) in villains {
        total += hand_against_hand([hero, villain], board, dead).weighted(f64::from(*weight));
    }
    total
}

/// Whether two tallies agree up to a share of all deals.
pub(crate) fn close(one: Tally, other: Tally, share: f64) -> bool {
    let bound = share * one.total().max(1e-9);
    let parts = [(one.win, other.win), (one.tie, other.tie), (one.lose, other.lose)];
    parts.iter().all(|(a, b)| (a - b).abs() <= bound)
}

/// A range of a few weighted hands.
pub(crate) fn range_of(game: Game, hands: &[(Combo, f32)]) -> Range {
    let text: Vec<String> =
        hands.iter().map(|(combo, weight)| format!("{combo}:{weight}")).collect();
    Range::parse(game, &text.join(",")).unwrap()
}

/// An Omaha question between two holdings.
pub(crate) fn question(players: [Holding; 2], board: &Board, dead: CardSet) -> Question {
    Question::new(players.to_vec(), *board, dead).unwrap()
}

/// A spot: shuffled cards cut into a board of `cards` cards, one dead card and the
/// rest.
pub(crate) fn spot(cards: usize) -> impl Strategy<Value = (Board, CardSet, Vec<Card>)> {
    Just(Card::all().collect::<Vec<Card>>()).prop_shuffle().prop_map(move |deck| {
        let board = Board::new(&deck[..cards]).unwrap();
        (board, CardSet::from(deck[cards]), deck[cards + 1..].to_vec())
    })
}

pub(crate) fn omaha_game() -> impl Strategy<Value = Game> {
    prop_oneof![Just(Game::Plo4), Just(Game::Plo5), Just(Game::Plo6)]
}
