//! Four-card Omaha before the flop, on a deck of 20 cards where every board can be swept,
//! and on the whole deck with few boards.

use quasar_cards::{Board, Card, CardSet, Combo, Game, Range};
use quasar_equity::{Holding, Progress, Question, heads_up};
use quasar_game::{Chips, Player};
use quasar_preflop::{OmahaPreflopGame, OmahaPreflopSolver, PreflopError, PreflopSpec};

/// Ten to ace.
fn royal_deck() -> CardSet {
    Card::all().filter(|card| card.index() >= 32).collect()
}

fn push_fold(stack: u64) -> PreflopSpec {
    PreflopSpec::push_fold(Chips(500), Chips(1_000), Chips(0), Chips(stack))
}

fn solved(spec: &PreflopSpec, iterations: usize, boards: usize) -> OmahaPreflopSolver {
    let game = OmahaPreflopGame::with_deck(spec, royal_deck()).unwrap();
    let mut solver = OmahaPreflopSolver::new(game, 1);
    for _ in 0..iterations {
        solver.step(boards, &Progress::new()).unwrap();
    }
    solver
}

fn class(hand: &str) -> usize {
    hand.parse::<Combo>().unwrap().suit_class()
}

/// What a call is worth, from the equity of the hand against the range that went all-in,
/// counted by another crate in another way.
#[test]
fn a_call_is_worth_its_equity_against_those_who_push() {
    let mut solver = solved(&push_fold(8_000), 6, 40);
    let worth = solver.measure(&Progress::new()).unwrap();
    let classes = solver.game().classes();
    let average = solver.average();
    let push = &average[0][classes..];
    let deck = royal_deck();
    let mut weights = vec![0.0; Game::Plo4.combos()];
    for combo in Combo::all(Game::Plo4, deck.complement()) {
        weights[combo.index()] = push[combo.suit_class()] as f32;
    }
    let range = Range::from_weights(Game::Plo4, weights).unwrap();
    let called = |hand: &str| {
        let combo: Combo = hand.parse().unwrap();
        let players = vec![Holding::Hand(combo), Holding::Range(range.clone())];
        let question = Question::new(players, Board::EMPTY, deck.complement()).unwrap();
        let tally = heads_up(&question, &Progress::new()).unwrap().unwrap().total();
        let lost = tally.total() - tally.win - tally.tie;
        // 1,820 hands of the other 16 cards, and 792 boards of the other 12.
        8_000.0 * (tally.win - lost) / (1_820.0 * 792.0)
    };
    let node = worth.values.iter().rposition(|values| !values.is_empty()).unwrap();
    let calls = &worth.values[node][classes..];
    for hand in ["AsAhKsKh", "AsKsQhJh", "TsThJsJd", "QsJdTsTc"] {
        let (found, expected) = (calls[class(hand)], called(hand));
        assert!((found - expected).abs() < 0.05, "{hand}: {found} {expected}");
    }
}

#[test]
fn a_target_is_reached_by_samples_and_measurements() {
    let mut solver = solved(&push_fold(8_000), 0, 0);
    let worth = solver.solve(1.0, 3, &Progress::new()).unwrap();
    assert!(worth.exploitability() <= 1.0, "{:?}", worth.gains);
    assert!(worth.gains.iter().all(|gain| *gain > -1e-3), "{:?}", worth.gains);
    // Nobody loses more than by always folding.
    assert!((-500.0..=1_000.0).contains(&worth.value), "{}", worth.value);
}

/// Pots before the stack is in are checked down; a tree with raises has them.
#[test]
fn raises_of_the_pot_are_solved_too() {
    let spec = PreflopSpec::pot_tree(Chips(500), Chips(1_000), Chips(0), Chips(6_000));
    let mut solver = solved(&spec, 15, 400);
    let worth = solver.measure(&Progress::new()).unwrap();
    assert!(worth.exploitability() < 60.0, "{:?}", worth.gains);
    let nodes = solver.game().betting().rounds()[0].nodes();
    let first = &nodes[0];
    assert_eq!(first.player(), Some(Player::Ip));
    // Fold, call, or raise to three blinds.
    assert_eq!(first.children.len(), 3);
    assert_eq!(nodes[first.children.end as usize - 1].committed[1], Chips(3_000));
}

#[test]
fn samples_of_boards_and_threads_change_no_bit() {
    let run = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let mut solver = solved(&push_fold(8_000), 3, 100);
            let worth = solver.measure(&Progress::new()).unwrap();
            (solver.average(), worth)
        })
    };
    assert!(run(1) == run(3));
}

/// Aces and kings, double-suited, are the best hand there is; four deuces are the worst.
#[test]
fn the_whole_deck_has_its_best_and_worst_hands() {
    let game = OmahaPreflopGame::new(&push_fold(8_000)).unwrap();
    assert_eq!((game.boards(), game.classes()), (134_459, 16_432));
    let mut solver = OmahaPreflopSolver::new(game, 1);
    for _ in 0..4 {
        solver.step(8, &Progress::new()).unwrap();
    }
    let (average, classes) = (solver.average(), solver.game().classes());
    let last = average.iter().rposition(|node| !node.is_empty()).unwrap();
    for node in [0, last] {
        let plays = &average[node][classes..];
        assert!(plays[class("AsAhKsKh")] > 0.95, "{node}: {}", plays[class("AsAhKsKh")]);
    }
    assert!(average[last][classes..][class("2s2h2d2c")] < 0.2);
}

#[test]
fn stopping_and_bad_decks_are_errors() {
    let small: CardSet = Card::all().filter(|card| card.index() >= 44).collect();
    let refused = OmahaPreflopGame::with_deck(&push_fold(8_000), small).unwrap_err();
    assert_eq!(refused, PreflopError::Deck(8));
    let mut solver = solved(&push_fold(8_000), 0, 0);
    let progress = Progress::new();
    progress.cancel();
    assert_eq!(solver.step(10, &progress), Err(PreflopError::Stopped));
    assert_eq!(solver.iterations(), 0);
}
